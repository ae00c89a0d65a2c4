"""What a glance at any graph of moves refutes; where nothing is, the puzzle is one of a cycle."""

from __future__ import annotations

from collections.abc import Generator

from kt_core.board import Square
from kt_core.cycle import Cycle, cycle_of
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.proofs.cuts import refute_apart
from kt_core.proofs.degrees import refute_dead_ends, refute_too_few_squares
from kt_core.proofs.parity import classes_of
from kt_core.tour import Puzzle


def cycle_for(puzzle: Puzzle, graph: Graph[Square]) -> Generator[Progress, None, Cycle]:
    """Return the puzzle as one for Hamiltonian cycles, in slices, for two squares or more.

    `NoTour` where there are too few squares, where the graph falls apart, where its two classes
    forbid a tour, or where a square has too few moves.
    """
    refute_too_few_squares(puzzle)
    moves = dict(graph)  # each is asked for again and again
    refute_apart(puzzle, moves)
    cycle = cycle_of(puzzle, moves, (yield from classes_of(puzzle, moves)))
    refute_dead_ends(cycle)
    return cycle
