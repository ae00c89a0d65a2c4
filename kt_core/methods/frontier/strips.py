"""Find, refute or count tours of boards with few rows by passing the squares column by column.

D. E. Knuth, The Art of Computer Programming 4A (2011), 7.1.4, answer 225 ("simpath").

The squares are numbered column by column, along the board's short side; the place of a square is
its number. The moves among the squares passed, and from them to squares ahead, form strands: paths
whose inner squares have both their moves. Later choices depend only on which squares ahead have two
moves, which have one, and which pairs of loose ends belong to one strand. A state records this for
each place ahead that a move from behind can reach.

All reachable states are followed at once. Along a strip without holes, the same sets of states soon
recur, so its length costs almost nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import NamedTuple

from kt_core.board import Square
from kt_core.cycle import neighbors, walk
from kt_core.events import Event, Found, Progress
from kt_core.graph import KNIGHT, steps
from kt_core.language import Sentence, paragraph
from kt_core.tour import NoTour, Puzzle

# A byte for each place ahead, the next one first: END, DONE, or ALONE plus the distance from this
# place to the other end of its strand. The distances are relative, so that equal states recur all
# along the board.
StripState = bytes
END = 0  # a loose end; the other end of its strand is an end of the tour
DONE = 1  # the square has its two moves
ALONE = 128  # the square has no move yet

Leaps = tuple[int, ...]  # the distances in places of the knight's moves ahead: (1, 7)

NEW_PLACE = bytes([ALONE])
NOWHERE = -1  # the other end of a strand that has met an end of the tour
MADE = bytes(
    {ALONE: 0, DONE: 2}.get(entry, 1) for entry in range(256)
)  # the number of moves for each entry


class StripContext(NamedTuple):
    """The options of a square when all squares before it are passed."""

    ahead: Leaps  # every move from here to a square ahead
    hole: bool
    must_end: bool  # the tour must end here
    most_ends: int  # it may also end here if fewer strands than this have met an end
    rest: Leaps | None  # every square ahead, if all of them are within the state
    closed: bool
    row: int | None  # the row of a board with four rows, else None; see `_room`
    spare: int  # the moves that the inner rows ahead can spare for the outer rows


@dataclass(eq=False)
class StripTransition:
    """The transitions at a kind of square, cached for kinds that recur."""

    context: StripContext
    full: StripState  # the state after a complete tour
    common: bool = False  # whether it recurs, so that its successors are cached
    known: dict[StripState, tuple[StripState, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        row = self.context.row or 0
        inner = {place for place in self.context.ahead if (row + place) % 4 in {1, 2}}
        #: Target of a move -> the number of spare moves of the inner rows that the move uses up.
        self._costs = {place: 1 if place in inner else -1 for place in self.context.ahead}

    def successors(self, state: StripState) -> tuple[StripState, ...]:
        """Return the states that can follow this one, one for each way to pass the square."""
        ways = self.known.get(state)
        if ways is None:
            ways = self._successors(state)
            if self.common:
                self.known[state] = ways
        return ways

    def moves(self, state: StripState, after: StripState) -> Leaps:
        """Return the moves that lead from one state to the other."""
        before, now = state.translate(MADE), after.translate(MADE)
        return tuple(place for place in self.context.ahead if before[place] != now[place - 1])

    def _successors(self, state: StripState) -> tuple[StripState, ...]:
        context = self.context
        if state == self.full:
            return (state,)
        if context.hole or state[0] == DONE:
            return () if context.must_end else (state[1:] + NEW_PLACE,)
        after = (self._after(state, moves) for moves in self._choices(state))
        return tuple(state for state in after if state is not None)

    def _choices(self, state: StripState) -> list[Leaps]:
        # The moves to squares behind are already made, so the others lead ahead: two moves, minus
        # one if the square already has one, minus one if the tour ends here.
        context = self.context
        due = 2 if state[0] == ALONE else 1
        free = [place for place in context.ahead if state[place] != DONE]
        room = self._room(state)
        choices: list[Leaps] = [] if context.must_end else self._leaps_within(free, due, room)
        if context.must_end or (context.most_ends and state.count(END) < context.most_ends):
            choices.extend(self._leaps_within(free, due - 1, room - 1))
        return choices

    def _leaps_within(self, free: Sequence[int], due: int, room: int) -> list[Leaps]:
        """Return each choice of `due` moves that takes no more than the inner rows can spare."""
        choices = combinations(free, due)
        if self.context.row is None:
            return list(choices)
        costs = self._costs
        return [moves for moves in choices if sum(map(costs.__getitem__, moves)) <= room]

    def _room(self, state: StripState) -> int:
        # In four rows, no move joins two outer squares. So each move that an outer square ahead
        # still needs uses up a move of an inner square ahead; each end ahead saves one move. A
        # choice that takes more moves than the inner squares can spare is a dead end, and most
        # choices are dead ends.
        row = self.context.row
        if row is None:
            return 0
        made = state[1:].translate(MADE)
        inner = sum(made[-row % 4 :: 4]) + sum(made[(1 - row) % 4 :: 4])
        return self.context.spare - 2 * inner + sum(made) - state.count(END)

    def _after(self, state: StripState, moves: Leaps) -> StripState | None:
        # Two strands meet here and become one, whose ends are their far ends. If the two ends of
        # one strand meet, the strand is a closed tour or invalid; if it has met two ends of the
        # tour, it is an open tour or invalid. It is a tour only if it misses no square ahead.
        joined = moves if state[0] == ALONE else (0, *moves)
        after, tips = bytearray(state + NEW_PLACE), []
        for place in joined:
            tips.append(NOWHERE if state[place] == END else place + state[place] - ALONE)
            after[place] = DONE
        if len(joined) == 1:  # the tour ends here
            tips.append(NOWHERE)
        one, other = tips
        meets_itself = len(joined) == 2 and one == joined[1]
        if meets_itself or one == other:
            complete = meets_itself == self.context.closed and self._leaves_none(after)
            return self.full if complete else None
        if one != NOWHERE:
            after[one] = END if other == NOWHERE else ALONE + other - one
        if other != NOWHERE:
            after[other] = END if one == NOWHERE else ALONE + one - other
        return bytes(after[1:])

    def _leaves_none(self, after: Sequence[int]) -> bool:
        rest = self.context.rest
        return rest is not None and all(after[place] == DONE for place in rest)


class ColumnOrder:
    """The squares of a puzzle's board by place, and the transition at each."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.board = board = puzzle.board
        self.closed, self.across = puzzle.closed, board.rows <= board.columns
        self.width, self.length = sorted((board.rows, board.columns))
        self.columns, self.size = board.columns, board.rows * board.columns
        self.reach = 2 * self.width + 1  # the longest distance of a move ahead
        self.beginning: StripState = NEW_PLACE * (self.reach + 1)
        self.full: StripState = bytes([DONE]) * (self.reach + 1)  # a tour that misses no square
        self.holes = set(map(self.place, board.holes))
        self.last = max(place for place in range(self.size) if place not in self.holes)
        self.ends = [self.place(square) for square in puzzle.given_ends]

    def place(self, square: Square) -> int:
        """Return the place of a square."""
        row, column = divmod(square, self.columns)
        return column * self.width + row if self.across else square

    def squares(self) -> Sequence[Square]:
        """Return the square at each place."""
        columns, size = self.columns, self.size
        if not self.across:
            return range(size)
        return [square for file in range(columns) for square in range(file, size, columns)]

    def transitions(self) -> Iterator[StripTransition]:
        """Yield the transition at each place; equal transitions are one object."""
        # Far from holes, ends and the last column, a transition depends only on the row, on whether
        # a given end is still to come, and on what the inner rows ahead can spare.
        by_key: dict[object, StripTransition] = {}
        by_context: dict[StripContext, StripTransition] = {}
        special, first_end = self._special(), min(self.ends, default=0)
        for place, spare in enumerate(self._spare()):
            key = place if place in special else (place > first_end, place % self.width, spare)
            if key not in by_key:
                context = self._context(place, spare)
                by_key[key] = by_context.setdefault(context, StripTransition(context, self.full))
                by_key[key].common |= place not in special
            yield by_key[key]

    def _special(self) -> set[int]:
        special = {*self.ends, *range(self.last - self.reach, self.size)}
        for hole in self.holes:
            special.update(range(hole - self.reach, hole + 1))
        return special

    def _spare(self) -> list[int]:
        """Return, by place, how many moves the inner squares after it can spare for outer ones."""
        if self.width != 4:
            return [0] * self.size
        spare, spares = 0 if self.closed else 2, []
        for place in range(self.size)[::-1]:
            spares.append(spare)
            outer = place % 4 in {0, 3}
            if place not in self.holes:
                spare += -2 if outer else 2
            if place in self.ends and not outer:
                spare -= 2  # an inner end lacks a move, and saves no move of an outer square
        return spares[::-1]

    def _context(self, place: int, spare: int) -> StripContext:
        to_come = sum(end > place for end in self.ends)
        most_ends = 0 if self.closed or len(self.ends) == 2 else 2 - to_come
        hole, must_end, rest = place in self.holes, place in self.ends, None
        if self.last - place <= self.reach:
            rest = tuple(p - place for p in range(place + 1, self.last + 1) if p not in self.holes)
        row = place % 4 if self.width == 4 else None
        return StripContext(
            self._ahead(place), hole, must_end, most_ends, rest, self.closed, row, spare
        )

    def _ahead(self, place: int) -> Leaps:
        column, row = divmod(place, self.width)
        reached = (
            (column + right) * self.width + row + up
            for up, right in steps()
            if right > 0 and column + right < self.length and 0 <= row + up < self.width
        )
        return tuple(sorted(p - place for p in reached if p not in self.holes))


