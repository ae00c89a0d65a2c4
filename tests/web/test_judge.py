"""Verdicts on readers' answers to questions of the chapter."""

import pytest

from web.chapter.content.judge import verdict
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
def test_an_answer_is_accepted_in_each_usual_notation(
    asked: object, answer: str, right: bool | None
) -> None:
    for language in ("en", "zh"):
        assert verdict(asked, answer, language).right is right  # type: ignore[arg-type]
