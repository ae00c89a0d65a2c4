// Removes the parts of Pyodide that only packages in C need; the page loads none: node lean.mjs NODE_MODULES OUT_FOLDER
// Pyodide's WebAssembly exports 8,560 names, and a start makes an object of each; its glue assigns 4,900 of them to variables.
// Names that the glue uses nowhere else are removed, and then all code that only they reach. OUT_FOLDER gets both files under
// their own names, and the module in two parts: the code for a start, and the data that the page loads later.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { withoutCodecs } from "./codecs.mjs";
import { ICONV, late, namedAddresses, ownData, taken } from "./data.mjs";
import { leaveOut, placeOf, placesOf, removeNames } from "./modules.mjs";

const [nodeModules, out] = process.argv.slice(2);
const GLUE = "pyodide.asm.mjs";
const CODE = "pyodide.asm.wasm";
const FIRST = "first.wasm"; // CODE without DATA
const DATA = "data.bin";
const WORD = /[\w$]+/g;
const ASSIGNED = /([\w$]+)=(?:Module\["[\w$]+"\]=)?wasmExports\["([\w$]+)"\](?:\.value>>>0)?;/g;
const DECLARED = /(?<=\bvar )(?:[\w$]+,){1000,}[\w$]+(?=;)/g;

const fromPackage = (name) => readFileSync(join(nodeModules, "pyodide", name));

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function once(glue, pattern) {
  const [found, ...others] = glue.match(pattern) ?? [];
  if (!found || others.length) stop(`Pyodide's ${GLUE} is built in another way: ${pattern} is not there once.`);
  return found;
}

/** Returns a test for names that the scripts use, or that the module itself imports by their addresses. */
function asked(glue, declared, imports) {
  const rest = glue.replace(ASSIGNED, "").replace(declared, "") + fromPackage("pyodide.mjs");
  const words = new Set(rest.match(WORD));
  for (const { module, name } of imports) if (module.startsWith("GOT.")) words.add(name);
  return (name) => words.has(name) || words.has(`_${name}`);
}

function leanGlue(glue, declared, isAsked) {
  const gone = new Set();
  const assigned = glue.replace(ASSIGNED, (all, variable, name) => (isAsked(name) ? all : gone.add(variable) && ""));
  return assigned.replace(declared, () => declared.split(",").filter((variable) => !gone.has(variable)).join(","));
}

/** Returns the lean code, the same code without the data that loads late, and that data. */
async function leanCode(python, code, names) {
  const { default: binaryen } = await import(pathToFileURL(createRequire(resolve(nodeModules) + sep).resolve("binaryen")).href);
  const { BulkMemory, ExceptionHandling, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SignExt } = binaryen.Features;
  const module = binaryen.readBinary(code);
  // The features of browsers of 2021, for which Pyodide is built. With more features, binaryen would write other code.
  module.setFeatures(BulkMemory | ExceptionHandling | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SignExt);
  const addresses = namedAddresses(module, binaryen, code);
  const places = placesOf(module, binaryen);
  const gone = leaveOut(module, binaryen);
  for (const name of names) module.removeExport(name);
  module.runPasses(["remove-unused-module-elements"]);
  const lean = Buffer.from(module.emitBinary());
  removeNames(lean, gone);
  const placesOfNames = (exports) => exports.map((name) => placeOf(places, name));
  const iconv = placesOfNames(ICONV);
  if (module.getFunction(String(iconv[0]))) stop("Something in Pyodide's WebAssembly calls iconv.");
  taken(lean, ownData(addresses, iconv));
  const first = Buffer.from(lean);
  const data = late(python, first, addresses, placesOfNames);
  return { lean, first, data };
}

const code = fromPackage(CODE);
const glue = fromPackage(GLUE).toString();
const compiled = new WebAssembly.Module(code);
const declared = once(glue, DECLARED);
const isAsked = asked(glue, declared, WebAssembly.Module.imports(compiled));
const isData = ({ kind }) => kind === "function" || kind === "global"; // the table, memory and tags stay
const unasked = WebAssembly.Module.exports(compiled).filter((each) => isData(each) && !isAsked(each.name));
mkdirSync(out, { recursive: true });
writeFileSync(join(out, GLUE), leanGlue(glue, declared, isAsked));
const { loadPyodide } = await import(pathToFileURL(resolve(nodeModules, "pyodide/pyodide.mjs")).href);
const python = await loadPyodide();
const { lean, first, data } = await leanCode(python, withoutCodecs(python, code), unasked.map(({ name }) => name));
for (const [name, made] of [[CODE, lean], [FIRST, first], [DATA, data]]) writeFileSync(join(out, name), made);
