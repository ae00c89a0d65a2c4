"""The front door: a tour, proven, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace
from itertools import chain, count, islice
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Event, Found, Progress
from kt_core.graph import KnightGraph, knight_graph
from kt_core.leaper import KNIGHT, Leaper
from kt_core.orderings import Order, pruned, roth, textbook
from kt_core.orderings import random as by_chance
from kt_core.search import search
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

#: Events that a question may cost before the answer is `Undecided`: about a minute.
BUDGET = 20_000_000
SLICE = 64  # events between two words of progress


def solve(
    board: Board,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    seed: int | None = None,
    budget: int = BUDGET,
) -> Tour:
    """Return a tour: any open one, or closed, from `start`, to `end`, as asked.

    >>> solve(Board(8, 8), start="a1", closed=True).path[:4]
    (0, 10, 16, 1)

    The same `seed` gives the same tour, another seed nearly always another. `NoTour` where there is
    proof that there is none, `Undecided` where `budget` events of the search did not settle it. So
    far this is search with pruning: it settles small boards, and finds open tours of most large
    ones.
    """
    work = solving(
        Puzzle.of(board, start=start, end=end, closed=closed, leaper=leaper), seed, budget
    )
    while True:
        try:
            next(work)
        except StopIteration as done:
            tour: Tour = done.value
            return tour


def solving(
    puzzle: Puzzle, seed: int | None = None, budget: int = BUDGET
) -> Generator[Progress, None, Tour]:
    """Return what `solve` returns, in slices: yields `Progress` every few milliseconds.

    The last `Progress` names the method that answered.
    """
    yield Progress("search")
    refute(puzzle)
    if puzzle.start is None and puzzle.end is not None:
        turned = replace(puzzle, start=puzzle.end, end=None)
        path = (yield from _path(turned, seed, budget))[::-1]
    else:
        path = yield from _path(puzzle, seed, budget)
    return Tour(puzzle.board, path, puzzle.closed, puzzle.leaper)


def count_tours(
    board: Board,
    *,
    start: str | Square | None = None,
    closed: bool = False,
    budget: int = BUDGET,
) -> int:
    """Return how many tours there are: closed ones undirected, open ones directed.

    >>> count_tours(Board(5, 5), start="a1")
    304

    Counted by walking all of them, so for small boards; `Undecided` beyond `budget` events.
    """
    puzzle = Puzzle.of(board, start=start, closed=closed)
    try:
        refute(puzzle)
    except NoTour:
        return 0
    graph, found = knight_graph(board), 0
    searches = (_events(graph, start, puzzle, textbook) for start in _starts(puzzle))
    for spent, event in enumerate(chain.from_iterable(searches)):
        if spent >= budget:
            raise _undecided(board, budget)
        found += isinstance(event, Found)
    return found // 2 if closed else found  # a closed tour was walked both ways


def _path(
    puzzle: Puzzle, seed: int | None, budget: int
) -> Generator[Progress, None, Sequence[Square]]:
    # Restarts: a search that goes wrong early can go wrong for ever, while another order of the
    # ties is through at once. Each round may spend twice as much, so that small boards are searched
    # whole.
    graph, starts, left = knight_graph(puzzle.board, puzzle.leaper), _starts(puzzle), max(0, budget)
    for turn in count():
        for start in list(starts):
            allowance = min(8 * len(graph) << turn, left)
            path, spent = yield from _first(
                graph, start, puzzle, _order(puzzle.board, seed, turn), allowance
            )
            left -= spent
            if path:
                return path
            if spent < allowance:  # this start was searched to its end
                starts.remove(start)
            elif not left:
                raise _undecided(puzzle.board, budget)
        if not starts:
            raise NoTour("Every path was tried, and none is such a tour.", "search")
    raise AssertionError("count() does not end")


def _first(
    graph: KnightGraph, start: Square, puzzle: Puzzle, order: Order, allowance: int
) -> Generator[Progress, None, tuple[Sequence[Any], int]]:
    spent = 0
    for event in islice(_events(graph, start, puzzle, order), allowance):
        spent += 1
        if not spent % SLICE:
            yield Progress("search")
        if isinstance(event, Found):
            return event.path, spent
    return (), spent


def _events(graph: KnightGraph, start: Square, puzzle: Puzzle, order: Order) -> Iterable[Event]:
    ends = puzzle.ends(graph, start)
    return search(graph, start, order=pruned(order, ends), ends=ends)


def _order(board: Board, seed: int | None, turn: int) -> Order:
    return roth(board) if seed is None and not turn else by_chance(f"{seed} {turn}")


def _starts(puzzle: Puzzle) -> list[Square]:
    """Return the squares that a search must start from to see every tour."""
    if puzzle.start is not None:
        return [puzzle.start]
    squares = list(puzzle.board)
    if puzzle.closed:
        return squares[:1]  # a closed tour comes to every square, so to this one
    dark = [square for square in squares if puzzle.board.colour(square) == 0]
    light = [square for square in squares if puzzle.board.colour(square) == 1]
    # Colours alternate, so where they differ in number a tour starts on the colour of more.
    return squares if len(dark) == len(light) else max(dark, light, key=len)


def _undecided(board: Board, budget: int) -> Undecided:
    reason = f"{budget:,} steps of the search on {board} did not settle it"
    return Undecided(reason, {"events": budget})
