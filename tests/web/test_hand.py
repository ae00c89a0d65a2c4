"""Actions of the reader: predictions, a game, its hints, and the address that saves a game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, solve
from tests.shared.states import after, opened, patch, predicted
from web.lab.view.answer import actions
from web.question import address
from web.search.answer import position
from web.share.assignment import MOST_STEPS, blind_guesses, blind_share
from web.state.intents import Choose, JudgeGame, RestoreWork, StartAgain, Undo
from web.state.state import State


def answer_html(state: State) -> str:
    return str(patch(state, "#answer")["html"])


def square(name: str) -> int:
    return Board(8, 8).square(name)


def test_on_the_page_that_asks_a_marked_square_is_the_first_move_and_another_the_start() -> None:
    moved = after(opened(""), Choose(square("b3")))
    assert moved.reader.game
    assert (moved.where, moved.reader.game.path) == ("play", (square("a1"), square("b3")))
    placed = after(opened(""), Choose(square("d4")))
    assert "Can a knight visit every square" in answer_html(placed)
    assert (placed.where, placed.question.start) == ("watch", square("d4"))
    assert address.write(placed.question) == "#start=d4&step=0"
    again = after(opened("#board=8x8"), Choose(square("b3")))  # this tour was found
    assert "from b3" not in answer_html(again)
    assert "tour found" in answer_html(again)
    figure = opened("#board=8x8&step=0&embed=1")
    assert after(figure, Choose(square("b3"))).where == "watch"


def test_after_the_last_prediction_a_click_changes_nothing() -> None:
    state = opened("#mode=predict&board=3x4&step=14")
    assert after(state, Choose(7)) == state


def test_a_prediction_never_leads_back_into_a_dead_end() -> None:
    asked = "board=5x5&prune=0&seed=1&start=e3&ordering=random"
    state, watched = opened(f"#mode=predict&{asked}"), opened(f"#step=402&{asked}")
    for _ in range(400):
        trace, step = state.search.answer.traces[0], position(state.question, state.search.answer)
        moment = trace.at(step)
        if moment.found or not moment.path:
            break
        goes = watched.search.answer.traces[0].at(step + 1)
        before = state.reader.guesses
        state = after(state, Choose(goes.path[-1] if goes.backtracked_from is None else 24))
        assert position(state.question, state.search.answer) == step + 1
        assert state.reader.right == state.reader.guesses >= before


def test_a_hint_in_a_lost_game_names_the_wrong_move_and_offers_the_way_back() -> None:
    state, to = opened("#board=5x5&mode=play&start=a1"), Board(5, 5).square
    for name in ("c2", "a3", "c4", "e3"):
        state = after(state, Choose(to(name)))
    told = after(state, HINT)
    assert (told.reader.hinted, told.reader.hints) == (None, 0)
    assert "You can’t finish from here: c4, number 4, was too early." in answer_html(told)
    (back,) = (action for action in actions(told) if action.name == "back-to")
    assert back.value == "a3"
    better = after(told, Choose(to(back.value)), HINT)
    assert better.reader.hinted is not None
    assert better.reader.hinted != to("c4")
    assert "a known tour continues there" in answer_html(better)


PLAY = "#board=5x5&mode=play"
HINT = JudgeGame(advises=True)
WISHES = st.one_of(
    st.integers(0, 24).map(Choose), st.sampled_from([Undo(), HINT, StartAgain(), HINT])
)


@settings(max_examples=60)
@given(st.lists(WISHES, max_size=30))
def test_any_game_is_in_its_link(wishes: list[Choose | Undo | JudgeGame | StartAgain]) -> None:
    state = after(opened(PLAY), *wishes)
    again = opened(address.write(state.question))
    told = [(it.reader.game, it.reader.hints, it.reader.undos) for it in (state, again)]
    assert told[0] == told[1]
    assert (again.question, again.form.faults, again.search.won) == (state.question, (), None)
    assert patch(again, "#board [data-layer=line]") == patch(state, "#board [data-layer=line]")


def test_a_tour_is_not_reported_twice() -> None:
    tour = solve(Board(5, 5), start="a1")
    state = after(opened(PLAY), *map(Choose, tour.path[1:]))
    assert state.search.won == tour
    again = after(opened(address.write(state.question)), Choose(3))
    assert again.reader.game
    assert again.reader.game.tour == tour
    assert again.search.won is None


def test_a_course_book_restores_the_game_of_a_locked_task() -> None:
    task = "#board=5x5&mode=play&lock=all&hints=1"
    state = after(opened(task), HINT, Choose(11), Choose(2))
    told = {"board": "6x6", "hints": "9", "lock": "", "game": state.question.settings.game}
    again = after(opened(task), RestoreWork(told))
    assert again.question == state.question
    assert (again.reader.game, again.reader.hints) == (state.reader.game, 1)


@pytest.mark.parametrize("link", ["3x4", "5x5", "6x6", "3x10", "5x5&start=c3", "4x5&ordering=roth"])
def test_blind_guesses_score_the_computed_share(link: str) -> None:
    state = opened(f"#board={link}&mode=predict&splice=1")
    lowest, highest, _random = zip(*blind_guesses(state.question.search_key), strict=True)
    guesses = (lambda told: min(told.options.onward)), (lambda told: max(told.options.onward))
    for guess, right in zip(guesses, (lowest, highest), strict=True):
        reader = predicted(state, guess).reader
        assert (reader.right, reader.guesses) == (sum(right), len(right))


def test_blind_scores_are_between_the_worst_and_the_best_and_of_the_first_steps() -> None:
    question = opened("#board=8x8&mode=predict").question
    guesses = blind_guesses(question.search_key)
    scores = [sum(scores) for scores in zip(*guesses, strict=True)]
    assert len(guesses) == 63
    assert 0 < scores[-1] < 63
    assert blind_share(question) == max(scores) / 63
    assert blind_share(opened("#board=2x2&mode=predict").question) == 1
    large = opened("#board=20x20&mode=predict").question.search_key
    assert 0 < len(blind_guesses(large)) <= MOST_STEPS
