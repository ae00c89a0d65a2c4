"""Whatever is told of a board that has a tour, no check takes it for a proof.

What makes proofs makes true ones, so it never shows what a check would let through.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from kt_core import Board, NoTour
from kt_core.leaper import KNIGHT, Leaper
from kt_core.proofs import check
from kt_core.proofs.checks import KINDS
from kt_core.tour import Puzzle
from tests.shared.cases import by_definition

REFUSED = r"proof|witness|entry|shows|dead end|situations|ends that are given"


def solvable(chance: Random, leaper: Leaper = KNIGHT) -> Puzzle:
    """Return a question that a walk of the piece answers, with what ends it may name."""
    whole = Board(chance.randint(2, 6), chance.randint(2, 8))
    graph, path = by_definition(whole, leaper), [chance.choice(whole.squares)]
    for _ in range(chance.randint(1, 24)):
        moves = [square for square in graph[path[-1]] if square not in path]
        path += [chance.choice(moves)] if moves else []
    board = Board(whole.rows, whole.columns, set(whole) - set(path))
    start, end = (chance.choice((None, square)) for square in (path[0], path[-1]))
    if len(path) > 2 and path[0] in graph[path[-1]]:
        return Puzzle(board, start, closed=True, leaper=leaper)
    return Puzzle(board, start, end if end != start else None, leaper=leaper)


def forgeries(puzzle: Puzzle, chance: Random) -> Iterator[NoTour]:
    """Yield what might be told to a check of each kind."""
    for proof in KINDS:
        for _ in range(2):
            witness, log = told(puzzle, chance), dict[str, Any]()
            if chance.random() < 0.5:
                log = {"search": record(puzzle, chance)}
            if proof == "joints":
                log = parted(puzzle, chance)
            yield NoTour("Believe me.", proof, witness, log)


def told(puzzle: Puzzle, chance: Random) -> Mapping[str, Sequence[int]]:
    """Return sets of squares by all names that a check asks for, or but some of these."""
    board = puzzle.board
    some = chance.sample(board.squares, chance.randrange(len(board) + 1))
    rest = sorted(set(board) - set(some))
    shade = [sum(divmod(square, board.columns)) % 2 for square in board.squares]
    dark = [square for square, light in zip(board.squares, shade, strict=True) if not light]
    light = sorted(set(board) - set(dark))
    graph = by_definition(board, puzzle.leaper)
    single = [square for square in board if len(graph[square]) == 1]
    sides = chance.choice(((dark, light), (light, dark), (some, rest), (some, board.squares)))
    lines = [square for square in board if square // board.columns in (0, board.rows - 1)]
    inner = sorted(set(board) - set(lines))
    about = chance.choice(((lines, inner), sides))
    every = {
        **dict(zip(("dark", "light"), sides, strict=True)),
        **dict(zip(("reached", "out of reach"), sides, strict=True)),
        **dict(zip(("outer rows", "inner rows"), about, strict=True)),
        "no move": some[:2],
        "one move": chance.choice((single, single[:1], some)),
        "few moves": chance.choice((dark, light, some[:3], some[:1])),
        "taken away": chance.choice((some[:1], some[:2], some[:4], dark)),
        "left over": some[:2],
        "need two moves": chance.choice((dark, light, some[:3], some[:1])),
    }
    return {name: every[name] for name in every if chance.random() < 0.7}


def record(puzzle: Puzzle, chance: Random) -> list[tuple[object, ...]]:
    """Return the record of a search that gives up too early."""
    squares = [*puzzle.board.squares, -1, -2]
    entries = list[tuple[object, ...]]()
    for _ in range(chance.randrange(4)):
        a, b = (chance.choice(squares) for _ in range(2))
        entries += [(chance.choice(("take", "leave")), a, b), ("dead",)]
    crowd = chance.sample(squares, chance.randrange(len(squares)))
    entries.insert(chance.randrange(len(entries) + 1), chance.choice([("dead",), ("short", crowd)]))
    return entries + [("dead",)] * chance.randrange(3)


def parted(puzzle: Puzzle, chance: Random) -> dict[str, Any]:
    """Return what a part of the board is said to prove."""
    squares = puzzle.board.squares
    joints = chance.sample(squares, min(len(squares), chance.choice((1, 2))))
    beyond = [square for square in squares if square not in joints]
    part = chance.sample(beyond, chance.randrange(len(beyond) + 1))
    proof = chance.choice([name for name in KINDS if name != "joints"])
    witness = told(puzzle, chance)
    inside = {name: [s for s in shown if s in part] for name, shown in witness.items()}
    return {"joints": joints, "squares": part, "proof": proof, "witness": inside, "log": {}}


@pytest.mark.parametrize(("leaper", "count"), [(KNIGHT, 150), ((0, 1), 50), ((1, 1), 50)], ids=str)
def test_no_forgery_is_a_proof(leaper: Leaper, count: int) -> None:
    chance = Random(1)
    for _ in range(count):
        puzzle = solvable(chance, leaper)
        for no in forgeries(puzzle, chance):
            with pytest.raises(ValueError, match=REFUSED):
                check(no, puzzle)


def test_a_square_alone_is_an_open_tour() -> None:
    for proof in KINDS:
        with pytest.raises(ValueError, match="proof"):
            check(NoTour("No.", proof, {"no move": (0,)}), Puzzle(Board(1, 1)))


@pytest.mark.parametrize("lines", [["outer rows"], ["inner rows"], []])
@pytest.mark.parametrize("proof", ["schwenk", "inner"])
def test_a_proof_by_rows_that_lacks_some_is_refused(proof: str, lines: list[str]) -> None:
    witness = dict.fromkeys(lines, (0,))
    with pytest.raises(ValueError, match="is missing"):
        check(NoTour("No.", proof, witness), Puzzle(Board(4, 6), 0, closed=proof == "schwenk"))


def test_chains_that_can_be_joined_are_no_proof() -> None:
    puzzle = Puzzle(Board(5, 5, ["a1"]), closed=True)  # 24 squares, as 3x8 has
    with pytest.raises(ValueError, match="no proof"):
        check(NoTour("No.", "schwenk", {"left over": ()}), puzzle)


def test_three_squares_are_not_too_few() -> None:
    with pytest.raises(ValueError, match="no proof of the kind 'too-few'"):
        check(NoTour("No.", "too-few"), Puzzle(Board(2, 3, ["a1", "b1", "c1"]), closed=True))
