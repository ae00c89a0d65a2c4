"""The parts from which Python starts in the page, and their packed texts.

A start finds the modules that it imports in a snapshot of Python's memory. Modules imported later,
inside functions, come from the archive, because a larger snapshot delays the start. All parts are
deterministic: equal inputs give equal bytes. The large ones are sent in pieces, and unpacked as
these arrive.

A packed text, for boot.js, is the Base64 of one of Zstandard's frames, with a checksum.
`python -m web.make.runtime FOLDER` packs the files of a folder. `pack` runs it with the Python of
the build's environment, which has the pinned package `zstandard`; so every machine makes equal
bytes.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
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
from web.make.scripts import WASM, Pyodide, bundle, lean, pyodide_script
from web.make.setup import VENV, python_of
from web.make.steps import ROOT, Workshop, run, run_concurrently

#: The script that PyScript runs.
START = f"from {APP} import main; await main()"
#: Texts that a start runs in addition to Pyodide's: compiled when the snapshot is taken. runtime.js
#: repeats the first.
TEXTS = {"seeding": "import random; random.seed()", "program": START}
#: The parts that a start needs, in the order in which the page requests them.
PARTS = ("pyodide", "pyscript", "wasm", "snapshot", "library")
#: The parts that are sent in pieces.
IN_PIECES = ("wasm", "snapshot")
SNAPSHOT = "snapshot.bin"  # its file in the cache
#: The part requested later: data of the WebAssembly module and of the snapshot that no start reads.
DATA = "data"
LEVEL = 19  # the highest one, 22, takes a quarter longer and saves 0.1 %
WINDOW = 24  # binary logarithm of a length in bytes that no part exceeds
ENDING = ".zst.text"
PIECE_TEXT = 130_000  # characters of a piece; a multiple of 4, so that each is Base64
#: Number of hexadecimal digits at the beginning of a packed text, which give its unpacked length.
LENGTH_DIGITS = 8


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> tuple[Archives, dict[str, bytes]]:
    """Return the files that Python imports, and the parts that boot.js requests; `files`: ours."""
    pyodide, zips = run_concurrently(
        lambda: pyodide_script(workshop, lean(workshop)), partial(archives, workshop, files)
    )
    pyscript = bundle(workshop, "pyscript", "esm")  # its core awaits at the top level
    parts = python(workshop, pyodide, zips, snapshot_modules(files))
    parts |= {"pyodide": pyodide.glue.encode(), "pyscript": pyscript.encode()}
    return zips, {**parts, "wasm": pyodide.first}


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
    which follow it: the line tables, each after its address and its length.
    """
    brought = {"glue.js": pyodide.glue.encode()}
    brought |= {"library.zip": zips.library, "program.zip": zips.program}
    brought["start.json"] = json.dumps({"imported": modules, "texts": TEXTS}).encode()
    inputs = [*brought.values(), pyodide.wasm]

    def make(missing: list[str], folder: Path) -> None:
        for name, data in (brought | {WASM: pyodide.wasm}).items():
            Path(folder, name).write_bytes(data)
        paths = (str(folder / name) for name in (*brought, *missing))
        purpose = "Taking the snapshot of Python's memory"
        workshop.run(purpose, "snapshot.mjs", str(folder), *paths)

    return workshop.results({SNAPSHOT: inputs}, make)[SNAPSHOT]


# --- Packing --------------------------------------------------------------------------------------


def pack(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files as boot.js unpacks them: the length in eight digits, then the packed bytes."""
    pins = (ROOT / "requirements-build.txt").read_bytes()

    def make(missing: list[str], folder: Path) -> None:
        for name in missing:
            Path(folder, name).write_bytes(files[name.removesuffix(ENDING)])
        command = (python_of(VENV), "-m", "web.make.runtime", folder)
        run(f"Packing {len(missing)} parts", command)

    kept = workshop.results({name + ENDING: (data, pins) for name, data in files.items()}, make)
    return {name: kept[name + ENDING].decode() for name in files}


def pieces(name: str, text: str) -> dict[str, str]:
    """Return the pieces of a packed text: name -> text. Each can be decoded alone.

    >>> text = "0000abcd" + "x" * (PIECE_TEXT + 260)
    >>> {name: len(piece) for name, piece in pieces("wasm", text).items()}
    {'wasm-1': 130008, 'wasm-2': 260}
    """
    ends = range(LENGTH_DIGITS + PIECE_TEXT, len(text) + PIECE_TEXT, PIECE_TEXT)
    begins = (0, *ends[:-1])
    return {
        f"{name}-{i}": text[begin:end]
        for i, (begin, end) in enumerate(zip(begins, ends, strict=True), 1)
    }


def packed(data: bytes) -> bytes:
    """Return data in its packed form."""
    from zstandard import ZstdCompressionParameters as Parameters
    from zstandard import ZstdCompressor

    parameters = Parameters.from_level(LEVEL, window_log=WINDOW, write_checksum=True)
    frame = ZstdCompressor(compression_params=parameters).compress(data)
    return f"{len(data):0{LENGTH_DIGITS}x}".encode() + base64.b64encode(frame)


def _replace(path: Path) -> None:
    path.write_bytes(packed(path.read_bytes()))


if __name__ == "__main__":
    with ThreadPoolExecutor() as pool:  # Zstandard works outside of Python's lock
        list(pool.map(_replace, Path(sys.argv[1]).iterdir()))
