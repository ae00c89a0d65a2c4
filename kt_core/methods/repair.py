"""Find tours of large boards with few holes by repairing a tour of the full board near the holes.

A hole removes a move from each of two squares, and a given end has one move too many. Each
augmenting path (C. Berge, Proc. Nat. Acad. Sci. 43 (1957) 842) adds a move at two squares that lack
one. The resulting cycles are merged in a window around all changes. Outside the window the tour is
unchanged: each strand is contracted to one vertex, whose two edges are fixed. The work grows with
the number of holes, not with the board. A failure proves nothing. Imports `tilings` for the tour of
the full board and the steps of a path, and `merge` to join cycles.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, count
from random import Random

from kt_core.board import Board, Square
from kt_core.events import Event, Found, Progress, result_of
from kt_core.graph import Edge, Graph, knight_graph
from kt_core.methods import tilings
from kt_core.methods.merge import Merge, Neighbors
from kt_core.methods.tilings import squares_of, steps_of
from kt_core.tour import Puzzle

ATTEMPTS = 12  # choices of the ends and of the order of joins before the search gives up
WINDOWS = (2, 3, 4)  # sizes of the window, as distances in moves from the changes
PERTURBATIONS = 10  # random exchanges before the window is widened
FIRST_STRAND = -3  # the vertex of the first strand; those of the others count down from it
VERTICES_PER_YIELD = 500  # vertices added between two yields: about 1 ms
HOLE_SHARE = 0.05  # limit, as a share of all squares; with more holes, little of the tour remains


def suits(puzzle: Puzzle) -> bool:
    """Return True if the board has few holes, and the full board has a tour from tiles."""
    board = puzzle.board
    few = len(board.holes) <= HOLE_SHARE * board.rows * board.columns
    return few and tilings.is_wide(board, puzzle.leaper)


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` between slices of work and at most one `Found`; its absence proves nothing.

    >>> *_, found = tours(Puzzle(Board(130, 130, ["c3", "x77"]), closed=True))
    >>> len(set(found.path))
    16898
    """
    yield Progress("factor", 0)
    board = puzzle.board
    whole = yield from tilings.tour(Board(board.rows, board.columns), puzzle.leaper)
    if not whole:
        return
    edits = Edits(whole, (yield from steps_of(whole, board.rows * board.columns, "factor")))
    for turn in range(ATTEMPTS):
        edits.near.clear()
        path = yield from Repair(puzzle, edits, Random(f"{seed} {turn}")).path(anywhere=turn > 0)
        if path:
            yield Found(tuple(path))
            return


