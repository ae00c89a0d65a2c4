"""Changes of a question by the name of a control and its text."""

from collections.abc import Callable
from dataclasses import replace

from kt_core import Board, solve
from kt_core.tour import Puzzle
from web.question.change import in_mode, with_field, with_hole, with_layer, with_puzzle, with_tour
from web.question.question import Question

TOURS = [
    solve(Board(3, 4)),
    solve(Board(6, 6), closed=True),
    solve(Board(5, 5, ["c3"]), start="b1"),
]
PUZZLES = [
    Puzzle.of(Board(5, 5), given={"a1": 1, "c3": 13}),
    Puzzle.of(Board(6, 6), closed=True, given={"c3": 5, "d4": 17}),
    Puzzle.of(Board(5, 5, ["c3"]), given={"b1": 9, "e5": 24}),
]
#: The changes that no field of the form makes.
OTHERWISE: dict[str, Callable[[Question, str], Question]] = {
    "mode": in_mode,
    "layer": with_layer,
    "hole": lambda question, value: with_hole(question, int(value)),
    "tour": lambda question, value: with_tour(question, TOURS[int(value)]),
    "puzzle": lambda question, value: with_puzzle(question, PUZZLES[int(value)]),
    "step": lambda question, value: replace(question, step=int(value) if value else None),
}


def changed(question: Question, what: str, value: str) -> Question:
    """Return the question after a change; `ValueError` if it is refused."""
    if what in OTHERWISE:
        return OTHERWISE[what](question, value)
    return with_field(question, what, value)
