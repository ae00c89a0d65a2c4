"""LICENSES.txt: every part of the pages with its license, including ours, and the license texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from web.make.steps import ROOT

LICENSES = "LICENSES.txt"
HERE = Path(__file__).parent / "licenses"
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
        yield from _text(f"{license_name}: {whose}", HERE / f"{license_name}.txt")
    for name in PACKAGES:
        for file in sorted((node_modules / name).glob("LICENSE*")):
            yield from _text(name, file)


def _text(title: str, file: Path) -> Iterator[str]:
    yield f"\n{RULE}\n{title}\n{RULE}\n"
    yield file.read_text("utf-8").strip("\n")
