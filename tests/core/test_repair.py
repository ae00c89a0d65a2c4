"""Large boards with few holes, and other leapers: every answer is a tour or a proof."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from kt_core import Board, NoTour, Tour, solve
from kt_core.events import result_of
from kt_core.graph import Leaper
from kt_core.methods import tilings
from kt_core.methods.repair import suits, tours
from kt_core.proofs import check
from kt_core.tour import Puzzle
from tests.shared.answers import answer


def answered(puzzle: Puzzle, seed: int | None = None) -> bool:
    """Return True if repair finds a tour of the question, checked."""
    return isinstance(answer(puzzle, tours(puzzle, seed)), Tour)


def cut(rows: int, columns: int, dark: int, light: int, chance: Random) -> Board:
    """Return a board with so many holes of each color: scattered, together, or on the rim."""
    whole = Board(rows, columns)
    row, column = chance.randrange(rows - 3), chance.randrange(columns - 3)
    near = [(row + r) * columns + column + c for r, c in product(range(4), repeat=2)]
    rim = [s for s in whole if s // columns in (0, rows - 1) or s % columns in (0, columns - 1)]
    pool = chance.choice([whole.squares, near, rim])
    holes = list[int]()
    for color, many in enumerate((dark, light)):
        holes += chance.sample([s for s in pool if whole.color(s) == color], many)
    return Board(rows, columns, holes)


def random_question(board: Board, chance: Random) -> Puzzle:
    """Return a question that the colors allow: closed, or open with no, one or two ends."""
    count = Counter(map(board.color, board))
    if count[0] == count[1] and chance.random() < 0.4:
        return Puzzle(board, closed=True)
    more = chance.randrange(2) if count[0] == count[1] else int(count[1] > count[0])
    other = 1 - more if count[0] == count[1] else more
    starts, ends = ([s for s in board if board.color(s) == c] for c in (more, other))
    start = chance.choice(starts)
    end = chance.choice([square for square in ends if square != start])
    return Puzzle(board, *chance.choice([(None, None), (start, None), (None, end), (start, end)]))


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(20))
def test_boards_with_few_holes_have_a_tour_or_a_proof_that_there_is_none(seed: int) -> None:
    chance = Random(seed)
    for _ in range(10):
        light = chance.randint(0, 3)
        dark = max(light + chance.choice([-1, 0, 1]), 0)
        board = cut(chance.randint(30, 60), chance.randint(30, 60), dark, light, chance)
        puzzle = random_question(board, chance)
        try:
            tour = solve(board, start=puzzle.start, end=puzzle.end, closed=puzzle.closed)
        except NoTour as no:
            assert no.proof in ("parity", "degree")
            assert check(no)
        else:
            assert (len(tour.path), tour.closed) == (len(board), puzzle.closed)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Board(1000, 1000, [500_500, 123_458]), closed=True),
        pytest.param(Puzzle(Board(1000, 999, [500_501, 998]), 0), marks=pytest.mark.full),
        pytest.param(Puzzle(Board(1000, 1000), 0, 1, leaper=(1, 4)), marks=pytest.mark.full),
    ],
    ids=repr,
)
def test_a_board_of_a_million_squares_is_repaired(puzzle: Puzzle) -> None:
    assert answered(puzzle)


@pytest.mark.parametrize("leaper", [(0, 1), (1, 4), (2, 3), (1, 6)], ids=str)
@pytest.mark.parametrize("size", [(60, 60), (61, 61), (52, 75)], ids=str)
def test_other_leapers_tour_large_boards(leaper: Leaper, size: tuple[int, int]) -> None:
    chance, (rows, columns) = Random(7), size
    odd = rows * columns % 2
    for holes in (0, 1, 2) if leaper in ((0, 1), (1, 4)) else (0,):
        board = cut(rows, columns, holes + odd, holes, chance) if holes else Board(rows, columns)
        puzzle = Puzzle(board, closed=len(board) % 2 == 0, leaper=leaper)
        assert suits(puzzle)
        assert answered(puzzle)


def test_tours_of_other_leapers_have_the_given_ends() -> None:
    for leaper in ((0, 1), (1, 4)):
        assert answered(Puzzle(Board(40, 40), 0, 1, leaper=leaper))
        assert answered(Puzzle(Board(41, 41), 0, 1680, leaper=leaper))
        assert answered(Puzzle(Board(40, 41), None, 777, leaper=leaper))


def test_the_same_seed_makes_the_same_tour_and_others_make_others() -> None:
    board = Board(30, 30, ["c3", "d9"])
    first, second = ([solve(board, closed=True, seed=s).path for s in range(5)] for _ in range(2))
    assert first == second
    assert len({*first}) == 5


@pytest.mark.parametrize(
    ("puzzle", "suited"),
    [
        (Puzzle(Board(30, 30)), True),
        (Puzzle(Board(30, 30, [0])), True),
        (Puzzle(Board(4, 300, [0])), False),
        (Puzzle(Board(30, 30, range(0, 900, 2))), False),
        (Puzzle(Board(30, 30), leaper=(1, 3)), False),
        (Puzzle(Board(30, 30), leaper=(1, 4)), True),
        (Puzzle(Board(9, 300), leaper=(1, 4)), False),
    ],
)
def test_few_holes_and_wide_boards_are_suited(puzzle: Puzzle, suited: bool) -> None:
    assert suits(puzzle) is suited


def test_a_leaper_without_tiles_is_left_to_other_methods() -> None:
    assert not answered(Puzzle(Board(60, 60), closed=True, leaper=(0, 3)))
    assert not result_of(tilings.tour(Board(60, 60), (0, 3)))


@pytest.mark.full
@pytest.mark.parametrize(
    ("holes", "end"),
    [("c1 b2 a3 b3 cn49", None), ("a2 b2 c2 a3 c3", None), ("b3 c5", "c3"), ("b3 c5", "d3")],
)
def test_a_dead_end_of_the_wrong_color_is_seen_on_a_large_board(
    holes: str, end: str | None
) -> None:
    # If there are as many dark squares as light ones, a1 is an end, so the other end must be light.
    board = Board(402, 402, holes)
    if end == "d3":
        assert solve(board, end=end).path[0] == 0
        return
    with pytest.raises(NoTour, match="the colors allow no end on a1") as no:
        solve(board, end=end)
    assert check(no.value)


def test_an_unreachable_square_is_replaced_by_a_farther_one() -> None:
    # The corner lacks four light squares and two dark ones. From e7 no augmenting path leads to b1,
    # the nearest square that lacks a move, but many lead to the distant dark holes.
    holes = ["a3", "d3", "c4", "e4", "a5", "d5", "mp122", "gg299"]
    assert answered(Puzzle(Board(402, 402, holes), closed=True))
