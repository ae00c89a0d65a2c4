"""A depth-first search, step by step: its graph, its code, its calls. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from kt_core import svg
from kt_core.board import Board
from kt_core.graph import LETTERS, Graph, knight_graph
from kt_core.language import N_
from kt_core.orderings import textbook
from kt_core.search import recursive, search
from web.draw import letters
from web.draw.patch import Lazy, Patches
from web.figure.layout import DRAWING, drawing, html, slider
from web.lesson.figures import BOARD_STEPS, LETTERS_STEPS, Values
from web.lesson.words import translation
from web.search.recording import Recording, SearchState
from web.search.trace import Outcome, Trace
from web.view.code import code, stack

GRAPHS = (N_("The graph of six letters"), N_("The board"))


def regions(words: tuple[str, ...], values: Values, lit: str, language: str) -> Patches:
    """Return the graph, the code and the calls at a step."""
    which, step = values
    yield DRAWING, Lazy(html, _graph_code_and_calls, words[0], which, step, language)
    yield " [name=graph]", slider(which, translation(language, GRAPHS[which]))
    most = BOARD_STEPS if which else LETTERS_STEPS
    shown = {"value": str(step), "max": str(most)}
    yield " [name=step]", Lazy(dict, {**shown, "aria-valuetext": sentence(words, values, language)})


def sentence(words: tuple[str, ...], values: Values, language: str) -> str:
    """Return what the search did last, in a sentence."""
    trace = trace_of(words[0], values[0])
    moment = trace.at(values[1])
    path = " ".join(map(trace.name, moment.path)) or "–"
    if not moment.step:
        return translation(language, "Step 0: nothing is visited yet; all is white.")
    if moment.backtracked_from is not None:
        text = N_("Step {step}: every move from {name} was tried. Back; the path is {path}.")
        if moment.dead_end is not None:
            text = N_("Step {step}: {name} is a dead end. Back; the path is {path}.")
        name = trace.name(moment.backtracked_from)
        return translation(language, text, step=moment.step, name=name, path=path)
    text = N_("Step {step}: {name} is visited and turns gray. The path is {path}.")
    return translation(
        language, text, step=moment.step, name=trace.name(moment.path[-1]), path=path
    )


@cache
def trace_of(board: str, which: int) -> Trace:
    """Return the search of the letters, or of a board from a1, as far as it is shown."""
    place = Board.parse(board) if which else None
    graph: Graph[Any] = knight_graph(place) if place else LETTERS
    start: Any = 0 if place else "A"
    path: dict[Any, Any] = {}
    recording = Recording(graph, search(graph, start, path=path), path)
    most = BOARD_STEPS if place else LETTERS_STEPS
    recording.pull(most)
    return Trace(
        recording=recording,
        graph=graph,
        start=start,
        order=textbook,
        length=most,
        solver=recursive,
        name=place.name if place else str,
        board=place,
    )


def _graph_code_and_calls(words: str, which: int, step: int, language: str) -> Iterator[str]:
    trace = trace_of(words, which)
    moment = trace.at(step)
    yield '<div class="pair">'
    yield _board(trace, moment, language) if trace.board else _letters(moment, language)
    yield f'<div class="inside">{code(trace, moment)}{stack(trace, moment)}</div></div>'


def _letters(moment: SearchState, language: str) -> str:
    seen = Outcome(path=moment.path, steps=moment.step, dead_end=moment.dead_end)
    groups = ("".join(layer.value()) for layer in letters.layers(seen).values())
    label = translation(language, GRAPHS[0])
    return f'<div class="one"><p class="named">{label}</p>{letters.svg_of(groups, label)}</div>'


def _board(trace: Trace, moment: SearchState, language: str) -> str:
    board, path = trace.board, moment.path
    assert board
    layers = [svg.squares(board), svg.edges(board), svg.vertices(board, path), svg.names(board)]
    layers += [svg.line(board, path, of=len(board)), svg.ends(board, path)]
    if moment.dead_end is not None:
        layers.append(svg.dead_end_cross(board, moment.dead_end))
    layers += [svg.knight(board, path[-1] if path else 0)]
    return drawing(board, translation(language, GRAPHS[1]), layers)
