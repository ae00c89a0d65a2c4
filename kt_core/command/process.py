"""A separate Python process for a reader's program, which might never end or might end Python.

The question and the answer are JSON files in a folder. The process ends when its parent ends.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import sleep
from typing import Any

from kt_core.language import current_language, speak

QUESTION, ANSWER = "question.json", "answer.json"  # files in the folder that both processes use
PULSE_SECONDS = 0.2  # between two requests to stop
MOST_MEMORY = 2 << 30  # bytes
STACK = 512 << 20  # bytes, for deep recursion
DEEPEST_CALLS = 50_000

Fields = dict[str, Any]
Answers = Callable[[Fields], Fields]


def answer_of(answers: Answers, question: Fields, seconds: float | None = None) -> Fields:
    """Return the answer of another Python process; of this one if there are no processes.

    `answers` is a function of a module that calls `serve` with it. The answer is empty if the
    process ended without one, and `{"late": True}` if it takes more than `seconds`.
    """
    if sys.platform == "emscripten" or not sys.executable:
        return answers(question)
    question = question | {"language": current_language(), "asker": os.getpid()}
    with TemporaryDirectory(prefix="kt_core-") as folder:
        Path(folder, QUESTION).write_text(json.dumps(question), "utf-8")
        alone = sys.stdin is None or not sys.stdin.isatty()  # else it must read the terminal
        with large_stack():
            process = subprocess.Popen(
                [sys.executable, "-m", answers.__module__, answers.__name__, folder],
                env=environment(),
                stdout=subprocess.DEVNULL,
                start_new_session=alone,
            )
        late = False
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            if alone and hasattr(os, "killpg"):
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)  # also ends its child processes
            process.kill()
            process.wait()
        with suppress(OSError, ValueError):
            fields: Fields = json.loads(Path(folder, ANSWER).read_text("utf-8"))
            return fields
    return {"late": True} if late else {}


def environment() -> dict[str, str]:
    """Return the environment of a process that imports this package."""
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}


@contextmanager
def large_stack() -> Iterator[None]:
    """Give a larger stack to processes that a `with` block starts, if the system limits stacks."""
    try:
        import resource
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    most = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_STACK, (most, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def end_with(asker: int) -> None:
    """End this process when its parent process has ended, because the code may never end."""
    while os.getppid() == asker:
        sleep(1)
    os._exit(130)


@contextmanager
def alarm(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` in this thread after `seconds`, and then repeatedly."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_signal: stop())
    signal.setitimer(signal.ITIMER_REAL, seconds, PULSE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def limit_memory() -> None:
    """Limit the memory of this process, if the system can do so."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))


def serve(*functions: Answers) -> None:
    """Answer the question with the function and the folder in `sys.argv`, and end this process."""
    name, folder = sys.argv[1:]
    answers = {each.__name__: each for each in functions}[name]
    try:
        _answer(answers, folder)
        os._exit(0)  # also ends the program's threads, and runs none of its exit functions
    except KeyboardInterrupt:
        sys.exit(130)


def _answer(answers: Answers, folder: str) -> None:
    question = json.loads(Path(folder, QUESTION).read_text("utf-8"))
    Thread(target=end_with, args=(question["asker"],), daemon=True).start()
    speak(question["language"])
    limit_memory()
    process = os.getpid()
    answer = json.dumps(answers(question))
    if os.getpid() != process:
        return  # this is a copy of the process that the program made
    part = Path(folder, f"{ANSWER}.part")
    part.write_text(answer, "utf-8")
    part.replace(Path(folder, ANSWER))
