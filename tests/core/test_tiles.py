"""Large boards, with few holes and for other leapers: every answer is a tour or a proof."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random

import pytest

from kt_core import Board, NoTour, Tour, solve
from kt_core.events import Found, Progress, result_of
from kt_core.graph import KNIGHT, Leaper, knight_graph
from kt_core.methods import repair, tilings
from kt_core.methods.repair import suits, tours
from kt_core.methods.tilings import with_ends
from kt_core.proofs import check
from kt_core.tour import Puzzle
from tests.shared.answers import answer, proven_tour


def tour_of(puzzle: Puzzle, seed: int | None = None) -> Tour | None:
    """Return the tour by tiles, or else by repair, with the ends of the puzzle; or None."""
    events = list(tilings.tours(puzzle, seed))
    if not any(isinstance(event, Found) for event in events):
        events = list(repair.tours(puzzle, seed))
    paths = [event.path for event in events if isinstance(event, Found)]
    shares = [event.share for event in events if isinstance(event, Progress)]
    assert all(0 <= share <= 1 for share in shares if share is not None)
    if not paths:
        return None
    assert isinstance(events[-1], Found)
    assert len(paths) == 1
    return proven_tour(puzzle, paths[0])


def ends(board: Board, starts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield each of these starts with each end that the colors allow."""
    odd = len(board) % 2
    colors = [[square for square in board if board.color(square) == c] for c in (0, 1)]
    for start in starts:
        color = board.color(start)
        if not (odd and color):
            yield from ((start, end) for end in colors[color ^ (not odd)] if end != start)


def questions(board: Board, chance: Random, sample: int) -> Iterator[Puzzle]:
    """Yield a closed question, and open ones with no, one and two ends."""
    starts = chance.sample([square for square in board if not len(board) * square % 2], sample)
    if len(board) % 2 == 0:
        yield Puzzle(board, closed=True)
        yield Puzzle(board, starts[0], closed=True)
    yield from (Puzzle(board), Puzzle(board, starts[1]), Puzzle(board, None, starts[2]))
    for start in starts:
        yield Puzzle(board, *chance.choice(list(ends(board, [start]))))
    corners = {0, board.columns - 1, len(board) - board.columns, len(board) - 1}
    yield from (Puzzle(board, a, b) for a, b in ends(board, corners) if b in corners)


@pytest.mark.parametrize(
    "rows", [5, 14, *(pytest.param(rows, marks=pytest.mark.full) for rows in range(6, 14))]
)
def test_every_board_up_to_30_columns_has_a_tour_of_tiles(rows: int) -> None:
    chance = Random(rows)
    for columns in range(12, 31):
        for puzzle in questions(Board(rows, columns), chance, 4):
            tour = tour_of(puzzle, chance.choice([None, 1, 2]))
            assert tour or (rows == 5 and None not in (puzzle.start, puzzle.end)), puzzle


@pytest.mark.full
@pytest.mark.parametrize("board", [Board(6, 12), Board(12, 7)], ids=str)
def test_every_pair_of_ends_on_a_small_board_has_a_tour(board: Board) -> None:
    # The starts in other quarters are mirror images.
    quarter = [s for s in board if s // board.columns < board.rows / 2]
    quarter = [s for s in quarter if s % board.columns < board.columns / 2]
    for start, end in ends(board, quarter):
        assert tour_of(Puzzle(board, start, end)), (start, end)


@pytest.mark.parametrize("rows", [5, 6, 7, 10, 11, 19, 20, 21])
def test_a_tour_of_tiles_is_closed_wherever_it_can_be(rows: int) -> None:
    for columns in (*range(5, 42), 100, 999):
        board = Board(rows, columns)
        path = result_of(tilings.tour(board, KNIGHT))
        assert Tour(board, path, closed=len(board) % 2 == 0).path == tuple(path)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Board(130, 130), closed=True),
        Puzzle(Board(130, 130), 8000, 16899),
        Puzzle(Board(1000, 1000), closed=True),
        pytest.param(Puzzle(Board(999, 1000), 999, 500_500), marks=pytest.mark.full),
        pytest.param(Puzzle(Board(999, 999), 0), marks=pytest.mark.full),
        Puzzle(Board(999, 999), None, 500 * 1000),
    ],
    ids=repr,
)
def test_large_boards_have_tours_of_tiles(puzzle: Puzzle) -> None:
    assert tour_of(puzzle)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Board(13, 13), closed=True),
        Puzzle(Board(4, 20)),
        Puzzle(Board(12, 12, ["a1", "b1"]), closed=True),
        Puzzle(Board(12, 12), leaper=(1, 6)),
        Puzzle(Board(12, 12), leaper=(1, 3)),
    ],
)
def test_a_board_without_tiles_is_left_to_other_methods(puzzle: Puzzle) -> None:
    assert not any(isinstance(event, Found) for event in tilings.tours(puzzle))


