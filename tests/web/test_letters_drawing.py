"""The graph of six vertices is drawn with every edge as an arrow, and what was visited gray."""

import re

import pytest

from kt_core.graph import LETTERS
from tests.shared.states import opened
from web.draw import board
from web.lab.search.answer import scene
from web.question.address import read

QUESTION = read("#tour=letters")[0]


@pytest.mark.parametrize("step", range(10))
def test_what_is_on_the_path_is_gray_and_its_edges_are_bold(step: int) -> None:
    state = opened(f"#tour=letters&step={step}")
    seen = scene(state.question, state.search.answer)
    drawn = board.board(state.question, seen)
    gray = re.findall(r'class="vertex (?:gray|now)" data-vertex="(\w)"', drawn)
    assert sorted(gray) == sorted(seen.path)
    assert drawn.count('class="arrow on') == max(len(seen.path) - 1, 0)
    assert drawn.count('class="dead-end"') == (step == 4)


def test_every_edge_is_an_arrow() -> None:
    drawn = board.board(QUESTION)
    assert drawn.count('class="arrow"') == sum(map(len, LETTERS.values())) == 8
    assert 'aria-label="Graph of six vertices, A to F; the path is empty"' in drawn
