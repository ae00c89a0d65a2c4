"""The packed texts of the parts, for boot.js: Base64 of Zstandard's frames, with checksums.

`python -m web.make.pack FOLDER` packs the files of a folder. `pack` runs it with the Python of the
build's environment, which has the pinned package `zstandard`; so every machine makes equal bytes.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from web.make.setup import VENV, python_of
from web.make.steps import ROOT, Workshop, run

LEVEL = 19  # the highest one, 22, takes a quarter longer and saves 0.1 %
WINDOW = 24  # binary logarithm of a length in bytes that no part exceeds
ENDING = ".zst.text"
PIECE_TEXT = 130_000  # characters of a piece; a multiple of 4, so that each is Base64
#: Number of hexadecimal digits at the beginning of a packed text, which give its unpacked length.
LENGTH_DIGITS = 8


def pack(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files as boot.js unpacks them: the length in eight digits, then the packed bytes."""
    pins = (ROOT / "requirements-build.txt").read_bytes()

    def make(missing: list[str]) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as folder:
            for name in missing:
                Path(folder, name).write_bytes(files[name.removesuffix(ENDING)])
            command = (python_of(VENV), "-m", "web.make.pack", folder)
            run(f"Packing {len(missing)} parts", command)
            return {name: Path(folder, name).read_bytes() for name in missing}

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
