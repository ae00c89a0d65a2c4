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

Solving = Callable[[Puzzle, int | None], Generator[Progress, None, Tour]]
Joints = tuple[Square, ...]  # one, or two

MOST_SQUARES = 2000  # of a board that is looked at
PAIR_SQUARES = 400  # of one that is looked at for pairs: the work grows with their square
LEAST_SQUARES = 8  # of a part that is worth a question of its own
EVEN = 0.75  # of the squares in the larger part: so it is parted well enough
MOST_TRIED = 50  # squares that part the board, of which the best is taken


def tours(puzzle: Puzzle, seed: int | None, *, solving: Solving) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; ends without where nothing parts the board.

    `solving` answers the questions of the parts; `NoTour` where one of them has no tour.
    """

    def asking(question: Puzzle) -> Generator[Progress, None, Tour]:
        return solving(question, seed)

    yield Progress("joints")
    joints, sides = yield from _best_separator(puzzle)
    if len(joints) == 1 + puzzle.closed:
        yield from _by_path(puzzle, joints, sides, asking)
    elif joints:
        pair = pairs.SeparationPair(puzzle, (joints[0], joints[1]), sides)
        yield from pairs.tours(pair, seed, asking=asking)


def _by_path(
    puzzle: Puzzle, joints: Joints, sides: Sequence[Collection[Square]], asking: pairs.Asking
) -> Iterator[Event]:
    """Yield the tour that is a path in each part; ends without where one is left undecided."""
    no = refutation_by_ends(puzzle, joints, sides)
    if no:
        raise no
    paths = []
    for side in sides:
        asked = question_of_part(puzzle, joints, side)
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
) -> Generator[Progress, None, tuple[Joints, Sequence[Collection[Square]]]]:
    """Return the squares that part the board most evenly, and its two parts; or nothing."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    best: tuple[int, Joints, Sequence[Collection[Square]]] = (len(graph), (), ())
    for others in _beginnings(puzzle, graph):
        if len(others) == 1 == len(best[1]):
            break  # by one square, and its parts may be by two
        found = yield from articulations(graph, others)
        for joint in found[:: -(-len(found) // MOST_TRIED) or 1]:
            joints = (*others, joint)
            sides = _sides(puzzle, components(graph, joints), joints)
            if sides:
                best = min(best, (max(map(len, sides)), joints, sides), key=lambda each: each[0])
        yield Progress("joints")
        if best[0] <= EVEN * len(graph):
            break
    return best[1], best[2]


def _beginnings(puzzle: Puzzle, graph: Graph[Square]) -> Iterator[Joints]:
    """Yield what joints may begin with: nothing, or a square, those first that have few moves."""
    if not puzzle.closed and len(graph) <= MOST_SQUARES:
        yield ()
    if len(graph) <= PAIR_SQUARES:  # where a board is narrow, moves are few
        yield from ((square,) for square in sorted(graph, key=lambda square: len(graph[square])))


def _sides(
    puzzle: Puzzle, parts: list[list[Square]], joints: Joints
) -> Sequence[Collection[Square]]:
    """Return the two parts of a board, or nothing where they make no good questions."""
    if puzzle.closed:
        most = 2
    elif len(joints) == 1:
        most = 0 if {puzzle.start, puzzle.end} & {*joints} else 2
    else:  # which an open tour may leave three of
        most = 3
    parts.sort(key=len)
    if not 2 <= len(parts) <= most or sum(map(len, parts[:-1])) < LEAST_SQUARES:
        return ()
    return [square for part in parts[:-1] for square in part], parts[-1]


def _union(puzzle: Puzzle, one: Joints, other: Joints) -> tuple[Square, ...]:
    """Return the tour of the whole; each path begins on the first joint."""
    if puzzle.closed:
        return (*one, *other[-2:0:-1])
    return puzzle.from_start((*one[::-1], *other[1:]))


@dataclass(frozen=True)
class Part:
    """A part of a board without its joints, and the question that it has to answer with them."""

    joints: tuple[Square, ...]
    squares: Collection[Square]
    puzzle: Puzzle


def question_of_part(
    puzzle: Puzzle, joints: tuple[Square, ...], squares: Collection[Square]
) -> Part:
    """Return what one part has to answer: a tour that begins on the first joint."""
    board, inside = puzzle.board, {*squares, *joints}
    beyond = {square for square in board if square not in inside}
    own = Board(board.rows, board.columns, board.holes | beyond)
    end = joints[1] if puzzle.closed else next(iter({*puzzle.given_ends} & {*squares}), None)
    return Part(joints, squares, Puzzle(own, joints[0], end, leaper=puzzle.leaper))


def refutation_by_ends(
    puzzle: Puzzle, joints: tuple[Square, ...], sides: Sequence[Collection[Square]]
) -> NoTour | None:
    """Return why there is none where both given ends are in one part; None where they are not."""
    given = {*puzzle.given_ends}
    if puzzle.closed or len(given) < 2 or not any(given <= {*side} for side in sides):
        return None
    board = puzzle.board
    reason = Sentence(
        "Without {joint} the board falls into two parts, and a tour has an end in each."
        " {ends} are both in one.",
        joint=board.name(joints[0]),
        ends=short_name_list(board, sorted(given)),
    )
    side = next(side for side in sides if given <= {*side})
    log = {"joints": list(joints), "squares": sorted(side)}
    return NoTour(reason, "joints", {Sentence("goes through"): list(joints)}, log)


def refutation_by_part(part: Part, no: NoTour) -> NoTour:
    """Return why the whole has no tour where this part has none."""
    board, joints = part.puzzle.board, part.joints
    values = {"joints": short_name_list(board, joints), "square": board.name(min(part.squares))}
    if len(joints) == 1:
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
        "joints": list(joints),
        "squares": sorted(part.squares),
        "proof": no.proof,
        "witness": {str(name): list(squares) for name, squares in no.witness.items()},
        "log": no.log,
    }
    witness = {Sentence("goes through"): list(joints), **no.witness}
    return NoTour(paragraph((rule, own, no.reason)), "joints", witness, log)
