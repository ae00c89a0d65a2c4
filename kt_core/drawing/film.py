"""Film: a search or a tour as one SVG that moves by itself and stands alone: no script, no font.

What is drawn is the last picture, which is what a reader sees who asks for less motion, who prints,
or whose program knows no animation; CSS takes it back to the start and runs it from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import dist
from zlib import crc32

from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.curve import Point, bends, centre, number
from kt_core.drawing.keyframes import MOST_STEPS, Footage, Keyframes, VisitInterval, footage
from kt_core.drawing.layers import knight, names, squares
from kt_core.drawing.line import ends, line
from kt_core.drawing.shapes import DASH, Layer, circle, group, move, picture
from kt_core.events import Event, Found, Visit
from kt_core.language import _, short, value_error
from kt_core.leaper import KNIGHT, Leaper
from kt_core.tour import Tour

PACE_SECONDS = 0.4  # for a step


@dataclass(frozen=True)
class _Move:
    """A move, the slots in which it is made and taken back, and its line."""

    slot: int
    left: int | None
    depth: int
    here: Point
    there: Point
    bend: str


def film(
    board: Board,
    steps: Iterable[Event],
    *,
    closed: bool = False,
    pace: float = PACE_SECONDS,
    leaper: Leaper = KNIGHT,
) -> str:
    """Return a film of a search: `steps` are its events, up to the first tour if it found any.

    The knight moves and the path grows; dead ends flash and are taken back. `pace` is in seconds
    for a step. At the end the picture rests, then the film begins again. `ValueError` where nothing
    was visited, where what was found is no such tour, or for a pace not from 0.01 to 60.
    """
    _refuse(pace)
    shot = footage(steps, MOST_STEPS)
    tour = Tour(board, shot.path, closed, leaper) if shot.found else None
    home = shot.path[:1] if tour and closed else ()
    said = _label(board, shot, tour)
    if not 0 < len(shot.places) <= MOST_STEPS:
        return _still(board, shot, said, tour)
    shown = board, shot.places, shot.path, closed, pace
    name = f"f{crc32(repr(shown).encode()):08x}"  # two films on a page are told apart by it
    keyframes = Keyframes(len(shot.places) + len(home), pace, name)
    layers = [
        squares(board),
        (
            f"<g{keyframes.fades()}>",
            *_line(board, shot, keyframes, home),
            *_ends(board, shot, keyframes, home),
            "</g>",
        ),
        names(board),
        _flashes(board, shot, keyframes),
        _knight(board, shot, keyframes, home),
    ]
    drawn = ["".join(layer) for layer in layers]  # asks the keyframes for everything in its style
    return picture(board, (keyframes.style(),), drawn, label=said, tour=tour)


def tour_film(tour: Tour, *, pace: float = PACE_SECONDS) -> str:
    """Return a film of a tour, from its first move to its last."""
    steps: Iterable[Event] = chain(map(Visit, tour.path), (Found(tour.path),))
    return film(tour.board, steps, closed=tour.closed, pace=pace, leaper=tour.leaper)


def _refuse(pace: float) -> None:
    if not 0.01 <= pace <= 60:
        raise value_error(
            "{pace} is no pace for a film; give 0.01 to 60 seconds for a step", pace=short(pace)
        )


def _line(board: Board, shot: Footage, keyframes: Keyframes, home: tuple[Square, ...]) -> Layer:
    drawn = _moves(board, shot, home)
    length = max((dist(d.here, d.there) for d in drawn), default=0) * 1.1  # a bend is longer
    total = max(len(board) - 1 + len(home), 1)
    attributes = [keyframes.grows(each.slot, each.left, length) for each in drawn]
    casings = [keyframes.follows(each.slot, each.left, DASH) for each in drawn]
    moves = (
        f"<g{shown}>{move(each.bend, (each.depth - 0.5) / total, casing)}</g>"
        for each, shown, casing in zip(drawn, attributes, casings, strict=True)
    )
    dash = {"stroke_dasharray": f"{number(length)} 99"} if drawn else {}
    look = {"fill": "none", "stroke_width": ".092", "stroke_linecap": "round", **dash}
    yield from group("line", moves, **look)
    dots = (circle(each.there, 0.024, to) for each, to in zip(drawn, attributes, strict=True))
    yield from group("gray", dots, fill=light("surface"))


def _moves(board: Board, shot: Footage, home: tuple[Square, ...]) -> Sequence[_Move]:
    # A move bends towards where the path goes on in the end, so that what stays is drawn as a tour
    # is; only in a part that is taken back later may two moves meet at an angle.
    moves = []
    for stay in shot.intervals:
        if not stay.depth:
            continue
        kept = stay.left is None
        before = shot.path[-1:] if home and kept and stay.depth == 1 else ()
        after = stay.after[-1:] or (home if kept else ())
        moves.append(_move_of(board, stay, (*before, *stay.way), tuple(after)))
    if home:
        back = VisitInterval(home[0], len(shot.places), (*shot.path[-2:], *home), len(shot.path))
        moves.append(_move_of(board, back, back.way, shot.path[1:2]))
    return moves


def _move_of(
    board: Board, stay: VisitInterval, way: tuple[Square, ...], after: tuple[Square, ...]
) -> _Move:
    points = [centre(board, square) for square in (*way, *after)]
    last = len(way) - 1
    bend = bends(points, closed=False)[last - 1]
    return _Move(stay.slot, stay.left, stay.depth, points[last - 1], points[last], bend)


def _ends(board: Board, shot: Footage, keyframes: Keyframes, home: tuple[Square, ...]) -> Layer:
    marks = ends(board, shot.path or shot.places[:1], closed=bool(home) or not shot.found)
    for i, mark in enumerate(marks):
        yield f"<g{keyframes.comes(len(shot.places))}>{mark}</g>" if i else mark


def _flashes(board: Board, shot: Footage, keyframes: Keyframes) -> Layer:
    look = (
        f'fill="{light("wrong")}" fill-opacity=".15" stroke="{light("wrong")}" stroke-width=".05"'
    )
    dead = [stay for stay in shot.intervals if stay.left == stay.slot + 1]
    rings = (
        circle(centre(board, stay.square), 0.43, f" {look}{keyframes.flashes(stay.slot)}")
        for stay in dead
    )
    return group("dead-ends", rings)


def _knight(board: Board, shot: Footage, keyframes: Keyframes, home: tuple[Square, ...]) -> Layer:
    places = (*shot.places, *home)
    # Where the tour is whole the knight goes, and what it stood on can be seen.
    rests = keyframes.goes(len(places)) if shot.found else ""
    yield f"<g{keyframes.walks(centre(board, square) for square in places)}><g{rests}>"
    yield from knight(board, places[-1])
    yield "</g></g>"


def _still(board: Board, shot: Footage, said: str, tour: Tour | None) -> str:
    closed = tour is not None and tour.closed
    layers = (
        squares(board),
        line(board, shot.path, closed=closed),
        ends(board, shot.path, closed=closed),
        names(board),
    )
    return picture(board, *layers, label=said, tour=tour)


def _label(board: Board, shot: Footage, tour: Tour | None) -> str:
    what = _what(board, shot, tour)
    if len(shot.path) > MOST_STEPS:
        return _("Picture of {what}; for a film of every move it is too long", what=what)
    if shot.steps > MOST_STEPS:
        return _(
            "Film of {what}; the search's {n:,} steps are too many to show", what=what, n=shot.steps
        )
    if len(shot.intervals) < shot.steps:
        return _("Film of {what}, in the search's {n:,} steps", what=what, n=shot.steps)
    return _("Film of {what}", what=what)


def _what(board: Board, shot: Footage, tour: Tour | None) -> str:
    if tour is None:
        squares = {"n": len(shot.path), "total": len(board)}
        return _("a search on {board}, up to {n:,} of {total:,} squares", board=board, **squares)
    if tour.closed:
        return _("a closed tour of {board}", board=board)
    return _("an open tour of {board}", board=board)
