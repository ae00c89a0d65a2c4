"""What is changed in PyScript and Pyodide; bundle.mjs stops where a change no longer fits."""

from pathlib import Path

FORGETFUL_STORE = (Path(__file__).parent / "forgetful_store.mjs").read_text(encoding="utf-8")
NOTHING = "export default {};"
NO_SCRIPT = 'async()=>{throw new Error("no script is loaded from an address")}'

# PyScript's plugins and file formats that the page does not use, and a store that forgets: PyScript
# opens IndexedDB before it starts Python, which hangs or throws in a sandbox and in some browsers
# on file://. Nothing needs to stay.
REPLACED = {
    "@pyscript/core/src/plugins.js": NOTHING,
    "@pyscript/core/src/plugins/codemirror.js": NOTHING,
    "@pyscript/core/src/plugins/donkey.js": NOTHING,
    "@pyscript/core/src/stdlib/pyscript.js": NOTHING,  # its Python files are in our library
    "polyscript/esm/3rd-party/toml.js": NOTHING,
    "polyscript/esm/3rd-party/zip.js": NOTHING,
    "polyscript/esm/interpreter/pyodide_graph.js": NOTHING,
    "@webreflection/idb-map/index.js": FORGETFUL_STORE,
}

# Each of these texts must be in its file exactly once; the build stops when it is not.
PYSCRIPT_PATCHES = (
    {
        "file": "polyscript/esm/interpreters.js",
        "find": "import(/* webpackIgnore: true */url)",
        "replace": "globalThis.knightsTour.pyodide",
        "why": "PyScript takes the Pyodide that boot.js has started; it imports none by address",
    },
    {
        "file": "@pyscript/core/src/types.js",
        "find": '    ["mpy", "micropython"],\n',
        "replace": "",
        "why": "one interpreter is enough",
    },
    {
        "file": "@pyscript/core/src/hooks.js",
        "find": 'const pylib = type === "mpy" ? stdlib.replace(optional, "") : stdlib;',
        "replace": 'const pylib = "";',
        "why": "PyScript's Python files are in the picture's archive, and web/app.py imports them",
    },
)

NO_IMPORT = (
    {
        "file": "pyodide/pyodide.asm.mjs",
        "find": "h.IN_NODE?mr=Yn:mr=a(async t=>await import(t),",
        "replace": f"mr=a({NO_SCRIPT},",
        "why": "a policy that trusts this script lets it import from anywhere",
    },
    {
        "file": "pyodide/pyodide.mjs",
        "find": "f.IN_NODE?O=me:O=o(async e=>await import(e),",
        "replace": f"O=o({NO_SCRIPT},",
        "why": "the same",
    },
)
# Where two tasks rest, each message ran them both, and each of them asked for another message: the
# browser's queue grew for as long as they lasted, and what else it was to do came ever later: after
# twelve seconds of a search on 3x30 by two, and by ten when two sizes of the window had been tried.
ONE_EACH = (
    {
        "file": "pyodide/pyodide.asm.mjs",
        "find": "let t=Ft.length;for(let e=0;e<t;e++){let r=Ft.shift()",
        "replace": "if(Ft.length){let r=Ft.shift()",
        "why": "a message runs the one callback that it was sent for",
    },
)
PYODIDE_PATCHES = (*NO_IMPORT, *ONE_EACH)

# The page's policy forbids to fetch, an address of data too.
ZSTD_PATCHES = (
    {
        "file": "zstddec/dist/zstddec.mjs",
        "find": 'if (typeof fetch !== "undefined") init',
        "replace": "if (false) init",
        "why": "the decoder's code is in its script",
    },
    {
        "file": "zstddec/dist/zstddec.mjs",
        "find": 'Buffer.from(wasm, "base64")',
        "replace": "globalThis.knightsTour.decoded(wasm)",
        "why": "the same",
    },
)
