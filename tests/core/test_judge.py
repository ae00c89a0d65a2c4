"""The verdict on a path agrees with the definition of a tour, for entries of any type."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, solve
from kt_core.graph import KNIGHT, Leaper
from kt_core.judge import SQUARES_PER_YIELD, PathFault, PathVerdict, verdict
from tests.shared.cases import by_definition, tours_by_force

RING = Board(3, 3, ["b2"])  # its eight squares are one cycle
RING_PATH = (0, 5, 6, 1, 8, 3, 2, 7)
SMALL = Board(3, 4)
SMALL_TOURS = tours_by_force(SMALL)
LARGE = solve(Board(130, 130), closed=True)
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


@given(st.sampled_from(SMALL_TOURS), st.permutations(range(12)))
def test_two_exchanged_squares_are_detected(path: tuple[int, ...], order: list[int]) -> None:
    changed = list(path)
    i, j = order[:2]
    changed[i], changed[j] = changed[j], changed[i]
    found = verdict(SMALL, changed)
    assert (found.kind == "tour") is (tuple(changed) in SMALL_TOURS)


@pytest.mark.parametrize(
    ("path", "closed", "kind", "wrong"),
    [
        ((), None, "path", "it visits 0 of 8 squares"),
        ((0, 5, 6), None, "path", "it visits 3 of 8 squares"),
        ((0, 5, 6), True, "path", "it visits 3 of 8 squares"),
        ((0, 5, 0), None, "wrong", "square a1 appears twice, as numbers 1 and 3"),
        ((*RING_PATH, 0), True, "wrong", "square a1 appears twice, as numbers 1 and 9"),
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
    assert [verdict(RING, RING_PATH, closed=each).closed for each in (None, True, False)] == [
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


def test_a_verdict_names_the_piece_unless_it_is_the_knight() -> None:
    assert verdict(RING, RING_PATH).sentence() == "A closed tour of 3x3 without b2: 8 moves."
    beside = verdict(Board(1, 2), [0, 1], (1, 0))
    assert beside.sentence() == "An open tour of 1x2 by the (0, 1) leaper: 1 move."
    assert verdict(Board(1, 3), [0, 2], (0, 1)).wrong() == (
        "step 2, a1 to c1, is not a move of the (0, 1) leaper"
    )


def test_the_entries_are_named_as_their_author_writes_them() -> None:
    pairs = [(0, 0), (1, 2), (2, 2)]
    found = verdict(RING, [0, 5, 8])
    assert found.wrong(lambda i: str(pairs[i])) == (
        "step 3, (1, 2) to (2, 2), is not a knight's move"
    )
    twice = verdict(RING, [0, 5, 0])
    assert twice.wrong(lambda i: "xyz"[i]) == "square z appears twice, as numbers 1 and 3"


@pytest.mark.parametrize("step", SLICES)
def test_a_fault_is_found_wherever_slices_meet(step: int) -> None:
    path, board = LARGE.path, LARGE.board
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
            yield from RING_PATH

    assert verdict(RING, endless()).fault == PathFault("twice", 9, 1, (0, 0))
