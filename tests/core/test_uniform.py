"""All tours are equally likely, by exact counts and by frequencies."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, islice, pairwise
from random import Random
from typing import Any

import pytest

from kt_core import Board, NoTour, Undecided, solve
from kt_core.events import Found, result_of
from kt_core.graph import Leaper
from kt_core.methods.exact import tours
from kt_core.methods.uniform import draws as uniform
from kt_core.methods.uniform import matching_counts
from kt_core.methods.uniform.draws import Draws
from kt_core.methods.uniform.matching_counts import MatchingCounts, half_turn, sides_of
from kt_core.sample import samples
from kt_core.tour import Puzzle
from tests.shared.cases import by_definition

RING = Board(3, 3, ["b2"])
#: Puzzles whose tours are few, of each kind that is drawn in its own way.
FEW = [
    Puzzle.of(Board(5, 6), closed=True),
    Puzzle.of(Board(3, 4)),
    Puzzle.of(Board(3, 4), start="a1"),
    Puzzle.of(Board(3, 4), end="a1"),
    Puzzle.of(Board(3, 4), start="a1", end="d3"),
    Puzzle.of(Board(3, 7)),
    Puzzle.of(Board(5, 5), start="a1"),
    Puzzle.of(Board(5, 5), end="c3"),
    Puzzle.of(Board(5, 5), start="a1", end="e5"),
    Puzzle.of(Board(3, 10), closed=True),
    Puzzle.of(Board(4, 5, ["a1", "e4"]), start="b1"),
    Puzzle.of(Board(5, 5, ["c3"]), start="a1"),
    Puzzle.of(RING, closed=True),
    Puzzle.of(RING),
    Puzzle.of(Board(4, 4), closed=True, leaper=(0, 1)),
    Puzzle.of(Board(3, 3), leaper=(0, 1)),
    Puzzle.of(Board(4, 4), leaper=(0, 1)),
]


def listed(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Return every tour by exact search; open tours without given ends in both directions."""
    paths = {event.path for event in tours(puzzle) if isinstance(event, Found)}
    if not puzzle.closed and puzzle.start is None and puzzle.end is None:
        paths |= {path[::-1] for path in paths}
    return paths  # type: ignore[return-value]


def frequencies(puzzle: Puzzle, count: int, seed: int = 0) -> Counter[Any]:
    """Return the frequency of each tour."""
    draws = Draws(puzzle, Random(seed))
    result_of(draws.prepare())
    return Counter(result_of(draws.tour()) for _ in range(count))


