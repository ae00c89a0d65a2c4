"""A deficient set is described by as few of its squares as possible."""

from collections.abc import Iterator
from typing import Any

import pytest

from kt_core import Board, NoTour, knight_graph
from kt_core.cycle import FROM, TO, Cycle, cycle_of
from kt_core.events import Progress, result_of
from kt_core.graph import KNIGHT, Leaper
from kt_core.proofs import check
from kt_core.proofs.cuts import falls_apart, refutation_by_cut, with_one_added_vertex
from kt_core.proofs.degrees import deficiency, deficiency_proof
from kt_core.proofs.parity import classes_of
from kt_core.tour import Puzzle

# Three of the neighbors of b2 have no other neighbor; from the fourth, c2, a tail leads to j2.
LINES = (".#........", "##########", ".#........")
GAPS = [at for at, mark in enumerate("".join(LINES)) if mark == "."]
BOARD = Board(3, 10, GAPS)
PUZZLE = Puzzle(BOARD, closed=True, leaper=(0, 1))


def crowd_of(names: str) -> tuple[Cycle, list[int]]:
    """Return the question as a cycle, and these squares."""
    return Cycle(PUZZLE, knight_graph(BOARD, (0, 1)), ()), [*map(BOARD.square, names.split())]


def claim_about(names: str) -> NoTour | None:
    return result_of(deficiency_proof(*crowd_of(names)))


def test_squares_with_enough_room_are_not_deficient_nor_a_closed_start() -> None:
    assert deficiency(*crowd_of("b1 b3 a2 c2 e2 g2 i2")) == 5
    assert deficiency(*crowd_of("c2 e2 g2")) == 0
    assert claim_about("c2 e2 g2") is None
    assert claim_about("") is None
    puzzle = Puzzle(BOARD, BOARD.square("b2"), closed=True, leaper=(0, 1))
    _, crowd = crowd_of("b1 b3 a2 c2 e2 g2 i2")
    assert deficiency(Cycle(puzzle, knight_graph(BOARD, (0, 1)), ()), crowd) == 5


@pytest.mark.parametrize(
    ("board", "leaper", "names", "fewest"),
    [
        (BOARD, (0, 1), "b1 b3 a2 c2 e2 g2 i2", ("b1", "b2")),
        # The first square counts like any other, among the others or beside them.
        (Board(3, 3, ["b1", "a2", "c2", "b3"]), (1, 1), "a1 c1 a3 c3", ("a1", "b2")),
        (Board(3, 3, ["b1", "c1", "a2", "b2", "a3", "c3"]), KNIGHT, "c2 b3", ("c2", "a1")),
        # A cross of five squares from a1 to c3, and e1 and f2: the smallest set is reported.
        (
            Board(3, 6, {*range(18)} - {0, 2, 7, 12, 14, 4, 11}),
            (1, 1),
            "a1 c1 a3 c3 e1",
            ("e1", "f2"),
        ),
    ],
)
def test_unneeded_squares_are_left_out_of_a_deficient_set(
    board: Board, leaper: Leaper, names: str, fewest: tuple[str, str]
) -> None:
    cycle = Cycle(Puzzle(board, closed=True, leaper=leaper), knight_graph(board, leaper), ())
    no = result_of(deficiency_proof(cycle, [*map(board.square, names.split())]))
    assert no
    assert check(no, cycle.puzzle)
    shown = (board.names(no.witness[name]) for name in ("need two moves", "lead to"))
    assert tuple(shown) == fewest
    assert no.reason == (
        "A closed tour makes two moves at every square."
        " {} needs 2 moves, all to {}, with room for 1.".format(*fewest)
    )


