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


def _plain(text: str) -> str:
    """Return a text with plain line ends, and without spaces at the ends of lines."""
    return "\n" + "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"
