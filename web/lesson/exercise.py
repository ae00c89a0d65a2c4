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
from fractions import Fraction

from kt_core.board import Board, Square
from kt_core.language import N_
from web.lesson.formula import Unreadable, formula
from web.lesson.words import LONGEST_CHARACTERS, half_width, told

KINDS = ("number", "choice", "square", "formula")
ANY_OTHER = "*"


@dataclass(frozen=True)
class Reply:
    """An answer that the text knows, with its reason."""

    answer: str
    reason: str
    right: bool


@dataclass(frozen=True)
class Verdict:
    """What is said to an answer; `right` is None where it is no answer at all."""

    right: bool | None
    said: str


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

    def judged(self, answer: str, language: str) -> Verdict:
        """Return what is said to an answer; a choice is answered with its place, from 1."""
        text = half_width(answer).strip()[:LONGEST_CHARACTERS]
        try:
            reply, more = _JUDGES[self.kind](self, text, language)
        except _Nonsense as wrong:
            return Verdict(None, str(wrong))
        begin = told(language, N_("Right.") if reply.right else N_("Not yet."))
        space = "" if language == "zh" else " "
        return Verdict(
            reply.right, space.join(part for part in (begin, more, reply.reason) if part)
        )

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


class _Nonsense(ValueError):
    """What was answered is no answer."""


def _number(asked: Exercise, text: str, language: str) -> tuple[Reply, str]:
    value = _fraction(text)
    if value is None:
        said = N_("{answer} is not a number. Write one in digits, such as 12 or 3.5.")
        raise _Nonsense(told(language, said, answer=text or "…"))
    known = (reply for reply in asked.replies if _fraction(reply.answer) == value)
    return next(known, asked.rest()), ""


def _choice(asked: Exercise, text: str, language: str) -> tuple[Reply, str]:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= len(asked.replies)):
        raise _Nonsense(told(language, "{answer} is not one of the choices.", answer=text or "…"))
    return asked.replies[int(text) - 1], ""


def _square(asked: Exercise, text: str, language: str) -> tuple[Reply, str]:
    try:
        name = Board.parse(asked.details[0])
        square = name.name(name.square(text.lower()))
    except ValueError:
        said = N_(
            "{answer} is not a square of this board. Write a name such as b3, or click a square."
        )
        raise _Nonsense(told(language, said, answer=text or "…")) from None
    known = (reply for reply in asked.replies if square in reply.answer.replace(",", " ").split())
    return next(known, asked.rest()), ""


def _formula(asked: Exercise, text: str, language: str) -> tuple[Reply, str]:
    letter, *values = asked.details
    try:
        given = _values(text, letter, values)
    except Unreadable as wrong:
        why = told(language, wrong.why, part=wrong.part)
        said = N_("{answer} is not a formula in {name}: {why}.")
        raise _Nonsense(told(language, said, answer=text or "…", name=letter, why=why)) from None
    for reply in asked.replies[:-1]:
        if _values(reply.answer, letter, values) == given:
            return reply, "" if reply.right else _differs(asked, given, language)
    return asked.rest(), _differs(asked, given, language)


def _differs(asked: Exercise, given: list[Fraction], language: str) -> str:
    letter, *values = asked.details
    right = next(reply for reply in asked.replies if reply.right)
    for value, got, wanted in zip(
        values, given, _values(right.answer, letter, values), strict=True
    ):
        if got != wanted:
            said = N_("For {name} = {value} your formula gives {got}, and the answer is {right}.")
            shown = {"got": _shown(got), "right": _shown(wanted)}
            return told(language, said, name=letter, value=value, **shown)
    return ""


def _values(text: str, letter: str, values: list[str]) -> list[Fraction]:
    read = formula(text, letter)
    return [read(int(value)) for value in values]


def _shown(value: Fraction) -> str:
    return f"{float(value):.6g}"


def _fraction(text: str) -> Fraction | None:
    plain = text.replace(",", "").replace(" ", "").replace("%", "")
    if len(plain) > 30 or not plain.replace(".", "", 1).removeprefix("-").isdecimal():
        return None
    return Fraction(plain)


_JUDGES = {"number": _number, "choice": _choice, "square": _square, "formula": _formula}
