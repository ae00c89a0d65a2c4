// Takes the snapshot of Python's memory that the page starts from:
//   node snapshot.mjs PYODIDE_FOLDER GLUE.js LIBRARY.zip PROGRAM.zip START.json OUT
// GLUE is the script that the page uses, because the table of functions must be the same. Everything that a start reads from its
// environment (clock, random numbers, language) is fixed here, so equal inputs give equal bytes on every machine.
// OUT begins with a line of JSON: the file of each module in the snapshot, and the number of bytes of late data, which follow.
// Then comes the snapshot.

import { createRequire, syncBuiltinESMExports } from "node:module";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { clearFreeBlocks, clearPadding, takeLate, writeDistances } from "./heap.mjs";

const [folder, glue, library, program, start, out] = process.argv.slice(2);
const { imported, texts } = JSON.parse(readFileSync(start, "utf8"));
const PAGE = 1024; // words in a page
const HEAD = 48; // bytes
const NOON = Date.UTC(2000, 0, 1, 12);

const crypto = createRequire(import.meta.url)("node:crypto");
crypto.randomFillSync = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(7) && view;
syncBuiltinESMExports();
Object.defineProperty(globalThis.crypto, "getRandomValues", { value: crypto.randomFillSync });
Date.now = () => NOON;
performance.now = () => 0;

// The loader adds "" to sys.path at each start, so it is removed here. The garbage collector never scans frozen objects again.
const LAST = `
import gc
sys.path.remove("")
gc.collect()
gc.freeze()
`;
// Runs what each start runs, so that its code is compiled already. The program stops at its first import, which fails here.
const RUN_AT_EACH_START = `
from _pyodide import _base, _kept
_kept.keeps = True
_base.eval_code(seeding, {})
try:
    _base.eval_code_async(program, {"__builtins__": {}}).send(None)
except ImportError:
    pass
_kept.keeps = False
del seeding, program, _base, _kept
`;
// Lists what the snapshot need not contain: the line tables of all functions, which tracebacks read (their addresses, their
// lengths, and the numbers of instructions).
// Objects that are also constants of functions are left out; so are the tables of functions defined in this file, and those
// of kt_core/search.py, which the page reads to mark the current line of a listing.
const LATE = `
def late():
    import gc, json, types
    ahead = [each.__code__ for each in gc.get_objects() if type(each) is types.FunctionType]
    codes = {}
    while ahead:
        code = ahead.pop()
        if id(code) not in codes:
            codes[id(code)] = code
            ahead += (each for each in code.co_consts if type(each) is types.CodeType)
    instructions = lambda code: max(end for _, end, _ in code.co_lines()) // 2  # co_code would store a copy
    tables = {
        id(code.co_linetable): (len(code.co_linetable), instructions(code))
        for code in codes.values()
        if not code.co_filename.endswith(("<exec>", "kt_core/search.py"))
    }
    others = {id(code.co_exceptiontable) for code in codes.values()}
    others |= {id(each) for code in codes.values() for each in code.co_consts}
    return json.dumps({
        "type": id(bytes),
        "tables": sorted((at, *sizes) for at, sizes in tables.items() if at not in others),
    })

late()
`;
// Lists how the objects of each type lie in memory: see `clearPadding` in heap.mjs. Left out are types of types, types whose objects
// have values of attributes after their end, and types with other items, such as generators.
const LAYOUTS = `
def layouts():
    import gc, json, types
    has_links, has_words, has_values = 1 << 14, 3 << 3, 1 << 2  # see Py_TPFLAGS_HAVE_GC, _PREHEADER and _INLINE_VALUES
    items = {bytes: 1, tuple: 4, types.CodeType: 2, int: "digits", str: "characters"}
    objects = gc.get_objects()
    known = {*items, float, *map(type, objects), *(each for each in objects if isinstance(each, type))}
    rows = {
        id(each): {
            "type": id(each),
            "before": 8 * bool(each.__flags__ & has_links) + 8 * bool(each.__flags__ & has_words),
            "size": 12 if each is int else each.__basicsize__,
            "item": items.get(each, 0),
        }
        for each in known
        if not (each.__flags__ & has_values or issubclass(each, type) or each.__itemsize__ and each not in items)
    }
    return json.dumps([rows[each] for each in sorted(rows)])

layouts()
`;
const LOADED = `
import json
specs = (getattr(module, "__spec__", None) for module in sys.modules.values())
json.dumps(sorted({str(spec.origin) for spec in specs if spec and str(spec.origin).startswith("/lib/")}))
`;

