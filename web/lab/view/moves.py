"""The moves of a finished tour: a list where there is room, and a button that copies them. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escape
from kt_core.tour import Tour
from web.draw.board import PAINTED_SQUARES
from web.draw.patch import Lazy, Patch, Patches, attributes
from web.question.change import applies
from web.state.state import State, outcome


def moves(state: State) -> Patches:
    """Return the list; where panels take the room there is only the button."""
    tour = finished_tour(state)
    yield "#moves", attributes(hidden=tour is None)
    if tour is None or applies(state.question, "panels"):
        yield "#move-list", attributes(html="")
    else:
        yield "#move-list", Lazy(_list, tour)


def finished_tour(state: State) -> Tour | None:
    """Return the tour that is seen whole, unless it has too many squares to be listed."""
    tour = outcome(state).tour
    return tour if tour and len(tour.path) <= PAINTED_SQUARES else None


def move_text(tour: Tour) -> str:
    """Return the squares of a tour in order, as they can be pasted anywhere: "a1 b3 c5"."""
    return tour.board.names(tour.path)


def _list(tour: Tour) -> Patch:
    return {"html": escape(move_text(tour))}
