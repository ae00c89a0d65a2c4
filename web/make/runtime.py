"""The parts that Python in the page starts from, packed at build time.

All of it is deterministic: equal inputs, equal bytes.
"""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from web.make.archives import PROGRAM, STDLIB, missing, own_modules, standard_library, without
from web.make.early import TEXTS, imported
from web.make.lean import WASM, Pyodide, lean
from web.make.packing import packed, packed_texts
from web.make.scripts import pyodide_script, pyscript_bundle
from web.make.workshop import Workshop

#: In the order in which the page asks for them.
PARTS = ("wasm", "picture", "pyodide", "pyscript", "library")
#: What is in the picture, as modules: asked for where the picture cannot be put back.
SPARE = "modules"


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the parts that boot.js asks for, and the spare one, name to base64; `files`: ours."""
    library, program = standard_library(workshop), own_modules(workshop, files)
    pyodide = pyodide_script(workshop, lean(workshop))
    parts = python(workshop, pyodide, library, program, imported(files))
    scripts = {"pyodide": pyodide.glue, "pyscript": pyscript_bundle(workshop)}
    parts |= packed_texts(workshop, scripts)
    return {name: parts[name] for name in (*PARTS, SPARE)}


def python(
    workshop: Workshop, pyodide: Pyodide, library: bytes, program: bytes, modules: list[str]
) -> dict[str, str]:
    """Return the parts of Python: neither archive has what is in the picture."""
    made = picture(workshop, pyodide, library, program, modules)
    told, _, taken = made.partition(b"\n")
    origins = json.loads(told)
    rest = [
        without(archive, origins, at) for archive, at in ((program, PROGRAM), (library, STDLIB))
    ]
    gone = b"".join(map(missing, (program, library), rest))
    whole = {"wasm": pyodide.wasm, "picture": taken + rest[0], "library": rest[1], SPARE: gone}
    return packed(workshop, whole)


def picture(
    workshop: Workshop, pyodide: Pyodide, library: bytes, program: bytes, modules: list[str]
) -> bytes:
    """Python's memory with these modules imported, where it differs from a fresh module's.

    Before it stands a line that tells, as JSON, where each module in it has come from.
    """
    brought = {"glue.js": pyodide.glue.encode(), "library.zip": library, "program.zip": program}
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

    return workshop.kept("picture.bin", inputs, make)
