// Packs files into streams of Zstandard, each file ready to be unpacked before the next one is there:
//   node pack.mjs PYODIDE_FOLDER FOLDER
// FOLDER/streams.json names the streams, each with the count of its files: of NAME.0 becomes NAME.0.packed, and so on.
// The packer is that of the pinned Pyodide's library, so that every machine makes the same bytes.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder] = process.argv.slice(2);

// The window holds all that is in a stream: what is in the picture of Python's memory is in its library once more.
const PROGRAM = `
from compression.zstd import CompressionParameter as Parameter, ZstdCompressor
LOGS = {Parameter.window_log: 25, Parameter.chain_log: 24, Parameter.hash_log: 22}

def packed(files):
    packer = ZstdCompressor(options={Parameter.compression_level: 22, **LOGS})
    modes = [packer.FLUSH_BLOCK] * (len(files) - 1) + [packer.FLUSH_FRAME]
    return [packer.compress(file.to_bytes(), mode) for file, mode in zip(files, modes)]

packed
`;

const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
const python = await loadPyodide();
const packed = python.runPython(PROGRAM);
for (const [name, count] of Object.entries(JSON.parse(readFileSync(join(folder, "streams.json"))))) {
  const files = Array.from({ length: count }, (_, i) => join(folder, `${name}.${i}`));
  const parts = packed(files.map((file) => new Uint8Array(readFileSync(file)))).toJs();
  // The decoder gives out what it has only as long as something follows: so each part ends with the next one's first byte.
  parts.forEach((part, i) => {
    const first = parts[i + 1]?.subarray(0, 1) ?? [];
    writeFileSync(`${files[i]}.packed`, Buffer.concat([part.subarray(i ? 1 : 0), Buffer.from(first)]));
  });
}
