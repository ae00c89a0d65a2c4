"""The scripts of the page, built by esbuild: ours minified, those of others bundled and patched.

The scripts of others are Pyodide without the parts that only C packages need, PyScript, the
decoder, and the editor. This module has the patches; bundle.mjs stops if one no longer matches.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from web.make.steps import HERE, Workshop
from web.question.keys import KEYS
from web.share.lines import ELEMENT_HEIGHT

EDITOR = (
    "@codemirror/view",
    "@codemirror/state",
    "@codemirror/commands",
    "@codemirror/language",
    "lean-qr",
)


def pyodide_script(workshop: Workshop, pyodide: Pyodide) -> Pyodide:
    """Return Pyodide with its loader and the glue as one classic script."""
    glue = {f"pyodide/{GLUE}": pyodide.glue}
    return replace(pyodide, glue=bundle(workshop, "pyodide", "iife", glue, PYODIDE_PATCHES))


def pyscript_bundle(workshop: Workshop) -> str:
    """PyScript as one module script (its core awaits at the top level), patched."""
    return bundle(workshop, "pyscript", "esm", REPLACED, PYSCRIPT_PATCHES)


def unpacker(workshop: Workshop) -> str:
    """The decoder for `packed` parts, as a classic script for the page."""
    return bundle(workshop, "unpack", "iife", {}, ZSTD_PATCHES)


def film_texts(workshop: Workshop, films: str) -> dict[str, str]:
    """Return the texts that only films need: films.js, and its worker's script with gifenc."""
    return {"films": films, "gif": bundle(workshop, "gif", "iife", {}, ())}


def own_texts(workshop: Workshop, own: str, worker: str) -> dict[str, str]:
    """Return the texts for the reader's own code and for the chapter on paper."""
    handout = bundle(workshop, "handout", "iife", {}, ())
    editor = bundle(workshop, "editor", "iife", {}, ()) + own
    return {"editor": editor, "worker": worker, "handout": handout}


def bundle(
    workshop: Workshop,
    name: str,
    form: str,
    replaced: Mapping[str, str],
    patches: Iterable[Mapping[str, str]],
) -> str:
    """The output of esbuild for NAME.entry.mjs; `form` is esbuild's output format."""
    changes = json.dumps({"replace": replaced, "patch": list(patches)})
    packages = ["pyodide", "esbuild", "@pyscript/core", "polyscript", "zstddec", "gifenc", *EDITOR]
    inputs = [
        (workshop.node_modules / package / "package.json").read_bytes() for package in packages
    ]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            asked, out = Path(folder, "changes.json"), Path(folder, "bundle.js")
            asked.write_text(changes, encoding="utf-8")
            entry = str(HERE / f"{name}.entry.mjs")
            workshop.run(
                f"Bundling {name}",
                "bundle.mjs",
                str(workshop.node_modules),
                entry,
                form,
                str(asked),
                str(out),
            )
            return out.read_bytes()

    return workshop.result(f"{name}.js", [changes.encode(), *inputs], make).decode()


FORGETFUL_STORE = (Path(__file__).parent / "forgetful_store.mjs").read_text(encoding="utf-8")
NOTHING = "export default {};"
NO_WORKER = 'export default () => { throw new Error("Python runs on the thread of the page"); };'
NO_SCRIPT = 'async()=>{throw new Error("no script is loaded from an address")}'

# Replacements for plugins, file formats and workers of PyScript that the page does not use, and for
# its store: PyScript opens IndexedDB before it starts Python, which hangs or throws in a sandbox
# and in some browsers on file://. Its workers open a BroadcastChannel, which throws where cookies
# are blocked.
REPLACED = {
    "@pyscript/core/src/plugins.js": NOTHING,
    "@pyscript/core/src/plugins/codemirror.js": NOTHING,
    "@pyscript/core/src/plugins/donkey.js": NOTHING,
    "@pyscript/core/src/stdlib/pyscript.js": NOTHING,  # its Python files are in our library
    "polyscript/esm/3rd-party/toml.js": NOTHING,
    "polyscript/esm/3rd-party/zip.js": NOTHING,
    "polyscript/esm/interpreter/pyodide_graph.js": NOTHING,
    "polyscript/esm/worker/xworker.js": NO_WORKER,
    "@webreflection/idb-map/index.js": FORGETFUL_STORE,
}

