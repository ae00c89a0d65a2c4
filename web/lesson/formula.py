"""Formulas in one letter, as a reader writes them: 8(n-1)(n-2)/n² is a number for each n. Pure.

Never run as Python: numbers, the letter, + - * / ^ and brackets are all there is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from kt_core.language import N_
from web.lesson.words import LONGEST_CHARACTERS, half_width

MOST_DEPTH = 30  # brackets in brackets
MOST_POWER = 12
MOST_BITS = 4000  # of a power
Formula = Callable[[int], Fraction]

_PART = re.compile(r"\d+(?:\.\d+)?|[a-z]|\*\*|[-+*/^()]")
_SAME = {"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "²": "^2", "³": "^3"}


class Unreadable(ValueError):
    """A text is no formula: why, as a clause, and the part that it is about."""

    def __init__(self, why: str, part: str = "") -> None:
        super().__init__(why.format(part=part))
        self.why, self.part = why, part


def formula(text: str, name: str) -> Formula:
    """Return what a formula gives for a value of its letter; `Unreadable` for any other text.

    >>> str(formula("8(n-1)(n-2)/n²", "n")(8))
    '21/4'
    """
    made = _Reader(_parts(text), name)
    value = made.sum()
    if made.left:
        raise Unreadable(N_("{part} cannot stand there"), made.left[0])
    return value


def _parts(text: str) -> list[str]:
    if len(text) > LONGEST_CHARACTERS:
        raise Unreadable(N_("it is too long"))
    plain = half_width(text).strip().lower()
    for sign, same in _SAME.items():
        plain = plain.replace(sign, same)
    plain = plain.replace(" ", "")
    parts: list[str] = []
    at = 0
    while at < len(plain):
        found = _PART.match(plain, at)
        if not found:
            raise Unreadable(N_("{part} cannot stand there"), plain[at])
        parts.append("^" if found[0] == "**" else found[0])
        at = found.end()
    if not parts:
        raise Unreadable(N_("it is empty"))
    return parts


class _Reader:
    """Reads a sum of products of powers, from left to right."""

    def __init__(self, parts: list[str], name: str) -> None:
        self.left, self._name, self._depth = parts, name, 0

    def sum(self) -> Formula:
        value = self._product()
        while self._next() in ("+", "-"):
            sign = 1 if self.left.pop(0) == "+" else -1
            value = _added(value, self._product(), sign)
        return value

    def _product(self) -> Formula:
        if self._next() in ("-", "+"):
            sign = -1 if self.left.pop(0) == "-" else 1
            return _times(lambda _: Fraction(sign), self._product())
        value = self._power()
        while (part := self._next()) and (part in "*/(" or part.isalnum() or part[0].isdigit()):
            if part in "*/":
                self.left.pop(0)
            after = self._power()
            value = _over(value, after) if part == "/" else _times(value, after)
        return value

    def _power(self) -> Formula:
        base = self._one()
        if self._next() != "^":
            return base
        self.left.pop(0)
        return _raised(base, self._power())

    def _one(self) -> Formula:
        if not self.left:
            raise Unreadable(N_("it ends too early"))
        part = self.left.pop(0)
        if part == self._name:
            return Fraction
        if part[0].isdigit():
            number = Fraction(part)
            return lambda _: number
        if part == "(" and self._depth < MOST_DEPTH:
            self._depth += 1
            inner = self.sum()
            if not self.left:
                raise Unreadable(N_("it ends too early"))
            if self.left.pop(0) == ")":
                self._depth -= 1
                return inner
        raise Unreadable(N_("{part} cannot stand there"), part)

    def _next(self) -> str:
        return self.left[0] if self.left else ""


def _added(a: Formula, b: Formula, sign: int) -> Formula:
    return lambda n: a(n) + sign * b(n)


def _times(a: Formula, b: Formula) -> Formula:
    return lambda n: a(n) * b(n)


def _over(a: Formula, b: Formula) -> Formula:
    def value(n: int) -> Fraction:
        below = b(n)
        if not below:
            raise Unreadable(N_("it divides by zero"))
        return a(n) / below

    return value


def _raised(a: Formula, b: Formula) -> Formula:
    def value(n: int) -> Fraction:
        base, power = a(n), b(n)
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if power.denominator != 1 or abs(power) > MOST_POWER or bits * abs(power) > MOST_BITS:
            raise Unreadable(N_("its numbers grow too large"))
        if not base and power < 0:
            raise Unreadable(N_("it divides by zero"))
        return Fraction(base ** int(power))

    return value
