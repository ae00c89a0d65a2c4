"""What esbuild makes of the scripts of others: Pyodide, PyScript, the decoder, the editor."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from web.make.lean import GLUE, Pyodide
from web.make.patches import PYODIDE_PATCHES, PYSCRIPT_PATCHES, REPLACED, ZSTD_PATCHES
from web.make.workshop import HERE, Workshop

EDITOR = ("@codemirror/view", "@codemirror/state", "@codemirror/commands", "@codemirror/language")


def pyodide_script(workshop: Workshop, pyodide: Pyodide) -> Pyodide:
    """Return Pyodide with its loader and the glue as one classic script."""
    glue = {f"pyodide/{GLUE}": pyodide.glue}
    return replace(pyodide, glue=bundle(workshop, "pyodide", "iife", glue, PYODIDE_PATCHES))


def pyscript_bundle(workshop: Workshop) -> str:
    """PyScript as one module script (its core awaits at the top level), patched."""
    return bundle(workshop, "pyscript", "esm", REPLACED, PYSCRIPT_PATCHES)


def unpacker(workshop: Workshop) -> str:
    """The decoder of what `packed` makes, as a classic script that stands in the page."""
    return bundle(workshop, "unpack", "iife", {}, ZSTD_PATCHES)


def own_texts(workshop: Workshop, own: str, worker: str) -> dict[str, str]:
    """Return what only a reader's own code needs: the editor with own.js; its worker's script."""
    return {"editor": bundle(workshop, "editor", "iife", {}, ()) + own, "worker": worker}


def bundle(
    workshop: Workshop,
    name: str,
    form: str,
    replaced: Mapping[str, str],
    patches: Iterable[Mapping[str, str]],
) -> str:
    """What esbuild makes of NAME.entry.mjs; `form` is esbuild's name of the output format."""
    changes = json.dumps({"replace": replaced, "patch": list(patches)})
    packages = ["pyodide", "esbuild", "@pyscript/core", "polyscript", "zstddec", *EDITOR]
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
