"""Fewest onward moves first beside most first, neither of which ever goes back. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.graph import knight_graph, onward
from kt_core.language import N_
from kt_core.orderings import ORDERINGS
from web.draw.patch import Lazy
from web.figure.parts import DRAWING, Patches, drawing, html, layer, slider
from web.lesson.figures import Values
from web.lesson.trials import rush
from web.lesson.words import told

NAMES = {"warnsdorff": N_("Fewest onward moves first"), "most-moves": N_("Most onward moves first")}


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return two boards, and what each has visited by this step."""
    yield DRAWING, Lazy(html, _ground, words[0], language)
    for name in NAMES:
        yield layer(name), Lazy(html, _path, words, name, values[0])
    yield " [name=step]", slider(values[0], sentence(words, values, language))


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return where both have come to, in two sentences."""
    fewest, most = (_told(words, name, values[0], language) for name in NAMES)
    text = N_("Fewest first: {fewest}. Most first: {most}.")
    return told(language, text, fewest=fewest, most=most)


def measurement(values: tuple[int, ...], milliseconds: int, language: str) -> str:
    """Return from how many starts the rule came to a tour, here and now."""
    text = N_(
        "Tried here from {tried} squares of 8 × 8, without ever going back: {tours} times a tour,"
        " in {seconds} seconds."
    )
    tried, tours = values
    return told(language, text, tried=tried, tours=tours, seconds=f"{milliseconds / 1000:.1f}")


@cache
def run(words: tuple[str, ...], name: str) -> tuple[Square, ...]:
    """Return the path of an ordering that never goes back."""
    board = Board.parse(words[0])
    return rush(knight_graph(board), board.square(words[1]), ORDERINGS[name].make(board, 0))


def _told(words: tuple[str, ...], name: str, step: int, language: str) -> str:
    path, board = run(words, name), Board.parse(words[0])
    shown = path[: step + 1]
    if len(shown) == len(board):
        return told(language, "a tour of all {count} squares", count=len(board))
    where = {"count": len(shown), "name": board.name(shown[-1])}
    if len(shown) == len(path):
        return told(language, "stranded on {name} after {count} squares", **where)
    return told(language, "{count} squares, now on {name}", **where)


def _ground(words: str, language: str) -> Iterator[str]:
    board = Board.parse(words)
    yield '<div class="pair">'
    for name, title in NAMES.items():
        layers = svg.squares(board), svg.coordinates(board)
        yield drawing(board, told(language, title), layers, name)
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
