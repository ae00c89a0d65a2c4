// Unpacks parts as boot.js does: node unpack.mjs ZSTDDEC   reads a list of them as JSON, and for each
// it writes how long what it holds is, a line's end, and that.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [zstddec] = process.argv.slice(2);
const { ZSTDDecoder } = await import(pathToFileURL(zstddec).href);
globalThis.fetch = async (address) => new Response(Buffer.from(address.split(",")[1], "base64"));

/** The bytes of a text, bit by bit: the reverse of `encoded` in web/make/runtime.py. */
function decoded(text, length) {
  const blocks = Math.ceil(length / 28);
  const codes = Buffer.from(text.slice(4 * Math.ceil(blocks / 4)), "latin1");
  const bits = (at, mask) => [0, 1, 2, 3].reduce((word, i) => word + (codes[at + i] ^ mask) * 128 ** i, 0);
  const words = [];
  for (let block = 0; block < blocks; block++) {
    const mask = text.charCodeAt(block);
    const highest = bits(32 * block + 28, mask);
    for (let i = 0; i < 7; i++) words.push(bits(32 * block + 4 * i, mask) + (Math.floor(highest / 16 ** i) % 16) * 2 ** 28);
  }
  return Buffer.from(Uint32Array.from(words).buffer, 0, length);
}

const decoder = new ZSTDDecoder();
await decoder.init();
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const [length, size] = [text.slice(0, 8), text.slice(8, 16)].map((digits) => parseInt(digits, 16));
  const data = decoder.decode(decoded(text.slice(16), size), length);
  process.stdout.write(`${data.length}\n`);
  process.stdout.write(data);
}
