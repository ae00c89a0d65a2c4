// The decoder of Zstandard, for the parts of the page. See boot.js.
//
//   knightsTour.unpack(pieces, length)   returns a promise of the bytes, unpacked while the pieces arrive: an array of promises
//                                        of packed bytes; rejected if one is, or if the packed data is damaged

import { wasm } from "zstddec/stream";

const IMPORTS = { env: { emscripten_notify_memory_growth() {} } };

let code; // compiled at the first use, so that boot.js can report that WebAssembly is forbidden
let decoder; // dropped between parts, because its memory never shrinks

// All parts that are unpacked at the same time share one decoder: WebKit gives a process only four fast memories, and Python
// needs one of them later.
function ready() {
  const ours = decoder?.deref() || instance();
  decoder = new WeakRef(ours);
  return ours;
}

async function instance() {
  code ||= WebAssembly.compile(Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)));
  return WebAssembly.instantiate(await code, IMPORTS);
}

const NO_MEMORY = -64; // an error of Zstandard
const NUMBERS = 6; // words: the address of the packed bytes, their length, the position; likewise of the room for unpacked bytes

// Unpacks a part in the memory of the decoder.
class Stream {
  constructor(decoder, length) {
    this.decoder = decoder;
    this.data = new Uint8Array(length);
    this.at = 0; // bytes that are unpacked
    this.roomSize = decoder.ZSTD_DStreamOutSize();
    this.context = decoder.ZSTD_createDCtx();
    this.room = decoder.malloc(this.roomSize);
    this.numbers = decoder.malloc(4 * NUMBERS);
    this.isComplete = false;
  }

  push(packed) {
    const { decoder } = this;
    const from = decoder.malloc(packed.length);
    if (!from || !this.numbers || !this.room || !this.context) throw noMemory();
    new Uint8Array(decoder.memory.buffer, from).set(packed);
    for (let position = 0; position < packed.length; ) position = this.step(from, packed.length, position);
    decoder.free(from);
  }

  // Unpacks until the room is full, or the piece is read. Returns the new position in the piece.
  step(from, size, position) {
    const { decoder, numbers, room, roomSize } = this;
    new Uint32Array(decoder.memory.buffer, numbers).set([from, size, position, room, roomSize, 0]);
    const left = decoder.ZSTD_decompressStream(this.context, numbers + 12, numbers); // 0 at the end, negative after an error
    if (left === NO_MEMORY) throw noMemory();
    const [, , read, , , written] = new Uint32Array(decoder.memory.buffer, numbers, NUMBERS);
    if (left < 0 || this.at + written > this.data.length) throw damaged();
    this.data.set(new Uint8Array(decoder.memory.buffer, room, written), this.at);
    this.at += written;
    this.isComplete = !left && this.at === this.data.length;
    return read;
  }

  close() {
    this.decoder.ZSTD_freeDCtx(this.context);
    this.decoder.free(this.room);
    this.decoder.free(this.numbers);
  }
}

const damaged = () => new Error("a part is not as it was packed");
const noMemory = () => new RangeError("there is no memory left to unpack in");

knightsTour.unpack = async (pieces, length) => {
  for (const piece of pieces) piece.catch(() => {}); // the first that fails is reported below
  const stream = new Stream((await ready()).exports, length);
  try {
    for (const piece of pieces) stream.push(await piece);
  } finally {
    stream.close();
  }
  if (!stream.isComplete) throw damaged();
  return stream.data;
};
