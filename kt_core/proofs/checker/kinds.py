"""The kinds of proofs, and the check of each: section 5 of docs/proofs.md.

A check trusts only the question, and returns a sentence about the facts that it has verified. The
work and the memory of a check are bounded, and it yields every few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

from kt_core.board import Square, short_name_list
from kt_core.events import Progress
from kt_core.language import N_, Sentence, short, value_error
from kt_core.proofs.checker.numbers import check_numbers
from kt_core.proofs.checker.question import (
    CHECKING,
    TOO_FEW,
    VERTICES_PER_YIELD,
    BoardMoves,
    alternation,
    clash,
    cycle_graph,
    given_ends,
)
from kt_core.proofs.checker.reader import FROM, MOST_DEPTH, TO, fields, members, squares, word
from kt_core.proofs.checker.record import IN, OPEN, OUT, EdgeStates, check_record
from kt_core.proofs.checker.reductions import check_joints, check_symmetry
from kt_core.tour import NoTour, Puzzle

Witness = Mapping[str, Iterable[Square]]
Verified = Generator[Progress, None, Sentence | None]
#: Limit for the squares and holes of nested boards, each a part of the previous one, in a proof; a
#: board of a million squares takes 100 MB.
MOST_PLACES = 3_000_000
MOST_PROOFS = 1000  # limit for the proofs within a proof


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, Sentence]:
    """Return the sentence that a refutation proves, in slices; `ValueError` if it proves nothing.

    The refutation may come from any source.
    """
    return _Check().proving(puzzle, word(no.proof), no.witness, no.log)


class _Check:
    """The check of a proof and of the proofs within it; their number and boards are limited."""

    def __init__(self) -> None:
        self.proofs = self.places = self.depth = 0

    def proving(
        self, puzzle: Puzzle, kind: str, witness: Any, log: Any
    ) -> Generator[Progress, None, Sentence]:
        board = puzzle.board
        if kind in RETIRED:
            raise value_error(
                "proofs of the kind {proof} are checked only by version {version} of this program",
                proof=kind,
                version=RETIRED[kind],
            )
        if kind not in KINDS:
            known = ", ".join(KINDS)
            raise value_error(
                "{proof} is no kind of proof; there are {known}", proof=short(kind), known=known
            )
        self.proofs, self.depth = self.proofs + 1, self.depth + 1
        self.places += board.rows * board.columns
        if self.depth > MOST_DEPTH:
            raise value_error(
                "this proof is nested too deeply; {most} is the most", most=MOST_DEPTH
            )
        if self.places > MOST_PLACES or self.proofs > MOST_PROOFS:
            raise value_error("this proof contains too many proofs, or too large boards")
        yield CHECKING
        lists = {name: squares(board, shown) for name, shown in members(witness)}
        found = yield from self._facts(puzzle, kind, lists, dict(members(log)))
        self.places, self.depth = self.places - board.rows * board.columns, self.depth - 1
        if not found:
            raise value_error(
                "this is no proof of the kind {proof} for {board}", proof=repr(kind), board=board
            )
        return found

    def _facts(self, puzzle: Puzzle, kind: str, witness: Witness, log: dict[str, Any]) -> Verified:
        if len(puzzle.board) == 1 and not puzzle.closed and kind != "symmetry":
            found = None  # a single square is an open tour
        elif "images" in log or kind == "symmetry":
            found = yield from check_symmetry(puzzle, fields(log, (), ["images"]))
        elif "search" in log:
            found = yield from _record(puzzle, fields(log, ["search"])["search"])
        elif kind == "numbers":
            found = yield from _numbers(puzzle, fields(log, ["numbers"])["numbers"])
        elif kind == "joints":
            found = yield from check_joints(puzzle, log, self.proving)
        else:
            fields(log, ())
            found = yield from WITNESSED.get(kind, _rules)(puzzle, witness)
        return found


def _record(puzzle: Puzzle, record: Any) -> Verified:
    graph = yield from cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    count = yield from check_record(record, EdgeStates(graph))
    return Sentence.plural(
        "Every choice of moves leads to a dead end: a record of {n:,} entry was followed.",
        "Every choice of moves leads to a dead end: a record of {n:,} entries was followed.",
        count,
    )


def _numbers(puzzle: Puzzle, record: Any) -> Verified:
    count = yield from check_numbers(puzzle, record)
    return Sentence.plural(
        "Every choice of numbers leads to a dead end: a record of {n:,} entry was followed.",
        "Every choice of numbers leads to a dead end: a record of {n:,} entries was followed.",
        count,
    )


def _rules(puzzle: Puzzle, witness: Witness) -> Verified:
    """Return the sentence if the rules alone lead to a dead end, or if a list lacks room."""
    crowd = witness.get("need two moves", witness.get("few moves"))
    return (
        yield from _record(puzzle, [["dead"]] if crowd is None else [["short", crowd], ["dead"]])
    )


def _too_few(puzzle: Puzzle, witness: Witness) -> Verified:
    yield CHECKING
    return TOO_FEW if puzzle.closed and len(puzzle.board) < 3 else None


def _list(witness: Witness, name: str) -> set[Square]:
    """Return the squares of the list whose name begins with these words."""
    found = next((key for key in witness if key.startswith(name)), None)
    if found is None:
        raise value_error("the witness of this proof has no list {name}", name=repr(name))
    return {*witness[found]}


def _sides(puzzle: Puzzle, witness: Witness, one: str, other: str) -> bytearray | None:
    """Return 1 or 2 for each square, by two lists; None if they do not partition the board."""
    side = bytearray(puzzle.board.rows * puzzle.board.columns)
    for which, name in enumerate((one, other), start=1):
        for square in _list(witness, name):
            side[square] |= which
    is_whole = len(side) - side.count(0) == len(puzzle.board)
    return None if 3 in side or not is_whole else side


def _parity(puzzle: Puzzle, witness: Witness) -> Verified:
    side = _sides(puzzle, witness, "dark", "light")
    if side is None:
        return None
    within, across = yield from _moves_between(puzzle, side)
    if not across and _no_way(side):
        return _no_way(side)
    return alternation(side) if not within and clash(puzzle, side) else None


def _apart(puzzle: Puzzle, witness: Witness) -> Verified:
    side = _sides(puzzle, witness, "reached", "out of reach")
    if side is None:
        return None
    _, across = yield from _moves_between(puzzle, side)
    return None if across else _no_way(side)


def _moves_between(puzzle: Puzzle, side: bytearray) -> Generator[Progress, None, tuple[bool, bool]]:
    """Return two flags: a move leads within a side, and a move leads across."""
    moves, found = BoardMoves(puzzle), set[bool]()
    for count, square in enumerate(puzzle.board):
        found |= {side[to] == side[square] for to in moves.near(square)}
        if count % VERTICES_PER_YIELD == 0:
            yield CHECKING
    return True in found, False in found


def _no_way(side: bytearray) -> Sentence | None:
    one, other = side.count(1), side.count(2)
    template = N_("No move leads from {one:,} of the squares to the other {other:,}.")
    return Sentence(template, one=one, other=other) if one and other else None


def _degree(puzzle: Puzzle, witness: Witness) -> Verified:
    # Facts about a few squares are checked at these squares, without the graph of a large board.
    moves, board = BoardMoves(puzzle), puzzle.board
    for square in witness.get("no move", ()):
        if not moves.near(square):
            return Sentence("{square} has no move at all.", square=board.name(square))
    single = {s for s in witness.get("one move", ()) if len(moves.near(s)) == 1}
    if single and (puzzle.closed or len(single | given_ends(puzzle)) > 2):
        template = N_(
            "One move alone leads from {named}, and not all of them can be ends of a tour."
        )
        return Sentence(template, named=short_name_list(board, single))
    is_shown = single or "few moves" in witness
    return (yield from _rules(puzzle, witness)) if is_shown else None


def _cut(puzzle: Puzzle, witness: Witness) -> Verified:
    cut = {*witness.get("taken away", ())}
    graph = yield from cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    parts = yield from graph.part_count(cut)
    without_ends = yield from graph.part_count(cut | {FROM, TO})
    if parts <= max(len(cut), 1) and without_ends <= len(cut) + 1:
        return None
    template = N_("Without {named} the board falls into more parts than any tour does.")
    return Sentence(template, named=short_name_list(puzzle.board, cut))


def _schwenk(puzzle: Puzzle, witness: Witness) -> Verified:
    if "taken away" in witness:
        return (yield from _cut(puzzle, witness))
    if not puzzle.closed:
        return None
    if "left over" in witness:
        return (yield from _every_choice(puzzle)) if len(puzzle.board) == 24 else None
    return (yield from _turns(puzzle, witness))


def _inner(puzzle: Puzzle, witness: Witness) -> Verified:
    has_inner_end = not given_ends(puzzle).isdisjoint(_list(witness, "inner"))
    return (yield from _turns(puzzle, witness)) if has_inner_end else None


def _turns(puzzle: Puzzle, witness: Witness) -> Verified:
    # No two outer squares are neighbors, and there are as many outer as inner squares. So a closed
    # tour, or one with an inner end, alternates between outer and inner squares. It alternates
    # between the colors too, so all outer squares would have one color.
    board, side = puzzle.board, _sides(puzzle, witness, "outer", "inner")
    if side is None or side.count(1) != side.count(2) or sum(puzzle.leaper) % 2 == 0:
        return None
    outer, moves = [square for square in board if side[square] == 1], BoardMoves(puzzle)
    yield CHECKING
    if len({sum(divmod(square, board.columns)) % 2 for square in outer}) < 2:
        return None
    if any(side[to] == 1 for square in outer for to in moves.near(square)):
        return None
    template = N_(
        "Half of the squares, {n:,}, have no move to each other, so a tour takes turns between them"
        " and the others, as it does between the colors; but they have both colors."
    )
    return Sentence(template, n=len(outer))


def _every_choice(puzzle: Puzzle) -> Verified:
    graph = yield from cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    states = EdgeStates(graph)
    yield from states.begin()
    template = N_("Every choice of moves was tried again, and each leads to a dead end.")
    return Sentence(template) if (yield from _is_hopeless(states)) else None


def _is_hopeless(states: EdgeStates) -> Generator[Progress, None, bool]:
    """Return True if every choice of the open edges leads to a dead end."""
    if (yield from states.is_over()):
        return True
    graph, mark = states.graph, len(states.changes)
    first = states.state.find(OPEN)
    if first < 0:
        return False
    for state in (IN, OUT):
        yield from states.change(state, graph.a[first], graph.b[first])
        hopeless = yield from _is_hopeless(states)
        yield from states.undo(mark, dead=False)
        if not hopeless:
            return False
    return True


WITNESSED: Mapping[str, Callable[[Puzzle, Witness], Verified]] = {
    "too-few": _too_few,
    "parity": _parity,
    "apart": _apart,
    "narrow": _apart,
    "degree": _degree,
    "cut": _cut,
    "schwenk": _schwenk,
    "inner": _inner,
}
#: Kinds whose log has a record; without a log, the rules alone refute the puzzle.
RECORDED = ("corner", "two-factor", "forced", "search", "tree")
#: Kinds that only an earlier version reads.
RETIRED = {"frontier": "1.0.0", "pairs": "1.0.0"}
KINDS = (*WITNESSED, *RECORDED, "symmetry", "joints", "numbers")
