"""The main entry point: `solve` returns a tour or raises the reason why there is none.

It tries one method after another until one answers. `Tour` checks every tour, and "no tour" needs a
proof; if no method answers, the result is `Undecided`. Methods are imported on first use, because
the page starts without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from kt_core.board import Board, Square, Symmetry
from kt_core.cycle import SMALL_SQUARES
from kt_core.events import Event, Found, Progress, result_of
from kt_core.graph import KNIGHT, Leaper
from kt_core.language import Sentence, choices, value_error
from kt_core.theory import refute
from kt_core.tour import Given, NoTour, Puzzle, Tour, Undecided, seed_of, symmetry_of

EventT = TypeVar("EventT", bound=Event)
Method = Callable[[Puzzle, int | None], Iterator[Event]]

#: Slices of work, about 2 ms each, before the answer is `Undecided`: about a minute.
BUDGET_SLICES = 30_000
PATIENCE_SLICES = 200  # slices of exact search on small boards, where it comes first
LARGE_SQUARES = 2000  # exact search is almost never the fastest on larger boards
SEARCHED_SQUARES = 40_000  # exact search never finishes on larger boards, and takes gigabytes
FACTOR_SQUARES = 160_000  # two-factors take more than 300 MB on larger boards
UNLIMITED_ATTEMPTS = 1 << 30  # a method that alternates with others never gives up
#: Slices to spend on finding a simpler proof with few squares, by the kind of the proof that is
#: known. Proofs with a reason for each part of the board are the hardest to read, so they get the
#: most.
SIMPLER_PROOF_SLICES = {"forced": 200, "search": 200, "joints": 1500, "tree": 1500}
FIRST_TURN_SLICES = 40  # slices in the first turn of each alternating method


def solve(
    board: Board,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    seed: int | None = None,
    symmetry: str | None = None,
    given: Given | None = None,
    budget: int = BUDGET_SLICES,
) -> Tour:
    """Return a tour of the board, open or `closed`, from `start` and to `end` if these are given.

    >>> solve(Board(8, 8), start="a1", end="b1")
    Tour(Board(8, 8), open, a1 to b1)

    `start` and `end` are names or squares; `leaper` is another piece, such as (1, 4), the giraffe.
    The same `seed` gives the same tour, and another seed nearly always another tour; with a seed,
    the tour shows no trace of how it was built. `NoTour` if there is a proof that there is none;
    `Undecided` if `budget` slices of work, about 2 ms each, were not enough (by default about a
    minute); `ValueError` if the arguments contradict each other, such as an end of a closed tour.

    With a `symmetry`, one of "half-turn", "quarter-turn" and "mirror", the tour is its own image
    under it.

    `given` maps squares to numbers of a puzzle: the steps of the tour on them, counted from 1.

    >>> tour = solve(Board(8, 8), closed=True, given={"d7": 1, "e7": 18})
    >>> tour.board.names(tour.path[17:18])
    'e7'
    """
    puzzle = Puzzle.of(board, start=start, end=end, closed=closed, leaper=leaper, given=given)
    work = solving(puzzle, seed_of(seed), budget, symmetry=symmetry)
    return result_of(work)


def solving(
    puzzle: Puzzle,
    seed: int | None = None,
    budget: int = BUDGET_SLICES,
    *,
    symmetry: str | None = None,
) -> Generator[Progress, None, Tour]:
    """Return the tour of `solve`, in slices: yields `Progress` every few milliseconds.

    The method "proof" comes last; the `Progress` before it names the method that found the tour.
    """
    kind = puzzle.symmetry if symmetry is None else symmetry_of(symmetry)
    if kind:
        question = replace(puzzle, symmetry=kind)
        return (yield from _symmetric_tour(question, kind, seed, budget))
    yield Progress("theory")
    try:
        refute(puzzle)
    except NoTour as no:
        raise no.of(puzzle) from None
    spent = Counter[str]()
    for method in methods(puzzle):
        try:
            for event in within(puzzle, method(puzzle, seed), budget, spent):
                if isinstance(event, Found):
                    path = yield from _mix(puzzle, event.path, seed)
                    return (yield from tour_of(puzzle, path))
                assert isinstance(event, Progress)
                yield event
        except NoTour as no:
            raise (yield from _simpler_refutation(puzzle, no)).of(puzzle) from None
    raise budget_error(puzzle, spent)


def methods(puzzle: Puzzle) -> Iterator[Method]:
    """Yield the methods that may answer a question, the most suitable first."""
    if puzzle.closed and len(puzzle.given) == 1:
        yield _turned_tours
        return
    if puzzle.given:
        from kt_core.methods import consistency

        yield partial(_in_turn, (consistency.tours, _refutation_without_numbers))
        return
    # Each is imported when its turn comes: importing all at once would delay the page.
    # On few squares, exact search answers in milliseconds, and with a seed it can find any tour.
    if len(puzzle.board) <= SMALL_SQUARES:
        from kt_core.methods import exact

        yield partial(_for_a_while, exact.tours)
    # A full board with no short side is tiled, in time linear in its squares.
    from kt_core.methods import tilings

    if tilings.suits(puzzle):
        yield tilings.tours
    # With few holes, a tour of the full board is repaired near them. A million squares take a
    # second; all methods below would take minutes and gigabytes.
    from kt_core.methods import repair

    repairs = [repair.tours] if repair.suits(puzzle) else []
    if repairs and len(puzzle.board) > LARGE_SQUARES:
        yield from repairs
        repairs = []
        if len(puzzle.board) > FACTOR_SQUARES:
            return
    yield partial(_in_turn, (*repairs, *_searches(puzzle)))


def _searches(puzzle: Puzzle) -> list[Method]:
    """Return the methods that alternate on a board with holes, or for another leaper.

    A two-factor is found or refuted in polynomial time, and if there is a tour, its cycles can
    nearly always be joined. If there is none, few choices matter, and exact search finishes. Which
    case it is cannot be known in advance.
    """
    from kt_core.methods import exact, joints, one_trees, two_factors

    # If the board falls into two parts without a square or two, each part is solved separately.
    found: list[Method] = [
        partial(two_factors.tours, attempts=UNLIMITED_ATTEMPTS),
        partial(joints.tours, solving=solving),
    ]
    if len(puzzle.board) <= SEARCHED_SQUARES:
        found += exact.tours, two_factors.cuts
    # Weights of all squares may refute boards that the methods above cannot.
    if len(puzzle.board) <= one_trees.MOST_SQUARES:
        found.append(one_trees.weights)
    return found


def count_tours(
    board: Board,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    budget: int = BUDGET_SLICES,
) -> int:
    """Return the number of tours: closed tours counted undirected, open tours directed.

    >>> count_tours(Board(5, 5), start="a1")
    304

    A closed tour counts once, for any start and direction. An open tour and its reverse count as
    two if neither start nor end is given. Tours are found one by one, except on narrow boards,
    where partial tours in the same state are counted together. `Undecided` if `budget` slices,
    about 2 ms each, are not enough.
    """
    from kt_core.count import counting

    puzzle = Puzzle.of(board, start=start, end=end, closed=closed, leaper=leaper)
    return result_of(counting(puzzle, budget))


def _for_a_while(method: Method, puzzle: Puzzle, seed: int | None) -> Iterator[Event]:
    return islice(method(puzzle, seed), PATIENCE_SLICES)


def _in_turn(methods: Sequence[Method], puzzle: Puzzle, seed: int | None) -> Iterator[Event]:
    """Yield the events of several methods in turn; the turns grow longer."""
    running = [method(puzzle, seed) for method in methods]
    turn = FIRST_TURN_SLICES
    while running:
        for events in list(running):
            for _ in range(turn):
                event = next(events, None)
                if event is None:
                    running.remove(events)
                    break
                yield event
        turn += turn // 2


def _refutation_without_numbers(puzzle: Puzzle, seed: int | None) -> Iterator[Event]:
    """Yield `Progress`; raise `NoTour` if the board has no tour with any numbers."""
    plain = replace(puzzle, given=())
    for event in _in_turn(_searches(plain), plain, seed):
        if isinstance(event, Found):
            return
        yield event


def _turned_tours(puzzle: Puzzle, seed: int | None) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for a closed tour, begun elsewhere to fit its given number."""
    ((square, number),) = puzzle.given
    path = (yield from solving(replace(puzzle, start=square, given=()), seed)).path
    turn = len(path) - number + 1
    yield Found(path[turn:] + path[:turn])


