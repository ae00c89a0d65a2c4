"""The graph of six vertices in the page: the transcript of the textbook, drawn and told."""

import re

import pytest
from web.search.session import Session, session

from kt_core.graph import LETTERS
from web.draw import board
from web.question.address import read, write
from web.question.question import LETTERS as NAME
from web.question.question import Question, changed
from web.view import words

QUESTION = read("#tour=letters")[0]
#: What is on the path after each step; C is left again as a dead end.
TRANSCRIPT = ["", "A", "AB", "ABC", "AB", "ABD", "ABDE", "ABDEF", "ABDEFC", "ABDEFC"]


def watched() -> Session:
    """Return the search of the six vertices, at its beginning."""
    shown = session(QUESTION, None, None)
    assert shown
    return shown


@pytest.mark.parametrize("step", range(len(TRANSCRIPT)))
def test_each_step_is_that_of_the_textbook(step: int) -> None:
    shown = watched()
    for _ in range(step):
        shown.player.go(shown.player.step + 1)
    assert "".join(shown.player.moment.path) == TRANSCRIPT[step]
    drawn = board.board(QUESTION, shown.outcomes()[0])
    gray = re.findall(r'class="vertex (?:gray|now)" data-vertex="(\w)"', drawn)
    assert sorted(gray) == sorted(TRANSCRIPT[step])
    assert drawn.count('class="arrow on') == max(len(TRANSCRIPT[step]) - 1, 0)
    assert drawn.count('class="died"') == (step == 4)


def test_every_edge_is_an_arrow() -> None:
    drawn = board.board(QUESTION)
    assert drawn.count('class="arrow"') == sum(map(len, LETTERS.values())) == 8
    assert 'aria-label="Graph of six vertices, A to F; the path is empty"' in drawn


def test_the_answer_tells_the_path_and_the_dead_end() -> None:
    shown = watched()
    shown.player.play()
    while shown.player.playing:
        shown.player.hurry()
    assert words.answer(QUESTION, shown.verdict()).startswith(
        "A path through all six: A B D E F C, after one dead end.<small>C was a dead end"
    )
    assert "22.2 % of the 6 x 6 matrix" in words.facts(QUESTION)
    assert words.reached(QUESTION, shown.player.moment) == "6 of 6 vertices"


def test_the_example_is_in_the_address_and_any_other_question_leaves_it() -> None:
    asked = changed(Question(), "famous", NAME)
    assert write(asked) == "#tour=letters&step=0"
    assert not changed(asked, "rows", "5").is_letters
