"""No action of a reader changes what a teacher has locked."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, solve
from tests.shared.fuzz import GOOD
from tests.shared.fuzz import after as soon_after
from tests.shared.states import after, opened, patch, right_answer
from tests.shared.walks import by_reader
from web.page.update import next_state, update
from web.page.view import whole_patches
from web.question import address, messages
from web.question.address import query
from web.question.keys import HELP, LOCKABLE
from web.question.question import MODES, Question
from web.question.task import ALL, FREE, VIEW, Task, demand
from web.state import intents
from web.state.state import ReportFaults, State


def question_of(text: str) -> Question:
    return address.read("#" + text)[0]


def task(text: str) -> Task:
    return Task.of(question_of(text))


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", sorted(ALL))
@settings(max_examples=30)
@given(st.lists(st.integers(0, 10_000), max_size=8), st.sampled_from(MODES))
def test_no_walk_changes_a_locked_key(key: str, seeds: list[int], mode: str) -> None:
    state = opened(f"#board=5x5&start=e5&race=textbook&mode={mode}&lock={key}")
    before = LOCKABLE[key].write(state.question)
    for seed in seeds:
        state = soon_after(state, by_reader(Random(seed)))
        assert LOCKABLE[key].write(state.question) == before


@pytest.mark.parametrize("lock", ["", "&lock=all"])
def test_no_button_reveals_a_prediction(lock: str) -> None:
    buttons = whole_patches(opened(f"#mode=predict{lock}"))
    hidden = ("#play", "#transport [name=step]", "#jump [name=after]")
    assert all(buttons[name]["disabled"] for name in hidden)
    assert buttons["#transport [name=last]"]["disabled"] == bool(lock)


@pytest.mark.parametrize("lock", ["all", "board", "mode,show"])
def test_the_host_page_may_set_locked_keys(lock: str) -> None:
    state = opened(f"#lock={lock}")
    changed = after(state, intents.SetKeys({"board": "5x5", "mode": "play", "show": "names"}))
    assert (str(changed.question.board), changed.question.mode) == ("5x5", "play")
    solved = after(opened(f"#lock={lock}&mode=play"), intents.Solve(from_host=True))
    assert solved.search.answer.whole.tour
    assert changed.task.locked >= state.task.locked


@pytest.mark.parametrize(
    ("keys", "starts_over"),
    [
        ({"board": "3x5"}, True),
        ({"start": "c1"}, True),
        ({"mode": "predict"}, True),
        ({"lock": ""}, True),
        ({"hints": 9}, True),
        ({"ask": "Which way?"}, True),
        ({"splice": 0, "lock": ""}, True),
        ({"theme": "dark"}, False),
        ({"lang": "zh", "show": "names"}, False),
        ({"board": "3x4", "lock": "all"}, False),
        ({"embed": 1, "loading": "click"}, False),
        ({"game": "A,0,0"}, False),
    ],
)
def test_a_task_restarts_if_the_host_page_changes_more_than_its_view(
    keys: dict[str, str | int], *, starts_over: bool
) -> None:
    tour = solve(Board(3, 4), start="a1")
    won = opened("#board=3x4&mode=play&lock=all&splice=1", *map(intents.Choose, tour.path[1:]))
    assert won.earned.score == 1
    heard = messages.read(json.dumps({"source": "knights-tour", "v": 1, "type": "set", **keys}))
    assert heard
    changed = after(won, intents.SetKeys(heard.keys))
    assert changed.earned.score == (0 if starts_over else 1)
    assert (changed.task == won.task) == (not starts_over)


@pytest.mark.parametrize(
    ("link", "keys"),
    [
        ("view=graph&embed=1", {"said": f"graph:{right_answer('graph')}"}),
        ("", {"view": "graph", "said": f"graph:{right_answer('graph')}"}),
        ("board=3x4&mode=play", {"game": "A2E6,0,0"}),
        ("board=3x4&mode=predict", {"game": "12,11,11"}),
    ],
)
def test_in_a_task_no_host_page_and_no_link_acts_for_the_reader(
    link: str, keys: dict[str, str]
) -> None:
    before = opened(f"#splice=1&{link}")
    state, effects = update(before, intents.SetKeys(keys))
    settings = state.question.settings
    assert (settings.game, settings.said) == (before.question.settings.game, "")
    assert state.earned.score == 0
    (told,) = [each for each in effects if isinstance(each, ReportFaults)]
    assert told.faults[0].startswith("In a task the reader alone sets ")
    linked = after(before, intents.Navigate(f"#{link}&{query(keys)[1:]}"))
    assert (linked.earned.score, linked.task) == (0, before.task)
    free = next_state(opened("#view=graph"), intents.SetKeys({"said": "graph:2"}))
    assert free.question.settings.said == "graph:2"


@pytest.mark.parametrize("link", ["board=3x4&mode=play", "board=3x4&mode=predict", "board=5x5"])
@pytest.mark.parametrize("wish", [intents.Solve, intents.PlaySteps, intents.StepBy])
def test_a_search_started_by_the_host_page_earns_nothing(
    link: str, wish: type[intents.Solve | intents.PlaySteps | intents.StepBy]
) -> None:
    wishes = [wish(1, from_host=True) if issubclass(wish, intents.StepBy) else wish(from_host=True)]
    state = after(opened(f"#splice=1&step=0&{link}"), *wishes * 15)
    assert (state.earned.score, state.earned.done) == (0, False)


def test_work_restored_by_a_course_book_changes_no_locked_key() -> None:
    state = opened("#board=5x5&lock=board")
    keys = {"board": "6x6", "lock": "", "seed": "3", "step": "2"}
    kept = after(state, intents.RestoreWork(keys))
    assert (str(kept.question.board), kept.question.seed) == ("5x5", 3)
    assert kept.question.step is None
    assert kept.task == state.task


@pytest.mark.parametrize("key", sorted(ALL))
def test_a_question_breaks_the_lock_of_each_key_that_differs(key: str) -> None:
    before = question_of(f"board=5x5&lock={key}")
    breach = Task.of(before).breach
    others = [question_of(f"{key}={value}") for value in GOOD[key]]
    assert any(breach(before, other).endswith(" cannot be changed here") for other in others)
    assert breach(before, replace(before, step=3)) == ""
    assert {FREE.breach(question_of("board=5x5"), other) for other in others} == {""}


def test_a_lock_disables_its_controls() -> None:
    assert FREE.disabled == set()
    assert {"advise", "judge"} <= task("lock=hints").disabled
    names = task("lock=board").disabled
    assert {"rows", "columns", "rows+1", "famous"} <= names
    assert not {"start", "solve", "stop", "closed"} & names


@pytest.mark.parametrize(
    ("link", "hidden"),
    [
        ("mode=predict&lock=all", True),
        ("mode=play&lock=mode", True),
        ("mode=play&lock=board", False),
        ("lock=all", False),
        ("mode=predict", False),
    ],
)
def test_the_answer_is_hidden_in_a_task_to_find_it(link: str, hidden: bool) -> None:
    assert task(link).hides_answer == ("solve" in task(link).disabled) == hidden


@given(st.text(max_size=30))
def test_no_text_of_a_lock_raises_an_error(text: str) -> None:
    question = Question().with_settings(lock=(text,))
    assert Task.of(question).locked <= {*LOCKABLE, HELP, VIEW}
    assert text == "" or demand(Task.of(question))


def _moves(state: State) -> int:
    assert state.reader.game
    return len(state.reader.game.path) - 1


def test_starting_over_is_refused_in_a_task_without_undo() -> None:
    state = after(opened("#board=5x5&mode=play&undos=0"), intents.Choose(7), intents.Choose(14))
    assert patch(state, "#game [name=undo]")["disabled"]
    again = after(state, intents.StartAgain())
    assert _moves(again) == 0
    assert again.reader.ahead == ()
    for link in ("#board=5x5&mode=play&undos=0", "#board=5x5&mode=play&game=A,0,0&undos=9"):
        assert after(state, intents.Navigate(link)).reader.game == state.reader.game
    once = opened("#board=5x5&mode=play&undos=0", intents.Choose(7))
    assert _moves(after(once, intents.Navigate("#board=3x4&mode=play"))) == 0


def test_a_teachers_description_is_one_line_of_plain_text() -> None:
    task = opened("#board=5x5&mode=play&ask=%3Cb%3EWhich%3C/b%3E%20way%3F")
    assert task.task.is_set
    assert "&lt;b&gt;Which&lt;/b&gt; way?" in str(patch(task, "#task")["html"])
    for text in ("a%0Ab", "x" * 241):
        assert opened(f"#ask={text}").form.faults[0].startswith("“ask” in the address is ignored")
    assert after(task, intents.Navigate("#ask=Other")).question.settings.ask == "<b>Which</b> way?"