def spread(counts: Counter[Any], kinds: int) -> float:
    """Return chi-square per degree of freedom for draws that should be equally frequent."""
    due = counts.total() / kinds
    seen = sum((count - due) ** 2 for count in counts.values())
    return (seen + (kinds - len(counts)) * due**2) / due / max(kinds - 1, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("small", [True, False], ids=["two-factors", "pairs"])
@pytest.mark.parametrize("puzzle", FEW, ids=repr)
def test_every_tour_is_equally_likely(
    puzzle: Puzzle, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uniform, "COUNTED_SQUARES", 64 if small else 0)
    known = listed(puzzle)
    counts = frequencies(puzzle, min(12 * len(known), 800 if small else 150))
    assert set(counts) <= known
    # The mean is 1 and the spread of the mean (2 / degrees of freedom) ** 0.5.
    assert spread(counts, len(known)) < 1 + 5 * (2 / max(len(known) - 1, 1)) ** 0.5


def moves(path: tuple[int, ...], *, closed: bool) -> frozenset[frozenset[int]]:
    """Return the undirected moves of a tour."""
    return frozenset(map(frozenset, pairwise((*path, *path[:closed]))))


def turned(edge: frozenset[int], board: Board) -> frozenset[int]:
    """Return the image of a move under a half-turn."""
    return frozenset(half_turn(board, edge))


@pytest.mark.exhaustive
@pytest.mark.parametrize("some", [0, 60], ids=["worked out", "remembered"])
@pytest.mark.parametrize("puzzle", FEW, ids=repr)
def test_every_tour_has_equally_many_numbers(
    puzzle: Puzzle, some: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uniform, "MOST_BEGINNINGS", some)
    monkeypatch.setattr(matching_counts, "KEPT_STATES", some)
    sides = result_of(sides_of(puzzle))
    pairs = uniform.MatchingPairs(sides)
    result_of(pairs.prepare())
    found = [
        frozenset(frozenset(edge) for edge in edges if min(edge) >= 0)
        for edges in map(pairs.edges, range(pairs.count))
        if edges
    ]
    if sides.half:  # each also represents its half-turn
        found += [frozenset(turned(edge, puzzle.board) for edge in tour) for tour in found]
    counts = Counter(found)
    assert set(counts) == {moves(path, closed=puzzle.closed) for path in listed(puzzle)}
    assert len(set(counts.values())) == 1


@pytest.mark.parametrize(
    ("half", "puzzle"),
    [
        (True, Puzzle.of(Board(8, 8))),
        (True, Puzzle.of(Board(4, 4), leaper=(0, 1))),
        (True, Puzzle.of(Board(4, 6, ["a1", "b1", "e4", "f4"]))),
        (False, Puzzle.of(Board(8, 8), closed=True)),
        (False, Puzzle.of(Board(8, 8), start="a1")),
        (False, Puzzle.of(Board(3, 4))),  # a half-turn changes the class
        (False, Puzzle.of(Board(8, 8, ["a1", "b1"]))),
    ],
    ids=repr,
)
def test_a_tour_represents_its_half_turn_if_that_preserves_the_classes(
    half: bool, puzzle: Puzzle
) -> None:
    assert result_of(sides_of(puzzle)).half == half


def two_factors(near: dict[int, list[int]], others: set[int], picks: int) -> int:
    """Return the number of ways to take `picks` at each vertex, by trying all."""

    def ways(left: list[int], taken: Counter[int]) -> int:
        if not left:
            return all(taken[other] == picks for other in others)
        return sum(
            ways(left[1:], taken + Counter(choice))
            for choice in combinations(near[left[0]], picks)
            if all(taken[vertex] < picks for vertex in choice)
        )

    return ways(list(near), Counter())


def light_and_dark(board: Board) -> tuple[dict[int, list[int]], list[int]]:
    """Return the moves from the squares of one color, and the squares of the other."""
    graph = by_definition(board)
    near = {square: graph[square] for square in board if board.color(square)}
    return near, [square for square in board if not board.color(square)]


@pytest.mark.parametrize("picks", [1, 2])
@pytest.mark.parametrize("size", ["3x4", "4x4", "4x5", "3x3", "6x6"])
def test_counts_agree_with_enumeration(size: str, picks: int) -> None:
    near, others = light_and_dark(RING if size == "3x3" else Board.parse(size))
    counts = MatchingCounts(near, dict.fromkeys(others, picks), picks)
    by_another_program = {1: 10304, 2: 36236}[picks]
    known = by_another_program if size == "6x6" else two_factors(near, set(others), picks)
    assert result_of(counts.count()) == [known]


@pytest.mark.parametrize("board", [Board(6, 6), Board(5, 8), Board(3, 4), Board(1, 4)], ids=str)
def test_a_count_has_few_more_bits_than_it_needs(board: Board) -> None:
    near, others = light_and_dark(board)
    matching_pairs = MatchingCounts(near, dict.fromkeys(others, 1), 1)
    result_of(matching_pairs.count())
    most = max(count for layer in matching_pairs.layers for count in layer.values())
    assert most.bit_length() <= matching_pairs.width <= 2 * most.bit_length() + 2


def test_boards_too_large_for_two_factors_have_their_tours_drawn() -> None:
    made = {tour.path for tour in islice(samples(Board(5, 10), closed=True, seed=1), 3)}
    assert len(made) == 3


@pytest.mark.exhaustive
def test_the_same_seed_draws_the_same_tours() -> None:
    asked: list[Callable[[int], Any]] = [
        lambda seed: solve(Board(6, 6), closed=True, uniform=True, seed=seed).path,
        lambda seed: [tour.path for tour in islice(samples(Board(5, 5), seed=seed), 5)],
    ]
    for ask in asked:
        assert ask(1) == ask(1) != ask(2)


def test_no_tour_is_raised_before_any_is_drawn() -> None:
    for board, asked in ((Board(5, 5), {"closed": True}), (Board(4, 4), {})):
        with pytest.raises(NoTour):
            solve(board, uniform=True, **asked)  # type: ignore[arg-type]
        with pytest.raises(NoTour):
            next(samples(board, **asked))  # type: ignore[arg-type]


def test_too_many_squares_are_refused() -> None:
    with pytest.raises(ValueError, match="up to 64 squares alone, and 5x13 has 65"):
        solve(Board(5, 13), uniform=True)
    with pytest.raises(ValueError, match="up to 64 squares"):
        next(samples(Board(9, 9)))


def test_a_puzzle_too_large_to_count_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kt_core.methods.uniform.matching_counts.MOST_STATES", 1000)
    with pytest.raises(Undecided, match="so many moves cross"):
        solve(Board(6, 6), closed=True, uniform=True)


def test_boards_of_one_and_two_squares() -> None:
    wazir: Leaper = (0, 1)
    assert solve(Board(1, 1), uniform=True).path == (0,)
    assert {solve(Board(1, 2), uniform=True, leaper=wazir, seed=i).path for i in range(9)} == {
        (0, 1),
        (1, 0),
    }
