"""Only the reader's own actions earn a score, for each kind of task."""

from dataclasses import replace

import pytest

from tests.shared.states import after, opened, patch, predicted
from web.lab.view.examples import PRESETS, Suggestion
from web.page.update import finder, next_state
from web.question import address
from web.question.templates import TEXTBOOK, WARNSDORFF
from web.state import intents as i
from web.state.intents import EditCode, Navigate, RestoreWork, RunCode, RunReport, SetKeys, TryAll
from web.state.state import Attempt, Playground, State

PLAY = "#board=3x4&mode=play&splice=1"
PREDICT = "#board=3x4&mode=predict&lock=all&splice=1"
CODE = "#board=6x6&ordering=own&check=1000&splice=1"
WATCH = "#splice=1"
NOTHING = (0.0, False)


def earned(state: State) -> tuple[float, bool]:
    """Return the score, and True if the task is done."""
    return state.earned.score, state.earned.done


def tried(state: State, right: int) -> State:
    """Return the state after code was run from every start, with a tour from this many."""
    state = after(state, EditCode("def order(): ..."))
    state = replace(state, programs=replace(state.programs, generation=state.search.generation))
    state = next_state(state, TryAll())
    for square in range(36):
        why = "found" if square < right else "steps"
        state = next_state(
            state, RunReport(state.programs.generation, tried=Attempt(square, why, 40))
        )
    return next_state(state, RunReport(state.programs.generation, why="ended"))


def test_a_prediction_is_finished_and_earns_the_share_of_right_guesses() -> None:
    state = predicted(opened(PREDICT))
    assert earned(state) == (1.0, True)
    assert state.search.won
    assert finder(state) == "reader"
    assert not patch(state, "#play")["disabled"]
    assert next_state(state, i.PlaySteps()).playing
    state = predicted(opened(PREDICT), lambda told: [*told.options.onward][-1])
    assert state.reader.guesses > state.reader.right
    assert earned(state) == (state.reader.right / state.reader.guesses, True)


def test_a_prediction_resumes_at_its_last_step() -> None:
    state = after(opened(PREDICT), i.Choose(6), i.Choose(8))
    again = opened(address.write(state.question))
    assert not again.form.faults
    assert (again.search.reached, again.reader.right, again.reader.guesses) == (3, 2, 2)
    assert again.question == state.question
    assert patch(again, "#answer") == patch(after(state, i.StepBy(-1), i.StepBy(1)), "#answer")
    course = after(opened(PREDICT), RestoreWork({"game": again.question.settings.game}))
    assert course.question == again.question
    ended = predicted(again)
    assert earned(ended) == (1.0, True)
    last = opened(address.write(ended.question))
    assert last.search.reached == ended.search.reached
    assert last.search.won is None  # the tour is not new


def test_code_earns_the_share_of_starts_from_which_it_has_a_tour() -> None:
    state = opened(CODE)
    assert earned(tried(state, 0)) == NOTHING
    assert earned(tried(state, 9)) == (0.25, False)
    assert earned(tried(state, 36)) == (1.0, True)
    assert earned(tried(tried(state, 36), 9)) == (1.0, True)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_changes_only_the_question(preset: Suggestion) -> None:
    link = "#lang=zh&splice=1&said=graph:2&at=graph:7&theme=dark"
    state = after(opened(link), i.OpenPreset(preset.address))
    kept = address.settings(state.question)
    told = {"lang": "zh", "splice": "1", "said": "graph:2", "at": "graph:7", "theme": "dark"}
    assert kept == told
    assert state.task == opened(link).task


@pytest.mark.parametrize(
    ("link", "score", "done", "then"),
    [
        (PLAY, 1.0, False, (1.0, True)),
        (PREDICT, 0.5, False, (0.5, False)),
        (PREDICT, 0.8, True, (0.8, True)),
        (WATCH, 1.0, False, NOTHING),
    ],
)
def test_a_course_restores_the_score_and_whether_the_task_is_done(
    link: str, score: float, done: bool, then: tuple[float, bool]
) -> None:
    assert earned(after(opened(link), RestoreWork({}, score, done=done))) == then


def test_a_task_to_write_code_opens_with_code_that_solves_nothing() -> None:
    state = opened("#board=6x6&check=1000&ordering=own&embed=1")
    assert (state.question.panels, state.look.panel) == (("own",), "own")
    assert state.programs.text == TEXTBOOK
    assert patch(state, "#own-begin")["hidden"]
    typed = after(state, EditCode("def order(): ..."), SetKeys({"theme": "dark"}))
    assert typed.programs.text == "def order(): ..."


def test_a_repeated_prediction_does_not_count_again() -> None:
    state = after(opened(PREDICT), i.Choose(6))
    told = after(state, i.StepBy(-1), i.Choose(6), i.StepBy(-1), i.Choose(9), i.Choose(6))
    assert (told.reader.right, told.reader.guesses) == (state.reader.right, state.reader.guesses)
    assert after(told, i.SetMode("predict")).reader.guesses == told.reader.guesses


@pytest.mark.parametrize("board", ["3x4&closed=1", "3x3", "3x5"])
def test_a_search_without_a_tour_is_predicted_to_its_end(board: str) -> None:
    state = predicted(opened(f"#board={board}&mode=predict&splice=1"))
    assert earned(state) == (1, True)


def test_code_and_a_game_from_another_start_are_restored() -> None:
    state = after(opened(CODE), EditCode("def search(): ..."), TryAll())
    assert state.question.code == "def search(): ..."
    again = after(opened(CODE), RestoreWork(state.task.work(state.question)))
    assert again.programs.text == "def search(): ..."
    task = "#board=5x5&start=e5&mode=play&splice=1"
    state = after(opened(task), i.Choose(0), i.Choose(7), i.Choose(10))
    kept = state.task.work(state.question) | {"game": state.question.settings.game}
    again = after(opened(task), RestoreWork(kept))
    assert again.reader.game == state.reader.game
    assert not again.form.faults


def test_hints_are_counted_across_modes_and_starts() -> None:
    moved = after(opened("#board=5x5&mode=play&hints=3"), i.Choose(7))
    state = after(moved, i.JudgeGame(advises=True), i.Undo())
    for wish in (i.SetMode("watch"), i.SetMode("predict"), i.SetMode("play")):
        state = after(state, wish)
        assert (state.reader.hints, state.reader.undos) == (1, 1)
    for other in (Navigate("#board=5x5&mode=play&start=c3"), i.Enter("ordering", "roth")):
        state = after(state, i.Choose(1), other)
        assert state.reader.hints == 1
        assert opened(address.write(state.question)).reader.hints == 1


@pytest.mark.parametrize(("code", "by"), [(WARNSDORFF, "page"), (WARNSDORFF + "n = 1\n", "code")])
def test_a_template_of_the_page_is_not_the_readers_code(code: str, by: str) -> None:
    begun = next_state(replace(State(), programs=Playground(text=code)), RunCode())
    assert finder(begun) == by
