"""A crowd is told by as few of its squares as show it."""

from kt_core import Board, NoTour, knight_graph
from kt_core.cycle import Cycle
from kt_core.events import drained
from kt_core.proofs import check
from kt_core.proofs.crowds import crowded, shortage
from kt_core.tour import Puzzle

# Three of the neighbours of b2 have no other; by the fourth, c2, a tail leads on to j2.
LINES = (".#........", "##########", ".#........")
BOARD = Board(
    3,
    10,
    [10 * r + c for r, line in enumerate(LINES) for c, mark in enumerate(line) if mark == "."],
)
PUZZLE = Puzzle(BOARD, closed=True, leaper=(0, 1))


def crowd_of(names: str) -> tuple[Cycle, list[int]]:
    """Return the question as a cycle, and these squares."""
    return Cycle(PUZZLE, knight_graph(BOARD, (0, 1)), ()), [*map(BOARD.square, names.split())]


def told(names: str) -> NoTour | None:
    """Return what is said of these squares."""
    return drained(crowded(*crowd_of(names)))


def test_the_squares_that_are_not_needed_are_left_out() -> None:
    assert shortage(*crowd_of("b1 b3 a2 c2 e2 g2 i2")) == 5
    no = told("b1 b3 a2 c2 e2 g2 i2")
    assert no
    assert check(no, PUZZLE)
    assert no.witness == {"need two moves": [1], "lead to": [11]}
    assert no.reason == (
        "A closed tour makes two moves at every square."
        " b1 needs 2 moves, all to b2, with room for 1."
    )


def test_squares_with_room_enough_are_no_crowd() -> None:
    assert shortage(*crowd_of("c2 e2 g2")) == 0
    assert told("c2 e2 g2") is None
    assert told("") is None
