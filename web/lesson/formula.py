"""Formulas in one letter, as a reader writes them: 8(n-1)(n-2)/n² is a number for each n. Pure.

Python reads it and never runs it: numbers, the letter, + - * / ^ and brackets are all there is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import accumulate

from kt_core.language import N_
from web.lesson.words import LONGEST_CHARACTERS, half_width

MOST_DEPTH = 30  # brackets in brackets
MOST_POWER = 12
MOST_BITS = 4000  # of a power
Formula = Callable[[int], Fraction]

#: Signs, and what Python writes for them.
_SAME = str.maketrans(
    {"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "²": "**2", "³": "**3", "^": "**", " ": ""}
)
_NODES = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.Load)
_SIGNS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.UAdd, ast.USub)


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
    if len(text) > LONGEST_CHARACTERS:
        raise Unreadable(N_("it is too long"))
    plain = half_width(text).strip().lower().translate(_SAME)
    if not plain:
        raise Unreadable(N_("it is empty"))
    wrong = re.search(rf"[^\d.{name}+*/()-]|//|\.\.|\(\)", plain, re.ASCII)
    deep = max(accumulate((sign == "(") - (sign == ")") for sign in plain)) > MOST_DEPTH
    if wrong or deep:
        raise Unreadable(N_("{part} cannot stand there"), wrong[0][0] if wrong else "(")
    beside = rf"(?<=[\d.{name})])(?=[{name}(])|(?<=[{name})])(?=[\d.])"  # 8(n-1)n: a product
    return partial(_value, _tree(re.sub(beside, "*", plain)))


def _tree(plain: str) -> ast.expr:
    try:
        tree = ast.parse(plain, mode="eval")
    except SyntaxError as wrong:
        at = (wrong.offset or len(plain) + 1) - 1  # none at the end
        if at >= len(plain) or "never closed" in wrong.msg:
            raise Unreadable(N_("it ends too early")) from None
        part = "^" if plain.startswith("**", at) else plain[at]  # as a reader writes it
        raise Unreadable(N_("{part} cannot stand there"), part) from None
    assert all(isinstance(node, (*_NODES, *_SIGNS)) for node in ast.walk(tree))
    return tree.body


def _value(node: ast.expr, n: int) -> Fraction:
    if isinstance(node, ast.Constant):
        return Fraction(str(node.value))
    if isinstance(node, ast.UnaryOp):
        value = _value(node.operand, n)
        return -value if isinstance(node.op, ast.USub) else value
    if not isinstance(node, ast.BinOp):
        return Fraction(n)
    a, b = _value(node.left, n), _value(node.right, n)
    if isinstance(node.op, ast.Add):
        return a + b
    if isinstance(node.op, ast.Sub):
        return a - b
    if isinstance(node.op, ast.Mult):
        return a * b
    return _over(a, b) if isinstance(node.op, ast.Div) else _raised(a, b)


def _over(a: Fraction, b: Fraction) -> Fraction:
    if not b:
        raise Unreadable(N_("it divides by zero"))
    return a / b


def _raised(base: Fraction, power: Fraction) -> Fraction:
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if power.denominator != 1 or abs(power) > MOST_POWER or bits * abs(power) > MOST_BITS:
        raise Unreadable(N_("its numbers grow too large"))
    if not base and power < 0:
        raise Unreadable(N_("it divides by zero"))
    return Fraction(base ** int(power))
