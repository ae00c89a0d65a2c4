"""Writes regions of the page: those whose part has changed, and never others."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter

from web.draw.part import Part
from web.page.pace import Pace
from web.state.state import State
from web.view.look import joined, lies_in, selector
from web.view.table import view

#: Seconds between two drawings of what takes long, while the steps go by; or fly by.
RESTS_SECONDS = {"#panel": (0.1, 0.6), "#rail": (0.1, 0.9)}


class Writer:
    """Knows what is written, and hands the rest to `show`, as JSON: [[selector, look], ...]."""

    def __init__(
        self, show: Callable[[str], None], clock: Callable[[], float] = perf_counter
    ) -> None:
        self._show, self._clock = show, clock
        self._written: dict[str, Part] = {}
        self._when: dict[str, float] = {}

    def adopt(self, state: State) -> None:
        """Take it that this state is written: the build has done so."""
        self._written = view(state)

    def forget(self, region: str = "") -> None:
        """Let a region, and what lies in it, be written again; without a name: let all be."""
        for name in list(self._written):
            if not region or name == region or lies_in(name, region):
                del self._written[name]

    def write(self, state: State) -> None:
        """Write everything that has changed, at once."""
        looks = []
        for region, part in self._regions(state).items():
            if self._differs(region, part, state):
                looks.append([selector(region), joined(part.drawn())])
                self._note(region, part)
        if looks:
            self._show(json.dumps(looks))

    async def write_slowly(self, state: Callable[[], State]) -> None:
        """Write what has changed, region by region with rests, until nothing is left."""
        pace = Pace()
        while changed := self._changed(state()):
            # What is said stands there before its picture.
            region = min(changed, key=lambda name: name.startswith(("#board", "#rival")))
            part, look = changed[region], {}
            for name, value in part.drawn().items():
                whole = value is None or isinstance(value, str | bool)
                look[name] = value if whole else await pace.joined(value)
            await pace.rest()
            if view(state()).get(region) == part:
                self._note(region, part)
                self._show(json.dumps([[selector(region), look]]))

    def _changed(self, state: State) -> dict[str, Part]:
        regions = self._regions(state)
        return {name: part for name, part in regions.items() if self._differs(name, part, state)}

    def _regions(self, state: State) -> dict[str, Part]:
        regions = view(state)
        self._written = {name: self._written[name] for name in regions if name in self._written}
        return regions

    def _differs(self, region: str, part: Part, state: State) -> bool:
        return self._written.get(region) != part and self._is_due(region, state)

    def _note(self, region: str, part: Part) -> None:
        # What lies in the region is gone with what stood there, and comes later in the table.
        for inner in [name for name in self._written if lies_in(name, region)]:
            del self._written[inner]
        self._written[region], self._when[region] = part, self._clock()

    def _is_due(self, region: str, state: State) -> bool:
        if not state.playing or region not in RESTS_SECONDS:
            return True
        rest = RESTS_SECONDS[region][state.hurries]
        return self._clock() - self._when.get(region, 0.0) >= rest
