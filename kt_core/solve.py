"""The front door: a tour, proven, or the reason why there is none.

A question goes from method to method until one of them answers. A tour is proven by `Tour`
whatever built it, and "none" is said by a proof alone; what nobody answers is `Undecided`.
The methods are imported where they are asked for: a page starts without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from kt_core.board import Board, Square
from kt_core.cycle import SMALL_SQUARES
from kt_core.events import Event, Found, Progress, result_of
from kt_core.graph import KNIGHT, Leaper
from kt_core.language import Sentence, choices
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle, Symmetry, Tour, Undecided, seed_of, symmetry_of

Method = Callable[[Puzzle, int | None], Iterator[Event]]

#: Slices of work, of about 2 ms each, before the answer is `Undecided`: about a minute.
BUDGET_SLICES = 30_000
PATIENCE_SLICES = 200  # slices of exact search where it comes first, on small boards
LARGE_SQUARES = 2000  # beyond these exact search hardly ever comes first
SEARCHED_SQUARES = 40_000  # beyond these it has no chance, and takes gigabytes
FACTOR_SQUARES = 160_000  # beyond these two-factors take more than 300 MB
MANY = 1 << 30  # attempts of a method that takes turns with others
#: Slices in which a few squares are sought that show as much, by the proof that is known: it is
#: read with effort, and most so where each part of a board has a reason of its own.
PLAIN_SLICES = {"forced": 200, "search": 200, "frontier": 200, "joints": 1500, "tree": 1500}
FIRST_TURN_SLICES = 40  # slices of the first turn of each of several methods


def solve(
    board: Board,
    *,
    start: str | Square | None = None,
    end: str | Square | None = None,
    closed: bool = False,
    leaper: Leaper = KNIGHT,
    seed: int | None = None,
    uniform: bool = False,
    symmetry: str | None = None,
    budget: int = BUDGET_SLICES,
) -> Tour:
    """Return a tour of the board, open or `closed`, from `start` and to `end` if these are given.

    >>> solve(Board(8, 8), start="a1", end="b1")
    Tour(Board(8, 8), open, a1 to b1)

    `start` and `end` are names or squares; `leaper` is another piece, (1, 4) the giraffe.
    The same `seed` gives the same tour, another seed nearly always another, and none that shows how
    it was built. `NoTour` where there is proof that there is none, `Undecided` where `budget`
    slices of work, of about 2 ms each, did not settle it (by itself about a minute); `ValueError`
    where the question contradicts itself, as with an end of a closed tour.

    With `uniform`, on up to 64 squares, every tour is equally likely. With a `symmetry`, one of
    "half-turn", "quarter-turn" and "mirror", the tour is its own image.
    """
    puzzle = Puzzle.of(board, start=start, end=end, closed=closed, leaper=leaper)
    work = solving(puzzle, seed_of(seed), budget, uniform=uniform, symmetry=symmetry)
    return result_of(work)


def solving(
    puzzle: Puzzle,
    seed: int | None = None,
    budget: int = BUDGET_SLICES,
    *,
    uniform: bool = False,
    symmetry: str | None = None,
) -> Generator[Progress, None, Tour]:
    """Return what `solve` returns, in slices: yields `Progress` every few milliseconds.

    The last `Progress` before those of the method "proof" names the method that answered.
    """
    kind = puzzle.symmetry if symmetry is None else symmetry_of(symmetry)
    if uniform or kind:
        asked = replace(puzzle, symmetry=kind)
        return (yield from _special_tour(asked, seed, budget, uniform=uniform))
    yield Progress("theory")
    try:
        refute(puzzle)
    except NoTour as no:
        raise no.of(puzzle) from None
    spent: Counter[str] = Counter()
    for method in methods(puzzle):
        try:
            for event in method(puzzle, seed):
                if isinstance(event, Found):
                    path = yield from _mix(puzzle, event.path, seed)
                    return (yield from _tour_of(puzzle, path))
                assert isinstance(event, Progress)
                if spent.total() >= budget:
                    raise _budget_error(puzzle, spent)
                spent[event.method] += 1
                yield event
        except NoTour as no:
            raise (yield from _simpler_refutation(puzzle, no)).of(puzzle) from None
    raise _budget_error(puzzle, spent)


def methods(puzzle: Puzzle) -> Iterator[Method]:
    """Yield the methods that may answer a question, the best one first."""
    # Each is imported when its turn comes: all of them at once would hold up a page.
    # Few squares: exact search answers in milliseconds, and with a seed every tour can come up.
    if len(puzzle.board) <= SMALL_SQUARES:
        from kt_core.methods import exact

        yield partial(_for_a_while, exact.tours)
    # Up to four rows: all that matters of the squares passed fits in a table, however long the
    # board is, so the answer is exact. With holes it may grow, and others take turns with it.
    from kt_core.methods import frontier

    passed = [frontier.strip_tours] if frontier.is_strip(puzzle) else []
    if passed and not puzzle.board.holes:
        yield frontier.strip_tours
    # A full board with no short side is tiled, in time linear in its squares.
    from kt_core.methods import tilings

    if tilings.suits(puzzle):
        yield tilings.tours
    # With few holes, that tour is repaired near them. A million squares take a second; all methods
    # below take minutes and gigabytes.
    from kt_core.methods import repair

    mended = [repair.tours] if repair.suits(puzzle) else []
    if mended and len(puzzle.board) > LARGE_SQUARES:
        yield from mended
        mended = []
        if len(puzzle.board) > FACTOR_SQUARES:
            return
    yield partial(_in_turn, (*passed, *mended, *_searches(puzzle, is_passed=bool(passed))))


def _searches(puzzle: Puzzle, *, is_passed: bool) -> list[Method]:
    """Return what takes turns on a board with holes, or for another leaper.

    Two moves for each square are found or refuted in polynomial time, and where there is a tour the
    cycles that they make can nearly always be joined. Where there is none, few choices matter, and
    exact search comes to its end. Nobody knows which it is.
    """
    from kt_core.methods import exact, frontier, separators, two_factors

    # Where one square or two hold the board together, each part is a question for itself.
    found: list[Method] = [
        partial(two_factors.tours, attempts=MANY),
        partial(separators.tours, solving=solving),
    ]
    if len(puzzle.board) <= SEARCHED_SQUARES:
        found += exact.tours, two_factors.cuts
    # What neither few choices nor few squares show, weights of all squares may.
    if exact.has_few_squares(puzzle):
        found.append(exact.weights)
    # A board may be as narrow along a line that is not straight.
    if not is_passed and frontier.may_be_narrow(puzzle):
        found.append(frontier.narrow_tours)
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
    """Return how many tours there are: closed ones undirected, open ones directed.

    >>> count_tours(Board(5, 5), start="a1")
    304

    A closed tour counts once, wherever it begins and whichever way it goes. An open tour and the
    same one backwards are two, where neither end is given. They are counted one by one, or square
    by square where the board is narrow; `Undecided` beyond `budget` slices of about 2 ms each.
    """
    from kt_core.count import counting

    puzzle = Puzzle.of(board, start=start, end=end, closed=closed, leaper=leaper)
    return result_of(counting(puzzle, budget))


def _for_a_while(method: Method, puzzle: Puzzle, seed: int | None) -> Iterator[Event]:
    return islice(method(puzzle, seed), PATIENCE_SLICES)


def _in_turn(methods: Sequence[Method], puzzle: Puzzle, seed: int | None) -> Iterator[Event]:
    """Yield the events of several methods, each for a while, then each for longer."""
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


def _simpler_refutation(puzzle: Puzzle, no: NoTour) -> Generator[Progress, None, NoTour]:
    """Return the refutation by a few squares, where there is one, of what a search refuted."""
    from kt_core.methods import two_factors

    try:
        for _ in islice(two_factors.reasons(puzzle), PLAIN_SLICES.get(no.proof, 0)):
            yield Progress("factor")
    except NoTour as plainer:
        return plainer
    return no


def _special_tour(
    asked: Puzzle, seed: int | None, budget: int, *, uniform: bool
) -> Generator[Progress, None, Tour]:
    """Return a tour drawn from all, or one that is its own image."""
    plain = replace(asked, symmetry=None)
    wish = _special_path(plain, seed, budget, uniform=uniform, symmetry=asked.symmetry)
    try:
        path = yield from _within(plain, wish, budget)
    except NoTour as no:
        raise no.of(asked) from None
    return (yield from _tour_of(plain, path))


def _special_path(
    puzzle: Puzzle, seed: int | None, budget: int, *, uniform: bool, symmetry: Symmetry | None
) -> Generator[Progress, None, tuple[Square, ...]]:
    """Return the path of such a tour."""
    from kt_core.methods import swaps
    from kt_core.methods import uniform as sampling

    if uniform and symmetry is not None:
        raise ValueError(
            f"a tour is drawn from all of them, or is its own image by a {symmetry};"
            " leave out uniform or symmetry"
        )
    if symmetry is not None:
        yield from solving(puzzle, None, budget)  # if it has none at all, that is the reason
        part = partial(solving, seed=seed, budget=budget)
        return (yield from swaps.symmetric_tour(puzzle, symmetry, seed, part))
    sampling.refuse(puzzle)
    yield from solving(puzzle, None, budget)
    return (yield from sampling.tour(puzzle, seed))


def _within(
    puzzle: Puzzle, work: Generator[Progress, None, Any], budget: int
) -> Generator[Progress, None, Any]:
    """Return what some work returns; `Undecided` once it has taken its budget."""
    spent: Counter[str] = Counter()
    while True:
        try:
            progress = next(work)
        except StopIteration as done:
            return done.value
        if spent.total() >= budget:
            raise _budget_error(puzzle, spent)
        spent[progress.method] += 1
        yield progress


def _mix(
    puzzle: Puzzle, path: tuple[Any, ...], seed: int | None
) -> Generator[Progress, None, tuple[Any, ...]]:
    """Return a tour that shows nothing of how the path was built, where a seed asks for one."""
    # Few squares need no mixing: exact search makes its choices at random there.
    if seed is None or len(puzzle.board) <= SMALL_SQUARES:
        return path
    from kt_core.methods.swaps import Mixer

    mixed = Mixer(puzzle, path, Random(seed))
    yield from mixed.mix()
    return mixed.path


def _tour_of(puzzle: Puzzle, path: Iterable[Any]) -> Generator[Progress, None, Tour]:
    return (yield from Tour.proving(puzzle.board, path, puzzle.closed, puzzle.leaper))


def _budget_error(puzzle: Puzzle, spent: Mapping[str, int]) -> Undecided:
    tried = choices([f"{method} {slices:,}" for method, slices in spent.items()] or ["0"])
    reason = Sentence(
        "the budget of work on {board} did not settle it; slices spent: {tried}",
        board=puzzle.board,
        tried=tried,
    )
    return Undecided(reason, spent)
