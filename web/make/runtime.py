"""The parts from which Python starts in the page, and how the page unpacks them.

A start finds the modules that it imports in a snapshot of Python's memory. Modules imported later,
inside functions, come from the archive, because a larger snapshot delays the start. All parts are
deterministic: equal inputs give equal bytes. They are packed by Zstandard with a checksum, in
Base64. The large ones are sent in pieces, and unpacked as these arrive.
"""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from web.make.archives import (
    APP,
    PROGRAM,
    STDLIB,
    Archives,
    archives,
    missing,
    snapshot_modules,
    without,
)
from web.make.scripts import WASM, Pyodide, lean, pyodide_script, pyscript_bundle
from web.make.steps import ROOT, Workshop, run_concurrently

#: The script that PyScript runs.
START = f"from {APP} import main; await main()"
#: Texts that a start runs in addition to Pyodide's: compiled when the snapshot is taken. runtime.js
#: repeats the first.
TEXTS = {"seeding": "import random; random.seed()", "program": START}
#: The parts that a start needs, in the order in which the page requests them.
PARTS = ("pyodide", "pyscript", "wasm", "snapshot", "library")
#: The parts that are sent in pieces.
IN_PIECES = ("wasm", "snapshot")
#: Parts requested later: data of the WebAssembly module and of the snapshot that no start reads;
#: and the modules of the snapshot, needed only if the snapshot cannot be restored.
DATA, SPARE = "data", "modules"
#: An address and a length of 0, which end the data of the module. The data of the snapshot follows.
END_OF_DATA = bytes(8)


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> tuple[Archives, dict[str, bytes]]:
    """Return the files that Python imports, and the parts that boot.js requests; `files`: ours."""
    pyodide, zips = run_concurrently(
        lambda: pyodide_script(workshop, lean(workshop)), partial(archives, workshop, files)
    )
    scripts = {"pyodide": pyodide.glue, "pyscript": pyscript_bundle(workshop)}
    parts = python(workshop, pyodide, zips, snapshot_modules(files))
    parts |= {"wasm": pyodide.first}
    parts |= {name: text.encode() for name, text in scripts.items()}
    return zips, {name: parts[name] for name in (*PARTS, DATA, SPARE)}


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
    gone = missing(zips.program, program) + missing(zips.library, library)
    data = pyodide.data + END_OF_DATA + late
    return {"snapshot": taken + program, "library": library, DATA: data, SPARE: gone}


def snapshot(workshop: Workshop, pyodide: Pyodide, zips: Archives, modules: list[str]) -> bytes:
    """Python's memory with these modules imported, as differences from a new module's memory.

    A line of JSON comes first: the origin of each module, and the number of bytes of the late data,
    which follow it: the line tables and docstrings, each after its address and its length.
    """
    brought = {"glue.js": pyodide.glue.encode()}
    brought |= {"library.zip": zips.library, "program.zip": zips.program}
    brought["start.json"] = json.dumps({"imported": modules, "texts": TEXTS}).encode()
    inputs = [*brought.values(), pyodide.wasm, (ROOT / "web/js/runtime.js").read_bytes()]

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


ENDING = ".zst.text"
PIECE_TEXT = 130_000  # characters of a piece; a multiple of 4, so that each is Base64
#: Number of hexadecimal digits at the beginning of a packed part, which give its unpacked length.
LENGTH_DIGITS = 8


def pieces(name: str, text: str) -> dict[str, str]:
    """Return the pieces of a packed part: name -> text. Each can be decoded alone.

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


def pack(workshop: Workshop, library: bytes, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files as boot.js unpacks them: the length in eight digits, then the packed bytes.

    With `library`, Python's compiled library, the packer starts three times faster.
    """

    def make(missing: list[str]) -> dict[str, bytes]:
        names = [name.removesuffix(ENDING) for name in missing]
        with tempfile.TemporaryDirectory() as folder:
            places = {name: Path(folder, name) for name in names}
            for name, place in places.items():
                place.write_bytes(files[name])
            zipped = Path(folder, "library.zip")
            zipped.write_bytes(library)
            halves = _halves(places.values())
            run_concurrently(*(partial(_pack, workshop, zipped, half) for half in halves))
            return {name + ENDING: _text(place) for name, place in places.items()}

    kept = workshop.results({name + ENDING: (data,) for name, data in files.items()}, make)
    return {name: kept[name + ENDING].decode() for name in files}


def _halves(places: Iterable[Path]) -> list[list[Path]]:
    """Return files in two lists of about equal total size, for two processors."""
    halves: tuple[list[Path], list[Path]] = ([], [])
    sizes = [0, 0]
    for place in sorted(places, key=lambda place: place.stat().st_size, reverse=True):
        lesser = sizes.index(min(sizes))
        halves[lesser].append(place)
        sizes[lesser] += place.stat().st_size
    return [half for half in halves if half]


def _pack(workshop: Workshop, library: Path, places: Iterable[Path]) -> None:
    words = [str(workshop.node_modules / "pyodide"), str(library), *map(str, places)]
    workshop.run(f"Packing {len(words) - 2} parts", "pack.mjs", *words)


def _text(place: Path) -> bytes:
    data = place.with_name(f"{place.name}.zst").read_bytes()
    length = f"{place.stat().st_size:0{LENGTH_DIGITS}x}"
    return length.encode() + base64.b64encode(data)
