"""Tours that jump once, from one given square to another, as if the rest of a board were between.

A vertex or two stand in for what the tour passes on its way; they have no other edges, so that it
goes through them from the one square to the other.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import pairwise

from kt_core.board import Square
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Event, Progress
from kt_core.graph import knight_graph
from kt_core.methods import exact
from kt_core.methods.two_factors import factor
from kt_core.proofs.glance import cycle_for
from kt_core.tour import NoTour, Puzzle

FIRST_TURN_SLICES = 10  # of exact search, and of joining cycles after it
MANY = 1 << 30  # attempts at joining cycles


def tours(
    puzzle: Puzzle, joints: tuple[Square, Square], beyond: Sequence[Square], seed: int | None
) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour that passes squares from beyond at its jump.

    `NoTour` with a record to replay where there is none; ends without where nobody knows.
    """
    try:
        cycle = yield from _cycle(puzzle, joints, beyond)
        yield from _in_turn(cycle, seed)
    except NoTour as no:
        # Whatever a glance refutes, the rules of the record's replay refute at once.
        record = no.log.get("search") if no.proof == "search" else [("dead",)]
        if record:
            told = {"search": record, "beyond": _between(puzzle, joints, beyond)}
            raise NoTour(no.reason, "jump", no.witness, told) from None


def _in_turn(cycle: Cycle, seed: int | None) -> Iterator[Event]:
    search = exact.cycles(cycle, seed)
    join = factor.cycles(cycle, seed, MANY)
    turn = FIRST_TURN_SLICES
    while True:
        for _ in range(turn):
            event = next(search, None)
            if event is None:
                return
            yield event
        try:
            for _, event in zip(range(turn), join, strict=False):
                yield event
        except NoTour:  # which the search will find too, with a record
            join = iter(())
        turn += turn // 2


def _cycle(
    puzzle: Puzzle, joints: tuple[Square, Square], beyond: Sequence[Square]
) -> Generator[Progress, None, Cycle]:
    between = _between(puzzle, joints, beyond)
    graph: dict[Square, Sequence[Square]] = dict(knight_graph(puzzle.board, puzzle.leaper))
    line = [joints[0], *between, joints[1]]
    for a, b in pairwise(line):
        graph[a] = (*graph.get(a, ()), b)
        graph[b] = (*graph.get(b, ()), a)
    cycle = yield from cycle_for(puzzle, graph)
    return Cycle(
        puzzle, {v: _without(v, near, between) for v, near in cycle.graph.items()}, cycle.forced
    )


def _without(
    vertex: Square, near: Sequence[Square], between: Collection[Square]
) -> Sequence[Square]:
    """Return where a vertex leads once no tour begins or ends between."""
    if vertex in (FROM, TO):
        return [v for v in near if v not in between]
    return [v for v in near if v >= 0] if vertex in between else near


def _between(
    puzzle: Puzzle, joints: tuple[Square, Square], beyond: Sequence[Square]
) -> list[Square]:
    """Return one vertex between squares of a class, else two, so that there are still classes."""
    board = puzzle.board
    (row, column), (to_row, to_column) = (divmod(joint, board.columns) for joint in joints)
    up, right = puzzle.leaper
    steps = to_row - row + to_column - column if (up + right) % 2 else to_row - row
    return [*beyond[: 1 + steps % 2]]
