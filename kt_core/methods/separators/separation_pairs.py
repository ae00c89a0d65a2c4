"""Open tours on boards that a separation pair holds together: each split of the tour in turn.

An open tour is x a y b z with the pair a and b: three walks, any of them empty, each of which lies
in one part. Either one part has y alone, a path from a to b, and the other x and z: a tour that
jumps from a to b. Or a part has x and perhaps y, or z and perhaps y: a tour that begins on a or b.
That makes six splits, each of two questions. All questions are worked at in turn until both of one
split have a tour, or each split has a question without. In a jump a vertex or two stand in for what
the tour passes in the other part.
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

FIRST_TURN_SLICES = 20  # of the first turn of each question
FIRST_JUMP_SLICES = 10  # of exact search, and of joining cycles after it
MANY = 1 << 30  # attempts at joining cycles


SquarePair = tuple[Square, Square]


class Subproblem(NamedTuple):
    """What one part is asked for: a tour of it and of these separating squares.

    It begins on `first`, one of these; where that is None, it jumps from one to the other.
    """

    part: int  # 0 or 1
    separator: tuple[Square, ...]
    first: Square | None
    last: Square | None = None


Split = tuple[Subproblem, Subproblem]


@dataclass(frozen=True)
class SeparationPair:
    """A puzzle whose board falls into two parts without two squares."""

    puzzle: Puzzle
    separator: SquarePair
    parts: Sequence[Collection[Square]]

    def splits(self) -> Iterator[Split]:
        """Yield the ways through the parts that the given ends of the tour allow."""
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
        """Return the question of a part; of a jump all but the jump."""
        board, ends = self.puzzle.board, self._ends(subproblem)
        inside = {*self.parts[subproblem.part], *subproblem.separator}
        own = Board(board.rows, board.columns, board.holes | {s for s in board if s not in inside})
        if subproblem.first is None:
            start, end = self.puzzle.start, self.puzzle.end  # which are in it: see `_fits`
        else:
            start, end = (
                subproblem.first,
                next(iter(ends), None) if subproblem.last is None else subproblem.last,
            )
        return Puzzle(own, start, end, leaper=self.puzzle.leaper)

    def _legal_splits(self, one: Subproblem, other: Subproblem) -> Iterator[Split]:
        # Between the two there is no end; from one on there is one, and that is no square that
        # both have; at a jump there are both.
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
        """Return why there is no tour, where in each way one of the questions has none."""
        a, b = map(self.puzzle.board.name, self.separator)
        reason = Sentence(
            "Without {joints} the board falls into two parts, and a tour goes once through each of"
            " these squares. So either one part has a path from {a} to {b} and the other all else;"
            " or both have a path that begins on {a}, or both one that begins on {b}, and the"
            " square that is left is in one of them. Each of these six ways asks a part for a path"
            " that it does not have.",
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
    asked = subproblem._asdict()
    return {"joints": asked.pop("separator"), **asked, **fields}


def tours(pair: SeparationPair, seed: int | None, *, asking: Asking) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; ends without where parts are left undecided.

    `asking` answers the questions of the parts; `NoTour` where each split has one without a tour.
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
            if subproblem in working and (yield from _goes_on(working, subproblem, turn, known)):
                path = _union(pair, splits, known)
                if path:
                    yield Progress("joints")  # which answers, whatever answer for the parts
                    yield Found(path)
                    return
                for over in _over(splits, known):
                    working.pop(over, None)
        turn += turn // 2
    none = {subproblem: no for subproblem, no in known.items() if isinstance(no, NoTour)}
    if all(one in none or other in none for one, other in splits):
        raise pair.refutation(none)


def _goes_on(
    working: Mapping[Subproblem, Working],
    subproblem: Subproblem,
    turn: int,
    known: dict[Subproblem, PartAnswer],
) -> Generator[Progress, None, bool]:
    """Go on with a question for so many slices; return whether its answer is known now."""
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
    """Return the tour of a part, or why it has none, in slices; None where nobody knows."""
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


def _over(splits: Sequence[Split], known: Mapping[Subproblem, PartAnswer]) -> Iterator[Subproblem]:
    """Yield the questions that need no answer: their own, or that of their split, is known."""
    for split in splits:
        if any(isinstance(known.get(subproblem), NoTour) for subproblem in split):
            yield from split
    yield from known


def _union(
    pair: SeparationPair, splits: Sequence[Split], known: Mapping[Subproblem, PartAnswer]
) -> SquarePath:
    """Return the tour of the whole by a split whose questions both have one; or nothing."""
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
    """Return the path that jumps, with the one between the pair put in at its jump."""
    here = sorted(map(jumping.index, pair.separator))
    forth = through if jumping[here[0]] == through[0] else through[::-1]
    return (*jumping[: here[0]], *forth, *jumping[here[1] + 1 :])


def _jumping(
    puzzle: Puzzle, separator: tuple[Square, Square], beyond: Sequence[Square], seed: int | None
) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour that passes squares from beyond at its jump.

    `NoTour` with a record to replay where there is none; ends without where nobody knows.
    """
    try:
        cycle = yield from _cycle(puzzle, separator, beyond)
        yield from _in_turn(cycle, seed)
    except NoTour as no:
        # Whatever a glance refutes, the rules of the record's replay refute at once.
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
        except NoTour:  # which the search will find too, with a record
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
    """Return where a vertex leads once no tour begins or ends between."""
    if vertex in (FROM, TO):
        return [v for v in near if v not in between]
    return [v for v in near if v >= 0] if vertex in between else near


def _between(
    puzzle: Puzzle, separator: tuple[Square, Square], beyond: Sequence[Square]
) -> list[Square]:
    """Return one vertex between squares of a class, else two, so that there are still classes."""
    board = puzzle.board
    (row, column), (to_row, to_column) = (divmod(vertex, board.columns) for vertex in separator)
    up, right = puzzle.leaper
    steps = to_row - row + to_column - column if (up + right) % 2 else to_row - row
    return [*beyond[: 1 + steps % 2]]
