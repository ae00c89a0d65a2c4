"""The command `run`: run a reader's program in a separate process, watched, timed and judged.

The program may loop without end, use up memory, close its streams or end Python. Its process
interrupts itself after the given seconds, and is killed when even that does not help.
"""

from __future__ import annotations

import argparse
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
from typing import Any

from kt_core.command import streams
from kt_core.command.sandbox import end_with
from kt_core.language import N_, _, current_language, speak, value_error
from kt_core.programs import report
from kt_core.programs.run import MOST_CHARACTERS, Run, RunSettings
from kt_core.programs.run import run as run_program
from kt_core.programs.verdict import Verdict, verdict

QUESTION, ANSWER = "question.json", "answer.json"  # in a folder that both processes know
TOUR, NO_TOUR, DOES_NOT_RUN, BUDGET = 0, 1, 2, 3  # exit statuses
START_SECONDS = 20.0  # that a process may take beside the program's own time
PULSE_SECONDS = 0.2  # between two requests to stop
MOST_MEMORY = 2 << 30  # bytes
STACK = 512 << 20  # bytes, for deep recursion
DEEPEST_CALLS = 50_000
FILM_PAUSE = 0.15  # seconds for a step

Fields = dict[str, Any]


def run(asked: argparse.Namespace) -> int:
    """Print the report on a program and return the exit status."""
    source = streams.read(
        asked.program, MOST_CHARACTERS + 1, N_("name a file with a Python program")
    )
    if len(source) > MOST_CHARACTERS:
        raise value_error(
            "a program of {n:,} characters or more is too long; {most:,} is the most",
            n=len(source),
            most=MOST_CHARACTERS,
        )
    question = {
        "source": source,
        "visits": asked.visits,
        "seconds": asked.seconds,
        "arguments": asked.arguments,
        "seed": asked.seed or 1,
        "format": asked.format,
        "film": asked.film is not None,
        "language": current_language(),
        "asker": os.getpid(),
    }
    has_processes = sys.platform != "emscripten" and bool(sys.executable)
    answer = _of_process(question) if has_processes else answered(question)
    print(answer["text"])
    if asked.film is not None and answer["film"]:
        streams.write(answer["film"], asked.film)
    elif asked.film is not None:
        raise value_error("there is no film: no board was recognized")
    status: int = answer["status"]
    return status


def _of_process(question: Fields) -> Fields:
    """Return the answer of another Python, or one that says how that ended."""
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}
    with TemporaryDirectory(prefix="kt_core-") as folder:
        Path(folder, QUESTION).write_text(json.dumps(question), "utf-8")
        command = [sys.executable, "-m", "kt_core.command.programs", folder]
        alone = sys.stdin is None or not sys.stdin.isatty()  # else it must read the terminal
        with large_stack():
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, start_new_session=alone
            )
        why = ""
        try:
            process.wait(question["seconds"] + START_SECONDS)
        except subprocess.TimeoutExpired:
            why = N_("Your program did not stop when its time was used up, and was ended.")
        finally:
            if alone and hasattr(os, "killpg"):
                with suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)  # with the processes that it started
            process.kill()
            process.wait()
        with suppress(OSError, ValueError):
            fields: Fields = json.loads(Path(folder, ANSWER).read_text("utf-8"))
            return fields
    return _without_answer(why, question)


def _without_answer(why: str, question: Fields) -> Fields:
    status = BUDGET if why else DOES_NOT_RUN
    sentence = _(why or N_("Your program ended Python itself, or used up its memory."))
    empty = run_program("", RunSettings())
    fields = report.as_json(empty, verdict(empty))
    fields["result"]["sentence"] = fields["error"] = sentence
    text = json.dumps(fields, ensure_ascii=False) if question["format"] == "json" else sentence
    return {"text": text, "film": "", "status": status}


@contextmanager
def large_stack() -> Iterator[None]:
    """Give the processes that are started within a larger stack, where the system has limits."""
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


def answered(question: Fields) -> Fields:
    """Run the program of a question and return the report, the film and the exit status."""
    settings = RunSettings(
        visits=question["visits"],
        seconds=question["seconds"],
        arguments=tuple(question["arguments"]),
        seed=question["seed"],
        deepest_calls=DEEPEST_CALLS,
        ask=_ask,
        guard=lambda stop: alarm(question["seconds"], stop),
    )
    done = run_program(question["source"], settings)
    found = verdict(done)
    if question["format"] == "json":
        text = json.dumps(report.as_json(done, found), ensure_ascii=False)
    else:
        text = "\n".join(report.as_text(done, found))
    return {
        "text": text,
        "film": report.film_of(done, FILM_PAUSE) if question["film"] else "",
        "status": _status(done, found),
    }


def _status(done: Run, found: Verdict) -> int:
    if found.kind in ("tour", "many"):
        return TOUR
    if done.error is not None or done.ended == "input":
        return DOES_NOT_RUN
    return BUDGET if done.ended in ("visits", "seconds") else NO_TOUR


def _ask(prompt: str) -> str:
    """Return a line of standard input; the prompt goes to standard error."""
    print(prompt, end="", file=sys.__stderr__, flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        raise EOFError("EOF when reading a line")
    return line.rstrip("\n")


@contextmanager
def alarm(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` in this thread after so many seconds, and then again and again."""
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
    """Limit the memory of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))


def main(folder: str) -> None:
    """Answer the question in a folder, there."""
    question = json.loads(Path(folder, QUESTION).read_text("utf-8"))
    Thread(target=end_with, args=(question["asker"],), daemon=True).start()
    speak(question["language"])
    limit_memory()
    process = os.getpid()
    answer = json.dumps(answered(question))
    if os.getpid() != process:
        return  # a copy that the program made
    part = Path(folder, f"{ANSWER}.part")
    part.write_text(answer, "utf-8")
    part.replace(Path(folder, ANSWER))


if __name__ == "__main__":
    try:
        main(sys.argv[1])
        os._exit(0)  # no more of the program: neither its threads nor what it registered
    except KeyboardInterrupt:
        sys.exit(130)
