"""Tours of boards that are narrow in any way, as diagonals and thin arms are: found, or counted.

D. E. Knuth, The Art of Computer Programming 4A (2011), 7.1.4, answer 225. The squares are passed in
a line along which few are met at a time, and all that the moves behind can be is followed at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.events import Event, Found, Progress
from kt_core.graph import knight_graph
from kt_core.language import Sentence
from kt_core.leaper import KNIGHT
from kt_core.methods.frontier.passage import NONE, Passage, State
from kt_core.methods.frontier.vertex_order import arrangement
from kt_core.tour import NoTour, Puzzle

MOST_SQUARES = 4000
MOST_COST = 600  # of a line, for each square: see `arrangement`
MOST_STATES = 300_000  # of all steps together, in a search: the check follows them again
MOST_COUNTED = 300_000  # states of one step in counting: about 100 MB
KEPT_STATES = 3_000  # states of a step whose ways are remembered
SLICE_STATES = 100  # between two words of progress

#: For each state, which came before, and the slots of its moves.
Came = tuple["array[int]", bytearray]


def suits(puzzle: Puzzle) -> bool:
    """Return whether the board may be narrow without being few full lines."""
    board = puzzle.board
    return len(board) <= MOST_SQUARES and bool(board.holes or puzzle.leaper != KNIGHT)


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress`, then `Found` for one tour; `NoTour` where none is.

    Ends without where the board, which must be connected, is too wide.
    """
    line = yield from _line(puzzle)
    if not line:
        return
    passage = Passage(puzzle, knight_graph(puzzle.board, puzzle.leaper), line)
    trail, chance = list[Came](), None if seed is None else Random(seed)
    states: Sequence[State] = [passage.beginning]
    followed = 0
    for place in range(len(line)):
        states, came = yield from _passed(passage, place, states, chance)
        followed += len(states)
        if not states:
            raise _no_way(puzzle, line, place, followed)
        if followed > MOST_STATES:
            return
        trail.append(came)
    yield Found(_path(passage, trail))


def counting(puzzle: Puzzle) -> Generator[Progress, None, int | None]:
    """Return how many tours there are, in slices: closed ones undirected, open ones directed.

    None where the board, which must be connected, is too wide.
    """
    line = yield from _line(puzzle)
    if not line:
        return None
    passage = Passage(puzzle, knight_graph(puzzle.board, puzzle.leaper), line)
    counts, work = {passage.beginning: 1}, 0
    for place, step in enumerate(passage.steps):
        following: dict[State, int] = {}
        for state, number in counts.items():
            for after, _, _ in step.ways(state):
                following[after] = following.get(after, 0) + number
            work += 1
            if work % SLICE_STATES == 0:
                yield Progress("narrow", place / len(line))
        if len(step.known) > KEPT_STATES:
            step.known.clear()
        if len(following) > MOST_COUNTED:
            return None
        counts = following
    either_way = not puzzle.closed and puzzle.start is None and puzzle.end is None
    return counts.get(passage.beginning, 0) * (2 if either_way else 1)


def _line(puzzle: Puzzle) -> Generator[Progress, None, Sequence[Square]]:
    """Return the squares in a line along which few are met; nothing where there is none."""
    yield Progress("narrow")
    graph = knight_graph(puzzle.board, puzzle.leaper)
    line, cost = yield from arrangement(puzzle.board, graph)
    return line if cost <= MOST_COST * len(graph) else ()


def _passed(
    passage: Passage, place: int, states: Sequence[State], chance: Random | None
) -> Generator[Progress, None, tuple[Sequence[State], Came]]:
    """Return the states after a step, and for each how it was come to, by chance if it is given."""
    step, number = passage.steps[place], dict[State, int]()
    before, moves, ways = array("I"), bytearray(), array("I")
    for i, state in enumerate(states):
        for after, to, further in step.ways(state):
            j = number.setdefault(after, len(number))
            if j == len(before):
                before.append(i)
                ways.append(1)
                moves += bytes((to, further))
                continue
            ways[j] += 1
            if chance is not None and chance.randrange(ways[j]) == 0:
                before[j] = i
                moves[2 * j : 2 * j + 2] = bytes((to, further))
        if i % SLICE_STATES == 0:
            yield Progress("narrow", place / len(passage.line))
    if len(step.known) > KEPT_STATES:
        step.known.clear()
    return list(number), (before, moves)


def _path(passage: Passage, trail: Sequence[Came]) -> tuple[Square, ...]:
    joined: dict[Square, list[Square]] = {square: [] for square in passage.line}
    state = 0
    for place in range(len(trail))[::-1]:
        before, moves = trail[place]
        square, squares = passage.line[place], passage.squares[place]
        for slot in moves[2 * state : 2 * state + 2]:
            if slot != NONE:
                joined[square].append(squares[slot])
                joined[squares[slot]].append(square)
        state = before[state]
    puzzle = passage.puzzle
    ends = [square for square, near in joined.items() if len(near) < 2] or [passage.line[0]]
    first = puzzle.start if puzzle.start is not None else ends[0]
    if puzzle.start is None and puzzle.end == first:
        first = ends[-1]
    path, before_ = [first], first
    while len(path) < len(joined):
        before_, here = path[-1], next(to for to in joined[path[-1]] if to != before_)
        path.append(here)
    return tuple(path)


def _no_way(puzzle: Puzzle, line: Sequence[Square], place: int, followed: int) -> NoTour:
    name = puzzle.board.name
    reason = Sentence(
        "Every choice of moves was followed square by square, from {first} on, like situations"
        " taken together: at {last}, after {n:,} of them, none is left.",
        first=name(line[0]),
        last=name(line[place]),
        n=followed,
    )
    witness = {Sentence("passed"): list(line[: place + 1])}
    return NoTour(reason, "frontier", witness, {"order": list(line)})
