// Starts Python from the parts in the page: in the page itself, and in workers, which get the text of this script.
//
//   knightsTour.runtime.read(snapshot)                          parses a snapshot that snapshot.mjs took
//   knightsTour.runtime.fromSnapshot(glue, wasm, snapshot, io)   starts Python in the state of the snapshot
//   knightsTour.runtime.fill(python, data)                      writes the data that `wasm` and the snapshot lack at first
//
// `glue` is the JavaScript of Pyodide, from the part "pyodide"; `wasm` is a compiled module. Modules in the snapshot work
// before `fill`.

(function () {
  "use strict";

  const NOWHERE = "https://runtime.invalid/"; // Pyodide needs an address for its files
  const PAGE = 1024; // words of four bytes in a page of memory

  // While Pyodide starts, this answers its two requests from memory. The library is empty: the snapshot has the modules of a start.
  async function answering(wasm, work) {
    const { fetch } = self;
    const { instantiateStreaming } = WebAssembly;
    self.fetch = async (address, options) =>
      String(address).startsWith(NOWHERE) ? new Response() : fetch(address, options);
    WebAssembly.instantiateStreaming = async (_, imports) => ({
      module: wasm,
      instance: await WebAssembly.instantiate(wasm, imports),
    });
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

  function restored(snapshot, memory) {
    const { pages, ring, state, words } = snapshot;
    const data = new Uint32Array(memory);
    pages.forEach((page, i) => data.set(words.subarray(i * PAGE, (i + 1) * PAGE), page * PAGE));
    link(data, ring);
    return state;
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

  // Each piece of the data follows its address and its length.
  function fill(python, data) {
    const all = new Uint8Array(python._module.HEAPU8.buffer);
    for (let at = 0; at < data.length; ) {
      const [address, length] = new Uint32Array(data.buffer, at, 2);
      all.set(data.subarray(at + 8, (at += 8 + length)), address);
    }
  }

  async function fromSnapshot(glue, wasm, snapshot, io) {
    const python = await answering(wasm, () => glue.loadPyodide(settings(glue, snapshot, io)));
    python.runPython("import random; random.seed()"); // the snapshot contains the state of random
    snapshot.words = snapshot.program = null; // frees memory: Pyodide keeps a function that refers to the snapshot
    return python;
  }

  knightsTour.runtime = { fill, fromSnapshot, read };
})();