def _simpler_refutation(puzzle: Puzzle, no: NoTour) -> Generator[Progress, None, NoTour]:
    """Return a refutation with fewer squares if one is found quickly, else `no`."""
    from kt_core.methods import two_factors

    try:
        for _ in islice(two_factors.reasons(puzzle), SIMPLER_PROOF_SLICES.get(no.proof, 0)):
            yield Progress("factor")
    except NoTour as simpler:
        return simpler
    return no


def _symmetric_tour(
    question: Puzzle, symmetry: Symmetry, seed: int | None, budget: int
) -> Generator[Progress, None, Tour]:
    """Return a tour that is its own image under the symmetry."""
    plain = replace(question, symmetry=None)
    try:
        work = _symmetric_path(plain, symmetry, seed, budget)
        path = yield from within(plain, work, budget, Counter())
    except NoTour as no:
        raise no.of(question) from None
    return (yield from tour_of(plain, path))


def _symmetric_path(
    puzzle: Puzzle, symmetry: Symmetry, seed: int | None, budget: int
) -> Generator[Progress, None, tuple[Square, ...]]:
    from kt_core.methods import symmetric

    yield from solving(puzzle, None, budget)  # raises the simpler reason if no tour exists
    part = partial(solving, seed=seed, budget=budget)
    return (yield from symmetric.tour(puzzle, symmetry, seed, part))


