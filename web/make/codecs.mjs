// Blanks the tables of the East Asian codecs in Pyodide's WebAssembly. The page carries no Python module that could name one of
// them (see ENCODINGS in archives.py), and they are a tenth of what the module takes when it is packed.
//
// Each codec's module in C offers its tables as capsules, whose addresses a running Pyodide tells.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const MODULES = ["_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw"];
const ROWS = 256; // of a table: each points to its characters, from the first to the last that it has
const ROW = 8; // bytes
const DATA = 11; // the section of a module with what stands in its memory at first
const HEAD = 8; // bytes before the first section

const CAPSULES = `
from importlib import import_module
modules = map(import_module, names)
[id(value) for module in modules for name, value in vars(module).items() if name.startswith("__map_") and "pair" not in name]
`;

/** The addresses of all rows of characters: [begin, end], sorted and joined where they touch. */
function tables({ HEAPU8, HEAPU32 }, capsules) {
  const rows = [];
  for (const capsule of capsules) {
    const [, encoder, decoder] = HEAPU32.subarray(HEAPU32[capsule / 4 + 2] / 4);
    for (const table of [encoder, decoder].filter(Boolean)) {
      for (let row = table; row < table + ROWS * ROW; row += ROW) {
        const begin = HEAPU32[row / 4];
        if (begin) rows.push([begin, begin + 2 * (HEAPU8[row + 5] - HEAPU8[row + 4] + 1)]);
      }
    }
  }
  rows.sort(([one], [other]) => one - other);
  return rows.reduce((joined, [begin, end]) => {
    const last = joined.at(-1);
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([begin, end]);
    return joined;
  }, []);
}

/** Reads the numbers of a module in their order. */
function reader(code, at) {
  const number = () => {
    let value = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) value += ((byte = code[at++]) & 127) * 2 ** shift;
    return value;
  };
  return { number, skip: (length) => (at += length), where: () => at };
}

/** What stands in the memory at first: the address of each piece, where it is in the code, and how long it is. */
function segments(code) {
  const found = [];
  const { number, skip, where } = reader(code, HEAD);
  while (where() < code.length) {
    const [section, length] = [number(), number()];
    if (section !== DATA) {
      skip(length);
      continue;
    }
    for (let left = number(); left; left--) {
      if (number() !== 0 || number() !== 0x41) throw new Error("Pyodide's data has no constant address");
      const address = number();
      skip(1); // the end of the address
      const size = number();
      found.push({ address, at: where(), size });
      skip(size);
    }
  }
  return found;
}

function blank(code, pieces, [begin, end], memory) {
  for (const { address, at, size } of pieces) {
    const [from, to] = [Math.max(begin, address), Math.min(end, address + size)];
    if (from >= to) continue;
    const there = code.subarray(at + from - address, at + to - address);
    if (there.compare(memory, from, to)) throw new Error(`Pyodide's memory at ${from} is not as in its WebAssembly`);
    there.fill(0);
  }
}

/** The code of Pyodide without these codecs. */
export async function withoutCodecs(folder, original) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  const python = await loadPyodide();
  const capsules = python.runPython(CAPSULES, { globals: python.toPy({ names: MODULES }) }).toJs();
  const memory = Buffer.from(python._module.HEAPU8.buffer);
  const code = Buffer.from(original);
  const pieces = segments(code);
  for (const table of tables(python._module, capsules)) blank(code, pieces, table, memory);
  return code;
}
