// Unpacks parts as boot.js does: node unpack.mjs ZSTDDEC   reads [[PACKED...]...] as JSON, and for
// each stream it writes how long what its last part holds is, a line's end, and that.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [zstddec] = process.argv.slice(2);
const { ZSTDDecoder } = await import(pathToFileURL(zstddec).href);
globalThis.fetch = async (address) => new Response(Buffer.from(address.split(",")[1], "base64"));

for (const texts of JSON.parse(readFileSync(0, "utf8"))) {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const packed = Buffer.concat(texts.map((text) => Buffer.from(text.slice(16), "base64")));
  const length = texts.reduce((sum, text) => sum + parseInt(text.slice(8, 16), 16), 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of decoder.decodeStreaming([packed])) {
    if (at + chunk.length > length) break;
    whole.set(chunk, at);
    at += chunk.length;
    if (at === length) break;
  }
  const last = whole.subarray(length - parseInt(texts.at(-1).slice(8, 16), 16));
  process.stdout.write(`${last.length}\n`);
  process.stdout.write(last);
}
