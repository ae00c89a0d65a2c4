"""Counts match the oracles; published counts are quoted, not computed."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, Undecided, count_tours
from kt_core.connectivity import components
from kt_core.count import QUOTED, counting, published_count
from kt_core.events import Found, result_of
from kt_core.graph import Leaper, knight_graph
from kt_core.methods import exact, frontier
from kt_core.methods.frontier import vertex_order
from kt_core.tour import Puzzle
from tests.shared.answers import all_ends, every_tour, some_ends
from tests.shared.cases import (
    LEAPERS,
    ORACLES,
    board_with,
    boards,
    by_chance,
    by_definition,
    by_force,
    mirror,
)

COUNTS = ORACLES["counts"]
LONG = {"5x8", "5x6", "6x6"}  # a second each, and ten inside Pyodide


def counted_sizes(name: str) -> list[object]:
    """Return sizes of this kind with their counts."""
    return [
        pytest.param(*each, marks=pytest.mark.full if each[0] in LONG else ())
        for each in COUNTS[name].items()
    ]


def count(puzzle: Puzzle) -> int:
    """Return the count with an ample budget."""
    return result_of(counting(puzzle, 10**6))


@pytest.mark.parametrize(("size", "tours"), counted_sizes("closed_undirected"))
def test_closed_tours_are_counted_undirected(size: str, tours: int) -> None:
    assert count(Puzzle(Board.parse(size), closed=True)) == tours


@pytest.mark.parametrize(("size", "tours"), counted_sizes("open_undirected"))
def test_open_tours_are_counted_both_ways(size: str, tours: int) -> None:
    assert count(Puzzle(Board.parse(size))) == 2 * tours


def test_open_tours_count_from_each_start_and_a_closed_one_once_for_any() -> None:
    rows = COUNTS["open_directed_from_each_start_5x5"]
    starts = [tours for row in rows for tours in row]
    assert [count(Puzzle(Board(5, 5), start)) for start in range(25)] == starts
    assert [count(Puzzle(Board(5, 5), end=end)) for end in range(25)] == starts
    assert {count(Puzzle(Board(5, 6), start, closed=True)) for start in range(30)} == {8}


def listed(puzzle: Puzzle, seed: int | None) -> int:
    """Return the number of tours that exact search lists, in both directions if no end is given."""
    tours = every_tour(puzzle, exact.tours(puzzle, seed))
    free = not puzzle.closed and puzzle.start is None and puzzle.end is None
    return len(tours) * (2 if free and len(puzzle.board) > 1 else 1)


def by_frontier(puzzle: Puzzle, _: int | None) -> int | None:
    """Return the count along a vertex order; None if the board is not connected."""
    is_connected = len(components(knight_graph(puzzle.board, puzzle.leaper))) == 1
    return result_of(frontier.counting(puzzle)) if is_connected and len(puzzle.board) > 2 else None


#: Methods that count, each with the least number of questions that it must answer.
METHODS: dict[str, tuple[Callable[[Puzzle, int | None], int | None], int]] = {
    "count_tours": (lambda puzzle, _: count(puzzle), 4000),
    "exact": (listed, 4000),
    "frontier": (by_frontier, 2000),
}


def questions() -> Iterator[Puzzle]:
    """Yield all questions about full boards and some narrow ones, and a few about others."""
    chance = Random(3)
    for size in ("1x1", "1x2", "2x3", "2x6", "3x3", "3x4", "4x3", "4x4", "3x6", "4x5"):
        yield from all_ends(Board.parse(size))
    for number in range(100):
        rows, columns = chance.randint(2, 4), chance.randint(4, 9)
        many = max(0, rows * columns - chance.randint(8, 14))
        board = Board(rows, columns, chance.sample(range(rows * columns), many))
        asked = some_ends(board, chance) if number % 10 else all_ends(board)
        yield from (mirror(puzzle) if number % 2 else puzzle for puzzle in asked)
        yield from some_ends(by_chance(chance, 12), chance)
        leaper, hole = chance.choice(LEAPERS), chance.randrange(6)
        yield from some_ends(Board(chance.randint(2, 4), 3, [hole]), chance, leaper)


@cache
def ends_of_paths(board: Board, leaper: Leaper) -> Counter[tuple[int, int]]:
    """Return the ends of every path through all squares, by brute force."""
    graph = by_definition(board, leaper)
    return Counter((path[0], path[-1]) for start in graph for path in by_force(graph, (start,)))


@cache
def known_counts() -> list[tuple[Puzzle, int]]:
    """Return the questions with their numbers of tours."""
    counts = []
    for puzzle in questions():
        board, paths = puzzle.board, ends_of_paths(puzzle.board, puzzle.leaper)
        if puzzle.closed:
            graph = by_definition(board, puzzle.leaper)
            rings = sum(n for (a, b), n in paths.items() if b in graph[a] and len(board) > 2)
            counts.append((puzzle, rings // (2 * len(board))))
        else:
            start, end = ({*board} if at is None else {at} for at in (puzzle.start, puzzle.end))
            found = sum(n for (a, b), n in paths.items() if a in start and b in end)
            counts.append((puzzle, found))
    return counts


@pytest.mark.full
@pytest.mark.parametrize("name", METHODS)
def test_each_method_counts_the_tours_that_brute_force_finds(name: str) -> None:
    (method, least), counted = METHODS[name], 0
    for number, (puzzle, known) in enumerate(known_counts()):
        found = method(puzzle, (None, 1, 2)[number % 3])
        assert found in (known, None), puzzle
        counted += found is not None
    assert counted > least


def test_a_count_beyond_its_budget_is_undecided_and_the_exact_budget_is_enough() -> None:
    for board in (Board(8, 9), Board(4, 300)):
        with pytest.raises(Undecided, match=f"of {board} are too many .* in 5 slices") as undecided:
            result_of(counting(Puzzle(board), 5))
        assert undecided.value.spent == {"slices": 5}
    puzzle = Puzzle(Board(3, 10))
    slices = len(list(counting(puzzle, 10**6)))
    assert result_of(counting(puzzle, slices)) == 6096
    with pytest.raises(Undecided):
        result_of(counting(puzzle, slices - 1))


def test_known_counts_are_quoted_with_their_source_only_for_knights_on_full_boards() -> None:
    with pytest.raises(Undecided, match="not computed: 13,267,364,410,532 .McKay") as undecided:
        result_of(counting(Puzzle(Board(8, 8), closed=True), 10**9))
    assert undecided.value.spent == {"slices": 0}
    quoted = COUNTS["quoted_not_recomputed"]
    assert {key: entry.count for key, entry in QUOTED.items()} == {
        (8, 8, True): quoted["closed_undirected_8x8"],
        (7, 7, False): quoted["open_directed_7x7"],
        (8, 8, False): quoted["open_directed_8x8"],
    }
    assert all("OEIS" in entry.source for entry in QUOTED.values())
    full = Board(8, 8)
    assert published_count(Puzzle(full, closed=True))
    assert len({published_count(Puzzle(full, start, closed=True)) for start in (None, 0)}) == 1
    assert published_count(Puzzle(full, start=0)) is None
    assert published_count(Puzzle(full, closed=True, leaper=(1, 4))) is None
    assert published_count(Puzzle(Board(8, 8, ["c3"]))) is None


def diagonal(width: int, length: int) -> Board:
    columns = length + width - 1
    squares = {row * columns + row + d for row in range(length) for d in range(width)}
    return board_with(length, columns, squares)


@given(boards(squares=60), st.sampled_from([(1, 2), (0, 1), (1, 1)]))
def test_the_vertex_order_has_each_square_once(board: Board, leaper: Leaper) -> None:
    graph = knight_graph(board, leaper)
    if len(components(graph)) == 1:
        line, cost = result_of(vertex_order(board, graph))
        assert sorted(line) == (list(board) if line else [])
        assert (cost < float("inf")) == bool(line)


def test_a_diagonal_has_a_narrow_frontier() -> None:
    graph = knight_graph(board := diagonal(5, 200))
    line, _ = result_of(vertex_order(board, graph))
    assert sorted(line) == list(board)
    ahead, met = set[int](), set[int]()
    for square in line:
        met.add(square)
        ahead = (ahead | {*graph[square]}) - met
        assert len(ahead) <= 7


@pytest.mark.full
def test_a_long_diagonal_is_counted() -> None:
    board = diagonal(4, 10)
    listed = sum(isinstance(event, Found) for event in exact.tours(Puzzle(board)))
    assert count_tours(board) == 2 * listed > 1000
    assert len(str(count_tours(diagonal(4, 40)))) == 25
    assert count_tours(diagonal(5, 100)) == 0


def test_a_wide_board_is_left_to_other_methods() -> None:
    puzzle = Puzzle(Board(12, 12, ["c3", "d3"]))
    assert result_of(frontier.counting(puzzle)) is None
