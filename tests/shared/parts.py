"""The parts of the page, as dist/ ships them."""

import json
import subprocess
from pathlib import Path

from tests.shared.browser import DIST
from web.make.setup import ready_node
from web.make.steps import ROOT

DECODER = ROOT / "node_modules/zstddec/dist/zstddec-stream.mjs"
PAGE = 4096  # bytes of memory


def shipped(name: str) -> bytes:
    """Return what a part holds: `shipped("program")` is the zip of our modules."""
    if name == "program":
        return _program(unpacked("wasm", "picture"))
    return unpacked(name)


def unpacked(*names: str) -> bytes:
    """Return what the last of these parts holds; those before it are packed in one stream."""
    scripts = [next(DIST.glob(f"{name}-????????????.js")) for name in names]
    script = Path(__file__).parent / "unpack.mjs"
    command = [ready_node().node, *map(str, (script, DECODER, *scripts))]
    return subprocess.run(command, capture_output=True, check=True).stdout


def _program(picture: bytes) -> bytes:
    """Return what stands behind the picture of Python's memory."""
    start = int.from_bytes(picture[:4], "little")
    pages = json.loads(picture[4:start])["pages"]
    return picture[start + PAGE * len(pages) :]
