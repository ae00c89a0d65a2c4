"""What an answer to a question of the chapter is worth, and what is said to it. Pure.

The page starts without this: fractions take as long to import as a figure to draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kt_core.board import Board
from kt_core.language import N_
from web.lesson.book import Exercise, Reply, section
from web.lesson.formula import Unreadable, formula
from web.lesson.words import LONGEST_CHARACTERS, half_width, told


@dataclass(frozen=True)
class Verdict:
    """What is said to an answer; `right` is None where it is no answer at all."""

    right: bool | None
    said: str


def judged(asked: Exercise, answer: str, language: str) -> Verdict:
    """Return what is said to an answer; a choice is answered with its place, from 1."""
    text = half_width(answer).strip()[:LONGEST_CHARACTERS]
    try:
        reply, more = _JUDGES[asked.kind](asked, text, language)
    except _Nonsense as wrong:
        return Verdict(None, str(wrong))
    begin = told(language, N_("Right.") if reply.right else N_("Not yet."))
    space = "" if language == "zh" else " "
    return Verdict(reply.right, space.join(part for part in (begin, more, reply.reason) if part))


def is_right(name: str, answer: str) -> bool:
    """Return whether this answers the question of a section, in whichever language."""
    asked = section(name, "en").exercise
    return bool(asked and judged(asked, answer, "en").right)


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
