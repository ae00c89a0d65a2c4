"""Count tours by dynamic programming along an order of the squares (Simpath).

D. E. Knuth, The Art of Computer Programming 4A (2011), 7.1.4, answer 225. The squares are passed in
an order with a narrow frontier, and all choices of moves behind are followed at once; partial tours
in the same state are counted together. A vertex ahead that has a neighbor behind occupies a slot
until it is passed. A state is a byte for each slot. The byte is DONE if the slot's vertex has both
its moves. Otherwise it is the slot of the other end of the vertex's strand, or the slot itself if
the vertex has no move yet or the slot is free.

A knight's board of few rows is passed column by column, so that equal steps recur, and their
transitions are cached. Other boards are passed from one end to the other, in the direction whose
frontiers are smaller. The largest frontier is the vertex separation of the order (N. G. Kinnersley,
Inf. Process. Lett. 42 (1992) 345). Finding the minimum is NP-hard. Time and memory are exponential
only in the frontier.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import KNIGHT, Graph, knight_graph
from kt_core.tour import Puzzle

MOST_SQUARES = 4000
MOST_ROWS = 6  # limit for the short side of a board that is passed column by column
FEW_ROWS = 4  # up to this short side, passing by columns is best on boards of any size
#: Up to this number of squares, another order has fewer states in five or six rows: for open tours,
#: for closed tours.
FEW_SQUARES = 36, 50
MOST_COST = 600  # limit for an order's cost per square: see `vertex_order`
MOST_STATES = 300_000  # states of one step in another order than by columns: about 100 MB
KEPT_STATES = 50_000  # the most states of a step whose transitions stay cached
STATES_PER_YIELD = 100

SlotState = bytes
DONE, END = 255, 254  # both moves made; the other end of the strand is an end of the tour
WIDEST = 26  # the most squares in the frontier of a useful order
SQUARES_PER_YIELD = 100  # squares of an order between two yields
WINDOW = 24  # squares of an order among which the next is chosen
#: The cost of a frontier of each size: about the number of its states.
COST = [2.0**width for width in range(WIDEST + 1)]


def is_strip(puzzle: Puzzle) -> bool:
    """Return True for a knight on four rows or columns or fewer."""
    return puzzle.leaper == KNIGHT and _short_side(puzzle.board) <= FEW_ROWS


def counting(puzzle: Puzzle) -> Generator[Progress, None, int | None]:
    """Return the number of tours, in slices: closed ones undirected, open ones directed.

    The board must be connected and have two squares or more. Return None if it is too wide.
    """
    yield Progress("frontier")
    ordered = yield from _ordered(puzzle)
    if not ordered:
        return None
    counts, work = {ordered.beginning: 1}, 0
    for place, step in enumerate(ordered.steps):
        following: dict[SlotState, int] = {}
        for state, number in counts.items():
            for after in step.successors(state):
                following[after] = following.get(after, 0) + number
            work += 1
            if work % STATES_PER_YIELD == 0:
                yield Progress("frontier", place / len(ordered.steps))
        if len(step.known) > KEPT_STATES:
            step.known.clear()
        if len(following) > MOST_STATES and not ordered.fixed:
            return None
        counts = following
    either_way = not puzzle.closed and puzzle.start is None and puzzle.end is None
    return counts.get(ordered.beginning, 0) * (2 if either_way else 1)


def _short_side(board: Board) -> int:
    return min(board.rows, board.columns)


def _ordered(puzzle: Puzzle) -> Generator[Progress, None, OrderedGraph | None]:
    """Return the board in an order with a narrow frontier; None if no such order is known."""
    board, graph = puzzle.board, knight_graph(puzzle.board, puzzle.leaper)
    has_few_rows = puzzle.leaper == KNIGHT and _short_side(board) <= MOST_ROWS
    if is_strip(puzzle) or (has_few_rows and len(board) > FEW_SQUARES[puzzle.closed]):
        return _by_columns(puzzle, graph)
    if len(board) > MOST_SQUARES:
        return None
    line, cost = yield from vertex_order(board, graph)
    return OrderedGraph(puzzle, graph, line) if cost <= MOST_COST * len(board) else None


def _by_columns(puzzle: Puzzle, graph: Graph[Square]) -> OrderedGraph:
    """Return the board in the order of its columns, or of its rows if these are shorter."""
    # A knight's move leads at most two columns and a square further. So the squares ahead with
    # neighbors behind are within this period, and no two of them have the same slot.
    board, period = puzzle.board, 2 * _short_side(puzzle.board) + 2
    places = {square: square for square in board}
    if board.rows <= board.columns:
        places = {s: s % board.columns * board.rows + s // board.columns for s in board}
    fixed = {square: place % period for square, place in places.items()}
    return OrderedGraph(puzzle, graph, sorted(board, key=places.__getitem__), fixed)


class SlotContext(NamedTuple):
    """The options of a vertex, by slots, when all vertices before it are passed."""

    slot: int
    ahead: tuple[int, ...]  # the slots of its neighbors ahead
    chances: tuple[int, ...]  # moves ahead of each of these neighbors, plus one if it may be an end
    rest: tuple[int, ...] | None  # the slots of all remaining vertices, if all have one
    must_end: bool
    most_ends: int  # the tour may end here if fewer strands than this have met an end
    closed: bool


class SlotTransition:
    """The transitions at a vertex; the successors of each state are cached."""

    def __init__(self, context: SlotContext) -> None:
        self.context = context
        self.known: dict[SlotState, tuple[SlotState, ...]] = {}

    def successors(self, state: SlotState) -> tuple[SlotState, ...]:
        """Return the next states."""
        ways = self.known.get(state)
        if ways is None:
            self.known[state] = ways = tuple(self._successors(state))
        return ways

    def _successors(self, state: SlotState) -> Iterator[SlotState]:
        context = self.context
        slot, mine = context.slot, state[context.slot]
        if mine == DONE:
            if not context.must_end:
                after = bytearray(state)
                after[slot] = slot
                yield from self._feasible_successor(after)
            return
        due = 2 if mine == slot else 1
        free = [to for to in context.ahead if state[to] != DONE]
        if not context.must_end:
            for moves in combinations(free, due):
                yield from self._after(state, mine, moves, is_end=False)
        if context.must_end or (context.most_ends and state.count(END) < context.most_ends):
            for moves in combinations(free, due - 1):
                yield from self._after(state, mine, moves, is_end=True)

    def _after(
        self, state: SlotState, mine: int, moves: tuple[int, ...], *, is_end: bool
    ) -> Iterator[SlotState]:
        # The strands that meet here become one strand. If its two ends meet, it is a closed tour or
        # invalid; if it has met two ends of the tour, it is an open tour or invalid.
        context, after = self.context, bytearray(state)
        slot = context.slot
        after[slot] = slot
        tips = [] if mine == slot else [mine]
        for to in moves:
            tips.append(state[to])
            if state[to] != to:
                after[to] = DONE
        if is_end:
            tips.append(END)
        one, other = tips
        meets = (one, other) == moves[::-1] or (mine != slot and mine in moves)
        if meets or one == other == END:
            if meets == context.closed and self._is_done(after):
                yield bytes(after)
            return
        if one != END:
            after[one] = other
        if other != END:
            after[other] = one
        yield from self._feasible_successor(after)

    def _is_done(self, after: bytearray) -> bool:
        rest = self.context.rest
        return rest is not None and all(after[slot] == DONE for slot in rest)

    def _feasible_successor(self, after: bytearray) -> Iterator[SlotState]:
        """Yield a state unless a neighbor of the passed vertex has too few moves left."""
        for near, chances in zip(self.context.ahead, self.context.chances, strict=True):
            if chances < 2 and after[near] != DONE:
                wanted = 1 + (after[near] == near)
                if chances < wanted:
                    return
        yield bytes(after)


class OrderedGraph:
    """An order of all squares of a puzzle's board, and the transition at each.

    With `fixed`, the slot of each square, equal steps recur; else slots are reused at once.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        graph: Graph[Square],
        line: Sequence[Square],
        fixed: Mapping[Square, int] | None = None,
    ) -> None:
        self.puzzle, self.graph, self.fixed = puzzle, graph, fixed or {}
        self.given = {*puzzle.given_ends}
        self.steps = list[SlotTransition]()
        self.beginning: SlotState = bytes(range(self._lay_out(line)))

    def _lay_out(self, line: Sequence[Square]) -> int:
        """Make the steps, and return the number of slots."""
        turn = {square: i for i, square in enumerate(line)}
        slots, free = dict[Square, int](), list[int]()
        width, met = max(self.fixed.values(), default=-1) + 1, 0
        known: dict[SlotContext, SlotTransition] = {}
        for i, square in enumerate(line):
            for near in (square, *self.graph[square]):
                if turn[near] >= i and near not in slots:
                    if not self.fixed and not free:
                        free, width = [width], width + 1
                    slots[near] = self.fixed[near] if self.fixed else free.pop()
                    met += 1
            slot = slots.pop(square)
            ahead = [near for near in self.graph[square] if near in slots]
            to_come = sum(turn[end] > i for end in self.given)
            context = SlotContext(
                slot,
                tuple(slots[near] for near in ahead),
                tuple(self._chances(near, i, turn) for near in ahead),
                tuple(sorted(slots.values())) if met == len(line) else None,
                square in self.given,
                0 if self.puzzle.closed or len(self.given) == 2 else 2 - to_come,
                self.puzzle.closed,
            )
            self.steps.append(known.setdefault(context, SlotTransition(context)))
            free = sorted([*free, slot], reverse=True)
        return width

    def _chances(self, square: Square, here: int, turn: Mapping[Square, int]) -> int:
        """Return the number of moves ahead of a square, plus one if the tour may end there."""
        may_end = not self.puzzle.closed and (len(self.given) < 2 or square in self.given)
        return sum(turn[near] > here for near in self.graph[square]) + may_end


