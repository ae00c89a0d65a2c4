"""The parts that Python in the page starts from, before they are packed.

All of it is deterministic: equal inputs, equal bytes.
"""

import json
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from web.make.archives import PROGRAM, STDLIB, Archives, archives, missing, without
from web.make.early import TEXTS, snapshot_modules
from web.make.lean import WASM, Pyodide, lean
from web.make.scripts import pyodide_script, pyscript_bundle
from web.make.steps import together
from web.make.workshop import Workshop

#: In the order in which the page asks for them.
PARTS = ("wasm", "picture", "pyodide", "pyscript", "library")
#: What is in the picture, as modules: asked for where the picture cannot be put back.
SPARE = "modules"


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> tuple[Archives, dict[str, bytes]]:
    """Return what Python imports, and the parts that boot.js asks for; `files`: ours."""
    pyodide, zips = together(
        lambda: pyodide_script(workshop, lean(workshop)), partial(archives, workshop, files)
    )
    scripts = {"pyodide": pyodide.glue, "pyscript": pyscript_bundle(workshop)}
    parts = python(workshop, pyodide, zips, snapshot_modules(files)) | {"wasm": pyodide.wasm}
    parts |= {name: text.encode() for name, text in scripts.items()}
    return zips, {name: parts[name] for name in (*PARTS, SPARE)}


def python(
    workshop: Workshop, pyodide: Pyodide, zips: Archives, modules: list[str]
) -> dict[str, bytes]:
    """Return the parts of Python: neither archive has what is in the picture."""
    made = picture(workshop, pyodide, zips, modules)
    told, _, taken = made.partition(b"\n")
    origins = json.loads(told)
    program = without(zips.program, origins, PROGRAM)
    library = without(zips.library, origins, STDLIB)
    gone = missing(zips.program, program) + missing(zips.library, library)
    return {"picture": taken + program, "library": library, SPARE: gone}


def picture(workshop: Workshop, pyodide: Pyodide, zips: Archives, modules: list[str]) -> bytes:
    """Python's memory with these modules imported, where it differs from a fresh module's.

    Before it stands a line that tells, as JSON, where each module in it has come from.
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
            out = Path(folder, "picture")
            words = ("picture.mjs", folder, *given, str(out))
            workshop.run("Taking the picture of Python's memory", *words)
            return out.read_bytes()

    return workshop.result("picture.bin", inputs, make)
