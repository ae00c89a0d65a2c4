"""Texts and bytes as the page unpacks them: each checked, and packed as one stream."""

import base64
import json
import struct
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from web.make.workshop import Workshop


def packed_texts(workshop: Workshop, texts: Mapping[str, str]) -> dict[str, str]:
    """Return each text as texts.js takes it."""
    streams = {name: (text.encode(),) for name, text in texts.items()}
    return {name: piece for name, (piece,) in all_packed(workshop, streams).items()}


def packed(workshop: Workshop, name: str, *pieces: bytes) -> list[str]:
    """Return the pieces as boot.js unpacks them: what checks each, its length, and one stream."""
    return all_packed(workshop, {name: pieces})[name]


def all_packed(workshop: Workshop, streams: Mapping[str, Sequence[bytes]]) -> dict[str, list[str]]:
    """Return the pieces of each stream as `packed` does, packed in one run of Pyodide."""
    ending = ".zst.b64"

    def make(missing: list[str]) -> dict[str, bytes]:
        names = [name.removesuffix(ending) for name in missing]
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                for number, piece in enumerate(streams[name]):
                    Path(folder, f"{name}.{number}").write_bytes(piece)
            asked = Path(folder, "streams.json")
            asked.write_text(json.dumps({name: len(streams[name]) for name in names}), "utf-8")
            told = f"Packing {names[0] if len(names) == 1 else f'{len(names)} parts'}"
            workshop.run(told, "pack.mjs", str(workshop.node_modules / "pyodide"), folder)
            return {name + ending: _joined(Path(folder), name, streams[name]) for name in names}

    inputs = {name + ending: pieces for name, pieces in streams.items()}
    kept = workshop.all_kept(inputs, make)
    return {name: kept[name + ending].decode().split("\n") for name in streams}


def _joined(folder: Path, name: str, pieces: Sequence[bytes]) -> bytes:
    """Return the packed pieces of a stream, a line each."""
    lines = []
    for number, piece in enumerate(pieces):
        data = (folder / f"{name}.{number}.packed").read_bytes()
        lines.append(f"{check(data):08x}{len(piece):08x}{base64.b64encode(data).decode()}")
    return "\n".join(lines).encode()


def check(data: bytes) -> int:
    """Return what boot.js compares: a sum that any one damaged word changes.

    >>> check(b"seven") != check(b"seves"), check(b"knight") != check(b"nkight")
    (False, True)
    """
    total = len(data)
    for (word,) in struct.iter_unpack("<I", data[: len(data) // 4 * 4]):
        total = (total ^ word) * 0x9E3779B1 & 0xFFFFFFFF
    return total
