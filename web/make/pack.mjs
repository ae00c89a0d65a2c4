// Packs files with Zstandard: node pack.mjs PYODIDE_FOLDER FOLDER   of each file NAME there becomes NAME.zst
// The packer is that of the pinned Pyodide's library, so that every machine makes the same bytes.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder] = process.argv.slice(2);

// The window holds a whole file. With its check at the end, the decoder refuses what is damaged.
const PROGRAM = `
from compression.zstd import CompressionParameter as Parameter, compress
LOGS = {Parameter.window_log: 24, Parameter.chain_log: 24, Parameter.hash_log: 22}
OPTIONS = {Parameter.compression_level: 22, Parameter.checksum_flag: 1, **LOGS}

lambda file: compress(file.to_bytes(), options=OPTIONS)
`;

const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
const packed = (await loadPyodide()).runPython(PROGRAM);
for (const name of readdirSync(folder)) {
  const data = packed(new Uint8Array(readFileSync(join(folder, name))));
  writeFileSync(join(folder, `${name}.zst`), data.toJs());
  data.destroy();
}
