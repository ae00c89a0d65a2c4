"""Tours of narrow boards, found or refuted by passing the board square by square, and counted.

D. E. Knuth, The Art of Computer Programming 4A (2011), 7.1.4, answer 225; the states are those of
`columns`. All states that the squares passed can lead to are followed at once. Along a full strip
the same sets of states soon come again, so that its length costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.events import Event, Found, Progress
from kt_core.graph import KNIGHT
from kt_core.language import Sentence, paragraph
from kt_core.methods.frontier.columns import NOWHERE, ColumnOrder, Moves, State, Transition
from kt_core.tour import NoTour, Puzzle

WIDEST_SIDE = 4  # the short side: five rows have a hundred times as many states as four
STATES_PER_YIELD = 150  # states and places between two yields: about 1 ms
KEPT_STATES = 50_000  # states: a transition that meets so many in counting does not keep their ways


# For each state the states that it was come to from, one after the other in one string of bytes: a
# million lists would stop the program for a tenth of a second whenever Python collects garbage.
Origins = dict[State, bytes]
Step = tuple[Transition, Origins]  # how a square was passed


def suits(puzzle: Puzzle) -> bool:
    """Return whether the board is narrow enough, and the piece a knight."""
    return puzzle.leaper == KNIGHT and min(puzzle.board.rows, puzzle.board.columns) <= WIDEST_SIDE


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` every few milliseconds, then `Found` for one tour; `NoTour` where none is.

    >>> from kt_core.board import Board
    >>> [*tours(Puzzle(Board(3, 4), start=0))][-1].path[:4]
    (0, 6, 8, 1)
    """
    yield Progress("strips")
    if len(puzzle.board) == 1 and not puzzle.closed:  # both ends of the tour in one square
        yield Found(tuple(puzzle.board))
        return
    order = ColumnOrder(puzzle)
    trail = yield from _trail(order)
    choices = yield from _choices(order, trail, seed)
    yield Found(_path(puzzle, order, choices))


def counting(puzzle: Puzzle) -> Generator[Progress, None, int]:
    """Return how many tours there are, in slices: closed ones undirected, open ones directed.

    Any board may be asked for, but from five rows on the states, and the time, soon explode.
    """
    if len(puzzle.board) == 1:
        return int(not puzzle.closed)
    order, work = ColumnOrder(puzzle), 0
    counts: dict[State, int] = {order.beginning: 1}
    for place, transition in enumerate(order.transitions()):
        following: dict[State, int] = {}
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


def _trail(order: ColumnOrder) -> Generator[Progress, None, list[Step]]:
    """Return how each place is passed; `NoTour` at the first that cannot be."""
    origins: Origins = {order.beginning: b""}
    trail: list[Step] = []
    here, followed = 0, 0  # a set of states is known by its number
    numbers: dict[frozenset[State], int] = {}
    onward: dict[tuple[int, Transition], tuple[int, Origins]] = {}
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
    order: ColumnOrder, trail: Sequence[Step], seed: int | None
) -> Generator[Progress, None, list[Moves]]:
    """Return the moves from each place in one of the tours, a random one where a seed is given."""
    chance = Random(seed or 0)
    known: dict[tuple[Transition, State, State], Moves] = {}
    choices, state, size = list[Moves](), order.full, len(order.full)
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


def _path(puzzle: Puzzle, order: ColumnOrder, choices: Iterable[Moves]) -> tuple[Square, ...]:
    joined: list[list[int]] = [[] for _ in range(order.size)]
    for place, moves in enumerate(choices):
        for ahead in moves:
            joined[place].append(place + ahead)
            joined[place + ahead].append(place)
    first = puzzle.end if puzzle.start is None else puzzle.start
    if first is None:
        here = next(place for place, to in enumerate(joined) if len(to) == 1 + puzzle.closed)
    else:
        here = order.place(first)
    before, squares, path = NOWHERE, order.squares(), list[Square]()
    for _ in range(len(puzzle.board)):
        path.append(squares[here])
        to = joined[here]
        before, here = here, to[-1] if to[0] == before else to[0]
    return tuple(path if first == puzzle.start else reversed(path))


def _no_way(order: ColumnOrder, place: int, followed: int) -> NoTour:
    # Every tour, cut off at any place, leaves a state that was followed: what a `Transition` leaves
    # out are choices of moves that no tour can make. So where no state is left, there is no tour.
    board, column = order.board, place // order.width
    across = order.across
    if across:
        name = Sentence("file {file}", file=board.files[column])
    else:
        name = Sentence("rank {rank}", rank=column + 1)
    squares = order.squares()[column * order.width : (column + 1) * order.width]
    reason: str = Sentence(
        "Every choice of moves was followed {line} by {line}, like situations taken together: by"
        " {name}, after {n:,} of them, none is left.",
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
