"""Refutations checked by their witness and their log alone, from the definition of a tour.

Each check has what a stranger has: see `ground` and `replay`, which share nothing with what made
the proofs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping

from kt_core.board import Board, Square
from kt_core.events import Progress, drained
from kt_core.proofs.ground import Moves, clash, cycle_graph, given_ends, moves_of, near, part_count
from kt_core.proofs.passage import passing
from kt_core.proofs.replay import FROM, TO, Replay, merged, short
from kt_core.tour import NoTour, Puzzle

Work = Generator[Progress, None, bool]


def checked(no: NoTour, puzzle: Puzzle) -> None:
    """Do nothing where this proves that the puzzle has no tour; `ValueError` where it does not."""
    drained(checking(no, puzzle))


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, None]:
    """Do the same in slices."""
    squares = {square for shown in no.witness.values() for square in shown}
    board = puzzle.board
    if any(square not in board for square in squares):
        raise ValueError("the witness has squares that are not of the board")
    check = CHECKS.get(no.proof)
    if check is None:
        raise ValueError(f"{no.proof!r} is no kind of proof; there are {', '.join(CHECKS)}")
    try:
        proven = check(puzzle, no)
        if not isinstance(proven, bool):
            proven = yield from proven
    except (KeyError, TypeError, IndexError, AttributeError, StopIteration):
        raise ValueError(f"a part of this proof of the kind {no.proof!r} is missing") from None
    except RecursionError:  # as of parts in parts, a thousand deep
        raise ValueError(f"this proof of the kind {no.proof!r} is nested too deeply") from None
    if not proven or (len(board) == 1 and not puzzle.closed):  # a square alone is an open tour
        raise ValueError(f"this is no proof of the kind {no.proof!r} for {board}")


def _too_few(puzzle: Puzzle, no: NoTour) -> bool:
    return puzzle.closed and len(puzzle.board) < 3


def _parity(puzzle: Puzzle, no: NoTour) -> bool:
    dark, light = (set(no.witness[name]) for name in ("dark", "light"))
    if dark & light or len(dark) + len(light) != len(puzzle.board):
        return False
    crossing = [bool(near(puzzle, square) & dark) for square in light]
    inside = any(near(puzzle, square) & light for square in light) or any(
        near(puzzle, square) & dark for square in dark
    )
    if dark and light and not any(crossing):
        return True  # no way from one to the other
    return not inside and clash(puzzle, dark, light)


def _apart(puzzle: Puzzle, no: NoTour) -> bool:
    reached, rest = (set(no.witness[name]) for name in ("reached", "out of reach"))
    whole = not reached & rest and len(reached) + len(rest) == len(puzzle.board)
    return bool(whole and reached and rest) and all(near(puzzle, s) <= reached for s in reached)


def _degree(puzzle: Puzzle, no: NoTour) -> bool | Work:
    if any(not near(puzzle, square) for square in no.witness.get("no move", ())):
        return True
    single = {s for s in no.witness.get("one move", ()) if len(near(puzzle, s)) == 1}
    too_many = puzzle.closed or len(single | given_ends(puzzle)) > 2
    if single and (too_many or any(_is_barred(puzzle, square) for square in single)):
        return True
    if "few moves" not in no.witness:
        return _replayed(puzzle, no) if single else False
    few = set(no.witness["few moves"])
    around = {s: near(puzzle, s) for s in few}
    if any(not few.isdisjoint(to) for to in around.values()):
        return False
    known = given_ends(puzzle) | {s for s in _poor(puzzle, few) if len(near(puzzle, s)) == 1}
    spared = 0 if puzzle.closed else max(0, 2 - len(known)) + len(known & few)
    moves = Counter(to for near_ in around.values() for to in near_)
    room = sum(min(n, 2 - (not puzzle.closed and to in known)) for to, n in moves.items())
    return room < 2 * len(few) - spared


def _is_barred(puzzle: Puzzle, square: Square) -> bool:
    """Return whether the colours allow no end on a square, on a board where moves change them."""
    if sum(puzzle.leaper) % 2 == 0 or square in given_ends(puzzle):
        return False
    board, given = puzzle.board, given_ends(puzzle)
    cut = Counter(sum(divmod(hole, board.columns)) % 2 for hole in board.holes)
    size = board.rows * board.columns
    many = (size + 1) // 2 - cut[0], size // 2 - cut[1]
    own = sum(divmod(square, board.columns)) % 2
    if many[0] != many[1]:
        return many[own] < many[1 - own]
    return any(sum(divmod(end, board.columns)) % 2 == own for end in given)


def _poor(puzzle: Puzzle, few: Collection[Square]) -> Collection[Square]:
    """Return squares among which those with one move are sought."""
    board = puzzle.board
    if len(board) <= 10_000:
        return board.squares
    # A knight has one move only where a hole is near; an end overlooked only leaves more room.
    return {*few}.union(*(near(puzzle, hole) for hole in board.holes))


def _cut(puzzle: Puzzle, no: NoTour) -> bool | Work:
    if no.log:
        return _replayed(puzzle, no)
    taken = set(no.witness.get("taken away", ()))
    cycle = cycle_graph(puzzle)
    if cycle is None:
        return True
    graph = merged(cycle) if TO in cycle else cycle
    cuts = taken, taken | {FROM}  # which a closed tour has not: then it asks for one part more
    return any(part_count(graph, cut) > max(len(cut), 1) for cut in cuts)


def _schwenk(puzzle: Puzzle, no: NoTour) -> bool | Work:
    if "taken away" in no.witness:
        return _cut(puzzle, no)
    if "left over" in no.witness:
        return puzzle.closed and len(puzzle.board) == 24 and _exhausted(puzzle)
    return puzzle.closed and _turns(puzzle, no)


def _inner(puzzle: Puzzle, no: NoTour) -> bool:
    inner = _lines(no, "inner")
    return not puzzle.closed and bool(inner & given_ends(puzzle)) and _turns(puzzle, no)


def _turns(puzzle: Puzzle, no: NoTour) -> bool:
    # No two outer squares are neighbours, and there are as many of both. So a closed tour, or one
    # with an inner end, takes turns between outer and inner; it takes turns between the colours
    # too; then all outer squares would have one colour.
    board = puzzle.board
    outer, inner = _lines(no, "outer"), _lines(no, "inner")
    colours = {sum(divmod(square, board.columns)) % 2 for square in outer}
    return (
        not outer & inner
        and len(outer) == len(inner) == len(board) / 2
        and colours == {0, 1}
        and sum(puzzle.leaper) % 2 == 1
        and not any(near(puzzle, square) & outer for square in outer)
    )


def _lines(no: NoTour, which: str) -> set[Square]:
    """Return the squares of the outer or inner rows, or columns."""
    return set(no.witness[next(name for name in no.witness if name.startswith(which))])


def _two_factor(puzzle: Puzzle, no: NoTour) -> bool | Work:
    if no.log:
        return _replayed(puzzle, no)
    cycle = cycle_graph(puzzle)
    if cycle is None:
        return True
    replay = Replay(cycle)
    none: Moves = {vertex: set() for vertex in cycle}
    crowd = no.witness["need two moves"]
    if short(cycle, none, crowd) or not replay.settled():
        return True
    return short({v: replay.options[v] | replay.taken[v] for v in cycle}, replay.taken, crowd)


def _forced(puzzle: Puzzle, no: NoTour) -> bool:
    cycle = cycle_graph(puzzle)
    return cycle is None or not Replay(cycle).settled()


def _replayed(puzzle: Puzzle, no: NoTour) -> Work:
    if "search" not in no.log:
        return _forced(puzzle, no)
    cycle = cycle_graph(puzzle)
    if cycle is not None:
        yield from Replay(cycle).run(no.log["search"])
    return True


def _exhausted(puzzle: Puzzle) -> bool:
    """Return whether every choice of moves leads to a dead end, tried here one after the other."""
    cycle = cycle_graph(puzzle)
    return cycle is None or _dies(Replay(cycle))


def _dies(replay: Replay) -> bool:
    try:
        if not replay.settled():
            return True
    except ValueError:
        return False
    a = min((v for v in replay.options if replay.options[v]), key=lambda v: len(replay.options[v]))
    b, mark = min(replay.options[a]), len(replay.changes)
    for choice in (replay.take, replay.drop):
        if choice(a, b) and not _dies(replay):
            return False
        replay.back(mark)
    return True


def _frontier(puzzle: Puzzle, no: NoTour) -> Work:
    return passing(puzzle, moves_of(puzzle), no.log.get("order", ()))


def _joints(puzzle: Puzzle, no: NoTour) -> Work:
    board, joints, squares = puzzle.board, no.log["joints"], set(no.log["squares"])
    rest = {square for square in board if square not in squares and square not in joints}
    given = given_ends(puzzle)
    beside = squares.union(joints)
    known = all(square in board for square in beside) and len({*joints}) == 1 + puzzle.closed
    parted = known and squares and rest and given.isdisjoint(joints)
    if not parted or any(not near(puzzle, square) <= beside for square in squares):
        return False
    if len(given) == 2 and (given <= squares or given <= rest):
        return True  # a tour goes through the joint once, so it has an end in either part
    first, *others = joints
    end = next(iter(others or given & squares), None)
    own = Board(board.rows, board.columns, board.holes | rest)
    told = NoTour(no.reason, no.log["proof"], no.log["witness"], no.log["log"])
    yield from checking(told, Puzzle(own, first, end, leaper=puzzle.leaper))
    return True


def _pairs(puzzle: Puzzle, no: NoTour) -> Work:
    from kt_core.proofs.ways import ways_refuted  # which a page starts without

    return ways_refuted(puzzle, no.log, checking)


CHECKS: Mapping[str, Callable[[Puzzle, NoTour], bool | Work]] = {
    "too-few": _too_few,
    "parity": _parity,
    "apart": _apart,
    "narrow": _apart,
    "degree": _degree,
    "cut": _cut,
    "schwenk": _schwenk,
    "inner": _inner,
    "corner": _forced,
    "two-factor": _two_factor,
    "forced": _forced,
    "search": _replayed,
    "frontier": _frontier,
    "joints": _joints,
    "pairs": _pairs,
}
