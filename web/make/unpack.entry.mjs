// The decoder of Zstandard, for the parts of the page. See boot.js.
//
//   knightsTour.unpack(packed, length)   returns a promise of the bytes; too few if the packed data is damaged

import { wasm } from "zstddec";

const IMPORTS = { env: { emscripten_notify_memory_growth() {} } };

let code; // compiled when first used: boot.js reports if WebAssembly is forbidden
let decoder; // dropped between parts, because its memory never shrinks

// All parts that are unpacked at the same time share one decoder: WebKit gives a process only four fast memories, and Python's
// comes last.
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
  const size = ZSTD_decompress(to, length, from, packed.length); // negative after an error
  const data = new Uint8Array(memory.buffer, to).slice(0, Math.max(size, 0));
  [from, to].forEach(free);
  return data;
};