def within(
    puzzle: Puzzle, work: Iterator[EventT], budget: int, spent: Counter[str]
) -> Generator[EventT, None, Any]:
    """Yield the events of `work` and return its result; `Undecided` if the budget is spent."""
    while True:
        try:
            event = next(work)
        except StopIteration as done:
            return done.value
        if isinstance(event, Progress):
            if spent.total() >= budget:
                raise budget_error(puzzle, spent)
            spent[event.method] += 1
        yield event


def _mix(
    puzzle: Puzzle, path: tuple[Any, ...], seed: int | None
) -> Generator[Progress, None, tuple[Any, ...]]:
    """Return a randomly mixed tour if a seed is given, else the path unchanged."""
    # Small boards need no mixing, because exact search makes random choices there.
    if seed is None or puzzle.given or len(puzzle.board) <= SMALL_SQUARES:
        return path
    from kt_core.methods.mix import mixing

    return (yield from mixing(puzzle, path, seed))


def tour_of(puzzle: Puzzle, path: Sequence[Any]) -> Generator[Progress, None, Tour]:
    """Return the checked tour of a path, in slices; `ValueError` names a given number it lacks."""
    for square, number in puzzle.given:
        if path[number - 1] != square:
            raise value_error(
                "the path does not have the number {number} on {square}",
                number=number,
                square=puzzle.board.name(square),
            )
    return (yield from Tour.proving(puzzle.board, path, puzzle.closed, puzzle.leaper))


def budget_error(puzzle: Puzzle, spent: Mapping[str, int]) -> Undecided:
    """Return the answer of a search that was not finished within its budget."""
    tried = choices([f"{method} {slices:,}" for method, slices in spent.items()] or ["0"])
    reason = Sentence(
        "the budget of work was not enough for {board}; slices spent: {tried}",
        board=puzzle.board,
        tried=tried,
    )
    return Undecided(reason, spent)
