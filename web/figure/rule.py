"""Move orderings that never go back: two side by side, and how often each comes to a tour. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.shapes import number
from kt_core.graph import knight_graph, onward
from kt_core.language import N_
from kt_core.orderings import ORDERINGS
from web.draw.patch import Lazy, Patches
from web.figure.layout import DRAWING, chart, drawing, grid_line, html, layer, slider
from web.lesson.figures import Values
from web.lesson.trials import rush, successes
from web.lesson.words import count_text, translation

NAMES = {"warnsdorff": N_("Fewest onward moves first"), "most-moves": N_("Most onward moves first")}
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640.0, 240.0, 44.0, 40.0, 12.0
LEGEND = (4.0, 176.0, 392.0)  # where the three are named, from the left
#: Each ordering with its name and the mark of its points.
CHARTED = {
    "warnsdorff": (N_("Ties in order of squares"), "ink"),
    "roth": (N_("Ties far from the centre (Roth)"), "accent"),
    "static-degree": (N_("Degrees never updated"), "wrong"),
}


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return two boards, and what each has visited by this step."""
    yield DRAWING, Lazy(html, _ground, words[0], language)
    for name in NAMES:
        yield layer(name), Lazy(html, _path, words, name, values[0])
    yield " [name=step]", slider(values[0], sentence(words, values, language))


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return where both have come to, in two sentences."""
    fewest, most = (_progress(words, name, values[0], language) for name in NAMES)
    text = N_("Fewest first: {fewest}. Most first: {most}.")
    return translation(language, text, fewest=fewest, most=most)


def measurement(
    words: tuple[str, ...], values: tuple[int, ...], milliseconds: int, language: str
) -> str:
    """Return from how many starts the rule came to a tour, here and now."""
    text = N_(
        "Tried here from {tried} squares of 8 × 8, without ever going back: {tours} times a tour,"
        " in {seconds} seconds."
    )
    tried, tours = values
    return translation(
        language, text, tried=tried, tours=tours, seconds=f"{milliseconds / 1000:.1f}"
    )


@cache
def run(words: tuple[str, ...], name: str) -> tuple[Square, ...]:
    """Return the path of an ordering that never goes back."""
    board = Board.parse(words[0])
    return rush(knight_graph(board), board.square(words[1]), ORDERINGS[name].make(board, 0))


def _progress(words: tuple[str, ...], name: str, step: int, language: str) -> str:
    path, board = run(words, name), Board.parse(words[0])
    shown = path[: step + 1]
    if len(shown) == len(board):
        return translation(language, "a tour of all {count} squares", count=len(board))
    where = {"count": len(shown), "name": board.name(shown[-1])}
    if len(shown) == len(path):
        return translation(language, "stranded on {name} after {count} squares", **where)
    return translation(language, "{count} squares, now on {name}", **where)


def _ground(words: str, language: str) -> Iterator[str]:
    board = Board.parse(words)
    yield '<div class="pair">'
    for name, title in NAMES.items():
        layers = svg.squares(board), svg.coordinates(board)
        yield drawing(board, translation(language, title), layers, name)
    yield "</div>"


def _path(words: tuple[str, ...], name: str, step: int) -> Iterator[str]:
    board, path = Board.parse(words[0]), run(words, name)[: step + 1]
    graph, here = knight_graph(board), path[-1]
    yield from svg.vertices(board, path)
    yield from svg.line(board, path, of=len(board))
    yield from svg.ends(board, path)
    yield from svg.moves(board, here, path)
    if not onward(graph, path, here) and len(path) < len(board):
        yield from svg.dead_end_square(board, here)
    yield from svg.knight(board, here)


def success_chart(words: tuple[str, ...], language: str) -> str:
    """Return the chart: a line for each ordering, from board to board."""
    least, most = map(int, words)
    sides = range(least, most + 1)
    parts = [grid_line(LEFT, WIDTH, _y(percent), str(percent)) for percent in (0, 50, 100)]
    for side in sides:
        at = f'x="{number(_x(side, least, most))}" y="{number(HEIGHT - BOTTOM + 18)}"'
        parts.append(f'<text {at} text-anchor="middle">{side} × {side}</text>')
    for place, (name, (title, colour)) in enumerate(CHARTED.items()):
        points = [(_x(side, least, most), _y(_percent(side, name))) for side in sides]
        d = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        dash = f' stroke-dasharray="{("none", "6 4", "2 4")[place]}"'
        parts.append(
            f'<path d="M{d}" fill="none" stroke="{light(colour)}" stroke-width="2"{dash}/>'
        )
        parts += [_mark(place, x, y, colour) for x, y in points]
        x, y = LEFT + LEGEND[place], HEIGHT - 5
        parts.append(
            f'{_mark(place, x, y - 4, colour)}<text x="{number(x + 9)}" y="{number(y)}"'
            f' fill="{light("ink")}">{translation(language, title)}</text>'
        )
    label = translation(
        language, "Starts from which the rule comes to a tour without going back, in %"
    )
    return chart(WIDTH, HEIGHT, label, "".join(parts))


def success_table(words: tuple[str, ...], language: str) -> list[list[str]]:
    """Return the numbers of the chart: of how many starts, and how many come to a tour."""
    heads = (N_("Board"), N_("Starts"), *(title for title, _ in CHARTED.values()))
    rows = [[translation(language, head) for head in heads]]
    for side in range(int(words[0]), int(words[1]) + 1):
        board = Board(side, side)
        counts = [successes(board, name)[1] for name in CHARTED]
        starts = successes(board, "warnsdorff")[0]
        rows.append([f"{side} × {side}", *(count_text(language, n) for n in (starts, *counts))])
    return rows


def _percent(side: int, name: str) -> float:
    tried, tours = successes(Board(side, side), name)
    return 100 * tours / tried


def _mark(place: int, x: float, y: float, colour: str) -> str:
    look = f'fill="{light(colour)}"'
    if place == 1:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="4" {look}/>'
    turn = f' transform="rotate(45 {number(x)} {number(y)})"' if place else ""
    return f'<rect x="{number(x - 3.5)}" y="{number(y - 3.5)}" width="7" height="7" {look}{turn}/>'


def _x(side: int, least: int, most: int) -> float:
    return LEFT + (side - least + 0.5) * (WIDTH - LEFT) / (most - least + 1)


def _y(percent: float) -> float:
    return HEIGHT - BOTTOM - percent / 100 * (HEIGHT - BOTTOM - TOP)
