"""The parts of the page, as dist/ ships them."""

import json
import subprocess
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from tests.shared.browser import DIST
from web.make.setup import ready_node
from web.make.steps import ROOT

DECODER = ROOT / "node_modules/zstddec/dist/zstddec-stream.mjs"
PAGE = 4096  # bytes of memory


def shipped(name: str) -> bytes:
    """Return what a part holds: `shipped("program")` is the zip of our modules."""
    if name == "program":
        (picture,) = unpacked(("wasm", "picture"))
        return _program(picture)
    return unpacked((name,))[0]


def unpacked(*streams: Sequence[str]) -> list[bytes]:
    """Return what the last part of each stream holds; those before it are packed with it."""
    paths = [[str(next(DIST.glob(f"{name}-????????????.js"))) for name in it] for it in streams]
    script = Path(__file__).parent / "unpack.mjs"
    command = [ready_node().node, str(script), str(DECODER), json.dumps(paths)]
    told = BytesIO(subprocess.run(command, capture_output=True, check=True).stdout)
    return [told.read(int(told.readline())) for _ in streams]


def _program(picture: bytes) -> bytes:
    """Return what stands behind the picture of Python's memory."""
    start = int.from_bytes(picture[:4], "little")
    pages = json.loads(picture[4:start])["pages"]
    return picture[start + PAGE * len(pages) :]
