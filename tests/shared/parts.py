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
    return opened(*(script.read_text().split('"')[-2] for script in scripts))


def within(name: str) -> bytes:
    """Return what a part of the page that is one file holds, which is packed alone."""
    page = (DIST / "knights-tour.html").read_text()
    return opened(page.partition(f'data-part="{name}">')[2].partition("<")[0])


def opened(*texts: str) -> bytes:
    """Return what the last of these packed texts holds."""
    script = Path(__file__).parent / "unpack.mjs"
    command = [ready_node().node, *map(str, (script, DECODER))]
    told = "\n".join(texts).encode()
    return subprocess.run(command, input=told, capture_output=True, check=True).stdout


def _program(picture: bytes) -> bytes:
    """Return what stands behind the picture of Python's memory."""
    start = int.from_bytes(picture[:4], "little")
    pages = json.loads(picture[4:start])["pages"]
    return picture[start + PAGE * len(pages) :]
