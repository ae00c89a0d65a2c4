"""The view: one table from regions of the page to parts of the state.

build.py fills the template with the view, posters contain the differences from the template, and
the `Writer` of the live page writes only the regions whose part has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from itertools import chain
from time import perf_counter

from kt_core.language import languages, speaking
from web.chapter.view import chapter
from web.draw.patch import (
    PROPERTIES,
    Lazy,
    Patches,
    attributes,
    outer,
    patch_of,
    text,
    whole_patch,
)
from web.files import dialog as load
from web.lab.view import signs
from web.lab.view.answer import answer
from web.lab.view.blocks import is_small
from web.lab.view.boards import boards
from web.lab.view.form import caption, form, parts
from web.lab.view.panels import inside
from web.lab.view.transport import pointer_patch, transport
from web.share.view import assignment, share
from web.state.state import State

#: Seconds between two drawings of a slow region, at a chosen speed and at the highest speed: the
#: background of the timeline, which shows no step, and the names of cells for screen readers.
RESTS_SECONDS = {"#rail": (0.1, 0.9)}
RESTS_SECONDS |= dict.fromkeys(("#board@cells", "#rival@cells"), (1.0, 2.0))
#: Layers that do not change with a step.
STILL = ("=graph]", "=names]", "=degrees]")

#: Limit for the regions of a large board that are written at once; more would block the page for
#: over 50 ms.
REGIONS_AT_ONCE = 60

WholePatch = dict[str, str | bool | None]  # a patch, each value in one piece


def view(state: State) -> dict[str, Lazy]:
    """Return each region of the page with its part; an outer region before those inside it."""
    with speaking(state.language):
        tables = form(state), parts(state), boards(state), transport(state), answer(state)
        inner = inside(state), caption(state), chapter(state)
        regions = dict(chain(_language(state), *tables, *inner, _dialogs(state)))
        return {**regions, "#square": pointer_patch(state)}


def whole_patches(state: State) -> dict[str, dict[str, str | bool | None]]:
    """Return the patch of each region, all newly drawn."""
    with speaking(state.language):
        return {region: whole_patch(part) for region, part in view(state).items()}


def _language(state: State) -> Patches:
    """Return the language of the page; it is first because js/show.js then translates the HTML."""
    yield ":root@language", attributes(lang=languages()[state.language])


def _dialogs(state: State) -> Patches:
    # Their modules are not loaded at startup.
    modules = {"share": share, "assign": assignment, "open": load, "help": signs}
    for name, module in modules.items():
        is_open = state.dialog is not None and state.dialog.name == name
        yield from module.dialog(state) if is_open else ((f"#{name}", text("")),)
        yield f"#{name}@open", attributes(open=is_open)


class Writer:
    """Remembers the written regions, and sends the changed ones to `show`.

    They are sent as JSON: [[region, look], ...].
    """

    def __init__(
        self, show: Callable[[str], None], clock: Callable[[], float] = perf_counter
    ) -> None:
        self._show, self._clock = show, clock
        self._written: dict[str, Lazy] = {}
        self._when: dict[str, float] = {}
        self._seen: tuple[State, dict[str, Lazy]] | None = None

    def hydrate(self, state: State) -> None:
        """Mark this state as written: the build has drawn it."""
        self._written = self._view(state)

    def forget(self, *regions: str) -> None:
        """Mark regions, and those inside them, to be written again; without a name, all."""
        gone = regions or self._written
        self._written = {
            name: part
            for name, part in self._written.items()
            if not any(each in gone for each in (name, outer(name), outer(outer(name))))
        }

    def write(self, state: State, only: str = "") -> None:
        """Write everything that has changed, at once; with a name, only that region."""
        parts = {only: self._view(state)[only]} if only else self._changes(state)
        self._hand_over([(name, whole_patch(part)) for name, part in parts.items()], parts)

    def writing(self, state: Callable[[], State]) -> Iterator[None]:
        """Write all changes; yields between small pieces of work.

        A board changes together with its sentences, so that both show the same step. If many
        regions of a large board change, they change one by one, the most important first.
        """
        while changed := self._changes(seen := state()):
            looks = []
            at_once = is_small(seen.question.board) or len(changed) <= REGIONS_AT_ONCE
            for region in sorted(changed, key=_rank):
                look = yield from _drawing(changed[region])
                looks.append((region, look))
                if not at_once:
                    there = seen is state() or self._view(state()).get(region) == changed[region]
                    if there:
                        self._hand_over(looks, changed)
                    looks = []
                    if seen is not state():
                        break  # a later change may be more important
            if seen is not state():
                looks = _looks_to_write(looks, changed, self._view(state()))
            self._hand_over(looks, changed)
            yield

    def _hand_over(self, looks: list[tuple[str, WholePatch]], parts: dict[str, Lazy]) -> None:
        if looks:
            self.forget(*(region for region, _ in looks))  # forgets the regions inside them too
            for region, _ in looks:
                self._note(region, parts[region])
            self._show(json.dumps(looks))

    def _changes(self, state: State) -> dict[str, Lazy]:
        """Return the regions to write, an outer one before those inside it."""
        regions, changed = self._view(state), {}
        self._written = {name: self._written[name] for name in regions if name in self._written}
        waiting: set[str] = set()
        for name, part in regions.items():
            within = outer(name)
            differs = within in changed or self._written.get(name) != part
            if differs and (within in waiting or not self._is_due(name, state)):
                waiting.add(name)  # waits until it is due, or until its outer region exists
            elif differs:
                changed[name] = part
        return changed

    def _view(self, state: State) -> dict[str, Lazy]:
        """Return the view of a state, cached, since it takes milliseconds."""
        if not self._seen or self._seen[0] is not state:
            self._seen = state, view(state)
        return self._seen[1]

    def _note(self, region: str, part: Lazy) -> None:
        self._written[region], self._when[region] = part, self._clock()

    def _is_due(self, region: str, state: State) -> bool:
        if not state.playing or region not in RESTS_SECONDS:
            return True
        rest = RESTS_SECONDS[region][state.hurries]
        return self._clock() - self._when.get(region, 0.0) >= rest


def _looks_to_write(
    looks: list[tuple[str, WholePatch]], parts: dict[str, Lazy], now: dict[str, Lazy]
) -> list[tuple[str, WholePatch]]:
    """Return the values without those of fields that a reader may have changed since."""
    return [
        (region, look)
        for region, look in looks
        if now.get(region) == parts[region] or not any(name in look for name in PROPERTIES)
    ]


def _rank(region: str) -> int:
    """Return the priority of a region: texts first, then moving parts, then the rest."""
    if not region.startswith(("#board", "#rival")):
        return 0
    return 1 if not outer(region) else 3 if region.partition("@")[0].endswith(STILL) else 2


def _drawing(part: Lazy) -> Generator[None, None, WholePatch]:
    """Return the patch of a part, yielding after each piece of it."""
    look = {}
    for name, value in patch_of(part).items():
        if value is None or isinstance(value, str | bool):
            look[name] = value
            continue
        pieces = []
        for piece in value:
            pieces.append(piece)
            yield
        look[name] = "".join(pieces)
    yield
    return look
