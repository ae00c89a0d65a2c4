// The data of Pyodide's WebAssembly: tables and texts with which its memory begins. The tables of iconv are removed, because
// nothing reads them. The tables of unicodedata and the modules frozen into Python are needed only after an import, which the
// page can delay, so they load late.
//
// The linker puts the functions of an object file side by side, and its data too. Functions refer to data by its address. So if
// only functions of one file contain the addresses in a range, the range is data of that file.

const DATA = 11; // the section of a module with its data
const HEAD = 8; // bytes before the first section
const PAGE = 4096; // bytes, as in snapshot.mjs
const ALIGNED = 16; // bytes, at most, between two pieces that belong together
const LOWEST = 1024; // the address at which data begins
const CONSTANT = /i32\.const (\d+)|offset=(\d+)/g;

/** Constants that only look like addresses of data: numbers of the Mersenne twister, and bit masks. */
const NUMBERS = new Set([0x155557, 0x188002, 0x19660d, 0x1c0000, 0x1f0000]);

/** Two exports: the functions from the first up to the second are those of one file, or of two files. */
export const ICONV = ["iconv_open", "iconv_close"]; // lean.mjs leaves them out
const UNICODEDATA = ["PyInit_unicodedata", "PyInit_fcntl"];

const FROZEN = `
import _imp
[_imp.find_frozen(name, withdata=True)[0].tobytes() for name in _imp._frozen_module_names()]
`;

/** Returns a reader of the numbers in a module. */
function reader(code, at) {
  const number = () => {
    let value = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) value += ((byte = code[at++]) & 127) * 2 ** shift;
    return value;
  };
  return { number, skip: (length) => (at += length), where: () => at };
}

/** Returns the pieces of the data: the address of each, its place in the code, and its size. */
export function segments(code) {
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

/** Returns the data of a range, and replaces it with zeros in the code. */
export function taken(code, [begin, end]) {
  const data = Buffer.alloc(end - begin);
  for (const { address, at, size } of segments(code)) {
    const [from, to] = [Math.max(begin, address), Math.min(end, address + size)];
    if (from >= to) continue;
    const there = code.subarray(at + from - address, at + to - address);
    there.copy(data, from - begin);
    there.fill(0);
  }
  return data;
}

/** Returns all addresses of data in functions, in ascending order, each with the places of these functions. */
export function namedAddresses(module, binaryen, code) {
  const named = new Map();
  const end = Math.max(...segments(code).map(({ address, size }) => address + size));
  for (let i = 0; i < module.getNumFunctions(); i++) {
    const { body, name } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
    for (const [, constant, offset] of body ? binaryen.emitText(body).matchAll(CONSTANT) : []) {
      const address = Number(constant ?? offset);
      if (address < LOWEST || address > end || NUMBERS.has(address)) continue;
      if (!named.has(address)) named.set(address, new Set());
      named.get(address).add(Number(name));
    }
  }
  return [...named].sort(([one], [other]) => one - other);
}

/** Returns the longest range of data whose addresses are only in the functions between two places. */
export function ownData(addresses, [first, next]) {
  let [longest, begin] = [[0, 0], 0];
  for (const [address, places] of addresses) {
    if ([...places].every((place) => place >= first && place < next)) {
      begin ||= address;
    } else {
      if (begin && address - begin > longest[1] - longest[0]) longest = [begin, address];
      begin = 0;
    }
  }
  return longest;
}

/** Returns the ranges of the modules frozen into Python, whose bytecode is read only when they are imported. */
function frozen(python) {
  const modules = python.runPython(FROZEN).toJs().map((data) => {
    const begin = Buffer.from(python._module.HEAPU8.buffer).indexOf(data); // copies have higher addresses
    if (begin < 0) throw new Error("A module frozen into Python is not in its memory");
    return [begin, begin + data.length];
  });
  modules.sort(([one], [other]) => one - other);
  return modules.reduce((joined, [begin, end]) => {
    const last = joined.at(-1);
    if (last && begin <= last[1] + ALIGNED) last[1] = Math.max(last[1], end);
    else joined.push([begin, end]);
    return joined;
  }, []);
}

/** Removes the data that loads late from the code, and returns it: each piece follows its address and its length. */
export function late(python, code, addresses, placesOf) {
  const ranges = [ownData(addresses, placesOf(UNICODEDATA)), ...frozen(python)];
  const pieces = ranges.flatMap(([from, to]) => {
    const [begin, end] = [Math.ceil(from / PAGE) * PAGE, Math.floor(to / PAGE) * PAGE]; // whole pages, for the snapshot
    return begin < end ? [Buffer.from(Uint32Array.of(begin, end - begin).buffer), taken(code, [begin, end])] : [];
  });
  return Buffer.concat(pieces);
}
