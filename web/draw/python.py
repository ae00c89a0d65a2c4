"""Python in HTML, with its tokens colored. Pure."""

import re
from keyword import kwlist

from kt_core.drawing.shapes import escape

_WORDS = "|".join(kwlist)
#: Tokens of Python to color: comments, strings, keywords.
_PYTHON = re.compile(rf"(?P<i>#.*|\"[^\"]*\"|'[^']*')|\b(?P<b>{_WORDS})\b")


def line_html(line: str) -> str:
    """Return a line of Python as HTML, with its tokens colored."""
    parts, at = [], 0
    for match in _PYTHON.finditer(line):
        tag = match.lastgroup
        parts += [escape(line[at : match.start()]), f"<{tag}>{escape(match[0])}</{tag}>"]
        at = match.end()
    return "".join(parts) + escape(line[at:])
