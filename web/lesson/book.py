"""The chapter as it is written: a folder a language, a Markdown file a section.

In a file a fenced block stands for what the page makes itself: `figure`, `question` and `listing`.
Numbers stand in double braces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from web.lesson.contents import file
from web.lesson.exercise import Exercise, exercise
from web.lesson.figures import Figure, figure
from web.lesson.numbers import resolved

_FENCE = re.compile(
    r"^```(figure|question|listing) ?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
_TITLE = re.compile(r"\A# ([^\n]+)\n")


@dataclass(frozen=True)
class Section:
    """A section in one language: its title, its words, its figure, its exercise."""

    name: str  # in addresses
    language: str
    title: str
    body: str  # Markdown below the title
    figure: Figure | None
    caption: str
    exercise: Exercise | None


@cache
def section(name: str, language: str) -> Section:
    """Return a section; `ValueError` says what is wrong with its file."""
    text = file(f"{language}/{name}.md")
    title = _TITLE.match(text)
    if not title:
        raise ValueError(f"web/chapter/{language}/{name}.md begins with no title, as in # Title")
    blocks = {found[1]: (found[2], found[3]) for found in _FENCE.finditer(text)}
    head, words = blocks.get("figure", ("", ""))
    asked = {kind: resolved(block, language) for kind, (_, block) in blocks.items()}
    return Section(
        name=name,
        language=language,
        title=title[1],
        body=text[title.end() :],
        figure=figure(head) if head else None,
        caption=" ".join(resolved(words, language).split()),
        exercise=exercise(blocks["question"][0], asked["question"])
        if "question" in asked
        else None,
    )


def with_blocks(text: str, made: Mapping[str, str]) -> str:
    """Return a text whose fenced blocks are replaced by what was made of them, by kind.

    A listing is named by its head as well: "listing knight_graph".
    """

    def block(found: re.Match[str]) -> str:
        key = f"{found[1]} {found[2]}" if found[1] == "listing" else found[1]
        return made[key]

    return _FENCE.sub(block, text)


def listings(text: str) -> tuple[str, ...]:
    """Return what a text lists, by name."""
    return tuple(found[2] for found in _FENCE.finditer(text) if found[1] == "listing")
