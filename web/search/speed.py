"""How fast steps go by: what the slider offers, and how many are due after some time. Pure."""

from __future__ import annotations

from web.question.question import Question

#: Steps a second that the slider offers, slowest first; None: as fast as it goes.
SPEEDS: tuple[int | None, ...] = (1, 2, 4, 8, 15, 30, 60, 240, 1000, None)
USUAL = SPEEDS.index(8)
#: Inferences a minute at each of these speeds: each of them is a sentence to be read.
READ_SPEEDS = (6, 9, 12, 20, 30, 45, 60, 120, 240, 600)

CHESS_SQUARES = 64
FLIGHT_SECONDS = 3  # that a large board takes, as fast as it goes


def rate(speed: int, question: Question) -> int | None:
    """Return the steps a second, None: as fast as it goes.

    A large board, of which only its tour is seen, takes as long as one of 8x8.

    >>> from kt_core.board import Board
    >>> from kt_core.tour import Puzzle
    >>> rate(USUAL, Question()), rate(USUAL, Question(Puzzle(Board(130, 130), 0)))
    (8, 2112)
    """
    steps = SPEEDS[speed]
    if steps is None or question.can_be_watched:
        return steps
    return steps * (len(question.board) // CHESS_SQUARES or 1)


def due(owed: float, seconds: float, rate: float) -> tuple[int, float]:
    """Return how many steps are due, and the part of the next one that is still owed.

    >>> due(0.5, 0.25, 8)
    (2, 0.5)
    """
    owed += seconds * rate
    return int(owed), owed % 1
