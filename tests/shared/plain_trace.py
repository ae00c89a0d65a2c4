"""A plain trace of a program: a container, named by hand, is compared after every line.

It shares no code with kt_core.programs and changes no syntax tree: `sys.settrace` calls it after
each line, call and return. It is slow but simple, so it serves as an oracle.
"""

import io
import random
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

FILE = "<plain>"
MOST_LINES = 100_000
Event = tuple[str, Any]  # "visit" or "release", and the square in the form of the container


@dataclass(frozen=True)
class Watch:
    """The container to watch.

    `kind`: "marks" (a matrix, list or dict), "path" (a list), "call" (arguments of `function`).
    `container` is an expression. `square` turns a key or element into a pair, `mark` gives the
    value to compare with `empty`.
    """

    kind: str
    container: str
    empty: Any = None
    function: str = ""
    square: Callable[[Any], Any] = lambda key: key
    mark: Callable[[Any], Any] = lambda value: value


class Enough(BaseException):
    """Raised after enough events, or when the program does nothing more."""


@dataclass
class Trace:
    """Follows one watch through one run."""

    watch: Watch
    most: int
    events: list[Event] = field(default_factory=list)
    _before: list[Any] = field(default_factory=list)
    _object: Any = None
    _calls: list[Any] = field(default_factory=list)
    _lines: int = 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Compare the container after a line, called by `sys.settrace`."""
        if frame.f_code.co_filename != FILE:
            return None
        self._lines += 1
        if self._lines > MOST_LINES:
            raise Enough
        if self.watch.kind == "call":
            self._call(frame, event)
        else:
            self._look(frame)
        return self

    def _call(self, frame: FrameType, event: str) -> None:
        if frame.f_code.co_name != self.watch.function:
            return
        if event == "call" and frame not in self._calls:
            square = self.watch.square(eval(self.watch.container, frame.f_globals, frame.f_locals))
            self._calls.append(frame)
            self._add("visit", square)
        elif event == "return" and not _is_suspended(frame):
            square = self.watch.square(eval(self.watch.container, frame.f_globals, frame.f_locals))
            self._calls.remove(frame)
            self._add("release", square)

    def _look(self, frame: FrameType) -> None:
        try:
            container = eval(self.watch.container, frame.f_globals, frame.f_locals)
        except (NameError, AttributeError, KeyError, IndexError, TypeError):
            return
        if container is not self._object:
            self._before = []  # another board
            self._object = container
        now = [*self._squares(container)]
        if self.watch.kind == "path":
            self._compare_paths(now)
        else:
            self._compare_marks(now)
        self._before = now

    def _compare_paths(self, now: list[Any]) -> None:
        common = 0
        while common < min(len(now), len(self._before)) and now[common] == self._before[common]:
            common += 1
        for square in reversed(self._before[common:]):
            self._add("release", square)
        for square in now[common:]:
            self._add("visit", square)

    def _compare_marks(self, now: list[Any]) -> None:
        before, after = {*self._before}, {*now}
        for square in self._before:
            if square not in after:
                self._add("release", square)
        for square in now:
            if square not in before:
                self._add("visit", square)

    def _squares(self, container: Any) -> Iterable[Any]:
        if self.watch.kind == "path":
            yield from map(self.watch.square, container)
        else:
            for key, value in _items(container):
                if self.watch.mark(value) != self.watch.empty:
                    yield self.watch.square(key)

    def _add(self, kind: str, square: Any) -> None:
        self.events.append((kind, square))
        if len(self.events) >= self.most:
            raise Enough


def _is_suspended(frame: FrameType) -> bool:
    """Return True if a generator yields instead of ending."""
    import dis

    code = frame.f_code
    if not code.co_flags & 0x20 or frame.f_lasti < 0:
        return False
    return dis.opname[code.co_code[frame.f_lasti]] in ("YIELD_VALUE", "RESUME", "SEND")


def _items(container: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(container, dict):
        yield from container.items()
        return
    for row, items in enumerate(container):
        if isinstance(items, list):
            yield from (((row, column), each) for column, each in enumerate(items))
        else:
            yield row, items


def plain_trace(source: str, watch: Watch, most: int) -> list[Event]:
    """Return the first events of a program, traced in its original text."""
    trace = Trace(watch, most)
    code = compile(source, FILE, "exec")
    random.seed(1)
    with redirect_stdout(io.StringIO()):
        sys.settrace(trace)
        try:
            exec(code, {"__name__": "__main__"})
        except (Enough, Exception):  # noqa: BLE001 - a program with a mistake
            pass
        finally:
            sys.settrace(None)
    return trace.events