/** Returns the memory of a new module, the memory after the module's own start, and the memory after Python's start. */
async function memories() {
  const { createPyodideModule, info, loadPyodide } = await arrived();
  let fresh, begun;
  const watched = async (settings) => {
    const instantiateWasm = (imports, receive) =>
      settings.instantiateWasm(imports, (instance, module) => {
        fresh = words(instance.exports.memory.buffer);
        receive(instance, module);
      });
    const module = await createPyodideModule({ ...settings, instantiateWasm, noInitialRun: true });
    begun = words(module.HEAPU8.buffer);
    throw new Error("seen");
  };
  const settings = {
    indexURL: resolve(folder) + sep,
    stdLibURL: pathToFileURL(library).href,
    lockFileContents: { info, packages: {} },
    fsInit: (files) => files.writeFile("/lib/program.zip", readFileSync(program)),
    env: { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" },
    _sysExecutable: "python",
    _makeSnapshot: true,
  };
  await loadPyodide({ ...settings, createPyodideModule: watched }).catch((error) => {
    if (!begun) throw error;
  });
  const python = await loadPyodide({ ...settings, createPyodideModule });
  python.runPython("import sys; sys.path.append('/lib/program.zip')");
  python.runPython("from _pyodide import _kept; _kept.keeps = False");
  python.runPython("from web.page.late import stand_ins; stand_ins(); del stand_ins");
  for (const name of imported) python.runPython(`import ${name}`);
  for (const [name, text] of Object.entries(texts)) python.globals.set(name, text);
  python.runPython(RUN_AT_EACH_START);
  const loaded = JSON.parse(python.runPython(LOADED));
  const objects = JSON.parse(python.runPython(LATE));
  const layouts = JSON.parse(python.runPython(LAYOUTS));
  python.runPython("del late, layouts");
  python.runPython(LAST);
  const object = python.runPython("id(sys.modules)");
  const { state, memory } = read(python.makeMemorySnapshot());
  clearFreeBlocks(memory);
  clearPadding(memory, layouts);
  const late = Buffer.concat(takeLate(memory, objects));
  const ring = writeDistances(memory, object);
  return { fresh, begun, loaded, late, state, memory, ring };
}

function words(buffer) {
  return new Uint32Array(buffer.slice(0));
}

// Parses Pyodide's own form of a snapshot: a head, the references to JavaScript as JSON, the memory.
function read(snapshot) {
  const [, start, length] = new Uint32Array(snapshot.buffer, 0, 3);
  const state = JSON.parse(new TextDecoder().decode(snapshot.subarray(HEAD, HEAD + length)));
  return { state, memory: words(snapshot.buffer.slice(start)) };
}

// Runs the glue, and returns the object that it passes to `pyodideArrived`, as in the page.
async function arrived() {
  const home = mkdtempSync(join(tmpdir(), "snapshot-"));
  try {
    const copy = join(home, "glue.mjs");
    copyFileSync(glue, copy);
    const { href } = pathToFileURL(copy);
    const glueRan = new Promise((pyodideArrived) => (globalThis.knightsTour = { home: href, pyodideArrived }));
    await import(href);
    return await glueRan;
  } finally {
    rmSync(home, { recursive: true });
  }
}

const { fresh, begun, loaded, late, memory, ring, state } = await memories();
if (memory.length !== fresh.length) {
  console.error("The snapshot is larger than a module's memory at first: fewer modules must be in it.");
  process.exit(1);
}
const pageOf = (data, page) => data.subarray(page * PAGE, (page + 1) * PAGE);
const isSame = (page, one, other) => Buffer.compare(bytes(pageOf(one, page)), bytes(pageOf(other, page))) === 0;
const bytes = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

// Pages that a module's own start changes are always in the snapshot, because a browser may change them differently.
const all = Array.from({ length: memory.length / PAGE }, (_, page) => page);
const pages = all.filter((page) => !isSame(page, memory, fresh) || !isSame(page, begun, fresh));
const taken = pages.map((page) => bytes(pageOf(memory, page)));
const about = JSON.stringify({ state, ring, pages });
const head = Buffer.from(" ".repeat(4) + about.padEnd(Math.ceil((about.length + 4) / 4) * 4 - 4));
head.writeUInt32LE(head.length);
const first = JSON.stringify({ origins: loaded, late: late.length });
writeFileSync(out, Buffer.concat([Buffer.from(`${first}\n`), late, head, ...taken]));
