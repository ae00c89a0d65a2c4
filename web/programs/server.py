"""The functions that worker.js calls: `close_imports` once, then `serve` for each job."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import perf_counter

from web.programs.job import Send, as_json, read
from web.programs.worker import FunctionSearch, WatchedProgram

LONGEST_WORDS = 300  # limit for the characters of a fault
MARK = '{"mark":'  # the beginning of a job of `web.programs.marking.worker`
#: Modules that give access to JavaScript. Code that has already imported them continues to work.
LEADING_OUT = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "pyscript", "polyscript")


def serve(text: str, send: Send, clock: Callable[[], float] = perf_counter) -> None:
    """Run a job and send its messages."""
    try:
        if text.startswith(MARK):
            from web.programs.marking.worker import (
                serve_marking,  # few pages need it and kt_core.marking
            )

            serve_marking(json.loads(text), send, clock)
            return
        job = read(text)
        (WatchedProgram if job.visits else FunctionSearch)(job, send, clock).work()
    except BaseException as fault:  # noqa: BLE001 - ours, or caused by the program
        send(as_json(fault=f"{type(fault).__name__}: {fault}"[:LONGEST_WORDS]))
    finally:
        send(as_json(done=True))


def close_imports() -> None:
    """Remove every module that gives access to JavaScript, before a reader's code runs.

    worker.js removes the names in JavaScript; an import then fails with a clear error.
    """
    loaded = [name for name in sys.modules if name.partition(".")[0] in LEADING_OUT]
    for name in (*loaded, *LEADING_OUT):
        sys.modules[name] = None  # type: ignore[assignment]
    sys.meta_path[:] = [each for each in sys.meta_path if "Js" not in type(each).__name__]
