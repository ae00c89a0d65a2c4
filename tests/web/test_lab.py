"""The lab: moves to redo, waiting games, history, proposals, and the options under More."""

from dataclasses import replace

import pytest

from kt_core.board import Board
from tests.shared.states import after, opened, patch
from web.lab.intents import (
    Choose,
    Enter,
    OpenPreset,
    PlaySteps,
    PointAtSquare,
    Redo,
    Resize,
    SetMode,
    Solve,
    StartAgain,
    StopSearch,
    ToggleOptions,
    Undo,
    UseBestMethod,
)
from web.lab.view.examples import proposals
from web.question import address
from web.question.question import Question
from web.state.begin import at_rest
from web.state.intents import Intent, Present
from web.state.state import Push, ScrollToBoard, Solving, State
from web.update import next_state, update
from web.view import whole_patches

GAME = "#board=5x5&mode=play"
B3, D4, C2 = 11, 18, 7  # a way from a1 on 5x5


def moves(*squares: int) -> State:
    """Return a game on 5x5 after these moves of the knight."""
    return after(opened(GAME), *map(Choose, squares))


def path(state: State) -> tuple[int, ...]:
    """Return the path of the game."""
    assert state.reader.game
    return state.reader.game.path


# --- The reader's work is not lost --------------------------------------------------------------


def test_a_move_that_was_taken_back_is_made_again() -> None:
    played = moves(B3, D4)
    back = after(played, Undo(), Undo())
    assert path(back) == (0,)
    assert path(after(back, Redo())) == (0, B3)
    assert path(after(back, Redo(), Redo(), Redo())) == path(played)
    assert after(back, Redo(), Redo()).reader.undos == 2  # a redone move does not reduce the count


@pytest.mark.parametrize("way", [Choose(0), StartAgain()])
def test_going_back_to_a_square_and_starting_over_can_be_redone(way: Intent) -> None:
    played = moves(B3, D4)
    back = after(played, way)
    assert path(back) == (0,)
    assert path(after(back, Redo(), Redo())) == path(played)


def test_another_move_clears_the_moves_to_redo() -> None:
    back = after(moves(B3, D4), Undo(), Undo())
    other = after(back, Choose(C2))
    assert path(other) == (0, C2)
    assert path(after(other, Redo())) == (0, C2)
    same = after(back, Choose(B3))
    assert path(after(same, Redo())) == (0, B3, D4)


@pytest.mark.parametrize(
    "away",
    [
        SetMode("watch"),
        SetMode("predict"),
        Solve(),
        OpenPreset("#step=0", plays=True),
        OpenPreset("#board=3x8&closed=1"),
        Enter("famous", "jaenisch-1862"),
    ],
)
def test_a_game_is_resumed_after_a_change_of_mode(away: Intent) -> None:
    played = after(moves(B3, D4), Undo())
    left = after(played, away)
    assert left.reader.game is None
    again = after(left, SetMode("play"))
    assert path(again) == path(played)
    assert again.question.puzzle == played.question.puzzle
    assert (again.reader.undos, again.reader.ahead) == (1, (D4,))


def test_a_new_board_drops_a_waiting_game() -> None:
    left = after(moves(B3, D4), SetMode("watch"), Resize("rows", 1))
    again = after(left, SetMode("play"))
    assert path(again) == (0,)
    assert again.question.board == Board(6, 5)


@pytest.mark.parametrize(
    ("wish", "answers"),
    [
        (Solve(), True),
        (OpenPreset("#board=5x5"), True),
        (Enter("famous", "jaenisch-1862"), True),
        (SetMode("predict"), False),
    ],
)
def test_back_restores_a_replaced_question_and_an_answer_scrolls_to_the_board(
    wish: Intent, *, answers: bool
) -> None:
    effects = update(opened("#board=6x6"), wish)[1]
    assert Push() in effects
    assert (ScrollToBoard() in effects) == answers


# --- No information is shown twice -------------------------------------------------


def test_a_fault_of_an_address_marks_the_answer_that_names_it() -> None:
    marks = [patch(opened(state), "#answer@busy") for state in ("#start=z9", "")]
    assert [each["data-faulty"] for each in marks] == [True, False]


def test_searching_paused_and_stopped_are_three_sentences() -> None:
    paused = opened("#board=6x6&ordering=textbook&step=5")
    playing = next_state(paused, PlaySteps())
    searching = replace(
        paused,
        question=replace(paused.question, step=None),
        search=replace(paused.search, doing=Solving(quiet=False)),
    )
    stopped = next_state(searching, StopSearch())
    told = [str(patch(state, "#answer")["html"]) for state in (paused, playing, stopped)]
    assert told[0].startswith("Paused at step 5: 5 of 36 squares.")
    assert told[1].startswith("Searching: no tour yet.")
    assert told[2].startswith("Stopped after 5 steps: no tour yet.")
    assert not at_rest(playing).search.stopped


