// Packs files with Zstandard: node pack.mjs PYODIDE_FOLDER LIBRARY.zip FILE ...   each FILE becomes FILE.zst
// The pinned Pyodide compresses, so every machine makes the same bytes. It starts from LIBRARY.zip, with the compiled modules of
// Python's library; the few modules that it lacks come from the archive of Pyodide's package, as sources.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, library, ...files] = process.argv.slice(2);

// The window is larger than any file. The decoder refuses damaged data, because each file ends with a checksum.
const PROGRAM = `
import sys
sys.path.append("/sources.zip")
from compression.zstd import CompressionParameter as Parameter, compress

def packed(data):
    # The highest levels save 0.02 % of a large file, and 0.4 % of a small one.
    level = (Parameter.compression_level, 22 if len(data) < 1 << 20 else 19)
    window, check = (Parameter.window_log, 24), (Parameter.checksum_flag, 1)
    return compress(data, options=dict([level, window, check]))

lambda file: packed(file.to_bytes())
`;

const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({ stdLibURL: pathToFileURL(library).href });
python.FS.writeFile("/sources.zip", readFileSync(join(runtime, "python_stdlib.zip")));
const packed = python.runPython(PROGRAM);
for (const name of files) {
  const data = packed(new Uint8Array(readFileSync(name)));
  writeFileSync(`${name}.zst`, data.toJs());
  data.destroy();
}
