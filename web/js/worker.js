// A worker that runs a reader's own code in a separate Python, started from parts that the page sends. own.js makes the worker
// from a blob that contains this script, then runtime.js and Pyodide's script.
//
// Before the reader's code runs, this script removes all global names except those in KEPT. So the reader's code cannot reach
// the network or storage. It can compute, and send messages to own.js, which checks each message.

(function () {
  "use strict";

  const post = self.postMessage.bind(self);
  const listen = self.addEventListener.bind(self);
  const MOST_MEMORY = 1 << 29; // limit for Python's memory in bytes
  const PAGE = 1 << 16;
  const LONGEST = 1 << 18; // limit for a message in bytes, as in own.js
  const LIBRARY = "/lib/python314.zip";

  // The names of JavaScript itself, and those that Pyodide uses while it runs: clocks, random numbers, texts.
  const KEPT = new Set(
    (
      "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error " +
      "AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics " +
      "Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray " +
      "BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry " +
      "decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN globalThis self " +
      "WebAssembly TextDecoder TextEncoder performance crypto setTimeout clearTimeout queueMicrotask console"
    ).split(" "),
  );

  self.importScripts = undefined; // otherwise Pyodide would use it to load files
  self.knightsTour = {
    pyodideArrived: (glue) => listen("message", ({ data }) => begin(glue, data).catch((error) => post({ fault: String(error) })), { once: true }),
  };

  async function begin(glue, { wasm, snapshot, library, archives, data }) {
    const io = { stdout: () => {}, stderr: () => {} };
    const { fill, fromSnapshot, read } = self.knightsTour.runtime;
    const python = await fromSnapshot(glue, wasm, read(snapshot), io);
    fill(python, data);
    python.FS.writeFile(LIBRARY, new Uint8Array(library));
    for (const [name, archive] of Object.entries(archives)) {
      python.FS.writeFile(`/lib/${name}.zip`, archive);
      python.runPython(`from web.page.late import mount; mount("${name}")`);
    }
    const serve = python.runPython("from web.programs.worker import serve; serve"); // imported before "Run"
    close(python);
    listen("message", ({ data }) => {
      try {
        serve(data, send);
      } catch (error) {
        post(ending(error));
      }
    });
    post({ ready: true });
  }

  // Returns the reason why Python itself ended, which Python can no longer report; see WHY in web/programs/feed.py.
  function ending({ name, message, type }) {
    if (name === "Exit") return "exit";
    if (name === "PythonError") return type === "MemoryError" ? "memory" : "changed";
    return /stack|recursion/i.test(message) ? "recursion" : "abort";
  }

  // A message that is too long is not sent, because dropping 500 MB would take the page half a second.
  function send(message) {
    const { buffer } = message.toJs();
    if (buffer.byteLength > LONGEST) post("broken");
    else post(buffer, [buffer]);
  }

  // Removes Python's access to JavaScript, and JavaScript's access to everything outside the worker.
  function close(python) {
    python.runPython("from web.programs.worker import close_imports; close_imports()");
    for (const name of ["js", "pyodide_js"]) python.unregisterJsModule(name);
    const { grow } = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError("there is no more memory");
      return grow.call(this, pages);
    };
    for (const kind of [function () {}, async function () {}, function* () {}, async function* () {}]) {
      remove(Object.getPrototypeOf(kind), "constructor"); // it could compile code from a text
    }
    const silent = () => {};
    self.console = { assert: silent, debug: silent, error: silent, info: silent, log: silent, warn: silent };
    for (let scope = self; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
      Reflect.ownKeys(scope).filter((name) => !KEPT.has(name)).forEach((name) => remove(scope, name));
    }
  }

  function remove(scope, name) {
    if (!Reflect.deleteProperty(scope, name)) Reflect.defineProperty(scope, name, { value: undefined });
  }
})();
