"""The ready-made exercises, and the text files that load late, as they do.

An exercise is `en/NAME.md` and `zh/NAME.md`: a title, its instructions in one paragraph, and three
listings under the headings "Starter", "Tests" and "Solution".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import wrap

from kt_core.language import package_file

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
_LISTINGS = "\n".join(f"## {part}\n\n```python\n(.*?\n)```\n" for part in PARTS)
_EXERCISE = re.compile(f"# ([^\n]+)\n\n([^\n]+)\n\n{_LISTINGS}", re.DOTALL)


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


def late_text(path: str) -> str:
    """Return a text file that loads late, by its path in `web/`: "chapter/en/graph.md"."""
    return package_file(path, __name__).decode()


@cache
def written_exercise(name: str, language: str) -> WrittenExercise:
    """Return an exercise in "en" or "zh"; `ValueError` if a part is missing."""
    found = _EXERCISE.fullmatch(late_text(f"chapter/exercises/{language}/{name}.md"))
    if not found:
        listings = ", ".join(f"## {part}" for part in PARTS)
        raise ValueError(f"{language}/{name}.md needs a title, a paragraph, and {listings}")
    return WrittenExercise(*found.groups())
