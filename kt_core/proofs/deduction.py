"""A contradiction between forced moves, as a list of inferences for a reader.

The inferences use the rules of the checker: a tour has two moves at each square, one at each end,
and closes no circle before it has visited all squares. Only the inferences that the contradiction
needs are listed, each after its premises.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kt_core.board import Square
from kt_core.events import result_of
from kt_core.graph import Edge
from kt_core.language import Sentence
from kt_core.proofs.checker.question import cycle_graph
from kt_core.proofs.checker.reader import FROM, TO
from kt_core.tour import Puzzle

GIVEN = -1  # the number of a fact without an inference
#: Inferences: the only two moves left at a square are used; beside two used moves, the others are
#: excluded; a move that would close a circle too soon is excluded.
TAKE, FULL, RING = "take", "full", "ring"
#: Contradictions: too few moves at a square, or too many; a circle too soon.
DEFICIT, SURPLUS, CIRCLE = "deficit", "surplus", "circle"


@dataclass(frozen=True)
class Inference:
    """An inference about the moves at `at`, or between the ends of `path`.

    Of the moves at `at`, `had` were used before, `lost` were excluded before, and `left` were open.
    The inference adds `used` or `out`, the excluded moves. A contradiction adds nothing; it is
    shown by `had` and `left`, or by the circle `path`.
    """

    kind: str
    at: Square
    had: tuple[Edge, ...] = ()
    left: tuple[Edge, ...] = ()
    used: tuple[Edge, ...] = ()
    out: tuple[Edge, ...] = ()
    path: tuple[Square, ...] = ()
    lost: tuple[Edge, ...] = ()


def deduction(puzzle: Puzzle) -> tuple[Inference, ...]:
    """Return the inferences, the contradiction last; none if there is no contradiction.

    >>> from kt_core.board import Board
    >>> [(each.kind, each.at) for each in deduction(Puzzle(Board(4, 4), closed=True))]
    [('take', 3), ('take', 12), ('circle', 12)]
    """
    graph = result_of(cycle_graph(puzzle))
    if isinstance(graph, Sentence):
        return ()
    moves = graph.neighbors()
    found = _ForcedMoves(moves).contradiction()
    return tuple(_inferences(moves, found)) if found else ()


@dataclass(frozen=True)
class _Fact:
    """A fact, with the numbers of the facts that it follows from."""

    kind: str
    at: Square
    because: frozenset[int]
    moves: tuple[Edge, ...] = ()  # the excluded moves
    path: tuple[Square, ...] = ()


class _ForcedMoves:
    """The forced moves, in the order in which they are found, with their premises."""

    def __init__(self, graph: Mapping[Square, set[Square]]) -> None:
        self._graph = graph
        self._open = {vertex: set(near) for vertex, near in graph.items()}
        self._used: dict[Square, list[Square]] = {vertex: [] for vertex in graph}
        self._by: dict[frozenset[Square], int] = {}  # edge -> the fact that decided it
        self._facts: list[_Fact] = []
        self._due = deque(sorted(graph))

    def contradiction(self) -> list[_Fact] | None:
        """Return the facts that lead to a contradiction, which is last; None if there is none."""
        wrong = self._use(FROM, TO, GIVEN) if TO in self._graph else None
        while self._due and not wrong:
            wrong = self._fact_at(self._due.popleft())
        return self._premises(wrong) if wrong else None

    def _fact_at(self, at: Square) -> _Fact | None:
        used, left = self._used[at], sorted(self._open[at])
        if len(used) == 2:
            moves = tuple((at, near) for near in left)
            self._leave_out(_Fact(FULL, at, self._because(at, used), moves))
            return None
        lost = self._graph[at] - {*used, *left}
        if len(used) + len(left) < 2:
            return _Fact(DEFICIT, at, self._because(at, lost))
        if len(used) + len(left) > 2:
            self._exclude_closing_move(at)
            return None
        self._facts.append(_Fact(TAKE, at, self._because(at, lost)))
        return next(
            filter(None, (self._use(at, near, len(self._facts) - 1) for near in left)), None
        )

    def _exclude_closing_move(self, at: Square) -> None:
        """Exclude the move that would close the path that ends here too soon."""
        path = self._path(at)
        if len(self._used[at]) == 1 and len(path) < len(self._graph) and path[-1] in self._open[at]:
            self._leave_out(_Fact(RING, at, self._along(path), ((at, path[-1]),), path))

    def _use(self, a: Square, b: Square, fact: int) -> _Fact | None:
        """Use a move; return the contradiction that follows, if any."""
        path, far = self._path(a), self._path(b)[-1]
        self._by[frozenset((a, b))] = fact
        for here, there in ((a, b), (b, a)):
            self._open[here].discard(there)
            self._used[here].append(there)
        self._due += a, b, path[-1], far
        for full in (a, b):
            if len(self._used[full]) > 2:
                return _Fact(SURPLUS, full, self._because(full, self._used[full]))
        if path[-1] == b and len(path) < len(self._graph):
            return _Fact(CIRCLE, a, self._along((*path, a)), path=path)
        return None

    def _leave_out(self, fact: _Fact) -> None:
        if fact.moves:
            self._facts.append(fact)
        for a, b in fact.moves:
            self._by[frozenset((a, b))] = len(self._facts) - 1
            self._open[a].remove(b)
            self._open[b].remove(a)
            self._due += a, b

    def _path(self, end: Square) -> tuple[Square, ...]:
        """Return the path of used moves from one of its ends; a circle is returned whole."""
        path, before = [end], end
        while onward := [v for v in self._used[path[-1]] if v != before and v not in path[:1]]:
            before = path[-1]
            path.append(onward[0])
        return tuple(path)

    def _because(self, at: Square, near: Iterable[Square]) -> frozenset[int]:
        return frozenset(self._by[frozenset((at, v))] for v in near) - {GIVEN}

    def _along(self, path: Sequence[Square]) -> frozenset[int]:
        pairs = pairwise(path)
        return frozenset(self._by[frozenset(pair)] for pair in pairs) - {GIVEN}

    def _premises(self, wrong: _Fact) -> list[_Fact]:
        """Return the facts that a contradiction follows from, each after its premises."""
        fields: dict[int, _Fact] = {}
        todo = [(number, False) for number in sorted(wrong.because, reverse=True)]
        while todo:
            number, ready = todo.pop()
            fact = self._facts[number]
            if ready:
                fields.setdefault(number, fact)
            elif number not in fields:
                todo.append((number, True))
                todo += ((premise, False) for premise in sorted(fact.because, reverse=True))
        return [*fields.values(), wrong]


def _inferences(graph: Mapping[Square, set[Square]], facts: Iterable[_Fact]) -> Iterator[Inference]:
    """Yield facts as inferences, each relative to the facts before it."""
    used: dict[Square, list[Square]] = {vertex: [] for vertex in graph}
    out: dict[Square, list[Square]] = {vertex: [] for vertex in graph}
    if TO in graph:
        used[FROM], used[TO] = [TO], [FROM]
    for fact in facts:
        at = fact.at
        had, lost = _moves(at, used[at]), _moves(at, sorted(out[at]))
        left = _moves(at, sorted(graph[at] - {*out[at], *used[at]}))
        new = left if fact.kind in (TAKE, FULL) else fact.moves
        taken, dropped = (new, ()) if fact.kind == TAKE else ((), new)
        for moved, into in ((taken, used), (dropped, out)):
            for a, b in moved:
                into[a].append(b)
                into[b].append(a)
        if fact.kind in (TAKE, FULL, RING) and not new:
            continue  # this fact adds nothing
        yield Inference(fact.kind, at, had, left, taken, dropped, fact.path, lost)


def _moves(at: Square, near: Collection[Square]) -> tuple[Edge, ...]:
    return tuple((at, v) for v in near)
