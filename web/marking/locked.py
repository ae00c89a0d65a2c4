"""Locked parts of a starter: lines that the student may not change.

# --- locked ---
def legal_moves(row, col, n): ...
# --- end ---
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PART = re.compile(r"^# *-+ *locked *-+ *\n(.*?)\n# *-+ *end *-+ *$", re.DOTALL | re.MULTILINE)


def locked_parts(starter: str) -> Iterator[str]:
    r"""Yield the locked parts of a starter.

    >>> [*locked_parts("# --- locked ---\nn = 8\n# --- end ---\n")]
    ['n = 8']
    """
    yield from (part.strip("\n") for part in _PART.findall(starter))


def changed_part(starter: str, text: str) -> str:
    """Return the first line of the first locked part that a text lacks; "" if it has all."""
    lines = _plain(text)
    for part in locked_parts(starter):
        if _plain(part) not in lines:
            return part.strip().partition("\n")[0]
    return ""


def locked_lines(starter: str, text: str) -> list[int]:
    r"""Return the numbers of the locked lines in a text, from 1; none if a part is lacking.

    >>> locked_lines("# --- locked ---\nn = 8\n# --- end ---\n", "# mine\nn = 8\n")
    [2]
    """
    lines, found = _plain(text), list[int]()
    for part in map(_plain, locked_parts(starter)):
        before, is_there, _after = lines.partition(part)
        if not is_there:
            return []
        first = before.count("\n") + 1
        found += range(first, first + part.count("\n") - 1)
    return found


def _plain(text: str) -> str:
    """Return a text with plain line ends around each line, and without spaces at their ends."""
    return "\n" + "".join(f"{line.rstrip()}\n" for line in text.split("\n"))
