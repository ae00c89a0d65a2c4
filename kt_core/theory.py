"""Which boards, starts and ends can have a tour: what is known before any search.

So far the colours alone; a verdict here is a proof, never a guess.
"""

from __future__ import annotations

from kt_core.board import Square
from kt_core.tour import NoTour, Puzzle


def refute(puzzle: Puzzle) -> None:
    """Raise `NoTour` where a short argument shows that there is none; return None otherwise."""
    if puzzle.closed and len(puzzle.board) < 3:
        raise NoTour("A closed tour needs at least three squares.", "too-few", {})
    _refute_by_colours(puzzle)


def _refute_by_colours(puzzle: Puzzle) -> None:
    # Each move changes the colour, so along a tour the colours alternate.
    colours: tuple[list[Square], list[Square]] = ([], [])
    for square in puzzle.board:
        colours[puzzle.board.colour(square)].append(square)
    dark, light = colours
    reason = _clash(puzzle, len(dark), len(light))
    if reason:
        raise NoTour(reason, "parity", {"dark": dark, "light": light})


def _clash(puzzle: Puzzle, dark: int, light: int) -> str:
    here = f"here are {dark} squares of a1's colour and {light} of the other"
    if puzzle.closed and dark != light:
        return f"Each move changes the colour, so a closed tour needs as many of both: {here}."
    if abs(dark - light) > 1:
        return f"Each move changes the colour, so the counts differ by one at most: {here}."
    if dark != light:
        return _wrong_end(puzzle, 0 if dark > light else 1)
    return _same_colour(puzzle)


def _wrong_end(puzzle: Puzzle, more: int) -> str:
    board = puzzle.board
    for square in (puzzle.start, puzzle.end):
        if square is not None and board.colour(square) != more:
            return (
                f"{board.name(square)} has the colour of fewer squares, and where the colours are"
                " not equal in number an open tour starts and ends on the colour of more."
            )
    return ""


def _same_colour(puzzle: Puzzle) -> str:
    board, start, end = puzzle.board, puzzle.start, puzzle.end
    if start is None or end is None or board.colour(start) != board.colour(end):
        return ""
    return (
        f"{board.name(start)} and {board.name(end)} have the same colour, and a tour of an even"
        " number of squares joins different colours."
    )