class Repair:
    """The repair of a tour of the full board, in `edits`, to a tour of the puzzle's board."""

    def __init__(self, puzzle: Puzzle, edits: Edits, chance: Random) -> None:
        self.puzzle, self.board, self.edits, self.chance = puzzle, puzzle.board, edits, chance
        self.graph = knight_graph(puzzle.board, puzzle.leaper)

    def path(self, *, anywhere: bool) -> Generator[Progress, None, Sequence[Square]]:
        """Return a tour; an empty path, which proves nothing, if none was found.

        An end that is not given is a square that lacks a move, or, with `anywhere`, a square near
        such squares.
        """
        board, graph, edits = self.board, self.graph, self.edits
        self._cut_out()
        ends = () if self.puzzle.closed else self._ends(1 if anywhere else 0)
        self._link(ends)
        if not edits.near or (yield from Augment(board, graph, edits, ends).augment()):
            for moves in WINDOWS if edits.near else ():
                changed = [square for square in edits.near if square in board]
                inside = yield from neighborhood(graph, (*changed, *ends), moves)
                part = yield from Contraction.of(edits, graph, inside, ends)
                if (yield from part.join(self.chance, PERTURBATIONS)):
                    break
            return (yield from self._path(ends))
        return ()

    def _cut_out(self) -> None:
        edits, board = self.edits, self.board
        if len(edits.path) % 2:  # an open tour, whose last square has no move to the first
            edits.drop(edits.path[-1], edits.path[0])
        for hole in board.holes:
            for other in tuple(edits.tour_neighbors(hole)):
                edits.drop(hole, other)

    def _ends(self, moves: int) -> Sequence[Square]:
        """Return two ends: given ends, squares with one move, or squares that lack a move.

        Other ends are at most 2 * `moves` moves from squares that lack a move.
        """
        board, near = self.board, [s for s in self.edits.near if s in self.board]
        ends = [*self.puzzle.given_ends]
        ends += [s for s in near if len(self.graph[s]) == 1 and s not in ends]
        for color in self._colors(ends):
            few = result_of(neighborhood(self.graph, deficits(board, self.edits), 2 * moves))
            wanted = sorted(s for s in few if board.color(s) == color and s not in ends)
            choices = wanted or self._others(color, ends)
            ends.append(self.chance.choice(choices))
        return ends[:2]

    def _colors(self, ends: Sequence[Square]) -> Sequence[int]:
        """Return the colors of the ends still to be chosen."""
        board = self.board
        light = sum(map(board.color, board.holes))
        more = (board.rows * board.columns + 1) // 2 - len(board.holes) + light  # dark squares
        colors = [0, 1] if 2 * more == len(board) else [int(2 * more < len(board))] * 2
        for end in ends:
            if board.color(end) in colors:
                colors.remove(board.color(end))
        return colors[: 2 - len(ends)]

    def _others(self, color: int, ends: Sequence[Square]) -> Sequence[Square]:
        whole = range(self.board.rows * self.board.columns)
        while True:
            square = self.chance.choice(whole)
            if square in self.board and self.board.color(square) == color and square not in ends:
                return [square]

    def _link(self, ends: Sequence[Square]) -> None:
        # With a link between its ends, an open tour is a cycle, as a closed tour is.
        if not ends or ends[1] in self.edits.tour_neighbors(ends[0]):
            return
        self.edits.take(*ends)
        for end, other in (ends, ends[::-1]):
            taken = [square for square in self.edits.tour_neighbors(end) if square != other]
            if len(taken) == 2:
                self.edits.drop(end, self.chance.choice(taken))

    def _path(self, ends: Sequence[Square]) -> Generator[Progress, None, Sequence[Square]]:
        """Return the path from the start; an empty one if it does not visit all squares."""
        puzzle = self.puzzle
        squares = chain((puzzle.start, *ends), self.edits.path)
        first = next(s for s in squares if s is not None and s in self.board)
        path = yield from squares_of(self.edits.sections(first), len(self.board), "factor")
        if len(path) < len(self.board):
            return ()
        if ends and path[1] in ends:
            path[1:] = path[:0:-1]
        return path[::-1] if puzzle.end == first else path


class Contraction:
    """A window of an edited tour, with each strand outside it contracted to a vertex.

    `kept` is empty or has two linked squares, whose link no edit removes.
    """

    def __init__(self, edits: Edits, kept: Sequence[Square]) -> None:
        self.edits = edits
        self.graph: dict[Square, list[Square]] = {}
        self.taken: Neighbors = {}
        self.forced: list[Edge] = [(kept[0], kept[1])] if kept else []
        self.ends: dict[Square, Edge] = {}  # the ends of each strand, in the order of the path

    @classmethod
    def of(
        cls,
        edits: Edits,
        graph: Graph[Square],
        window: Collection[Square],
        kept: Sequence[Square],
    ) -> Generator[Progress, None, Contraction]:
        """Return the contraction for a window, in slices; it must have all edited squares."""
        part, inside = cls(edits, kept), {*window}
        for turn, square in enumerate(sorted(inside), start=1):
            part.graph[square] = [other for other in graph[square] if other in inside]
            part.taken[square] = inside.intersection(edits.tour_neighbors(square))
            if turn % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
        for a, b in edits.strands(inside):
            part.add(a, b)
            if len(part.ends) % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
        return part

    def add(self, a: Square, b: Square) -> None:
        """Add a strand from one square to another."""
        strand = FIRST_STRAND - len(self.ends)
        self.ends[strand] = a, b
        self.forced += (a, strand), (strand, b)
        self.graph[strand] = []
        self.taken[strand] = {a, b}
        self.taken[a].add(strand)
        self.taken[b].add(strand)

    def join(self, chance: Random, perturbations: int) -> Generator[Progress, None, bool]:
        """Return True if the tour is one ring now; otherwise its edits are unchanged."""
        merge = Merge(self.graph, self.taken, self.forced, chance)
        if not (yield from merge.join(perturbations)):
            return False
        for square, taken in merge.taken.items():
            if square >= 0:
                self.edits.near[square] = [v if v >= 0 else self._onward(square, v) for v in taken]
        return True

    def _onward(self, square: Square, strand: Square) -> Square:
        before, after = self.edits.beside(square)
        return after if square == self.ends[strand][0] else before