# Each of these texts must occur in its file exactly once; otherwise the build stops.
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
        "why": "PyScript's Python files are in the snapshot's archive, and web/app.py imports them",
    },
    {
        "file": "polyscript/esm/index.js",
        "find": "mo.observe(root, { childList: true, subtree: true, attributes: true });",
        "replace": "",
        "why": "the page adds no element with Python in it, and each step of a search adds others",
    },
    {
        "file": "polyscript/esm/listeners.js",
        "find": "export const addAllListeners = (root) => {",
        "replace": "export const addAllListeners = (root) => {\n    return;",
        "why": "no element has Python in an attribute, and this makes an object of each attribute",
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
# With two resting tasks, each message ran both tasks, and each task posted another message. So the
# browser's queue grew, and the delay of all other work grew with it: two seconds after twelve
# seconds of a search on 3x30, and ten seconds after two changes of the window's size.
ONE_EACH = (
    {
        "file": "pyodide/pyodide.asm.mjs",
        "find": "let t=Ft.length;for(let e=0;e<t;e++){let r=Ft.shift()",
        "replace": "if(Ft.length){let r=Ft.shift()",
        "why": "a message runs the one callback that it was sent for",
    },
)
REPORTS_FAILURE = (
    {
        "file": "pyodide/pyodide.mjs",
        "find": 'catch(l){console.warn("wasm instantiation failed!"),console.warn(l)}',
        "replace": "finally{}",
        "why": "a module that cannot be made, for want of memory perhaps, would never be reported",
    },
)
PYODIDE_PATCHES = (*NO_IMPORT, *ONE_EACH, *REPORTS_FAILURE)

ZSTD_PATCHES = (
    {
        "file": "zstddec/dist/zstddec-stream.mjs",
        "find": "const wasm = ",
        "replace": "export const wasm = ",
        "why": "its class fetches the code, which the policy forbids, and keeps its memory",
    },
)


GLUE, WASM = "pyodide.asm.mjs", "pyodide.asm.wasm"
FIRST, DATA = "first.wasm", "data.bin"  # the module in two parts


@dataclass(frozen=True)
class Pyodide:
    """A script with the glue, and its WebAssembly module: whole, and in two parts.

    `first` is the module without the data that the page writes into its memory later.
    """

    glue: str
    wasm: bytes
    first: bytes
    data: bytes


def lean(workshop: Workshop) -> Pyodide:
    """Return Pyodide after lean.mjs has removed unused parts."""
    folder = workshop.node_modules / "pyodide"
    inputs = [(folder / name).read_bytes() for name in (GLUE, "pyodide.mjs", WASM)]
    inputs.append((workshop.node_modules / "binaryen/package.json").read_bytes())

    def make(_: object) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as out:
            words = ("lean.mjs", str(workshop.node_modules), out)
            workshop.run("Leaving out of Pyodide what the page never uses", *words)
            return {name: Path(out, name).read_bytes() for name in names}

    names = (GLUE, WASM, FIRST, DATA)
    results = workshop.results(dict.fromkeys(names, inputs), make)
    return Pyodide(results[GLUE].decode(), results[WASM], results[FIRST], results[DATA])


WEB = Path(__file__).parents[1]
EMBED = "embed.js"
UNPACK = "unpack.js"
#: Placeholders in a script for a list of keys, or a height. A pattern has no = and no space.
LISTS = {
    "height": [str(ELEMENT_HEIGHT)],
    "settable": [key.name for key in KEYS if key.settable],
    "attributes": [key.name for key in KEYS if key.attribute],
    "setters": [f"{key.name}={key.sets}" for key in KEYS if key.sets],
    "switches": [key.name for key in KEYS if key.attribute and key.switch],
}
#: The syntax of our scripts: an older browser can read only older.js, which shows a sentence.
TARGETS = {EMBED: "es2022", "older.js": "es5"}
OLD = "es2017"


def small(workshop: Workshop) -> dict[str, str]:
    """Return the minified files of web/, and the decoder of parts."""
    styles = WEB / "style.css", WEB / "chapter.css"
    files = {file.name: file for file in (*sorted((WEB / "js").iterdir()), *styles)}
    targets = {name: TARGETS.get(name, OLD) for name in files}
    version = (workshop.node_modules / "esbuild/package.json").read_bytes()

    def make(missing: list[str]) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as out:
            words = [word for name in missing for word in (targets[name], str(files[name]))]
            purpose = f"Making {len(missing)} scripts and styles small"
            workshop.run(purpose, "minify.mjs", str(workshop.node_modules), out, *words)
            return {name: Path(out, name).read_bytes() for name in missing}

    inputs = {
        name: (file.read_bytes(), version, targets[name].encode()) for name, file in files.items()
    }
    texts = {
        name: _with_lists(data.decode()) for name, data in workshop.results(inputs, make).items()
    }
    return texts | {UNPACK: unpacker(workshop).replace("</script", "<\\/script").strip()}


def _with_lists(script: str) -> str:
    """Return a script with Python's values filled in: keys of the address, and a height.

    >>> "board" in _with_lists("{settable}").split()
    True
    """
    for mark, names in LISTS.items():
        script = script.replace(f"{{{mark}}}", " ".join(names))
    return script
