// Starts Python from the parts in the page: in the page itself, and in workers, which get the text of this script.
//
//   knightsTour.runtime.read(snapshot)                          parses a snapshot that snapshot.mjs took
//   knightsTour.runtime.fromSnapshot(glue, wasm, snapshot, io)   starts Python in the state of the snapshot
//   knightsTour.runtime.hash, fillTables, tableOf               compute what the snapshot leaves out, for snapshot.mjs too
//   knightsTour.runtime.fill(python, data)                      writes the data that `wasm` and the snapshot lack at first
//
// `glue` is the JavaScript of Pyodide, from the part "pyodide"; `wasm` is a compiled module. Modules in the snapshot work
// before `fill`. At its first use, `complete` replaces the differences in a snapshot by whole pages; then `differing` is 0.

(function () {
  "use strict";

  const NOWHERE = "https://runtime.invalid/"; // Pyodide needs an address for its files
  const PAGE = 1024; // words of four bytes in a page of memory

  // While Pyodide starts, this answers its two requests from memory. The library is empty: the snapshot has the modules of a start.
  async function answering(wasm, asNew, work) {
    const { fetch } = self;
    const { instantiateStreaming } = WebAssembly;
    self.fetch = async (address, options) =>
      String(address).startsWith(NOWHERE) ? new Response() : fetch(address, options);
    WebAssembly.instantiateStreaming = async (_, imports) => {
      const instance = await WebAssembly.instantiate(wasm, imports);
      asNew(instance.exports.memory.buffer);
      return { module: wasm, instance };
    };
    try {
      return await work();
    } finally {
      self.fetch = fetch;
      WebAssembly.instantiateStreaming = instantiateStreaming;
    }
  }

  // Returns the settings of Pyodide, which calls `io.died` with an error when Python cannot continue.
  function settings({ createPyodideModule, info }, snapshot, io) {
    let { program } = snapshot;
    return {
      _loadSnapshot: new Uint8Array(), // Pyodide calls restoreSnapshot
      createPyodideModule: async (asked) => {
        const module = await createPyodideModule(asked);
        module.API.on_fatal = io.died;
        module.API.restoreSnapshot = () => restored(snapshot, module.HEAPU8.buffer);
        return module;
      },
      indexURL: NOWHERE,
      stdLibURL: NOWHERE + "library.zip",
      lockFileContents: { info, packages: {} },
      fsInit: (files) => {
        files.writeFile("/lib/program.zip", program);
        program = null; // Pyodide keeps this function, which would keep the snapshot in memory
      },
      stdout: (text) => io.stdout(text),
      stderr: (text) => io.stderr(text),
    };
  }

  // Parses a snapshot of Python's memory: its pages, their numbers, and the JavaScript objects to which they refer.
  function read(snapshot) {
    const [start] = new Uint32Array(snapshot, 0, 1);
    const about = JSON.parse(new TextDecoder().decode(new Uint8Array(snapshot, 4, start - 4)));
    const end = start + 4 * PAGE * about.pages.length;
    const words = new Uint32Array(snapshot, start, (end - start) / 4);
    return Object.assign(about, { program: new Uint8Array(snapshot, end), words });
  }

  // Some pages of a new module's memory have data. Of these pages, the snapshot stores only the differences from that data. This
  // adds the data, while the memory of the module is unchanged.
  function complete(snapshot, memory) {
    const { differing, pages, words } = snapshot;
    const data = new Uint32Array(memory);
    for (let i = 0; i < differing; i++) {
      for (let from = pages[i] * PAGE, to = i * PAGE, end = to + PAGE; to < end; ) words[to++] ^= data[from++];
    }
    snapshot.differing = 0;
  }

  function restored(snapshot, memory) {
    const { pages, state, words } = snapshot;
    const data = new Uint32Array(memory);
    pages.forEach((page, i) => data.set(words.subarray(i * PAGE, (i + 1) * PAGE), page * PAGE));
    derive(data, snapshot);
    return state;
  }

  // Computes what the snapshot does not contain because it follows from the rest.
  function derive(data, { ring, texts, tables }) {
    link(data, ring);
    hash(data, texts);
    fillTables(data, tables);
  }

  // Links the objects of Python's garbage collector into a ring. Instead of the two links of an object, the snapshot has the
  // distance to the next object, which makes it smaller. The lowest bits are flags: see heap.mjs.
  function link(data, { head, first }) {
    let before = head;
    for (let node = first, distance = -1; distance; node += distance) {
      const at = node / 4;
      distance = data[at] & ~3;
      data[at] = (distance ? node + distance : head) | (data[at] & 3);
      data[at + 1] |= before;
      before = node;
    }
    data[head / 4] = first | (data[head / 4] & 3);
    data[head / 4 + 1] = before | (data[head / 4 + 1] & 3);
  }

  const HASH = 3; // the word of a text that has its hash
  const STATE = 4; // the word before its characters, or before two more words
  const IS_ASCII = 0x40;

  // Writes the hashes of the texts in the heap, which is a row of blocks: see heap.mjs. A text whose hash is not computed yet has -1, and one
  // whose hash the snapshot lacks has 0.
  function hash(data, { type, first, count }) {
    const bytes = new Uint8Array(data.buffer);
    for (let left = count, block = first; left; left--, block += data[block / 4 + 1] & ~7) {
      const text = block / 4 + 2;
      if (data[text + 1] !== type || data[text + HASH]) continue;
      const state = data[text + STATE];
      const begin = text + STATE + (state & IS_ASCII ? 1 : 3);
      data[text + HASH] = hashOf(data, bytes, begin, data[text + 2] * ((state >> 2) & 7));
    }
  }

  // The hash by Fowler, Noll and Vo, as Python computes it in WebAssembly: word by word, the last one byte by byte. See
  // Python/pyhash.c of CPython.
  function hashOf(data, bytes, word, length) {
    let at = 4 * word;
    let value = bytes[at] << 7;
    const end = at + length;
    while (end - at > 4) {
      value = Math.imul(value, 1000003) ^ data[at / 4];
      at += 4;
    }
    while (at < end) value = Math.imul(value, 1000003) ^ bytes[at++];
    value ^= length;
    return value === -1 ? -2 : value;
  }

  // Fills the tables by which dictionaries find their entries. `distances` are the words from each dictionary to the next one.
  function fillTables(data, distances) {
    let dict = 0;
    for (const distance of distances) {
      dict += distance;
      const { table, mask, entries, key } = tableOf(data, dict);
      table.fill(-1);
      for (let i = 0, at = entries.begin; at < entries.end; i++, at += entries.size) {
        if (!data[at + key]) continue; // a deleted entry
        const hash = key ? data[at] : data[data[at] / 4 + HASH];
        let place = hash & mask;
        for (let rest = hash; table[place] >= 0; ) place = (5 * place + (rest >>>= 5) + 1) & mask;
        table[place] = i;
      }
    }
  }

  // A dictionary has a table of small numbers, those of its entries, at places that follow from the hashes of the keys: see
  // Objects/dictobject.c of CPython. Its words are: the count of references; in bytes, the logarithms of the number of places and of
  // the size of the table, and the kind; the version; the number of free entries and that of used ones; then the table and the
  // entries. An entry of kind 0 has its hash, its key and its value; the key of any other is a text.
  function tableOf(data, dict) {
    const [places, size, kind] = new Uint8Array(data.buffer, 4 * dict + 4, 3);
    const [key, width] = kind ? [0, 2] : [1, 3];
    const begin = dict + 5 + (1 << size) / 4;
    const table = new (places < 8 ? Int8Array : Int16Array)(data.buffer, 4 * dict + 20, 1 << places);
    return { table, mask: (1 << places) - 1, entries: { begin, end: begin + width * data[dict + 4], size: width }, key };
  }

  // Each piece of the data follows its address and its length.
  function fill(python, data) {
    const all = new Uint8Array(python._module.HEAPU8.buffer);
    for (let at = 0; at < data.length; ) {
      const [address, length] = new Uint32Array(data.buffer, at, 2);
      all.set(data.subarray(at + 8, (at += 8 + length)), address);
    }
  }

  async function fromSnapshot(glue, wasm, snapshot, io) {
    const asked = settings(glue, snapshot, io);
    const python = await answering(wasm, (memory) => complete(snapshot, memory), () => glue.loadPyodide(asked));
    python.runPython("import random; random.seed()"); // the snapshot contains the state of random
    snapshot.words = snapshot.program = null; // frees memory: Pyodide keeps a function that refers to the snapshot
    return python;
  }

  knightsTour.runtime = { fill, fillTables, fromSnapshot, hash, read, tableOf };
})();
