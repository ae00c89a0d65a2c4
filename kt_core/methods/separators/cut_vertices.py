"""Boards that hang together by a square, or by two, taken apart: each part a question of its own.

An open tour goes once through a square without which the board falls in two, so it has an end in
either part, and each part a path that ends on that square. A closed tour goes once through each of
two squares that part the board, so each part has a path from one of them to the other. An open one
can go through two in six ways, see `separation_pairs`. Where those squares are: J. Hopcroft and R.
Tarjan, Commun. ACM 16 (1973) 372.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from dataclasses import dataclass

from kt_core.board import Board, Square, short_name_list
from kt_core.connectivity import articulations, components
from kt_core.events import Event, Found, Progress
from kt_core.graph import Graph, knight_graph
from kt_core.language import Sentence, paragraph
from kt_core.methods.separators import separation_pairs as pairs
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

PartSolver = Callable[[Puzzle, int | None], Generator[Progress, None, Tour]]
Separator = tuple[Square, ...]  # one, or two

MOST_SQUARES = 2000  # of a board that is looked at
PAIR_SQUARES = 400  # of one that is looked at for pairs: the work grows with their square
LEAST_SQUARES = 8  # of a part that is worth a question of its own
EVEN = 0.75  # of the squares in the larger part: so it is parted well enough
MOST_TRIED = 50  # squares that part the board, of which the best is taken


def tours(puzzle: Puzzle, seed: int | None, *, solving: PartSolver) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; ends without where nothing parts the board.

    `solving` answers the questions of the parts; `NoTour` where one of them has no tour.
    """

    def asking(question: Puzzle) -> Generator[Progress, None, Tour]:
        return solving(question, seed)

    yield Progress("joints")
    separator, sides = yield from _best_separator(puzzle)
    if len(separator) == 1 + puzzle.closed:
        yield from _by_path(puzzle, separator, sides, asking)
    elif separator:
        pair = pairs.SeparationPair(puzzle, (separator[0], separator[1]), sides)
        yield from pairs.tours(pair, seed, asking=asking)


def _by_path(
    puzzle: Puzzle, separator: Separator, sides: Sequence[Collection[Square]], asking: pairs.Asking
) -> Iterator[Event]:
    """Yield the tour that is a path in each part; ends without where one is left undecided."""
    no = refutation_by_ends(puzzle, separator, sides)
    if no:
        raise no
    paths = []
    for side in sides:
        asked = question_of_part(puzzle, separator, side)
        try:
            paths.append((yield from asking(asked.puzzle)).path)
        except NoTour as none:
            raise refutation_by_part(asked, none) from None
        except Undecided:
            return
    yield Progress("joints")  # which answers, whatever the parts were answered by
    yield Found(_union(puzzle, *paths))


def _best_separator(
    puzzle: Puzzle,
) -> Generator[Progress, None, tuple[Separator, Sequence[Collection[Square]]]]:
    """Return the squares that part the board most evenly, and its two parts; or nothing."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    best: tuple[int, Separator, Sequence[Collection[Square]]] = (len(graph), (), ())
    for others in _beginnings(puzzle, graph):
        if len(others) == 1 == len(best[1]):
            break  # by one square, and its parts may be by two
        found = yield from articulations(graph, others)
        for vertex in found[:: -(-len(found) // MOST_TRIED) or 1]:
            separator = (*others, vertex)
            sides = _sides(puzzle, components(graph, separator), separator)
            if sides:
                best = min(best, (max(map(len, sides)), separator, sides), key=lambda each: each[0])
        yield Progress("joints")
        if best[0] <= EVEN * len(graph):
            break
    return best[1], best[2]


def _beginnings(puzzle: Puzzle, graph: Graph[Square]) -> Iterator[Separator]:
    """Yield what a separator may begin with: nothing, or a square, those with few moves first."""
    if not puzzle.closed and len(graph) <= MOST_SQUARES:
        yield ()
    if len(graph) <= PAIR_SQUARES:  # where a board is narrow, moves are few
        yield from ((square,) for square in sorted(graph, key=lambda square: len(graph[square])))


def _sides(
    puzzle: Puzzle, parts: list[list[Square]], separator: Separator
) -> Sequence[Collection[Square]]:
    """Return the two parts of a board, or nothing where they make no good questions."""
    if puzzle.closed:
        most = 2
    elif len(separator) == 1:
        most = 0 if {puzzle.start, puzzle.end} & {*separator} else 2
    else:  # which an open tour may leave three of
        most = 3
    parts.sort(key=len)
    if not 2 <= len(parts) <= most or sum(map(len, parts[:-1])) < LEAST_SQUARES:
        return ()
    return [square for part in parts[:-1] for square in part], parts[-1]


def _union(puzzle: Puzzle, one: Separator, other: Separator) -> tuple[Square, ...]:
    """Return the tour of the whole; each path begins on the separator."""
    if puzzle.closed:
        return (*one, *other[-2:0:-1])
    return puzzle.from_start((*one[::-1], *other[1:]))


@dataclass(frozen=True)
class Part:
    """A part of a board beside its separator, and the question that it has to answer with that."""

    separator: tuple[Square, ...]
    squares: Collection[Square]
    puzzle: Puzzle


def question_of_part(
    puzzle: Puzzle, separator: tuple[Square, ...], squares: Collection[Square]
) -> Part:
    """Return what one part has to answer: a tour that begins on the separator."""
    board, inside = puzzle.board, {*squares, *separator}
    beyond = {square for square in board if square not in inside}
    own = Board(board.rows, board.columns, board.holes | beyond)
    end = separator[1] if puzzle.closed else next(iter({*puzzle.given_ends} & {*squares}), None)
    return Part(separator, squares, Puzzle(own, separator[0], end, leaper=puzzle.leaper))


def refutation_by_ends(
    puzzle: Puzzle, separator: tuple[Square, ...], sides: Sequence[Collection[Square]]
) -> NoTour | None:
    """Return why there is none where both given ends are in one part; None where they are not."""
    given = {*puzzle.given_ends}
    if puzzle.closed or len(given) < 2 or not any(given <= {*side} for side in sides):
        return None
    board = puzzle.board
    reason = Sentence(
        "Without {joint} the board falls into two parts, and a tour has an end in each."
        " {ends} are both in one.",
        joint=board.name(separator[0]),
        ends=short_name_list(board, sorted(given)),
    )
    side = next(side for side in sides if given <= {*side})
    log = {"joints": list(separator), "squares": sorted(side)}
    return NoTour(reason, "joints", {Sentence("goes through"): list(separator)}, log)


def refutation_by_part(part: Part, no: NoTour) -> NoTour:
    """Return why the whole has no tour where this part has none."""
    board, separator = part.puzzle.board, part.separator
    values = {"joints": short_name_list(board, separator), "square": board.name(min(part.squares))}
    if len(separator) == 1:
        rule = Sentence(
            "Without {joints} the board falls into two parts, and a tour goes through it once, so"
            " the part with {square} would have a tour of its own that ends there.",
            **values,
        )
    else:
        rule = Sentence(
            "Without {joints} the board falls into two parts, and a closed tour goes through each"
            " once, so the part with {square} would have a tour of its own from one to the other.",
            **values,
        )
    own = Sentence("It has none:")
    log = {
        "joints": list(separator),
        "squares": sorted(part.squares),
        "proof": no.proof,
        "witness": {str(name): list(squares) for name, squares in no.witness.items()},
        "log": no.log,
    }
    witness = {Sentence("goes through"): list(separator), **no.witness}
    return NoTour(paragraph((rule, own, no.reason)), "joints", witness, log)
