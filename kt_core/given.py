"""The given numbers of a puzzle: steps, counted from 1, that are known for some squares.

`given_numbers` accepts numbers that do not contradict each other at sight: each square has one
number and each number one square, and of two numbers that follow each other, the colors and the
distance of the squares allow the moves between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from kt_core.board import Board, Square
from kt_core.graph import Leaper, knight_graph
from kt_core.language import N_, short, value_error

#: What callers give: names or squares, with their numbers.
Given = Mapping[str, int] | Mapping[Square, int] | Mapping[str | Square, int]
GivenNumbers = tuple[tuple[Square, int], ...]  # each square with its number, the numbers ascending


def given_by_square(board: Board, given: Given | None) -> GivenNumbers:
    """Return given numbers by square; `ValueError` for a key that is no square of the board."""
    return tuple((board.square(square), number) for square, number in (given or {}).items())


def given_numbers(
    board: Board, given: Iterable[tuple[Square, int]], leaper: Leaper, *, closed: bool
) -> GivenNumbers:
    """Return given numbers in ascending order; `ValueError` names two that contradict each other.

    A pair may occur twice. The steps of a closed tour count around it: after the last comes 1.
    """
    square_of, number_of, most = dict[int, Square](), dict[Square, int](), len(board)
    for square, number in given:
        if square not in board:
            raise value_error(
                "{square} is not a square of {board}", square=short(square), board=board
            )
        name = board.name(square)
        if type(number) is not int or not 1 <= number <= most:
            raise value_error(
                "{square} is given the number {number}; the numbers of {board} are 1 to {most}",
                square=name,
                number=short(number),
                board=board,
                most=most,
            )
        if number_of.setdefault(square, number) != number:
            raise value_error(
                "{square} is given two numbers, {one} and {other}",
                square=name,
                one=number_of[square],
                other=number,
            )
        if square_of.setdefault(number, square) != square:
            raise value_error(
                "the number {number} is given twice, on {one} and on {other}",
                number=number,
                one=board.name(square_of[number]),
                other=name,
            )
    found = tuple((square_of[number], number) for number in sorted(square_of))
    for one, other in pairwise(found):
        _check_pair(board, one, other, leaper)
    if closed and len(found) > 1:  # 1 follows the last number
        _check_pair(board, found[-1], found[0], leaper)
    return found


def _check_pair(
    board: Board, one: tuple[Square, int], other: tuple[Square, int], leaper: Leaper
) -> None:
    """Raise `ValueError` if the moves from one number to the other do not fit their squares."""
    (here, number), (there, later) = one, other
    moves = later - number if later > number else later - number + len(board)
    # Around an odd number of squares there is no tour that changes color with each move.
    has_colors = sum(leaper) % 2 and (later > number or len(board) % 2 == 0)
    is_even, distance = board.color(here) == board.color(there), 0
    if has_colors and is_even == moves % 2:
        template = N_(
            "{one} has the number {n} and {other} has {later}: the squares differ in color, so"
            " their numbers must differ by an odd number"
        )
        if is_even:
            template = N_(
                "{one} has the number {n} and {other} has {later}: the squares have the same color,"
                " so their numbers must differ by an even number"
            )
    elif (distance := _distance(board, here, there, leaper)) > moves:
        template = N_(
            "{one} has the number {n} and {other} has {later}: from one to the other it takes at"
            " least {distance} moves, not {moves}"
        )
    else:
        return
    names = {"one": board.name(here), "other": board.name(there)}
    raise value_error(template, **names, n=number, later=later, distance=distance, moves=moves)


def _distance(board: Board, here: Square, there: Square, leaper: Leaper) -> int:
    """Return the number of moves of a shortest path; 0 if there is no path."""
    graph, distance, seen, border = knight_graph(board, leaper), 0, {here}, [here]
    while border:
        if there in seen:
            return distance
        distance += 1
        border = [*{to for square in border for to in graph[square]} - seen]
        seen.update(border)
    return 0
