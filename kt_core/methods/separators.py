"""Boards with a cut vertex or a separation pair, solved part by part.

J. Hopcroft and R. Tarjan, Commun. ACM 16 (1973) 372. A tour has one path in each part, or two, so
each part is a question. Linear except for those questions. Proofs: "joints" and "pairs" (the parts,
and refutations of their questions). Imports `exact` and `two_factors` for the parts; `solving`
answers other questions.

An open tour visits a cut vertex once, so it has one end in each part, and each part has a path that
ends at the cut vertex. A closed tour visits each square of a separation pair once, so each part has
a path from one to the other.

An open tour can pass a separation pair in six ways. It is x a y b z with the pair a and b, where x,
y and z are paths, perhaps empty, each in one part. Either one part has y, so it has a path from a
to b; then the other part has x and z, a tour that jumps from a to b. Or each part has x or z, so it
has a tour that begins at a or b; one of them also has y. These are six splits, each with two
questions. The questions are worked on in turn, until both questions of a split have a tour, or each
split has a question without a tour. In a jump, one or two vertices replace the path in the other
part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from kt_core.board import Board, Square, SquarePath, short_name_list
from kt_core.connectivity import components, cut_vertices
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Event, Found, Progress, first_path
from kt_core.graph import Graph, knight_graph
from kt_core.language import Sentence, paragraph
from kt_core.methods import exact, two_factors
from kt_core.theory import cycle_for
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

PartSolver = Callable[[Puzzle, int | None], Generator[Progress, None, Tour]]
Separator = tuple[Square, ...]  # one square or two

MOST_SQUARES = 2000  # limit for a board that is searched for separators
PAIR_SQUARES = 400  # limit for a search for pairs: its work is quadratic
LEAST_SQUARES = 8  # smaller parts are not split off
EVEN = 0.75  # the largest share of the larger part that counts as even
MOST_TRIED = 50  # limit for the separators with the same first square that are compared
Asking = Callable[[Puzzle], Generator[Progress, None, Tour]]
PartAnswer = SquarePath | NoTour | None
Working = Generator[Progress, None, PartAnswer]

FIRST_TURN_SLICES = 20  # budget of the first turn for each question
FIRST_JUMP_SLICES = 10  # first budget of exact search, and of joining cycles after it
MANY = 1 << 30  # attempts at joining cycles: practically no limit


SquarePair = tuple[Square, Square]


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
        pair = SeparationPair(puzzle, (separator[0], separator[1]), sides)
        yield from pair_tours(pair, seed, asking=asking)


def _by_path(
    puzzle: Puzzle, separator: Separator, sides: Sequence[Collection[Square]], asking: Asking
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
        found = yield from cut_vertices(graph, others)
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
    else:  # an open tour allows three parts
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
    log = {"joints": list(separator), "squares": sorted(part.squares), **_members(no)}
    witness = {Sentence("goes through"): list(separator), **no.witness}
    return NoTour(paragraph((rule, own, no.reason)), "joints", witness, log)


class Subproblem(NamedTuple):
    """The question whether one part and separating squares, together, have a tour.

    The tour begins at `first`, one of these; if that is None, it jumps from one to the other.
    """

    part: int  # 0 or 1
    separator: tuple[Square, ...]
    first: Square | None
    last: Square | None = None


Split = tuple[Subproblem, Subproblem]


@dataclass(frozen=True)
class SeparationPair:
    """A puzzle whose board falls into two parts when a pair of squares is removed."""

    puzzle: Puzzle
    separator: SquarePair
    parts: Sequence[Collection[Square]]

    def splits(self) -> Iterator[Split]:
        """Yield the splits that the given ends allow."""
        a, b = self.separator
        for part in (0, 1):
            other = 1 - part
            yield from self._legal_splits(
                Subproblem(part, (a, b), a, b), Subproblem(other, (a, b), None)
            )
            for vertex in (a, b):
                yield from self._legal_splits(
                    Subproblem(part, (vertex,), vertex), Subproblem(other, (a, b), vertex)
                )

    def question(self, subproblem: Subproblem) -> Puzzle:
        """Return the puzzle of a part; for a jump, without the jump."""
        board, ends = self.puzzle.board, self._ends(subproblem)
        inside = {*self.parts[subproblem.part], *subproblem.separator}
        own = Board(board.rows, board.columns, board.holes | {s for s in board if s not in inside})
        if subproblem.first is None:
            start, end = self.puzzle.start, self.puzzle.end  # they are in the part: see `_fits`
        else:
            start, end = (
                subproblem.first,
                next(iter(ends), None) if subproblem.last is None else subproblem.last,
            )
        return Puzzle(own, start, end, leaper=self.puzzle.leaper)

    def _legal_splits(self, one: Subproblem, other: Subproblem) -> Iterator[Split]:
        # A path from joint to joint has no end of the tour. A path from one joint has one end,
        # which is not in both parts. A jump has both ends.
        if all(self._fits(subproblem) for subproblem in (one, other)):
            yield one, other

    def _fits(self, subproblem: Subproblem) -> bool:
        given = {*self.puzzle.given_ends}
        if subproblem.first is None:
            return given <= {*self.parts[subproblem.part], *subproblem.separator}
        if subproblem.last is not None:
            return given.isdisjoint(self.parts[subproblem.part])
        return subproblem.first not in given and len(self._ends(subproblem)) < 2

    def _ends(self, subproblem: Subproblem) -> set[Square]:
        return {*self.puzzle.given_ends} & {*self.parts[subproblem.part], *subproblem.separator}

    def refutation(self, none: Mapping[Subproblem, NoTour]) -> NoTour:
        """Return the refutation by the refuted questions, of which each split has one."""
        a, b = map(self.puzzle.board.name, self.separator)
        reason = Sentence(
            "Without {joints} the board falls into two parts, and a tour goes once through each of"
            " these squares. So one part has a path from {a} to {b}, and the other part has the"
            " rest; or each part has a path that begins on {a}, and {b} is in one of them; or each"
            " has a path that begins on {b}, and {a} is in one of them. In each of these six cases,"
            " a part does not have its path.",
            joints=short_name_list(self.puzzle.board, self.separator),
            a=a,
            b=b,
        )
        log = {
            "joints": list(self.separator),
            "squares": sorted(self.parts[0]),
            "parts": [_entry(subproblem, no) for subproblem, no in none.items()],
        }
        return NoTour(reason, "pairs", {Sentence("goes through"): list(self.separator)}, log)


def _entry(subproblem: Subproblem, no: NoTour) -> dict[str, Any]:
    question = subproblem._asdict()
    return {"joints": question.pop("separator"), **question, **_members(no)}


def _members(no: NoTour) -> dict[str, Any]:
    """Return a refutation as the members of a log."""
    witness = {str(name): list(squares) for name, squares in no.witness.items()}
    return {"proof": no.proof, "witness": witness, "log": no.log}


def pair_tours(pair: SeparationPair, seed: int | None, *, asking: Asking) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; end without one if parts are undecided.

    `asking` answers the questions. Raise `NoTour` if each split has a question without a tour.
    """
    splits = [*pair.splits()]
    working = {
        subproblem: subproblem_answer(pair, subproblem, seed, asking)
        for split in splits
        for subproblem in split
    }
    known: dict[Subproblem, PartAnswer] = {}
    turn = FIRST_TURN_SLICES
    while working:
        for subproblem in list(working):
            if subproblem in working and (yield from _work_on(working, subproblem, turn, known)):
                path = _union_of_split(pair, splits, known)
                if path:
                    yield Progress("joints")  # names this method, not those that solved the parts
                    yield Found(path)
                    return
                for over in _finished_subproblems(splits, known):
                    working.pop(over, None)
        turn += turn // 2
    none = {subproblem: no for subproblem, no in known.items() if isinstance(no, NoTour)}
    if all(one in none or other in none for one, other in splits):
        raise pair.refutation(none)


