"""Followers turn the changes of one store into events.

A follower first records the changes of the learning phase, and then each later change as it
happens. It keeps the hooks that its store needs; the others are switched off, and then cost only a
look-up. A hook executes its statement before it records a change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from kt_core.programs.changes import Change, changes_of_call, container_of, size
from kt_core.programs.instrument import Site
from kt_core.programs.recognize import Store
from kt_core.programs.recording import LAST_LINE, ProgramRecording
from kt_core.programs.streams import StreamStep

Hooks = dict[str, Callable[..., Any]]
First = dict[int, tuple[Any, Any]]
MOST_MISSES = 30  # changes of other containers at a place before its hook is removed


class Follower:
    """The base class: it has the recording and the lines, and switches off irrelevant hooks."""

    hooked: frozenset[str] = frozenset()  # the hooks that stay on
    container: Any = None  # the one that is followed now; None for calls and attributes

    def __init__(
        self, store: Store, recording: ProgramRecording, sites: Sequence[Site], flags: list[bool]
    ) -> None:
        self.store, self.recording = store, recording
        self.negative: Counter[int] = Counter()  # lines that wrote at negative indexes
        self.same_rows = 0  # the line that wrote a matrix whose rows are one list
        self._sites, self._flags = sites, flags
        self._misses: Counter[int] = Counter()
        self._lines = [min(site.line, LAST_LINE) for site in sites]
        assert store.family is not None
        steps = [step for stream in store.family.members for step in stream.steps]
        self._steps = sorted(steps, key=lambda step: step.at)
        self._known = {step.change.site for step in steps}

    def replay(self, first: First, printed: Sequence[int]) -> None:
        """Record the changes of the learning phase as events.

        `first` has the containers before them, `printed` the length of the output at each.
        """
        steps, self._steps = self._steps, []
        now = self.recording.take_output_back()
        for step in steps:
            self.recording.note_output(printed[step.at])
            self.take(step, first)
        self.recording.note_output(now)

    def take(self, step: StreamStep, first: First) -> None:
        """Record one change of the learning phase."""
        raise NotImplementedError

    def hooks(self) -> Hooks:
        """Return the hooks that replace those of the learning phase."""
        raise NotImplementedError

    def is_on(self, site: int) -> bool:
        """Return True if the hook of a place remains active."""
        return self._sites[site].hook in self.hooked

    def take_change(self, change: Change) -> None:
        """Record a change by a method of the container."""
        raise NotImplementedError

    def _call(self, site: int, method: Any, *values: Any, **named: Any) -> Any:
        container = container_of(method)
        if container is None or container is not self.container:
            self._miss(site)
            return method(*values, **named)
        before = size(container)
        result = method(*values, **named)
        for change in changes_of_call(site, method.__name__, container, before, values, result):
            self.take_change(change)
        return result

    def _miss(self, site: int) -> None:
        self._misses[site] += 1
        if self._misses[site] > MOST_MISSES and site not in self._known:
            self._flags[site] = False

    def _line(self, site: int) -> int:
        return self._lines[site]
