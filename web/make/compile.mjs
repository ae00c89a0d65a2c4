// Compiles Python sources with the Pyodide that will run them: node compile.mjs PYODIDE_FOLDER SOURCES.zip CODE.zip PREFIX LEVELS
// Bytecode is only valid for the very interpreter that made it, and that one needs no Python on the machine that builds.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, sources, code, prefix, levels] = process.argv.slice(2);

const PROGRAM = `
import io, json, zipfile
from importlib.util import source_hash
from importlib._bootstrap_external import _code_to_hash_pyc

def compiled(name, source):
    "The .pyc of one module; unchecked: the runtime never looks for the source to compare."
    level = next(level for start, level in json.loads(levels).items() if name.startswith(start))
    code = compile(source, f"{prefix}/{name}", "exec", dont_inherit=True, optimize=level)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))

def compiled_archive(archive):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as sources, zipfile.ZipFile(made, "w") as target:
        for name in sources.namelist():
            target.writestr(name + "c", compiled(name, sources.read(name)))
    return made.getvalue()

compiled_archive(archive.to_bytes())
`;

const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
// A fixed hash seed, because the order of a frozen set of strings is written into bytecode. And lines
// without columns: a fault of our own is found by its line, and the rest would travel to every reader.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
const globals = python.toPy({ prefix, levels });
globals.set("archive", new Uint8Array(readFileSync(sources)));
writeFileSync(code, python.runPython(PROGRAM, { globals }).toJs());
