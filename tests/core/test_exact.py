"""Exact search: its tours, restarts, seeds and refutations."""

from itertools import pairwise

import pytest

from kt_core import Board, NoTour, Tour, knight_graph
from kt_core.cycle import Cycle
from kt_core.events import Progress
from kt_core.methods.exact import cycles, tours
from kt_core.tour import Puzzle
from tests.shared.answers import answer, every_tour


def first(puzzle: Puzzle) -> tuple[int, ...]:
    found = answer(puzzle, tours(puzzle))
    assert isinstance(found, Tour)
    return found.path


@pytest.mark.full
def test_every_pair_of_ends_of_8x8_that_the_colors_allow_has_a_tour() -> None:
    board = Board(8, 8)
    for end in board:
        for start in range(end):
            if board.color(start) != board.color(end):
                path = first(Puzzle(board, start, end))
                assert (path[0], path[-1]) == (start, end)


def test_four_hundred_squares_need_no_deep_stack() -> None:
    first(Puzzle(Board(20, 20), closed=True))
    first(Puzzle(Board(20, 20), 0, 399 - 20))


@pytest.mark.full
@pytest.mark.parametrize("seed", [None, 5])
def test_restarts_lose_no_tour_and_repeat_none(
    monkeypatch: pytest.MonkeyPatch, seed: int | None
) -> None:
    # The search reports its progress at each turn, and the first attempt is stopped after one turn.
    monkeypatch.setattr("kt_core.methods.edge_search.VERTEX_TURNS_PER_YIELD", 0)
    monkeypatch.setattr("kt_core.methods.exact.PATIENCE_TURNS", 0)
    for size, known in (("6x6", 9862), ("3x12", 176), ("4x8", 0)):
        puzzle = Puzzle(Board.parse(size), closed=True)
        assert len(every_tour(puzzle, tours(puzzle, seed))) == known


@pytest.mark.full
def test_progress_comes_between_tours_and_before_them() -> None:
    events = list(tours(Puzzle(Board(6, 6), closed=True)))
    assert events[0] == Progress("exact")
    pauses = [i for i, event in enumerate(events) if event == Progress("exact")]
    assert max(b - a for a, b in pairwise(pauses)) < 100


def test_forced_moves_may_cut_the_board() -> None:
    # Two halves joined by two squares, f3 and f4; the forced moves return from there to the left.
    board = Board(6, 12, ["f1", "f2", "f5", "f6"])
    left, right = board.square("a1"), board.square("l1")
    way = [board.square(name) for name in ("e3", "f3", "f4", "e4")]
    puzzle = Puzzle(board, closed=True, leaper=(0, 1))
    cycle = Cycle(puzzle, knight_graph(board, puzzle.leaper), [*pairwise(way)])
    with pytest.raises(NoTour, match="fall into two parts") as no:
        list(cycles(cycle, None))
    parts = [set(no.value.witness[name]) for name in ("one part", "the rest")]
    sides = sorted((left + 1 in part, right - 1 in part) for part in parts)
    assert sides == [(False, True), (True, False)]
    assert not (parts[0] | parts[1]) & {way[1], way[2]}
