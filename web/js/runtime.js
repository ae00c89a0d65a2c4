// Starts a Python from the parts in the page: in the page itself, and in workers, which get the text of this script.
//
//   knightsTour.runtime.read(snapshot)                          a snapshot as snapshot.mjs took it
//   knightsTour.runtime.fromSnapshot(glue, wasm, snapshot, io)   a Python in the state of the snapshot
//   knightsTour.runtime.fromArchives(glue, wasm, archives, io)   one that starts the long way: { library, program } are whole
//   knightsTour.runtime.fill(memory, data)                      writes the data that `wasm` lacks into the memory of a module
//
// Without its data, a Python from the snapshot can do all that is in the snapshot. `glue` is what the part "pyodide" brings, `wasm` a compiled module. A snapshot that was used once is whole: `differing` is 0.

(function () {
  "use strict";

  const NOWHERE = "https://runtime.invalid/"; // Pyodide wants an address to take its files from
  const PAGE = 1024; // words of four bytes in a page of memory

  // While Pyodide starts, the two files that it asks for come from memory; with a snapshot it needs nothing of its library.
  async function answering(wasm, library, asNew, work) {
    const { fetch } = self;
    const { instantiateStreaming } = WebAssembly;
    self.fetch = async (address, options) =>
      String(address).startsWith(NOWHERE) ? new Response(library) : fetch(address, options);
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

  // `prepare` gets the module before Python starts in it; `io.died` is called with an error when Python cannot continue.
  function settings({ createPyodideModule, info }, program, io, prepare) {
    return {
      createPyodideModule: async (asked) => {
        const module = await createPyodideModule(asked);
        module.API.on_fatal = io.died;
        prepare(module);
        return module;
      },
      indexURL: NOWHERE,
      stdLibURL: NOWHERE + "library.zip",
      lockFileContents: { info, packages: {} },
      fsInit: (files) => {
        files.writeFile("/lib/program.zip", program);
        program = null; // Pyodide keeps this function, and it the whole snapshot
      },
      stdout: (text) => io.stdout(text),
      stderr: (text) => io.stderr(text),
    };
  }

  // Python's memory as snapshot.mjs took it: pages, which of them they are, and what of JavaScript they refer to.
  function read(snapshot) {
    const [start] = new Uint32Array(snapshot, 0, 1);
    const about = JSON.parse(new TextDecoder().decode(new Uint8Array(snapshot, 4, start - 4)));
    const end = start + 4 * PAGE * about.pages.length;
    const words = new Uint32Array(snapshot, start, (end - start) / 4);
    return Object.assign(about, { program: new Uint8Array(snapshot, end), words });
  }

  // Pages from the module's own data come as what differs, and are made whole while the module is as good as new.
  function complete(snapshot, memory) {
    const { differing, pages, words } = snapshot;
    const data = new Uint32Array(memory);
    for (let i = 0; i < differing; i++) {
      for (let from = pages[i] * PAGE, to = i * PAGE, end = to + PAGE; to < end; ) words[to++] ^= data[from++];
    }
    snapshot.differing = 0;
  }

  function restored({ pages, state, words }, memory) {
    const data = new Uint32Array(memory);
    pages.forEach((page, i) => data.set(words.subarray(i * PAGE, (i + 1) * PAGE), page * PAGE));
    return state;
  }

  // Each piece comes after its address and its length; see data.mjs.
  function fill(memory, data) {
    const all = new Uint8Array(memory);
    for (let at = 0; at < data.length; ) {
      const [address, length] = new Uint32Array(data.buffer, at, 2);
      all.set(data.subarray(at + 8, (at += 8 + length)), address);
    }
  }

  async function fromSnapshot(glue, wasm, snapshot, io) {
    const prepare = (module) => {
      module.API.restoreSnapshot = () => restored(snapshot, module.HEAPU8.buffer);
    };
    const asked = Object.assign(settings(glue, snapshot.program, io, prepare), { _loadSnapshot: new Uint8Array() });
    const python = await answering(wasm, "", (memory) => complete(snapshot, memory), () => glue.loadPyodide(asked));
    python.runPython("import random; random.seed()"); // chance was in the snapshot too
    snapshot.words = snapshot.program = null; // Pyodide keeps what has put it back
    return python;
  }

  async function fromArchives(glue, wasm, { library, program, data }, io) {
    const asked = settings(glue, program, io, () => {});
    const python = await answering(wasm, library, (memory) => fill(memory, data), () => glue.loadPyodide(asked));
    python.runPython("import sys; sys.path.append('/lib/program.zip')");
    return python;
  }

  knightsTour.runtime = { fill, fromArchives, fromSnapshot, read };
})();
