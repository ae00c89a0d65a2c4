"""Films: a search or a tour as one animated SVG without scripts or fonts.

The SVG draws the last picture, and CSS animates it from the start. So readers who prefer reduced
motion, print, or use a program without animation see the last picture. Time is divided into slots,
one for each step: the knight moves in the first part of its slot and rests in the second. The
attributes of an element describe it at the end of the film.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from zlib import crc32

from kt_core.board import Board, Square
from kt_core.drawing import dead_ends
from kt_core.drawing.colors import light
from kt_core.drawing.layers import ends, knight, line, names, squares
from kt_core.drawing.shapes import (
    DASH,
    Layer,
    Point,
    bends,
    center,
    circle,
    group,
    move,
    number,
    picture,
)
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.language import _, short, value_error
from kt_core.tour import Tour

PACE_SECONDS = 0.4  # per step


def film(
    board: Board,
    steps: Iterable[Event],
    *,
    closed: bool = False,
    pace: float = PACE_SECONDS,
) -> str:
    """Return a film of a search: `steps` are its events, shown up to the first tour.

    The knight moves and the path grows; moves from dead ends flash and are undone. `pace` is in
    seconds per step. At the end the picture rests, then the film starts again. `ValueError` if
    nothing was visited, the found path is not a tour of the board, or the pace is not from 0.01 to
    60.
    """
    if not 0.01 <= pace <= 60:
        raise value_error(
            "{pace} is no pace for a film; give 0.01 to 60 seconds for a step", pace=short(pace)
        )
    shot = footage(steps, MOST_STEPS)
    tour = Tour(board, shot.path, closed) if shot.found else None
    label = _label(board, shot, tour)
    if not 0 < len(shot.places) <= MOST_STEPS:
        return _still(board, shot, label, tour)
    shown = board, shot.places, shot.path, closed, pace
    name = f"f{crc32(repr(shown).encode()):08x}"  # distinguishes the films of a page
    if tour and closed:
        shot = _with_move_home(shot)
    keyframes = Keyframes(len(shot.places), pace, name)
    shown_path = board, shot, keyframes, tour
    layers = [
        squares(board),
        (f"<g{keyframes.fades()}>", *_line(*shown_path), *_ends(*shown_path), "</g>"),
        names(board),
        _flashes(board, shot, keyframes),
        _knight(board, shot, keyframes),
    ]
    drawn = ["".join(layer) for layer in layers]  # collects the rules for `style`
    return picture(board, (keyframes.style(),), drawn, label=label, tour=tour)


def _with_move_home(shot: Footage) -> Footage:
    """Return the footage of a closed tour with the move back to its start."""
    home, second, *_, last = shot.path
    _, to_second, *_, to_last = (stay for stay in shot.intervals if stay.left is None)
    to_second.way = (last, home, to_second.square)
    to_last.after.append(home)
    way = (*shot.path[-2:], home)
    back = VisitInterval(home, len(shot.places), way, len(shot.path), after=[second])
    return replace(shot, intervals=[*shot.intervals, back], places=[*shot.places, home])


def _line(board: Board, shot: Footage, keyframes: Keyframes, tour: Tour | None) -> Layer:
    drawn = [stay for stay in shot.intervals if stay.depth]
    centers = [[center(board, square) for square in stay.way[-2:]] for stay in drawn]
    # A bend is longer than a straight line.
    length = 1.1 * max((dist(here, there) for here, there in centers), default=0)
    total = max(tour.moves if tour else len(board) - 1, 1)
    attributes = [keyframes.grows(each.slot, each.left, length) for each in drawn]
    casings = [keyframes.follows(each.slot, each.left, DASH) for each in drawn]
    moves = (
        f"<g{shown}>{move(_bend(board, each), (each.depth - 0.5) / total, casing)}</g>"
        for each, shown, casing in zip(drawn, attributes, casings, strict=True)
    )
    dash = {"stroke_dasharray": f"{number(length)} 99"} if drawn else {}
    look = {"fill": "none", "stroke_width": ".092", "stroke_linecap": "round", **dash}
    yield from group("line", moves, **look)
    dots = (circle(there, 0.024, to) for (_, there), to in zip(centers, attributes, strict=True))
    yield from group("gray", dots, fill=light("surface"))


def _bend(board: Board, stay: VisitInterval) -> str:
    """Return the curve of the move to a square."""
    # A move bends toward the square where the final path continues, so the final path looks like a
    # tour. Only where moves are undone later may two of them meet at an angle.
    points = [center(board, square) for square in (*stay.way, *stay.after[-1:])]
    return bends(points, closed=False)[len(stay.way) - 2]


def _ends(board: Board, shot: Footage, keyframes: Keyframes, tour: Tour | None) -> Layer:
    marks = ends(board, shot.path or shot.places[:1], closed=not tour or tour.closed)
    for i, mark in enumerate(marks):
        yield f"<g{keyframes.appearance(len(shot.places))}>{mark}</g>" if i else mark


def _flashes(board: Board, shot: Footage, keyframes: Keyframes) -> Layer:
    dead = [stay for stay in shot.intervals if stay.left == stay.slot + 1]
    rings = (dead_ends.flash(board, stay.square, keyframes.flashes(stay.slot)) for stay in dead)
    return group("dead-ends", rings)


def _knight(board: Board, shot: Footage, keyframes: Keyframes) -> Layer:
    # When the tour is complete the knight disappears, so that its square can be seen.
    rests = keyframes.disappearance(len(shot.places)) if shot.found else ""
    yield f"<g{keyframes.walks(center(board, square) for square in shot.places)}><g{rests}>"
    yield from knight(board, shot.places[-1])
    yield "</g></g>"


def _still(board: Board, shot: Footage, label: str, tour: Tour | None) -> str:
    closed = tour is not None and tour.closed
    drawn = line(board, shot.path, closed=closed), ends(board, shot.path, closed=closed)
    return picture(board, squares(board), *drawn, names(board), label=label, tour=tour)


def _label(board: Board, shot: Footage, tour: Tour | None) -> str:
    what = _description(board, shot, tour)
    if len(shot.path) > MOST_STEPS:
        return _("Picture of {what}; for a film of every move it is too long", what=what)
    if shot.steps > MOST_STEPS:
        return _(
            "Film of {what}; the search's {n:,} steps are too many to show", what=what, n=shot.steps
        )
    if len(shot.intervals) < shot.steps:
        return _("Film of {what}, in the search's {n:,} steps", what=what, n=shot.steps)
    return _("Film of {what}", what=what)


def _description(board: Board, shot: Footage, tour: Tour | None) -> str:
    if tour is None:
        squares = {"n": len(shot.path), "total": len(board)}
        return _("a search on {board}, up to {n:,} of {total:,} squares", board=board, **squares)
    if tour.closed:
        return _("a closed tour of {board}", board=board)
    return _("an open tour of {board}", board=board)


#: The most steps that a film shows. A longer search is shown as its last path only, and a longer
#: path as a still picture. The label of the picture mentions this.
MOST_STEPS = 500
MOVING_SLOTS = 0.6
REST_SECONDS = 4.0  # pause at the end of the film, unless two slots are longer
FADE_SECONDS = 0.6  # time for the line to fade before the film repeats
BLINK_SLOTS = 0.02  # looks instant, but is more than the rounding error with 500 slots


@dataclass
class VisitInterval:
    """A visit to a square: the slots in which the knight arrives and, after a dead end, leaves."""

    square: Square
    slot: int
    way: tuple[Square, ...]  # the last three squares of the path, or fewer, up to this one
    depth: int  # number of moves from the start
    left: int | None = None
    after: list[Square] = field(default_factory=list)  # squares that the search visited from here


@dataclass(frozen=True)
class Footage:
    """The steps of a search to show, one slot of time for each."""

    intervals: Sequence[VisitInterval]
    places: Sequence[Square]  # the knight's square at the end of each slot
    path: tuple[Square, ...]  # the path after the last step
    found: bool
    steps: int  # number of steps in the search; more than the slots if some are left out


def footage(steps: Iterable[Event], most: int) -> Footage:
    """Return the footage of a search up to its first tour.

    If it has more than `most` steps, only its path is shown. `ValueError` if it has none.
    """
    live, intervals, places = list[VisitInterval](), list[VisitInterval](), list[Square]()
    count, found = 0, False
    for event in steps:
        if isinstance(event, Found):
            found = True
            break
        if isinstance(event, Visit | Backtrack):
            assert isinstance(event.square, int)
            _follow(live, event, count)
            count += 1
            if count <= most:
                intervals += live[-1:] if isinstance(event, Visit) else ()
                places.append(live[-1].square if live else event.square)
    if not count:
        raise value_error("a film shows at least one step; this search has none")
    path = tuple(stay.square for stay in live)
    if count > most:
        places, intervals = [*path], []
        for slot, square in enumerate(path):
            _follow(intervals, Visit(square), slot)
    return Footage(intervals, places, path, found, count)


def _follow(live: list[VisitInterval], event: Visit | Backtrack, slot: int) -> None:
    """Apply an event to the visits to the squares of the path."""
    assert isinstance(event.square, int)
    if isinstance(event, Visit):
        way = (*(stay.square for stay in live[-2:]), event.square)
        if live:
            live[-1].after.append(event.square)
        live.append(VisitInterval(event.square, slot, way, len(live)))
    elif live and live[-1].square == event.square:
        live.pop().left = slot
    else:
        raise value_error(
            "the search backtracks from square {square}, which is not the end of its path",
            square=event.square,
        )


class Keyframes:
    """The CSS keyframes of a film; `name` distinguishes it from other films on a page."""

    def __init__(self, slots: int, pace: float, name: str) -> None:
        self.pace, self.name = pace, name
        self.seconds = slots * pace + max(REST_SECONDS, 2 * pace)
        self._rules: list[str] = []

    def grows(self, slot: int, left: int | None, length: float) -> str:
        """Return attributes for a stroke that grows in slot `slot` and shrinks in slot `left`."""
        born = f"{self._at(slot + BLINK_SLOTS)}{{opacity:1}}{self._at(slot + MOVING_SLOTS)}"
        away = f"0%,{self._at(slot)}{{opacity:0;stroke-dashoffset:{number(length)}px}}"
        if left is None:
            return self._rule(f"{away}{born}{{stroke-dashoffset:0}}")
        gone = self._at(left + MOVING_SLOTS)
        return self._rule(
            f"{away}{born},{self._at(left)}{{stroke-dashoffset:0}}"
            f"{gone}{{opacity:1;stroke-dashoffset:{number(length)}px}}"
            f"{self._at(left + MOVING_SLOTS + BLINK_SLOTS)},to{{opacity:0}}",
            hidden=True,
        )

    def follows(self, slot: int, left: int | None, dash: str) -> str:
        """Return attributes for the casing under a stroke, which grows and shrinks with the stroke.

        `dash` is its final dash pattern, in fiftieths of its length.
        """
        # It grows from zero during the stroke's time and within the stroke's length, so it is never
        # ahead of the stroke. It also inherits the stroke's dash offset; the gap after the dash is
        # long enough that no second dash becomes visible.
        none, whole = "{stroke-dasharray:0 0 0 100}", f"{{stroke-dasharray:{dash} 60}}"
        gone = ""
        if left is not None:
            gone = f",{self._at(left)}{whole}{self._at(left + MOVING_SLOTS)},to{none}"
        frames = f"0%,{self._at(slot)}{none}{self._at(slot + MOVING_SLOTS)}{gone or whole}"
        return self._rule(frames, also="casing ")

    def flashes(self, slot: int) -> str:
        """Return attributes for an element that lights up at the end of a slot and then fades."""
        begin, end = slot + MOVING_SLOTS * 0.8, slot + 1 + MOVING_SLOTS
        dark = f"0%,{self._at(begin)},{self._at(end)},to{{opacity:0}}"
        lit = f"{self._at(slot + MOVING_SLOTS * 1.2)},{self._at(slot + 1)}{{opacity:1}}"
        return self._rule(dark + lit, hidden=True)

    def appearance(self, slot: int) -> str:
        """Return attributes for an element that appears at the end of a slot."""
        return self._rule(f"0%,{self._at(slot)}{{opacity:0}}{self._at(slot + 1)}{{opacity:1}}")

    def disappearance(self, slot: int) -> str:
        """Return attributes for an element that disappears during a slot."""
        seen = f"0%,{self._at(slot)}{{opacity:1}}{self._at(slot + 1)},to{{opacity:0}}"
        return self._rule(seen, hidden=True)

    def walks(self, places: Iterable[Point]) -> str:
        """Return attributes for an element that moves along `places`, one per slot."""
        stops = list(places)
        x, y = stops[-1]
        frames = [
            f"{'0%' if not slot else self._at(slot + MOVING_SLOTS)},{self._at(slot + 1)}"
            f"{{transform:translate({number(u - x)}px,{number(v - y)}px)}}"
            for slot, (u, v) in enumerate(stops)
        ]
        return self._rule("".join(frames))

    def fades(self) -> str:
        """Return attributes for an element that fades before the film starts again."""
        end = number(100 * (1 - FADE_SECONDS / self.seconds))
        return self._rule(f"0%,{end}%{{opacity:1}}to{{opacity:0}}")

    def style(self) -> str:
        """Return the `style` element with all keyframes requested so far."""
        look = f"animation:{number(self.seconds)}s cubic-bezier(.4,0,.3,1) infinite"
        return (
            f"<style>@media screen and (prefers-reduced-motion:no-preference)"
            f"{{.{self.name}{{{look}}}}}{''.join(self._rules)}</style>"
        )

    def _at(self, slot: float) -> str:
        return f"{number(100 * slot * self.pace / self.seconds)}%"

    def _rule(self, frames: str, *, hidden: bool = False, also: str = "") -> str:
        name = f"{self.name}_{len(self._rules)}"
        self._rules.append(f"@keyframes {name}{{{frames}}}")
        base = ' opacity="0"' if hidden else ""
        return f' class="{also}{self.name}" style="animation-name:{name}"{base}'
