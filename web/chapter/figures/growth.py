"""The growth of the search tree: its first levels, and its estimated and true size. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import log10

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import number
from kt_core.graph import average_degree, knight_graph
from kt_core.language import N_, _, ngettext
from kt_core.tree_size import CORNER_TREES, FIRST_TOURS, geometric_sum, probes
from web.chapter.figures.figure import Dial, Figure
from web.chapter.figures.layout import (
    DRAWING,
    chart,
    drawing,
    grid_line,
    layer,
    numbers,
)
from web.chapter.text import (
    CHART_POWERS,
    RAISED_IN_SVG,
    Values,
    approximation,
    count_text,
    scientific,
    sentences_text,
    with_exponents,
)
from web.draw.patch import Lazy, Patches

WIDTH, HEIGHT = 420.0, 280.0
LEFT, BOTTOM, TOP = 44.0, 62.0, 28.0
LEGEND = {"field": N_("The estimate"), "t4": N_("The true tree, from a1")}
MOST_PROBES = 20_000


class GrowthFigure(Figure):
    """The sizes of search trees on square boards with sides from the first to the last."""

    kind = "growth"
    measures = (N_("Estimate it here"), N_("Stop"))

    def __init__(self, first: str, last: str, side: str) -> None:
        self.least, self.last = int(first), int(last)
        end, here = self.last - self.least, int(side) - self.least
        self.dials = (Dial("side", N_("Side of the board"), end, here),)

    def link(self, values: Values) -> str:
        """Return the address of the search on the chosen board."""
        side = self.least + values[0]
        return f"#board={side}x{side}&ordering=textbook&prune=0&step=0"

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the chart, with the chosen board."""
        least, side = self.least, self.least + values[0]
        yield DRAWING, Lazy(_ground, least, self.last)
        yield layer("moves"), Lazy(_moves, side)
        yield layer("chosen"), Lazy(_chosen_bars, least, self.last, side)

    def sentence(self, values: Values) -> str:
        """Return the estimate for the chosen board, in a sentence."""
        board, k, size, tree, _first = _numbers(self.least + values[0])
        text = N_("{board}: k = {k}. The estimate is {size} paths, the true tree has {tree}.")
        estimate, side = _(text, board=board, k=k, size=size, tree=tree), self.least + values[0]
        if side not in FIRST_TOURS:
            return estimate
        more = N_("The first tour comes after {first:,} visits.")
        return sentences_text(estimate, _(more, first=FIRST_TOURS[side]))

    def table(self) -> list[list[str]]:
        """Return the numbers of the chart."""
        heads = (
            N_("Board"),
            N_("k"),
            N_("Estimate"),
            N_("True tree from a1"),
            N_("First tour after"),
        )
        return [[_(head) for head in heads], *map(_numbers, range(self.least, self.last + 1))]

    def measure(self, values: Values) -> Iterator[Values]:
        """Yield (side of the board, paths drawn so far, mean of their estimates)."""
        side, total = self.least + values[0], 0
        sizes = probes(knight_graph(Board(side, side)), 0)
        for paths, size in enumerate(islice(sizes, MOST_PROBES), start=1):
            total += size
            yield (side, paths, total // paths)

    def measured(self, found: Values, milliseconds: int) -> str:
        """Describe the estimate from random paths, measured in this browser."""
        side, paths, mean = found
        return ngettext(
            "{n:,} path drawn at random on {board}: about {size} paths in the whole tree.",
            "{n:,} paths drawn at random on {board}: about {size} paths in the whole tree.",
            paths,
            board=f"{side} × {side}",
            size=approximation(mean),
        )


def _numbers(side: int) -> list[str]:
    """Return the board, k, the estimate, the true size of the tree, and the first tour."""
    board, tree = Board(side, side), CORNER_TREES[side]
    size = scientific(*geometric_sum(board))
    true = (
        count_text(tree) if isinstance(tree, int) else _("about {size}", size=approximation(tree))
    )
    first = count_text(FIRST_TOURS[side]) if side in FIRST_TOURS else "–"
    return [f"{side} × {side}", f"{average_degree(board):.4g}", size, true, first]


def _ground(least: int, most: int) -> Iterator[str]:
    top = _power(most)
    parts = []
    for power in range(0, int(top) + 1, CHART_POWERS):
        label = with_exponents(scientific(1, power, digits=0), RAISED_IN_SVG).removeprefix("1 × ")
        parts.append(grid_line(LEFT, WIDTH, _y(power, top), label))
    for side in range(least, most + 1):
        x = number(_x(side, least, most))
        parts.append(
            f'<text x="{x}" y="{number(HEIGHT - BOTTOM + 18)}" text-anchor="middle">{side}</text>'
            f"{_bar(side, least, most, 'field')}"
        )
        parts.append(_tree_bar(side, least, most))
    parts += _legend()
    label = _("Paths in the search tree, by the side of the board")
    yield '<div class="beside"><div data-layer="moves"></div>'
    yield chart(WIDTH, HEIGHT, label, "".join(parts), "chosen")
    yield "</div>"


def _legend() -> Iterator[str]:
    for place, (color, title) in enumerate(LEGEND.items()):
        y = HEIGHT - 28 + 20 * place
        yield (
            f'<rect x="{LEFT}" y="{number(y - 5)}" width="10" height="10" fill="{light(color)}"/>'
            f'<text x="{LEFT + 16}" y="{number(y)}" dominant-baseline="central">'
            f"{_(title)}</text>"
        )


def _moves(side: int) -> Iterator[str]:
    """Yield the board with the number of moves on each of its squares."""
    board = Board(side, side)
    label = _("Moves of each square: k = {k}", k=f"{average_degree(board):.4g}")
    counts = {square: len(moves) for square, moves in knight_graph(board).items()}
    yield drawing(board, label, (svg.squares(board), numbers(board, counts)))


def _chosen_bars(least: int, most: int, side: int) -> Iterator[str]:
    size = with_exponents(scientific(*geometric_sum(Board(side, side))), RAISED_IN_SVG)
    x, y = _x(side, least, most), _y(_power(side), _power(most))
    yield _bar(side, least, most, "accent")
    yield _tree_bar(side, least, most)
    end = max(x + 14, LEFT + 76)  # not over the bars on the right, which are taller
    yield (
        f'<text x="{number(end)}" y="{number(y - 8)}" text-anchor="end" font-weight="600"'
        f' fill="{light("accent")}">{size}</text>'
    )


def _bar(side: int, least: int, most: int, color: str) -> str:
    x, y = _x(side, least, most), _y(_power(side), _power(most))
    return (
        f'<rect x="{number(x - 14)}" y="{number(y)}" width="28"'
        f' height="{number(HEIGHT - BOTTOM - y)}" fill="{light(color)}" data-turn="side"'
        f' data-value="{side - least}"/>'
    )


def _tree_bar(side: int, least: int, most: int) -> str:
    x, y = _x(side, least, most), _y(log10(CORNER_TREES[side]), _power(most))
    return (
        f'<rect class="true" x="{number(x - 9)}" y="{number(y)}" width="18" pointer-events="none"'
        f' height="{number(HEIGHT - BOTTOM - y)}" fill="{light("t4")}"/>'
    )


def _power(side: int) -> float:
    mantissa, exponent = geometric_sum(Board(side, side))
    return exponent + log10(mantissa)


def _x(side: int, least: int, most: int) -> float:
    return LEFT + (side - least + 0.5) * (WIDTH - LEFT) / (most - least + 1)


def _y(power: float, top: float) -> float:
    return HEIGHT - BOTTOM - power / top * (HEIGHT - BOTTOM - TOP)
