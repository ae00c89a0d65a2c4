"""Refutations of full boards: the rectangles without a tour, each with a short reason.

Closed tours: Schwenk, Mathematics Magazine 64 (1991) 325. Open ones: Cull and De Curtins, Fibonacci
Quarterly 16 (1978) 276. The cuts of 3x5, 3x6 and 4x4 were found by trying all sets of squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from kt_core.board import Board, Square, name_list
from kt_core.cycle import FROM
from kt_core.graph import KNIGHT, Subgraph, knight_graph
from kt_core.language import Sentence
from kt_core.proofs.cuts import falls_apart
from kt_core.proofs.parity import NAMES
from kt_core.tour import Claim, NoTour, Puzzle

ROWS, COLUMNS = Sentence("rows"), Sentence("columns")
#: The singular of each word.
SINGLE: dict[str, str] = {ROWS: Sentence("row"), COLUMNS: Sentence("column")}
PlaceAlong = tuple[int, int]  # along the short side, along the long side: (0, 2) is c1 on 3x7

#: Cuts that rule out an open tour, by the sides of the board.
CUTS: dict[tuple[int, int], tuple[PlaceAlong, ...]] = {
    (3, 5): ((0, 1), (0, 3), (1, 2), (2, 1), (2, 3)),
    (3, 6): ((0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)),
    (4, 4): ((1, 1), (1, 2), (2, 1), (2, 2)),
}
CLOSED_CUTS: dict[tuple[int, int], tuple[PlaceAlong, ...]] = {(3, 6): ((0, 2), (2, 2))}
#: The chains of forced moves at the left of 3x8, for a closed tour.
CHAINS: tuple[tuple[PlaceAlong, ...], ...] = (
    ((2, 1), (0, 0), (1, 2), (2, 0), (0, 1)),
    ((0, 2), (1, 0), (2, 2)),
    ((0, 3), (1, 1), (2, 3)),
)
#: Walks that are forced near a short side: see `_refute_forced`.
FORCED: tuple[tuple[PlaceAlong, ...], ...] = (
    ((0, 2), (1, 0), (2, 2)),
    ((0, 2), (1, 0), (2, 2), (0, 1), (2, 0), (1, 2), (0, 0), (2, 1), (1, 3)),
)


@dataclass(frozen=True)
class Rectangle:
    """A board whose places are given along its longer side, whether it is rows or columns.

    >>> Rectangle(Board(7, 3)).sides, Rectangle(Board(7, 3)).at((0, 2))
    ((3, 7), 6)
    """

    board: Board

    @property
    def sides(self) -> tuple[int, int]:
        """The shorter side, then the longer."""
        short, long = sorted((self.board.rows, self.board.columns))
        return short, long

    @property
    def lines(self) -> tuple[str, str]:
        """The words for the lines along the longer side, and for those across."""
        lying = self.board.rows <= self.board.columns
        return (ROWS, COLUMNS) if lying else (COLUMNS, ROWS)

    def at(self, place: PlaceAlong) -> Square:
        """Return the square at a place."""
        row, column = place if self.board.rows <= self.board.columns else place[::-1]
        return row * self.board.columns + column


def refute_rectangle(puzzle: Puzzle) -> None:
    """Raise `NoTour` if a full board has no such tour; the colors are tested elsewhere."""
    board = puzzle.board
    if board.holes or puzzle.leaper != KNIGHT:
        return
    rectangle = Rectangle(board)
    short, long = rectangle.sides
    if short <= 2 <= long:
        raise _narrow(rectangle)
    if long == 3:
        reason = Sentence("A tour comes to every square. b2, the center, has no move at all.")
        raise NoTour(reason, "degree", {Sentence("no move"): (4,)})
    if 4 in rectangle.sides:
        _refute_four(puzzle)
    cut = (CLOSED_CUTS if puzzle.closed else CUTS).get((short, long))
    if cut:
        raise _refutation_by_cut(puzzle, cut)
    if puzzle.closed and (short, long) == (3, 8):
        raise _three_by_eight(rectangle)
    if short == 3:
        _refute_forced(puzzle)


def _narrow(rectangle: Rectangle) -> NoTour:
    # On two lines, each move goes two squares along and changes the line. So from the first square
    # a knight reaches every second place along, on one of the two lines.
    name, (across, along) = rectangle.board.name, rectangle.lines
    reached = [rectangle.at((place // 2 % 2, place)) for place in range(0, rectangle.sides[1], 2)]
    if rectangle.sides[0] == 1:
        reached = [0]
        moves = Sentence("Every move leaves its {line}.", line=SINGLE[across])
        so = Sentence("Here is only one {line}, so a1 has no move.", line=SINGLE[across])
    else:
        moves = Sentence(
            "Every move on two {across} goes two {along} on.", across=across, along=along
        )
        so = Sentence(
            "From a1 the knight comes to every second {line} only, and never to {square}.",
            line=SINGLE[along],
            square=name(rectangle.at((0, 1))),
        )
    rest = sorted(set(rectangle.board) - set(reached))
    shown = {Sentence("reached"): reached, Sentence("out of reach"): rest}
    claims = Claim(moves, {}, at=0), Claim(so, shown)
    return NoTour.from_claims(*claims, proof="narrow", witness=shown)


def _refute_four(puzzle: Puzzle) -> None:
    # The board is 4 x n. From an outer row every move leads to an inner row, so no two outer
    # squares are adjacent on a tour. Both kinds have 2n squares, so a closed tour alternates
    # between them. An open tour with an inner end does too: number the steps from that end; of the
    # steps (1, 2), (3, 4), ... each pair has at most one outer square, so exactly one; step 1 is
    # inner, so 2 is outer, so 3 is inner, and so on. The tour also alternates between the colors,
    # so all outer squares would have one color. But two neighbors in one row differ.
    if puzzle.closed:
        raise _taking_turns(puzzle.board, Sentence("a closed tour"), "", {})
    for what, square in ((Sentence("start"), puzzle.start), (Sentence("end"), puzzle.end)):
        if square is not None and not _is_outer(puzzle.board, square):
            line = SINGLE[_fours(puzzle.board)]
            kind = Sentence("a tour with an end in an inner {line}", line=line)
            no_end = Sentence(": {square} is no end", square=puzzle.board.name(square))
            raise _taking_turns(puzzle.board, kind, no_end, {what: (square,)})


def _taking_turns(board: Board, kind: str, so: str, witness: dict[str, Sequence[Square]]) -> NoTour:
    rows, step = _fours(board), 1 if board.rows == 4 else board.columns
    outer = [square for square in board if _is_outer(board, square)]
    inner = [square for square in board if not _is_outer(board, square)]
    inward = Sentence("Every move from an outer {line} leads to an inner one.", line=SINGLE[rows])
    turns = Sentence(
        "{outer:,} outer squares, {inner:,} inner: {kind} takes turns between them.",
        outer=len(outer),
        inner=len(inner),
        kind=kind,
    )
    colored = Sentence("Every move changes color too, so all outer squares would have one color.")
    differ = Sentence("a1 is dark, {square} is light{so}.", square=board.name(step), so=so)
    shown = {
        Sentence("outer {lines}", lines=rows): outer,
        Sentence("inner {lines}", lines=rows): inner,
    }
    colors = {
        name: [square for square in outer if board.color(square) == color]
        for color, name in enumerate(NAMES)
    }
    return NoTour.from_claims(
        Claim(inward, shown, at=outer[len(outer) // 4]),
        Claim(turns, shown),
        Claim(colored, colors),
        Claim(differ, colors, wrong=(0, step)),
        proof="inner" if witness else "schwenk",
        witness=witness | shown,
    )


def _fours(board: Board) -> str:
    return ROWS if board.rows == 4 else COLUMNS


def _is_outer(board: Board, square: Square) -> bool:
    return divmod(square, board.columns)[board.rows != 4] in (0, 3)


def _refutation_by_cut(puzzle: Puzzle, places: Iterable[PlaceAlong]) -> NoTour:
    board, graph = puzzle.board, dict[Square, Sequence[Square]](knight_graph(puzzle.board))
    cut = sorted(map(Rectangle(board).at, places))
    if puzzle.closed:
        return falls_apart(board, graph, cut, proof="schwenk")
    graph[FROM] = board.squares
    return falls_apart(board, graph, [*cut, FROM])


def _three_by_eight(rectangle: Rectangle) -> NoTour:
    # Eight squares have two moves, which are all forced. At the left they make the chains
    # b3 a1 c2 a3 b1, c1 a2 c3 and d1 b2 d3, and c2 has both its moves; at the right the mirror
    # images g3 h1 f2 h3 g1, f1 h2 f3 and e1 g2 e3. d2 and e2 remain.
    # 1. d1 continues to c3 or e3, and d3 to c1 or e1. With e3 and e1, they close a loop with the
    #    mirror image; with c3 and c1, they close a loop too. So assume d1 c3 and d3 e1 (otherwise
    #    reflect the board). Then e3 continues to f1, its only other square.
    # 2. c3 has both its moves, so b1 continues to d2. b3 cannot continue to d2, which would close
    #    a loop, so it continues to c1, its only other square. Likewise f1 has both its moves, so g3
    #    continues to e2 and g1 to f3.
    # 3. Now all moves form one chain from d2 to e2, which are not a move apart.
    board = rectangle.board
    over = [rectangle.at((1, 3)), rectangle.at((1, 4))]
    forced = Sentence("A closed tour makes two moves at every square.")
    joined = Sentence(
        "Eight squares have no more than two: they make six chains, with {named} left over.",
        named=name_list(board, over),
    )
    none = Sentence(
        "However these are joined, some close into a ring too early, or all become one chain"
        " between the two left over, which are no knight's move apart."
    )
    right = [[(across, 7 - along) for across, along in walk] for walk in CHAINS]
    chains = [Subgraph.path([*map(rectangle.at, walk)]) for walk in (*CHAINS, *right)]
    shown = {Sentence("chain {n}", n=i): chain for i, chain in enumerate(chains, start=1)}
    witness = shown | {Sentence("left over"): over}
    return NoTour.from_claims(
        Claim(forced, {}),
        Claim(joined, witness),
        Claim(none, witness, wrong=tuple(over)),
        proof="schwenk",
        witness=witness,
    )


def _refute_forced(puzzle: Puzzle) -> None:
    # The board is 3 x n with n at least 4, and a1 is any corner. a2 is not an end, so c1 a2 c3 is
    # part of the tour; if c1 and c3 are the ends, the tour is complete. With ends c1 and d2, the
    # corners a1 and a3 are not ends either, which forces b3 a1 c2 a3 b1. c1 has made its one move,
    # so b3 continues to d2; that is the end, so b1 continues to c3: a complete path of nine
    # squares.
    rectangle = Rectangle(puzzle.board)
    for walk, *flips in product(FORCED, (0, 1), (0, 1)):
        path = [rectangle.at(_flip(place, rectangle.sides, *flips)) for place in walk]
        if {puzzle.start, puzzle.end} == {path[0], path[-1]}:
            board, ends = puzzle.board, name_list(puzzle.board, [path[0], path[-1]])
            reason = Sentence(
                "A tour makes two moves at every square, and one at each end. With the ends"
                " {ends} that leaves one way near them, {path}: it is over before it comes to"
                " the other squares.",
                ends=ends,
                path=board.names(path),
            )
            raise NoTour(reason, "corner", {Sentence("forced walk"): Subgraph.path(path)})


def _flip(place: PlaceAlong, sides: PlaceAlong, over: int, along: int) -> PlaceAlong:
    # `over` and `along` are 1 to reflect in that direction, else 0.
    return abs(over * (sides[0] - 1) - place[0]), abs(along * (sides[1] - 1) - place[1])
