"""The scripts of the page, built by esbuild, and the licenses of those of others.

Ours are minified. Those of others are bundled and patched: Pyodide without the parts that only C
packages need, PyScript, the decoder, and the editor. The patches are in patches.mjs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from web.make.steps import HERE, ROOT, Workshop
from web.question.keys import KEYS
from web.share.lines import ELEMENT_HEIGHT

#: npm packages in the bundles; their license texts come from the packages.
PACKAGES = (
    *("pyodide", "@pyscript/core", "polyscript", "coincident", "reflected-ffi"),
    *("@ungap/with-resolvers", "@webreflection/fetch", "@webreflection/idb-map"),
    *("@webreflection/utils", "add-promise-listener", "basic-devtools", "codedent"),
    *("html-escaper", "next-resolver", "plain-tag", "sticky-module", "to-json-callback"),
    *("type-checked-collections", "weak-id", "zstddec", "gifenc"),
    *("@codemirror/commands", "@codemirror/lang-python", "@codemirror/language"),
    *("@codemirror/state", "@codemirror/view", "@lezer/common", "@lezer/highlight", "@lezer/lr"),
    *("@lezer/python", "lean-qr", "@marijn/find-cluster-break", "style-mod", "w3c-keyname"),
)


def pyodide_script(workshop: Workshop, pyodide: Pyodide) -> Pyodide:
    """Return Pyodide with its loader and the glue as one classic script."""
    return replace(pyodide, glue=bundle(workshop, "pyodide", glue=pyodide.glue))


def texts_on_demand(workshop: Workshop, shipped: Callable[[str], str]) -> dict[str, str]:
    """Return the texts for the reader's own code, for the chapter on paper, and for films."""
    bundles = {name: bundle(workshop, name) for name in ("editor", "handout", "gif")}
    bundles["editor"] += shipped("own.js")
    return {"worker": shipped("worker.js"), "films": shipped("films.js"), **bundles}


def bundle(workshop: Workshop, name: str, form: str = "iife", glue: str = "") -> str:
    """The output of esbuild for NAME.entry.mjs; `glue` is the changed text of Pyodide's file.

    `form` is esbuild's output format.
    """
    folders = (workshop.node_modules / package for package in (*PACKAGES, "esbuild"))
    inputs = [(folder / "package.json").read_bytes() for folder in folders]

    def make(_: object, folder: Path) -> None:
        changed = folder / GLUE
        changed.write_text(glue, encoding="utf-8")
        words = [str(workshop.node_modules), name, form, str(folder / script)]
        words += [f"pyodide/{GLUE}", str(changed)] if glue else []
        workshop.run(f"Bundling {name}", "bundle.mjs", *words)

    script = f"{name}.js"
    return workshop.results({script: [glue.encode(), *inputs]}, make)[script].decode()


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

    def make(_: object, folder: Path) -> None:
        words = ("lean.mjs", str(workshop.node_modules), str(folder))
        workshop.run("Leaving out of Pyodide what the page never uses", *words)

    results = workshop.results(dict.fromkeys((GLUE, WASM, FIRST, DATA), inputs), make)
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

    def make(missing: list[str], folder: Path) -> None:
        words = [word for name in missing for word in (targets[name], str(files[name]))]
        purpose = f"Making {len(missing)} scripts and styles small"
        workshop.run(purpose, "minify.mjs", str(workshop.node_modules), str(folder), *words)

    inputs = {
        name: (file.read_bytes(), version, targets[name].encode()) for name, file in files.items()
    }
    texts = {
        name: _with_lists(data.decode()) for name, data in workshop.results(inputs, make).items()
    }
    return texts | {UNPACK: bundle(workshop, "unpack").replace("</script", "<\\/script").strip()}


def _with_lists(script: str) -> str:
    """Return a script with Python's values filled in: keys of the address, and a height.

    >>> "board" in _with_lists("{settable}").split()
    True
    """
    for mark, names in LISTS.items():
        script = script.replace(f"{{{mark}}}", " ".join(names))
    return script


LICENSES = "LICENSES.txt"
#: Parts of Pyodide's WebAssembly, found by its function names: name and license.
INSIDE = (
    ("CPython, and its standard library", "PSF-2.0"),
    ("Emscripten's system libraries, and musl", "MIT"),
    ("LLVM's compiler-rt and libc++", "Apache-2.0 WITH LLVM-exception"),
    ("libffi", "MIT"),
    ("Expat", "MIT"),
    ("HACL*", "MIT OR Apache-2.0"),
    ("libmpdec", "BSD-2-Clause"),
    ("zlib", "Zlib"),
    ("bzip2", "bzip2-1.0.6"),
    ("liblzma of XZ Utils", "0BSD"),
    ("Zstandard", "BSD-3-Clause"),
    ("SQLite", "public domain"),
)
#: Licenses whose text no package contains, by file.
TEXTS = {"MPL-2.0": "Pyodide", "PSF-2.0": "CPython", "SHORT": "the short ones named above"}
RULE = "=" * 80


def licenses(node_modules: Path) -> str:
    """Return the file: a list of the parts, then the texts of their licenses."""
    return "\n".join((*_list_of_parts(node_modules), *_texts(node_modules))).rstrip() + "\n"


def _list_of_parts(node_modules: Path) -> Iterator[str]:
    yield "The parts of knights-tour.html, index.html and the files beside it, with licenses.\n"
    yield "Knight's Tour: MIT"
    for name in PACKAGES:
        about = json.loads((node_modules / name / "package.json").read_text("utf-8"))
        license_name = str(about["license"]).replace("APACHE", "Apache")
        yield f"{name} {about['version']}: {license_name}"
    yield from (f"{name}, in pyodide: {license_name}" for name, license_name in INSIDE)


def _texts(node_modules: Path) -> Iterator[str]:
    yield from _text("Knight's Tour", ROOT / "LICENSE")
    for license_name, whose in TEXTS.items():
        yield from _text(f"{license_name}: {whose}", HERE / "licenses" / f"{license_name}.txt")
    for name in PACKAGES:
        for file in sorted((node_modules / name).glob("LICENSE*")):
            yield from _text(name, file)


def _text(title: str, file: Path) -> Iterator[str]:
    yield f"\n{RULE}\n{title}\n{RULE}\n"
    yield file.read_text("utf-8").strip("\n")
