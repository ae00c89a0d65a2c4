"""Tours of large boards with few holes, by repair: a tour of the full board, put right near them.

A hole takes a move from each of two squares; ends that are given have one too many. Those that lack
moves are helped two at a time (see `edits`), and the rings that come of it are joined in a window
around all that has changed. Outside of the window the tour is as it was: each strand of it there is
contracted to one vertex, whose two edges are kept. So what is joined is as small as the window,
however large the board.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import chain
from random import Random

from kt_core.board import Board, Square
from kt_core.cycle import Edge
from kt_core.events import Event, Found, Progress, result_of
from kt_core.graph import Graph, knight_graph
from kt_core.methods import tilings
from kt_core.methods.repair.edits import Augment, Edits, lacking
from kt_core.methods.two_factors import Merge, Taken
from kt_core.tour import Puzzle

ATTEMPTS = 12  # choices of ends, and of what is joined first, before it is given up
WINDOWS = (2, 3, 4)  # moves around all that has changed
PERTURBATIONS = 10  # exchanges by chance before a wider window is taken
FIRST_STRAND = -3  # a vertex; others count down
VERTICES_PER_YIELD = 500  # vertices added between two yields: about 1 ms
HOLE_SHARE = 0.05  # of all squares: with more holes hardly anything is as it was


def suits(puzzle: Puzzle) -> bool:
    """Return whether the board has few holes, and the full one a tour from tiles."""
    board = puzzle.board
    few = len(board.holes) <= HOLE_SHARE * board.rows * board.columns
    return few and tilings.is_wide(board, puzzle.leaper)


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress` between slices of work and one `Found`; or no `Found`, which proves nothing.

    >>> *_, found = tours(Puzzle(Board(130, 130, ["c3", "x77"]), closed=True))
    >>> len(set(found.path))
    16898
    """
    yield Progress("factor", 0)
    board = puzzle.board
    whole = yield from tilings.tour(Board(board.rows, board.columns), puzzle.leaper)
    if not whole:
        return
    edits = yield from Edits.of(whole, board.rows * board.columns)
    for turn in range(ATTEMPTS):
        edits.near.clear()
        path = yield from Repair(puzzle, edits, Random(f"{seed} {turn}")).path(anywhere=turn > 0)
        if path:
            yield Found(tuple(path))
            return