def vertex_order(
    board: Board, graph: Graph[Square]
) -> Generator[Progress, None, tuple[Sequence[Square], float]]:
    """Return an order of all squares and its cost, in slices; an empty order if all are too wide.

    The graph must be connected.
    """
    best: tuple[Sequence[Square], float] = (), float("inf")
    for line in _lines(board, graph):
        found, cost, front = list[Square](), 0.0, set[Square]()
        passed = set[Square]()
        for square in line:
            found.append(square)
            passed.add(square)
            front.discard(square)
            front.update(to for to in graph[square] if to not in passed)
            if len(front) > WIDEST or cost >= best[1]:
                break
            cost += COST[len(front)]
            if len(found) % SQUARES_PER_YIELD == 0:
                yield Progress("narrow")
        else:
            if cost < best[1]:
                best = found, cost
        yield Progress("narrow")
    return best


def _lines(board: Board, graph: Graph[Square]) -> Iterator[Iterator[Square]]:
    """Yield two orders of the squares, lazily: from one end of the board, and from the other."""
    beside = {square: [*_beside(board, square)] for square in graph}
    first = min(graph, key=lambda square: len(graph[square]))
    one_end = _by_distance(beside, graph, first)[-1]
    line = _by_distance(beside, graph, one_end)
    yield _smooth(graph, iter(line))
    yield _smooth(graph, iter(_by_distance(beside, graph, line[-1])))


