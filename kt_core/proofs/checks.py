"""Refutations checked by their witness and their log alone, from the definition of a tour.

Each check has what a stranger has: see `grammar`, `definitions` and `replay`, which share nothing
with what made the proofs. It returns what it has verified, as a sentence of its own. By kind, with
the lists of the witness that it goes by, and why there is no tour then:

    too-few         a closed tour of fewer than three squares
    parity          "dark", "light" part the squares. No move leads from one to the other; or each
                    does, so a tour takes turns, and the numbers or the given ends forbid that
    apart, narrow   "reached", "out of reach" part the squares, and no move leads between them
    degree          "no move": one of these has none. "one move": these have one, so each is an end,
                    which is too many, or none where the colours allow one. "few moves": no two of
                    these are a move apart; each needs two moves, an end one, and each square beside
                    them takes two, a given end one: that is too few
    cut             "taken away": without these k squares more parts are left than the k of a cycle,
                    or the k + 1 of a path
    inner, schwenk  "outer ...", "inner ..." are halves of the squares; no two outer ones are a move
                    apart, so a closed tour, or one with an inner end, takes turns between them, and
                    between the colours; but the outer squares have both colours. Or "taken away",
                    as a cut; or "left over", of 24 squares: every choice is tried anew
    corner, forced  a vertex with two edges left takes both, one that has both takes no more, none
                    closes a circle too soon: then one has too few, or what is left falls apart
    two-factor      "need two moves": no two of these are neighbours, and there is no room for two
                    edges each, at once or when what is forced is taken (Ore 1956)
    tree            its record is one such entry and its dead end
    search          its record, or one for each image, leads each choice to such a dead end
    frontier        the squares are passed in its order, or line by line along the short side; no
                    situation of those passed is left
    symmetry        for each image of the board: holes and squares change places; or too many
                    squares or too few moves stay where they are; or a record, whose edges are taken
                    and left out with their images
    joints          without one square (of a closed tour: two) the board is two parts, which a tour
                    goes through one after the other; one part has no tour from joint to end (joint)
    pairs           an open tour goes through two such squares in six ways; in each of them one part
                    has not what it needs

A record, a cut of no log, and what is forced are of the graph whose cycles are the tours: an open
tour is closed by a vertex -1 beside all squares where it may begin or end, or by -1 and -2, beside
each other, where it begins in one class of squares and ends in the other, or an end is given.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from functools import partial
from itertools import chain

from kt_core.board import Square, short_name_list
from kt_core.events import Progress
from kt_core.language import N_, Sentence, short, value_error
from kt_core.proofs.definitions import TOO_FEW, Field, clash, cycle_graph, given_ends, near, turns
from kt_core.proofs.frontier_check import passing
from kt_core.proofs.grammar import (
    FROM,
    TO,
    Dead,
    Images,
    Joint,
    Order,
    Pair,
    Proof,
    Search,
    Tree,
    Vertex,
    parsing,
)
from kt_core.proofs.images import claim_of_images
from kt_core.proofs.replay import Replay
from kt_core.proofs.separator_check import are_splits_refuted, only, parts_of
from kt_core.tour import NoTour, Puzzle

FORCED = Sentence("Moves that are forced, one after the other, come to contradict each other.")
#: What was verified; None where nothing was.
Claim = Sentence | None
Work = Generator[Progress, None, Claim]
Proving = Callable[[Proof, Puzzle], Generator[Progress, None, Sentence]]
#: Squares and holes of all boards that are parts of each other: a board of a million holds 100 MB.
MOST_PLACES = 3_000_000


def checking(no: NoTour, puzzle: Puzzle) -> Generator[Progress, None, Sentence]:
    """Return, in slices, what this proves of the puzzle; `ValueError` where it proves nothing."""
    proof = yield from parsing(no, puzzle.board)
    return (yield from proving(proof, puzzle))


def proving(proof: Proof, puzzle: Puzzle, places: int = 0) -> Generator[Progress, None, Sentence]:
    """Return the same of a proof; so many places have the boards that its board is part of."""
    board = puzzle.board
    if proof.kind not in KINDS:
        raise value_error(
            "{proof} is no kind of proof; there are {known}",
            proof=short(proof.kind),
            known=", ".join(KINDS),
        )
    places += board.rows * board.columns
    if places > MOST_PLACES:
        raise value_error("this proof has too many proofs within each other for its board")
    if any(square not in board for shown in proof.witness.values() for square in shown):
        raise value_error("the witness has squares that are not of the board")
    claim: Claim | Work
    if len(board) == 1 and not puzzle.closed and proof.kind != "symmetry":
        claim = None  # a square alone is an open tour, though perhaps not its own image
    elif proof.kind in NESTED:
        claim = NESTED[proof.kind](puzzle, proof, partial(proving, places=places))
    else:
        claim = CHECKS[proof.kind](puzzle, proof)
    if isinstance(claim, Generator):
        claim = yield from claim
    if not claim:
        raise value_error(
            "this is no proof of the kind {proof} for {board}", proof=repr(proof.kind), board=board
        )
    return claim


def _missing(proof: Proof) -> ValueError:
    return value_error(
        "a part of this proof of the kind {proof} is missing", proof=repr(proof.kind)
    )


def _squares_of(proof: Proof, name: str) -> array[int]:
    """Return squares of the witness, by what they show."""
    if name not in proof.witness:
        raise _missing(proof)
    return proof.witness[name]


def _too_few(puzzle: Puzzle, proof: Proof) -> Claim:
    return TOO_FEW if puzzle.closed and len(puzzle.board) < 3 else None


def _sides_of(puzzle: Puzzle, proof: Proof, *names: str) -> bytearray | None:
    """Return 1 or 2 for each square, by two lists of the witness; None where these do not part it.

    A list has a square as often as it likes.
    """
    board = puzzle.board
    side = bytearray(board.rows * board.columns)
    for its, name in enumerate(names, start=1):
        for square in _squares_of(proof, name):
            side[square] |= its
    whole = len(side) - side.count(0) == len(board)
    return None if 3 in side or not whole else side


def _parity(puzzle: Puzzle, proof: Proof) -> Claim:
    side, field = _sides_of(puzzle, proof, "dark", "light"), Field(puzzle)
    if side is None:
        return None
    within = across = False
    for square in puzzle.board:
        kinds = {side[to] == side[square] for to in field.near(square)}
        within, across = within or True in kinds, across or False in kinds
        if within and across:
            return None
    if not across and _no_way(side):
        return _no_way(side)
    if within:
        return None
    return turns(side) if clash(puzzle, side) else None


def _apart(puzzle: Puzzle, proof: Proof) -> Claim:
    side, field = _sides_of(puzzle, proof, "reached", "out of reach"), Field(puzzle)
    if side is None:
        return None
    if any(side[to] != side[square] for square in puzzle.board for to in field.near(square)):
        return None
    return _no_way(side)


def _no_way(side: bytearray) -> Claim:
    one, other = side.count(1), side.count(2)
    template = N_("No move leads from {one:,} of the squares to the other {other:,}.")
    return Sentence(template, one=one, other=other) if one and other else None


def _degree(puzzle: Puzzle, proof: Proof) -> Claim | Work:
    board, witness = puzzle.board, proof.witness
    alone = next((s for s in witness.get("no move", ()) if not near(puzzle, s)), None)
    if alone is not None:
        return Sentence("{square} has no move at all.", square=board.name(alone))
    single = {s for s in witness.get("one move", ()) if len(near(puzzle, s)) == 1}
    too_many = puzzle.closed or len(single | given_ends(puzzle)) > 2
    if single and (too_many or any(_is_barred(puzzle, square) for square in single)):
        template = N_(
            "One move alone leads from {named}, and not all of them can be ends of a tour."
        )
        return Sentence(template, named=short_name_list(board, single))
    if "few moves" in witness:
        return _few(puzzle, {*witness["few moves"]})
    return _replay(puzzle, proof) if single else None


def _few(puzzle: Puzzle, few: Collection[Square]) -> Claim:
    around = {s: near(puzzle, s) for s in few}
    if any(to in around for near_ in around.values() for to in near_):
        return None
    known = given_ends(puzzle) | _dead_ends(puzzle, few)
    spared = 0 if puzzle.closed else max(0, 2 - len(known)) + len(known.intersection(few))
    moves = Counter(to for near_ in around.values() for to in near_)
    room = sum(min(n, 2 - (not puzzle.closed and to in known)) for to, n in moves.items())
    return _need(puzzle, few) if room < 2 * len(few) - spared else None


def _need(puzzle: Puzzle, deficient: Collection[Square]) -> Sentence:
    template = N_(
        "{named} need more moves than there is room for at the squares that these lead to."
    )
    return Sentence(template, named=short_name_list(puzzle.board, deficient))


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


def _dead_ends(puzzle: Puzzle, few: Collection[Square]) -> set[Square]:
    """Return squares with one move, of a large board perhaps not all."""
    board, field = puzzle.board, Field(puzzle)
    sought: Iterable[Square] = board.squares
    if len(board) > 10_000 and len(board.holes) < len(board) // 8:
        # A knight has one move only where a hole is near; an end overlooked only leaves more room.
        sought = chain(few, (to for hole in board.holes for to in field.near(hole)))
    return {square for square in sought if len(field.near(square)) == 1}


def _cut(puzzle: Puzzle, proof: Proof) -> Claim | Work:
    if proof.log:
        return _replay(puzzle, proof)
    taken = {*proof.witness.get("taken away", ())}
    graph = cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    # The vertices that are added to the ends hold together, so they are cut as one, or not at all.
    too_many = graph.part_count(taken) > max(len(taken), 1)
    if not too_many and graph.part_count(taken | {FROM, TO}) <= len(taken) + 1:
        return None
    template = N_("Without {named} the board falls into more parts than any tour of it.")
    return Sentence(template, named=short_name_list(puzzle.board, taken))


def _schwenk(puzzle: Puzzle, proof: Proof) -> Claim | Work:
    if "taken away" in proof.witness:
        return _cut(puzzle, proof)
    if "left over" in proof.witness:
        small = puzzle.closed and len(puzzle.board) == 24
        return _enumeration(puzzle) if small else None
    return _turns(puzzle, proof) if puzzle.closed else None


def _inner(puzzle: Puzzle, proof: Proof) -> Claim:
    inner = {*_squares_of(proof, _lines(proof, "inner"))}
    fits = not puzzle.closed and bool(inner & given_ends(puzzle))
    return _turns(puzzle, proof) if fits else None


def _turns(puzzle: Puzzle, proof: Proof) -> Claim:
    # No two outer squares are neighbours, and there are as many of both. So a closed tour, or one
    # with an inner end, takes turns between outer and inner; it takes turns between the colours
    # too; then all outer squares would have one colour.
    board, field = puzzle.board, Field(puzzle)
    side = _sides_of(puzzle, proof, _lines(proof, "outer"), _lines(proof, "inner"))
    if side is None or side.count(1) != side.count(2) or sum(puzzle.leaper) % 2 == 0:
        return None
    outer = [square for square in board if side[square] == 1]
    colours = {sum(divmod(square, board.columns)) % 2 for square in outer}
    if len(colours) < 2 or any(side[to] == 1 for square in outer for to in field.near(square)):
        return None
    template = N_(
        "Half of the squares, {n:,}, have no move to each other, so a tour takes turns between them"
        " and the others, as it does between the colours; but they have both colours."
    )
    return Sentence(template, n=len(outer))


def _lines(proof: Proof, which: str) -> str:
    """Return what the witness calls the outer or inner rows, or columns."""
    name = next((name for name in proof.witness if name.startswith(which)), None)
    if name is None:
        raise _missing(proof)
    return name


def _two_factor(puzzle: Puzzle, proof: Proof) -> Claim | Work:
    if proof.log:
        return _replay(puzzle, proof)
    graph = cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    deficient, replay = _squares_of(proof, "need two moves"), Replay(graph)
    if replay.short(deficient):
        return _need(puzzle, {*deficient})
    if not replay.propagate():
        return FORCED
    return _need(puzzle, {*deficient}) if replay.short(deficient) else None


def _contradiction(puzzle: Puzzle, proof: Proof) -> Claim:
    graph = cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    return FORCED if Replay(graph).dies() else None


def _search(puzzle: Puzzle, proof: Proof) -> Claim | Work:
    of_images = isinstance(proof.log, Images)
    return claim_of_images(puzzle, proof) if of_images else _replay(puzzle, proof)


def _replay(puzzle: Puzzle, proof: Proof) -> Claim | Work:
    if proof.log is None:
        return _contradiction(puzzle, proof)
    if not isinstance(proof.log, Search) or proof.log.beyond is not None:
        raise _missing(proof)
    return _follow(puzzle, proof.log)


def _follow(puzzle: Puzzle, log: Search) -> Work:
    graph = cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    yield from Replay(graph).run(log.record)
    return Sentence.plural(
        "Every choice of moves leads to a dead end: a record of {n:,} entry was followed.",
        "Every choice of moves leads to a dead end: a record of {n:,} entries was followed.",
        len(log.record),
    )


def _tree(puzzle: Puzzle, proof: Proof) -> Claim:
    match proof.log:
        case Search((Tree() as tree, Dead()), None):
            pass
        case _:
            raise _missing(proof)
    graph = cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    if not Replay(graph).is_heavy(tree):
        return None
    return Sentence(
        "Squares have weights by which even the lightest moves that join all of them are heavier"
        " than a tour, with two moves at each square."
    )


def _enumeration(puzzle: Puzzle) -> Claim:
    """Return that every choice of moves leads to a dead end, tried here one after the other."""
    graph = cycle_graph(puzzle)
    if isinstance(graph, Sentence):
        return graph
    template = N_("Every choice of moves was tried anew, and each leads to a dead end.")
    return Sentence(template) if _dies(Replay(graph)) else None


def _dies(replay: Replay) -> bool:
    try:
        if replay.dies():
            return True
    except ValueError:
        return False
    a, b = _choice(replay)
    mark = len(replay.changes)
    for choice in (replay.take, replay.drop):
        if choice(a, b) and not _dies(replay):
            return False
        replay.back(mark)
    return True


def _choice(replay: Replay) -> tuple[Vertex, Vertex]:
    open_ = [v for v in replay.graph.vertices if replay.open[v]]
    vertex = min(open_, key=lambda v: replay.open[v])
    beside = replay.graph.beside(vertex)
    return vertex, min(other for edge, other in beside if not replay.state[edge])


def _frontier(puzzle: Puzzle, proof: Proof) -> Work:
    if proof.log is not None and not isinstance(proof.log, Order):
        raise _missing(proof)
    followed = yield from passing(puzzle, proof.log.squares if proof.log else ())
    template = N_("The board was passed square by square: after {n:,} situations none is left.")
    return Sentence(template, n=followed) if followed else None


def _joints(puzzle: Puzzle, proof: Proof, proving: Proving) -> Work:
    log, given = proof.log, given_ends(puzzle)
    if not isinstance(log, Joint):
        raise _missing(proof)
    parts = parts_of(puzzle, log)
    distinct = len(log.joints) == len({*log.joints}) == 1 + puzzle.closed
    if not parts or not distinct or not given.isdisjoint(log.joints):
        return None
    squares, rest = parts
    named = short_name_list(puzzle.board, {*log.joints})
    if len(given) == 2 and (given <= squares or given <= rest):
        # A tour goes through the joint once, so it has an end in either part.
        template = N_("Without {joints} the board falls in two, and both ends are in one part.")
        return Sentence(template, joints=named)
    if log.own is None:
        raise _missing(proof)
    first, *others = log.joints
    end = next(iter(others or given & squares), None)
    own = only(puzzle.board, squares.union(log.joints))
    why = yield from proving(log.own, Puzzle(own, first, end, leaper=puzzle.leaper))
    template = N_(
        "Without {joints} the board falls in two, and one part lacks what a tour needs. {why}"
    )
    return Sentence(template, joints=named, why=why)


def _pairs(puzzle: Puzzle, proof: Proof, proving: Proving) -> Work:
    if not isinstance(proof.log, Pair):
        raise _missing(proof)
    if not (yield from are_splits_refuted(puzzle, proof.log, proving)):
        return None
    template = N_(
        "Without {joints} the board falls in two, and for each way of a tour through both parts one"
        " of them lacks what it needs."
    )
    return Sentence(template, joints=short_name_list(puzzle.board, {*proof.log.joints}))


CHECKS: Mapping[str, Callable[[Puzzle, Proof], Claim | Work]] = {
    "too-few": _too_few,
    "parity": _parity,
    "apart": _apart,
    "narrow": _apart,
    "degree": _degree,
    "cut": _cut,
    "schwenk": _schwenk,
    "inner": _inner,
    "corner": _contradiction,
    "two-factor": _two_factor,
    "forced": _contradiction,
    "search": _search,
    "tree": _tree,
    "frontier": _frontier,
    "symmetry": claim_of_images,
}
#: Those whose proofs have others within them.
NESTED: Mapping[str, Callable[[Puzzle, Proof, Proving], Work]] = {
    "joints": _joints,
    "pairs": _pairs,
}
KINDS = (*CHECKS, *NESTED)
