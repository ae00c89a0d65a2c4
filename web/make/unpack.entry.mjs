// Zstandard's own decoder, for what the page carries. See boot.js.
//
//   knightsTour.unpack(packed, length)   a promise of the bytes; of too few where what is packed is damaged

import { wasm } from "zstddec";

const IMPORTS = { env: { emscripten_notify_memory_growth() {} } };

let code; // compiled once it is asked for: where WebAssembly is forbidden, boot.js says so
let decoder; // nobody holds it between two parts: a memory stays as large as the largest of them

// One for all that is unpacked at a time: WebKit gives a process four memories that need no check of
// each access, and Python's comes last.
function ready() {
  const ours = decoder?.deref() || instance();
  decoder = new WeakRef(ours);
  return ours;
}

async function instance() {
  code ||= WebAssembly.compile(Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)));
  return WebAssembly.instantiate(await code, IMPORTS);
}

knightsTour.unpack = async (packed, length) => {
  const { free, malloc, memory, ZSTD_decompress } = (await ready()).exports;
  const [from, to] = [malloc(packed.length), malloc(length)];
  if (!from || !to) throw new RangeError("there is no memory left to unpack in");
  new Uint8Array(memory.buffer, from).set(packed);
  const size = ZSTD_decompress(to, length, from, packed.length); // less than none for a fault
  const data = new Uint8Array(memory.buffer, to).slice(0, Math.max(size, 0));
  [from, to].forEach(free);
  return data;
};