GIRAFFE, CAMEL = (1, 4), (1, 3)
#: Questions that tiles suit, and others; likewise repair.
SUITED: dict[Callable[[Puzzle], bool], tuple[list[Puzzle], list[Puzzle]]] = {
    tilings.suits: (
        [
            *(Puzzle(Board(12, 12), *ends) for ends in ((5,), (None, 5), (0, 5))),
            *(Puzzle(Board(12, 12), closed=True), Puzzle(Board(5, 25))),
            *(Puzzle(Board(13, 13)), Puzzle(Board(13, 13), 0)),
            Puzzle(Board(30, 30), leaper=GIRAFFE),
        ],
        [
            *(Puzzle(Board(*sides)) for sides in ((11, 11), (4, 1000), (5, 24))),
            *(Puzzle(Board(13, 13), closed=True), Puzzle(Board(1000, 1000, ["a1"]))),
            *(Puzzle(Board(9, 300), leaper=GIRAFFE), Puzzle(Board(30, 30), leaper=CAMEL)),
        ],
    ),
    suits: (
        [
            *(Puzzle(Board(30, 30)), Puzzle(Board(30, 30, [0]))),
            Puzzle(Board(30, 30), leaper=GIRAFFE),
        ],
        [
            *(Puzzle(Board(4, 300, [0])), Puzzle(Board(30, 30, range(0, 900, 2)))),
            *(Puzzle(Board(30, 30), leaper=CAMEL), Puzzle(Board(9, 300), leaper=GIRAFFE)),
        ],
    ),
}


@pytest.mark.parametrize("method", SUITED, ids=["tiles", "repair"])
def test_large_boards_with_few_holes_are_suited(method: Callable[[Puzzle], bool]) -> None:
    suited, others = SUITED[method]
    assert [puzzle for puzzle in suited if not method(puzzle)] == []
    assert [puzzle for puzzle in others if method(puzzle)] == []


@pytest.mark.parametrize("board", [Board(20, 20), Board(21, 21), Board(30, 31)], ids=str)
def test_a_path_gets_the_ends_that_are_given(board: Board) -> None:
    chance, graph = Random(board.columns), knight_graph(board)
    path, found = result_of(tilings.tour(board, KNIGHT)), 0
    dark, light = ([s for s in board if board.color(s) == color] for color in (0, 1))
    for _ in range(20):
        ends = chance.sample(dark, 2) if len(board) % 2 else [*map(chance.choice, (light, dark))]
        if walk := result_of(with_ends(board, graph, path, ends)):
            found += 1
            tour = Tour(board, walk)
            assert [tour.path[0], tour.path[-1]] == ends
    assert found >= 18  # repair answers the others


def test_distant_ends_on_a_million_squares_need_no_repair() -> None:
    # Repair would exchange moves all along the way, and merge some hundred cycles there.
    puzzle = Puzzle.of(Board(1000, 1000), start="a1", end="alk1000")
    *_, found = tilings.tours(puzzle)
    assert isinstance(found, Found)
    assert (found.path[0], found.path[-1]) == (puzzle.start, puzzle.end)


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


@pytest.mark.sample(3)
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


@pytest.mark.sample(3)
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


def test_an_unreachable_square_is_replaced_and_a_leaper_without_tiles_left() -> None:
    assert not answered(Puzzle(Board(60, 60), closed=True, leaper=(0, 3)))
    assert not result_of(tilings.tour(Board(60, 60), (0, 3)))
    # The corner lacks four light squares and two dark ones. From e7 no augmenting path leads to b1,
    # the nearest square that lacks a move, but many lead to the distant dark holes.
    holes = ["a3", "d3", "c4", "e4", "a5", "d5", "mp122", "gg299"]
    assert answered(Puzzle(Board(402, 402, holes), closed=True))
