"""Blind guesses in a prediction, beside a reader who makes them in the page."""

import pytest

from tests.shared.states import after, opened
from web.lab.intents import Choose
from web.lab.play.fairness import MOST_STEPS, BlindScores, blind_scores
from web.lab.play.predict import predict
from web.lab.search.answer import at_end
from web.state.state import State


def guessed(state: State, place: int) -> State:
    """Return the state after blind predictions: the first move each time (0), or the last (-1)."""
    while not at_end(state.question, state.search.answer):
        trace = state.search.answer.traces[0]
        moment = trace.at(state.question.step or 0)
        asked = predict(trace.graph, moment.path, trace.order, moment.backtracked_from)
        squares = sorted(asked.leaves) if asked.right else [moment.path[-1]]
        state = after(state, Choose(squares[place]))
    return state


@pytest.mark.parametrize("link", ["3x4", "5x5", "6x6", "3x10", "5x5&start=c3", "4x5&ordering=roth"])
def test_a_blind_reader_of_the_page_scores_what_is_computed(link: str) -> None:
    state = opened(f"#board={link}&mode=predict&splice=1")
    scores = blind_scores(state.question)
    for place, right in ((0, scores.lowest), (-1, scores.highest)):
        reader = guessed(state, place).reader
        assert (reader.right, reader.guesses) == (right, scores.guesses)


def test_chance_scores_between_the_worst_and_the_best() -> None:
    scores = blind_scores(opened("#board=8x8&mode=predict").question)
    assert scores.guesses == 63
    assert 0 < scores.random < 63
    assert scores.best == max(scores.lowest, scores.highest, scores.random) / 63


def test_where_nothing_is_asked_blind_guesses_are_as_good_as_any() -> None:
    assert blind_scores(opened("#board=2x2&mode=predict").question) == BlindScores()
    assert BlindScores().best == 1


def test_only_the_first_steps_of_a_long_search_are_looked_at() -> None:
    assert blind_scores(opened("#board=20x20&mode=predict").question).guesses <= MOST_STEPS
