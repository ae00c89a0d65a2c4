"""Every large full board has its tour, whatever the ends, and it is proven by `Tour`."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from kt_core import Board, Tour
from kt_core.events import Found, Progress
from kt_core.methods.tilings.tiles import suits, tours
from kt_core.tour import Puzzle

pytestmark = pytest.mark.seeded


def tour_of(puzzle: Puzzle, seed: int | None = None) -> Tour | None:
    """Return the tour that is found, proven to be what was asked for; None where none is."""
    events = list(tours(puzzle, seed))
    paths = [event.path for event in events if isinstance(event, Found)]
    told = [event for event in events if isinstance(event, Progress)]
    assert {event.method for event in told} == {"tiles"}
    shares = [event.share for event in told if event.share is not None]
    assert all(0 <= share <= 1 for share in shares)
    if not paths:
        return None
    assert isinstance(events[-1], Found)
    assert len(paths) == 1
    tour = Tour(puzzle.board, paths[0], puzzle.closed)  # type: ignore[arg-type]
    assert puzzle.start in (None, tour.path[0])
    assert puzzle.end in (None, tour.path[-1])
    return tour


def ends(board: Board, starts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield each of these starts with each end, where the colours are right."""
    odd = len(board) % 2
    colours = [[square for square in board if board.colour(square) == c] for c in (0, 1)]
    for start in starts:
        colour = board.colour(start)
        if not (odd and colour):
            yield from ((start, end) for end in colours[colour ^ (not odd)] if end != start)


def questions(board: Board, chance: Random, sample: int) -> Iterator[Puzzle]:
    """Yield a closed tour, open ones with one end and none, and some with two."""
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
    "rows", [5, 14, *(pytest.param(rows, marks=pytest.mark.exhaustive) for rows in range(6, 14))]
)
def test_every_board_up_to_14x14(rows: int) -> None:
    chance = Random(rows)
    for columns in range(5, 15):
        for puzzle in questions(Board(rows, columns), chance, 4):
            tour = tour_of(puzzle, chance.choice([None, 1, 2]))
            if min(rows, columns) > 5 or puzzle.start is None or puzzle.end is None:
                assert tour, puzzle


@pytest.mark.exhaustive
def test_a_sample_of_boards_up_to_40x40() -> None:
    chance = Random(40)
    for _ in range(25):
        board = Board(chance.randint(6, 40), chance.randint(6, 40))
        for puzzle in questions(board, chance, 3):
            assert tour_of(puzzle, chance.choice([None, 1, 2])), puzzle


@pytest.mark.exhaustive
@pytest.mark.parametrize("board", [Board(6, 12), Board(12, 7)], ids=str)
def test_every_pair_of_ends_on_two_tiles(board: Board) -> None:
    # Here ends lie in the corners of tiles, both of them on the side where the other tile is. The
    # starts in other quarters are mirror images.
    quarter = [s for s in board if s // board.columns < board.rows / 2]
    quarter = [s for s in quarter if s % board.columns < board.columns / 2]
    for start, end in ends(board, quarter):
        assert tour_of(Puzzle(board, start, end)), (start, end)


@pytest.mark.parametrize("columns", [40, 41, 300, 301])
def test_five_rows_with_ends(columns: int) -> None:
    board, chance = Board(5, columns), Random(columns)
    barred = {2 * columns + 1, 3 * columns - 2} if columns % 2 == 0 else set()
    starts = chance.sample([square for square in board if square not in barred], 20)
    allowed = [pair for pair in ends(board, starts) if pair[1] not in barred]
    for start, end in chance.sample(allowed, 20):
        assert tour_of(Puzzle(board, start, end)), (start, end)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Board(130, 130), closed=True),
        Puzzle(Board(130, 130), 8000, 16899),
        Puzzle(Board(1000, 1000), closed=True),
        Puzzle(Board(999, 1000), 999, 500_500),
        Puzzle(Board(1000, 1000), 0, 999_998),
        Puzzle(Board(999, 999), 0),
        Puzzle(Board(999, 999), None, 500 * 1000),
    ],
    ids=repr,
)
def test_large_boards(puzzle: Puzzle) -> None:
    assert tour_of(puzzle)


@pytest.mark.parametrize(
    "puzzle",
    [Puzzle(Board(16, 12), closed=True), Puzzle(Board(14, 13), 0, 1), Puzzle(Board(13, 13))],
)
def test_the_same_seed_makes_the_same_tour_and_others_make_others(puzzle: Puzzle) -> None:
    seeds = (None, *range(50))
    first, second = ([tour_of(puzzle, seed) for seed in seeds] for _ in range(2))
    assert first == second
    walks = {frozenset(map(frozenset, zip(t.path, t.path[1:], strict=False))) for t in first if t}
    assert len(walks) >= 50


def test_four_tiles_are_enough_for_many_tours() -> None:
    made = [tour_of(Puzzle(Board(12, 12), 0, closed=True), seed) for seed in range(100)]
    assert len({min(t.path, t.path[:1] + t.path[:0:-1]) for t in made if t}) >= 97


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Board(12, 12), 0, 2),
        Puzzle(Board(13, 13), 1),
        Puzzle(Board(13, 13), 1, 0),
        Puzzle(Board(13, 13), closed=True),
        Puzzle(Board(4, 20)),
        Puzzle(Board(12, 12, ["a1", "b1"]), closed=True),
        Puzzle(Board(12, 12), leaper=(1, 4)),
        Puzzle(Board(5, 12), 2 * 12 + 1, 4),
    ],
)
def test_what_cannot_be_built_is_left_to_others(puzzle: Puzzle) -> None:
    assert not any(isinstance(event, Found) for event in tours(puzzle))


@pytest.mark.parametrize(
    ("board", "closed", "suited"),
    [
        (Board(12, 12), True, True),
        (Board(11, 11), False, False),
        (Board(4, 1000), False, False),
        (Board(5, 25), False, True),
        (Board(5, 24), False, False),
        (Board(13, 13), True, False),
        (Board(13, 13), False, True),
        (Board(1000, 1000, ["a1"]), False, False),
    ],
)
def test_large_full_boards_are_suited(board: Board, closed: bool, suited: bool) -> None:
    assert suits(Puzzle(board, closed=closed)) is suited
    assert not suits(Puzzle(board, closed=closed, leaper=(2, 3)))
