"""How often a move ordering comes to a tour without ever going back, by the size of the board."""

from __future__ import annotations

from kt_core.board import Board
from kt_core.drawing.colours import light
from kt_core.drawing.curve import number
from kt_core.language import N_
from web.figure.parts import chart, grid_line
from web.lesson.trials import successes
from web.lesson.words import counted, told

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640.0, 240.0, 44.0, 40.0, 12.0
LEGEND = (4.0, 176.0, 392.0)  # where the three are named, from the left
#: Each ordering with its name and the mark of its points.
NAMES = {
    "warnsdorff": (N_("Ties in order of squares"), "ink"),
    "roth": (N_("Ties far from the centre (Roth)"), "accent"),
    "static-degree": (N_("Degrees never updated"), "wrong"),
}


def chart_of_successes(words: tuple[str, ...], language: str) -> str:
    """Return the chart: a line for each ordering, from board to board."""
    least, most = map(int, words)
    sides = range(least, most + 1)
    parts = [grid_line(LEFT, WIDTH, _y(percent), str(percent)) for percent in (0, 50, 100)]
    for side in sides:
        at = f'x="{number(_x(side, least, most))}" y="{number(HEIGHT - BOTTOM + 18)}"'
        parts.append(f'<text {at} text-anchor="middle">{side} × {side}</text>')
    for place, (name, (title, colour)) in enumerate(NAMES.items()):
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
            f' fill="{light("ink")}">{told(language, title)}</text>'
        )
    label = told(language, "Starts from which the rule comes to a tour without going back, in %")
    return chart(WIDTH, HEIGHT, label, "".join(parts))


def table(words: tuple[str, ...], language: str) -> list[list[str]]:
    """Return the numbers of the chart: of how many starts, and how many come to a tour."""
    heads = (N_("Board"), N_("Starts"), *(title for title, _ in NAMES.values()))
    rows = [[told(language, head) for head in heads]]
    for side in range(int(words[0]), int(words[1]) + 1):
        board = Board(side, side)
        counts = [successes(board, name)[1] for name in NAMES]
        starts = successes(board, "warnsdorff")[0]
        rows.append([f"{side} × {side}", *(counted(language, n) for n in (starts, *counts))])
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