def _work_on(
    working: Mapping[Subproblem, Working],
    subproblem: Subproblem,
    turn: int,
    known: dict[Subproblem, PartAnswer],
) -> Generator[Progress, None, bool]:
    """Work on a question for `turn` slices; return True if its answer is known now."""
    for _ in range(turn):
        try:
            yield next(working[subproblem])
        except StopIteration as done:
            known[subproblem] = done.value
            return True
    return False


def subproblem_answer(
    pair: SeparationPair, subproblem: Subproblem, seed: int | None, asking: Asking
) -> Working:
    """Return the tour of a part, or its refutation, in slices; None if undecided."""
    question = pair.question(subproblem)
    try:
        if subproblem.first is not None:
            return (yield from asking(question)).path
        beyond = sorted(pair.parts[1 - subproblem.part])
        return (yield from first_path(_jump_events(question, pair.separator, beyond, seed)))
    except NoTour as no:
        return no
    except Undecided:
        pass
    return None


def _finished_subproblems(
    splits: Sequence[Split], known: Mapping[Subproblem, PartAnswer]
) -> Iterator[Subproblem]:
    """Yield the questions that need no work, because they or their splits are decided."""
    for split in splits:
        if any(isinstance(known.get(subproblem), NoTour) for subproblem in split):
            yield from split
    yield from known


