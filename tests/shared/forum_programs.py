"""Programs for the knight's tour in the styles of students, books and forums: tests/shared/forum/.

A line "#### name | kind | text" begins a program, whose verdict has that kind and that text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path

from tests.shared.plain_trace import Watch

FOLDER = Path(__file__).with_name("forum")
_HEAD = re.compile(r"^#### (.*)\n", re.MULTILINE)


@dataclass(frozen=True)
class Written:
    """A program written by hand."""

    name: str
    source: str
    kind: str
    says: str


def programs_in(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the first line, without the signs, and the text of each program in a file."""
    parts = _HEAD.split(file.read_text("utf-8"))[1:]
    yield from zip(parts[::2], parts[1::2], strict=True)


def _written(head: str, source: str) -> Written:
    name, kind, says = (part.strip() for part in head.split("|"))
    return Written(name, source, kind, says)


FORUM_PROGRAMS = {
    program.name: program
    for file in sorted(FOLDER.glob("*.txt"))
    for program in starmap(_written, programs_in(file))
}
#: The container to watch in a plain trace of a program; those of students have the other kinds.
WATCHES = {
    "a textbook's graph of vertices": Watch("path", "path", square=lambda v: divmod(v.id, 5)),
    "a lambda that calls itself": Watch("call", "path[-1]", function="<lambda>"),
    "a set beside a list": Watch("path", "self.order"),
    "counted from 1": Watch("marks", "board", 0),
    "tuples by value": Watch("call", "path[-1]", function="tours"),
}
