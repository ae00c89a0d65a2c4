"""What a film shows of a search, and when: visit intervals, and the keyframes of CSS for them.

Time is counted in slots, one for each step: the knight moves in the first part of its slot and
rests in the other. An element's own attributes say how it looks at the end of the film.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kt_core.board import Square
from kt_core.drawing.curve import Point, number
from kt_core.events import Backtrack, Event, Found, Visit

#: Steps that are shown at most. Of a longer search the path alone is shown that it came to; of a
#: longer path the last picture, standing still. The picture's label says so.
MOST_STEPS = 500
MOVING_SLOTS = 0.6
REST_SECONDS = 4.0  # at the end, or two slots if those are longer
FADE_SECONDS = 0.6  # in which the line goes before the film begins again
BLINK_SLOTS = 0.02  # at once, and still more than a thousandth of a percent of 500 slots


@dataclass
class VisitInterval:
    """A visit to a square: the slots in which the knight comes and, from a dead end, leaves."""

    square: Square
    slot: int
    way: tuple[Square, ...]  # the last squares of the path up to this one, three at most
    depth: int  # moves from the start
    left: int | None = None
    after: list[Square] = field(default_factory=list)  # where the search went from here


@dataclass(frozen=True)
class Footage:
    """What is to be shown of a search, one slot of time for each step."""

    intervals: Sequence[VisitInterval]
    places: Sequence[Square]  # where the knight stands at the end of each slot
    path: tuple[Square, ...]  # at the end of all
    found: bool
    steps: int  # of the search, more than the slots if they are too many to show


def footage(steps: Iterable[Event], most: int) -> Footage:
    """Return what a search told up to its first tour: all of it, or the path alone.

    The path alone is told where there are more than `most` steps. `ValueError` where there is none.
    """
    path: list[Square] = []
    kept: list[Visit | Backtrack] = []
    count, found = 0, False
    for event in steps:
        if isinstance(event, Found):
            found = True
            break
        if isinstance(event, Visit | Backtrack):
            _follow(path, event)
            count += 1
            if count <= most:
                kept.append(event)
    if not count:
        raise ValueError("a film shows at least one step; this search has none")
    shown = kept if count <= most else [Visit(square) for square in path]
    return Footage(*_visit_intervals(shown), tuple(path), found, count)


def _follow(path: list[Square], event: Visit | Backtrack) -> None:
    assert isinstance(event.square, int)
    if isinstance(event, Visit):
        path.append(event.square)
    elif not path or path.pop() != event.square:
        raise ValueError(f"the search leaves {event.square}, which is not where it is")


def _visit_intervals(
    steps: Iterable[Visit | Backtrack],
) -> tuple[Sequence[VisitInterval], Sequence[Square]]:
    stays: list[VisitInterval] = []
    live: list[VisitInterval] = []
    places: list[Square] = []
    for slot, event in enumerate(steps):
        assert isinstance(event.square, int)
        if isinstance(event, Visit):
            if live:
                live[-1].after.append(event.square)
            behind = (stay.square for stay in live[-2:])
            live.append(VisitInterval(event.square, slot, (*behind, event.square), len(live)))
            stays.append(live[-1])
        else:
            live.pop().left = slot
        places.append(live[-1].square if live else event.square)
    return stays, places


class Keyframes:
    """Makes the keyframes of a film of so many slots; `name` tells it from others on a page."""

    def __init__(self, slots: int, pace: float, name: str) -> None:
        self.slots, self.pace, self.name = slots, pace, name
        self.seconds = slots * pace + max(REST_SECONDS, 2 * pace)
        self._rules: list[str] = []

    def grows(self, slot: int, left: int | None, length: float) -> str:
        """Return the attributes of a stroke that grows in its slot and, if `left`, goes in that."""
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
        """Return the attributes of a casing, which comes and goes with the stroke that it is under.

        `dash` is what is drawn of it in the end, in fiftieths of its length.
        """
        # It grows from nothing at the start of the move, in the time of the stroke and within its
        # length, so that it is never ahead; the offset of the stroke, inherited, takes it back
        # besides, and with so long a gap behind it no other dash comes into sight.
        none, whole = "{stroke-dasharray:0 0 0 100}", f"{{stroke-dasharray:{dash} 60}}"
        gone = ""
        if left is not None:
            gone = f",{self._at(left)}{whole}{self._at(left + MOVING_SLOTS)},to{none}"
        frames = f"0%,{self._at(slot)}{none}{self._at(slot + MOVING_SLOTS)}{gone or whole}"
        return self._rule(frames, also="casing ")

    def flashes(self, slot: int) -> str:
        """Return the attributes of what lights up at the end of a slot and fades in the next."""
        begin, end = slot + MOVING_SLOTS * 0.8, slot + 1 + MOVING_SLOTS
        dark = f"0%,{self._at(begin)},{self._at(end)},to{{opacity:0}}"
        lit = f"{self._at(slot + MOVING_SLOTS * 1.2)},{self._at(slot + 1)}{{opacity:1}}"
        return self._rule(dark + lit, hidden=True)

    def comes(self, slot: int) -> str:
        """Return the attributes of what is there from the end of a slot on."""
        return self._rule(f"0%,{self._at(slot)}{{opacity:0}}{self._at(slot + 1)}{{opacity:1}}")

    def goes(self, slot: int) -> str:
        """Return the attributes of what is there from the start until a slot."""
        seen = f"0%,{self._at(slot)}{{opacity:1}}{self._at(slot + 1)},to{{opacity:0}}"
        return self._rule(seen, hidden=True)

    def walks(self, places: Iterable[Point]) -> str:
        """Return the attributes of what is on these places, one a slot, drawn on the last."""
        stops = list(places)
        x, y = stops[-1]
        frames = [
            f"{'0%' if not slot else self._at(slot + MOVING_SLOTS)},{self._at(slot + 1)}"
            f"{{transform:translate({number(u - x)}px,{number(v - y)}px)}}"
            for slot, (u, v) in enumerate(stops)
        ]
        return self._rule("".join(frames))

    def fades(self) -> str:
        """Return the attributes of what goes at the end, before the film begins again."""
        end = number(100 * (1 - FADE_SECONDS / self.seconds))
        return self._rule(f"0%,{end}%{{opacity:1}}to{{opacity:0}}")

    def style(self) -> str:
        """Return the `style` element with every keyframe that was asked for."""
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
