// Unpacks parts as boot.js does: node unpack.mjs ZSTDDEC   reads them, a line each, and writes what the last of them holds

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [zstddec] = process.argv.slice(2);
const { ZSTDDecoder } = await import(pathToFileURL(zstddec).href);
const texts = readFileSync(0, "utf8").split("\n");
const decoder = new ZSTDDecoder();
globalThis.fetch = async (address) => new Response(Buffer.from(address.split(",")[1], "base64"));
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
process.stdout.write(whole.subarray(length - parseInt(texts.at(-1).slice(8, 16), 16)));
