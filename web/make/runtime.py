"""The parts that Python in the page starts from, packed at build time.

All of it is deterministic: equal inputs, equal bytes.
"""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from web.make.archives import PROGRAM, STDLIB, missing, own_modules, standard_library, without
from web.make.early import imported
from web.make.scripts import pyodide_script, pyscript_bundle
from web.make.streams import packed, packed_texts
from web.make.workshop import Workshop

#: In the order in which the page asks for them.
PARTS = ("wasm", "picture", "pyodide", "pyscript", "library")
#: What is in the picture, as modules: asked for where the picture cannot be put back.
SPARE = "modules"


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the parts that boot.js asks for, and the spare one, name to base64; `files`: ours."""
    library, program = standard_library(workshop), own_modules(workshop, files)
    glue = pyodide_script(workshop).encode()
    parts = python(workshop, glue, library, program, imported(files))
    scripts = {"pyodide": glue.decode(), "pyscript": pyscript_bundle(workshop)}
    parts |= packed_texts(workshop, scripts)
    return {name: parts[name] for name in (*PARTS, SPARE)}


def python(
    workshop: Workshop, glue: bytes, library: bytes, program: bytes, modules: list[str]
) -> dict[str, str]:
    """Return the parts that are one stream: with the picture, neither archive has what is in it."""
    made = picture(workshop, glue, library, program, modules)
    told, _, taken = made.partition(b"\n")
    origins = json.loads(told)
    wasm = (workshop.node_modules / "pyodide/pyodide.asm.wasm").read_bytes()
    rest = [
        without(archive, origins, at) for archive, at in ((program, PROGRAM), (library, STDLIB))
    ]
    gone = b"".join(map(missing, (program, library), rest))
    pieces = packed(workshop, "python", wasm, taken + rest[0], rest[1], gone)
    return dict(zip(("wasm", "picture", "library", SPARE), pieces, strict=True))


def picture(
    workshop: Workshop, glue: bytes, library: bytes, program: bytes, modules: list[str]
) -> bytes:
    """Python's memory with these modules imported, where it differs from a fresh module's.

    Before it stands a line that tells, as JSON, where each module in it has come from.
    """
    pyodide = workshop.node_modules / "pyodide"
    brought = {"glue.js": glue, "library.zip": library, "program.zip": program}
    brought["modules.json"] = json.dumps(modules).encode()
    inputs = [*brought.values(), (pyodide / "pyodide.asm.wasm").read_bytes()]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            for name, data in brought.items():
                Path(folder, name).write_bytes(data)
            given = [str(Path(folder, name)) for name in brought]
            out = Path(folder, "picture")
            words = ("picture.mjs", str(pyodide), *given, str(out))
            workshop.run("Taking the picture of Python's memory", *words)
            return out.read_bytes()

    return workshop.kept("picture.bin", inputs, make)
