"""A depth-first search, step by step: its graph, code and calls; and a long one, by depth. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import bends, center, circle, escape, group
from kt_core.graph import LETTERS, Graph, knight_graph
from kt_core.language import N_, _
from kt_core.orderings import textbook
from kt_core.search import search
from kt_core.tree_size import Depths
from web.chapter.content.listings import COMPLETE, LEFT, TOUR, VISITED, WAITS
from web.chapter.content.trials import POSITIONS, VISITS, counted_visits, search_from_a1
from web.chapter.figures import layout, letters
from web.chapter.figures.figure import BET, Dial, Figure, step_dial
from web.chapter.text import Values, count_text, sentences_text
from web.draw.patch import Lazy, Patches, here, listing, scroll_region, table
from web.search.recording import Recording, SearchState, Trace

GRAPHS = (N_("The graph of six letters"), N_("The board"))
GRAY = "field"  # the color of squares on the path
#: Steps on the graph of six letters, up to the first complete path; and on a board.
LETTERS_STEPS, BOARD_STEPS = STEPS = 8, 200
CALL_HEADS = (N_("square"), N_("is at line"), N_("still to look at"))


class SearchFigure(Figure):
    """A search on the graph of six letters or on a board: the graph, the code and the calls."""

    kind = "search"

    def __init__(self, sides: str, step: str) -> None:
        self.sides = sides
        self.dials = (
            Dial("graph", N_("Graph"), end=1, resets=True, text=lambda at: _(GRAPHS[at[0]])),
            step_dial(lambda values: STEPS[values[0]], int(step)),
            BET,
        )

    def link(self, values: Values) -> str:
        """Return the address of the same step on the board."""
        keys = f"#board={self.sides}&ordering=textbook&prune=0&step={values[1]}"
        return keys if values[0] else ""

    def trace(self, values: Values) -> Trace:
        """Return the search of the chosen graph."""
        return trace_of(self.sides, values[0])

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the graph, the code and the calls at a step."""
        yield layout.DRAWING, Lazy(_graph_code_and_calls, self.sides, *values[:2], lit)

    def sentence(self, values: Values) -> str:
        """Describe the last step of the search in a sentence."""
        trace = self.trace(values)
        moment = trace.at(values[1])
        path = " ".join(map(trace.name, moment.path)) or "–"
        if not moment.step:
            return _("Step 0: nothing is visited yet; all is white.")
        if moment.backtracked_from is not None:
            text = N_("Step {step}: every move from {name} was tried, so {name} turns white again.")
            if moment.dead_end is not None:
                text = N_("Step {step}: {name} is a dead end, so {name} turns white again.")
            left = _(text, step=moment.step, name=trace.name(moment.backtracked_from))
            return sentences_text(left, _("The path is {path}.", path=path))
        text = N_("Step {step}: {name} is visited and turns gray. The path is {path}.")
        if len(moment.path) == len(trace.graph):
            text = N_("Step {step}: {name} is visited, the last one. The path is {path}.")
        return _(text, step=moment.step, name=trace.name(moment.path[-1]), path=path)

    def asks(self, values: Values) -> str:
        """Return the question about going back."""
        if values[0]:
            return _("Will the search change its first move within {most} steps?", most=STEPS[1])
        text = N_(
            "How often will the search go back before its path visits all {letters} vertices?"
        )
        return _(text, letters=len(LETTERS))

    def answers(self, values: Values) -> tuple[str, str]:
        """Return "Yes" and "No" for the board."""
        return super().answers(values) if values[0] else (N_("Once"), N_("More than once"))

    def right(self, values: Values) -> int:
        """Return the number of the right answer at the end of the search."""
        if not self.at_end(values):
            return 0
        trace = self.trace(values)
        path = trace.at(trace.length).path
        if values[0]:
            return 1 if trace.at(2).path != path[:2] else 2
        return 1 if (trace.length - len(path)) // 2 == 1 else 2


@cache
def trace_of(board: str, which: int) -> Trace:
    """Return the search of the letters, or of a board from a1, up to the last step shown."""
    place = Board.parse(board) if which else None
    graph: Graph[Any] = knight_graph(place) if place else LETTERS
    start: Any = 0 if place else "A"
    path: dict[Any, Any] = {}
    recording = Recording(graph, search(graph, start, path=path), path)
    most = STEPS[which]
    recording.pull(most)
    return Trace(
        recording=recording,
        graph=graph,
        start=start,
        order=textbook,
        length=most,
        solver=search,
        name=place.name if place else str,
        board=place,
    )


def line_of(moment: SearchState, size: int) -> int:
    """Return the line of `TOUR`, from 1, that has just run; 0 before the first step."""
    if not moment.step:
        return 0
    if moment.backtracked_from is not None:
        return LEFT
    return COMPLETE if len(moment.path) == size else VISITED


def _graph_code_and_calls(sides: str, which: int, step: int, lit: str) -> Iterator[str]:
    trace = trace_of(sides, which)
    moment = trace.at(step)
    yield '<div class="pair">'
    yield _board(trace, moment, lit) if trace.board else _letters(moment, lit)
    line = line_of(moment, len(trace.graph))
    yield f'<div class="inside">{_listing(line)}{_calls(trace, moment)}</div>'
    yield "</div>"


def _listing(lit: int) -> str:
    name = escape(_("The code that runs"))
    return f'<ol class="code" aria-label="{name}">{listing(TOUR.splitlines(), lit)}</ol>'


