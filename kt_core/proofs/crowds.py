"""Short proofs that there is no tour, which a few squares show: dead ends, crowds and cuts.

A crowd needs more moves than its neighbours have room for (O. Ore, Canad. J. Math. 8 (1956) 328);
k squares leave at most k pieces of a cycle (V. Chvátal, Discrete Math. 5 (1973) 215).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from itertools import combinations

from kt_core.board import Square
from kt_core.connectivity import SLICE, components, tough_cut
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.sentences import marked
from kt_core.tour import NoTour, Puzzle

PAIRS = 36  # squares up to which a cut is begun with every two
SINGLES = 200  # and with every one


def dead_ends(cycle: Cycle) -> NoTour | None:
    """Return the proof by squares with only one move, if there is one."""
    puzzle, graph = cycle.puzzle, cycle.graph
    lone = [s for s in graph if s >= 0 and sum(v >= 0 for v in graph[s]) < 2]
    # The vertex of the cycle that is added where a tour begins or ends counts as a move.
    for square in lone:
        if len(graph[square]) < 2:
            rule = "a closed tour needs two" if puzzle.closed else "no tour may end there"
            reason = f"{puzzle.board.name(square)} has only one move, and {rule}."
            return NoTour(reason, "degree", _shown(cycle, [square]))
    # An open tour has two ends, and passes through every other square by two moves.
    given = _given(puzzle)
    needed = [square for square in lone if square not in given]
    if len(needed) > 2 - len(given):
        names = marked(puzzle.board, needed)
        rest = f"and {marked(puzzle.board, given)} is an end already" if given else "one too many"
        rule = f"A tour has two ends, {rest}: {names} have only one move each."
        return NoTour(rule, "degree", _shown(cycle, needed))
    return None


def shortage(cycle: Cycle, crowd: Collection[Square]) -> int:
    """Return by how much the moves that these squares need exceed those that there are for them.

    More than 0 proves that there is no tour. The squares must be of one class: no move leads from
    one of them to another.
    """
    # On a tour each square has two moves, the first and the last square one. All the moves of the
    # crowd lead to its neighbours, and each neighbour can take two of them, or one if it is a given
    # end, and never more than it has.
    given = _given(cycle.puzzle)
    shared = Counter(other for square in crowd for other in cycle.graph[square] if other >= 0)
    room = sum(min(moves, 2 - (other in given)) for other, moves in shared.items())
    return 2 * len(crowd) - _spared(cycle, crowd) - room


def crowded(cycle: Cycle, crowd: Iterable[Square]) -> Generator[Progress, None, NoTour | None]:
    """Return the proof by as few of these squares as show it, if they do."""
    squares = [vertex for vertex in crowd if vertex >= 0]
    if not squares or shortage(cycle, squares) <= 0:
        return None
    around = {other for square in squares for other in cycle.graph[square] if other >= 0}
    near = {square: [v for v in cycle.graph[square] if v >= 0] for square in (*squares, *around)}
    member = set(squares)
    near |= {other: [v for v in near[other] if v in member] for other in around}
    parts = ([v for v in squares if v in part] for part in map(set, components(near)))
    short = [part for part in parts if shortage(cycle, part) > 0]
    fewest = min(short, key=len, default=squares)
    return _too_few(cycle, (yield from _fewest(cycle, fewest)))


def cut_off(cycle: Cycle) -> Generator[Progress, None, NoTour | None]:
    """Return the proof by a cut of the board, if one is found soon."""
    graph = _one_added(cycle)
    for turn, begin in enumerate(_beginnings(graph)):
        cut = yield from tough_cut(graph, begin)
        if cut:
            return falls_apart(cycle, graph, cut)
        if turn % 4 == 0:
            yield Progress("factor")
    return None


def falls_apart(cycle: Cycle, graph: Graph[Square], cut: Sequence[Square], how: str = "") -> NoTour:
    """Return the proof by a cut that leaves more pieces of a graph than it has vertices.

    `how` says what was left out of the graph beforehand.
    """
    # A cycle without k of its vertices is at most k pieces, and a graph that has the cycle in it
    # falls into no more. The vertex that is added to an open tour is one of the k if it is cut;
    # else it holds together all pieces where the tour may begin or end, and k are left besides.
    parts = sorted(components(graph, {*cut, FROM, TO}), key=lambda part: (len(part), min(part)))
    shown = [sorted(part) for part in parts]
    crossed = [square for square in cut if square >= 0]
    without = f"Without {marked(cycle.puzzle.board, crossed)} the" if crossed else "The"
    most = _at_most(graph, cut, shown)
    reason = f"{without} board falls into {len(shown)} pieces{how and f', {how}'}, and {most}."
    if len(shown) > 3:
        shown[2:] = [sorted(square for part in shown[2:] for square in part)]
    labels = "piece 1", "piece 2", "piece 3" if len(parts) == len(shown) else "other pieces"
    witness: dict[str, Sequence[Square]] = {"cut squares": crossed} if crossed else {}
    return NoTour(reason, "cut", witness | dict(zip(labels, shown, strict=False)))


def _at_most(
    graph: Graph[Square], cut: Sequence[Square], parts: Collection[Sequence[Square]]
) -> str:
    """Return why a tour cannot come to all of these pieces that the cut leaves."""
    closed, crossed = FROM not in graph, sum(square >= 0 for square in cut)
    squares = "that square" if crossed == 1 else f"those {crossed} squares"
    if not crossed:
        return f"a {'closed ' * closed}tour cannot come to all of these"
    if closed or crossed < len(cut):
        most = crossed if closed else crossed + 1
        kind = "a closed tour" if closed else "a tour"
        return f"{kind} without {squares} is at most {most} piece{'s' * (most > 1)}"
    ends = {square for added in (FROM, TO) for square in graph.get(added, ())}
    inner = sum(ends.isdisjoint(part) for part in parts)
    passed = f"at most {crossed - 1}" if crossed > 1 else "none such"
    return f"{inner} of them can have no end of the tour, which passes through {passed}"


def _beginnings(graph: Graph[Square]) -> Iterator[Collection[Square]]:
    """Yield what a cut may begin with: the neighbours of a vertex, one vertex, two."""
    vertices = list(graph)
    if len(vertices) <= SINGLES:
        yield from sorted(graph.values(), key=len)
        yield from combinations(vertices, 1)
    if len(vertices) <= PAIRS:
        yield from combinations(vertices, 2)


def _one_added(cycle: Cycle) -> Graph[Square]:
    """Return the cycle's graph with the two added vertices, if there are two, made one."""
    # They are neighbours on every cycle, so it stays a cycle.
    graph = cycle.graph
    if TO not in graph:
        return graph
    ends = list(dict.fromkeys(v for added in (FROM, TO) for v in graph[added] if v >= 0))
    joined = {v: [other for other in near if other >= 0] for v, near in graph.items() if v >= 0}
    for end in ends:
        joined[end].append(FROM)
    return joined | {FROM: ends}


