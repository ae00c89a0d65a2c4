"""Exercises: a question with an answer that is checked, and reasons for likely wrong ones. Pure.

In a Markdown file an exercise is a fenced block. Its first lines ask; each line after that is an
answer, + for right and - for wrong, and behind a bar the reason that its reader is given:

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

from collections.abc import Iterator
from dataclasses import dataclass

from kt_core.board import Board, Square

KINDS = ("number", "choice", "square", "formula")
ANY_OTHER = "*"


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
