"""A path by the names of its squares, as it is read: the first step that is wrong ends it.

Names come by the handful, since a page reads a million of them in slices between its frames.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Generator, Iterable, Sequence
from itertools import pairwise

from kt_core.board import LONGEST_SIDE, Board, Square, column, place
from kt_core.events import Progress
from kt_core.language import Sentence, short, value_error
from kt_core.leaper import KNIGHT, Leaper, move_name, steps

NAMES_PER_YIELD = 500  # names read between two yields: about 2 ms in a page
WIDTH = 20_000  # a place is row * WIDTH + column; the last column that has a name is 18,278

_LINES = re.compile(r"^([a-z]{1,3})([1-9][0-9]{0,3})$", re.ASCII | re.IGNORECASE | re.MULTILINE)


class PathParser:
    """A path, as far as it was read; every step of it is right."""

    def __init__(self, board: Board | None = None, leaper: Leaper = KNIGHT) -> None:
        self._given, self._leaper = board, leaper
        self._moves = {up * WIDTH + right for up, right in steps(leaper)}
        # Plain memory: what holds a million values takes a time to grow, and to be given back.
        self._places = array("I")
        self._seen = bytearray(LONGEST_SIDE * LONGEST_SIDE)
        self._sides = 0, 0  # rows and columns of the smallest board that has it all

    def __len__(self) -> int:
        return len(self._places)

    def go(self, names: Sequence[str]) -> None:
        """PathParser on over squares by name; `ValueError` names the first step that is wrong."""
        places = places_of(names)
        if places is None or not self._is_right(places):
            for name in names:
                self._step(name)
        else:
            self._take(places)

    def board(self) -> Board:
        """Return the board that was given, else the smallest; `ValueError` where is no step."""
        if not (self._given or self._places):
            raise value_error("there is no square in this text")
        return self._given or Board(*self._sides)

    def squares(self) -> Generator[Progress, None, list[Square]]:
        """Return the path as squares of its board."""
        columns, squares = self.board().columns, list[Square]()
        for begin in range(0, len(self), NAMES_PER_YIELD):
            part = self._places[begin : begin + NAMES_PER_YIELD]
            squares += [place // WIDTH * columns + place % WIDTH for place in part]
            yield Progress("reading", begin / len(self))
        return squares

    def _is_right(self, places: Sequence[int]) -> bool:
        # All at once: a million questions, one by one, would take seconds.
        walk = [*self._places[-1:], *places]
        moves = {there - here for here, there in pairwise(walk)}
        return (
            moves <= self._moves
            and self._are_on_board(places)
            and len(set(places)) == len(places)
            and not any(map(self._has_seen, places))
        )

    def _has_seen(self, place: int) -> bool:
        return bool(self._seen[_bit(place)])

    def _are_on_board(self, places: Sequence[int]) -> bool:
        board = self._given
        rows, columns = (board.rows, board.columns) if board else (LONGEST_SIDE, LONGEST_SIDE)
        up, right = _sides(places)
        holes = board.holes if board else frozenset()
        return (
            up <= rows
            and right <= columns
            and not (holes and holes & {p // WIDTH * columns + p % WIDTH for p in places})
        )

    def _take(self, places: Sequence[int]) -> None:
        self._places.extend(places)
        for spot in map(_bit, places):
            self._seen[spot] = 1
        if places:
            rows, columns = _sides(places)
            self._sides = max(self._sides[0], rows), max(self._sides[1], columns)

    def _step(self, name: str) -> None:
        step, found = len(self) + 1, place(name)
        if not found:
            raise value_error(
                "step {step}, {name}, is not the name of a square, such as a1",
                step=step,
                name=short(name),
            )
        self._look_up(step, name, *found)
        there, here = found[0] * WIDTH + found[1], self._places[-1:]
        if self._has_seen(there):
            raise value_error(
                "step {step} comes to {square} again; a tour visits a square once",
                step=step,
                square=name.lower(),
            )
        if here and there - here[0] not in self._moves:
            move = Sentence("{start} to {end}", start=_name(here[0]), end=name.lower())
            raise value_error(
                "step {step}, {move}, is not a {leaper_move}",
                step=step,
                move=move,
                leaper_move=move_name(self._leaper),
            )
        self._take([there])

    def _look_up(self, step: int, name: str, row: int, column: int) -> None:
        if not self._given:
            Board(row + 1, column + 1)  # which says what is too far out
            return
        try:
            self._given.square(name)
        except ValueError as wrong:
            raise value_error("step {step}: {wrong}", step=step, wrong=wrong) from None


def places_of(names: Iterable[str]) -> list[int] | None:
    """Return the places that names mean, or None where one of them is no name."""
    given = list(names)
    text = "\n".join(given)
    found = _LINES.findall(text)
    # As many lines as names, and no characters left over: so each name is a line of its own.
    read = sum(map(len, map("".join, found))) + max(len(found) - 1, 0)
    if len(found) != len(given) or read != len(text):
        return None
    return [(int(rank) - 1) * WIDTH + column(file.lower()) for file, rank in found]


def _bit(place: int) -> int:
    return place // WIDTH * LONGEST_SIDE + place % WIDTH


def _sides(places: Sequence[int]) -> tuple[int, int]:
    if not places:
        return 0, 0
    return max(places) // WIDTH + 1, max(place % WIDTH for place in places) + 1


def _name(place: int) -> str:
    row, column = divmod(place, WIDTH)
    return Board(row + 1, column + 1).name(row * (column + 1) + column)
