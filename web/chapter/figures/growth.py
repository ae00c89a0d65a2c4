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
from web.chapter.figures.layout import DRAWING, bar, chart, drawing, layer, numbers, turns, words_at
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

WIDTH, HEIGHT = 420, 280
LEFT, BASE, TOP = 44, 218, 28
MIDDLE = ' dominant-baseline="central"'
LEGEND = {"field": N_("The estimate"), "t4": N_("The true tree, from a1")}
MOST_PROBES = 20_000


class GrowthFigure(Figure):
    """The sizes of search trees on square boards with sides from the first to the last."""

    kind = "growth"
    measures = (N_("Estimate it here"), N_("Stop"))

    def __init__(self, first: str, last: str, side: str) -> None:
        self.least, self.last = int(first), int(last)
        end, here = self.last - self.least, int(side) - self.least
        self.top = _power(self.last)
        self.dials = (Dial("side", N_("Side of the board"), end, here),)

    def link(self, values: Values) -> str:
        """Return the address of the search on the chosen board."""
        side = self.least + values[0]
        return f"#board={side}x{side}&ordering=textbook&prune=0&step=0"

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the chart, with the chosen board."""
        side = self.least + values[0]
        yield DRAWING, Lazy(_ground, self)
        yield layer("moves"), Lazy(_moves, side)
        yield layer("chosen"), Lazy(_chosen, self, side)

    def sentence(self, values: Values) -> str:
        """Return the estimate for the chosen board, in a sentence."""
        board, k, size, tree, _first = _numbers(self.least + values[0])
        text = N_("{board}: k = {k}. The estimate is {size} paths, the true tree has {tree}.")
        estimate, side = _(text, board=board, k=k, size=size, tree=tree), self.least + values[0]
        if side not in FIRST_TOURS:
            return estimate
        more = N_("The first tour comes after {first:,} visits.")
        return sentences_text(estimate, _(more, first=FIRST_TOURS[side]))

    def x(self, side: int) -> float:
        """Return the middle of the bars of a board."""
        return LEFT + (side - self.least + 0.5) * (WIDTH - LEFT) / (self.last - self.least + 1)

    def y(self, power: float) -> float:
        """Return the height of a power of ten in the chart."""
        return BASE - power / self.top * (BASE - TOP)

    def table(self) -> list[list[str]]:
        """Return the numbers of the chart."""
        heads = [_("Board"), _("k"), _("Estimate"), _("True tree from a1"), _("First tour after")]
        return [heads, *map(_numbers, range(self.least, self.last + 1))]

    def measure(self, values: Values) -> Iterator[Values]:
        """Yield (side of the board, paths drawn so far, mean of their estimates)."""
        side, total = self.least + values[0], 0
        sizes = probes(knight_graph(Board(side, side)), 0)
        for paths, size in enumerate(islice(sizes, MOST_PROBES), start=1):
            total += size
            yield (side, paths, total // paths)

    def result_sentence(self, found: Values, milliseconds: int) -> str:
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


def _ground(figure: GrowthFigure) -> Iterator[str]:
    parts = []
    for power in range(0, int(figure.top) + 1, CHART_POWERS):
        label = with_exponents(scientific(1, power, digits=0), RAISED_IN_SVG).removeprefix("1 × ")
        y, at_end = figure.y(power), f' text-anchor="end"{MIDDLE}'
        parts.append(f'<path d="M{LEFT} {number(y)}H{WIDTH}" stroke="{light("line")}"/>')
        parts.append(words_at(LEFT - 8, y, label, at_end))
    for side in range(figure.least, figure.last + 1):
        parts += (words_at(figure.x(side), BASE + 18, str(side)), *_bars(figure, side, "field"))
    for place, (color, title) in enumerate(LEGEND.items()):
        y = HEIGHT - 28 + 20 * place
        parts.append(bar(LEFT + 5, 10, y - 5, y + 5, color))
        parts.append(words_at(LEFT + 16, y, _(title), f' text-anchor="start"{MIDDLE}'))
    label = _("Paths in the search tree, by the side of the board")
    yield '<div class="beside"><div data-layer="moves"></div>'
    yield chart(WIDTH, HEIGHT, label, "".join(parts), "chosen")
    yield "</div>"


def _moves(side: int) -> Iterator[str]:
    """Yield the board with the number of moves on each of its squares."""
    board = Board(side, side)
    label = _("Moves of each square: k = {k}", k=f"{average_degree(board):.4g}")
    counts = {square: len(moves) for square, moves in knight_graph(board).items()}
    yield drawing(board, label, (svg.squares(board), numbers(board, counts)))


def _chosen(figure: GrowthFigure, side: int) -> Iterator[str]:
    size = with_exponents(scientific(*geometric_sum(Board(side, side))), RAISED_IN_SVG)
    yield from _bars(figure, side, "accent")
    end = max(figure.x(side) + 14, LEFT + 76)  # not over the bars on the right, which are taller
    look = f' text-anchor="end" font-weight="600" fill="{light("accent")}"'
    yield words_at(end, figure.y(_power(side)) - 8, size, look)


def _bars(figure: GrowthFigure, side: int, color: str) -> Iterator[str]:
    """Yield the bars of the estimate and of the true tree."""
    x, turn = figure.x(side), turns("side")(side - figure.least)
    yield bar(x, 28, figure.y(_power(side)), BASE, color, more=turn)
    true = ' class="true" pointer-events="none"'
    yield bar(x, 18, figure.y(log10(CORNER_TREES[side])), BASE, "t4", more=true)


def _power(side: int) -> float:
    mantissa, exponent = geometric_sum(Board(side, side))
    return exponent + log10(mantissa)
