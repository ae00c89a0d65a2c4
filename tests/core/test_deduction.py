"""Forced moves: each inference follows from earlier ones, up to a contradiction."""

from itertools import pairwise
from random import Random

import pytest

from kt_core import Board
from kt_core.events import result_of
from kt_core.graph import KNIGHT
from kt_core.proofs import deduction as d
from kt_core.proofs.checker.question import CycleGraph, cycle_graph
from kt_core.proofs.checker.reader import FROM, TO
from kt_core.proofs.deduction import Inference, deduction
from kt_core.tour import Puzzle
from tests.shared.answers import some_ends
from tests.shared.cases import LEAPERS, board_with, by_chance
from tests.shared.forge import refutation_by

Edges = set[frozenset[int]]


def edges(*moves: tuple[int, int]) -> Edges:
    return {frozenset(move) for move in moves}


def follows(graph: dict[int, set[int]], inference: Inference, used: Edges, out: Edges) -> bool:
    """Return True if an inference is valid, given the moves that are used and excluded."""
    at = edges(*((inference.at, near) for near in graph[inference.at]))
    around, short = edges(*pairwise(inference.path)), len(inference.path) < len(graph)
    match inference.kind:
        case d.TAKE:
            return len(at - out) == 2 and edges(*inference.used) <= at - out
        case d.FULL:
            return len(at & used) == 2 and edges(*inference.out) == at - used - out
        case d.RING:
            return (
                short
                and around <= used
                and edges(*inference.out) == edges((inference.path[0], inference.path[-1]))
            )
        case d.DEFICIT:
            return len(at - out) < 2
        case d.SURPLUS:
            return len(at & used) > 2
    circle = around | edges((inference.path[-1], inference.path[0]))
    return inference.kind == d.CIRCLE and short and circle <= used


def holds(puzzle: Puzzle, inferences: tuple[Inference, ...]) -> bool:
    """Return True if each inference follows from earlier ones and the last is a contradiction."""
    cycle = result_of(cycle_graph(puzzle))
    assert isinstance(cycle, CycleGraph)
    graph = cycle.neighbors()
    used, out = edges((FROM, TO)) if TO in graph else set(), Edges()
    for inference in inferences:
        at = edges(*((inference.at, near) for near in graph[inference.at]))
        assert edges(*inference.had) == at & used
        assert edges(*inference.lost) == at & out
        assert edges(*inference.left) == at - used - out
        if not follows(graph, inference, used, out):
            return False
        used, out = used | edges(*inference.used), out | edges(*inference.out)
    contradicts = [inference.kind in (d.DEFICIT, d.SURPLUS, d.CIRCLE) for inference in inferences]
    return contradicts.index(True) == len(inferences) - 1


def test_each_inference_follows_from_those_before_it() -> None:
    kinds, chance = set(), Random(3)
    made = [(by_chance(chance, 16), leaper) for leaper in [KNIGHT, *LEAPERS] * 60]
    for puzzle in (each for board, leaper in made for each in some_ends(board, chance, leaper)):
        inferences, no = deduction(puzzle), refutation_by("solving", puzzle)
        if no is None:
            assert inferences == ()
        elif inferences:
            assert holds(puzzle, inferences), puzzle
            kinds |= {inference.kind for inference in inferences}
        else:
            assert no.proof not in ("forced", "corner")
    assert kinds == {d.TAKE, d.FULL, d.RING, d.DEFICIT, d.SURPLUS, d.CIRCLE}


def board_of(rows: int, columns: int, names: str) -> Board:
    return board_with(rows, columns, [*map(Board(rows, columns).square, names.split())])


@pytest.mark.parametrize(
    ("board", "start", "expected"),
    [
        (board_of(3, 6, "c1 d1 e1 a2 f2 d3"), None, "take d1, take a2, surplus -2"),  # -1 beside -2
        (
            board_of(7, 8, "b1 d1 e1 f1 b2 d2 g2 a3 d3 e3 c4 g4 e5"),
            1,
            "take e1, take a3, take -1, full b1, take d2, full c4, take b2, take e5, surplus d3",
        ),
        (  # the deduction skips one that is redundant
            board_of(8, 5, "b1 a3 b3 d3 b4 c4 d4 a5 b5 c5 b6 c6 d6 e6"),
            26,
            "take b6, take d6, take b1, ring a3, take a3, surplus c4",
        ),
    ],
)
def test_a_chain_is_listed_to_its_end(board: Board, start: int | None, expected: str) -> None:
    puzzle = Puzzle(board, start)
    inferences = deduction(puzzle)
    assert holds(puzzle, inferences)
    named = [(each.kind, board.name(each.at) if each.at >= 0 else each.at) for each in inferences]
    assert ", ".join(f"{kind} {at}" for kind, at in named) == expected


@pytest.mark.parametrize("puzzle", [Puzzle(Board(5, 6), closed=True), Puzzle(Board(8, 8), 0)])
def test_a_board_with_a_tour_has_no_contradiction(puzzle: Puzzle) -> None:
    assert deduction(puzzle) == ()


def test_every_inference_is_needed_and_premises_are_in_the_order_of_discovery() -> None:
    # The moves of two corners of 4x4 close a circle of four squares; no other inference is needed.
    inferences = deduction(Puzzle(Board(4, 4), closed=True))
    assert [inference.at for inference in inferences] == [3, 12, 12]
    assert set(inferences[-1].path) == {3, 5, 10, 12}
    puzzle = Puzzle(board_of(5, 3, "b1 c1 a2 a3 b3 c3 b5 c5"), closed=True)
    found = [puzzle.board.name(inference.at) for inference in deduction(puzzle)]
    assert found == ["b1", "a2", "c3", "b5"]
