"""The questions of the chapter: how they are written, and what is drawn for them by chance. Pure.

A question is an exercise whose answer is checked, with reasons for likely wrong ones. The first
lines of its block ask; each line after that is an answer, + for right and - for wrong, and behind a
bar the reason that its reader is given:

    ```question number from corner
    How many moves does a knight on $square have?
    + {{degree $board $square}} | From there it reaches {{moves $board $square}}.
    - {{degree 8x8 d4}} | That is so in the middle.
    - * | Put the knight there, and count.
    ```

The word after `from` names a row of `web/chapter/content/draws.py`. It draws, from a seed, values
for the words with a dollar sign, so that each reader has another question. A section with
several questions asks them in turn. The kinds are `number`; `choice`; `square 5x5 a1,b3`, on a
board where a path has led from a1 to b3; `letters A:BD,B:C`, some vertices of this graph in their
order; and `formula n 5 6 8`: a formula in n that is checked for these n. The star is any other
answer.
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
    """Return a question as it is written, with what a seed draws for it and its numbers."""
    head, _, source = head.partition(" from ")
    drawn = drawn_values(source, seed) if source else {}
    head, text = (with_known_numbers(_with_values(each, drawn), language) for each in (head, text))
    return exercise(head, text, seed)


def _with_values(text: str, drawn: Mapping[str, str]) -> str:
    return re.sub(r"\$(\w+)", lambda found: drawn[found[1]], text)


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
    details: tuple[str, ...]  # of a square: board, path; of a formula: letter, values; of letters:
    # their graph
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

    @property
    def graph(self) -> dict[str, str]:
        """The graph of a question about letters: the successors of each, in their order."""
        return dict(each.split(":") for each in self.details[0].split(","))

    def rest(self) -> Reply:
        """Return what is said to any other answer."""
        return self.replies[-1]


def exercise(head: str, text: str, seed: int = 0) -> Exercise:
    """Return the exercise of a fenced block; `ValueError` says what is missing in it.

    From another seed than 0 its choices come in an order that is drawn by chance.
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
    """Return a text with those of its numbers filled in that wait for nothing to be drawn."""
    if "{{" not in text:  # as in the page, whose chapter the build has filled in
        return text
    from web.chapter.content.numbers import with_numbers

    return with_numbers(text, language)
