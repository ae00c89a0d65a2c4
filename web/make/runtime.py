"""The parts from which Python starts in the page.

A start finds the modules that it imports in a snapshot of Python's memory. Modules imported later,
inside functions, come from the archive, because a larger snapshot delays the start. All parts are
deterministic: equal inputs give equal bytes. The large ones are sent in pieces, and unpacked as
these arrive: see pack.py.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from web.make.archives import (
    APP,
    PROGRAM,
    STDLIB,
    Archives,
    archives,
    snapshot_modules,
    without,
)
from web.make.scripts import WASM, Pyodide, lean, pyodide_script, pyscript_bundle
from web.make.steps import Workshop, run_concurrently

#: The script that PyScript runs.
START = f"from {APP} import main; await main()"
#: Texts that a start runs in addition to Pyodide's: compiled when the snapshot is taken. runtime.js
#: repeats the first.
TEXTS = {"seeding": "import random; random.seed()", "program": START}
#: The parts that a start needs, in the order in which the page requests them.
PARTS = ("pyodide", "pyscript", "wasm", "snapshot", "library")
#: The parts that are sent in pieces.
IN_PIECES = ("wasm", "snapshot")
#: The part requested later: data of the WebAssembly module and of the snapshot that no start reads.
DATA = "data"


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> tuple[Archives, dict[str, bytes]]:
    """Return the files that Python imports, and the parts that boot.js requests; `files`: ours."""
    pyodide, zips = run_concurrently(
        lambda: pyodide_script(workshop, lean(workshop)), partial(archives, workshop, files)
    )
    scripts = {"pyodide": pyodide.glue, "pyscript": pyscript_bundle(workshop)}
    parts = python(workshop, pyodide, zips, snapshot_modules(files))
    parts |= {"wasm": pyodide.first}
    parts |= {name: text.encode() for name, text in scripts.items()}
    return zips, {name: parts[name] for name in (*PARTS, DATA)}


def python(
    workshop: Workshop, pyodide: Pyodide, zips: Archives, modules: list[str]
) -> dict[str, bytes]:
    """Return the parts of Python; the archives lack the modules that are in the snapshot."""
    made = snapshot(workshop, pyodide, zips, modules)
    head, _, rest = made.partition(b"\n")
    about = json.loads(head)
    origins, length = about["origins"], about["late"]
    late, taken = rest[:length], rest[length:]
    program = without(zips.program, origins, PROGRAM)
    library = without(zips.library, origins, STDLIB)
    return {"snapshot": taken + program, "library": library, DATA: pyodide.data + late}


def snapshot(workshop: Workshop, pyodide: Pyodide, zips: Archives, modules: list[str]) -> bytes:
    """Python's memory with these modules imported: the pages that differ in a new module's memory.

    A line of JSON comes first: the origin of each module, and the number of bytes of the late data,
    which follow it: the line tables and docstrings, each after its address and its length.
    """
    brought = {"glue.js": pyodide.glue.encode()}
    brought |= {"library.zip": zips.library, "program.zip": zips.program}
    brought["start.json"] = json.dumps({"imported": modules, "texts": TEXTS}).encode()
    inputs = [*brought.values(), pyodide.wasm]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            for name, data in (brought | {WASM: pyodide.wasm}).items():
                Path(folder, name).write_bytes(data)
            given = [str(Path(folder, name)) for name in brought]
            out = Path(folder, "snapshot")
            words = ("snapshot.mjs", folder, *given, str(out))
            workshop.run("Taking the snapshot of Python's memory", *words)
            return out.read_bytes()

    return workshop.result("snapshot.bin", inputs, make)
