"""The Python texts of the chapter: its program, as listings, and its ready-made exercises.

At each point of the text, the listings so far can be run. They are in listings.txt. A listing may
be a new version of an earlier one, which it then replaces in the program. The names agree with the
text, and the figure of the search highlights lines of `TOUR`.

An exercise is `en/NAME.md` and `zh/NAME.md`: a title, its instructions in one paragraph, and three
listings under the headings "Starter", "Tests" and "Solution". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import Any

from kt_core.language import package_file, package_texts


def late_text(path: str) -> str:
    """Return a text file that loads late, as this module does, by its path in `web/`."""
    return package_file(path, __name__).decode()


# --- The program ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Listing:
    """A part of the program, and the name of the earlier listing that it replaces, or ""."""

    text: str
    replaces: str = ""


#: The listings by the names that Markdown files use, in the order of the text.
PROGRAM: Mapping[str, Listing] = {
    name: Listing(text, replaced)
    for head, text in package_texts("chapter/content/listings.txt", __name__).items()
    for name, _, replaced in [head.partition(" replaces ")]
}
STEPS, TOUR, IN_ORDER, RUN = (
    PROGRAM[name].text for name in ("steps", "tour", "tour_in_order", "run_in_order")
)
LARGER_BOARD = STEPS.replace("5, 5", "6, 6")  # has closed tours, and a tour from every square
CLOSED_TOUR = IN_ORDER.replace(
    "        return True\n    for",
    "        if path[0] in graph[square]:\n            return True\n    for",
)
EVERY_START = """\
for start in graph:
    print(start, find_tour(start, fewest_first))
"""
#: Changes that the text proposes: the listing that is shown, and all listings that it replaces.
CHANGES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "closed": (
        "tour_in_order",
        {
            "steps": LARGER_BOARD,
            "tour_in_order": CLOSED_TOUR,
            "run_in_order": RUN.replace("(0,", "(2,"),
        },
    ),
    "every_start": ("run_in_order", {"steps": LARGER_BOARD, "run_in_order": EVERY_START}),
}
#: The current lines of `TOUR`, from 1, after each kind of event.
VISITED, COMPLETE, WAITS, LEFT = 2, 5, 7, 10


def program(names: Iterable[str], change: str = "") -> str:
    """Return the program that these listings form, perhaps with a change that the text proposes.

    Replaced listings are left out. Listings that call functions come last, so that a reader may
    change them to call any function.
    """
    named = {name: PROGRAM[name] for name in sorted(names, key=lambda name: name.startswith("run"))}
    replaced = {each.replaces for each in named.values()}
    texts = {name: each.text for name, each in named.items() if name not in replaced}
    if change:
        texts |= CHANGES[change][1]
    return "\n\n".join(texts.values())


def changed_lines(name: str) -> tuple[tuple[str, bool], ...]:
    """Return the lines of a listing or change; each with True if it is new in that listing.

    If there is no earlier version, or if most lines are new, no line counts as new.
    """
    if name in CHANGES:
        listing_name, texts = CHANGES[name]
        text, before = texts[listing_name], PROGRAM[listing_name].text
    else:
        text, before = PROGRAM[name].text, PROGRAM.get(PROGRAM[name].replaces, Listing("")).text
    known = {line.strip() for line in before.splitlines()}
    lines = [(line, line.strip() not in known) for line in text.splitlines()]
    rewritten = 2 * sum(new for _, new in lines) > len(lines)
    return tuple((line, new and not rewritten) for line, new in lines)


@cache
def visits(rows: int, columns: int, ordering: str) -> int:
    """Return the number of visits by the whole program, from a1, until it finds a tour."""
    text = program(name for name in PROGRAM if not name.startswith("run"))
    known: dict[str, Any] = {}
    exec(text.replace("rows, columns = 5, 5", f"rows, columns = {rows}, {columns}"), known)
    tour, count = known["tour"], 0

    def counted(square: int) -> object:
        nonlocal count
        count += 1
        return tour(square)

    known["tour"] = counted
    assert known["find_tour"](0, known[ordering])
    return count


# --- The exercises --------------------------------------------------------------------------------

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


@cache
def written_exercise(name: str, language: str) -> WrittenExercise:
    """Return an exercise in "en" or "zh"; `ValueError` if a part is missing."""
    found = _EXERCISE.fullmatch(late_text(f"chapter/exercises/{language}/{name}.md"))
    if not found:
        listings = ", ".join(f"## {part}" for part in PARTS)
        raise ValueError(f"{language}/{name}.md needs a title, a paragraph, and {listings}")
    return WrittenExercise(*found.groups())
