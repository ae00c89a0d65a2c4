"""Judge an answer to a question of the chapter, and explain the verdict. Pure.

The module is not loaded at startup: importing fractions takes as long as drawing a figure. A
formula is parsed by Python but never executed: it may contain numbers, its letter, + - * / ^ and
parentheses.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate

from kt_core.board import Board
from kt_core.language import N_, _
from web.chapter.content.questions import Exercise, Reply
from web.chapter.text import LONGEST_CHARACTERS, is_count, sentences_text
from web.question.question import half_width

MOST_DEPTH = 30  # nested parentheses
MOST_POWER = 12
MOST_BITS = 4000  # limit for the size of a power

#: Signs and their Python equivalents.
_SAME = str.maketrans(
    {"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "²": "**2", "³": "**3", "^": "**", " ": ""}
)


@dataclass(frozen=True)
class AnswerVerdict:
    """The reply to an answer; `right` is None if it cannot be judged."""

    right: bool | None
    sentence: str


def verdict(exercise: Exercise, answer: str) -> AnswerVerdict:
    """Return the reply to an answer; the answer to a choice is its number, from 1."""
    text = half_width(answer).strip()[:LONGEST_CHARACTERS]
    try:
        reply, more = _JUDGES[exercise.kind](exercise, text)
    except _Nonsense as wrong:
        return AnswerVerdict(None, str(wrong))
    begin = _("Right.") if reply.right else _("Not yet.")
    return AnswerVerdict(reply.right, sentences_text(begin, more, reply.reason))


class _Nonsense(ValueError):
    """An answer that cannot be judged."""


def _number(exercise: Exercise, text: str) -> tuple[Reply, str]:
    value = _fraction(text)
    if value is None:
        sentence = N_("{answer} is not a number. Write one in digits, such as 12 or 3.5.")
        raise _Nonsense(_(sentence, answer=text or "…"))
    known = (reply for reply in exercise.replies if _fraction(reply.answer) == value)
    return next(known, exercise.rest()), ""


def _choice(exercise: Exercise, text: str) -> tuple[Reply, str]:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= len(exercise.replies)):
        raise _Nonsense(_("{answer} is not one of the choices.", answer=text or "…"))
    return exercise.replies[int(text) - 1], ""


def _square(exercise: Exercise, text: str) -> tuple[Reply, str]:
    board = Board.parse(exercise.details[0])
    try:
        square = board.name(board.square(int(text) if is_count(text) else text.lower()))
    except ValueError:
        sentence = N_(
            "{answer} is not a square of this board. Write a name such as b3 or a number from 0 to"
            " {last}, or choose a square."
        )
        last = board.rows * board.columns - 1
        raise _Nonsense(_(sentence, answer=text or "…", last=last)) from None
    known = (reply for reply in exercise.replies if square in re.split(r"[,、\s]+", reply.answer))
    return next(known, exercise.rest()), ""


def _letters(exercise: Exercise, text: str) -> tuple[Reply, str]:
    letters = re.sub(r"[\s,;、→>-]", "", text.upper())
    if not letters or set(letters) - set(exercise.graph):
        sentence = N_("{answer} is not a list of vertices. Write their letters, such as {example}.")
        example = " ".join([*exercise.graph][:3])
        raise _Nonsense(_(sentence, answer=text or "…", example=example))
    known = (reply for reply in exercise.replies if reply.answer.replace(" ", "") == letters)
    return next(known, exercise.rest()), ""


def _formula(exercise: Exercise, text: str) -> tuple[Reply, str]:
    letter, *values = exercise.details
    try:
        given = _values(text, letter, values)
    except UnreadableFormula as wrong:
        why = _(wrong.why, part=wrong.part)
        sentence = N_("{answer} is not a formula in {name}: {why}.")
        raise _Nonsense(_(sentence, answer=text or "…", name=letter, why=why)) from None
    for reply in exercise.replies[:-1]:
        if _values(reply.answer, letter, values) == given:
            return reply, "" if reply.right else _differs(exercise, given)
    return exercise.rest(), _differs(exercise, given)


def _differs(exercise: Exercise, given: list[Fraction]) -> str:
    letter, *values = exercise.details
    right = next(reply for reply in exercise.replies if reply.right)
    for value, actual, wanted in zip(
        values, given, _values(right.answer, letter, values), strict=True
    ):
        if actual != wanted:
            sentence = N_(
                "For {name} = {value} your formula gives {got}, and the answer is {right}."
            )
            slots = {"got": _decimal(actual), "right": _decimal(wanted)}
            return _(sentence, name=letter, value=value, **slots)
    return ""


def _values(text: str, letter: str, values: list[str]) -> list[Fraction]:
    read = formula(text, letter)
    return [read(int(value)) for value in values]


def _decimal(value: Fraction) -> str:
    return f"{float(value):.6g}"


def _fraction(text: str) -> Fraction | None:
    """Return the number in a text, with any unit: "36", "k = 36", "36 moves"; else None."""
    found = _COUNTED.fullmatch(text)
    plain = re.sub(r"[, ]", "", found[1]) if found else ""
    if len(plain) > 30 or not plain.replace(".", "", 1).removeprefix("-").isdecimal():
        return None
    return Fraction(plain)


#: A number; before it, a name with an equals sign is optional, and after it, a unit.
_COUNTED = re.compile(
    r"(?:[^\W\d][^\d=]*=\s*)?(-?\d[\d, ]*(?:\.\d*)?|-?\.\d+)(?:%|[^\W\d_][^\d+*/^=()]*)?"
)
_JUDGES = {
    "number": _number,
    "choice": _choice,
    "square": _square,
    "letters": _letters,
    "formula": _formula,
}


class UnreadableFormula(ValueError):
    """A text that is not a formula: the reason, as a clause, and the part that it concerns."""

    def __init__(self, why: str, part: str = "") -> None:
        super().__init__(why.format(part=part))
        self.why, self.part = why, part


def formula(text: str, name: str) -> Callable[[int], Fraction]:
    """Return a formula as a function of its letter; `UnreadableFormula` if it is invalid.

    >>> str(formula("8(n-1)(n-2)/n²", "n")(8))
    '21/4'
    """
    if len(text) > LONGEST_CHARACTERS:
        raise UnreadableFormula(N_("it is too long"))
    plain = half_width(text).strip().lower().translate(_SAME)
    plain = re.sub(r"^[^\W\d]\w*=", "", plain)  # removes a prefix such as "k = "
    if not plain:
        raise UnreadableFormula(N_("it is empty"))
    wrong = re.search(rf"[^\d.{name}+*/()-]|//|\.\.|\(\)", plain, re.ASCII)
    deep = max(accumulate((sign == "(") - (sign == ")") for sign in plain)) > MOST_DEPTH
    if wrong or deep:
        raise UnreadableFormula(N_("{part} cannot stand there"), wrong[0][0] if wrong else "(")
    beside = rf"(?<=[\d.{name})])(?=[{name}(])|(?<=[{name})])(?=[\d.])"  # 8(n-1)n: a product
    return partial(_value, _tree(re.sub(beside, "*", plain)))


def _tree(plain: str) -> ast.expr:
    try:
        tree = ast.parse(plain, mode="eval")
    except SyntaxError as wrong:
        at = (wrong.offset or len(plain) + 1) - 1  # an error at the end has no offset
        if at >= len(plain) or "never closed" in wrong.msg:
            raise UnreadableFormula(N_("it ends too early")) from None
        part = "^" if plain.startswith("**", at) else plain[at]  # the reader writes powers with ^
        raise UnreadableFormula(N_("{part} cannot stand there"), part) from None
    assert all(isinstance(node, (*_NODES, *_SIGNS)) for node in ast.walk(tree))
    return tree.body


def _value(node: ast.expr, n: int) -> Fraction:
    if isinstance(node, ast.BinOp):
        return _OPERATIONS[type(node.op)](_value(node.left, n), _value(node.right, n))
    if isinstance(node, ast.UnaryOp):
        value = _value(node.operand, n)
        return -value if isinstance(node.op, ast.USub) else value
    return Fraction(str(node.value) if isinstance(node, ast.Constant) else n)


def _quotient(a: Fraction, b: Fraction) -> Fraction:
    if not b:
        raise UnreadableFormula(N_("it divides by zero"))
    return a / b


def _power(base: Fraction, power: Fraction) -> Fraction:
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if power.denominator != 1 or abs(power) > MOST_POWER or bits * abs(power) > MOST_BITS:
        raise UnreadableFormula(N_("its numbers grow too large"))
    if not base and power < 0:
        raise UnreadableFormula(N_("it divides by zero"))
    return Fraction(base ** int(power))


_OPERATIONS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _quotient,
    ast.Pow: _power,
}
_NODES = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.Load)
_SIGNS = (*_OPERATIONS, ast.UAdd, ast.USub)