def _union_of_split(
    pair: SeparationPair, splits: Sequence[Split], known: Mapping[Subproblem, PartAnswer]
) -> SquarePath:
    """Return the whole tour by a split whose questions both have one; empty if there is none."""
    for split in splits:
        one, other = (known.get(subproblem) for subproblem in split)
        if isinstance(one, tuple) and isinstance(other, tuple):
            path = (
                _through(pair, one, other)
                if split[0].last is not None
                else (*one[::-1], *other[1:])
            )
            return pair.puzzle.from_start(path)
    return ()


def _through(pair: SeparationPair, through: SquarePath, jumping: SquarePath) -> SquarePath:
    """Return the path that jumps, with the path between the pair inserted."""
    here = sorted(map(jumping.index, pair.separator))
    forth = through if jumping[here[0]] == through[0] else through[::-1]
    return (*jumping[: here[0]], *forth, *jumping[here[1] + 1 :])


def _jump_events(
    puzzle: Puzzle, separator: tuple[Square, Square], beyond: Sequence[Square], seed: int | None
) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour that passes squares beyond the board at its jump.

    Raise `NoTour` with a record if there is none; end without a tour if undecided.
    """
    try:
        cycle = yield from _cycle(puzzle, separator, beyond)
        yield from _in_turn(cycle, seed)
    except NoTour as no:
        # If a short argument refutes the puzzle, the rules of a record refute it at once.
        record = no.log.get("search") if no.proof == "search" else [("dead",)]
        if record:
            fields = {"search": record, "beyond": _vertices_between(puzzle, separator, beyond)}
            raise NoTour(no.reason, "jump", no.witness, fields) from None


def _in_turn(cycle: Cycle, seed: int | None) -> Iterator[Event]:
    search = exact.cycles(cycle, seed)
    join = two_factors.cycles(cycle, seed, MANY)
    turn = FIRST_JUMP_SLICES
    while True:
        for _ in range(turn):
            event = next(search, None)
            if event is None:
                return
            yield event
        try:
            for _, event in zip(range(turn), join, strict=False):
                yield event
        except NoTour:  # exact search refutes the puzzle too, with a record
            join = iter(())
        turn += turn // 2


def _cycle(
    puzzle: Puzzle, separator: tuple[Square, Square], beyond: Sequence[Square]
) -> Generator[Progress, None, Cycle]:
    between = _vertices_between(puzzle, separator, beyond)
    graph: dict[Square, Sequence[Square]] = dict(knight_graph(puzzle.board, puzzle.leaper))
    line = [separator[0], *between, separator[1]]
    for a, b in pairwise(line):
        graph[a] = (*graph.get(a, ()), b)
        graph[b] = (*graph.get(b, ()), a)
    cycle = yield from cycle_for(puzzle, graph)
    return Cycle(
        puzzle, {v: _without(v, near, between) for v, near in cycle.graph.items()}, cycle.forced
    )


def _without(
    vertex: Square, near: Sequence[Square], between: Collection[Square]
) -> Sequence[Square]:
    """Return the neighbors of a vertex if no tour begins or ends between the pair."""
    if vertex in (FROM, TO):
        return [v for v in near if v not in between]
    return [v for v in near if v >= 0] if vertex in between else near


def _vertices_between(
    puzzle: Puzzle, separator: tuple[Square, Square], beyond: Sequence[Square]
) -> list[Square]:
    """Return one vertex between squares of one class, else two: the graph stays bipartite."""
    board = puzzle.board
    (row, column), (to_row, to_column) = (divmod(vertex, board.columns) for vertex in separator)
    up, right = puzzle.leaper
    steps = to_row - row + to_column - column if (up + right) % 2 else to_row - row
    return [*beyond[: 1 + steps % 2]]
