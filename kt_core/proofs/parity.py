"""Refutations by color, which need no search.

A knight's move changes the color, so a tour alternates between the colors. The same holds for every
leaper whose legs have an odd sum, such as (1, 4). Other leapers, such as (1, 3), stay on one color,
but the graph of their moves is bipartite too, and its two classes serve as colors.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from kt_core.board import Board, Square
from kt_core.connectivity import classes
from kt_core.events import Progress
from kt_core.graph import Graph
from kt_core.language import Sentence
from kt_core.tour import Claim, NoTour, Puzzle

ColorOf = Callable[[Square], int]  # 0 or 1
Sets = Mapping[str, Sequence[Square]]  # the dark squares, then the light ones
NAMES: tuple[str, ...] = (Sentence("dark"), Sentence("light"))  # color names; a1 is dark
CHANGES_COLOR = Sentence("Every move changes color.")


class ColorClass(Sequence[Square]):
    """The squares of one color, ascending, listed on first use.

    >>> list(ColorClass(Board(3, 3), 1)), len(ColorClass(Board(999, 999), 1))
    ([1, 3, 5, 7], 499000)
    >>> ColorClass(Board(3, 3), 1)
    ColorClass(Board(3, 3), 1)

    Their number is computed, so counting a million squares takes a microsecond.
    """

    def __init__(self, board: Board, color: int) -> None:
        self.board, self.color = board, color

    def __len__(self) -> int:
        rows, columns = self.board.rows, self.board.columns
        whole = (rows * columns + 1 - self.color) // 2  # an odd square has the color of a1
        light = sum((hole // columns + hole % columns) % 2 for hole in self.board.holes)
        return whole - (light if self.color else len(self.board.holes) - light)

    def __getitem__(self, index: Any) -> Any:
        return self._list[index]

    def __iter__(self) -> Iterator[Square]:
        return iter(self._list)

    def __repr__(self) -> str:
        return f"ColorClass({self.board!r}, {self.color})"

    @cached_property
    def _list(self) -> tuple[Square, ...]:
        columns, holes = self.board.columns, self.board.holes
        rows = (
            range(row * columns + (row + self.color) % 2, (row + 1) * columns, 2)
            for row in range(self.board.rows)
        )
        squares = chain.from_iterable(rows)
        return tuple(s for s in squares if s not in holes) if holes else tuple(squares)


def refute_by_colors(puzzle: Puzzle) -> None:
    """Raise `NoTour` if the colors rule out a tour; the witness has the squares of each color."""
    board = puzzle.board
    witness = {name: ColorClass(board, color) for color, name in enumerate(NAMES)}
    if sum(puzzle.leaper) % 2:
        clash = _clash(puzzle, witness, board.color)
        if clash:
            raise NoTour.from_claims(
                _color_claim(board, witness), clash, proof="parity", witness=witness
            )
    elif all(witness.values()):
        raise NoTour(_one_color(puzzle, witness), "parity", witness)


def classes_of(
    puzzle: Puzzle, graph: Graph[Square]
) -> Generator[Progress, None, tuple[list[Square], list[Square]]]:
    """Return the classes of a connected graph, in slices: the larger one first, each ascending.

    Raise `NoTour` if the classes rule out a tour. The graph of any leaper is bipartite: see `sides`
    in checker/question.py.
    """
    pair = yield from classes(graph)
    dark, light = sorted(map(sorted, pair), key=len, reverse=True)
    witness = dict(zip(NAMES, (dark, light), strict=True))
    clash = _clash(puzzle, witness, set(light).__contains__)
    if clash:
        named = Claim(Sentence("Call the marked squares dark and light."), witness)
        changes = _color_claim(puzzle.board, witness)
        raise NoTour.from_claims(named, changes, clash, proof="parity", witness=witness)
    return dark, light


def _color_claim(board: Board, sets: Sets) -> Claim:
    # A square in the middle of the board has the most moves to show.
    return Claim(CHANGES_COLOR, sets, at=board.squares[len(board) // 2])


def _clash(puzzle: Puzzle, sets: Sets, color: ColorOf) -> Claim | None:
    """Return the claim that the two colors, dark first, allow no tour; None if they allow one."""
    dark, light = map(len, sets.values())
    more = None if dark == light else int(dark < light)
    wrong: tuple[Square, ...] = ()
    if puzzle.closed and dark != light:
        why = Sentence("a closed tour has equally many of both")
    elif abs(dark - light) > 1:
        why = Sentence("on a tour they differ by one at most")
    else:
        wrong = _wrong_ends(puzzle, more, color)
        if not wrong:
            return None
        why = _why_wrong(puzzle.board, wrong, more, color)
    sentence = Sentence("{counted}: {why}.", counted=_counts(dark, light), why=why)
    return Claim(sentence, sets, wrong=wrong)


def _wrong_ends(puzzle: Puzzle, more: int | None, color: ColorOf) -> tuple[Square, ...]:
    """Return the given ends that the colors forbid; `more` is the color with more squares."""
    ends = puzzle.given_ends
    if more is not None:
        return tuple(end for end in ends if color(end) != more)[:1]
    return ends if len(ends) == 2 and len(set(map(color, ends))) == 1 else ()


def _why_wrong(board: Board, wrong: Sequence[Square], more: int | None, color: ColorOf) -> Sentence:
    first, last, its = board.name(wrong[0]), board.name(wrong[-1]), NAMES[color(wrong[0])]
    if more is None:
        return Sentence(
            "a tour begins on one color and ends on the other. {start} and {end} are both {color}",
            start=first,
            end=last,
            color=its,
        )
    return Sentence(
        "a tour begins and ends on {more}. {square} is {color}",
        more=NAMES[more],
        square=first,
        color=its,
    )


def _one_color(puzzle: Puzzle, sets: Sets) -> str:
    return Sentence(
        "No move of the {leaper} leaper changes color. {counted}: it never comes from one color to"
        " the other.",
        leaper=puzzle.leaper,
        counted=_counts(*map(len, sets.values())),
    )


def _counts(dark: int, light: int) -> str:
    return Sentence.plural(
        "{n:,} dark square, {light:,} light",
        "{n:,} dark squares, {light:,} light",
        dark,
        light=light,
    )
