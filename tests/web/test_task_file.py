"""Tasks as files: the page opens a file that "Make a task" saved, unless a task is set."""

import json
from collections.abc import Mapping
from random import Random
from string import ascii_letters

import pytest

from kt_core.language import text_of
from tests.shared.states import reads
from web.chapter.content.listings import written_exercise
from web.files.offers import BEGIN, offers, refusal
from web.page.update import next_state
from web.question import address
from web.question.question import Question
from web.question.reading import TaskText, task_file, task_in
from web.share.assignment import Assignment
from web.share.view.assignment import length
from web.state.intents import Open, UseReading
from web.state.state import Place, State

EXERCISE = written_exercise("legal_moves", "en")
#: A program that compresses to more than a link may have, and tests beside it.
LONG = "# " + "".join(Random(1).choices(ascii_letters, k=20_000)) + "\n" + EXERCISE.starter


def task(code: str = LONG) -> Question:
    return Question(ordering="own", code=code, tests=EXERCISE.tests, budget=(20_000, 5))


@pytest.mark.parametrize("what", ["open", "closed", "predict", "code", "program", "watch"])
def test_every_kind_of_task_comes_back_from_its_file(what: str) -> None:
    made = Assignment(what=what, ask="Please: “try” it.", undos="3").question(Question())
    found = task_in(task_file(made))
    assert found
    assert found.question == address.read(address.write(made))[0]


def test_the_file_has_the_program_and_the_tests_as_plain_text() -> None:
    keys = json.loads(task_file(task()))
    assert (keys["code"], keys["tests"]) == (LONG, EXERCISE.tests)
    assert keys["budget"] == "20000,5"


@pytest.mark.parametrize(
    "text", ["", "{", "knights-tour-task", '["knights-tour-task"]', "[" * 9_999]
)
def test_another_text_is_no_task(text: str) -> None:
    assert task_in(text) is None


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({"board": 8}, "is a text"),
        ({"board": "8y8", "lock": "all"}, "was not opened: board: '8y8'"),
        ({"boards": "8x8", "lock": "all"}, "boards"),
        ({"board": "8x8"}, "sets no task"),
        ({"tests": "x" * 100_001}, "tests is too long"),
    ],
)
def test_a_wrong_value_in_the_file_is_named(keys: Mapping[str, object], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        task_in(json.dumps({"knights-tour-task": 1, **keys}))


def test_a_reader_opens_the_file_and_begins() -> None:
    state = reads(State(), task_file(task()))
    found = state.dialog and state.dialog.found
    assert isinstance(found, TaskText)
    assert "Check" in text_of(found.sentence)
    begun = next_state(state, UseReading("begin"))
    assert begun.dialog is None
    assert (begun.task.kind, begun.programs.text, begun.tab) == ("program", LONG, "own")
    assert (begun.earned.score, begun.earned.acted) == (0, False)


@pytest.mark.parametrize(
    "state",
    [
        next_state(State(), Open("#board=5x5&mode=play&lock=all")),
        next_state(State(), Open("#embed=1")),
        State(place=Place(framed=True)),
    ],
)
def test_no_file_replaces_a_task_or_begins_one_in_an_embed(state: State) -> None:
    opened = reads(state, task_file(task()))
    assert BEGIN not in offers(opened)
    assert text_of(refusal(opened)) == "Another task cannot begin here."
    assert next_state(opened, UseReading("begin")) == opened


@pytest.mark.parametrize(
    "finished", ["board=3x4&mode=play&game=A2E6,0,0", "board=3x4&mode=predict&game=12,11,11"]
)
def test_finished_work_in_a_file_earns_nothing(finished: str) -> None:
    file = task_file(address.read(f"#lock=all&{finished}")[0])
    begun = next_state(reads(State(), file), UseReading("begin"))
    assert begun.task.is_set
    assert (begun.earned.score, begun.earned.done) == (0, False)


def test_a_long_task_is_in_its_address_too_for_a_package() -> None:
    link = address.write(task())
    assert len(link) > 16_000
    again, faults = address.read(link)
    assert (again.code, faults) == (LONG, [])


@pytest.mark.parametrize(
    ("characters", "systems"),
    [
        (1_300, "Up to 2,000 are safe"),
        (2_500, "Programs on Windows"),
        (3_500, "Moodle’s resource URL can fail above 3,000. There, use the HTML"),
    ],
)
def test_the_length_of_a_link_names_systems_that_refuse_it(characters: int, systems: str) -> None:
    text = text_of(length(characters))
    assert f"{characters:,} characters" in text
    assert systems in text
