"""The parts of the page, as dist/ ships them."""

import base64
import gzip

from tests.shared.browser import DIST


def shipped(name: str) -> bytes:
    """Return what a part holds: `shipped("program")` is the zip of our modules."""
    (script,) = DIST.glob(f"{name}-????????????.js")
    return gzip.decompress(base64.b64decode(script.read_text().split('"')[-2]))