def neighborhood(
    graph: Graph[Square], squares: Collection[Square], moves: int
) -> Generator[Progress, None, set[Square]]:
    """Return the squares at most `moves` moves from these, in slices."""
    inside = {*squares}
    for _ in range(moves):
        for turn, square in enumerate(tuple(inside), start=1):
            inside.update(graph[square])
            if turn % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
    return inside


NEAR_REACHED = 300  # squares searched near a square before the search aims at distant ones
MOST_REACHED = 30_000  # squares searched on the way to each distant one
MOST_AIMS = 4  # limit for the distant squares that the search aims at in turn
REACHED_PER_YIELD = 200  # squares searched between two yields

Far = Callable[[Square], int]


class Edits:
    """The two neighbors of each square on a closed `path`, with edits.

    The link from the last square to the first counts, whether or not it is a move; so does a link
    between the two ends of an open tour.
    """

    def __init__(self, path: Sequence[Square], step: Sequence[int]) -> None:
        self.path, self.step = path, step
        self.near: dict[Square, list[Square]] = {}  # the neighbors of edited squares

    def tour_neighbors(self, square: Square) -> Sequence[Square]:
        """Return the neighbors of this square on the tour."""
        near = self.near.get(square)
        return self.beside(square) if near is None else near

    def beside(self, square: Square) -> tuple[Square, Square]:
        """Return the neighbors of this square on the original path."""
        step = self.step[square]
        return self.path[step - 1], self.path[step + 1 - len(self.path)]

    def take(self, a: Square, b: Square) -> None:
        """Link two squares."""
        self._edited_neighbors(a).append(b)
        self._edited_neighbors(b).append(a)

    def drop(self, a: Square, b: Square) -> None:
        """Remove the link of two squares."""
        self._edited_neighbors(a).remove(b)
        self._edited_neighbors(b).remove(a)

    def strands(self, window: Collection[Square]) -> Iterator[tuple[Square, Square]]:
        """Yield the two squares of a window next to each part of the path outside it, in order.

        All edited squares with a link must be in the window.
        """
        steps = sorted(map(self.step.__getitem__, window))
        for i, j in zip(steps, (*steps[1:], steps[0]), strict=True):
            a, b = self.path[i], self.path[j]
            if (j - i) % len(self.path) != 1 and self.beside(a)[1] in self.tour_neighbors(a):
                yield a, b

    def sections(self, first: Square) -> Iterator[Sequence[Square]]:
        """Yield the squares of the cycle from `first` to one of its neighbors, as sections."""
        # The other neighbor of a section's last square is in the next section. It is the first
        # square of that section, or the last one: then that section is reversed.
        path, begins = self.path, sorted({*self._begins(), self.step[first]})
        here = begins.index(self.step[first])
        forward, before = True, first
        while True:
            begin, end = begins[here], begins[(here + 1) % len(begins)]
            section = path[begin:end] if begin < end else [*path[begin:], *path[:end]]
            yield section if forward else section[::-1]
            out = section[-1 if forward else 0]
            came = section[-2 if forward else 1] if len(section) > 1 else before
            one, other = self.tour_neighbors(out)
            onward, before = (one if other == came else other), out
            if onward == first:
                return
            here = bisect(begins, self.step[onward]) - 1
            forward = path[begins[here]] == onward

    def _begins(self) -> set[int]:
        """Return the steps that no longer follow the step before them."""
        path, begins = self.path, set[int]()
        for square, near in self.near.items():
            step, (before, after) = self.step[square], self.beside(square)
            if before not in near:
                begins.add(step)
            if after not in near:
                begins.add((step + 1) % len(path))
        return begins

    def _edited_neighbors(self, square: Square) -> list[Square]:
        """Return the neighbors of a square over the edited edges, as a list to change."""
        return self.near.setdefault(square, [*self.tour_neighbors(square)])


