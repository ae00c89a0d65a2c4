"""Random proofs: forged ones for questions that have a tour, and true ones with changes.

The true answer to each question is known from a walk of the piece or from all paths.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kt_core import Board, NoTour, Undecided
from kt_core.analysis import symmetry
from kt_core.events import Found, result_of
from kt_core.graph import KNIGHT, Leaper
from kt_core.methods import exact, joints, two_factors
from kt_core.proofs import check
from kt_core.proofs.checker.kinds import KINDS
from kt_core.solve import solving
from kt_core.theory import refute
from kt_core.tour import SYMMETRIES, Puzzle, Tour
from tests.shared.cases import by_definition, verdict_by_force

QUESTIONS = Path(__file__).parent / "questions.jsonl"


def by_theory(puzzle: Puzzle) -> Iterator[object]:
    """Refute a puzzle without a search; yield nothing."""
    refute(puzzle)
    yield from ()


METHODS: Mapping[str, Callable[[Puzzle], Any]] = {
    "theory": by_theory,
    "solving": solving,
    "exact": exact.tours,
    "factor": two_factors.tours,
    "joints": lambda puzzle: joints.tours(puzzle, None, solving=solving),
}
#: The beginning of a symmetry's name in `analysis`.
DRAWN = {"half-turn": "rot180", "quarter-turn": "rot90", "mirror": "mirror"}
BRUTE_SQUARES = 20  # up to this size, brute force follows all paths
LEAPERS: Sequence[Leaper] = (KNIGHT, KNIGHT, KNIGHT, (0, 1), (1, 1), (1, 3), (2, 3))
DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]
STRANGE: Sequence[Any] = (
    *(float("nan"), float("inf"), float("-inf"), 1.0, 0.0, -0.0, 1e300, True, False, None),
    *(0, 1, 2, -1, -2, -3, 7, 10**6, 10**9, 10**30, -(10**30)),
    *("", "a1", "b3", "0", "-0", "5", "NaN", "dead", "search", "\ud800", "é", "x" * 500),
    *([], {}, [[]], [[], []], {"": []}, {"search": []}, [0, 0], [[0, 0]], ["dead"], DEEP),
    *(list(range(500)), [["dead"]] * 50, {str(i): i for i in range(100)}, b"1", 1j, object()),
)


def walk(chance: Random, leaper: Leaper = KNIGHT) -> Puzzle:
    """Return a question that a walk of the piece answers, with or without given ends."""
    whole = Board(chance.randint(2, 6), chance.randint(2, 8))
    graph, path = by_definition(whole, leaper), [chance.choice(whole.squares)]
    for _ in range(chance.randint(1, 24)):
        moves = [square for square in graph[path[-1]] if square not in path]
        path += [chance.choice(moves)] if moves else []
    board = Board(whole.rows, whole.columns, set(whole) - set(path))
    start, end = (chance.choice((None, square)) for square in (path[0], path[-1]))
    if len(path) > 2 and path[0] in graph[path[-1]]:
        return Puzzle(board, start, closed=True, leaper=leaper)
    return Puzzle(board, start, end if end != start else None, leaper=leaper)


def forged(puzzle: Puzzle, kind: str, chance: Random) -> NoTour:
    """Return a false claim of this kind."""
    witness, log = random_witness(puzzle, chance), dict[str, Any]()
    if chance.random() < 0.5:
        log = {"search": record(puzzle, chance)}
    if kind == "joints":
        log = parted(puzzle, chance)
    return NoTour("Believe me.", kind, witness, log)


def random_witness(puzzle: Puzzle, chance: Random) -> Mapping[str, Sequence[int]]:
    """Return sets of squares, by all names that a check expects or only some of them."""
    board = puzzle.board
    some = chance.sample(board.squares, chance.randrange(len(board) + 1))
    rest = sorted(set(board) - set(some))
    shade = [sum(divmod(square, board.columns)) % 2 for square in board.squares]
    dark = [square for square, light in zip(board.squares, shade, strict=True) if not light]
    light = sorted(set(board) - set(dark))
    graph = by_definition(board, puzzle.leaper)
    single = [square for square in board if len(graph[square]) == 1]
    sides = chance.choice(((dark, light), (light, dark), (some, rest), (some, board.squares)))
    lines = [square for square in board if square // board.columns in (0, board.rows - 1)]
    inner = sorted(set(board) - set(lines))
    about = chance.choice(((lines, inner), sides))
    every = {
        **dict(zip(("dark", "light"), sides, strict=True)),
        **dict(zip(("reached", "out of reach"), sides, strict=True)),
        **dict(zip(("outer rows", "inner rows"), about, strict=True)),
        "no move": some[:2],
        "one move": chance.choice((single, single[:1], some)),
        "few moves": chance.choice((dark, light, some[:3], some[:1])),
        "taken away": chance.choice((some[:1], some[:2], some[:4], dark)),
        "left over": some[:2],
        "need two moves": chance.choice((dark, light, some[:3], some[:1])),
    }
    return {name: every[name] for name in every if chance.random() < 0.7}


def record(puzzle: Puzzle, chance: Random) -> list[tuple[object, ...]]:
    """Return the record of a search that gives up too early."""
    squares = [*puzzle.board.squares, -1, -2]
    entries = list[tuple[object, ...]]()
    for _ in range(chance.randrange(4)):
        a, b = (chance.choice(squares) for _ in range(2))
        entries += [(chance.choice(("take", "leave")), a, b), ("dead",)]
    crowd = chance.sample(squares, chance.randrange(len(squares)))
    weight = {square: chance.choice((0, 0, 0, 1, -1, 9)) for square in squares}
    shown = chance.choice([("dead",), ("short", crowd), ("tree", chance.choice(squares), weight)])
    entries.insert(chance.randrange(len(entries) + 1), shown)
    return entries + [("dead",)] * chance.randrange(3)


def parted(puzzle: Puzzle, chance: Random) -> dict[str, Any]:
    """Return the claim of a proof by parts."""
    squares = puzzle.board.squares
    cut = chance.sample(squares, min(len(squares), chance.choice((1, 2))))
    beyond = [square for square in squares if square not in cut]
    part = chance.sample(beyond, chance.randrange(len(beyond) + 1))
    proof = chance.choice([name for name in KINDS if name != "joints"])
    witness = random_witness(puzzle, chance)
    inside = {name: [s for s in shown if s in part] for name, shown in witness.items()}
    return {"joints": cut, "squares": part, "proof": proof, "witness": inside, "log": {}}


class Attempt(NamedTuple):
    """An attempted proof: its kind, the question, and whether the checker accepted it."""

    kind: str
    question: Puzzle
    accepted: bool


def attempt(seed: int) -> Attempt:
    """Forge or change a proof; it must be refused, unless there is no tour."""
    chance = Random(seed)
    puzzle, no = _refutation(chance)
    changed = _changed(no, chance)
    if chance.random() < 0.3:
        puzzle = another(puzzle, chance)
    try:
        assert check(changed, puzzle)
    except ValueError as wrong:
        assert str(wrong).strip()
        return Attempt(no.proof, puzzle, accepted=False)
    assert has_tour(puzzle) is not True, f"proven that there is no tour: {puzzle}"
    return Attempt(no.proof, puzzle, accepted=True)


def _refutation(chance: Random) -> tuple[Puzzle, NoTour]:
    """Return a question with a refutation, true or forged."""
    if chance.random() < 0.5:
        kind = chance.choice(sorted({no.proof for _, no in true_refutations()}))
        return chance.choice([each for each in true_refutations() if each[1].proof == kind])
    puzzle = walk(chance, chance.choice(LEAPERS))
    return puzzle, forged(puzzle, chance.choice(KINDS), chance)


@cache
def true_refutations() -> Sequence[tuple[Puzzle, NoTour]]:
    """Return true refutations of all kinds, and their questions."""
    found = list[tuple[Puzzle, NoTour]]()
    chance, least = Random(1), joints.LEAST_SQUARES
    joints.LEAST_SQUARES = 1  # so that small boards have parts too
    try:
        for by, puzzle in listed_questions():
            no = refutation_by(by, puzzle) if by != "theory" else None  # some boards are large
            found += [(puzzle, no)] if no else []
        for holes in ("", "a1 f5"):
            turned = Puzzle(Board(5, 6, holes), closed=True, symmetry="half-turn")
            no = refutation_by("solving", turned)  # a search refutes it
            found += [(turned, no)] if no else []
        for number in range(150):
            walked = walk(chance, LEAPERS[number % 3 + 2])
            puzzle = replace(walked, symmetry=SYMMETRIES[number % 3])
            no = refutation_by("solving", puzzle)
            found += [(puzzle, no)] if no else []
    finally:
        joints.LEAST_SQUARES = least
    return found


def listed_questions() -> Iterator[tuple[str, Puzzle]]:
    """Yield the questions of questions.jsonl, each with the name of the method that answers it."""
    for line in QUESTIONS.read_text("utf-8").splitlines():
        fields = json.loads(line)
        board = Board(fields.pop("rows"), fields.pop("columns"), fields.pop("holes"))
        by, leaper = fields.pop("by"), fields.pop("leaper")
        yield by, Puzzle(board, leaper=(leaper[0], leaper[1]), **fields)


def refutation_by(method: str, puzzle: Puzzle) -> NoTour | None:
    """Return the refutation by this method; None if it finds none."""
    try:
        deque(METHODS[method](puzzle), maxlen=0)
    except NoTour as no:
        return no.of(puzzle)
    return None


def another(puzzle: Puzzle, chance: Random) -> Puzzle:
    """Return a slightly different question."""
    board = puzzle.board
    holes = board.holes ^ {chance.randrange(board.rows * board.columns)}
    if len(holes) == board.rows * board.columns:
        return puzzle
    board = Board(board.rows, board.columns, holes) if chance.random() < 0.5 else board
    start, end = (s if s in board else None for s in (puzzle.start, puzzle.end))
    closed = puzzle.closed ^ (chance.random() < 0.3)
    start, end = (None if chance.random() < 0.3 else s for s in (start, None if closed else end))
    symmetry = chance.choice((None, None, puzzle.symmetry, *SYMMETRIES))
    end = None if start == end else end
    return Puzzle(board, start, end, closed, chance.choice((puzzle.leaper, *LEAPERS)), symmetry)


def _changed(no: NoTour, chance: Random) -> NoTour:
    """Return a refutation with an error in it."""
    parts: Any = {"proof": no.proof, "witness": {**no.witness}, "log": deepcopy(no.log)}
    for _ in range(chance.choice((0, 1, 1, 1, 2, 4))):
        parts = mutated(parts, chance)
    changed = NoTour(no.reason, no.proof)
    changed.proof, changed.witness = parts.get("proof"), parts.get("witness")
    changed.log = parts.get("log")
    return changed


def mutated(whole: Any, chance: Random) -> Any:
    """Return a value with one part replaced, removed or doubled."""
    copy = listed(whole)
    at: Any = copy
    while True:
        keys = [*at] if isinstance(at, dict) else [*range(len(at))]
        if not keys:
            return copy
        key = chance.choice(keys)
        inner = at[key]
        # All seeds share DEEP, so it must not be changed.
        if isinstance(inner, dict | list) and inner is not DEEP and inner and chance.random() < 0.8:
            at = inner
            continue
        break
    _change(at, key, chance)
    return copy


def _change(at: Any, key: Any, chance: Random) -> None:
    other = chance.choice([*at.values()] if isinstance(at, dict) else at)
    way = chance.randrange(6)
    if way == 0:
        del at[key]
    elif way == 1 and isinstance(at, list):
        at.insert(key, other)
    elif way == 2 and type(at[key]) is int:
        at[key] += chance.choice((-1, 1, 2, -8, 8))
    elif way == 3:
        at[key] = deepcopy(other)
    elif way == 4 and isinstance(at, dict):
        at[chance.choice(("search", "order", "images", "witness", "x", "-1", "3"))] = at.pop(key)
    else:
        at[key] = chance.choice(STRANGE)


def listed(value: Any) -> Any:
    """Return a copy in which every container is a list or a dict."""
    if value is DEEP:
        return value
    if isinstance(value, Mapping):
        return {key: listed(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [listed(each) for each in value]
    return value


@cache
def has_tour(puzzle: Puzzle) -> bool | None:
    """Return True if there is such a tour, without proofs; None if that is unknown."""
    plain = replace(puzzle, symmetry=None)
    if len(puzzle.board) > BRUTE_SQUARES:
        return _is_found(puzzle) or None
    if len(puzzle.board) == 1:
        if puzzle.closed:
            return False
        alone = Tour(puzzle.board, puzzle.board.squares)
        return puzzle.symmetry is None or is_image(alone, puzzle.symmetry)
    if puzzle.symmetry is None or not verdict_by_force(plain):
        return verdict_by_force(plain)
    found: Any = (event.path for event in exact.tours(plain) if isinstance(event, Found))
    tours = (Tour(puzzle.board, path, puzzle.closed, puzzle.leaper) for path in found)
    return any(is_image(tour, puzzle.symmetry) for tour in tours)


def _is_found(puzzle: Puzzle) -> bool:
    try:
        return isinstance(result_of(solving(puzzle, budget=300)), Tour)
    except (NoTour, Undecided):
        return False


def is_image(tour: Tour, kind: str) -> bool:
    """Return True if the drawing of a tour has this symmetry, by `analysis`."""
    return any(name.startswith(DRAWN[kind]) for name in symmetry(tour))
