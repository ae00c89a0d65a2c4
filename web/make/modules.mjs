// Leaves modules in C, and the libraries behind them, out of Pyodide's WebAssembly: SQLite, LZMA, Zstandard, bzip2, Expat,
// libffi, East Asian codecs, CPython's own tests. The page carries no Python module that imports one of them.
//
// The linker places the functions of an object file next to each other, so two exported names enclose them. Only their own
// module calls these functions by address, through the table of functions. There a trap replaces each of them, and then no
// code reaches them. The names of the modules in C are removed too, so that Python does not find these modules.

/** Ranges to remove: the first export in the range, and the first export after it. */
const LEFT_OUT = [
  ["PyInit__ctypes", "PyInit__posixsubprocess"],
  ["PyInit__bz2", "PyInit_zlib"],
  ["PyInit__sqlite3", "PyInit_array"], // contains _lzma and _zstd too
  ["PyInit__lsprof", "PyInit__pickle"],
  ["PyInit__remote_debugging", "PyInit__struct"],
  ["PyInit__zoneinfo", "PyInit_math"],
  ["PyInit_pyexpat", "PyInit_unicodedata"], // contains _elementtree and the codecs too
  ["PyInit_termios", "PyUnstable_AtExit"], // contains CPython's tests too
  ["ffi_prep_cif", "hiwire_intern"],
  ["lzma_version_number", "ceil"], // contains SQLite too
  ["FSE_versionNumber", "emscripten_GetProcAddress"], // Zstandard
  ["BZ2_blockSort", "adler32_z"],
];
const SQLITE = ["PyInit__hmac", "PyInit__sqlite3"]; // the functions of _sqlite3 begin between these two
const TRAP = "left out";

/** Returns the places of the exported functions, by their names. A place is the index of a function. */
export function placesOf(module, { getExportInfo, ExternalFunction }) {
  const places = new Map();
  for (let i = 0; i < module.getNumExports(); i++) {
    const { kind, name, value } = getExportInfo(module.getExportByIndex(i));
    if (kind === ExternalFunction) places.set(name, Number(value));
  }
  return places;
}

export function placeOf(places, name) {
  if (!places.has(name)) throw new Error(`Pyodide's WebAssembly does not export ${name} any more`);
  return places.get(name);
}

/** Returns the place of the first function that calls SQLite, between the two exports of `SQLITE`. */
function firstCaller(module, binaryen, places) {
  const library = new Set([...places].filter(([name]) => name.startsWith("sqlite3_")).map(([, place]) => String(place)));
  const [begin, end] = SQLITE.map((name) => placeOf(places, name));
  for (let place = begin; place < end; place++) {
    const { body } = binaryen.getFunctionInfo(module.getFunction(String(place)));
    const called = binaryen.emitText(body).matchAll(/\(call \$(\d+)/g);
    if ([...called].some(([, name]) => library.has(name))) return place;
  }
  throw new Error("No function before PyInit__sqlite3 calls SQLite any more");
}

/** Removes the modules in C from a WebAssembly module that binaryen has read; returns the names of those in C. */
export function leaveOut(module, binaryen) {
  const places = placesOf(module, binaryen);
  const ranges = LEFT_OUT.map((names) => names.map((name) => placeOf(places, name)));
  ranges.push([firstCaller(module, binaryen, places), placeOf(places, SQLITE[1])]);
  const isLeftOut = (place) => ranges.some(([begin, end]) => place >= begin && place < end);

  const { name, table, offset, data } = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(0));
  const { value } = binaryen.getExpressionInfo(offset);
  const times = new Map();
  for (const each of data) times.set(each, (times.get(each) ?? 0) + 1);
  // A function that is in the table twice belonged to two modules, before equal functions were merged.
  const kept = data.map((each) => (isLeftOut(Number(each)) && times.get(each) === 1 ? TRAP : each));
  module.addFunction(TRAP, binaryen.none, binaryen.none, [], module.unreachable());
  module.removeElementSegment(name);
  module.addActiveElementSegment(table, name, kept, module.i32.const(value));

  const gone = [...places].filter(([, place]) => isLeftOut(place)).map(([each]) => each);
  return gone.filter((each) => each.startsWith("PyInit_")).map((each) => each.slice("PyInit_".length));
}

/** Removes the names of modules in C from the code of the WebAssembly. */
export function removeNames(code, names) {
  for (const name of names) {
    const text = Buffer.from(`\0${name}\0`);
    let at = code.indexOf(text);
    if (at < 0) throw new Error(`The name ${name} is not in Pyodide's WebAssembly`);
    for (; at >= 0; at = code.indexOf(text, at)) code[at + 1] = 0;
  }
}
