// Compiles Python sources with the Pyodide that will run them: node compile.mjs PYODIDE_FOLDER FOLDER NAME.zip [NAME.zip ...]
// The zips in FOLDER have sources, and are replaced by zips of the compiled modules, which the page has in /lib/.
// Bytecode is valid only for the interpreter that made it. So the build does not depend on the version of the machine's own Python.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder, ...asked] = process.argv.slice(2);

const PROGRAM = `
import io, zipfile
from importlib.util import source_hash
from importlib._bootstrap_external import _code_to_hash_pyc

def compiled(name, source):
    "The .pyc of one module, without docstrings; unchecked: the runtime never looks for the source to compare."
    code = compile(source, f"{prefix}/{name}", "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))

def compiled_archive(archive):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as sources, zipfile.ZipFile(made, "w") as target:
        for name in sources.namelist():
            target.writestr(name + "c", compiled(name, sources.read(name)))
    return made.getvalue()

compiled_archive(archive.to_bytes())
`;

const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
// The hash seed is fixed, because bytecode contains the order of a frozen set of strings. Bytecode has line numbers but no
// columns: the line is enough to find an error, and the columns would make the page larger.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
for (const name of asked) {
  const file = join(folder, name), globals = python.toPy({ prefix: `/lib/${name}` });
  globals.set("archive", new Uint8Array(readFileSync(file)));
  writeFileSync(file, python.runPython(PROGRAM, { globals }).toJs());
}