WIDEST_SIDE = 4  # limit for the short side: five rows have a hundred times the states of four
STATES_PER_YIELD = 150  # states and places between two yields: about 1 ms
KEPT_STATES = 50_000  # a count does not keep the successors of a larger set of states


# The predecessors of each state, concatenated in one bytes object: a million lists would stop the
# program for a tenth of a second at each garbage collection.
StripOrigins = dict[StripState, bytes]
StripStep = tuple[StripTransition, StripOrigins]  # how a square was passed


def suits(puzzle: Puzzle) -> bool:
    """Return True if the board is narrow enough and the piece is a knight."""
    return puzzle.leaper == KNIGHT and min(puzzle.board.rows, puzzle.board.columns) <= WIDEST_SIDE


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` every few milliseconds, then `Found` for one tour; raise `NoTour` if none.

    >>> from kt_core.board import Board
    >>> [*tours(Puzzle(Board(3, 4), start=0))][-1].path[:4]
    (0, 6, 8, 1)
    """
    yield Progress("strips")
    if len(puzzle.board) == 1 and not puzzle.closed:  # both ends of the tour are one square
        yield Found(tuple(puzzle.board))
        return
    order = ColumnOrder(puzzle)
    trail = yield from _trail(order)
    choices = yield from _choices(order, trail, seed)
    yield Found(_path(puzzle, order, choices))


def counting(puzzle: Puzzle) -> Generator[Progress, None, int]:
    """Return the number of tours, in slices: closed ones undirected, open ones directed.

    Any board is accepted, but from five rows on the time explodes.
    """
    if len(puzzle.board) == 1:
        return int(not puzzle.closed)
    order, work = ColumnOrder(puzzle), 0
    counts: dict[StripState, int] = {order.beginning: 1}
    for place, transition in enumerate(order.transitions()):
        following: dict[StripState, int] = {}
        for state, ways_here in counts.items():
            for after in transition.successors(state):
                following[after] = following.get(after, 0) + ways_here
            work += 1
            if work % STATES_PER_YIELD == 0:
                yield Progress("strips", place / order.size)
        if len(counts) > KEPT_STATES:
            transition.known.clear()
        counts = following
    either_way = not puzzle.closed and puzzle.start is None and puzzle.end is None
    return counts.get(order.full, 0) * (2 if either_way else 1)


def _trail(order: ColumnOrder) -> Generator[Progress, None, list[StripStep]]:
    """Return the transition and origins at each place; raise `NoTour` if no state is left."""
    origins: StripOrigins = {order.beginning: b""}
    trail: list[StripStep] = []
    here, followed = 0, 0  # the number of this set of states, and the states followed so far
    numbers: dict[frozenset[StripState], int] = {}
    onward: dict[tuple[int, StripTransition], tuple[int, StripOrigins]] = {}
    for place, transition in enumerate(order.transitions()):
        known = onward.get((here, transition))
        if known is None:
            states, origins = origins, {}
            for state in states:
                for after in transition.successors(state):
                    origins[after] = origins.get(after, b"") + state
                followed += 1
                if followed % STATES_PER_YIELD == 0:
                    yield Progress("strips", place / order.size)
            number = numbers.setdefault(frozenset(origins), len(numbers) + 1)
            known = onward[here, transition] = number, origins
        here, origins = known
        if not origins:
            raise _no_way(order, place, followed)
        trail.append((transition, origins))
        if place % STATES_PER_YIELD == 0:
            yield Progress("strips", place / order.size)
    return trail


def _choices(
    order: ColumnOrder, trail: Sequence[StripStep], seed: int | None
) -> Generator[Progress, None, list[Leaps]]:
    """Return the moves from each place in one tour; the tour is random if a seed is given."""
    chance = Random(seed or 0)
    known: dict[tuple[StripTransition, StripState, StripState], Leaps] = {}
    choices, state, size = list[Leaps](), order.full, len(order.full)
    for work, (transition, origins) in enumerate(reversed(trail)):
        found = origins[state]
        choice = 0 if seed is None else chance.randrange(len(found) // size)
        before = found[choice * size : (choice + 1) * size]
        step = transition, before, state
        if step not in known:
            known[step] = transition.moves(before, state)
        choices.append(known[step])
        state = before
        if work % STATES_PER_YIELD == 0:
            yield Progress("strips", 1)
    return choices[::-1]


def _path(puzzle: Puzzle, order: ColumnOrder, choices: Iterable[Leaps]) -> tuple[Square, ...]:
    moves = ((place, place + ahead) for place, made in enumerate(choices) for ahead in made)
    near, squares = neighbors(moves), order.squares()
    first = puzzle.end if puzzle.start is None else puzzle.start
    if first is None:
        here = min(place for place, to in near.items() if len(to) == 1 + puzzle.closed)
    else:
        here = order.place(first)
    path = tuple(squares[place] for place in walk(near, here, len(puzzle.board)))
    return path if first == puzzle.start else path[::-1]


def _no_way(order: ColumnOrder, place: int, followed: int) -> NoTour:
    # Every tour has a state at each place: a transition omits only choices that no tour makes. So
    # if no state is left, there is no tour.
    board, column = order.board, place // order.width
    across = order.across
    if across:
        name = Sentence("file {file}", file=board.files[column])
    else:
        name = Sentence("rank {rank}", rank=column + 1)
    squares = order.squares()[column * order.width : (column + 1) * order.width]
    reason: str = Sentence(
        "Every choice of moves was followed {line} by {line}, and equal situations only once: at"
        " {name}, after {n:,} of these, none is left.",
        line=Sentence("file") if across else Sentence("rank"),
        name=name,
        n=followed,
    )
    if order.width == 4:
        given_up = Sentence(
            "A situation is given up where squares of the outer {lines}, which touch only inner"
            " ones, still need more moves than those can make.",
            lines=Sentence("ranks") if across else Sentence("files"),
        )
        reason = paragraph((reason, given_up))
    return NoTour(reason, "frontier", {name: [square for square in squares if square in board]})