class Repair:
    """A tour of the full board as `edits`, to be made one of the puzzle's board."""

    def __init__(self, puzzle: Puzzle, edits: Edits, chance: Random) -> None:
        self.puzzle, self.board, self.edits, self.chance = puzzle, puzzle.board, edits, chance
        self.graph = knight_graph(puzzle.board, puzzle.leaper)

    def path(self, *, anywhere: bool) -> Generator[Progress, None, Sequence[Square]]:
        """Return a tour, or nothing, which proves nothing.

        An end that is not given lacks a move already, or lies `anywhere` near such squares.
        """
        board, graph, edits = self.board, self.graph, self.edits
        self._cut_out()
        ends = () if self.puzzle.closed else self._ends(1 if anywhere else 0)
        self._link(ends)
        if not edits.near or (yield from Augment(board, graph, edits, ends).augment()):
            for moves in WINDOWS if edits.near else ():
                changed = [square for square in edits.near if square in board]
                inside = yield from neighbourhood(graph, (*changed, *ends), moves)
                part = yield from Contraction.of(edits, graph, inside, ends)
                if (yield from part.join(self.chance, PERTURBATIONS)):
                    break
            return (yield from self._path(ends))
        return ()

    def _cut_out(self) -> None:
        edits, board = self.edits, self.board
        if len(edits.path) % 2:  # an open tour: its last square does not lead to the first
            edits.drop(edits.path[-1], edits.path[0])
        for hole in board.holes:
            for other in tuple(edits.tour_neighbours(hole)):
                edits.drop(hole, other)

    def _ends(self, moves: int) -> Sequence[Square]:
        """Return two ends: those that are given, squares with one move, others that lack one.

        These, or what lies so many moves from them.
        """
        board, near = self.board, [s for s in self.edits.near if s in self.board]
        ends = [square for square in (self.puzzle.start, self.puzzle.end) if square is not None]
        ends += [s for s in near if len(self.graph[s]) == 1 and s not in ends]
        for colour in self._colours(ends):
            few = result_of(neighbourhood(self.graph, lacking(board, self.edits), 2 * moves))
            wanted = sorted(s for s in few if board.colour(s) == colour and s not in ends)
            choices = wanted or self._others(colour, ends)
            ends.append(self.chance.choice(choices))
        return ends[:2]

    def _colours(self, ends: Sequence[Square]) -> Sequence[int]:
        """Return the colours that the ends have which are still to be chosen."""
        board = self.board
        light = sum(map(board.colour, board.holes))
        more = (board.rows * board.columns + 1) // 2 - len(board.holes) + light  # dark ones
        colours = [0, 1] if 2 * more == len(board) else [int(2 * more < len(board))] * 2
        for end in ends:
            if board.colour(end) in colours:
                colours.remove(board.colour(end))
        return colours[: 2 - len(ends)]

    def _others(self, colour: int, ends: Sequence[Square]) -> Sequence[Square]:
        whole = range(self.board.rows * self.board.columns)
        while True:
            square = self.chance.choice(whole)
            if square in self.board and self.board.colour(square) == colour and square not in ends:
                return [square]

    def _link(self, ends: Sequence[Square]) -> None:
        # Subgraph to each other, the ends of an open tour make it a closed one.
        if not ends or ends[1] in self.edits.tour_neighbours(ends[0]):
            return
        self.edits.take(*ends)
        for end, other in (ends, ends[::-1]):
            taken = [square for square in self.edits.tour_neighbours(end) if square != other]
            if len(taken) == 2:
                self.edits.drop(end, self.chance.choice(taken))

    def _path(self, ends: Sequence[Square]) -> Generator[Progress, None, Sequence[Square]]:
        """Return the path, from the start; nothing where it does not come everywhere."""
        puzzle = self.puzzle
        squares = chain((puzzle.start, *ends), self.edits.path)
        first = next(s for s in squares if s is not None and s in self.board)
        path = yield from self.edits.cycle(first)
        if len(path) < len(self.board):
            return ()
        if ends and path[1] in ends:
            path[1:] = path[:0:-1]
        return path[::-1] if puzzle.end == first else path


class Contraction:
    """A window of an edited tour, and the strands of the tour outside of it as further vertices.

    `kept` are two squares whose link stays.
    """

    def __init__(self, edits: Edits, kept: Sequence[Square]) -> None:
        self.edits = edits
        self.graph: dict[Square, list[Square]] = {}
        self.taken: Taken = {}
        self.forced: list[Edge] = [(kept[0], kept[1])] if kept else []
        self.ends: dict[Square, Edge] = {}  # of each strand, in the order of the path

    @classmethod
    def of(
        cls,
        edits: Edits,
        graph: Graph[Square],
        window: Collection[Square],
        kept: Sequence[Square],
    ) -> Generator[Progress, None, Contraction]:
        """Return the contraction for a window, in slices; all that is edited must be in it."""
        part, inside = cls(edits, kept), {*window}
        for turn, square in enumerate(sorted(inside), start=1):
            part.graph[square] = [other for other in graph[square] if other in inside]
            part.taken[square] = inside.intersection(edits.tour_neighbours(square))
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
        """Return whether the tour is one ring now; its edits are what they were if it is not."""
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


def neighbourhood(
    graph: Graph[Square], squares: Collection[Square], moves: int
) -> Generator[Progress, None, set[Square]]:
    """Return the squares so many moves around these, in slices."""
    inside = {*squares}
    for _ in range(moves):
        for turn, square in enumerate(tuple(inside), start=1):
            inside.update(graph[square])
            if turn % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
    return inside
