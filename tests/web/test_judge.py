"""Verdicts on readers' answers to questions of the chapter, formulas among them."""

from fractions import Fraction

import pytest

from kt_core import Board
from kt_core.graph import directed_edges
from web.chapter.content.judge import UnreadableFormula, formula, verdict
from web.chapter.content.questions import exercise

NUMBER = exercise("number", "How many?\n+ 36 | right\n- 35 | one less\n- * | count")
SQUARE = exercise("square 5x5 a1,b3", "Where?\n+ a5, 12 | right\n- c1 | no\n- * | count")
BOARD = exercise("square 5x5 a1", "Where?\n+ b3、c2 | right\n- a1 | no\n- * | count")
FORMULA = exercise("formula n 5 6 8", "k?\n+ 8(n-1)(n-2)/n^2 | right\n- 8 | no\n- * | count")
LETTERS = exercise("letters A:BD,B:CD,C:,D:", "Path?\n+ A B C | right\n- A D | no\n- * | count")


@pytest.mark.parametrize(
    ("asked", "answer", "right"),
    [
        *(
            (NUMBER, text, True)
            for text in ("36", "36.0", "\uff13\uff16", "36 moves", "36 步", "k = 36")
        ),
        *((NUMBER, text, False) for text in ("35 moves", "-36", "36.5", "3,6,0")),
        *((NUMBER, text, None) for text in ("moves", "6x6", "36 or 35", "36+0", "36%5", "")),
        *((SQUARE, text, True) for text in ("a5", "A5", "20", "\uff12\uff10")),
        *((SQUARE, text, False) for text in ("c1", "2", "12")),
        *((SQUARE, text, None) for text in ("25", "-1", "z9", "20.0", "99999999999")),
        *((BOARD, text, True) for text in ("b3", "c2", "7", "11")),
        (FORMULA, "k = 8(n-1)(n-2)/n²", True),
        (FORMULA, "K=8(n-1)(n-2)/n^2", True),
        (FORMULA, "8", False),
        *((FORMULA, text, None) for text in ("k =", "k == 8", "= 8")),
        *((LETTERS, text, True) for text in ("A B C", "abc", "a, b, c", "A→B→C", "A、B、C")),
        *((LETTERS, text, False) for text in ("A D", "AB", "CBA")),
        *((LETTERS, text, None) for text in ("", "A E", "12", "A B C!")),
    ],
)
def test_an_answer_may_have_any_notation(asked: object, answer: str, right: bool | None) -> None:
    assert verdict(asked, answer).right is right  # type: ignore[arg-type]


K = "8(n-1)(n-2)/n²"


@pytest.mark.parametrize(
    "text",
    [
        *(K, "8 * (n - 1) * (n - 2) / n^2", "(8n^2 - 24n + 16)/n**2", "8−24/n+16/n²"),
        "".join(chr(ord(sign) + 0xFEE0) for sign in "8(n-1)(n-2)/n^2"),
        *("8(N-1)(N-2)/(N·N)", "8*(1-1/n)*(1-2/n)"),
    ],
)
def test_one_formula_is_written_in_many_ways(text: str) -> None:
    read = formula(text, "n")
    for n in range(2, 30):
        assert read(n) == Fraction(directed_edges(Board(n, n)), n * n)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("8(n-1", "it ends too early"),
        ("8 +", "it ends too early"),
        ("8)", ") cannot stand there"),
        ("m+1", "m cannot stand there"),
        ("__import__('os')", "_ cannot stand there"),
        ("n" * 121, "it is too long"),
        ("8^^n", "^ cannot stand there"),
        ("8//n", "/ cannot stand there"),
        ("1.5.2", ". cannot stand there"),
        ("(" * 31 + "n" + ")" * 31, "( cannot stand there"),
    ],
)
def test_a_wrong_formula_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(UnreadableFormula) as wrong:
        formula(text, "n")
    assert str(wrong.value) == why


@pytest.mark.parametrize("text", ["1/(n-5)", "n^n^n", "(((n^12)^12)^12)^12", "0^(0-1)", "2^(1/2)"])
def test_a_formula_that_cannot_be_computed_is_refused(text: str) -> None:
    read = formula(text, "n")
    with pytest.raises(UnreadableFormula, match=r"it divides by zero|its numbers grow too large"):
        _ = [read(n) for n in range(3, 15)]


def test_a_power_comes_before_a_sign_and_a_product_before_a_sum() -> None:
    assert formula("-n^2", "n")(3) == -9
    assert formula("2+3n", "n")(4) == 14
    assert formula("12/2n", "n")(3) == 18
    assert formula("8*-n^2", "n")(3) == -72
    assert formula("0.1+.2", "n")(3) == Fraction(3, 10)
