"""Programs in the form in which they are pasted into forums: tests/shared/forum/, by theme.

A line "#### name | kind | text" begins a program, whose verdict has that kind and that text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.shared.written_programs import Written

FOLDER = Path(__file__).with_name("forum")
_HEAD = re.compile(r"^#### (.*)\n", re.MULTILINE)


def _programs(text: str) -> Iterator[Written]:
    parts = _HEAD.split(text)[1:]
    for head, source in zip(parts[::2], parts[1::2], strict=True):
        name, kind, says = (part.strip() for part in head.split("|"))
        yield Written(name, source, kind, says)


FORUM_PROGRAMS = [
    program
    for file in sorted(FOLDER.glob("*.txt"))
    for program in _programs(file.read_text("utf-8"))
]