def _calls(trace: Trace, moment: SearchState) -> str:
    """Return the open calls, the last on top, each with its current line and its untried moves."""
    levels = list(open_calls(trace.graph, moment))
    rows = "".join(
        f'<tr{here(level is levels[-1])}><th scope="row">{escape(trace.name(square))}</th>'
        f"<td>{line}</td><td>{' '.join(map(trace.name, rest)) or '–'}</td></tr>"
        for level in reversed(levels)
        for square, line, rest in (level,)
    )
    text = N_("{n} calls are open. Each but the top one waits for the one above it.")
    if len(levels) < 2:
        text = N_("No call is open.") if not levels else N_("One call is open.")
    caption = escape(_(text, n=len(levels)))
    return scroll_region(_("Calls"), table("stack calls", caption, rows, CALL_HEADS))


def open_calls(graph: Graph[Any], moment: SearchState) -> Iterator[tuple[Any, int, Sequence[Any]]]:
    """Yield each open call: its square, its current line, and its untried moves.

    A call that is about to return is shown once more, at its last line.
    """
    path, left = moment.path, moment.backtracked_from
    taken = (*path[1:], left) if path else ()
    for square, end in zip(path, taken, strict=True):
        moves = graph[square]
        rest = moves if end is None else moves[moves.index(end) + 1 :]
        is_last = end is None
        yield square, line_of(moment, len(graph)) if is_last else WAITS, rest
    if left is not None:
        yield left, LEFT, ()


def _letters(moment: SearchState, lit: str) -> str:
    path, dead_end = tuple(moment.path), moment.dead_end
    layers = (
        *(letters.ground(), letters.edges(LETTERS), letters.line(path), letters.vertices(path)),
        letters.dead_end(dead_end) if dead_end is not None else (),
        (letters.ring(v) for v in LETTERS if _is_lit(v, lit, moment)),
    )
    label = _(GRAPHS[0])
    return layout.with_title(label, letters.svg_of(map("".join, layers), label))


def _is_lit(vertex: Any, lit: str, moment: SearchState) -> bool:
    """Return True if a word of the text highlights this vertex: its name, a color, the dead end."""
    if lit in ("white", "gray"):
        return (vertex in moment.path) == (lit == "gray")
    ends = moment.backtracked_from if moment.dead_end is not None else None
    return vertex == ends if lit == "dead-end" else str(vertex) == lit


def _board(trace: Trace, moment: SearchState, lit: str) -> str:
    board, path = trace.board, moment.path
    assert board
    ringed = [s for s in board if _is_lit(s, lit, moment)]
    layers = [
        *(svg.squares(board), svg.edges(board), svg.line(board, path, of=len(board))),
        *(_colors(board, path), svg.names(board), svg.ends(board, path)),
        layout.rings(board, ringed, 0.4, 0.067),
    ]
    if moment.dead_end is not None:
        layers.append(svg.dead_end(board, moment.dead_end))
    layers += [svg.knight(board, path[-1] if path else 0)]
    return layout.drawing(board, _(GRAPHS[1]), layers)


def _colors(board: Board, path: Sequence[int]) -> Iterator[str]:
    """Yield a vertex on each square: gray on the path, else white."""
    for name, squares in (("white", set(board) - {*path}), ("gray", set(path))):
        fill = light(GRAY if name == "gray" else "surface")
        look = {"fill": fill, "stroke": light("field"), "stroke_width": ".03"}
        yield from group(name, (circle(center(board, s), 0.14) for s in sorted(squares)), **look)


# --- A long search --------------------------------------------------------------------------------

BOARD = Board(8, 8)
END = POSITIONS[8]  # the last dial position
START = Depths(1, (1,) + (0,) * (len(BOARD) - 1), (0,), 1)
WIDTH, HEIGHT, MARGIN, BASE, TOP = 420, 220, 8, 180, 22
COLUMN = (WIDTH - MARGIN) / len(BOARD)
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
        yield layout.DRAWING, Lazy(_ground)
        yield layout.layer("path"), Lazy(path_layer, position)
        yield layout.layer("bars"), Lazy(_bars, position)

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
        return [[_("Visits"), _("Squares never changed")], *rows]


def depths_at(side: int, position: int) -> Depths:
    """Return the state of the search on a board of this side at a dial position."""
    return search_from_a1(side).first(position)[-1] if position else START


def _ground() -> Iterator[str]:
    yield '<div class="beside">'
    yield layout.drawing(BOARD, _("The path so far"), (svg.squares(BOARD),), "path")
    ticks = "".join(layout.words_at(_x(depth), BASE + 16, str(depth)) for depth in TICKS)
    ticks += layout.words_at(WIDTH / 2, HEIGHT - 6, _("which square of the path"))
    yield layout.chart(WIDTH, HEIGHT, _("Visits by depth"), ticks, "bars")
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
        yield layout.bar(_x(depth) - 0.5, COLUMN - 1, BASE - high, BASE, color)
    deepest = here.counts.index(most) + 1
    label = _("{count:,} at square {depth}", count=most, depth=deepest)
    if most > 1:
        yield layout.words_at(
            min(_x(deepest) - COLUMN / 2, WIDTH - 70), TOP - 8, label, f' fill="{light("ink")}"'
        )


def _x(depth: int) -> float:
    return MARGIN + (depth - 0.5) * COLUMN
