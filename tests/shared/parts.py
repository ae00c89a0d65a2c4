"""The parts of the page in dist/."""

import re
from base64 import b64decode
from pathlib import Path
from struct import unpack_from

from zstandard import ZstdDecompressor

from tests.shared.browser import DIST
from web.make.runtime import LENGTH_DIGITS
from web.make.steps import ROOT


def shipped(name: str) -> bytes:
    """Return the content of a part: `shipped("chapter")`."""
    # The content is the last argument of a call in JavaScript.
    return unpacked("".join(script.read_text().rsplit('"', 2)[1] for script in scripts(name)))


def change_a_letter(file: Path) -> None:
    """Damage a script of the payload in its middle."""
    text = file.read_text()
    middle = len(text) // 2
    other = "A" if text[middle] != "A" else "B"
    file.write_text(text[:middle] + other + text[middle + 1 :])


def scripts(name: str, folder: Path = DIST) -> list[Path]:
    """Return the script of a part, or those of its pieces in order."""
    named = re.compile(rf"{name}-(?:(\d+)-)?[0-9a-f]{{12}}\.js")
    found = [match for path in folder.iterdir() if (match := named.fullmatch(path.name))]
    found.sort(key=lambda match: int(match[1] or 0))
    return [folder / match[0] for match in found]


def late_data() -> list[tuple[int, bytes]]:
    """Return each piece of the data that is not in the first WebAssembly, with its address."""
    (kept,) = (ROOT / ".cache").glob("data.bin-*")
    whole, found, at = kept.read_bytes(), list[tuple[int, bytes]](), 0
    while at < len(whole):
        address, size = unpack_from("<II", whole, at)
        at += 8 + size
        found.append((address, whole[at - size : at]))
    return found


def within(name: str) -> bytes:
    """Return the content of a part of the page in one file."""
    page = (DIST / "knights-tour.html").read_text()
    return unpacked(page.partition(f'data-part="{name}">')[2].partition("<")[0])


def unpacked(text: str) -> bytes:
    """Return the content of a packed text."""
    return ZstdDecompressor().decompress(b64decode(text[LENGTH_DIGITS:]))
