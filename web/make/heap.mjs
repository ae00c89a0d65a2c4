// Clears unused parts of a snapshot's memory, so that it compresses better: free blocks of the heap, and the ends of used ones.
//
// The heap is that of dlmalloc, a row of blocks. A block begins with two words: the size of the block before, if that block is
// free; and its own size, with flags in the lowest bits. The last block is free, and a mark that is no block follows it.

const WORD = 4;
const HEAD = 8; // bytes
const FLAGS = 7;
const BEFORE_IS_USED = 1;
const IS_USED = 2;
const LARGE = 256; // bytes
const LINKS = { small: 8, large: 24 }; // bytes after the head of a free block, with the links by which dlmalloc finds it
const LAST_MARK = 40;
const FEWEST = 100_000; // a Python with our modules has at least this many blocks

const head = (memory, block) => memory[block / WORD + 1];
const sizeOf = (memory, block) => head(memory, block) & ~FLAGS;
const isUsed = (memory, block) => Boolean(head(memory, block) & IS_USED);

/** Returns true if the heads of a block and of the next one agree about the block. */
function fit(memory, block, next) {
  if (Boolean(head(memory, next) & BEFORE_IS_USED) !== isUsed(memory, block)) return false;
  return isUsed(memory, block) || memory[next / WORD] === next - block;
}

/** Returns the addresses of all blocks: the longest chain that ends with the mark. */
function blocksOf(memory) {
  const lengths = new Int32Array(memory.byteLength / HEAD); // address / HEAD -> length of the chain that begins there
  let first = 0;
  for (let block = memory.byteLength - 2 * HEAD; block > 0; block -= HEAD) {
    const next = block + sizeOf(memory, block);
    if (next < block + 2 * HEAD || next + HEAD > memory.byteLength) continue;
    if (head(memory, next) === LAST_MARK && !isUsed(memory, block)) lengths[block / HEAD] = 1;
    else if (lengths[next / HEAD] && fit(memory, block, next)) lengths[block / HEAD] = lengths[next / HEAD] + 1;
    if (lengths[block / HEAD] > lengths[first / HEAD]) first = block;
  }
  const blocks = [];
  for (let block = first, left = lengths[first / HEAD]; left; left--, block += sizeOf(memory, block)) blocks.push(block);
  return blocks;
}

/** Clears the free blocks, except for their links. */
export function clearFreeBlocks(memory) {
  const blocks = blocksOf(memory);
  if (blocks.length < FEWEST) throw new Error(`Python's heap is built in another way: it has ${blocks.length} blocks`);
  for (const block of blocks.filter((each) => !isUsed(memory, each))) {
    const size = sizeOf(memory, block);
    const links = size < LARGE ? LINKS.small : LINKS.large;
    memory.fill(0, (block + HEAD + links) / WORD, (block + size) / WORD);
  }
}

// An object begins with the count of references, the address of its type and, if its size varies, its length. These are the numbers of the words.
const [TYPE, LENGTH] = [1, 2];
const BEFORE = [0, 8, 16]; // bytes before the address of an object that may belong to it, such as links of the garbage collector
const MOST_UNUSED = 16; // bytes at the end of a block that has no other use
// A text has its state after its length and its hash: the size of a character in bits 2 to 4, and whether the text is in ASCII.
const STATE = 4; // the number of the word
const STATE_BITS = 0xff; // the other bits are undefined
const IS_ASCII = 0x40;
const TEXT = { ascii: 20, other: 28 }; // the first byte of the characters
const DIGITS = 3; // the length of an integer is in the bits from this one on

/** Returns the size of an object: see `clearPadding`. */
function sizeOfObject(memory, object, { size, item }) {
  const length = memory[object + LENGTH];
  const state = memory[object + STATE];
  if (item === "digits") return size + 4 * Math.max(1, length >> DIGITS);
  if (item !== "characters") return size + length * item;
  return (state & IS_ASCII ? TEXT.ascii : TEXT.other) + (length + 1) * ((state >> 2) & 7);
}

/**
 * Clears the bytes that an object in the heap does not use: those between its end and the end of its block, and the undefined bits
 * of a text's state. `layouts` has the address of each type, the number of bytes before an object that belong to it, its size
 * without items, and the size of an item, or what the items are.
 */
