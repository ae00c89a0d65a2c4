"""The ready-made exercises: each has a title, instructions, a starter, tests and a solution.

An exercise is `en/NAME.md` and `zh/NAME.md`: a title, one paragraph, and three listings under the
headings "Starter", "Tests" and "Solution".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import wrap

from web.chapter.content.texts import late_text

#: The exercises in their order, and the section of the chapter to which each belongs.
SECTIONS: Mapping[str, str] = {
    "legal_moves": "graph",
    "graph": "graph",
    "search": "search",
    "warnsdorff": "rule",
    "closed_tour": "proof",
}
OWN = "own"  # begins the name of a teacher's own exercise
WIDTH = 76  # characters in a line of a comment; Chinese ones are twice as wide
PARTS = ("Starter", "Tests", "Solution")
_HEAD = re.compile(r"# (.+)\n\n(.+)\n")
_LISTING = "## {part}\n\n```python\n(.*?\n)```"


@dataclass(frozen=True)
class WrittenExercise:
    """An exercise in one language."""

    title: str
    instructions: str
    starter: str
    tests: str
    solution: str

    @property
    def whole_starter(self) -> str:
        """The instructions as a comment, and the starter below it."""
        plain = self.instructions.replace("`", "")
        is_wide = any(character >= "\u3000" for character in plain)
        lines = wrap(plain, WIDTH // 2 if is_wide else WIDTH)
        return "\n".join((*(f"# {line}" for line in lines), "", "", self.starter, ""))


@cache
def written_exercise(name: str, language: str) -> WrittenExercise:
    """Return an exercise in "en" or "zh"."""
    return read_exercise(name, language, late_text)


def read_exercise(name: str, language: str, file: Callable[[str], str]) -> WrittenExercise:
    """Return an exercise whose text `file` reads; `LookupError` names a missing part."""
    path = f"chapter/exercises/{language}/{name}.md"
    text = file(path)
    head = _HEAD.match(text)
    if not head:
        raise LookupError(f"web/{path} begins with no title and no paragraph")
    parts = {part: re.search(_LISTING.format(part=part), text, re.DOTALL) for part in PARTS}
    missing = [part for part, found in parts.items() if not found]
    if missing:
        raise LookupError(f"web/{path} has no listing under ## {missing[0]}")
    starter, tests, solution = (found[1] for found in parts.values() if found)
    return WrittenExercise(head[1], head[2], starter, tests, solution)
