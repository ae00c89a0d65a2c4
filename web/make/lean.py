"""Pyodide's WebAssembly and its glue, without what only packages in C would ask for."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from web.make.workshop import Workshop

GLUE, WASM = "pyodide.asm.mjs", "pyodide.asm.wasm"


@dataclass(frozen=True)
class Pyodide:
    """Two files that must fit: a script with the glue, and the module."""

    glue: str
    wasm: bytes


def lean(workshop: Workshop) -> Pyodide:
    """Return what lean.mjs leaves of the two."""
    folder = workshop.node_modules / "pyodide"
    inputs = [(folder / name).read_bytes() for name in (GLUE, "pyodide.mjs", WASM)]
    inputs.append((workshop.node_modules / "binaryen/package.json").read_bytes())

    def make(_: object) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as out:
            words = ("lean.mjs", str(workshop.node_modules), out)
            workshop.run("Leaving out of Pyodide what the page never uses", *words)
            return {name: Path(out, name).read_bytes() for name in (GLUE, WASM)}

    made = workshop.results(dict.fromkeys((GLUE, WASM), inputs), make)
    return Pyodide(made[GLUE].decode(), made[WASM])
