"""The posters that the page shows before Python: every board has its answer, and each is proven."""

import gzip
import json
from typing import Any

import pytest

from kt_core import Tour
from kt_core.theory import refute
from kt_core.tour import NoTour
from tests.shared.browser import DIST
from web.make import posters
from web.search.work import POSTED, begun
from web.view import words

PAGE = (DIST / "index.html").read_text("utf-8")
TEXT = PAGE.partition('id="posters">')[2].partition("</script>")[0]
DATA: dict[str, Any] = json.loads(TEXT)
QUESTIONS = dict(posters.questions())
LONG = {f"{a}x{b}" for side in range(8, 13) for a, b in ((4, side), (side, 4))}


def test_all_of_them_are_small() -> None:
    assert len(gzip.compress(TEXT.encode(), 9)) <= 60_000


def test_every_board_from_3_to_12_has_one_and_long_searches_the_best_methods() -> None:
    assert len(QUESTIONS) == 200
    assert set(QUESTIONS) == set(DATA["posters"])
    best = {key for key, poster in DATA["posters"].items() if "best" in poster}
    assert best == LONG | {f"{board} closed" for board in LONG}


@pytest.mark.parametrize("key", [key for key, each in DATA["posters"].items() if "ranks" in each])
def test_a_poster_is_a_tour_of_its_board(key: str) -> None:
    puzzle = QUESTIONS[key].puzzle
    path = posters.decoded(puzzle.board, DATA["posters"][key]["ranks"])
    assert Tour(puzzle.board, path, puzzle.closed).path[0] == puzzle.start


@pytest.mark.parametrize("key", [key for key, each in DATA["posters"].items() if "why" in each])
def test_a_board_without_a_poster_of_a_tour_has_none(key: str) -> None:
    with pytest.raises(NoTour):
        refute(QUESTIONS[key].puzzle)


@pytest.mark.parametrize("key", QUESTIONS)
def test_a_poster_is_what_the_page_answers(key: str) -> None:
    question, poster = QUESTIONS[key], DATA["posters"][key]
    run = begun(question)
    while run.advance(1000) and run.outcome().steps < POSTED:
        pass
    outcome, count = run.outcome(), len(question.board)
    assert ("best" in poster) == (outcome.steps >= POSTED)
    if outcome.tour and "best" not in poster:
        assert posters.decoded(question.board, poster["ranks"]) == list(outcome.tour.path)
        counts = poster.get("steps", count + 1), poster.get("ends", 0)
        assert counts == (outcome.steps, outcome.dead_ends)
    if outcome.reason and "best" not in poster:
        assert poster["why"] in words.answer(question, outcome)
        assert poster["steps"] == outcome.steps


def test_nothing_in_the_data_ends_its_script() -> None:
    assert "</" not in TEXT.replace("</svg>", "")
    assert "<!--" not in TEXT
