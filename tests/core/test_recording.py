"""The recording of a program's run: its counts, its size, and quick access to every event."""

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kt_core.programs import recording
from kt_core.programs.recording import ProgramRecording
from kt_core.programs.run import Run, RunSettings, run
from tests.shared.student_programs import KNIGHT, backtracking

MILLION = 1_000_000
SEARCH = backtracking(6, "0, 0")


def random_events(recording: ProgramRecording, count: int) -> Iterator[list[int]]:
    """Record random visits and releases on 8 x 8; yield the path after each."""
    random, path, free = Random(5), list[int](), [*range(64)]
    for square in range(64):
        recording.number(divmod(square, 8))
    for _ in range(count):
        if path and (not free or random.random() < 0.5):
            square = path.pop()
            free.append(square)
            recording.release(square, 2)
        else:
            square = free.pop()
            path.append(square)
            recording.visit(square, 1)
        yield path


def test_counts_and_paths_equal_those_of_every_single_event() -> None:
    recording, deepest, paths = ProgramRecording(10**9, lambda: None), (0, 0), [list[int]()]
    for step, path in enumerate(random_events(recording, 20_000), start=1):
        paths.append([*path])
        if len(path) > deepest[0]:
            deepest = len(path), step
    board = recording.boards[0]
    assert (board.deepest, board.deepest_at) == deepest
    visits = sum(event > 0 for event in recording.events)
    assert (board.visits, board.backtracks) == (visits, 20_000 - visits)
    assert board.deepest_visits == sum(event > 0 for event in recording.events[: deepest[1]])
    for step in range(0, 20_001, 97):
        assert recording.path_at(step) == [recording.squares[each] for each in paths[step]]


def test_the_squares_that_kept_their_places_are_counted() -> None:
    recording = ProgramRecording(10**9, lambda: None)
    one, *others = (recording.number((0, column)) for column in range(4))
    for square in (one, *others):
        recording.visit(square, 1)
    for _ in range(9):
        recording.release(others[-1], 2)
        recording.visit(others[-1], 2)
    assert recording.unchanged_beginning() == (3, 3)
    recording.release(one, 3)  # the squares after it move up
    assert recording.unchanged_beginning()[0] == 0


def test_one_jump_among_many_moves_is_found() -> None:
    recording = ProgramRecording(10**9, lambda: None)
    one, other, far = (recording.number(square) for square in ((0, 0), (1, 2), (4, 4)))
    recording.visit(one, 1)
    for _ in range(1_000):
        recording.visit(other, 1)
        recording.release(other, 2)
    assert not recording.has_jumps
    recording.visit(far, 3)
    assert recording.has_jumps
    assert recording.boards[0].visited == {one, other, far}


def test_an_event_takes_less_than_20_bytes() -> None:
    tracemalloc.start()
    try:
        recording = ProgramRecording(10**9, lambda: None)
        for _path in random_events(recording, MILLION // 10):
            pass
        assert tracemalloc.get_traced_memory()[1] < 20 * MILLION // 10
    finally:
        tracemalloc.stop()


def test_a_board_begins_with_an_empty_path_and_its_own_counts() -> None:
    recording = ProgramRecording(10**9, lambda: None)
    for number, square in enumerate([(0, 0), (1, 2), (2, 4)]):
        recording.visit(recording.number(square), number)
    recording.begin_board()
    recording.visit(recording.number((1, 2)), 9)
    assert [(board.visits, board.deepest) for board in recording.boards] == [(3, 3), (1, 1)]
    assert [len(board.visited) for board in recording.boards] == [3, 1]
    assert recording.path_at(3) == [(0, 0), (1, 2), (2, 4)]
    assert recording.path_at(5) == [(1, 2)]


def test_progress_is_reported_from_the_first_visits_on() -> None:
    seen: list[int] = []

    def note(running: Run) -> None:
        seen.append(len(running.recording.events))

    run(SEARCH, RunSettings(visits=5_000, seconds=60, progress=note))
    assert 0 < min(count for count in seen if count) < 200
    assert max(after - before for before, after in pairwise(seen)) <= 600


def test_a_report_has_room_when_the_program_uses_all_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "VISITS_PER_TICK", 5)

    def nest(depth: int) -> int:
        return depth and nest(depth - 1)

    def note(running: Run) -> None:
        nest(100)

    source = backtracking(40, "0, 0", [(-1, 2), *KNIGHT])
    done = run(source, RunSettings(visits=3_000, seconds=60, progress=note))
    assert done.error
    assert done.error.name == "RecursionError"
    assert done.recording.deepest > 940


def test_no_pulse_interrupts_the_recording_of_an_event() -> None:
    stops: list[Callable[[], None]] = []

    @contextmanager
    def guard(stop: Callable[[], None]) -> Iterator[None]:
        stops.append(stop)
        yield

    def note(running: Run) -> None:  # called within the recording
        if running.recording.visits and not running.ended:
            stops[0]()

    settings = RunSettings(visits=1_000, seconds=60, guard=guard, progress=note)
    assert run(SEARCH, settings).ended == "visits"

    settings = replace(settings, progress=None, ask=lambda output: str(stops[-1]()))
    assert run(SEARCH.replace("    for a", "    input()\n    for a"), settings).ended == "seconds"


@pytest.mark.parametrize("visits", [1, 100, 777, 5_000])
def test_a_budget_of_visits_is_exact(visits: int) -> None:
    done = run(SEARCH, RunSettings(visits=visits, seconds=60))
    assert (done.ended, done.recording.visits) == ("visits", visits)
