"""Leapers can replace the knight, and invalid leapers are refused."""

from typing import Any

import pytest

from kt_core import Board, Tour, knight_graph
from kt_core.graph import KNIGHT, leaper_of, steps
from kt_core.tour import Puzzle


def test_the_knight_has_eight_steps() -> None:
    assert steps() == steps(KNIGHT) == steps((2, 1))
    assert len(steps()) == 8
    assert all({abs(up), abs(right)} == {1, 2} for up, right in steps())


@pytest.mark.parametrize(("leaper", "count"), [((0, 1), 4), ((1, 1), 4), ((1, 4), 8), ((3, 0), 4)])
def test_a_leaper_has_four_steps_or_eight_in_ascending_order(
    leaper: tuple[int, int], count: int
) -> None:
    assert len(steps(leaper)) == count
    assert list(steps(leaper)) == sorted(steps(leaper))


@pytest.mark.parametrize(
    ("leaper", "wrong"),
    [
        ((0, 0), "stays where it is"),
        ((1,), r"\(1,\) is not a leaper"),
        ((1, -2), r"\(1, -2\) is not a leaper; give two numbers from 0 to 999"),
        ((1, 1000), "is not a leaper"),
        ((1.0, 2), "is not a leaper"),
        ((True, 2), "is not a leaper"),
        ("12", "'12' is not a leaper"),
        (None, "None is not a leaper"),
    ],
)
def test_what_is_no_leaper_is_refused(leaper: Any, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        leaper_of(leaper)
    with pytest.raises(ValueError, match=wrong):
        Puzzle.of(Board(8, 8), leaper=leaper)


def test_the_graph_of_a_leaper_lists_its_moves_ascending() -> None:
    board = Board(5, 6, ["a5"])
    graph = knight_graph(board, (1, 4))
    assert board.names(graph[board.square("b1")]).split() == ["f2", "c5"]
    for square in board:
        assert list(graph[square]) == sorted(graph[square])
        assert all(square in graph[to] for to in graph[square])


def test_a_tour_is_proven_by_the_leapers_own_moves() -> None:
    board, path = Board(2, 2), ["a1", "b1", "b2", "a2"]
    assert Tour(board, path, closed=True, leaper=(0, 1)).moves == 4
    with pytest.raises(ValueError, match=r"step 2, a1 to b1, is not a move of the \(1, 1\) leaper"):
        Tour(board, path, leaper=(1, 1))
    with pytest.raises(ValueError, match="is not a knight's move"):
        Tour(board, path)


def test_a_puzzle_has_its_leaper_in_one_form_and_refuses_others() -> None:
    assert Puzzle(Board(8, 8), leaper=(2, 1)) == Puzzle(Board(8, 8))
    assert Puzzle(Board(8, 8), leaper=(4, 1)).leaper == (1, 4)
    for wrong in (1, 2, 3), (0, 0), (1, True), (1, 1000), "ab":
        with pytest.raises(ValueError, match="leaper"):
            Puzzle(Board(8, 8), leaper=wrong)  # type: ignore[arg-type]
