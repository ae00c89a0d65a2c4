"""The boards' regions of the page: one board, or two side by side in a race. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kt_core import svg
from kt_core.board import Board
from kt_core.svg import is_large
from web.draw import board
from web.draw.blocks import blocks, is_in_blocks
from web.draw.board import LAYERS
from web.draw.patch import Lazy, Patch, Patches, attributes, text
from web.lab.search.answer import inferences, position
from web.lab.search.trace import Outcome, PathPrefix, options
from web.lab.search.watch import lanes
from web.lab.view.event import dead_end
from web.lab.zoom import WHOLE
from web.question.question import Question
from web.state.state import State, outcome


def boards(state: State) -> Patches:
    """Yield the drawings and the attributes of their frames."""
    question = state.question
    deduces = state.search.inference is not None
    yield "#stage", attributes(data_mode=question.mode, data_deduces=deduces)
    yield "#lab", attributes(data_race=question.is_race, data_wide=state.look.wide)
    fixed = "start" in state.task.locked
    larger = state.look.zoom != WHOLE
    looks = {"data_cutting": state.look.cutting, "data_fixed": fixed, "data_zoomed": larger}
    yield "#board@looks", _frame(question, **looks)
    seen = outcome(state)
    yield from _board_patches("#board", state, question, seen)
    if question.is_race:
        rival = lanes(question)[1]
        yield "#rival@looks", _frame(question, hidden=False, data_zoomed=larger)
        yield from _board_patches(
            "#rival", state, rival, outcome(state, 1) if _races(state) else Outcome()
        )
    else:
        away = {"hidden": True, "data_large": False, "data_zoomed": False, "data_blocks": False}
        yield "#rival@looks", attributes(**away, data_show=None, style=None)
        yield "#rival", text("")
        yield "#rival@cells", Lazy(_cells, Board(1, 1), 0, (), None)
    for number in (0, 1):
        yield f"#lane-{number}", _lane(state, number)


def painting(state: State) -> Lazy | None:
    """Return the canvas drawing below a very large board, or one whose path grows.

    It has the board, the complete path, the number of its squares to draw, and whether it is
    closed.
    """
    question, seen = state.question, outcome(state)
    shown = board.is_painted(question) or board.is_growing(question, seen)
    if not (shown and "path" in question.show and len(seen.path) > 1):
        return None
    closed, path = bool(seen.tour and seen.tour.closed), seen.whole or seen.path
    whole = path if isinstance(path, PathPrefix) else PathPrefix(tuple(path), len(path))
    return Lazy(dict, board=question.board, path=whole, count=len(seen.path), closed=closed)


def _board_patches(
    frame: str, state: State, question: Question, seen: Outcome
) -> Iterator[tuple[str, Lazy]]:
    yield frame, Lazy(_ground, board.kind(question))
    yield f"{frame} > svg", Lazy(_label, question.search_key, seen)
    yield f"{frame} > svg@view", attributes(viewBox=board.view_box(question, state.look.zoom.box))
    number = int(frame == "#rival")
    parts = dict(board.layers(question, seen, state.look.cursor, state.look.zoom.times))
    if state.search.inference is not None:
        from web.draw.deduction import layers  # not loaded at startup

        known = inferences(question, state.search.answer)
        parts |= layers(question, known, state.search.inference, board.SMALL_KNIGHT)
    elif seen.bad is None:  # whose mark would be covered
        parts |= _at_step(state, number)
    if frame == "#board":
        parts["moves"] = _moves_from_pointer(state, seen)
    apart = blocks(question, seen) if is_in_blocks(question) else {}
    for name in LAYERS:
        for place, block in enumerate(apart.get(name, ())):
            yield f"{frame} [data-layer={name}]@{place}", Lazy(_block, place, block)
        if name in parts and name not in apart:
            yield f"{frame} [data-layer={name}]", Lazy(_layer, parts[name])
    cells = Lazy(_cells, question.board, question.start, seen.path, state.look.cursor)
    yield f"{frame}@cells", cells


def _at_step(state: State, number: int) -> dict[str, Lazy]:
    """Return the layers with the next moves of the search, or with the dead end.

    While the pointer is on a square, the moves from there replace the choices.
    """
    question, traces = state.question, state.search.answer.traces
    if question.mode == "play" or number >= len(traces):
        return {}
    trace = traces[number]
    moment = trace.at(position(question, state.search.answer))
    if moment.found or not moment.path:
        return {}
    here, known, layers = moment.path[-1], options(trace, moment), {}
    predicts = question.mode == "predict"
    if number or predicts or state.look.pointed is None:
        shows_next = not predicts
        layers["choices"] = board.choice_marks(question, here, known, shows_next=shows_next)
        if moment.dead_end in known.tried:  # the choices already have a sign for it
            layers["dead-end"] = board.EMPTY
    if dead_end(trace, moment, known):
        layers["dead-end"] = Lazy(svg.dead_end_square, question.board, here)
    return layers


def _moves_from_pointer(state: State, seen: Outcome) -> Lazy:
    if state.reader.game:
        return board.legal_moves(state.question, state.reader.game, state.reader.hinted)
    square = state.look.pointed
    if state.predicts:
        square = None  # only the knight's choices are drawn during a prediction
    return board.EMPTY if square is None else board.pointed_moves(state.question, square, seen)


def _frame(question: Question, **more: bool) -> Lazy:
    looks = {"data_large": is_large(question.board), "data_blocks": is_in_blocks(question), **more}
    return attributes(**board.frame(question), **looks)


def _races(state: State) -> bool:
    return len(state.search.answer.traces) == 2


def _lane(state: State, number: int) -> Lazy:
    if not (state.question.is_race and _races(state)):
        return text("")
    from web.lab.view.modes import lane_caption  # not loaded at startup

    step = position(state.question, state.search.answer)
    return text(lane_caption(state.search.answer.traces[number], step))


def _cells(*shown: Any) -> Patch:
    return {"cells": board.cells(*shown)}


def _ground(kind: str) -> Patch:
    return {"html": board.ground(kind)}  # `_label` adds the label to it


def _label(question: Question, seen: Outcome) -> Patch:
    names = board.tour_names(question, seen) if board.is_named(question, seen) else None
    return {"aria-label": board.label(question, seen), "data-tour": names}


def _layer(part: Lazy) -> Patch:
    return {"html": part.value()}


def _block(number: int, part: Lazy) -> Patch:
    return {f"block-{number}": part.value()}
