"""A reader's code as a short text for the address: compressed, in base64. Pure."""

from __future__ import annotations

import base64
import binascii
import zlib

from kt_core.language import Sentence

LONGEST_CHARACTERS = 8_192  # characters of an address that code may take
MOST_BYTES = 100_000  # of code that was unpacked: a short text may come to gigabytes


def packed(code: str) -> str:
    """Return code as it stands in an address; "" where that would be too long.

    >>> unpacked(packed("def order(): ..."))
    'def order(): ...'
    """
    text = zlib.compress(code.encode("utf-8", "replace"), 9, wbits=-15)
    short = base64.urlsafe_b64encode(text).decode().rstrip("=")
    return short if len(short) <= LONGEST_CHARACTERS else ""


def unpacked(text: str) -> str:
    """Return the code in a text of an address; `ValueError` where there is none."""
    wrong = ValueError(Sentence("these letters are no code; copy the whole link"))
    if len(text) > LONGEST_CHARACTERS or not text.isascii():
        raise wrong
    opener = zlib.decompressobj(wbits=-15)
    try:
        whole = opener.decompress(
            base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True), MOST_BYTES
        )
        code = whole.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise wrong from None
    if not opener.eof:
        raise wrong
    return code
