"""Texts and bytes as the page unpacks them: by Zstandard, each with its check, as base64."""

import base64
import tempfile
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from web.make.steps import together
from web.make.workshop import Workshop

ENDING = ".zst.b64"


def pack(workshop: Workshop, library: bytes, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files as boot.js unpacks them: eight digits of a length, and what is packed.

    With `library`, Python's own as the page has it, compiled, the packer starts three times faster.
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
            together(*(partial(_pack, workshop, zipped, half) for half in halves))
            return {name + ENDING: _text(place) for name, place in places.items()}

    kept = workshop.results({name + ENDING: (data,) for name, data in files.items()}, make)
    return {name: kept[name + ENDING].decode() for name in files}


def _halves(places: Iterable[Path]) -> list[list[Path]]:
    """Return files in two lists of about equal size, for two processors."""
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
    return f"{place.stat().st_size:08x}".encode() + base64.b64encode(data)
