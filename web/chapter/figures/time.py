"""The visits of a search by depth, and the part of its path that never changes. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import bends, center, circle
from kt_core.language import N_, _
from kt_core.tree_size import Depths
from web.chapter.content.trials import POSITIONS, VISITS, counted_visits, search_from_a1
from web.chapter.figures.figure import BET, Dial, Figure
from web.chapter.figures.layout import DRAWING, bar, chart, drawing, layer, with_layers, words_at
from web.chapter.text import Values, count_text
from web.draw.patch import Lazy, Patches

BOARD = Board(8, 8)
END = POSITIONS[8]
START = Depths(1, (1,) + (0,) * (len(BOARD) - 1), (0,), 1)
WIDTH, HEIGHT, LEFT, BASE, TOP = 420, 220, 8, 180, 22
STEP = (WIDTH - LEFT) / len(BOARD)
TICKS = (1, 10, 20, 30, 40, 50, 60)


class TimeFigure(Figure):
    """A long search: its path, and its visits by depth."""

    kind, is_counted = "time", True
    dials = (Dial("visits", N_("Visits"), END, plays=True), BET)

    def link(self, values: Values) -> str:
        """Return the address of the search."""
        return "#board=8x8&ordering=textbook&prune=0&step=0"

    def counts(self, values: Values) -> Values | None:
        """Return the request for the visits, which are the same for all values."""
        return ()

    def count(self, request: Values) -> Iterator[Values]:
        """Yield the number of dial positions whose visits are counted."""
        return counted_visits()

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the board with the path of the search, and the chart of its visits."""
        position = values[0]
        yield DRAWING, Lazy(_ground)
        yield layer("path"), Lazy(path_layer, position)
        yield layer("bars"), Lazy(_bars, position)

    def sentence(self, values: Values) -> str:
        """Describe the progress of the search, and the squares of its path that never changed."""
        if not values[0]:
            return _("Nothing is searched yet.")
        here = depths_at(8, values[0])
        text = N_(
            "{visits:,} visits. The first {kept} squares of the path were never changed; the path"
            " is {length} squares long."
        )
        return _(text, visits=here.visits, kept=here.kept, length=len(here.path))

    def asks(self, values: Values) -> str:
        """Return the question about the first move."""
        text = N_("Will the first move ever change in {most:,} visits?")
        return _(text, most=VISITS[8] * END)

    def right(self, values: Values) -> int:
        """Return the number of the right answer at the end."""
        return self.at_end(values) * (2 if depths_at(8, values[0]).kept > 1 else 1)

    def table(self) -> list[list[str]]:
        """Return the number of squares that never changed, at three numbers of visits."""
        moments = (depths_at(8, position) for position in (1, END // 10, END))
        rows = [[count_text(here.visits), count_text(here.kept)] for here in moments]
        return [[_(head) for head in (N_("Visits"), N_("Squares never changed"))], *rows]


def depths_at(side: int, position: int) -> Depths:
    """Return the state of the search on a board of this side at a dial position."""
    return search_from_a1(side).first(position)[-1] if position else START


def at_end() -> str:
    """Return the drawing at the last dial position."""
    layers = {"path": "".join(path_layer(END)), "bars": "".join(_bars(END))}
    return with_layers("".join(_ground()), layers)


def _ground() -> Iterator[str]:
    yield '<div class="beside">'
    yield drawing(BOARD, _("The path so far"), (svg.squares(BOARD),), "path")
    ticks = "".join(words_at(_x(depth), BASE + 16, str(depth)) for depth in TICKS)
    ticks += words_at(WIDTH / 2, HEIGHT - 6, _("which square of the path"))
    yield chart(WIDTH, HEIGHT, _("Visits by depth"), ticks, "bars")
    yield "</div>"


def path_layer(position: int) -> Iterator[str]:
    """Yield the path; the squares that the search never left are emphasized."""
    here = depths_at(8, position)
    points = [center(BOARD, square) for square in here.path]
    moves = bends(points, closed=False) if len(points) > 1 else []
    old, new = "".join(moves[: max(here.kept - 1, 0)]), "".join(moves[max(here.kept - 1, 0) :])
    look = 'fill="none" stroke-linecap="round"'
    yield f'<path d="{new}" {look} stroke="{light("t4")}" stroke-width=".07"/>'
    yield f'<path d="{old}" {look} stroke="{light("accent")}" stroke-width=".13"/>'
    if points:
        yield circle(points[0], 0.2, f' fill="{light("accent")}"')
        yield circle(points[-1], 0.16, f' fill="{light("t4")}"')


def _bars(position: int) -> Iterator[str]:
    here = depths_at(8, position)
    most = max(here.counts)
    for depth, count in enumerate(here.counts, start=1):
        high = max(count / most * (BASE - TOP), 1.5 if count else 0)
        color = "accent" if depth <= here.kept else "t4"
        yield bar(_x(depth) - 0.5, STEP - 1, BASE - high, BASE, color)
    deepest = here.counts.index(most) + 1
    label = _("{count:,} at square {depth}", count=most, depth=deepest)
    if most > 1:
        yield words_at(
            min(_x(deepest) - STEP / 2, WIDTH - 70), TOP - 8, label, f' fill="{light("ink")}"'
        )


def _x(depth: int) -> float:
    return LEFT + (depth - 0.5) * STEP
