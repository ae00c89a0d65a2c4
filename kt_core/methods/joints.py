"""Boards that fall into two parts without a square or two, the joints, solved part by part.

The joint of an open tour is a cut vertex (J. Hopcroft and R. Tarjan, Commun. ACM 16 (1973) 372).
The tour visits it once, so it has one end in each part, and each part has a path that ends at the
joint. The joints of a closed tour are a separation pair. The tour visits each once, so each part
has a path from one to the other. Finding a cut vertex takes linear time, a pair quadratic time.
Proof: "joints" (the refutation of a part). `solving` answers the questions of the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence

from kt_core.board import Board, Square, SquarePath, short_name_list
from kt_core.connectivity import components, cut_vertices
from kt_core.events import Event, Found, Progress
from kt_core.graph import Graph, knight_graph
from kt_core.language import N_, Sentence, paragraph
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

PartSolver = Callable[[Puzzle, int | None], Generator[Progress, None, Tour]]
Joints = tuple[Square, ...]  # one square for an open tour, two for a closed one

MOST_SQUARES = 2000  # limit for a board that is searched for cut vertices
PAIR_SQUARES = 400  # limit for a search for pairs: its work is quadratic
LEAST_SQUARES = 8  # smaller parts are not split off
EVEN = 0.75  # the largest share of the larger part that counts as even
MOST_TRIED = 50  # limit for the joints with the same first square that are compared


def tours(puzzle: Puzzle, seed: int | None, *, solving: PartSolver) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; end without one if there are no joints.

    Raise `NoTour` if a part lacks the path it needs; end without a tour if a part is undecided.
    """
    yield Progress("joints")
    joints, sides = yield from _best_joints(puzzle)
    if not joints:
        return
    no = refutation_by_ends(puzzle, joints, sides)
    if no:
        raise no
    paths = []
    for side in sides:
        part = question_of_part(puzzle, joints, side)
        try:
            paths.append((yield from solving(part, seed)).path)
        except NoTour as none:
            raise refutation_by_part(part.board, joints, side, none) from None
        except Undecided:
            return
    yield Progress("joints")  # names this method, not those that solved the parts
    yield Found(_union(puzzle, *paths))


def _best_joints(
    puzzle: Puzzle,
) -> Generator[Progress, None, tuple[Joints, Sequence[Collection[Square]]]]:
    """Return the joints with the most even parts, and the parts; empty if there are none."""
    graph = knight_graph(puzzle.board, puzzle.leaper)
    best: tuple[int, Joints, Sequence[Collection[Square]]] = (len(graph), (), ())
    for others in _beginnings(puzzle, graph):
        found = yield from cut_vertices(graph, others)
        for vertex in found[:: -(-len(found) // MOST_TRIED) or 1]:
            joints = (*others, vertex)
            sides = _sides(puzzle, components(graph, joints), joints)
            if sides:
                best = min(best, (len(sides[1]), joints, sides), key=lambda each: each[0])
        yield Progress("joints")
        if best[0] <= EVEN * len(graph):
            break
    return best[1], best[2]


def _beginnings(puzzle: Puzzle, graph: Graph[Square]) -> Iterator[Joints]:
    """Yield beginnings of joints: none, or one square, those with few moves first."""
    if not puzzle.closed:
        if len(graph) <= MOST_SQUARES:
            yield ()
    elif len(graph) <= PAIR_SQUARES:  # narrow places have squares with few moves
        yield from ((square,) for square in sorted(graph, key=lambda square: len(graph[square])))


def _sides(
    puzzle: Puzzle, parts: list[list[Square]], joints: Joints
) -> Sequence[Collection[Square]]:
    """Return the two parts of a board, the smaller first; empty if they are no useful questions."""
    parts.sort(key=len)
    is_useful = len(parts) == 2 and len(parts[0]) >= LEAST_SQUARES
    return parts if is_useful and not {*puzzle.given_ends} & {*joints} else ()


def _union(puzzle: Puzzle, one: SquarePath, other: SquarePath) -> SquarePath:
    """Return the whole tour; each path begins at the joints."""
    if puzzle.closed:
        return (*one, *other[-2:0:-1])
    return puzzle.from_start((*one[::-1], *other[1:]))


def question_of_part(puzzle: Puzzle, joints: Joints, squares: Collection[Square]) -> Puzzle:
    """Return the question of one part: a tour that begins at the first joint."""
    board, inside = puzzle.board, {*squares, *joints}
    beyond = {square for square in board if square not in inside}
    own = Board(board.rows, board.columns, board.holes | beyond)
    end = joints[1] if puzzle.closed else next(iter({*puzzle.given_ends} & {*squares}), None)
    return Puzzle(own, joints[0], end, leaper=puzzle.leaper)


def refutation_by_ends(
    puzzle: Puzzle, joints: Joints, sides: Sequence[Collection[Square]]
) -> NoTour | None:
    """Return the refutation if both given ends are in one part, else None."""
    given, board = {*puzzle.given_ends}, puzzle.board
    side = next((side for side in sides if given <= {*side}), None)
    if side is None or len(given) < 2:
        return None
    reason = Sentence(
        "Without {joint} the board falls into two parts, and a tour has an end in each."
        " {ends} are both in one.",
        joint=board.name(joints[0]),
        ends=short_name_list(board, sorted(given)),
    )
    log = {"joints": list(joints), "squares": sorted(side)}
    return NoTour(reason, "joints", {Sentence("goes through"): list(joints)}, log)


def refutation_by_part(
    board: Board, joints: Joints, squares: Collection[Square], no: NoTour
) -> NoTour:
    """Return the refutation of the whole from that of the part with these squares."""
    template = N_(
        "Without {joints} the board falls into two parts, and a tour goes through it once. So the"
        " part with {square} must have a tour that ends on {joints}."
    )
    if len(joints) == 2:
        template = N_(
            "Without {joints} the board falls into two parts, and a closed tour goes through each"
            " once. So the part with {square} must have a tour from one to the other."
        )
    names = {"joints": short_name_list(board, joints), "square": board.name(min(squares))}
    rule = Sentence(template, **names)
    own = Sentence("It has none:")
    inner = {str(name): list(shown) for name, shown in no.witness.items()}
    part = {"proof": no.proof, "witness": inner, "log": no.log}
    log = {"joints": list(joints), "squares": sorted(squares), **part}
    witness = {Sentence("goes through"): list(joints), **no.witness}
    return NoTour(paragraph((rule, own, no.reason)), "joints", witness, log)
