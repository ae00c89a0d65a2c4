"""Refutations by degree: squares with too few moves.

A tour makes two moves at every square, and one at each end. So no square has fewer moves, and no
independent set of squares needs more moves than its neighbors have room for. The excess is the
deficiency of the set: O. Ore, Canad. J. Math. 8 (1956) 328.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence

from kt_core.board import Board, Square, name_list, short_name_list
from kt_core.connectivity import VERTICES_PER_YIELD, components
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Progress
from kt_core.graph import KNIGHT, knight_graph
from kt_core.language import N_, Sentence, paragraph
from kt_core.proofs.parity import ColorClass
from kt_core.tour import NoTour, Puzzle

MOST_SQUARES = 4096  # larger boards are not searched square by square
#: The rules that the sentences begin with.
THROUGH = Sentence("A tour comes to every square and leaves it again, except at its two ends.")
ROUND = Sentence("A closed tour comes to every square by one move, and leaves it by another.")
NeighborMap = Mapping[Square, Sequence[Square]]  # square -> its neighbors


def refute_too_few_squares(puzzle: Puzzle) -> None:
    """Raise `NoTour` if the board is too small for a closed tour."""
    if puzzle.closed and len(puzzle.board) < 3:
        few = {Sentence("all squares"): puzzle.board.squares}
        raise NoTour(
            Sentence("A closed tour goes round: it needs three squares or more."), "too-few", few
        )


def refute_by_degrees(puzzle: Puzzle) -> None:
    """Raise `NoTour` if a square has too few moves.

    On large boards, only the corners and the squares near holes are examined.
    """
    if len(puzzle.board) == 1:
        return
    graph = knight_graph(puzzle.board, puzzle.leaper)
    few = {s: graph[s] for s in _squares_with_few_moves(puzzle) if len(graph[s]) <= 2}
    _refute_isolated(puzzle, few)
    ends = _ends(puzzle, _single(few))
    _refute_barred(puzzle, few)
    _refute_overused(puzzle, few, ends)


def refute_dead_ends(cycle: Cycle) -> None:
    """Raise `NoTour` if too many squares have one move, or one of them cannot be an end."""
    puzzle, graph = cycle.puzzle, cycle.graph
    # An edge to each added vertex counts.
    poor = (square for square in puzzle.board if len(graph[square]) < 4)
    moves = {square: [v for v in graph[square] if v >= 0] for square in poor}
    few = {square: near for square, near in moves.items() if len(near) < 2}
    _refute_isolated(puzzle, few)
    _ends(puzzle, _single(few))
    for square, near in few.items():
        if len(graph[square]) < 2:  # no edge leads to an added vertex
            raise _no_end(puzzle, square, near)


def _refute_barred(puzzle: Puzzle, few: NeighborMap) -> None:
    # If one color has more squares, both ends have that color. Otherwise the ends differ in color,
    # so a given end determines the color of the other.
    single, board = _single(few), puzzle.board
    if puzzle.closed or not single or sum(puzzle.leaper) % 2 == 0:
        return
    dark, light = (len(ColorClass(board, color)) for color in (0, 1))
    given = puzzle.given_ends
    barred = {int(dark > light)} if dark != light else set(map(board.color, given[:1]))
    for square in single:
        if square not in given and board.color(square) in barred:
            raise _no_end(puzzle, square, few[square])


def _no_end(puzzle: Puzzle, square: Square, near: Sequence[Square]) -> NoTour:
    """Return the refutation by a square with one move that cannot be an end."""
    name, to = (puzzle.board.name(s) for s in (square, *near))
    rule, only = ROUND, N_("{square} has one move only, to {to}.")
    if not puzzle.closed:
        rule = THROUGH
        only = N_(
            "{square} has one move only, to {to}; but every move changes color, and the colors"
            " allow no end on {square}."
        )
    witness = {Sentence("one move"): (square,), Sentence("its neighbor"): tuple(near)}
    return NoTour(paragraph((rule, Sentence(only, square=name, to=to))), "degree", witness)


def _single(few: NeighborMap) -> list[Square]:
    return [square for square in few if len(few[square]) == 1]


def _squares_with_few_moves(puzzle: Puzzle) -> Collection[Square]:
    """Return the squares that may have two moves or fewer; on large boards some are missing."""
    board = puzzle.board
    if puzzle.leaper == KNIGHT and (not board.holes or len(board) > MOST_SQUARES):
        # On a full board of four rows or more, only the corners have fewer than three moves. On
        # 3 x n boards, squares near the short sides have two too, but they refute nothing more.
        whole = knight_graph(Board(board.rows, board.columns))
        near = {s for hole in board.holes for s in whole[hole]} if len(board.holes) <= 500 else ()
        return sorted({s for s in (*_corners(board), *near) if s in board})
    return board.squares if len(board) <= MOST_SQUARES else ()


def _corners(board: Board) -> tuple[Square, ...]:
    last, top = board.columns - 1, (board.rows - 1) * board.columns
    return 0, last, top, top + last


def _refute_isolated(puzzle: Puzzle, few: NeighborMap) -> None:
    # On a board of two squares or more, a tour visits each square, so each has a move.
    for square, moves in few.items():
        if not moves:
            name = puzzle.board.name(square)
            none = Sentence("A tour comes to every square. {name} has no move at all.", name=name)
            raise NoTour(none, "degree", {Sentence("no move"): (square,)})
        if puzzle.closed and len(moves) == 1:
            raise _no_end(puzzle, square, moves)


def _ends(puzzle: Puzzle, single: Sequence[Square]) -> set[Square]:
    """Return the given and the forced ends; raise `NoTour` if there are more than two."""
    # A square with one move must be an end of an open tour, which has two ends.
    if puzzle.closed:
        return set()
    given = {*puzzle.given_ends}
    ends, board = given | set(single), puzzle.board
    if len(ends) <= 2:
        return ends
    others = sorted(given.difference(single))
    sentence = Sentence.plural(
        "{named} has one move only{asked}: that makes {ends} ends.",
        "{named} have one move each{asked}: that makes {ends} ends.",
        len(single),
        named=name_list(board, single),
        asked=_other_ends(board, others),
        ends=len(ends),
    )
    reason = paragraph((THROUGH, sentence))
    witness = {Sentence("one move"): single} | ({Sentence("asked for"): others} if others else {})
    raise NoTour(reason, "degree", witness)


def _other_ends(board: Board, others: Sequence[Square]) -> str:
    if not others:
        return ""
    return Sentence.plural(
        ", and {named} is to be an end",
        ", and {named} are to be ends",
        len(others),
        named=name_list(board, others),
    )


def _refute_overused(puzzle: Puzzle, few: NeighborMap, ends: set[Square]) -> None:
    # A square with two moves needs both unless it is an end; an end with one move needs it. A
    # square can give two moves, or one if it is an end. Each end that is not yet known may be one
    # of the squares in need, which then needs one move less.
    unknown = 0 if puzzle.closed else 2 - len(ends)
    needs: dict[Square, list[Square]] = {}
    for square, moves in few.items():
        if square not in ends or len(moves) == 1:
            for to in moves:
                needs.setdefault(to, []).append(square)
    for square, needing in needs.items():
        gives = 1 if square in ends else 2
        if len(needing) > gives + unknown:
            raise _refutation_by_overuse(puzzle, square, needing, gives, unknown)


def _refutation_by_overuse(
    puzzle: Puzzle, square: Square, needing: list[Square], gives: int, unknown: int
) -> NoTour:
    board, name = puzzle.board, puzzle.board.name(square)
    sentence = Sentence(
        "{named} have so few moves that each needs the one to {square}: {n} moves, and {square}"
        " makes only {makes}.",
        named=name_list(board, needing),
        square=name,
        n=len(needing),
        makes=Sentence("two") if gives == 2 else Sentence("one, as an end"),
    )
    but = Sentence("Even with an end among them that is too many.") if unknown else ""
    reason = paragraph((ROUND if puzzle.closed else THROUGH, sentence, but))
    witness = {Sentence("few moves"): tuple(needing), Sentence("asked too much"): (square,)}
    return NoTour(reason, "degree", witness)


def deficiency(cycle: Cycle, deficient: Collection[Square]) -> int:
    """Return the deficiency of a set of squares: the moves that it needs minus the room for them.

    A positive deficiency proves that there is no tour. The set must be independent.
    """
    # Each square needs two moves, or one at an end. All of them lead to neighbors of the set, and
    # each neighbor has room for two, or one if it is a given end, but never for more than it has.
    given = cycle.puzzle.given_ends
    shared = Counter(other for square in deficient for other in cycle.graph[square] if other >= 0)
    room = sum(min(moves, 2 - (other in given)) for other, moves in shared.items())
    return 2 * len(deficient) - _possible_ends(cycle, deficient) - room


def deficiency_proof(
    cycle: Cycle, deficient: Iterable[Square]
) -> Generator[Progress, None, NoTour | None]:
    """Return the refutation by a small deficient subset of these squares, if there is one."""
    squares = [vertex for vertex in deficient if vertex >= 0]
    if not squares or deficiency(cycle, squares) <= 0:
        return None
    around = {other for square in squares for other in cycle.graph[square] if other >= 0}
    near = {square: [v for v in cycle.graph[square] if v >= 0] for square in (*squares, *around)}
    member = set(squares)
    near |= {other: [v for v in near[other] if v in member] for other in around}
    parts = ([v for v in squares if v in part] for part in map(set, components(near)))
    short = [part for part in parts if deficiency(cycle, part) > 0]
    fewest = min(short, key=len, default=squares)
    return _too_few(cycle, (yield from _fewest(cycle, fewest)))


def _possible_ends(cycle: Cycle, deficient: Collection[Square]) -> int:
    """Return the number of these squares that can be ends of the tour, which need one move less."""
    graph = cycle.graph
    if TO in graph:
        return sum(any(added in graph[square] for square in deficient) for added in (FROM, TO))
    return min(2, sum(FROM in graph[square] for square in deficient))


def _fewest(cycle: Cycle, deficient: list[Square]) -> Generator[Progress, None, list[Square]]:
    """Return a minimal deficient subset: squares are removed one by one, the last first."""
    # If a square is removed, the set needs two moves fewer, and each neighbor that the others do
    # not fill has less room. The number of possible ends stays the same, so the need is never
    # overestimated.
    graph, given = cycle.graph, cycle.puzzle.given_ends
    shared = Counter(other for square in deficient for other in graph[square] if other >= 0)
    remaining, surplus, before = dict.fromkeys(deficient), deficiency(cycle, deficient), 0
    while len(remaining) != before:
        before = len(remaining)
        for turn, square in enumerate(list(reversed(remaining)), start=1):
            near = [other for other in graph[square] if other >= 0]
            left = surplus - 2 + sum(shared[other] <= 2 - (other in given) for other in near)
            if left > 0:
                del remaining[square]
                surplus = left
                shared.subtract(near)
            if turn % VERTICES_PER_YIELD == 0:
                yield Progress("factor")
    return sorted(remaining)


def _too_few(cycle: Cycle, deficient: Collection[Square]) -> NoTour:
    board, spared = cycle.puzzle.board, _possible_ends(cycle, deficient)
    around = sorted({other for square in deficient for other in cycle.graph[square] if other >= 0})
    needed = 2 * len(deficient) - spared
    values = {
        "named": short_name_list(board, deficient),
        "moves": needed,
        "around": short_name_list(board, around),
        "room": needed - deficiency(cycle, deficient),
    }
    sentence = Sentence.plural(
        "{named} needs {moves} moves, all to {around}, with room for {room}.",
        "{named} need {moves} moves, all to {around}, with room for {room}.",
        len(deficient),
        **values,
    )
    if spared:
        # There are two squares or more: a single square that may be an end has the move it needs.
        sentence = Sentence(
            "{named} need at least {moves} moves, all to {around}, with room for {room}.", **values
        )
    witness = {Sentence("need two moves"): sorted(deficient), Sentence("lead to"): around}
    return NoTour(paragraph((_rule(cycle, spared), sentence)), "two-factor", witness)


def _rule(cycle: Cycle, spared: int) -> Sentence:
    if cycle.puzzle.closed:
        return Sentence("A closed tour makes two moves at every square.")
    if spared == 1 and TO in cycle.graph and not cycle.puzzle.given_ends:
        return Sentence(
            "A tour makes two moves at every square, and one at each end; equal colors allow"
            " just one of them on squares of one color."
        )
    return Sentence("A tour makes two moves at every square, and one at each end.")
