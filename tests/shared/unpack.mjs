// Unpacks parts as boot.js does: node unpack.mjs ZSTDDEC. It reads a list of packed parts as JSON. For each part, it writes the length
// of the content, a line break, and the content.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [zstddec] = process.argv.slice(2);
const { ZSTDDecoder } = await import(pathToFileURL(zstddec).href);
globalThis.fetch = async (address) => new Response(Buffer.from(address.split(",")[1], "base64"));

const [HALF, PIECE] = [32, 130000]; // characters; a mask for each block of two halves comes before the blocks of a piece

/** The bytes of a text, bit by bit: the reverse of `encode` in web/make/runtime.py. */
function decoded(text) {
  const codes = Buffer.from(text, "latin1");
  const words = [];
  for (let piece = 0; piece < codes.length; piece += PIECE) {
    const blocks = Math.min(PIECE, codes.length - piece) / (2 * HALF + 1);
    for (let half = 0; half < 2 * blocks; half++) {
      const [mask, begin] = [codes[piece + Math.floor(half / 2)], piece + blocks + HALF * half];
      const bits = (at) => [0, 1, 2, 3].reduce((word, i) => word + (codes[at + i] ^ mask) * 128 ** i, 0);
      const highest = bits(begin + 28);
      for (let i = 0; i < 7; i++) words.push(bits(begin + 4 * i) + (Math.floor(highest / 16 ** i) % 16) * 2 ** 28);
    }
  }
  return Buffer.from(Uint32Array.from(words).buffer);
}

const decoder = new ZSTDDecoder();
await decoder.init();
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const data = decoder.decode(decoded(text.slice(8)), parseInt(text.slice(0, 8), 16));
  process.stdout.write(`${data.length}\n`);
  process.stdout.write(data);
}
