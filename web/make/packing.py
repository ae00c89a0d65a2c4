"""Texts and bytes as the page unpacks them: by Zstandard, each with its check, as base64."""

import base64
import tempfile
from collections.abc import Mapping
from pathlib import Path

from web.make.workshop import Workshop

ENDING = ".zst.b64"


def packed_texts(workshop: Workshop, texts: Mapping[str, str]) -> dict[str, str]:
    """Return each text as texts.js takes it."""
    return packed(workshop, {name: text.encode() for name, text in texts.items()})


def packed(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files as boot.js unpacks them: eight digits of a length, and what is packed."""

    def make(missing: list[str]) -> dict[str, bytes]:
        names = [name.removesuffix(ENDING) for name in missing]
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                Path(folder, name).write_bytes(files[name])
            told = f"Packing {names[0] if len(names) == 1 else f'{len(names)} parts'}"
            workshop.run(told, "pack.mjs", str(workshop.node_modules / "pyodide"), folder)
            return {name + ENDING: _text(Path(folder), name, files[name]) for name in names}

    kept = workshop.all_kept({name + ENDING: (data,) for name, data in files.items()}, make)
    return {name: kept[name + ENDING].decode() for name in files}


def _text(folder: Path, name: str, data: bytes) -> bytes:
    return f"{len(data):08x}".encode() + base64.b64encode((folder / f"{name}.zst").read_bytes())
