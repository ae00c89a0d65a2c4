// What the bundles change in the scripts of others, by bundle; files are relative to node_modules.
// bundle.mjs stops if a replaced file is not bundled, or if a text to find does not occur exactly once in its file.

import { readFileSync } from "node:fs";

const NOTHING = "export default {};";
const NO_WORKER = 'export default () => { throw new Error("Python runs on the thread of the page"); };';
const NO_SCRIPT = 'async()=>{throw new Error("no script is loaded from an address")}';

// Replacements for plugins, file formats and workers of PyScript that the page does not use, and for its store:
// PyScript opens IndexedDB before it starts Python, which hangs or throws in a sandbox and in some browsers on file://.
// Its workers open a BroadcastChannel, which throws where cookies are blocked.
export const replaced = {
  pyscript: {
    "@pyscript/core/src/plugins.js": NOTHING,
    "@pyscript/core/src/plugins/codemirror.js": NOTHING,
    "@pyscript/core/src/plugins/donkey.js": NOTHING,
    "@pyscript/core/src/stdlib/pyscript.js": NOTHING, // its Python files are in our library
    "polyscript/esm/3rd-party/toml.js": NOTHING,
    "polyscript/esm/3rd-party/zip.js": NOTHING,
    "polyscript/esm/interpreter/pyodide_graph.js": NOTHING,
    "polyscript/esm/worker/xworker.js": NO_WORKER,
    "@webreflection/idb-map/index.js": readFileSync(new URL("./forgetful_store.mjs", import.meta.url), "utf8"),
  },
};

export const patches = {
  pyodide: [
    {
      file: "pyodide/pyodide.asm.mjs",
      find: "h.IN_NODE?mr=Yn:mr=a(async t=>await import(t),",
      replace: `mr=a(${NO_SCRIPT},`,
      why: "the script must not import code from other addresses, even where a policy would allow it",
    },
    {
      file: "pyodide/pyodide.mjs",
      find: "f.IN_NODE?O=me:O=o(async e=>await import(e),",
      replace: `O=o(${NO_SCRIPT},`,
      why: "as above",
    },
    // With two resting tasks, each message ran both tasks, and each task posted another message. So the browser's queue
    // grew, and the delay of all other work grew with it: two seconds after twelve seconds of a search on 3x30, and ten
    // seconds after two changes of the window's size.
    {
      file: "pyodide/pyodide.asm.mjs",
      find: "let t=Ft.length;for(let e=0;e<t;e++){let r=Ft.shift()",
      replace: "if(Ft.length){let r=Ft.shift()",
      why: "a message runs the one callback that it was sent for",
    },
    {
      file: "pyodide/pyodide.mjs",
      find: 'catch(l){console.warn("wasm instantiation failed!"),console.warn(l)}',
      replace: "finally{}",
      why: "a module that cannot be made, for want of memory perhaps, would never be reported",
    },
  ],
  pyscript: [
    {
      file: "polyscript/esm/interpreters.js",
      find: "import(/* webpackIgnore: true */url)",
      replace: "globalThis.knightsTour.pyodide",
      why: "PyScript takes the Pyodide that boot.js has started; it imports none by address",
    },
    {
      file: "@pyscript/core/src/types.js",
      find: '    ["mpy", "micropython"],\n',
      replace: "",
      why: "one interpreter is enough",
    },
    {
      file: "@pyscript/core/src/hooks.js",
      find: 'const pylib = type === "mpy" ? stdlib.replace(optional, "") : stdlib;',
      replace: 'const pylib = "";',
      why: "PyScript's Python files are in the snapshot's archive, and web/app.py imports them",
    },
    {
      file: "polyscript/esm/index.js",
      find: "mo.observe(root, { childList: true, subtree: true, attributes: true });",
      replace: "",
      why: "the page adds no element with Python in it, and each step of a search adds others",
    },
    {
      file: "polyscript/esm/listeners.js",
      find: "export const addAllListeners = (root) => {",
      replace: "export const addAllListeners = (root) => {\n    return;",
      why: "no element has Python in an attribute, and this makes an object of each attribute",
    },
  ],
  unpack: [
    {
      file: "zstddec/dist/zstddec-stream.mjs",
      find: "const wasm = ",
      replace: "export const wasm = ",
      why: "its class fetches the code, which the policy forbids, and keeps its memory",
    },
  ],
};
