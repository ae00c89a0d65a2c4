"""What can be turned in the figures of the chapter: dials, each with whole numbers from 0 on. Pure.

Where a figure stands is one number a dial; its address says them with dots between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kt_core.board import Board

Values = tuple[int, ...]
STEPS = {"+1": 1, "-1": -1}


@dataclass(frozen=True)
class Dial:
    """One thing that can be turned."""

    name: str
    most: Callable[[Values], int]  # by where the dials before it stand
    first: int = 0
    plays: bool = False  # whether it can go on by itself
    columns: int = 0  # of the board whose squares it goes about, if it does


@dataclass(frozen=True)
class Figure:
    """A figure by the name of its drawing, what that is called with, and its dials."""

    kind: str
    words: tuple[str, ...]
    dials: tuple[Dial, ...]
    link: Callable[[Values], str]  # the address of the lab that shows the same

    @property
    def first(self) -> Values:
        """Where the dials stand at first."""
        return tuple(dial.first for dial in self.dials)

    def read(self, text: str) -> Values:
        """Return where the dials stand, as an address says it; `ValueError` for any other text."""
        parts = text.split(".")
        if len(parts) != len(self.dials) or not all(_is_count(part) for part in parts):
            raise ValueError(f"{text[:40]!r} is not {len(self.dials)} numbers with dots between")
        values = tuple(map(int, parts))
        if self.held(values) != values:
            raise ValueError(f"{text[:40]!r} is more than this figure has")
        return values

    def turned(self, values: Values, name: str, text: str) -> Values:
        """Return where the dials stand after one is turned; a text that is no number does nothing.

        "+1" and "-1" are a step; "up" and "down" are a row of the board.
        """
        place = next((i for i, dial in enumerate(self.dials) if dial.name == name), None)
        if place is None:
            return values
        here, wide = values[place], self.dials[place].columns
        ways = {**STEPS, "up": wide, "down": -wide}
        if text in ways:
            there = here + ways[text]
            if text in ("up", "down") and there != self._within(values, place, there):
                return values
        elif _is_count(text):
            there = int(text)
        else:
            return values
        return self.held((*values[:place], there, *values[place + 1 :]))

    def held(self, values: Values) -> Values:
        """Return where the dials stand when none is beyond its end."""
        for place, value in enumerate(values):
            within = self._within(values, place, value)
            values = (*values[:place], within, *values[place + 1 :])
        return values

    def at_end(self, values: Values) -> bool:
        """Return whether the dial that plays has come to its end."""
        return all(
            value >= dial.most(values)
            for dial, value in zip(self.dials, values, strict=True)
            if dial.plays
        )

    @property
    def player(self) -> str:
        """The dial that can go on by itself; "" where none does."""
        return next((dial.name for dial in self.dials if dial.plays), "")

    def _within(self, values: Values, place: int, value: int) -> int:
        return min(max(value, 0), self.dials[place].most(values))


def figure(head: str) -> Figure:
    """Return the figure that a Markdown file names; `ValueError` lists those there are."""
    kind, *words = head.split()
    if kind not in FIGURES:
        raise ValueError(f"{kind!r} is no figure; there are {', '.join(sorted(FIGURES))}")
    try:
        return FIGURES[kind](*words)
    except TypeError:
        raise ValueError(f"{head!r} has not the words that this figure needs") from None


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 8


def _moves(board: str, square: str) -> Figure:
    place = Board.parse(board)
    last = place.rows * place.columns - 1
    dial = Dial("square", lambda _: last, int(square), columns=place.columns)

    def link(values: Values) -> str:
        return f"#board={place}&start={place.name(values[0])}&step=0&show=path,graph"

    return Figure("moves", (board,), (dial,), link)


#: Every figure by the name that a Markdown file calls it by.
FIGURES: Mapping[str, Callable[..., Figure]] = {
    "moves": _moves,
}