class Augment:
    """Augmenting paths for squares that lack moves in the edits of a tour, in `graph`."""

    def __init__(
        self, board: Board, graph: Graph[Square], edits: Edits, kept: Sequence[Square]
    ) -> None:
        self.board, self.graph, self.edits, self.kept = board, graph, edits, frozenset(kept)
        self.lacking = Counter(deficits(board, edits))

    def augment(self) -> Generator[Progress, None, bool]:
        """Return True if every square has its two moves now."""
        for source in [s for s in self.lacking if self.board.color(s) == 0]:
            while self.lacking[source] > 0:
                if not (yield from self._add_move(source)):
                    return False
        return not +self.lacking

    def _add_move(self, source: Square) -> Generator[Progress, None, bool]:
        """Give a square one more move; return True on success."""
        if (yield from self._augment(source, None, NEAR_REACHED)):
            return True
        # The nearest square may be unreachable, as in a corner with too few moves for all squares.
        for aim in self._aims(source):
            if (yield from self._augment(source, aim, MOST_REACHED)):
                return True
        return False

    def _aims(self, source: Square) -> Sequence[Square]:
        """Return light squares that lack moves, the nearest first."""
        light = [s for s, lack in self.lacking.items() if lack > 0 and self.board.color(s) == 1]
        return sorted(light, key=self._distance_to(source))[:MOST_AIMS]

    def _distance_to(self, aim: Square | None) -> Far:
        columns = self.board.columns
        if aim is None:
            return lambda square: 0
        row, column = divmod(aim, columns)
        return lambda s: (s // columns - row) ** 2 + (s % columns - column) ** 2

    def _augment(
        self, source: Square, aim: Square | None, most: int
    ) -> Generator[Progress, None, bool]:
        graph, edits, lacking, kept = self.graph, self.edits, self.lacking, self.kept
        far, turn, reported = self._distance_to(aim), count(), 0
        came: dict[Square, Square] = {}
        reached = [(0, 0, source)]
        while reached and len(came) < most:
            vertex = heappop(reached)[2]
            taken = edits.tour_neighbors(vertex)
            for other in graph[vertex]:
                if other in came or other in taken:
                    continue
                came[other] = vertex
                if lacking[other] > 0:
                    self._change(source, other, came)
                    return True
                for further in edits.tour_neighbors(other):
                    keeps = other in kept and further in kept
                    if further not in came and further != source and not keeps:
                        came[further] = other
                        heappush(reached, (far(further), next(turn), further))
            if len(came) > reported + REACHED_PER_YIELD:
                reported = len(came)
                yield Progress("factor")
        return False

    def _change(self, source: Square, last: Square, came: dict[Square, Square]) -> None:
        edits, other = self.edits, last
        self.lacking.subtract((source, last))
        while True:
            vertex = came[other]
            edits.take(vertex, other)
            if vertex == source:
                return
            other = came[vertex]
            edits.drop(vertex, other)


def deficits(board: Board, edits: Edits) -> dict[Square, int]:
    """Return the squares that lack moves, each with the number of moves that it lacks."""
    edited = ((square, 2 - len(near)) for square, near in edits.near.items() if square in board)
    return {square: lack for square, lack in edited if lack > 0}
