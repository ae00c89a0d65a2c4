"""What answers a question: the best method, in slices, with every way that it can end."""

import pytest
from web.search.best import Best, Work, begun
from web.search.run import Outcome, Run

from kt_core.board import Board
from kt_core.tour import Tour
from web.question.address import read
from web.question.question import Question


def ended(work: Work) -> Outcome:
    """Return how a work ends."""
    while work.advance(64):
        pass
    return work.outcome()


@pytest.mark.parametrize(
    ("address", "kind"), [("", Run), ("#ordering=roth", Run), ("#ordering=best", Best)]
)
def test_the_ordering_says_who_answers(address: str, kind: type[Work]) -> None:
    assert isinstance(begun(read(address)[0]), kind)


def test_the_best_method_gives_a_proven_tour_and_its_own_name() -> None:
    question, _ = read("#ordering=best&board=6x6&closed=1")
    outcome = ended(begun(question))
    assert outcome.tour == Tour(Board(6, 6), outcome.path, closed=True)
    assert outcome.method
    assert outcome.method != "proof"


def test_the_best_method_can_be_left_at_any_time() -> None:
    work = Best(read("#ordering=best&board=20x20")[0])
    assert work.advance(1)
    assert work.outcome().tour is None
    assert work.outcome().progress


def test_the_best_method_tells_why_there_is_no_tour_and_what_shows_it() -> None:
    outcome = ended(begun(read("#ordering=best&end=c1")[0]))
    assert "same colour" in outcome.reason
    assert outcome.witness
    assert outcome.tour is None


def test_a_seed_gives_its_own_tour_again() -> None:
    tours = [ended(begun(Question(ordering="best", seed=seed))).path for seed in (0, 7, 7, 8)]
    assert tours[1] == tours[2]
    assert len(set(tours)) == 3


def test_a_tour_is_shown_as_far_as_it_is_asked_for() -> None:
    whole = ended(begun(read("#ordering=best")[0]))
    part = ended(begun(read("#ordering=best&step=12")[0]))
    assert (part.path, part.steps, part.tour) == (whole.path[:12], 12, None)
    assert ended(begun(read("#ordering=best&step=64")[0])) == whole
    assert ended(begun(read("#ordering=best&step=0")[0])) == Outcome()


def test_a_watched_search_shows_what_proves_its_no() -> None:
    outcome = ended(begun(read("#board=5x5&start=b1")[0]))
    assert set(outcome.witness) == set(
        ended(begun(read("#board=5x5&start=b1&ordering=best")[0])).witness
    )
    assert outcome.witness
