"""A wrong tour cannot be built, and the verdict of the judge agrees with the definition."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour, Undecided, knight_graph, solve, svg
from kt_core.events import Progress, result_of
from kt_core.graph import KNIGHT, Leaper
from kt_core.judge import SQUARES_PER_YIELD, PathFault, PathVerdict, verdict
from kt_core.tour import Claim, Puzzle
from tests.shared.cases import by_definition, tours_by_force

CHESS = Board(8, 8)
RING = Board(3, 3, ["b2"])  # its eight squares are one cycle
LARGE = Board(130, 130)
LARGE_PATH = solve(LARGE, closed=True).path
RING_PATH = ("a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3")


def test_a_tour_takes_names_from_any_iterable() -> None:
    tour = Tour(RING, iter(RING_PATH))
    assert tour.path == (0, 5, 6, 1, 8, 3, 2, 7)
    assert tour == Tour(RING, tour.path)
    assert tour != Tour(RING, tour.path, closed=True)


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("a1 c2 a3", "it visits 3 of 8 squares"),
        ("a1 c2 a3 b2 b1 c3 a2 c1", "b2 is a hole"),
        ("a1 c2 a3 b4 b1 c3 a2 c1", "'b4' is not a square of 3x3"),
    ],
)
def test_a_wrong_path_is_refused_with_the_verdict(path: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^{wrong}"):
        Tour(RING, path.split())
    with pytest.raises(ValueError, match="^the tour is not closed: d3 to a1 is not"):
        Tour(SMALL, SMALL_TOURS[0], closed=True)


def test_a_path_is_proven_in_slices_as_the_same_tour() -> None:
    proof = Tour.proving(LARGE, LARGE_PATH, closed=True)
    reports: list[Progress] = []
    while True:
        try:
            reports.append(next(proof))
        except StopIteration as done:
            assert done.value == Tour(LARGE, LARGE_PATH, closed=True)
            break
    shares = [it.share for it in reports if it.method == "proof" and it.share is not None]
    assert len(shares) == len(reports) > 2
    assert shares == sorted(set(shares))
    assert 0 <= shares[0] < shares[-1] <= 1
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


def test_a_tour_is_described_by_its_repr_and_drawn_in_a_notebook() -> None:
    assert repr(Tour(RING, RING_PATH)) == "Tour(Board(3, 3, holes=['b2']), open, a1 to b3)"
    assert repr(Tour(RING, RING_PATH, closed=True)).endswith("closed, a1 to b3)")
    tour = Tour(RING, RING_PATH)
    assert tour._repr_svg_() == svg.tour(tour)


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


@pytest.mark.parametrize("square", [64, -1, "a1", 18, True, False])
def test_a_puzzle_built_by_hand_is_checked_too(square: Any) -> None:
    board = Board(8, 8, ["c3"])
    wrong = f"^{square!r} is not a square of 8x8$"
    with pytest.raises(ValueError, match=wrong):
        Puzzle(board, start=square)
    with pytest.raises(ValueError, match=wrong):
        Puzzle(board, end=square)


def test_a_puzzle_takes_names_and_squares_and_lists_its_ends() -> None:
    assert Puzzle.of(CHESS, start="a1", end=1) == Puzzle(CHESS, 0, 1)
    assert Puzzle.of(CHESS, closed=True) == Puzzle(CHESS, closed=True)
    assert Puzzle.of(Board(1, 1), start="a1", end="a1").end == 0
    pair = Board(1, 2)
    assert Puzzle(pair, 0, 1, leaper=(1, 0)) == Puzzle(pair, 0, 1, leaper=(0, 1))
    assert Puzzle(CHESS, leaper=(4, 1)).leaper == (1, 4)
    with pytest.raises(ValueError, match="start and end are both b1"):
        Puzzle(pair, 1, 1)
    graph = knight_graph(CHESS)
    assert Puzzle(CHESS, 0).ends(graph, 0) is None
    assert Puzzle(CHESS, 0, 1).ends(graph, 0) == (1,)
    assert Puzzle(CHESS, 0, closed=True).ends(graph, 0) == (10, 17)
    for puzzle in (Puzzle(RING), Puzzle(RING, 0), Puzzle(RING, 0, 6), Puzzle(RING, 5, closed=True)):
        assert puzzle.from_start((0, 5, 6)) == (0, 5, 6)
    for puzzle in (Puzzle(RING, 6), Puzzle(RING, end=0), Puzzle(RING, 6, 0)):
        assert puzzle.from_start((0, 5, 6)) == (6, 5, 0)


def test_no_tour_is_a_value_error_with_its_proof_and_undecided_is_no_answer() -> None:
    no = NoTour("Colors.", "parity", {"dark": [0]})
    assert isinstance(no, ValueError)
    assert (str(no), no.reason) == ("Colors.", "Colors.")
    assert (no.proof, no.witness) == ("parity", {"dark": [0]})
    assert NoTour("Tried.", "search").witness == {}
    undecided = Undecided("Too long", {"events": 3})
    assert not isinstance(undecided, ValueError)
    assert (str(undecided), undecided.spent) == ("Too long", {"events": 3})


@pytest.mark.parametrize(
    "answer",
    [
        NoTour("R", "p", {"dark": [1]}, {"search": [("dead",)]}),
        NoTour("R", "p").of(Puzzle(CHESS, 0, 9)),
        NoTour.from_claims(Claim("R", {}), proof="p", witness={}),
        Undecided("R", {"events": 3}),
    ],
)
def test_answers_can_be_pickled(answer: Exception) -> None:
    copy = pickle.loads(pickle.dumps(answer))
    assert (type(copy), str(copy), vars(copy)) == (type(answer), str(answer), vars(answer))


RING_SQUARES = (0, 5, 6, 1, 8, 3, 2, 7)
SMALL = Board(3, 4)
SMALL_TOURS = tours_by_force(SMALL)
SLICES = [2, SQUARES_PER_YIELD - 1, SQUARES_PER_YIELD, SQUARES_PER_YIELD + 1, 16_898]


def by_the_definition(board: Board, path: list[Any], leaper: Leaper) -> str:
    """Return the kind of a path, by looking at its squares one after the other."""
    graph = by_definition(board, leaper)
    for i, square in enumerate(path):
        is_square = type(square) is int and square in graph
        if not is_square or square in path[:i] or (i and square not in graph[path[i - 1]]):
            return "wrong"
    return "tour" if len(path) == len(board) else "path"


@given(st.data())
def test_the_kind_is_that_of_the_definition(data: st.DataObject) -> None:
    # On narrow boards and with long legs, numbers of squares look like moves that wrap around.
    rows, columns = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 7))
    leaper: Leaper = data.draw(st.sampled_from([KNIGHT, (0, 1), (1, 1), (1, 4), (0, 6)]))
    total = rows * columns
    holes = data.draw(st.sets(st.integers(0, total - 1), max_size=total - 1))
    board, graph = Board(rows, columns, holes), by_definition(Board(rows, columns), leaper)
    others: list[Any] = [None, True, 1.0, "a1", 1 << 70, 1 << 20_000, []]
    entries: Any = st.integers(-9, total + 9) | st.sampled_from(others)
    path: list[Any] = data.draw(st.lists(entries, max_size=1))
    for _ in range(data.draw(st.integers(0, total))):
        last = path[-1] if path else None
        near = graph.get(last, []) if type(last) is int else []
        new = [square for square in near if square not in path]
        path.append(data.draw(st.sampled_from(new) if new else entries))
    found = verdict(board, path, leaper)
    assert found.kind == by_the_definition(board, path, leaper)
    assert found.path == tuple(path[: len(found.path)])
    assert (found.wrong() == "") is (found.kind == "tour")


@pytest.mark.parametrize(
    ("path", "closed", "kind", "wrong"),
    [
        ((), None, "path", "it visits 0 of 8 squares"),
        ((0, 5, 6), None, "path", "it visits 3 of 8 squares"),
        ((0, 5, 6), True, "path", "it visits 3 of 8 squares"),
        ((0, 5, 0), None, "wrong", "square a1 appears twice, as numbers 1 and 3"),
        ((*RING_SQUARES, 0), True, "wrong", "square a1 appears twice, as numbers 1 and 9"),
        ((0, 5, 6, 8), None, "wrong", "step 4, a3 to c3, is not a knight's move"),
        ((0, 5, 4), None, "wrong", "step 3, b2, is a hole"),
        ((4,), None, "wrong", "step 1, b2, is a hole"),
        ((0, 9), None, "wrong", "step 2, 9, is not on 3x3"),
        ((0, 5, -3), None, "wrong", "step 3, -3, is not on 3x3"),
        ((False, 5), None, "wrong", "step 1, False, is not on 3x3"),
        ((0, 5.0), None, "wrong", "step 2, 5.0, is not on 3x3"),
        ((0, "c2"), None, "wrong", "step 2, 'c2', is not on 3x3"),
    ],
)
def test_the_first_fault_is_named(path: Any, closed: bool | None, kind: str, wrong: str) -> None:
    found = verdict(RING, path, closed=closed)
    assert (found.kind, found.wrong(), found.closed) == (kind, wrong, False)


def test_a_tour_is_closed_if_a_move_leads_back() -> None:
    assert [verdict(RING, RING_SQUARES, closed=each).closed for each in (None, True, False)] == [
        *(True, True, False)
    ]
    found = verdict(SMALL, SMALL_TOURS[0], closed=True)
    assert found.fault
    assert (found.fault.kind, found.fault.step, found.bad) == ("open", 13, found.path[0])
    assert found.wrong(str) == "the tour is not closed: 11 to 0 is not a knight's move"
    pair = verdict(Board(2, 3, [1, 2, 3, 4]), (0, 5), closed=True)
    assert pair.wrong() == "a closed tour has at least 3 squares"
    assert verdict(pair.board, pair.path).sentence() == (
        "An open tour of 2x3 without b1, c1, a2 and b2: 1 move."
    )


def test_a_verdict_names_the_piece_and_the_entries_as_their_author_writes_them() -> None:
    assert verdict(RING, RING_SQUARES).sentence() == "A closed tour of 3x3 without b2: 8 moves."
    beside = verdict(Board(1, 2), [0, 1], (1, 0))
    assert beside.sentence() == "An open tour of 1x2 by the (0, 1) leaper: 1 move."
    assert verdict(Board(1, 3), [0, 2], (0, 1)).wrong() == (
        "step 2, a1 to c1, is not a move of the (0, 1) leaper"
    )
    pairs = [(0, 0), (1, 2), (2, 2)]
    found = verdict(RING, [0, 5, 8])
    assert found.wrong(lambda i: str(pairs[i])) == (
        "step 3, (1, 2) to (2, 2), is not a knight's move"
    )
    twice = verdict(RING, [0, 5, 0])
    assert twice.wrong(lambda i: "xyz"[i]) == "square z appears twice, as numbers 1 and 3"


@pytest.mark.parametrize("step", SLICES)
def test_a_fault_is_found_wherever_slices_meet(step: int) -> None:
    path, board = LARGE_PATH, LARGE
    turned = verdict(board, [*path[:step], *reversed(path[step:])])
    assert turned == PathVerdict(
        *(board, KNIGHT, path[:step], False),
        PathFault("move", step + 1, step, (path[step - 1], path[-1])),
    )
    again = verdict(board, [*path[:step], path[0], *path[step + 1 :]])
    assert again.fault == PathFault("twice", step + 1, 1, (path[0], path[0]))
    assert verdict(board.without(frozenset([path[step]])), path).fault == PathFault(
        "hole", step + 1, 0, (path[step],)
    )
    assert verdict(board, path[:step]).kind == "path"
    back = verdict(board, [*path[:step], path[step - 2]])  # a move, but to a visited square
    assert back.fault == PathFault("twice", step + 1, step - 1, (path[step - 2],) * 2)


def test_an_endless_path_is_judged() -> None:
    def endless() -> Any:
        while True:
            yield from RING_SQUARES

    assert verdict(RING, endless()).fault == PathFault("twice", 9, 1, (0, 0))