def _given(puzzle: Puzzle) -> list[Square]:
    ends = () if puzzle.closed else (puzzle.start, puzzle.end)
    return [square for square in ends if square is not None]


def _spared(cycle: Cycle, crowd: Collection[Square]) -> int:
    """Return how many of these squares can be ends of the tour, which need one move less."""
    graph = cycle.graph
    if TO in graph:
        return sum(any(added in graph[square] for square in crowd) for added in (FROM, TO))
    return min(2, sum(FROM in graph[square] for square in crowd))


def _fewest(cycle: Cycle, crowd: list[Square]) -> Generator[Progress, None, list[Square]]:
    """Return as few of these squares as still are a crowd, taken out one by one from the last."""
    # Without a square the crowd needs two moves less, and each neighbour that the others do not
    # fill has less for them. The ends that it spares are counted as before, so it is not too few.
    graph, given = cycle.graph, _given(cycle.puzzle)
    shared = Counter(other for square in crowd for other in graph[square] if other >= 0)
    kept, surplus, before = dict.fromkeys(crowd), shortage(cycle, crowd), 0
    while len(kept) != before:
        before = len(kept)
        for turn, square in enumerate(list(reversed(kept)), start=1):
            near = [other for other in graph[square] if other >= 0]
            left = surplus - 2 + sum(shared[other] <= 2 - (other in given) for other in near)
            if left > 0:
                del kept[square]
                surplus = left
                shared.subtract(near)
            if turn % SLICE == 0:
                yield Progress("factor")
    return sorted(kept)


def _too_few(cycle: Cycle, crowd: Collection[Square]) -> NoTour:
    board, spared = cycle.puzzle.board, _spared(cycle, crowd)
    around = sorted({other for square in crowd for other in cycle.graph[square] if other >= 0})
    needed = 2 * len(crowd) - spared
    ends = f", {2 * len(crowd)} in all, or {needed} if they are the tour's ends" if spared else ""
    those = "those that they lead to" if len(around) > 1 else "the one that they lead to"
    reason = (
        f"{marked(board, crowd)} need two moves each{ends or f', {needed} in all'}, and {those},"
        f" {marked(board, around)}, {'have' if len(around) > 1 else 'has'} room for"
        f" {needed - shortage(cycle, crowd)}."
    )
    return NoTour(reason, "two-factor", {"need two moves": sorted(crowd), "lead to": around})


def _shown(cycle: Cycle, squares: Sequence[Square]) -> dict[str, Sequence[Square]]:
    only = sorted({other for square in squares for other in cycle.graph[square] if other >= 0})
    return {"dead end" if len(squares) == 1 else "dead ends": squares, "only way": only}