def _beside(board: Board, square: Square) -> Iterator[Square]:
    """Yield the squares that touch a square, also at a corner."""
    row, column = divmod(square, board.columns)
    for r in range(max(row - 1, 0), min(row + 2, board.rows)):
        for c in range(max(column - 1, 0), min(column + 2, board.columns)):
            to = r * board.columns + c
            if to != square and to in board:
                yield to


def _by_distance(around: Graph[Square], graph: Graph[Square], begin: Square) -> list[Square]:
    """Return the squares, the nearest first; a move counts as two steps to touching squares."""
    line, seen, layers = list[Square](), set[Square](), ([begin], list[Square](), list[Square]())
    while any(layers):
        here = [square for square in dict.fromkeys(layers[0]) if square not in seen]
        seen.update(here)
        line += here
        layers = layers[1], layers[2], []
        for square in here:
            layers[0].extend(around[square])
            layers[1].extend(graph[square])
    return line


def _smooth(graph: Graph[Square], line: Iterator[Square]) -> Iterator[Square]:
    """Yield the squares, each time one with the fewest new neighbors in a window of the order."""
    met = set[Square]()
    few = list(islice(line, WINDOW))
    while few:
        new = [sum(to not in met for to in graph[s]) + (s not in met) for s in few]
        square = few.pop(new.index(min(new)))
        few += islice(line, 1)
        met.add(square)
        met.update(graph[square])
        yield square
