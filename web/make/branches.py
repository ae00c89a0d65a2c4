"""The first levels of a search tree: the chart of a block "chart branches", and its numbers."""

from __future__ import annotations

from functools import cache

from kt_core.board import Board, SquarePath
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import number
from kt_core.graph import knight_graph
from kt_core.language import N_, _
from web.chapter.figures.layout import chart, words_at
from web.chapter.text import count_text

TREE_WIDTH, TREE_TOP, LEVEL_PIXELS, TREE_LEFT = 420.0, 20.0, 56.0, 66.0
NAMED_LEVELS = 3  # number of levels with room for the names of their squares
MORE_LEVELS = 4  # number of further levels, which only the table shows


def branches_chart(*words: str) -> str:
    """Return the tree from the given square, with the number of levels in the last word."""
    board, start, depth = Board.parse(words[0]), words[1], int(words[2])
    levels = [list(_paths(words[0], start, moves)) for moves in range(depth + 1)]
    places = _places(levels)
    branches = "".join(
        f"M{number(places[path[:-1]])} {number(_level_y(len(path) - 2))}"
        f"L{number(places[path])} {number(_level_y(len(path) - 1))}"
        for level in levels[1:]
        for path in level
    )
    parts = [f'<path d="{branches}" fill="none" stroke="{light("edge")}"/>']
    for moves, level in enumerate(levels):
        parts.append(_count(moves, len(level)))
        parts += [_vertex(board, path, places[path], moves) for path in level]
    label = _("The beginning of the search tree: every path is a branch")
    return chart(TREE_WIDTH, _level_y(depth) + TREE_TOP, label, "".join(parts))


def branches_table(*words: str) -> list[list[str]]:
    """Return the number of paths of each length, and its ratio to the one before."""
    rows = [[_("Moves"), _("Paths"), _("Times as many")]]
    before = 0
    for moves in range(int(words[2]) + MORE_LEVELS + 1):
        now = len(_paths(words[0], words[1], moves))
        times = f"{now / before:.1f}" if before else ""
        rows.append([str(moves), count_text(now), times])
        before = now
    return rows


@cache
def _paths(board: str, start: str, moves: int) -> tuple[SquarePath, ...]:
    """Return all paths of this number of moves, grouped by their prefixes."""
    place = Board.parse(board)
    if not moves:
        return ((place.square(start),),)
    graph = knight_graph(place)
    shorter = _paths(board, start, moves - 1)
    return tuple((*path, to) for path in shorter for to in graph[path[-1]] if to not in path)


def _places(levels: list[list[SquarePath]]) -> dict[SquarePath, float]:
    """Return the x coordinate of each path: the last ones in a row, others centered above them."""
    step = (TREE_WIDTH - TREE_LEFT) / len(levels[-1])
    places = {path: TREE_LEFT + (i + 0.5) * step for i, path in enumerate(levels[-1])}
    for level, below in zip(levels[-2::-1], levels[:0:-1], strict=True):
        for path in level:
            onward = [places[each] for each in below if each[:-1] == path]
            assert onward, "so short a path goes on"
            places[path] = sum(onward) / len(onward)
    return places


def _count(moves: int, paths: int) -> str:
    label = _(N_("{n} paths") if moves else N_("{n} at the start"), n=paths)
    look = f' text-anchor="start" dominant-baseline="central" fill="{light("ink")}"'
    return words_at(0, _level_y(moves), label, look)


def _vertex(board: Board, path: SquarePath, x: float, level: int) -> str:
    at = f'cx="{number(x)}" cy="{number(_level_y(level))}"'
    if level >= NAMED_LEVELS:
        return f'<circle {at} r="3" fill="{light("accent")}"/>'
    look = f'fill="{light("surface")}" stroke="{light("accent")}" stroke-width="1.5"'
    name = board.name(path[-1])
    named = f' dominant-baseline="central" fill="{light("ink")}"'
    return f'<circle {at} r="11" {look}/>{words_at(x, _level_y(level), name, named)}'


def _level_y(level: int) -> float:
    return TREE_TOP + level * LEVEL_PIXELS