@pytest.mark.parametrize(
    ("board", "asked", "leaper", "names", "fewest"),
    [
        (  # a set that a1 connects, with c4 as an end
            Board(4, 5, ["b1", "d1", "c3", "b4"]),
            {"start": "c4"},
            KNIGHT,
            "c1 b2 a3 a1 d2 e1 d4 e3",
            "a1 e1 d2 a3 d4",
        ),
        (  # a set that a1 connects
            Board(3, 5, ["c1", "d1", "b2", "d2", "d3"]),
            {"closed": True},
            KNIGHT,
            "b1 a2 c2 e2 b3",
            "e2",
        ),
        (Board(5, 3, ["c1", "c3", "c4"]), {"start": "a1"}, KNIGHT, "b1 a2 c2 b3 b5", "b1 b5"),
        (Board(3, 5, ["b1", "c3", "e3"]), {"start": "e2", "end": "c1"}, KNIGHT, "a3 b2 d2", "a3"),
        (  # two of the four squares may be ends
            Board(2, 6, ["e1", "f1", "a2", "b2", "f2"]),
            {},
            (0, 1),
            "b1 d1 c2 e2",
            "b1 d1 c2 e2",
        ),
    ],
)
def test_ends_and_the_first_square_are_counted_with_the_others(
    board: Board, asked: dict[str, Any], leaper: Leaper, names: str, fewest: str
) -> None:
    puzzle, graph = Puzzle.of(board, leaper=leaper, **asked), knight_graph(board, leaper)
    cycle = cycle_of(puzzle, graph, result_of(classes_of(puzzle, graph)))
    no = result_of(deficiency_proof(cycle, [*map(board.square, names.split())]))
    assert no
    assert check(no, puzzle)
    assert board.names(no.witness["need two moves"]) == fewest


def test_a_cut_with_the_first_square_is_reported() -> None:
    board = Board(2, 2, ["b2"])
    no = falls_apart(board, knight_graph(board, (0, 1)), [0])
    assert no.reason == (
        "A closed tour is one ring: without one square it falls into 1 part at most."
        " Without a1 the board falls into 2 parts, with no move between them."
    )
    assert no.witness == {"taken away": [0], "part 1": (1,), "part 2": (2,)}
    assert check(no, Puzzle(board, closed=True, leaper=(0, 1)))


def test_a_large_deficient_set_is_reduced_in_slices() -> None:
    board = Board(1, 999)
    cycle = Cycle(Puzzle(board, closed=True, leaper=(0, 1)), knight_graph(board, (0, 1)), ())
    work = deficiency_proof(cycle, board.squares[::2])
    assert next(work) == Progress("factor")
    assert [*work] == []  # only a single square is left


CORRIDORS = {
    True: ["ccccccccc", "c.......c", "ccccccccc", "c.......c", "ccccccccc"],
    False: [
        "..ccccccccc..",
        "..c.......c..",
        "ccccccccccccc",
        "c.c.......c.c",
        "c.ccccccccc.c",
        "c...........c",
        "ccccccccccccc",
    ],
}


@pytest.mark.parametrize("closed", [False, True])
def test_a_cut_of_two_squares_is_found_on_a_large_board(closed: bool) -> None:
    # Three or four corridors between the two squares; one column is repeated 70 times.
    lines = [line[:4] + line[4] * 70 + line[5:] for line in CORRIDORS[closed]]
    columns = len(lines[0])
    holes = [s for s in range(columns * len(lines)) if lines[s // columns][s % columns] == "."]
    board = Board(len(lines), columns, holes)
    graph = knight_graph(board, (0, 1))
    puzzle = Puzzle(board, closed=closed, leaper=(0, 1))
    found = list[NoTour | None]()

    def work() -> Iterator[Progress]:
        found.append((yield from refutation_by_cut(cycle_of(puzzle, graph, ([*graph], [*graph])))))

    assert set(work()) == {Progress("factor")}
    [no] = found
    assert no
    assert check(no, puzzle)
    crossings = [square for square in board if len(graph[square]) == 4 - closed]
    assert no.witness["taken away"] == crossings


def test_the_joined_vertex_is_adjacent_to_all_ends() -> None:
    board = Board(3, 4)
    puzzle, graph = Puzzle(board), dict(knight_graph(board))
    cycle = cycle_of(puzzle, graph, result_of(classes_of(puzzle, graph)))
    assert TO in cycle.graph
    joined = with_one_added_vertex(cycle)
    assert sorted(joined[FROM]) == list(board)
    assert {square: set(near) for square, near in joined.items() if square != FROM} == {
        square: {*near, FROM} for square, near in graph.items()
    }
