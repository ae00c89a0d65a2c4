"""Programs run unchanged: their events match a plain trace, and their verdicts are right."""

from __future__ import annotations

import itertools
import re
import sys
import types
from random import Random

import pytest

from kt_core.board import Board
from kt_core.files.reader import Unreadable, read
from kt_core.programs.findings import evidence_of
from kt_core.programs.run import Run, RunSettings, run
from kt_core.programs.standins import numpy_arrays, pythonds
from kt_core.programs.verdict import verdict
from tests.shared.forum_programs import FORUM_PROGRAMS, WATCHES, Written
from tests.shared.plain_trace import Event, Watch, plain_trace
from tests.shared.student_programs import (
    CONTAINERS,
    CONTROLS,
    KNIGHT,
    Program,
    program,
    student_program,
)

EVENTS = 1_500


def watched(source: str, visits: int = EVENTS) -> tuple[Run, list[Event]]:
    """Return the run of a program and its first events."""
    done = run(source, RunSettings(visits=visits, seconds=30))
    squares = done.recording.squares
    events = [
        ("visit" if event > 0 else "release", squares[abs(event) - 1])
        for event in done.recording.events
        if event
    ]
    return done, events[:visits]


def compare(source: str, watch: Watch, most: int) -> Run:
    """Compare a program's events with its plain trace; return its run."""
    done, events = watched(source, most)
    assert done.store is not None
    if done.store.kind == "call" and watch.kind != "call":  # its calls look more like a knight
        watch = Watch("call", "r, c", function="solve")
    assert events == plain_trace(source, watch, most)
    return done


@pytest.fixture(autouse=True)
def _modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide the plain trace with the modules that programs import."""
    sources = {
        "numpy": numpy_arrays.SOURCE,
        "pythonds": "",
        "pythonds.graphs": pythonds.GRAPHS,
        "pythonds3": "",
        "pythonds3.graphs": pythonds.GRAPHS,
    }
    for name, source in sources.items():
        module = types.ModuleType(name)
        exec(source, module.__dict__)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.parametrize("name", WATCHES)
def test_every_event_is_that_of_a_plain_trace(name: str) -> None:
    compare(FORUM_PROGRAMS[name].source, WATCHES[name], EVENTS)


@pytest.mark.parametrize("written", FORUM_PROGRAMS.values(), ids=lambda each: each.name)
def test_every_verdict_is_right(written: Written) -> None:
    found = verdict(evidence_of(run(written.source, RunSettings(visits=60_000, seconds=60))))
    said = " ".join([found.sentence, *found.details])
    assert (found.kind, written.says in said) == (written.kind, True), said


@pytest.mark.parametrize(
    ("number", "kind", "control"),
    [(n, *pair) for n, pair in enumerate(itertools.product(CONTAINERS, CONTROLS))],
)
def test_containers_are_recognized_in_every_style(number: int, kind: str, control: str) -> None:
    empties = CONTAINERS[kind].empties
    scope = ("global", "closure", "class")[number % 3]
    mistake = ("", "offset", "never released")[number % 3]
    made = program(
        kind, control, scope, mistake, 5, 5, (0, 0), KNIGHT, empties[number % len(empties)]
    )
    compare(made.source, made.watch, 600)


ONCE_WRONG = (1043, 1222, 2059, 2062, 3061)


@pytest.mark.parametrize("seed", [*range(40), *ONCE_WRONG])
def test_random_programs_are_traced_and_judged_correctly(seed: int) -> None:
    check_case(seed)


def check_case(seed: int) -> None:
    """Check the events and the verdict of one random program."""
    made = student_program(Random(seed))
    done = compare(made.source, made.watch, 400)
    check_verdict(made, done)
    full = run(made.source, RunSettings(visits=20_000, seconds=20))
    check_verdict(made, full)


def check_verdict(made: Program, done: Run) -> None:
    """Compare a verdict with an independent check of the printed path."""
    found = verdict(evidence_of(done))
    path = printed_path(done.output.first)
    right = path is not None and is_tour(path, made)
    assert (found.kind == "tour") == right, (made.name, found.sentence, found.details)
    if found.kind == "wrong":
        assert made.mistake, made.name


def printed_path(text: str) -> list[tuple[int, int]] | None:
    """Return the squares that a generated program printed; None if it printed none."""
    pairs = re.findall(r"[(\[](-?\d+), (-?\d+)[)\]]", text)
    return [(int(row), int(column)) for row, column in pairs] or None


def is_tour(path: list[tuple[int, int]], made: Program) -> bool:
    """Return True if squares are a tour, by independent rules."""
    every = {(row, column) for row in range(made.rows) for column in range(made.columns)}
    steps = itertools.pairwise(path)
    knightly = all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in steps)
    return knightly and len(path) == len(every) and {*path} == every


def test_a_sentence_is_not_read_as_a_tour() -> None:
    with pytest.raises(Unreadable):
        read("No solution was found.", Board(5, 5))


def test_input_of_python_2_evaluates_the_answer() -> None:
    source = "n = input('Size: ')\nname = input('Name: ')\nprint n + 1, name"
    done = run(source, RunSettings(answers=("5", "Ada")))
    assert done.output.first.endswith("6 Ada\n")