export function clearPadding(memory, layouts) {
  const all = new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength);
  const byType = new Map(layouts.map((each) => [each.type, each]));
  for (const block of blocksOf(memory).filter((each) => isUsed(memory, each))) {
    for (const before of BEFORE) {
      const object = (block + HEAD + before) / WORD;
      const layout = byType.get(memory[object + TYPE]);
      if (layout?.before !== before) continue;
      const end = object * WORD + sizeOfObject(memory, object, layout);
      const last = block + sizeOf(memory, block) + WORD; // the first word of the next block belongs to this one
      if (end > last || last - end >= MOST_UNUSED) continue;
      all.fill(0, end, last);
      if (layout.item === "characters") memory[object + STATE] &= STATE_BITS;
    }
  }
}

// Each object that the collector follows has two words before it: the links to the next and the previous object, with flags in
// the lowest bits. The list is a ring, closed by a head outside the heap.
const LINK_FLAGS = 3;

/** Returns the ring that contains an object: its head, and its other nodes by address. */
function ringOf(memory, object) {
  const next = (node) => memory[node / WORD] & ~LINK_FLAGS;
  const begin = object - 2 * WORD;
  const nodes = [begin];
  for (let node = next(begin); node !== begin; node = next(node)) {
    if (!node || (memory[next(node) / WORD + 1] & ~LINK_FLAGS) !== node) throw new Error("Python's collector links its objects in another way");
    nodes.push(node);
  }
  const [head, ...others] = nodes.sort((one, other) => one - other);
  return { head, nodes: others };
}

/** Replaces the links of a ring by the distance to the next node by address. Returns the head and the first node, for runtime.js. */
export function writeDistances(memory, object) {
  const { head, nodes } = ringOf(memory, object);
  const [heap] = blocksOf(memory);
  if (head > heap || nodes[0] < heap) throw new Error("Python's collector keeps the head of its list in another place");
  nodes.forEach((node, i) => {
    const distance = (nodes[i + 1] ?? node) - node; // 0 after the last
    memory[node / WORD] = distance | (memory[node / WORD] & LINK_FLAGS);
    memory[node / WORD + 1] &= LINK_FLAGS;
  });
  return { head, first: nodes[0] };
}

const CONTENT = 16; // the place of the first byte of bytes
const IMMORTAL = 1 << 28; // an object with this count of references, or a higher one, is never freed

// A table of lines has an entry for up to eight instructions. The first byte of an entry names its kind and their number. Then comes
// the difference of the lines, here 0, in six bits of each byte; a seventh bit says that more bytes follow. See
// InternalDocs/code_objects.md of CPython.
const MOST_INSTRUCTIONS = 8;
const SAME_LINE = (count) => [0xe8 + count - 1, 0];
const MORE = 0x40;

/**
 * Replaces line tables by tables in which all instructions are on the first line. `type` is the address of Python's type of
 * bytes. An entry of `tables` has the address of an object of bytes, its length, and the number of instructions. Returns the old
 * bytes for `fill` in runtime.js: each piece follows its address and its length.
 */
export function takeLate(memory, { type, tables }) {
  const shorter = tables.map(([object, length, instructions]) => [object, length, tableOfOneLine(length, instructions)]);
  return shorter.filter(([, , table]) => table).map((each) => replace(memory, type, ...each));
}

// Returns a table of lines, or null if it does not fit.
function tableOfOneLine(length, instructions) {
  const entries = [];
  for (let left = instructions; left > 0; left -= MOST_INSTRUCTIONS) entries.push(...SAME_LINE(Math.min(left, MOST_INSTRUCTIONS)));
  if (entries.length > length) return null;
  const table = Buffer.alloc(length, MORE); // makes the last entry as long as the rest
  table.set(entries.slice(0, -1));
  table[length - 1] = 0;
  return table;
}

function replace(memory, type, object, length, content) {
  const [references, itsType, itsLength] = memory.subarray(object / WORD, object / WORD + 3);
  if (itsType !== type || itsLength !== length) throw new Error(`Python has no bytes of length ${length} at ${object}`);
  const begin = object + CONTENT;
  const size = Math.ceil(length / WORD) * WORD;
  const place = Buffer.from(memory.buffer, memory.byteOffset + begin, size);
  const piece = Buffer.concat([Buffer.from(Uint32Array.of(begin, size).buffer), place]);
  place.set(content);
  if (references < IMMORTAL) memory[object / WORD] += 1; // Python must not free it before `fill`
  return piece;
}
