"""Exact search lists every tour once, on any board, for any leaper and any ends."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour, knight_graph
from kt_core.cycle import Cycle
from kt_core.events import Found, Progress
from kt_core.graph import Leaper
from kt_core.methods.exact import cycles, tours
from kt_core.proofs import check
from kt_core.tour import Puzzle
from tests.shared.cases import boards, by_force

LEAPERS = st.sampled_from([(1, 2), (0, 1), (1, 1), (1, 3), (2, 3)])


def edges(path: Sequence[int], *, closed: bool) -> frozenset[frozenset[int]]:
    """Return the undirected moves of a tour."""
    moves = [*pairwise(path), (path[-1], path[0])] if closed else pairwise(path)
    return frozenset(map(frozenset, moves))


def by_hand(puzzle: Puzzle) -> set[Any]:
    """Return every tour by brute force: as a path if an end is given, else as its moves."""
    graph, closed = dict(knight_graph(puzzle.board, puzzle.leaper)), puzzle.closed
    starts = graph if puzzle.start is None else (puzzle.start,)
    paths = [path for start in starts for path in by_force(graph, (start,))]
    if closed:
        paths = [path for path in paths if len(path) > 2 and path[0] in graph[path[-1]]]
    return {identity(puzzle, path) for path in paths if puzzle.end in (None, path[-1])}


def identity(puzzle: Puzzle, path: tuple[int, ...]) -> Any:
    """Return the value by which tours are distinguished."""
    directed = not puzzle.closed and (puzzle.start is not None or puzzle.end is not None)
    if directed or len(path) == 1:
        return path
    return edges(path, closed=puzzle.closed)


def found(puzzle: Puzzle, seed: int | None = None) -> list[Any]:
    """Return every tour, checked, that exact search finds; empty if it refutes them."""
    try:
        events = list(tours(puzzle, seed))
    except NoTour as no:
        assert no.reason.endswith(".")
        assert check(no, puzzle)
        assert all(set(squares) <= set(puzzle.board) for squares in no.witness.values())
        return []
    paths: list[Any] = [event.path for event in events if isinstance(event, Found)]
    assert paths, "an end without a tour is told by NoTour"
    for path in paths:
        Tour(puzzle.board, path, puzzle.closed, puzzle.leaper)
        assert puzzle.start in (None, path[0])
        assert puzzle.end in (None, path[-1])
    return [identity(puzzle, path) for path in paths]


def first(puzzle: Puzzle, seed: int | None = None) -> tuple[int, ...]:
    """Return the first tour, checked."""
    path: Any = next(event.path for event in tours(puzzle, seed) if isinstance(event, Found))
    return Tour(puzzle.board, path, puzzle.closed, puzzle.leaper).path


def agree(puzzle: Puzzle, seed: int | None = None) -> bool:
    """Return True if exact search finds exactly the tours of brute force, each once."""
    listed = found(puzzle, seed)
    return len(listed) == len(set(listed)) and set(listed) == by_hand(puzzle)


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[Puzzle, int | None]:
    """Draw any puzzle of up to 12 squares, and a seed or None."""
    leaper: Leaper = draw(LEAPERS)
    board = draw(boards(sides=6, squares=12))
    closed = draw(st.booleans())
    start, end = (draw(st.none() | st.sampled_from(list(board))) for _ in range(2))
    if closed or (start == end and len(board) > 1):
        end = None
    seed = draw(st.none() | st.integers(0, 3))
    return Puzzle(board, start, end, closed, leaper), seed


@pytest.mark.exhaustive
@settings(max_examples=300)
@given(puzzles())
def test_exact_search_finds_the_tours_of_brute_force(drawn: tuple[Puzzle, int | None]) -> None:
    assert agree(*drawn)


@pytest.mark.exhaustive
def test_every_pair_of_ends_of_8x8_that_the_colors_allow_has_a_tour() -> None:
    board = Board(8, 8)
    for end in board:
        for start in range(end):
            if board.colour(start) != board.colour(end):
                path = first(Puzzle(board, start, end))
                assert (path[0], path[-1]) == (start, end)


def test_four_hundred_squares_need_no_deep_stack() -> None:
    first(Puzzle(Board(20, 20), closed=True))
    first(Puzzle(Board(20, 20), 0, 399 - 20))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [None, 5])
def test_restarts_lose_no_tour_and_repeat_none(
    monkeypatch: pytest.MonkeyPatch, seed: int | None
) -> None:
    # The search reports its progress at each turn, and the first attempt is stopped after one turn.
    monkeypatch.setattr("kt_core.methods.exact.search.VERTEX_TURNS_PER_YIELD", 0)
    monkeypatch.setattr("kt_core.methods.exact.restarts.PATIENCE_TURNS", 0)
    assert len(set(found(Puzzle(Board(6, 6), closed=True), seed))) == 9862
    assert len(set(found(Puzzle(Board(3, 12), closed=True), seed))) == 176
    assert not found(Puzzle(Board(4, 8), closed=True), seed)


@pytest.mark.exhaustive
def test_two_thousand_seeds_give_fifteen_hundred_tours() -> None:
    puzzle = Puzzle(Board(6, 6), closed=True)
    assert len({first(puzzle, seed) for seed in range(2000)}) >= 1500


def test_a_seed_gives_the_same_events_again() -> None:
    puzzle = Puzzle(Board(4, 6))
    assert list(tours(puzzle, 3)) == list(tours(puzzle, 3)) != list(tours(puzzle, 4))


@pytest.mark.exhaustive
def test_progress_comes_between_tours_and_before_them() -> None:
    events = list(tours(Puzzle(Board(6, 6), closed=True)))
    assert events[0] == Progress("exact")
    pauses = [i for i, event in enumerate(events) if event == Progress("exact")]
    assert max(b - a for a, b in pairwise(pauses)) < 100


@pytest.mark.parametrize(
    ("puzzle", "proof", "square"),
    [
        (Puzzle(Board(1, 2), closed=True), "too-few", None),
        (Puzzle(Board(3, 3)), "apart", 4),
        (Puzzle(Board(5, 5), closed=True), "parity", 0),
        (Puzzle(Board(5, 5), start=1), "parity", 1),
        (Puzzle(Board(6, 6), 0, 2), "parity", 2),
        (Puzzle(Board(3, 8), closed=True), "search", None),
        (Puzzle(Board(4, 4), closed=True), "forced", None),
        (Puzzle(Board(3, 4), closed=True, leaper=(0, 1), start=0), None, None),
        (Puzzle(Board(3, 3, ["a1", "b2"])), None, None),
        (Puzzle(Board(3, 3, ["a1", "b2"]), closed=True), "parity", None),
        (Puzzle(Board(1, 4), 1, leaper=(0, 1)), "degree", 3),
    ],
)
def test_a_refutation_has_a_witness(puzzle: Puzzle, proof: str | None, square: int | None) -> None:
    if proof is None:
        assert first(puzzle)
        return
    with pytest.raises(NoTour) as no:
        list(tours(puzzle))
    assert no.value.proof == proof
    marked = {s for squares in no.value.witness.values() for s in squares}
    assert square is None or square in marked


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
    assert sorted((left + 1 in part, right - 1 in part) for part in parts) == [
        (False, True),
        (True, False),
    ]
    assert not (parts[0] | parts[1]) & {way[1], way[2]}
