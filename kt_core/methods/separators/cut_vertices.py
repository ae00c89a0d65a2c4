"""Split a board at a cut vertex or a separation pair, and solve the parts.

An open tour visits a cut vertex once, so it has one end in each part, and each part has a path that
ends at the cut vertex. A closed tour visits each square of a separation pair once, so each part has
a path from one to the other. An open tour can pass a pair in six ways: see `separation_pairs`.
J. Hopcroft and R. Tarjan, Commun. ACM 16 (1973) 372, find these squares.
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
Separator = tuple[Square, ...]  # one square or two

MOST_SQUARES = 2000  # limit for a board that is searched for separators
PAIR_SQUARES = 400  # limit for a search for pairs: its work is quadratic
LEAST_SQUARES = 8  # smaller parts are not split off
EVEN = 0.75  # the largest share of the larger part that counts as even
MOST_TRIED = 50  # the most separators with one beginning that are compared


def tours(puzzle: Puzzle, seed: int | None, *, solving: PartSolver) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; end without one if there is no separator.

    `solving` answers the questions of the parts. Raise `NoTour` if a part lacks the tour it needs.
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
    """Yield the tour that is a path in each part; end without one if a part is undecided."""
    no = refutation_by_ends(puzzle, separator, sides)
    if no:
        raise no
    paths = []
    for side in sides:
        part = question_of_part(puzzle, separator, side)
        try:
            paths.append((yield from asking(part.puzzle)).path)
        except NoTour as none:
            raise refutation_by_part(part, none) from None
        except Undecided:
            return
    yield Progress("joints")  # names this method, not those that solved the parts
    yield Found(_union(puzzle, *paths))


def _best_separator(
    puzzle: Puzzle,
) -> Generator[Progress, None, tuple[Separator, Sequence[Collection[Square]]]]:
    """Return the separator with the most even parts, and the parts; empty if there is none."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    best: tuple[int, Separator, Sequence[Collection[Square]]] = (len(graph), (), ())
    for others in _beginnings(puzzle, graph):
        if len(others) == 1 == len(best[1]):
            break  # a cut vertex was found; pairs are looked for in its parts
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
    """Yield beginnings of separators: none, or one square, those with few moves first."""
    if not puzzle.closed and len(graph) <= MOST_SQUARES:
        yield ()
    if len(graph) <= PAIR_SQUARES:  # narrow places have squares with few moves
        yield from ((square,) for square in sorted(graph, key=lambda square: len(graph[square])))


def _sides(
    puzzle: Puzzle, parts: list[list[Square]], separator: Separator
) -> Sequence[Collection[Square]]:
    """Return the two parts of a board; empty if they are not useful as questions."""
    if puzzle.closed:
        most = 2
    elif len(separator) == 1:
        most = 0 if {puzzle.start, puzzle.end} & {*separator} else 2
    else:  # an open tour may fall into three parts
        most = 3
    parts.sort(key=len)
    if not 2 <= len(parts) <= most or sum(map(len, parts[:-1])) < LEAST_SQUARES:
        return ()
    return [square for part in parts[:-1] for square in part], parts[-1]


def _union(puzzle: Puzzle, one: Separator, other: Separator) -> tuple[Square, ...]:
    """Return the whole tour; each path begins at the separator."""
    if puzzle.closed:
        return (*one, *other[-2:0:-1])
    return puzzle.from_start((*one[::-1], *other[1:]))


@dataclass(frozen=True)
class Part:
    """A part of a board, its separator, and their question."""

    separator: tuple[Square, ...]
    squares: Collection[Square]
    puzzle: Puzzle


def question_of_part(
    puzzle: Puzzle, separator: tuple[Square, ...], squares: Collection[Square]
) -> Part:
    """Return the question of one part: a tour that begins at the separator."""
    board, inside = puzzle.board, {*squares, *separator}
    beyond = {square for square in board if square not in inside}
    own = Board(board.rows, board.columns, board.holes | beyond)
    end = separator[1] if puzzle.closed else next(iter({*puzzle.given_ends} & {*squares}), None)
    return Part(separator, squares, Puzzle(own, separator[0], end, leaper=puzzle.leaper))


def refutation_by_ends(
    puzzle: Puzzle, separator: tuple[Square, ...], sides: Sequence[Collection[Square]]
) -> NoTour | None:
    """Return the refutation if both given ends are in one part, else None."""
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
    """Return the refutation of the whole from that of this part."""
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
