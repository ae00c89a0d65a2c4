"""Normalization of texts: ordinary spaces, line breaks, digits and signs; bare tags."""

from __future__ import annotations

import re
from collections.abc import Generator

from kt_core.events import Progress
from kt_core.files.tokens import slices

_SIGNS = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 32, 0xA0: 32}
_TAG = re.compile(r"<(/?[A-Za-z]+)[^<>A-Za-z][^<>]*>")  # bare ones stay as they are
_LETTER = re.compile(r"'([A-Za-z])' *, *([1-9])")  # of a square: ('a', 1)
_END = re.compile(r"[\s>)]")


def plain(text: str) -> Generator[Progress, None, str]:
    """Return a normalized text, in slices."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and "<" not in text and "'" not in text:
        return text
    parts = []
    for begin, end in slices(text, _END):
        part = _TAG.sub(r"<\1>", text[begin:end].translate(_SIGNS))
        parts.append(_LETTER.sub(r"\1\2", part))
        yield Progress("reading")
    return "".join(parts)
