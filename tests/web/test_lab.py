"""The lab: moves to redo, waiting games, history, words and actions, and the question."""

from dataclasses import replace

import pytest

from kt_core.board import Board
from tests.shared.states import after, opened, patch, plain
from web.lab.view.answer import actions
from web.lab.view.examples import proposals
from web.page.update import next_state, update
from web.page.view import whole_patches
from web.question import address
from web.state import intents as i
from web.state.begin import at_rest
from web.state.state import Focus, Push, ScrollToBoard, Solving, State

GAME = "#board=5x5&mode=play"
B3, D4 = 11, 18  # a way from a1 on 5x5


def moves(*squares: int) -> State:
    return after(opened(GAME), *map(i.Choose, squares))


def path(state: State) -> tuple[int, ...]:
    assert state.reader.game
    return state.reader.game.path


@pytest.mark.parametrize(
    ("wish", "answers"),
    [
        (i.Solve(), True),
        (i.OpenPreset("#board=5x5"), True),
        (i.Enter("famous", "jaenisch-1862"), True),
        (i.SetMode("predict"), False),
    ],
)
def test_back_restores_a_replaced_question_and_an_answer_scrolls_to_the_board(
    wish: i.Intent, *, answers: bool
) -> None:
    effects = update(opened("#board=6x6"), wish)[1]
    assert Push() in effects
    assert (ScrollToBoard() in effects) == answers


def headline(state: State) -> str:
    return plain(str(patch(state, "#answer")["html"]).partition("</h2>")[0])


def test_searching_paused_and_stopped_are_three_headlines() -> None:
    paused = opened("#board=6x6&ordering=textbook&step=5")
    playing = next_state(paused, i.PlaySteps())
    searching = replace(
        paused,
        question=replace(paused.question, step=None),
        search=replace(paused.search, doing=Solving(quiet=False)),
    )
    stopped = next_state(searching, i.Pause())
    told = [headline(state) for state in (paused, playing, stopped)]
    steps = ["a2 is next.", "Searching: no tour yet.", "Stopped after 5 steps: no tour yet."]
    assert told == steps
    assert not at_rest(playing).search.stopped


def test_a_word_of_the_question_opens_the_form_at_its_field() -> None:
    closed = opened("")
    assert patch(closed, "#question")["hidden"] is True
    shown, effects = update(closed, i.ShowForm("holes"))
    assert effects == (Focus("#question [name=holes]"),)
    assert patch(shown, "#question")["hidden"] is False
    hidden = [patch(shown, f"#{name}-field")["hidden"] for name in ("holes", "start")]
    assert hidden == [False, True]
    fewer = next_state(shown, i.SetLook("more", value=False))
    assert patch(fewer, "#start-field")["hidden"] is False
    assert patch(after(fewer, i.Solve()), "#question")["hidden"] is True
    assert update(shown, i.ShowForm())[1] == (Focus("#asked"),)


@pytest.mark.parametrize("link", ["", "#board=5x5", "#mode=play", "#mode=predict", "#ordering=own"])
def test_every_place_is_reached_from_every_other(link: str) -> None:
    for place in ("own", "play", "watch", "play", "own", "watch"):
        state = after(opened(link), i.ShowPlace(place))
        assert state.where == place


def test_undo_brings_back_a_game_that_a_changed_question_ended() -> None:
    state = after(moves(B3, D4), i.Enter("rows", "6"))
    assert path(state) == (0,)
    assert "Undo brings back yours: 5 × 5, 3 of 25" in plain(patch(state, "#answer")["html"])
    assert patch(state, "#game [name=undo]")["disabled"] is False
    back = after(state, i.Resize("rows", 1), i.Undo())
    assert (path(back), back.question.board, back.waiting) == ((0, B3, D4), Board(5, 5), None)
    elsewhere = after(state, i.ShowPlace("watch"), i.ShowPlace("play"))
    assert (path(elsewhere), elsewhere.question.board) == ((0,), Board(6, 5))
    for before in (moves(B3, D4), after(moves(B3, D4), i.ShowPlace("watch"))):
        assert not after(before, i.Navigate("#board=6x6&mode=play")).waiting


def test_other_questions_are_proposed_after_a_tour() -> None:
    state = opened("#board=5x5")
    offered = {each.title: each.address for each in proposals(state)}
    assert offered["A larger board"] == "#board=6x6"
    assert "A closed tour" not in offered  # no closed tour has 25 squares
    larger = after(state, i.OpenPreset(offered["A larger board"]))
    assert larger.question.board == Board(6, 6)
    for link in offered.values():
        question, faults = address.read(link)
        assert faults == []
        assert question != state.question


def test_a_proposed_start_has_the_required_color() -> None:
    for side in (5, 7):
        state = opened(f"#board={side}x{side}")
        (other,) = (each for each in proposals(state) if each.title == "Another start")
        start = address.read(other.address)[0].start
        assert start != 0
        assert state.question.board.color(start) == state.question.board.color(0)


def test_a_dead_end_links_to_its_section_of_the_chapter() -> None:
    state = opened("#board=5x5&ordering=textbook&prune=0&step=21")
    (link,) = (action.address for action in actions(state) if action.address)
    question, faults = address.read(link)
    assert (question.settings.view, faults) == ("search", [])


def test_a_lost_game_rings_the_squares_that_are_left() -> None:
    state = opened("#board=3x4&mode=play", *map(i.Choose, (9, 7, 1, 8, 6)))  # stuck on c2
    assert plain(patch(state, "#flag")["html"]).startswith("Stuck on c2")
    drawn = str(patch(state, "#board [data-layer=moves]")["html"])
    assert drawn.partition('class="left"')[2].count("<circle") == 6


def test_a_pointer_changes_nothing_in_a_lecture() -> None:
    state = opened("#step=12&present=1")
    assert whole_patches(next_state(state, i.PointAtSquare(20))) == whole_patches(state)
    pointed = next_state(opened("#step=12"), i.PointAtSquare(20))
    assert whole_patches(next_state(pointed, i.Present(on=True))) == whole_patches(state)


def test_a_proof_without_a_search_replaces_the_code_by_a_sentence() -> None:
    asked = opened("#board=3x8&closed=1&ordering=best")
    assert "the reason above is the whole proof" in str(patch(asked, "#panel")["html"])


def test_back_undoes_a_run_of_changes_of_one_field_and_a_click_on_a_start() -> None:
    state = opened("#step=0")
    fewer, effects = update(state, i.Resize("rows", -1))
    assert Push() in effects
    assert Push() not in update(fewer, i.Resize("rows", -1))[1]
    assert Push() in update(fewer, i.Enter("closed", "1"))[1]
    assert Push() in update(fewer, i.Choose(9))[1]
    assert Push() not in update(fewer, i.Enter("rows", "7"))[1]  # unchanged


def test_proposals_after_a_closed_tour_are_closed() -> None:
    state = opened("#board=6x6&closed=1")
    larger, other = proposals(state)
    assert larger.address == "#closed=1"
    assert "closed=1" in other.address
