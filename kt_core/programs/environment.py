"""The Python that a program sees: its streams, arguments, random numbers and limits."""

from __future__ import annotations

import io
import linecache
import os
import random
import sys
import threading
import time
import types
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

FIRST_CHARACTERS = 400_000
LAST_CHARACTERS = 100_000
WRITES_PER_TICK = 256
OURS = ("kt_core", "web")
OurModules = Mapping[str, Mapping[str, object]]  # modules, with their names
LEAST_LIMIT = 1_050  # least depth of nested calls, if the system allows it


class OutputBuffer(io.RawIOBase):
    """The bytes of a text stream: `write` gets their text."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write_text, self._decoder = write, getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Write bytes."""
        self._write_text(self._decoder.decode(bytes(data)))
        return len(data)


class InputStream(io.TextIOBase):
    """Standard input: each line is an answer; `read` returns one, or raises `EOFError`."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        """Return the next line, "" at the end."""
        try:
            return f"{self._read()}\n"
        except EOFError:
            return ""

    def read(self, size: int | None = -1) -> str:
        """Return all lines."""
        return "".join(self)


class OutputStream(io.TextIOWrapper):
    """A text stream that stores little, even if a program writes gigabytes."""

    def __init__(
        self,
        tick: Callable[[], None],
        note: Callable[[int], None],
        echo: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(OutputBuffer(self.write), "utf-8")  # type: ignore[arg-type]
        self.count = 0  # characters written
        self._first = io.StringIO()
        self._tail: list[str] = []
        self._tail_length = 0
        self._writes = 0
        self._tick, self._note, self._echo = tick, note, echo

    def write(self, text: str) -> int:
        """Write a text; most of a very long output is only counted."""
        if type(text) is not str:
            text = str.__str__(text)
        length = len(text)
        self.count += length
        self._note(self.count)
        room = FIRST_CHARACTERS - self._first.tell()
        if room > 0:
            self._first.write(text[:room])
            if self._echo:
                self._echo(text[:room])
        if length > room:
            self._end(text[max(room, 0) :])
        self._writes += 1
        if not self._writes % WRITES_PER_TICK or length > 100_000:
            self._tick()
        return length

    def _end(self, text: str) -> None:
        self._tail.append(text[-LAST_CHARACTERS:])
        self._tail_length += len(self._tail[-1])
        if self._tail_length > 2 * LAST_CHARACTERS:
            self._tail = ["".join(self._tail)[-LAST_CHARACTERS:]]
            self._tail_length = LAST_CHARACTERS

    @property
    def first(self) -> str:
        """The first characters."""
        return self._first.getvalue()

    @property
    def last(self) -> str:
        """The last characters that are not in `first`."""
        return "".join(self._tail)[-LAST_CHARACTERS:]

    @property
    def omitted_characters(self) -> int:
        """The number of characters between `first` and `last`."""
        return self.count - self._first.tell() - len(self.last)


class PlainThread(threading.Thread):
    """A thread that runs when it is started: programs use one for a larger stack."""

    def start(self) -> None:
        """Run the thread to its end."""
        self.run()

    def join(self, timeout: float | None = None) -> None:
        """Do nothing: the thread has ended."""


@contextmanager
def environment(
    module: types.ModuleType,
    output: OutputStream,
    read: Callable[[], str],
    *,
    arguments: Sequence[str],
    seed: int | None,
    deepest_calls: int,
    package: OurModules | None = None,
) -> Iterator[None]:
    """Replace functions of modules for a program, which is `module`; restore what it changes.

    The program can import only the modules of ours that are in `package`; None: all.
    """
    with restoring(sys, os, time, random, linecache, threading):
        limit, set_limit = sys.getrecursionlimit(), sys.setrecursionlimit
        sys.stdin, sys.stdout, sys.stderr = InputStream(read), output, output
        sys.argv = ["program.py", *arguments]
        sys.setrecursionlimit = lambda n: set_limit(min(max(n, 200), deepest_calls))
        set_limit(max(limit, min(LEAST_LIMIT, deepest_calls)))
        time.sleep = lambda seconds: None
        os._exit = sys.exit  # type: ignore[assignment]
        threading.Thread = PlainThread  # type: ignore[misc]
        threading.stack_size = lambda size=0: 0
        state, restore = random.getstate(), random.setstate
        random.seed(seed)
        if package is not None:
            _hide_ours(package)
        sys.modules["__main__"] = sys.modules[module.__name__] = module
        try:
            yield
        finally:
            set_limit(limit)
            restore(state)


def _hide_ours(package: OurModules) -> None:
    ours = [name for name in sys.modules if name.partition(".")[0] in OURS]
    sys.modules.update(dict.fromkeys(ours))  # type: ignore[arg-type]
    for name, names in package.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(names)


@contextmanager
def restoring(*changed: types.ModuleType) -> Iterator[None]:
    """Restore the contents of modules, the modules that are imported, and the trace functions."""
    contents = [(vars(module), dict(vars(module))) for module in changed]
    paths, finders, modules = [*sys.path], [*sys.meta_path], dict(sys.modules)
    trace, profile = sys.gettrace(), sys.getprofile()
    set_trace, set_profile = sys.settrace, sys.setprofile
    try:
        yield
    finally:
        set_trace(trace)
        set_profile(profile)
        for names, before in contents:
            names.update(before)
        sys.path[:], sys.meta_path[:] = paths, finders
        sys.modules.update(modules)


def loaded_modules() -> dict[str, types.ModuleType]:
    """Return the modules that Python has loaded, by name."""
    return {**sys.modules}


def is_inner_call() -> bool:
    """Return True if the function that returns now was called, directly or not, by itself."""
    frame = sys._getframe(2)  # noqa: SLF001 - the function called a hook, which calls this
    code, caller = frame.f_code, frame.f_back
    while caller is not None:
        if caller.f_code is code:
            return True
        caller = caller.f_back
    return False
