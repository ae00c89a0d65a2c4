// JavaScript functions for WebAssembly's table, all in one module. Pyodide makes a module of its own for each of the 261,
// which costs a twentieth of the start. A module that imports a function and exports it again makes it fit for the table.

const TYPES = { i: 127, p: 127, j: 126, f: 125, d: 124, e: 111 };
const FUNCTION = 0;

// A whole number as WebAssembly writes it: seven bits a byte, the lowest first.
function leb(number) {
  return number < 128 ? [number] : [(number % 128) | 128, ...leb(number >> 7)];
}

const list = (items) => [...leb(items.length), ...items.flat()];
const name = (text) => list([...text].map((letter) => letter.charCodeAt(0)));
const section = (id, items) => [id, ...list(list(items))];

// A signature is a letter for the result (v for none), then one for each argument.
function typed([result, ...taken]) {
  const given = result === "v" ? [] : [TYPES[result]];
  return [96, ...list(taken.map((letter) => TYPES[letter])), ...list(given)];
}

/** The functions that carry a signature, each with the one that can stand in the table. */
export function inOneModule(values) {
  const functions = [...new Set(values)].filter((value) => typeof value === "function" && value.sig);
  const bytes = Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...section(1, functions.map(({ sig }) => typed(sig))),
    ...section(2, functions.map((_, i) => [...name("e"), ...name(String(i)), FUNCTION, ...leb(i)])),
    ...section(7, functions.map((_, i) => [...name(String(i)), FUNCTION, ...leb(i)])),
  );
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { ...functions } });
  return new Map(functions.map((value, i) => [value, exports[i]]));
}