# --- More of the question ------------------------------------------------------------


@pytest.mark.parametrize(
    "link",
    ["end=b1", "holes=c3", "seed=3&ordering=random", "symmetry=half-turn", "race=roth", "prune=0"],
)
def test_more_is_open_if_one_of_its_options_is_set(link: str) -> None:
    state = opened(f"#{link}&step=0")
    assert patch(state, "#options")["hidden"] is False
    closed = next_state(state, ToggleOptions())
    assert patch(closed, "#options")["hidden"] is True
    assert patch(closed, "#hint")["html"]  # it lists the values that are set


def test_more_is_closed_on_a_plain_page_and_opens_by_hand() -> None:
    plain = opened("")
    assert patch(plain, "#options")["hidden"] is True
    assert patch(plain, "#hint")["html"] == ""
    assert patch(next_state(plain, ToggleOptions()), "#options")["hidden"] is False


# --- What helps ------------------------------------------------------------


def test_other_questions_are_proposed_after_a_tour() -> None:
    state = opened("#board=5x5")
    offered = {each.title: each.address for each in proposals(state)}
    assert offered["A larger board"] == "#board=6x6"
    assert "A closed tour" not in offered  # no closed tour has 25 squares
    larger = after(state, OpenPreset(offered["A larger board"]))
    assert larger.question.board == Board(6, 6)
    for link in offered.values():
        question, faults = address.read(link)
        assert faults == []
        assert question != state.question


@pytest.mark.parametrize(
    "link", ["#step=3", "#tour=jaenisch-1862", "#lock=board", "#embed=1", "#race=roth"]
)
def test_nothing_is_proposed_before_a_tour_or_in_a_task(link: str) -> None:
    assert proposals(opened(link)) == ()


def test_a_proposed_start_has_the_required_color() -> None:
    for side in (5, 7):
        question = Question(puzzle=replace(Question().puzzle, board=Board(side, side)))
        state = opened(address.write(question))
        (other,) = (each for each in proposals(state) if each.title == "Another start")
        start = address.read(other.address)[0].start
        assert start != 0
        assert state.question.board.color(start) == state.question.board.color(0)


def test_a_dead_end_links_to_its_section_of_the_chapter() -> None:
    looks = patch(opened("#board=5x5&ordering=textbook&prune=0&step=21"), "#learn")
    assert looks["hidden"] is False
    question, faults = address.read(str(looks["href"]))
    assert (question.settings.view, faults) == ("search", [])


def test_a_pointer_changes_nothing_in_a_lecture() -> None:
    state = opened("#step=12&present=1")
    assert whole_patches(next_state(state, PointAtSquare(20))) == whole_patches(state)
    pointed = next_state(opened("#step=12"), PointAtSquare(20))
    assert whole_patches(next_state(pointed, Present(on=True))) == whole_patches(state)


def test_a_proof_without_a_search_replaces_the_code_by_a_sentence() -> None:
    asked = opened("#board=3x8&closed=1&ordering=best")
    assert "the reason above is the whole proof" in str(patch(asked, "#panel")["html"])


def test_the_columns_stay_while_a_side_is_changed_and_follow_the_board_once_it_is_solved() -> None:
    asked = after(opened("#step=0"), *[Resize("rows", -1)] * 5)
    assert asked.question.board == Board(3, 8)
    assert not asked.look.wide
    assert after(asked, Solve()).look.wide
    assert opened("#board=3x8").look.wide
    assert after(opened("#board=3x8"), Resize("rows", 4)).look.wide


def test_back_undoes_a_run_of_changes_of_one_field_and_a_click_on_a_start() -> None:
    state = opened("#step=0")
    fewer, effects = update(state, Resize("rows", -1))
    assert Push() in effects
    assert Push() not in update(fewer, Resize("rows", -1))[1]
    assert Push() in update(fewer, Enter("closed", "1"))[1]
    assert Push() in update(fewer, Choose(9))[1]
    assert Push() not in update(fewer, Enter("rows", "7"))[1]  # unchanged


def test_proposals_after_a_closed_tour_are_closed() -> None:
    state = opened("#board=6x6&closed=1")
    larger, other, _ = proposals(state)
    assert larger.address == "#board=8x8&closed=1".replace("board=8x8&", "")
    assert "closed=1" in other.address


def test_the_best_method_is_proposed_until_there_is_an_answer_and_solves() -> None:
    asked = opened("#board=6x6&end=b1&step=0")
    assert patch(asked, "#best")["hidden"] is False
    assert after(asked, UseBestMethod()).search.answer.whole.tour
    for solved in ("#board=6x6&end=b1", "#board=5x5&start=a1&end=a2"):
        assert patch(opened(solved), "#best")["hidden"] is True
