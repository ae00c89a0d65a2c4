// Packs files into one stream of Zstandard, each ready to be unpacked before the next one is there:
//   node pack.mjs PYODIDE_FOLDER OUT FILE...      makes OUT.0 of the first file, OUT.1 of the second ...
// The packer is that of the pinned Pyodide's library, so that every machine makes the same bytes.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, out, ...files] = process.argv.slice(2);

// The window holds all that is in a stream: what is in the picture of Python's memory is in its library once more.
const PROGRAM = `
from compression.zstd import CompressionParameter as Parameter, ZstdCompressor
LOGS = {Parameter.window_log: 25, Parameter.chain_log: 24, Parameter.hash_log: 22}
packer = ZstdCompressor(options={Parameter.compression_level: 22, **LOGS})

def packed(data, is_last):
    return packer.compress(data.to_bytes(), packer.FLUSH_FRAME if is_last else packer.FLUSH_BLOCK)

packed
`;

const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide();
const packed = python.runPython(PROGRAM);
const parts = files.map((file, i) => {
  const data = new Uint8Array(readFileSync(file));
  return packed(data, i === files.length - 1).toJs();
});
// The decoder gives out what it has only as long as something follows: so each part ends with the next one's first byte.
parts.forEach((part, i) => {
  const first = parts[i + 1]?.subarray(0, 1) ?? [];
  writeFileSync(`${out}.${i}`, Buffer.concat([part.subarray(i ? 1 : 0), Buffer.from(first)]));
});
