"""The Python that a program sees: its streams, arguments, chance and limits."""

from __future__ import annotations

import linecache
import os
import random
import sys
import threading
import time
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kt_core.programs.output import OutputStream

LEAST_LIMIT = 1_050  # calls within each other, at least, if so many are possible


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
    *,
    arguments: Sequence[str],
    seed: int | None,
    deepest_calls: int,
) -> Iterator[None]:
    """Replace functions of modules for a program, which is `module`; restore what it changes."""
    with restored(sys, os, time, random, linecache, threading):
        limit, set_limit = sys.getrecursionlimit(), sys.setrecursionlimit
        sys.stdout = sys.stderr = output
        sys.argv = ["program.py", *arguments]
        sys.setrecursionlimit = lambda n: set_limit(min(max(n, 200), deepest_calls))
        set_limit(max(limit, min(LEAST_LIMIT, deepest_calls)))
        time.sleep = lambda seconds: None
        os._exit = sys.exit  # type: ignore[assignment]
        threading.Thread = PlainThread  # type: ignore[misc]
        threading.stack_size = lambda size=0: 0
        state, restore = random.getstate(), random.setstate
        random.seed(seed)
        sys.modules["__main__"] = module
        try:
            yield
        finally:
            set_limit(limit)
            restore(state)


@contextmanager
def restored(*changed: types.ModuleType) -> Iterator[None]:
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


def is_inner_call() -> bool:
    """Return True if the function that returns now was called, directly or not, by itself."""
    frame = sys._getframe(2)  # noqa: SLF001 - the function called a hook, which calls this
    code, caller = frame.f_code, frame.f_back
    while caller is not None:
        if caller.f_code is code:
            return True
        caller = caller.f_back
    return False
