"""Any graph passed vertex by vertex in a line, as `frontier` passes a board: states and steps.

A vertex ahead that is beside one behind has a slot, which is free again once it is passed. A state
tells for each slot, by a byte, whether its vertex has both its moves, or where the other end of its
strand is: its own number where it has no move yet, as has a free slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from kt_core.board import Square
from kt_core.tour import Puzzle

State = bytes
DONE, END = 255, 254  # both moves made; the other end of the strand is an end of the tour
NONE = 253  # no slot
#: The states after a step, one after the other, each with the two slots that the moves lead to.
Ways = tuple[tuple[State, int, int], ...]


class Terms(NamedTuple):
    """What a vertex may do when the line is passed up to it, by slots."""

    slot: int
    ahead: tuple[int, ...]  # where its moves ahead lead
    chances: tuple[int, ...]  # for each of those, how many moves ahead it has, or an end, at most
    front: tuple[int, ...]  # all that are taken after this step
    is_all: bool  # they have all vertices that are left
    must_end: bool
    most_ends: int  # it may end here while fewer strands than this have met an end
    closed: bool


class Step:
    """The ways to pass a vertex; those of a state are remembered."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.known: dict[State, Ways] = {}

    def ways(self, state: State) -> Ways:
        """Return the states that may follow."""
        ways = self.known.get(state)
        if ways is None:
            self.known[state] = ways = tuple(self._ways(state))
        return ways

    def _ways(self, state: State) -> Iterator[tuple[State, int, int]]:
        terms = self.terms
        slot, mine = terms.slot, state[terms.slot]
        if mine == DONE:
            if not terms.must_end:
                after = bytearray(state)
                after[slot] = slot
                yield from self._fitting(after, NONE, NONE)
            return
        due = 2 if mine == slot else 1
        free = [to for to in terms.ahead if state[to] != DONE]
        if not terms.must_end:
            for moves in combinations(free, due):
                yield from self._after(state, mine, moves, is_end=False)
        if terms.must_end or (terms.most_ends and state.count(END) < terms.most_ends):
            for moves in combinations(free, due - 1):
                yield from self._after(state, mine, moves, is_end=True)

    def _after(
        self, state: State, mine: int, moves: tuple[int, ...], *, is_end: bool
    ) -> Iterator[tuple[State, int, int]]:
        # The strands that meet here become one. One whose two ends meet is a closed tour, or wrong;
        # one that has met two ends of the tour is an open tour, or wrong.
        terms, after = self.terms, bytearray(state)
        slot = terms.slot
        after[slot] = slot
        tips = [] if mine == slot else [mine]
        for to in moves:
            tips.append(state[to])
            if state[to] != to:
                after[to] = DONE
        if is_end:
            tips.append(END)
        one, other = tips
        to, further = (*moves, NONE, NONE)[:2]
        meets = (one == further and other == to) or (mine == to and mine != slot)
        if meets or one == other == END:
            if meets == terms.closed and self._is_done(after):
                yield bytes(after), to, further
            return
        if one != END:
            after[one] = other
        if other != END:
            after[other] = one
        yield from self._fitting(after, to, further)

    def _is_done(self, after: bytearray) -> bool:
        return self.terms.is_all and all(after[slot] == DONE for slot in self.terms.front)

    def _fitting(self, after: bytearray, to: int, further: int) -> Iterator[tuple[State, int, int]]:
        """Yield a state unless a neighbour of what was passed cannot get its moves any more."""
        for near, chances in zip(self.terms.ahead, self.terms.chances, strict=True):
            if chances < 2 and after[near] != DONE:
                wanted = 1 + (after[near] == near)
                if chances < wanted:
                    return
        yield bytes(after), to, further


class Passage:
    """A line of all squares of a puzzle's board, and the step at each."""

    def __init__(
        self, puzzle: Puzzle, graph: Mapping[Square, Sequence[Square]], line: Sequence[Square]
    ) -> None:
        self.puzzle, self.graph, self.line = puzzle, graph, line
        given = () if puzzle.closed else (puzzle.start, puzzle.end)
        self.given = {square for square in given if square is not None}
        self.steps: list[Step] = []
        #: At each step, the square of each slot that is taken after it.
        self.squares: list[dict[int, Square]] = []
        self._laid()
        self.beginning: State = bytes(range(self.width))

    def _laid(self) -> None:
        turn = {square: i for i, square in enumerate(self.line)}
        slots: dict[Square, int] = {}
        free, width, met = list[int](), 0, 0
        known: dict[Terms, Step] = {}
        for i, square in enumerate(self.line):
            for near in (square, *self.graph[square]):
                if turn[near] >= i and near not in slots:
                    free = free or [width]
                    slots[near] = free.pop()
                    width, met = max(width, slots[near] + 1), met + 1
            slot = slots.pop(square)
            ahead = [near for near in self.graph[square] if near in slots]
            to_come = sum(turn[end] > i for end in self.given)
            terms = Terms(
                slot,
                tuple(slots[near] for near in ahead),
                tuple(self._chances(near, i, turn) for near in ahead),
                tuple(sorted(slots.values())),
                met == len(self.line),
                square in self.given,
                0 if self.puzzle.closed or len(self.given) == 2 else 2 - to_come,
                self.puzzle.closed,
            )
            self.steps.append(known.setdefault(terms, Step(terms)))
            self.squares.append({slot: near for near, slot in slots.items()})
            free = sorted([*free, slot], reverse=True)
        self.width = width

    def _chances(self, square: Square, here: int, turn: Mapping[Square, int]) -> int:
        """Return how many moves ahead a square has, one more if the tour may end there."""
        may_end = not self.puzzle.closed and (len(self.given) < 2 or square in self.given)
        return sum(turn[near] > here for near in self.graph[square]) + may_end
