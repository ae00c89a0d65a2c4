// Unpacks parts as boot.js does: node unpack.mjs ZSTDDEC. It reads a list of packed parts as JSON. For each part, it writes the length
// of the content, a line break, and the content.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [zstddec] = process.argv.slice(2);
const { ZSTDDecoder } = await import(pathToFileURL(zstddec).href);
globalThis.fetch = async (address) => new Response(Buffer.from(address.split(",")[1], "base64"));

const decoder = new ZSTDDecoder();
await decoder.init();
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const data = decoder.decode(Buffer.from(text.slice(8), "base64"), parseInt(text.slice(0, 8), 16));
  process.stdout.write(`${data.length}\n`);
  process.stdout.write(data);
}
