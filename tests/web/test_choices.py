"""The choices at each step: possible, tried and chosen moves of the search."""

import pytest

from kt_core.orderings import ORDERINGS
from tests.shared.searches import FIVE, recorded, searched
from tests.shared.states import opened, patch
from web.lab.search.recording import Options, options


@pytest.mark.parametrize("name", ORDERINGS)
def test_the_move_that_is_shown_as_next_is_the_next_move(name: str) -> None:
    trace = searched(FIVE, name, steps=400)
    for step in range(1, 400):
        moment, after = trace.at(step), trace.at(step + 1)
        found = options(trace, moment)
        if after.backtracked_from is None and not after.found:
            assert found.chosen == after.path[-1]
            assert found.chosen in found.onward
        else:
            assert found.chosen is None
        assert set(found.tried) <= set(found.onward)


def test_there_are_no_choices_before_the_first_step() -> None:
    assert options(searched(FIVE, "textbook"), recorded({}, 0).at(0)) == Options({})


def at(address: str) -> str:
    return str(patch(opened(address), "#board [data-layer=choices]"))


def test_the_next_move_is_drawn_at_every_step_but_the_last() -> None:
    assert "chosen" in at("#board=5x5&step=12")
    assert "tried" in at("#board=5x5&ordering=textbook&prune=0&step=25")
    assert "<circle" not in at("#board=5x5")
    assert "<circle" not in at("#board=5x5&step=12&show=graph")


def test_a_prediction_does_not_show_the_next_move() -> None:
    drawn = at("#board=5x5&step=1&mode=predict")
    assert "<circle" in drawn
    assert "chosen" not in drawn
