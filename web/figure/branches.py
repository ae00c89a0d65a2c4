"""The first levels of a search tree: all paths of a few moves from a square. Pure."""

from __future__ import annotations

from functools import cache

from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.curve import number
from kt_core.graph import knight_graph
from kt_core.language import N_
from web.figure.parts import chart
from web.lesson.words import counted, told

Path = tuple[Square, ...]
WIDTH, TOP, ROW, LEFT = 640.0, 20.0, 64.0, 92.0
NAMED_LEVELS = 3  # that have room for the names of squares
MORE_LEVELS = 4  # that the table has beyond those drawn


def chart_of_branches(words: tuple[str, ...], language: str) -> str:
    """Return the tree from the board's square on, as many levels deep as the last word says."""
    board, start, depth = Board.parse(words[0]), words[1], int(words[2])
    levels = [list(_paths(words[0], start, moves)) for moves in range(depth + 1)]
    places = _places(levels)
    branches = "".join(
        f"M{number(places[path[:-1]])} {number(_y(len(path) - 2))}"
        f"L{number(places[path])} {number(_y(len(path) - 1))}"
        for level in levels[1:]
        for path in level
    )
    parts = [f'<path d="{branches}" fill="none" stroke="{light("edge")}"/>']
    for moves, level in enumerate(levels):
        parts.append(_count(moves, len(level), language))
        parts += [_vertex(board, path, places[path], moves) for path in level]
    label = told(language, "The beginning of the search tree: every path is a branch")
    return chart(WIDTH, _y(depth) + TOP, label, "".join(parts))


def table(words: tuple[str, ...], language: str) -> list[list[str]]:
    """Return how many paths there are of each length, and how many times as many as before."""
    rows = [[told(language, head) for head in (N_("Moves"), N_("Paths"), N_("Times as many"))]]
    before = 0
    for moves in range(int(words[2]) + MORE_LEVELS + 1):
        now = len(_paths(words[0], words[1], moves))
        times = f"{now / before:.1f}" if before else ""
        rows.append([str(moves), counted(language, now), times])
        before = now
    return rows


@cache
def _paths(board: str, start: str, moves: int) -> tuple[Path, ...]:
    """Return all paths of so many moves, those with the same beginning beside each other."""
    place = Board.parse(board)
    if not moves:
        return ((place.square(start),),)
    graph = knight_graph(place)
    shorter = _paths(board, start, moves - 1)
    return tuple((*path, to) for path in shorter for to in graph[path[-1]] if to not in path)


def _places(levels: list[list[Path]]) -> dict[Path, float]:
    """Return how far right each path stands: the last ones in a row, others above their middle."""
    step = (WIDTH - LEFT) / len(levels[-1])
    places = {path: LEFT + (i + 0.5) * step for i, path in enumerate(levels[-1])}
    for level, below in zip(levels[-2::-1], levels[:0:-1], strict=True):
        for path in level:
            onward = [places[each] for each in below if each[:-1] == path]
            assert onward, "so short a path goes on"
            places[path] = sum(onward) / len(onward)
    return places


def _count(moves: int, paths: int, language: str) -> str:
    said = told(language, N_("{n} at the start") if not moves else N_("{n} paths"), n=paths)
    return (
        f'<text x="0" y="{number(_y(moves))}" dominant-baseline="central"'
        f' fill="{light("ink")}">{said}</text>'
    )


def _vertex(board: Board, path: Path, x: float, level: int) -> str:
    at = f'cx="{number(x)}" cy="{number(_y(level))}"'
    if level >= NAMED_LEVELS:
        return f'<circle {at} r="3" fill="{light("accent")}"/>'
    look = f'fill="{light("surface")}" stroke="{light("accent")}" stroke-width="1.5"'
    name = board.name(path[-1])
    return (
        f'<circle {at} r="13" {look}/><text x="{number(x)}" y="{number(_y(level))}"'
        f' text-anchor="middle" dominant-baseline="central" fill="{light("ink")}">{name}</text>'
    )


def _y(level: int) -> float:
    return TOP + level * ROW
