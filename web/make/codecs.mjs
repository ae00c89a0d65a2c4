// Blanks the tables of the East Asian codecs in Pyodide's WebAssembly. No Python module in the page uses these codecs (see
// ENCODINGS in archives.py), and their tables are a tenth of the packed module.
//
// The C module of each codec holds its tables in capsules. A running Pyodide tells their addresses.

import { segments } from "./data.mjs";

const MODULES = ["_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw"];
const ROWS = 256; // rows of a table, each with its first and last character
const ROW = 8; // bytes

const CAPSULES = `
from importlib import import_module
modules = map(import_module, names)
[id(value) for module in modules for name, value in vars(module).items() if name.startswith("__map_") and "pair" not in name]
`;

/** Returns the addresses of all rows of characters: [begin, end], sorted, with adjacent rows joined. */
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

function blank(code, pieces, [begin, end], memory) {
  for (const { address, at, size } of pieces) {
    const [from, to] = [Math.max(begin, address), Math.min(end, address + size)];
    if (from >= to) continue;
    const there = code.subarray(at + from - address, at + to - address);
    if (there.compare(memory, from, to)) throw new Error(`Pyodide's memory at ${from} is not as in its WebAssembly`);
    there.fill(0);
  }
}

/** Returns the code of Pyodide without the tables of these codecs. */
export function withoutCodecs(python, original) {
  const capsules = python.runPython(CAPSULES, { globals: python.toPy({ names: MODULES }) }).toJs();
  const memory = Buffer.from(python._module.HEAPU8.buffer);
  const code = Buffer.from(original);
  const pieces = segments(code);
  for (const table of tables(python._module, capsules)) blank(code, pieces, table, memory);
  return code;
}
