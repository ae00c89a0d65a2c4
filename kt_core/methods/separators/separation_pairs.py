"""Open tours of boards with a separation pair: the six ways to pass it, in turn.

An open tour is x a y b z with the pair a and b, where x, y and z are paths, perhaps empty, each in
one part. Either one part has y, so it has a path from a to b; then the other part has x and z, a
tour that jumps from a to b. Or each part has x or z, so it has a tour that begins at a or b; one of
them also has y. These are six splits, each with two questions. The questions are worked on in turn,
until both questions of a split have a tour, or each split has a question without a tour. In a jump,
one or two vertices replace the path in the other part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from kt_core.board import Board, Square, SquarePath, short_name_list
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Event, Found, Progress, first_path
from kt_core.graph import knight_graph
from kt_core.language import Sentence
from kt_core.methods import exact, two_factors
from kt_core.theory import cycle_for
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

Asking = Callable[[Puzzle], Generator[Progress, None, Tour]]
PartAnswer = SquarePath | NoTour | None
Working = Generator[Progress, None, PartAnswer]

FIRST_TURN_SLICES = 20  # budget of the first turn for each question
FIRST_JUMP_SLICES = 10  # first budget of exact search, and of joining cycles after it
MANY = 1 << 30  # attempts at joining cycles


SquarePair = tuple[Square, Square]


class Subproblem(NamedTuple):
    """A question of one part: the existence of a tour of the part and of separating squares.

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
    witness = {str(name): list(squares) for name, squares in no.witness.items()}
    fields = {"proof": no.proof, "witness": witness, "log": no.log}
    members = subproblem._asdict()
    return {"joints": members.pop("separator"), **members, **fields}


def tours(pair: SeparationPair, seed: int | None, *, asking: Asking) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; end without one if parts are undecided.

    `asking` answers the questions. Raise `NoTour` if each split has a question without a tour.
    """
    splits = [*pair.splits()]
    working = {
        subproblem: answer(pair, subproblem, seed, asking)
        for split in splits
        for subproblem in split
    }
    known: dict[Subproblem, PartAnswer] = {}
    turn = FIRST_TURN_SLICES
    while working:
        for subproblem in list(working):
            if subproblem in working and (yield from _work_on(working, subproblem, turn, known)):
                path = _union(pair, splits, known)
                if path:
                    yield Progress("joints")  # names this method, not those that solved the parts
                    yield Found(path)
                    return
                for over in _decided(splits, known):
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


def answer(
    pair: SeparationPair, subproblem: Subproblem, seed: int | None, asking: Asking
) -> Working:
    """Return the tour of a part, or its refutation, in slices; None if undecided."""
    question = pair.question(subproblem)
    try:
        if subproblem.first is not None:
            return (yield from asking(question)).path
        beyond = sorted(pair.parts[1 - subproblem.part])
        return (yield from first_path(_jumping(question, pair.separator, beyond, seed)))
    except NoTour as no:
        return no
    except Undecided:
        pass
    return None


def _decided(
    splits: Sequence[Split], known: Mapping[Subproblem, PartAnswer]
) -> Iterator[Subproblem]:
    """Yield the questions that need no work, because they or their splits are decided."""
    for split in splits:
        if any(isinstance(known.get(subproblem), NoTour) for subproblem in split):
            yield from split
    yield from known


def _union(
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


def _jumping(
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
            fields = {"search": record, "beyond": _between(puzzle, separator, beyond)}
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
    between = _between(puzzle, separator, beyond)
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


def _between(
    puzzle: Puzzle, separator: tuple[Square, Square], beyond: Sequence[Square]
) -> list[Square]:
    """Return one vertex between squares of one class, else two: the graph stays bipartite."""
    board = puzzle.board
    (row, column), (to_row, to_column) = (divmod(vertex, board.columns) for vertex in separator)
    up, right = puzzle.leaper
    steps = to_row - row + to_column - column if (up + right) % 2 else to_row - row
    return [*beyond[: 1 + steps % 2]]
