"""Formulas in the notations of readers are read correctly, and nothing else is read."""

from fractions import Fraction

import pytest

from kt_core import Board
from kt_core.graph import directed_edges
from web.chapter.content.judge import UnreadableFormula, formula

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
        ("(" * 60, "( cannot stand there"),
        ("8 $ n", "$ cannot stand there"),
        ("8 + * n", "* cannot stand there"),
        ("8^^n", "^ cannot stand there"),
        ("8//n", "/ cannot stand there"),
        ("8()", "( cannot stand there"),
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
