"""What the front door says is what brute force says, on every board that brute force can do.

A wrong "no tour" is the worst defect that this project can have, so the verdicts are tested as a
whole: theory, constructions and searches together, with nothing of theirs in the brute force.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour, solve
from kt_core.graph import Leaper
from kt_core.proofs import check
from kt_core.tour import Puzzle
from tests.shared.cases import (
    LEAPERS,
    ORACLES,
    boards,
    by_chance,
    by_definition,
    ends_by_force,
    turned,
    verdict_by_force,
)

SHAPES = [(m, n) for m in range(1, 21) for n in range(m, 21) if m * n <= 20]
TWELVE = [(m, n) for m in range(1, 13) for n in range(m, 13)]


def verdict(puzzle: Puzzle) -> bool:
    """Return whether the front door finds a tour, and hold a refutation to its form."""
    asked = {"start": puzzle.start, "end": puzzle.end, "closed": puzzle.closed}
    try:
        tour = solve(puzzle.board, **asked, leaper=puzzle.leaper)  # type: ignore[arg-type]
    except NoTour as no:
        assert no.reason.endswith(".")
        assert no.proof
        assert check(no)
        named = [square for squares in no.witness.values() for square in squares]
        assert all(0 <= square < puzzle.board.rows * puzzle.board.columns for square in named)
        assert named or len(puzzle.board) < 3, no.proof
        return False
    assert puzzle.start in (None, tour.path[0])
    assert puzzle.end in (None, tour.path[-1])
    assert (tour.closed, tour.leaper) == (puzzle.closed, puzzle.leaper)
    return True


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "x".join(map(str, shape)))
def test_every_pair_of_ends_on_every_small_board(shape: tuple[int, int]) -> None:
    board = Board(*shape)
    for start in board:
        ends = ends_by_force(board, start)
        assert verdict(Puzzle(board, start)) == bool(ends)
        assert verdict(Puzzle(board, end=start)) == bool(ends)
        closed = len(board) > 2 and not ends.isdisjoint(by_definition(board)[start])
        assert verdict(Puzzle(board, start, closed=True)) == closed
        for end in board:
            if end != start or len(board) == 1:
                assert verdict(Puzzle(board, start, end)) == (end in ends), (start, end)
    assert verdict(Puzzle(board)) == any(ends_by_force(board, start) for start in board)


def questions(seed: int, count: int, most: int) -> Iterator[Puzzle]:
    """Yield boards by chance, each open and closed, with ends given or not."""
    chance = Random(seed)
    for _ in range(count):
        board = by_chance(chance, most)
        start, end = (chance.choice((None, chance.choice(board.squares))) for _ in range(2))
        yield Puzzle(board, start, closed=True)
        yield Puzzle(board, start, end if end != start or len(board) == 1 else None)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
def test_boards_with_holes_by_chance(seed: int) -> None:
    told: Counter[bool] = Counter()
    for puzzle in questions(seed, 250, 24 if seed < 2 else 20):
        truth = verdict_by_force(puzzle)
        told[truth] += 1
        assert verdict(puzzle) == truth, puzzle
    assert min(told.values()) >= 50  # both verdicts come up


@pytest.mark.parametrize("leaper", LEAPERS, ids=str)
def test_other_leapers_on_boards_by_chance(leaper: Leaper) -> None:
    chance = Random(7)
    for _ in range(60):
        board = Board(chance.randint(2, 5), chance.randint(2, 4))
        holes = chance.sample(board.squares, chance.choice((0, 0, 1, 2)))
        board = Board(board.rows, board.columns, holes)
        start = chance.choice((None, chance.choice(board.squares)))
        for closed in (False, True):
            puzzle = Puzzle(board, start, closed=closed, leaper=leaper)
            assert verdict(puzzle) == verdict_by_force(puzzle), puzzle


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_every_board_up_to_twelve_agrees_with_the_oracles(kind: str) -> None:
    existence = ORACLES["existence"]
    known = existence[
        f"boards_up_to_12x12_with_{'a_closed' if kind == 'closed' else 'an_open'}_tour"
    ]
    found = [f"{m}x{n}" for m, n in TWELVE if verdict(Puzzle(Board(m, n), closed=kind == "closed"))]
    assert sorted(found) == sorted(known)
    turned = [
        f"{m}x{n}" for m, n in TWELVE if verdict(Puzzle(Board(n, m), closed=kind == "closed"))
    ]
    assert sorted(turned) == sorted(known)


@given(boards(sides=7, squares=36), st.data())
def test_a_board_turned_over_has_the_same_verdict(board: Board, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from([None, *board.squares]))
    end = data.draw(st.sampled_from([None, *board.squares]))
    closed = data.draw(st.booleans())
    puzzle = Puzzle(board, start, None if closed or end == start else end, closed)
    assert len({verdict(turned(puzzle, turn)) for turn in (0, data.draw(st.integers(1, 7)))}) == 1
