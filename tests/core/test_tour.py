"""A wrong tour cannot be built, and the error names the wrong step."""

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour, Undecided, knight_graph, solve, svg
from kt_core.events import Found, Progress, result_of
from kt_core.methods import tilings
from kt_core.tour import SQUARES_PER_YIELD, Puzzle
from tests.shared.cases import tours_by_force, walks


def built(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the path of a tour of a large board."""
    *_, found = tilings.tours(puzzle)
    assert isinstance(found, Found)
    return tuple(map(puzzle.board.square, found.path))  # type: ignore[arg-type]


CHESS, SMALL = Board(8, 8), Board(3, 4)
SMALL_TOURS = tours_by_force(SMALL)
RING = Board(3, 3, ["b2"])  # its eight squares are one cycle
LARGE = Board(130, 130)
LARGE_PATH = built(Puzzle(LARGE, 0, closed=True))
RING_PATH = ("a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3")


@pytest.fixture(params=[2, None], ids=["whole slices", "as it is"], autouse=True, scope="module")
def _long_path(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run each test twice: with the check for long paths, and without."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param:
            patch.setattr("kt_core.tour.LONG_PATH", request.param)
        yield


@given(
    st.one_of(
        st.sampled_from(SMALL_TOURS),
        st.permutations(range(12)).map(tuple),
        st.lists(st.integers(0, 11), max_size=14).map(tuple),
    )
)
def test_a_path_is_a_tour_exactly_if_brute_force_finds_it(path: tuple[int, ...]) -> None:
    if path in SMALL_TOURS:
        assert Tour(SMALL, path).path == path
    else:
        with pytest.raises(ValueError, match=r"path|step"):
            Tour(SMALL, path)


@given(walks())
def test_a_path_by_knights_moves_is_proven(walk: tuple[Board, list[int]]) -> None:
    board, path = walk
    assert Tour(board, path).path == tuple(path)
    assert Tour(board, board.names(path).split()).path == tuple(path)


@given(st.sampled_from(SMALL_TOURS), st.permutations(range(12)))
def test_two_exchanged_squares_are_detected(path: tuple[int, ...], order: list[int]) -> None:
    changed = list(path)
    i, j = order[:2]
    changed[i], changed[j] = changed[j], changed[i]
    if tuple(changed) not in SMALL_TOURS:
        with pytest.raises(ValueError, match="is not a knight's move"):
            Tour(SMALL, changed)


def test_a_tour_takes_names_from_any_iterable() -> None:
    tour = Tour(RING, iter(RING_PATH))
    assert tour.path == (0, 5, 6, 1, 8, 3, 2, 7)
    assert tour == Tour(RING, tour.path)
    assert tour != Tour(RING, tour.path, closed=True)


@pytest.mark.parametrize(
    ("path", "closed", "wrong"),
    [
        ("", False, "the path ends before it has come to a1"),
        ("a1 c2 a3", False, "the path ends before it has come to b1"),
        ("a1 c2 a1 c2 a3 b1 c3 a2", False, "step 3 comes to a1 again"),
        ("a1 c2 a3 b1 c3 a2 c1 b3 a1", True, "step 9 comes to a1 again"),
        ("a1 c2 a3 b1 c3 a2 b3 c1", False, "step 7, a2 to b3, is not a knight's move"),
        ("c2 a1 a3 b1 c3 a2 c1 b3", False, "step 3, a1 to a3, is not a knight's move"),
        ("a1 c2 a3 b2 b1 c3 a2 c1", False, "b2 is a hole"),
        ("a1 c2 a3 b4 b1 c3 a2 c1", False, "'b4' is not a square of 3x3"),
    ],
)
def test_a_wrong_path_is_refused_with_the_step_that_is_wrong(
    path: str, closed: bool, wrong: str
) -> None:
    with pytest.raises(ValueError, match=f"^{wrong}"):
        Tour(RING, path.split(), closed)


def test_a_closed_tour_needs_a_move_back_to_its_start() -> None:
    assert Tour(RING, RING_PATH, closed=True).moves == 8
    path = SMALL_TOURS[0]
    home = f"{SMALL.name(path[-1])} to {SMALL.name(path[0])}"
    with pytest.raises(ValueError, match=f"^the tour is not closed: {home} is not a knight's move"):
        Tour(SMALL, path, closed=True)


def test_two_squares_are_no_closed_tour() -> None:
    pair = Board(2, 3, ["b1", "c1", "a2", "b2"])
    assert Tour(pair, ["a1", "c2"]).moves == 1
    with pytest.raises(ValueError, match=r"^a1 c2 is too short"):
        Tour(pair, ["a1", "c2"], closed=True)
    with pytest.raises(ValueError, match=r"^a1 is too short"):
        Tour(Board(1, 1), ["a1"], closed=True)


def test_moves_do_not_run_around_the_edge() -> None:
    board = Board(3, 4, ["a1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "c3"])
    with pytest.raises(ValueError, match="is not a knight's move"):
        Tour(board, ["b1", "d3", "d2"])  # d2 is b1's number and six, as two files right would be


@pytest.mark.parametrize(
    ("squares", "path", "wrong"),
    [
        ([6, 15], [6, 15], "step 2, g1 to b3, is not a knight's move"),  # like one up, two right
        ([6, 15], [15, 6], "step 2, b3 to g1, is not a knight's move"),
        ([3, 15], [3, -6], "-6 is not a square of 3x7"),  # 15 from the end, like one down, two left
        ([9, 18], [9, True], "True is not a square of 3x7"),
        ([9, 18], [9, 0], "a1 is a hole"),
        ([15, 20], [15, 24], "24 is not a square of 3x7"),
        ([9, 18], [9, 18, 9], "step 3 comes to c2 again"),
    ],
)
def test_numbers_that_look_like_moves_are_no_moves(
    squares: list[int], path: list[Any], wrong: str
) -> None:
    with pytest.raises(ValueError, match=f"^{wrong}"):
        Tour(Board(3, 7, {*range(21)} - {*squares}), path)


@pytest.mark.parametrize(
    ("square", "wrong"),
    [
        (True, "True is not a square of 3x4"),
        (1.0, r"1\.0 is not a square of 3x4"),
        (None, "None is not a square of 3x4"),
        (-1, "-1 is not a square of 3x4; squares are 0 to 11"),
        (-12, "-12 is not a square of 3x4"),
        (12, "12 is not a square of 3x4"),
        (1 << 70, "1180591620717411303424 is not a square of 3x4"),
    ],
)
@pytest.mark.parametrize("step", [0, 5, 11])
def test_a_value_that_is_no_square_is_refused(square: Any, wrong: str, step: int) -> None:
    # True equals 1 and -12 is a step from the end: each replaces the real square.
    path: list[Any] = list(SMALL_TOURS[0])
    path[step] = square
    with pytest.raises(ValueError, match=f"^{wrong}"):
        Tour(SMALL, path)


def test_a_hole_is_refused_although_it_has_a_number() -> None:
    hole, *path = SMALL_TOURS[0]
    board = Board(3, 4, [hole])
    assert Tour(board, path).path == tuple(path)
    with pytest.raises(ValueError, match=f"^{board.name(hole)} is a hole"):
        Tour(board, [hole, *path[:-1]])


@given(st.data())
def test_two_squares_are_a_tour_exactly_if_a_move_joins_them(data: st.DataObject) -> None:
    # On narrow boards and with long legs, the numbers of squares look like moves that wrap around.
    rows, columns = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    legs = data.draw(st.tuples(st.integers(0, 9), st.integers(1, 9)))
    squares = st.integers(0, rows * columns - 1)
    a, b = data.draw(squares), data.draw(squares)
    board = Board(rows, columns, set(range(rows * columns)) - {a, b})
    (row, column), (to_row, to_column) = divmod(a, columns), divmod(b, columns)
    if sorted(legs) == sorted((abs(row - to_row), abs(column - to_column))):
        assert Tour(board, [a, b], leaper=legs).path == (a, b)
    elif a != b:
        with pytest.raises(ValueError, match=r"^step 2, \w+ to \w+, is not a .*(knight|leaper)"):
            Tour(board, [a, b], leaper=legs)


def test_a_long_path_is_proven_in_slices() -> None:
    proof = Tour.proving(LARGE, LARGE_PATH, closed=True)
    reports: list[Progress] = []
    while True:
        try:
            reports.append(next(proof))
        except StopIteration as done:
            assert done.value == Tour(LARGE, LARGE_PATH, closed=True)
            break
    shares = [
        event.share for event in reports if event.method == "proof" and event.share is not None
    ]
    assert len(shares) == len(reports) == 2
    assert shares == sorted(set(shares))
    assert 0 <= shares[0] < shares[-1] < 1


def test_a_proof_in_slices_makes_the_same_tour() -> None:
    for closed in (False, True):
        assert result_of(Tour.proving(RING, RING_PATH, closed)) == Tour(RING, RING_PATH, closed)
    assert not result_of(Tour.proving(RING, RING_PATH)).closed
    beside = Tour(Board(1, 2), ["a1", "b1"], leaper=(1, 0))
    assert beside.leaper == (0, 1)


def test_a_long_path_may_be_of_names_and_squares() -> None:
    named = [LARGE.name(square) for square in LARGE_PATH]
    assert Tour(LARGE, named).path == LARGE_PATH
    assert Tour(LARGE, [*named[:99], *LARGE_PATH[99:-1], named[-1]], True).path == LARGE_PATH
    with pytest.raises(ValueError, match=r"^'zz1' is not a square of 130x130"):
        Tour(LARGE, [*named[:-1], "zz1"])


@pytest.mark.parametrize(
    "step", [2, SQUARES_PER_YIELD - 1, SQUARES_PER_YIELD, SQUARES_PER_YIELD + 1, len(LARGE) - 2]
)
@pytest.mark.parametrize("closed", [False, True])
def test_a_wrong_step_is_named_wherever_slices_meet(step: int, closed: bool) -> None:
    path = [*LARGE_PATH[:step], *reversed(LARGE_PATH[step:])]  # one wrong move, and the way home
    move = f"{LARGE.name(path[step - 1])} to {LARGE.name(path[step])}"
    with pytest.raises(ValueError, match=f"^step {step + 1}, {move}, is not a knight's move"):
        Tour(LARGE, path, closed)


@pytest.mark.parametrize("step", [1, SQUARES_PER_YIELD - 1, SQUARES_PER_YIELD, -1])
def test_a_repeated_square_is_detected_wherever_slices_meet(step: int) -> None:
    path = list(LARGE_PATH)
    path[step] = path[0]
    with pytest.raises(ValueError, match=f"^step {step % len(path) + 1} comes to a1 again"):
        Tour(LARGE, path)


@pytest.mark.parametrize("columns", [SQUARES_PER_YIELD // 128, SQUARES_PER_YIELD // 128 + 1])
def test_the_closing_move_is_proven_where_a_slice_ends(columns: int) -> None:
    # 128x128 squares fill one slice to the last square.
    board = Board(128, columns)
    assert Tour(board, built(Puzzle(board, closed=True)), closed=True).moves == len(board)
    path = solve(board, start=0, end=64 * columns + 65).path
    with pytest.raises(ValueError, match=r"^the tour is not closed: bn65 to a1 is not"):
        Tour(board, path, closed=True)


def test_the_repr_of_a_tour_describes_it() -> None:
    assert repr(Tour(RING, RING_PATH)) == "Tour(Board(3, 3, holes=['b2']), open, a1 to b3)"
    assert repr(Tour(RING, RING_PATH, closed=True)).endswith("closed, a1 to b3)")


def test_a_tour_is_drawn_in_a_notebook() -> None:
    tour = Tour(RING, RING_PATH)
    assert tour._repr_svg_() == svg.tour(tour)


def test_a_puzzle_takes_names_and_squares() -> None:
    assert Puzzle.of(CHESS, start="a1", end=1) == Puzzle(CHESS, 0, 1)
    assert Puzzle.of(CHESS, closed=True) == Puzzle(CHESS, closed=True)
    assert Puzzle.of(Board(1, 1), start="a1", end="a1").end == 0


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ({"start": "a1", "end": 0}, "^start and end are both a1; choose two squares$"),
        (
            {"end": "b1", "closed": True},
            "^a closed tour has no end, so not b1 either; leave the end out$",
        ),
        ({"start": "z1"}, "'z1' is not a square of 8x8"),
        ({"end": 64}, "64 is not a square of 8x8"),
    ],
)
def test_a_puzzle_that_contradicts_itself_is_refused(asked: dict[str, Any], wrong: str) -> None:
    for ask in (Puzzle.of, solve):
        with pytest.raises(ValueError, match=wrong) as refused:
            ask(CHESS, **asked)
        assert not isinstance(refused.value, NoTour)


def test_two_squares_are_enough_for_two_ends() -> None:
    pair = Board(1, 2)
    assert Puzzle(pair, 0, 1, leaper=(1, 0)) == Puzzle(pair, 0, 1, leaper=(0, 1))
    with pytest.raises(ValueError, match="start and end are both b1"):
        Puzzle(pair, 1, 1)


@pytest.mark.parametrize("square", [64, -1, "a1", 18, True, False])
def test_a_puzzle_built_by_hand_is_checked_too(square: Any) -> None:
    board = Board(8, 8, ["c3"])
    wrong = f"^{square!r} is not a square of 8x8$"
    with pytest.raises(ValueError, match=wrong):
        Puzzle(board, start=square)
    with pytest.raises(ValueError, match=wrong):
        Puzzle(board, end=square)


def test_a_puzzle_lists_the_possible_ends() -> None:
    graph = knight_graph(CHESS)
    assert Puzzle(CHESS, 0).ends(graph, 0) is None
    assert Puzzle(CHESS, 0, 1).ends(graph, 0) == (1,)
    assert Puzzle(CHESS, 0, closed=True).ends(graph, 0) == (10, 17)


def test_no_tour_is_a_value_error_that_carries_its_proof() -> None:
    no = NoTour("Colors.", "parity", {"dark": [0]})
    assert isinstance(no, ValueError)
    assert (str(no), no.reason, no.proof, no.witness) == (
        *("Colors.", "Colors."),
        *("parity", {"dark": [0]}),
    )
    assert NoTour("Tried.", "search").witness == {}


def test_undecided_is_not_an_answer() -> None:
    undecided = Undecided("Too long", {"events": 3})
    assert not isinstance(undecided, ValueError)
    assert (str(undecided), undecided.spent) == ("Too long", {"events": 3})


@pytest.mark.parametrize(
    "answer",
    [
        NoTour("R", "p", {"dark": [1]}, {"search": [("dead",)]}),
        NoTour("R", "p").of(Puzzle(CHESS, 0, 9)),
        Undecided("R", {"events": 3}),
    ],
)
def test_answers_can_be_pickled(answer: Exception) -> None:
    copy = pickle.loads(pickle.dumps(answer))
    assert (type(copy), str(copy), vars(copy)) == (type(answer), str(answer), vars(answer))
