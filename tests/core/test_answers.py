"""Every answer is right: each method is compared with independent knowledge of the answer.

The true answer is known by brute force, from published tables, or because a walk of the piece is a
tour.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from kt_core import Board, NoTour, Tour, Undecided, solve
from kt_core.events import Event
from kt_core.graph import KNIGHT
from kt_core.methods import exact, joints, two_factors
from kt_core.solve import solving
from kt_core.theory import existence
from kt_core.tour import Puzzle
from tests.shared.answers import all_ends, answer, proven_refutation, proven_tour, some_ends
from tests.shared.cases import LEAPERS, ORACLES, by_chance, by_definition, mirror, verdict_by_force
from tests.shared.forge import walk

Solver = Callable[[Puzzle, int | None], bool | None]
TWELVE = [(m, n) for m in range(1, 13) for n in range(1, 13)]


def answered(puzzle: Puzzle, events: Iterable[Event]) -> bool | None:
    """Return True for a tour, False for a refutation, None if a method gives up."""
    found = answer(puzzle, events)
    return None if found is None else isinstance(found, Tour)


def by_solve(puzzle: Puzzle, seed: int | None) -> bool | None:
    """Return True if `solve` finds a tour, False if it refutes one, None if undecided."""
    options: Any = {"start": puzzle.start, "end": puzzle.end, "closed": puzzle.closed}
    try:
        tour = solve(puzzle.board, **options, leaper=puzzle.leaper, seed=seed, budget=50_000)
    except NoTour as no:
        assert no.proof
        assert any(no.witness.values()) or len(puzzle.board) < 3, no.proof
        proven_refutation(puzzle, no)
        return False
    except Undecided:
        return None
    assert (tour.closed, tour.leaper) == (puzzle.closed, puzzle.leaper)
    assert puzzle.start in (None, tour.path[0])
    proven_tour(puzzle, tour.path)
    return True


def by_theory(puzzle: Puzzle, _: int | None) -> bool | None:
    """Return the answer of the theorems, without a search."""
    try:
        known = existence(puzzle)
    except NoTour as no:
        assert no.reason.endswith(".")
        assert no.witness
        proven_refutation(puzzle, no)
        return False
    assert not known or known.reason.endswith(".")
    return True if known else None


def by_parts(puzzle: Puzzle, seed: int | None) -> bool | None:
    """Return the answer of the method that splits a board at one or two squares."""
    if puzzle.leaper != KNIGHT:
        return None
    return answered(puzzle, joints.tours(puzzle, seed, solving=solving))


METHODS: dict[str, Solver] = {
    "solve": by_solve,
    "theory": by_theory,
    "exact": lambda puzzle, seed: answered(puzzle, exact.tours(puzzle, seed)),
    "two-factors": lambda puzzle, seed: answered(puzzle, two_factors.tours(puzzle, seed)),
    "reasons": lambda puzzle, _: answered(puzzle, two_factors.reasons(puzzle)),
    "joints": by_parts,
}


def whole_boards() -> Iterator[Puzzle]:
    """Yield all questions about full boards of up to 20 squares."""
    for rows in range(1, 21):
        for columns in range(rows, 20 // rows + 1):
            board = Board(rows, columns) if columns % 2 else Board(columns, rows)
            yield from all_ends(board)


def long_boards() -> Iterator[Puzzle]:
    """Yield all questions about three full boards of up to 24 squares."""
    for size in ("3x7", "3x8", "6x4"):
        yield from all_ends(Board.parse(size))


def boards_with_holes() -> Iterator[Puzzle]:
    """Yield questions about walks of a knight with a few squares changed."""
    chance = Random(0)
    for number in range(300):
        yield from some_ends(by_chance(chance, 23 if number < 100 else 18), chance)


def balanced_boards() -> Iterator[Puzzle]:
    """Yield questions about connected boards without dead ends, which are not refuted at once."""
    chance, made = Random(1), 0
    while made < 100:
        whole = Board(chance.randint(3, 6), chance.randint(3, 7))
        holes = chance.sample(whole.squares, chance.randint(0, max(0, len(whole) - 8)))
        board = Board(whole.rows, whole.columns, holes)
        graph = by_definition(board)
        excess = sum(1 - 2 * board.color(square) for square in board)
        if 8 <= len(board) <= 20 and abs(excess) < 2 and min(map(len, graph.values())) > 1:
            made += 1
            yield from some_ends(board, chance)


def other_leapers() -> Iterator[Puzzle]:
    """Yield questions about other leapers on boards of up to 20 squares."""
    chance = Random(7)
    for leaper in LEAPERS * 40:
        rows, columns = chance.randint(2, 5), chance.randint(2, 4)
        holes = chance.sample(range(rows * columns), chance.choice((0, 0, 1, 2)))
        yield from some_ends(Board(rows, columns, holes), chance, leaper)


def narrow_boards() -> Iterator[Puzzle]:
    """Yield questions about boards of two to four rows or columns, with holes."""
    chance = Random(4)
    for _ in range(150):
        rows, columns = chance.randint(2, 4), chance.randint(4, 9)
        size = rows * columns
        least = max(0, size - 18)
        holes = chance.sample(range(size), chance.randint(least, max(least, size // 3)))
        board = Board(rows, columns, holes)
        for puzzle in some_ends(board, chance):
            yield mirror(puzzle) if chance.random() < 0.5 else puzzle


def walks() -> Iterator[tuple[Puzzle, bool]]:
    """Yield questions that are answered by a walk of the piece."""
    chance = Random(2)
    yield from ((walk(chance), True) for _ in range(300))


def tables() -> Iterator[tuple[Puzzle, bool]]:
    """Yield the questions of the published tables: full boards up to 12x12."""
    for closed, name in ((False, "an_open"), (True, "a_closed")):
        listed = ORACLES["existence"][f"boards_up_to_12x12_with_{name}_tour"]
        for m, n in TWELVE:
            yield Puzzle(Board(m, n), closed=closed), f"{min(m, n)}x{max(m, n)}" in listed


QUESTIONS: dict[str, Callable[[], Iterator[Any]]] = {
    made.__name__.replace("_", " "): made
    for made in (
        *(whole_boards, long_boards, boards_with_holes, balanced_boards, other_leapers),
        *(narrow_boards, walks, tables),
    )
}


@cache
def known_answers(questions: str) -> Sequence[tuple[Puzzle, bool]]:
    """Return questions with the true answers."""
    made = QUESTIONS[questions]()
    return [each if isinstance(each, tuple) else (each, verdict_by_force(each)) for each in made]


class Cell(NamedTuple):
    """Bounds for a cell: the least numbers of answers yes and no, the most open questions."""

    method: str
    questions: str
    yes: int
    no: int
    left_open: int = 0


TABLE = [
    Cell("solve", "whole boards", 80, 6000),
    Cell("solve", "boards with holes", 80, 500),
    Cell("solve", "balanced boards", 50, 50),
    Cell("solve", "other leapers", 80, 800),
    Cell("solve", "walks", 300, 0),
    Cell("solve", "narrow boards", 10, 500),
    Cell("solve", "tables", 140, 140),
    Cell("theory", "whole boards", 3, 6000, 110),
    Cell("theory", "long boards", 3, 1100, 520),
    Cell("theory", "boards with holes", 0, 400, 600),
    Cell("theory", "other leapers", 0, 200, 600),
    Cell("theory", "walks", 0, 0, 300),
    Cell("theory", "tables", 140, 140),
    Cell("exact", "boards with holes", 80, 500),
    Cell("exact", "other leapers", 80, 800),
    Cell("exact", "walks", 300, 0),
    Cell("exact", "tables", 140, 140),
    Cell("two-factors", "boards with holes", 80, 400, 50),
    Cell("two-factors", "balanced boards", 50, 50, 50),
    Cell("two-factors", "other leapers", 80, 800, 50),
    Cell("two-factors", "walks", 250, 0, 50),
    Cell("reasons", "boards with holes", 0, 400, 700),
    Cell("reasons", "balanced boards", 0, 20, 350),
    Cell("joints", "boards with holes", 20, 20, 1200),
    Cell("joints", "narrow boards", 5, 5, 600),
]


@pytest.mark.full
@pytest.mark.parametrize("cell", TABLE, ids=lambda cell: f"{cell.method}, {cell.questions}")
def test_a_method_answers_as_the_oracle_does(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joints, "LEAST_SQUARES", 1)  # so that small boards have parts
    method, found = METHODS[cell.method], Counter[bool | None]()
    for number, (puzzle, truth) in enumerate(known_answers(cell.questions)):
        answer = method(puzzle, (None, 1, 2)[number % 3])
        assert answer in (truth, None), puzzle
        found[answer] += 1
    assert found[True] >= cell.yes, found
    assert found[False] >= cell.no, found
    assert found[None] <= cell.left_open, found
