"""What two-factors say is what brute force says, and each proof is recounted from its witness.

The front door asks exact search first on small boards, so here the method is asked itself. The
recounts share nothing with the module: they go from the definition of the moves and of a tour.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour
from kt_core.events import Event, Found, Progress
from kt_core.leaper import KNIGHT, Leaper
from kt_core.methods.two_factors import reasons, tours
from kt_core.proofs import check
from kt_core.tour import Puzzle
from tests.shared.cases import boards, by_definition, turned, verdict_by_force

LEAPERS: list[Leaper] = [(0, 1), (1, 1), (1, 3), (2, 3), (0, 2), (1, 4)]


def answer(puzzle: Puzzle, seed: int | None = None) -> bool | None:
    """Return whether there is a tour, by this method alone; None if it gives up. Proves both."""
    try:
        found: list[Any] = [e.path for e in tours(puzzle, seed) if isinstance(e, Found)]
    except NoTour as no:
        recount(puzzle, no)
        assert check(no, puzzle)
        return False
    for path in found:
        tour = Tour(puzzle.board, path, puzzle.closed, puzzle.leaper)
        assert puzzle.start in (None, tour.path[0])
        assert puzzle.end in (None, tour.path[-1])
    return True if found else None


def components(graph: dict[int, list[int]], without: Collection[int]) -> list[set[int]]:
    """Return the components of a graph, each grown from a square until it grows no more."""
    left, parts = graph.keys() - {*without}, []
    while left:
        part: set[int] = set()
        edge = {min(left)}
        while edge:
            part |= edge
            edge = {b for a in edge for b in graph[a] if b in left} - part
        parts.append(part)
        left -= part
    return parts


def colouring(graph: dict[int, list[int]]) -> tuple[set[int], set[int]]:
    """Return the two classes of a connected graph whose moves change the class."""
    sides: tuple[set[int], set[int]] = ({next(iter(graph))}, set())
    while len(sides[0]) + len(sides[1]) < len(graph):
        for one, other in (sides, sides[::-1]):
            other |= {b for a in one for b in graph[a]}
    assert not sides[0] & sides[1]
    return sides


def most_ends(puzzle: Puzzle, crowd: Collection[int]) -> int:
    """Return how many ends a tour can have at most among squares of one class."""
    if puzzle.closed:
        return 0
    classes = colouring(by_definition(puzzle.board, puzzle.leaper))
    here, there = classes if classes[0] >= {*crowd} else classes[::-1]
    assert here >= {*crowd}
    quota = 1 + (len(here) > len(there)) - (len(here) < len(there))
    elsewhere = [s for s in (puzzle.start, puzzle.end) if s in here and s not in crowd]
    return min(quota - len(elsewhere), len(crowd))


def possible_ends(puzzle: Puzzle) -> set[int]:
    """Return squares among which both ends of every open tour are."""
    if puzzle.start is not None and puzzle.end is not None:
        return {puzzle.start, puzzle.end}
    classes = colouring(by_definition(puzzle.board, puzzle.leaper))
    large, small = sorted(classes, key=len, reverse=True)
    given = puzzle.end if puzzle.start is None else puzzle.start
    if len(large) > len(small):
        return large
    return large | small if given is None else {given} | (small if given in large else large)


def recount(puzzle: Puzzle, no: NoTour) -> None:
    """Fail unless the squares of the witness prove by themselves what the proof says."""
    graph = by_definition(puzzle.board, puzzle.leaper)
    assert no.reason.endswith(".")
    if no.proof == "degree":
        marked = {*no.witness["one move"]}
        assert all(len(graph[square]) == 1 for square in marked)
        given = set() if puzzle.closed else {puzzle.start, puzzle.end} - {None}
        one_class = [most_ends(puzzle, [square]) for square in marked]
        assert puzzle.closed or len(marked | given) > 2 or one_class == [0]
    elif no.proof == "two-factor" and "lead to" in no.witness:
        crowd, around = {*no.witness["need two moves"]}, {*no.witness["lead to"]}
        assert around == {b for a in crowd for b in graph[a]}
        needed = 2 * len(crowd) - most_ends(puzzle, crowd)
        full = {
            b: 1 if not puzzle.closed and b in (puzzle.start, puzzle.end) else 2 for b in around
        }
        assert needed > sum(min(full[b], len(crowd & {*graph[b]})) for b in around)
    elif no.proof == "cut" and "left out" not in no.reason:
        cut = no.witness["taken away"]
        parts = components(graph, cut)
        shown = {s for name, squares in no.witness.items() if name != "taken away" for s in squares}
        assert shown == {*graph} - {*cut}
        # A path without k squares has k + 1 parts at most, of which k - 1 have no end of it.
        inner = 0 if puzzle.closed else sum(not part & possible_ends(puzzle) for part in parts)
        assert len(parts) > len(cut) + (not puzzle.closed) or inner >= len(cut)


def holed(chance: Random, most: int = 24) -> Board | None:
    """Return a connected board by chance, as many squares of both colours, few dead ends."""
    rows, columns = chance.randint(3, 7), chance.randint(3, 8)
    kept = set(chance.sample(range(rows * columns), chance.randint(6, rows * columns)))
    while len(kept) > 5:
        board = Board(rows, columns, {*range(rows * columns)} - kept)
        graph = by_definition(board)
        poor = {s for s in board if len(graph[s]) < chance.choice((1, 2, 2, 2, 2))}
        piece = max(components(graph, ()), key=len)
        colours = [[s for s in board if board.colour(s) == colour] for colour in (0, 1)]
        excess = len(colours[0]) - len(colours[1])
        if poor or len(piece) < len(board):
            kept = (kept & piece) - poor
        elif abs(excess) > chance.choice((0, 0, 1)) or len(board) > most:
            kept.discard(chance.choice(colours[excess < 0]))
        else:
            return board
    return None


def questions(board: Board, chance: Random, leaper: Leaper = KNIGHT) -> Iterator[Puzzle]:
    """Yield a question of every kind."""
    start = chance.choice(board.squares)
    end = chance.choice([square for square in board if square != start] or [None])
    yield Puzzle(board, None, None, True, leaper)
    for ends in (None, None), (start, None), (None, end), (start, end):
        yield Puzzle(board, ends[0], ends[1], False, leaper)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(3))
def test_brute_force_agrees_on_boards_with_holes(seed: int) -> None:
    chance, told = Random(seed), Counter[tuple[bool, bool | None]]()
    for board in (holed(chance, 18) for _ in range(100)):
        for puzzle in questions(board, chance) if board else ():
            truth, told_now = verdict_by_force(puzzle), answer(puzzle)
            assert told_now in (truth, None), puzzle
            told[truth, told_now] += 1
            try:
                list(reasons(puzzle))
            except NoTour as no:
                assert not truth, puzzle
                recount(puzzle, no)
    assert min(told[True, True], told[False, False]) >= 50
    assert told[True, None] + told[False, None] <= 0.05 * told.total()


@pytest.mark.parametrize("leaper", LEAPERS, ids=str)
def test_brute_force_agrees_for_other_leapers(leaper: Leaper) -> None:
    chance = Random(3)
    for _ in range(40):
        rows, columns = chance.randint(2, 5), chance.randint(2, 4)
        board = Board(rows, columns, chance.sample(range(rows * columns), chance.choice((0, 0, 1))))
        for puzzle in questions(board, chance, leaper):
            assert answer(puzzle) in (verdict_by_force(puzzle), None), puzzle


@given(boards(sides=6, squares=14), st.data())
def test_brute_force_agrees_on_any_board(board: Board, data: st.DataObject) -> None:
    start, end = (data.draw(st.sampled_from([None, *board.squares])) for _ in range(2))
    closed = data.draw(st.booleans())
    puzzle = Puzzle(board, start, None if closed or start == end else end, closed)
    assert answer(puzzle, data.draw(st.sampled_from([None, 1, 2]))) in (
        verdict_by_force(puzzle),
        None,
    )


@pytest.mark.exhaustive
def test_a_board_turned_over_has_the_same_verdict() -> None:
    chance = Random(5)
    for board in (holed(chance, 60) for _ in range(25)):
        for puzzle in questions(board, chance) if board else ():
            told = {answer(turned(puzzle, turn)) for turn in range(8)} - {None}
            assert len(told) <= 1, puzzle


@pytest.mark.parametrize("columns", [4, 5, 6, 7, 8, 12, 20, 40, 41])
def test_four_rows_have_no_closed_tour(columns: int) -> None:
    for sides in (4, columns), (columns, 4):
        assert answer(Puzzle(Board(*sides), closed=True)) is False


ZIGZAG = "b1 d1 a2 b2 c2 d2 a3 c3"  # leaves a1 b3 c1 d3
THROUGH = "A tour comes to every square and leaves it again, except at its two ends."


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (
            Puzzle(Board(3, 4, ZIGZAG), closed=True),
            (
                "A closed tour comes to every square by one move, and leaves it by another. a1 has"
                " one move only, to b3."
            ),
        ),
        (
            Puzzle(Board(3, 4, ZIGZAG), 9),
            (f"{THROUGH} a1 and d3 have one move each, and b3 is to be an end: that makes 3 ends."),
        ),
        (
            Puzzle(Board(4, 4, "b1 c1 d1 b2 a3 c3 d3 a4 c4")),
            (
                f"{THROUGH} a2 has one move only, to b4; but every move changes colour, and the"
                " colours allow no end on a2."
            ),
        ),
    ],
)
def test_dead_ends_are_named(puzzle: Puzzle, reason: str) -> None:
    with pytest.raises(NoTour) as no:
        list(tours(puzzle))
    assert (no.value.proof, no.value.reason) == ("degree", reason)


@pytest.mark.parametrize(
    ("puzzle", "rule", "falls"),
    [
        (
            Puzzle(Board(4, 6), closed=True),
            "A closed tour is one ring: without 6 squares it falls into 6 parts at most.",
            (
                "Without b2, d2, f2, a3, c3 and e3 the board falls into 7 parts, with no move"
                " between them."
            ),
        ),
        (
            Puzzle(Board(3, 6, "a1 b1 e1 f1 c2 d2 a3 e3 f3")),
            (
                "A tour is one line: without 2 squares it falls into 3 parts at most, and two of"
                " these have its ends."
            ),
            (
                "Without d1 and d3 the board falls into 3 parts, with no move between them; 2 of"
                " them can have none."
            ),
        ),
    ],
)
def test_cuts_are_counted(puzzle: Puzzle, rule: str, falls: str) -> None:
    with pytest.raises(NoTour) as no:
        list(tours(puzzle))
    assert (no.value.proof, no.value.reason) == ("cut", f"{rule} {falls}")
    assert f"into {len(no.value.witness) - 1} parts" in falls


@pytest.mark.parametrize("sides", [(12, 12), (9, 14), (24, 24), (40, 40)], ids=str)
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_larger_boards_with_holes_have_proven_tours(sides: tuple[int, int], closed: bool) -> None:
    assert answer(Puzzle(Board(*sides, ["c3", "c4", "g2", "h2"]), closed=closed)) is True


def test_an_unlucky_two_factor_is_given_up_for_another() -> None:
    holes = "b1 l1 n2 c3 e3 b5 e5 c6 e7 i8 n8 d10 e10 d11 h11 m11 l12 j13 l13 l14 o15"
    assert answer(Puzzle(Board(15, 17, holes), closed=True)) is True


def events(puzzle: Puzzle, seed: int | None) -> list[Event]:
    return list(tours(puzzle, seed))


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_the_same_seed_gives_the_same_events_and_another_another_tour(closed: bool) -> None:
    puzzle = Puzzle(Board(12, 12, ["c3", "d9"]), closed=closed)
    told = [events(puzzle, seed) for seed in (None, *range(9))]
    assert told == [events(puzzle, seed) for seed in (None, *range(9))]
    assert len({event for [*_, event] in told}) >= 9
    assert all(event == Progress("factor") for [*before, _] in told for event in before)


def test_open_crowds_say_that_equal_colours_allow_one_end() -> None:
    chance = Random(3)
    for _ in range(2000):
        whole = Board(6, 6)
        cut = [
            s
            for colour in (0, 1)
            for s in chance.sample([s for s in whole if whole.colour(s) == colour], 6)
        ]
        try:
            list(tours(Puzzle(Board(6, 6, cut))))
        except NoTour as no:
            if no.proof == "two-factor" and "at least" in no.reason:
                assert "; equal colours allow just one of them" in no.reason
                return
    pytest.fail("no such crowd came up")
