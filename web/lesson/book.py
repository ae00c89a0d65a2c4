"""The chapter as it is written: a folder a language, a Markdown file a section.

In a file a fenced block stands for what the page makes itself: `figure`, `question`, `listing`,
`chart` and `gallery`. Numbers stand in double braces.

A question is an exercise whose answer is checked, with reasons for likely wrong ones. The first
lines of its block ask; each line after that is an answer, + for right and - for wrong, and behind a
bar the reason that its reader is given:

    ```question number
    How many moves has the knight in the corner a1?
    + {{degree 8x8 a1}} | From a1 it reaches b3 and c2.
    - {{degree 8x8 d4}} | That is so in the middle.
    - * | Put the knight there, and count.
    ```

The kinds are `number`, `choice`, `square 5x5 a1,b3`, on a board where a path has led from a1 to b3,
and `formula n 5 6 8`: a formula in n that is checked for these n. The star is any other answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kt_core.board import Board, Square
from web.lesson.figures import Figure, figure

_FENCE = re.compile(
    r"^```(figure|question|listing|chart|gallery) ?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
_TITLE = re.compile(r"\A# ([^\n]+)\n")
KINDS = ("number", "choice", "square", "formula")
ANY_OTHER = "*"
CONTENTS = "contents.txt"


@cache
def sections() -> tuple[str, ...]:
    """Return the names of the sections, as `web/chapter/contents.txt` lists them."""
    return tuple(file(CONTENTS).split())


def file(name: str, folder: str = "chapter") -> str:
    """Return a file of this folder of `web/`, which in the page lies in the zip of this module."""
    if folder == "chapter" and name != CONTENTS:
        from web.lesson.texts import chapter_text  # which travels with what draws the figures

        return chapter_text(name)
    assert __spec__ is not None
    loader: Any = __spec__.loader
    text: bytes = loader.get_data(str(Path(__file__).parents[1] / folder / name))
    return text.decode("utf-8")


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
    shows, _, used = _with_numbers(words, language).partition("\n\n")
    kind, asks = next(blocks(text, "question"), ("", ""))
    return Section(
        name=name,
        language=language,
        title=title[1],
        body=text[title.end() :],
        figure=figure(head) if head else None,
        caption=" ".join(shows.split()),
        manual=" ".join(used.split()),
        exercise=exercise(_with_numbers(kind, language), _with_numbers(asks, language))
        if kind
        else None,
    )


def _with_numbers(text: str, language: str) -> str:
    if "{{" not in text:  # as in the page, whose chapter the build has filled in
        return text
    from web.lesson.numbers import with_numbers

    return with_numbers(text, language)


def without_prose(text: str) -> str:
    r"""Return the title of a text, its figures and its questions: what a running page reads of it.

    >>> without_prose("# Title\n\nWords.\n\n```figure beyond\nIt.\n```\n")
    '# Title\n```figure beyond\nIt.\n```\n'
    """
    title = _TITLE.match(text)
    blocks = (found[0] for found in _FENCE.finditer(text) if found[1] in ("figure", "question"))
    return "".join(f"{part}\n" for part in (*([title[0].strip()] if title else []), *blocks))


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


@dataclass(frozen=True)
class Reply:
    """An answer that the text knows, with its reason."""

    answer: str
    reason: str
    right: bool


@dataclass(frozen=True)
class Exercise:
    """A question, and what its answers are worth."""

    kind: str
    details: tuple[str, ...]  # of a square: its board; of a formula: its letter, and values for it
    asks: str
    replies: tuple[Reply, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """What there is to choose from, where the kind is a choice."""
        return tuple(reply.answer for reply in self.replies) if self.kind == "choice" else ()

    @property
    def position(self) -> tuple[Board, tuple[Square, ...]]:
        """The board of a question about a square, and the path that has led there."""
        sides, path = self.details
        board = Board.parse(sides)
        return board, tuple(map(board.square, path.split(",")))

    def rest(self) -> Reply:
        """Return what is said to any other answer."""
        return self.replies[-1]


def exercise(head: str, text: str) -> Exercise:
    """Return the exercise of a fenced block; `ValueError` says what is missing in it."""
    kind, *details = head.split() or [""]
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of question; there are {', '.join(KINDS)}")
    lines = [line.strip() for line in text.strip().splitlines()]
    asks = " ".join(line for line in lines if line[:2] not in ("+ ", "- "))
    made = Exercise(kind, tuple(details), asks, tuple(_replies(lines)))
    if not asks or not any(reply.right for reply in made.replies):
        raise ValueError(f"a question needs words and a right answer: {text!r}")
    if kind != "choice" and made.rest().answer != ANY_OTHER:
        raise ValueError(f"the last answer of a question is the star, for any other: {asks!r}")
    return made


def _replies(lines: list[str]) -> Iterator[Reply]:
    for line in lines:
        if line[:2] in ("+ ", "- "):
            answer, bar, reason = line[2:].partition(" | ")
            if not bar or not reason.strip():
                raise ValueError(f"an answer needs its reason behind a bar: {line!r}")
            yield Reply(answer.strip(), reason.strip(), line[0] == "+")
