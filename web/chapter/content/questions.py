"""The questions of the chapter: their format, and the random values in them. Pure.

A question is an exercise whose answer is checked, with reasons for likely wrong answers. The first
lines of its block are the question. Each line after them is an answer, + for right and - for wrong,
followed by a bar and the reason that the reader gets:

    ```question number from corner
    How many moves does a knight on $square have?
    + {{degree $board $square}} | From there it reaches {{moves $board $square}}.
    - {{degree 8x8 d4}} | That is so in the middle.
    - * | Put the knight there, and count.
    ```

The word after `from` names a row of `web/chapter/content/draws.py`, which draws values for the
words with a dollar sign from a seed, so that each reader has a different question. A section with
several questions uses them in turn. The kinds are `number`; `choice`; `square 5x5 a1,b3`, on a
board where a path leads from a1 to b3; `letters A:BD,B:C`, vertices of this graph in order; and
`formula n 5 6 8`: a formula in n that is checked for these n. The star is any other answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from kt_core.board import Board, Square
from web.chapter.content.draws import drawn_values

KINDS = ("number", "choice", "square", "letters", "formula")
ANY_OTHER = "*"


def drawn_exercise(head: str, text: str, language: str, seed: int) -> Exercise:
    """Return a written question with the values that a seed draws, and with its numbers."""
    head, _, source = head.partition(" from ")
    drawn = drawn_values(source, seed) if source else {}
    head, text = (with_known_numbers(_with_values(each, drawn), language) for each in (head, text))
    return exercise(head, text, seed)


def _with_values(text: str, drawn: Mapping[str, str]) -> str:
    return re.sub(r"\$(\w+)", lambda found: drawn[found[1]], text)


@dataclass(frozen=True)
class Reply:
    """A known answer, with the reason why it is right or wrong."""

    answer: str
    reason: str
    right: bool


@dataclass(frozen=True)
class Exercise:
    """A question, with the verdicts on its answers."""

    kind: str
    #: Of a square: board, path; of a formula: letter, values; of letters: their graph.
    details: tuple[str, ...]
    asks: str
    replies: tuple[Reply, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices; none for other kinds."""
        return tuple(reply.answer for reply in self.replies) if self.kind == "choice" else ()

    @property
    def position(self) -> tuple[Board, tuple[Square, ...]]:
        """The board of a question about a square, and the path up to that square."""
        sides, path = self.details
        board = Board.parse(sides)
        return board, tuple(map(board.square, path.split(",")))

    @property
    def graph(self) -> dict[str, str]:
        """The graph of a question about letters: the successors of each vertex, in order."""
        return dict(each.split(":") for each in self.details[0].split(","))

    def rest(self) -> Reply:
        """Return the reply to any other answer."""
        return self.replies[-1]


def exercise(head: str, text: str, seed: int = 0) -> Exercise:
    """Return the exercise of a fenced block; `ValueError` says which part is missing.

    With a seed other than 0, its choices are shuffled.
    """
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
    if kind == "choice" and seed:
        mixed = Random(seed).sample(made.replies, len(made.replies))
        return replace(made, replies=tuple(mixed))
    return made


def _replies(lines: list[str]) -> Iterator[Reply]:
    for line in lines:
        if line[:2] in ("+ ", "- "):
            answer, bar, reason = line[2:].partition(" | ")
            if not bar or not reason.strip():
                raise ValueError(f"an answer needs its reason behind a bar: {line!r}")
            yield Reply(answer.strip(), reason.strip(), line[0] == "+")


def with_known_numbers(text: str, language: str) -> str:
    """Return a text with its numbers filled in, except those that wait for drawn values."""
    if "{{" not in text:  # as on the page: the build has filled in the chapter
        return text
    from web.chapter.content.numbers import with_numbers

    return with_numbers(text, language)
