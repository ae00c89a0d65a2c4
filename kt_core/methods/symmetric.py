"""Find symmetric tours: by exact search on small boards, by joining and mixing parts on large ones.

If the symmetry moves a tour along itself, the tour is built from a path through a part of the board
that has one square of each orbit. The path ends one move from the image of its start, so its images
continue it to a closed tour. If a half-turn reverses the tour, it is merged from a tour of a small
board in the middle and closed tours of up to four boards around it. `SymmetricMixer` makes a swap
together with its images or not at all, which preserves the symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random

from kt_core.board import Board, Image, Square, SquarePath, Symmetry, images
from kt_core.cycle import SMALL_SQUARES
from kt_core.events import Progress, first_path
from kt_core.graph import KNIGHT, knight_graph
from kt_core.methods import exact
from kt_core.methods.edge_search import DEAD, Entry
from kt_core.methods.mix import Cycles, PaddedSquare, SwapKind, Swaps, as_places
from kt_core.symmetry import Action, actions
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

ATTEMPTS = 24  # pairs of ends to try
LONGEST_MIDDLE = 17  # the longest side of the board in the middle; the shortest is 5

TourSolver = Callable[[Puzzle], Generator[Progress, None, Tour]]


def tour(
    puzzle: Puzzle, symmetry: Symmetry, seed: int | None, solving: TourSolver
) -> Generator[Progress, None, SquarePath]:
    """Return a symmetric tour, in slices; raise `NoTour` if there is none.

    `solving` finds the parts of large tours. If a large tour cannot be built from parts, exact
    search looks for one, which may take very long.
    """
    possible = actions(puzzle, symmetry)
    # The identity neither rotates nor reflects; then any tour is symmetric.
    if not all(action.rotates or action.reflects for action in possible):
        return (yield from solving(puzzle)).path
    if len(puzzle.board) > SMALL_SQUARES:
        for action in possible:
            path = yield from _large(puzzle, action, seed, solving)
            if path:
                return path
    dead_ends: list[tuple[Image, NoTour]] = []
    for action in possible:
        try:
            found = yield from first_path(exact.tours(puzzle, seed, image=action.image))
            assert found  # otherwise the search raises NoTour
            return found
        except NoTour as no:
            dead_ends.append((action.image, no))
    raise _refutation(puzzle, symmetry, dead_ends)


def _refutation(
    puzzle: Puzzle, symmetry: Symmetry, dead_ends: Sequence[tuple[Image, NoTour]]
) -> NoTour:
    """Return the refutation: a record for each image, empty if `actions` rules the image out."""
    found = [(image.of, _record(no)) for image, no in dead_ends]
    every = [image.of for image in images(puzzle.board, symmetry)]
    records = [next((record for of, record in found if of == each), []) for each in every]
    _, no = dead_ends[0]
    return NoTour(no.reason, "search", no.witness, {"images": records})


def _record(no: NoTour) -> Sequence[Entry]:
    # Every other proof is a short argument; then a check of the record needs no branches.
    record: Sequence[Entry] = no.log.get("search", []) if no.proof == "search" else [DEAD]
    return record


def _large(
    puzzle: Puzzle, action: Action, seed: int | None, solving: TourSolver
) -> Generator[Progress, None, SquarePath]:
    chance, board = Random(seed or 0), puzzle.board
    path: SquarePath = ()
    paths: list[SquarePath] = []
    if action.rotates:
        path = yield from tour_by_rotation(puzzle, action.image, chance, solving)
        paths += [(*path, path[0])] if path else []
    elif puzzle.leaper == KNIGHT and not board.holes and (puzzle.start, puzzle.end) == (None, None):
        paths += yield from paths_with_frame(board, seed, solving, closed=puzzle.closed)
    if paths and (seed is not None or not path):
        mixer = SymmetricMixer(puzzle, action.image, paths, chance)
        mixed = yield from mixer.mix(0 if seed is None else SWEEPS)
        path = mixed or path
    return _from_start(puzzle, path)


def _from_start(puzzle: Puzzle, path: SquarePath) -> SquarePath:
    """Return the path; a closed one from the given start, or else from the first square."""
    if not puzzle.closed or not path:
        return path
    i = path.index(puzzle.board.squares[0] if puzzle.start is None else puzzle.start)
    return path[i:] + path[:i]


def tour_by_rotation(
    puzzle: Puzzle, image: Image, chance: Random, solving: TourSolver
) -> Generator[Progress, None, SquarePath]:
    """Return a tour that the image moves along itself; empty if none was built.

    `solving` finds the path through the part.
    """
    graph, of = knight_graph(puzzle.board, puzzle.leaper), image.of
    part = _part(puzzle.board, image)
    starts = [s for s in sorted(part) if any(of[t] in part for t in graph[s])]
    chance.shuffle(starts)
    for start in starts[:ATTEMPTS]:
        ends = sorted(t for t in graph[of[start]] if t in part and t != start)
        if ends:
            path = yield from _path(puzzle, part, (start, chance.choice(ends)), solving)
            if path:
                whole, squares = list(path), path
                for _ in range(image.times - 1):
                    squares = tuple(of[square] for square in squares)
                    whole += squares
                return tuple(whole)
    return ()


def paths_with_frame(
    board: Board, seed: int | None, solving: TourSolver, *, closed: bool
) -> Generator[Progress, None, list[SquarePath]]:
    """Return a tour of the middle board that a half-turn reverses, and closed tours of the frame.

    The list is empty if the sides do not allow them.
    """
    rows, columns = _middle(board.rows), _middle(board.columns)
    if not rows or not columns:
        return []
    up, right = (board.rows - rows) // 2, (board.columns - columns) // 2
    inner = Puzzle(Board(rows, columns), closed=closed)
    path = yield from first_path(exact.tours(inner, seed, image=_half_turn(inner.board)))
    assert path  # otherwise the search raises NoTour
    whole = [_shift(path + path[:closed], inner.board, board, up, right)]
    of = _half_turn(board).of
    # The boards below and to the left of the middle; the half-turn takes them to the two others.
    for height, width, low in ((up, board.columns, 0), (rows, right, up)):
        if height and width:
            around = Board(height, width)
            tour = yield from solving(Puzzle(around, closed=True))
            ring = _shift((*tour.path, tour.path[0]), around, board, low, 0)
            whole += ring, tuple(of[square] for square in ring)
    return whole


def _middle(side: int) -> int:
    """Return the side of the board in the middle, for which the boards around it have tours."""
    # A board has a closed tour if its sides are 5 or more and its number of squares is even. The
    # boards around the middle are as long as the whole board or as the middle. Both lengths may be
    # odd, so the widths must be even.
    for middle in range(5, LONGEST_MIDDLE + 1):
        left, rest = divmod(side - middle, 2)
        if not rest and (left == 0 or (left >= 6 and left % 2 == 0)):
            return middle
    return 0


def _half_turn(board: Board) -> Image:
    return next(images(board, "half-turn"))


def _shift(path: SquarePath, part: Board, board: Board, up: int, right: int) -> SquarePath:
    columns = part.columns
    return tuple((s // columns + up) * board.columns + s % columns + right for s in path)


def _part(board: Board, image: Image) -> set[Square]:
    """Return a part of the board that has one square of each orbit: a half or a quarter."""
    of, columns = image.of, board.columns
    if image.times == 4:
        half, more = board.rows // 2, (board.rows + 1) // 2
        return {s for s in board if s // columns < half and s % columns < more}
    across = of[0] // columns == 0 or board.rows % 2 > columns % 2
    part: set[Square] = set()
    for square in sorted(board, key=lambda s: (s % columns, s) if across else (0, s)):
        if of[square] not in part:
            part.add(square)
    return part


def _path(
    puzzle: Puzzle, part: set[Square], ends: tuple[Square, Square], solving: TourSolver
) -> Generator[Progress, None, SquarePath]:
    """Return a path through the part from end to end; empty if none was found."""
    columns = puzzle.board.columns
    low, left = min(s // columns for s in part), min(s % columns for s in part)
    height = max(s // columns for s in part) - low + 1
    width = max(s % columns for s in part) - left + 1

    def within(square: Square) -> Square:
        return (square // columns - low) * width + square % columns - left

    alone = Board(height, width, set(range(height * width)).difference(map(within, part)))
    start, end = map(within, ends)
    try:
        tour = yield from solving(Puzzle(alone, start, end, leaper=puzzle.leaper))
    except (NoTour, Undecided):
        return ()
    return _shift(tour.path, alone, puzzle.board, low, left)


SWEEPS = 6  # sweeps over all rhombi
ROUNDS = 24  # attempts to join cycles and perturb the rest
SWAPS_PER_YIELD = 300  # swaps tried between two yields: about 1 ms

Swap = tuple[SwapKind, PaddedSquare]


class SymmetricMixer:
    """A mixer for paths that an image maps to each other; the first is, or becomes, the tour."""

    def __init__(
        self, puzzle: Puzzle, image: Image, paths: Sequence[SquarePath], chance: Random
    ) -> None:
        self.puzzle, self.image, self.paths, self.chance = puzzle, image, paths, chance
        self.swaps = Swaps(puzzle.board, puzzle.leaper, chance)
        place = self.swaps.place
        self.first, self.last = place(paths[0][0]), place(paths[0][-1])
        self.of = {place(square): place(image.of[square]) for square in puzzle.board}

    def mix(self, sweeps: int = SWEEPS) -> Generator[Progress, None, SquarePath]:
        """Return a tour mixed from the paths, in slices; empty if they were not joined."""
        yield from self.swaps.load(*self.paths)
        self.code = yield from self.swaps.to_bytes()
        for turn in range(sweeps):
            yield from self._sweep(1.0)
            yield Progress("mix", turn / sweeps / 2)
        for turn in range(ROUNDS):
            yield from self._join()
            walk = yield from self.swaps.walk(self.code, self.first, self.last)
            if len(walk) == len(self.puzzle.board):
                return walk
            yield Progress("mix", (1 + turn / ROUNDS) / 2)
            yield from self._sweep(0.02 * (1 + turn))
        return ()

    def _sweep(self, share: float) -> Generator[Progress, None, None]:
        for kind in self.chance.sample(self.swaps.kinds, len(self.swaps.kinds)):
            self.swaps.from_bytes(self.code)
            for turn, place in enumerate(self._possible(kind)):
                if self.chance.random() < share / 2:
                    self._swap(self._orbit(kind, place))
                if turn % SWAPS_PER_YIELD == 0:
                    yield Progress("mix")

    def _possible(self, kind: SwapKind) -> list[PaddedSquare]:
        places = list(as_places(self.swaps.possible(kind), self.swaps.size))
        self.chance.shuffle(places)
        return places

    def _orbit(self, kind: SwapKind, place: PaddedSquare) -> set[Swap]:
        """Return a swap and its images."""
        orbit, steps = set(), self.swaps.steps
        one, other = (steps[i] for i in kind)
        corners = [place, place + one, place + other]
        for _ in range(self.image.times):
            here, along, across = corners
            ways = along - here, across - here
            first, second = (steps.index(abs(way)) for way in ways)
            orbit.add(((first, second), here + sum(min(way, 0) for way in ways)))
            corners = [self.of[corner] for corner in corners]
        return orbit

    def _swap(self, orbit: set[Swap]) -> bool:
        """Make all of these swaps or none; return True if they were made."""
        made: list[Swap] = []
        for kind, place in orbit:
            if not self.swaps.can_swap(self.code, kind, place):
                for (s, t), at in reversed(made):
                    self.swaps.swap(self.code, (t, s), at)
                return False
            self.swaps.swap(self.code, kind, place)
            made.append((kind, place))
        return True

    def _join(self) -> Generator[Progress, None, None]:
        cycles = Cycles(self.swaps, self.code)
        yield from cycles.number_all(None if self.first == self.last else (self.first, self.last))
        number = cycles.number
        cycles.parent = list(range(len(cycles.sizes)))
        for here, there in self.of.items():  # a cycle and its images count as one
            cycles.parent[cycles.root(number[here])] = cycles.root(number[there])
        for kind in self.swaps.kinds:
            self.swaps.from_bytes(self.code)
            other = self.swaps.steps[kind[1]]
            for turn, place in enumerate(self._possible(kind)):
                i, j = cycles.root(number[place]), cycles.root(number[place + other])
                if i != j and self._swap(self._orbit(kind, place)):
                    cycles.parent[i] = j
                if turn % SWAPS_PER_YIELD == 0:
                    yield Progress("mix")
