"""The chapter as it is written: a folder a language, a Markdown file a section.

In a file a fenced block stands for what the page makes itself: `figure`, `question`, `listing`,
`chart` and `gallery`. Numbers stand in double braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from web.lesson.contents import file
from web.lesson.exercise import Exercise, exercise
from web.lesson.figures import Figure, figure

_FENCE = re.compile(
    r"^```(figure|question|listing|chart|gallery) ?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE
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
    caption: str  # what the figure shows
    manual: str  # how it is used: not for paper
    exercise: Exercise | None


@cache
def section(name: str, language: str) -> Section:
    """Return a section; `ValueError` says what is wrong with its file."""
    text = file(f"{language}/{name}.md")
    title = _TITLE.match(text)
    if not title:
        raise ValueError(f"web/chapter/{language}/{name}.md begins with no title, as in # Title")
    head, words = next(blocks(text, "figure"), ("", ""))
    shows, _, used = _resolved(words, language).partition("\n\n")
    kind, asks = next(blocks(text, "question"), ("", ""))
    return Section(
        name=name,
        language=language,
        title=title[1],
        body=text[title.end() :],
        figure=figure(head) if head else None,
        caption=" ".join(shows.split()),
        manual=" ".join(used.split()),
        exercise=exercise(_resolved(kind, language), _resolved(asks, language)) if kind else None,
    )


def _resolved(text: str, language: str) -> str:
    if "{{" not in text:  # as in the page, whose chapter the build has filled in
        return text
    from web.lesson.numbers import resolved

    return resolved(text, language)


def with_blocks(text: str, made: Mapping[str, str]) -> str:
    """Return a text whose fenced blocks are replaced by what was made of them, by kind.

    Listings and charts are named by their heads as well: "listing knight_graph".
    """

    def block(found: re.Match[str]) -> str:
        key = (
            found[1] if found[1] in ("figure", "question", "gallery") else f"{found[1]} {found[2]}"
        )
        return made[key]

    return _FENCE.sub(block, text)


def blocks(text: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield what a text has of one kind: the first line of each block, and what stands in it."""
    return ((found[2], found[3]) for found in _FENCE.finditer(text) if found[1] == kind)
