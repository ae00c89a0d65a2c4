"""Templates for the reader's code: orderings, a search, programs; and locked parts in it.

The texts are in templates.txt. Pure.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache

from kt_core.language import N_, package_texts

_TEXTS = package_texts("question/templates.txt", __name__)
_TEXTS["slow-program"] = _TEXTS["board-program"].replace("solve(5)", "solve(8)")
_TITLES = {
    "textbook": N_("Textbook order"),
    "warnsdorff": N_("Warnsdorff’s rule"),
    "reverse": N_("The rule reversed"),
    "static": N_("Degrees never updated"),
    "center": N_("Ties by the center"),
    "chance": N_("Chance"),
    "search": N_("The whole search"),
    "slow-program": N_("A program that seems to run forever"),
    "board-program": N_("The same program on 5 × 5"),
    "graph-program": N_("The textbook’s graph program"),
}
#: The name of a template -> its title and its text.
TEMPLATES: Mapping[str, tuple[str, str]] = {
    name: (title, _TEXTS[name]) for name, title in _TITLES.items()
}
TEXTBOOK, WARNSDORFF = _TEXTS["textbook"], _TEXTS["warnsdorff"]
FIRST_TEXT = _TEXTS["slow-program"]  # the text with which the editor opens
CONTINUES = "\0"  # the mark of a line that continues a statement
BLANK = (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
_PART = re.compile(r"^# *-+ *locked *-+ *\n(.*?)\n# *-+ *end *-+ *$", re.DOTALL | re.MULTILINE)


def locked_parts(starter: str) -> Iterator[str]:
    r"""Yield the locked parts of a starter.

    >>> [*locked_parts("# --- locked ---\nn = 8\n# --- end ---\n")]
    ['n = 8']
    """
    yield from (part.strip("\n") for part in _PART.findall(starter))


def changed_part(starter: str, text: str) -> str:
    """Return the first line of the first locked part that a text lacks; "" if it has all."""
    for part in locked_parts(starter):
        if _plain(part) not in _plain(text):
            return part.strip().partition("\n")[0]
    return ""


def locked_lines(starter: str, text: str) -> list[int]:
    r"""Return the numbers of the locked lines in a text, from 1; none if a locked part is missing.

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


@lru_cache(8)  # the editor compares its text at each change
def _plain(text: str) -> str:
    """Return a text without spaces at the ends of lines; each line is between line feeds.

    A line that continues a statement is marked, so code differs from the same text in a string.
    """
    first, inner = 0, set[int]()
    for token in _tokens(text):
        if token.type == tokenize.NEWLINE:
            inner.update(range(first + 1, token.end[0] + 1))
            first = 0
        elif token.type not in BLANK:
            first = first or token.start[0]
    lines = enumerate(text.split("\n"), start=1)
    return "\n" + "".join(f"{CONTINUES * (n in inner)}{line.rstrip()}\n" for n, line in lines)


def is_template(text: str) -> bool:
    """Return True if a text is the code of a template, perhaps with other comments."""
    return _code(text) in {_code(template) for _title, template in TEMPLATES.values()}


@lru_cache(16)
def _code(text: str) -> tuple[str, ...]:
    return tuple(token.string for token in _tokens(text) if token.type not in BLANK)


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of a text up to the first error."""
    with suppress(tokenize.TokenError, SyntaxError):
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
