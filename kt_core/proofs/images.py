"""Tours that are their own image: refuted for each turn or mirror, from its definition anew.

What lays a tour on itself carries every square equally far along it, or walks it backwards. G. P.
Jelliss, Knight's Tour Notes (2019) 1.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace

from kt_core.board import Board, Square
from kt_core.events import Progress
from kt_core.graph import steps
from kt_core.language import N_, Sentence, paragraph, value_error
from kt_core.proofs.definitions import Field, Graph, cycle_graph, given_ends
from kt_core.proofs.grammar import FROM, TO, Images, Proof, Record, Vertex
from kt_core.proofs.replay import Replay
from kt_core.tour import Puzzle

_Lay = Callable[[int, int, int, int], tuple[int, int]]  # row, column, last row, last column
#: In the order in which a log has them; those of a square board alone come last.
_LAYS: tuple[tuple[str, str, bool, _Lay], ...] = (
    ("half-turn", N_("a half-turn"), False, lambda r, c, m, n: (m - r, n - c)),
    ("quarter-turn", N_("a quarter-turn"), True, lambda r, c, m, _: (m - c, r)),
    ("mirror", N_("a mirror between left and right"), False, lambda r, c, _, n: (r, n - c)),
    ("mirror", N_("a mirror between top and bottom"), False, lambda r, c, m, _: (m - r, c)),
    ("mirror", N_("a mirror along a diagonal"), True, lambda r, c, _, __: (c, r)),
    ("mirror", N_("a mirror along a diagonal"), True, lambda r, c, m, n: (n - c, m - r)),
)


@dataclass(frozen=True)
class Image:
    """A turn or a mirror of a board; done so many times, it leaves each square in place."""

    board: Board
    name: str  # "a half-turn"
    lay: _Lay
    times: int

    def __call__(self, square: Square) -> Square:
        """Return where a square goes, or a hole."""
        board = self.board
        place = divmod(square, board.columns)
        row, column = self.lay(*place, board.rows - 1, board.columns - 1)
        return row * board.columns + column


def images(board: Board, symmetry: str) -> Iterator[Image]:
    """Yield the turns or mirrors of this kind that lay the board on itself; holes aside."""
    for kind, name, is_of_squares, lay in _LAYS:
        if kind == symmetry and (board.rows == board.columns or not is_of_squares):
            yield Image(board, name, lay, 4 if kind == "quarter-turn" else 2)


def claim_of_images(puzzle: Puzzle, proof: Proof) -> Generator[Progress, None, Sentence]:
    """Return, in slices, why no tour is its own image; `ValueError` where that is not shown."""
    symmetry, records = puzzle.symmetry, proof.log.records if isinstance(proof.log, Images) else ()
    if symmetry is None:
        raise value_error("this proof is of a symmetry, and none is asked for")
    claims = list[str]()
    for number, image in enumerate(images(puzzle.board, symmetry)):
        yield Progress("check")
        claim: str | None = _impossible(puzzle, image)
        if claim is None:
            if number >= len(records):
                raise value_error(
                    "this proof does not say why {image} is of no tour", image=Sentence(image.name)
                )
            claim = yield from _claim_by_record(puzzle, image, records[number])
        claims.append(claim)
    if not claims:
        template = N_("A quarter-turn lays a board on itself only if it is square. {board} is not.")
        return Sentence(template, board=puzzle.board)
    whole = paragraph(dict.fromkeys(claims))
    assert isinstance(whole, Sentence)
    return whole


def _impossible(puzzle: Puzzle, image: Image) -> Sentence | None:
    """Return why an image of the board can be of no tour, by counts alone; None where it can."""
    board = puzzle.board
    if any(image(hole) in board for hole in board.holes):
        return _of(image, N_("{Image} lays squares on holes."))
    counts = _Counts(puzzle, image)
    if counts.still == len(board):
        return None  # any tour is
    if puzzle.closed:
        return None if counts.carries() or counts.turns_round() else counts.claim_of_closed()
    return counts.claim_of_open()


def _of(image: Image, template: str, **values: object) -> Sentence:
    return Sentence(template, Image=Sentence(image.name), **values)


class _Counts:
    """How many squares and moves an image leaves in place, and whether it changes colours."""

    def __init__(self, puzzle: Puzzle, image: Image) -> None:
        self.puzzle, self.image, self.squares = puzzle, image, len(puzzle.board)
        self.still = self.moves = 0
        leaps, columns = {*steps(puzzle.leaper)}, puzzle.board.columns
        for square in puzzle.board:
            to = image(square)
            self.still += to == square
            if square < to and image(to) == square:
                (row, column), (to_row, to_column) = divmod(square, columns), divmod(to, columns)
                self.moves += (to_row - row, to_column - column) in leaps

    def changes(self) -> bool | None:
        """Return whether the image changes colours; None where there are none."""
        board, first = self.puzzle.board, self.puzzle.board.squares[0]
        other = self.image(first)
        if sum(self.puzzle.leaper) % 2:
            return sum(divmod(first, board.columns)) % 2 != sum(divmod(other, board.columns)) % 2
        side = Field(self.puzzle).sides()
        return None if side is None or 2 not in side else side[first] != side[other]

    def carries(self) -> bool:
        """Return whether a closed tour may be carried along itself."""
        # Along a tour the colours take turns, so an odd number of moves changes them.
        along, rest = divmod(self.squares, self.image.times)
        return not self.still and not rest and self.changes() in (None, along % 2 == 1)

    def turns_round(self) -> bool:
        """Return whether a closed tour may be walked backwards."""
        # Then two squares of it stay, or two moves whose ends change places; or one of each.
        if self.image.times != 2:
            return False
        if self.squares % 2:
            return self.still == 1 and self.moves > 0
        if self.still:
            return self.still == 2 and self.changes() in (None, False)
        return self.moves > 1 and self.changes() in (None, True)

    def claim_of_closed(self) -> Sentence:
        """Return that neither may be."""
        return self._claim(
            N_(
                "{Image} leaves {still:,} of {n:,} squares in place, and {moves:,} moves: it can"
                " neither carry a closed tour along, whose colours take turns, nor walk it"
                " backwards."
            )
        )

    def claim_of_open(self) -> Sentence | None:
        """Return why an open tour cannot be walked backwards; None where it may be."""
        puzzle, image = self.puzzle, self.image
        if image.times > 2:
            return self._claim(
                N_("{Image} would walk an open tour backwards, and done twice it moves squares.")
            )
        given = given_ends(puzzle)
        if any(image(end) == end or (len(given) == 2 and image(end) not in given) for end in given):
            template = N_("{Image} does not lay the ends that are given on each other.")
            return self._claim(template)
        if self.still == 1 if self.squares % 2 else not self.still and self.moves:
            return None
        return self._claim(
            N_(
                "{Image} leaves {still:,} of {n:,} squares in place, and {moves:,} moves: it cannot"
                " walk an open tour backwards, whose middle alone stays."
            )
        )

    def _claim(self, template: str) -> Sentence:
        counts = {"still": self.still, "moves": self.moves, "n": self.squares}
        return _of(self.image, template, **counts)


def _claim_by_record(
    puzzle: Puzzle, image: Image, record: Record
) -> Generator[Progress, None, Sentence]:
    """Return that a record shows that no tour is its own image, by this image."""
    asked, given = replace(puzzle, symmetry=None), given_ends(puzzle)
    if len(puzzle.board) == 1 and not puzzle.closed:
        raise value_error("the proof leads to a tour, so it proves nothing")
    is_any = all(image(square) == square for square in puzzle.board)
    if len(given) == 1 and not is_any:
        end = image(next(iter(given)))
        asked = replace(asked, start=end) if puzzle.start is None else replace(asked, end=end)
    graph = cycle_graph(asked)
    if isinstance(graph, Sentence):
        return graph
    powers = [] if is_any else [_Power(image, graph, times) for times in range(image.times)]
    yield from Replay(graph, powers).run(record)
    return Sentence.plural(
        "Every choice of moves, each made with its images by {image}, leads to a dead end: a record"
        " of {n:,} entry was followed.",
        "Every choice of moves, each made with its images by {image}, leads to a dead end: a record"
        " of {n:,} entries was followed.",
        len(record),
        image=Sentence(image.name),
    )


class _Power:
    """Where a vertex goes by an image made so many times; an open tour is walked backwards."""

    def __init__(self, image: Image, graph: Graph, times: int) -> None:
        self._image, self._times = image, times
        self._ends = {FROM: TO, TO: FROM} if graph.degree[TO] and times % 2 else {}

    def __call__(self, vertex: Vertex) -> Vertex:
        if vertex < 0:
            return self._ends.get(vertex, vertex)
        for _ in range(self._times):
            vertex = self._image(vertex)
        return vertex
