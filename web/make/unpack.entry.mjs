// Zstandard's own decoder, for what the page carries. See boot.js.
//
//   knightsTour.unpack(packed, length)   a promise of the bytes; of too few where what is packed is damaged

import { wasm } from "zstddec";

let code; // compiled once it is asked for: where WebAssembly is forbidden, boot.js says so

// Each part has a decoder of its own, whose memory goes with it: one for all would keep what the largest part takes.
knightsTour.unpack = async (packed, length) => {
  code ||= WebAssembly.compile(knightsTour.decoded(wasm));
  const env = { emscripten_notify_memory_growth() {} };
  const { malloc, memory, ZSTD_decompress } = (await WebAssembly.instantiate(await code, { env })).exports;
  const [from, to] = [malloc(packed.length), malloc(length)];
  new Uint8Array(memory.buffer, from).set(packed);
  const size = ZSTD_decompress(to, length, from, packed.length); // less than none for a fault
  return new Uint8Array(memory.buffer, to).slice(0, Math.max(size, 0));
};
