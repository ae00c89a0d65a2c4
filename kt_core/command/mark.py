"""The command `mark`: grade programs with the tests of a teacher, each in a separate process.

The tests run in this process and the program in another, so a program can change no test. Calls
and replies are lines of text. If a call does not end, or ends Python, only this call fails: its
process is ended, and another one answers the next call. The time of a test, without its calls, is
limited too.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from kt_core.command import streams
from kt_core.command.process import PULSE_SECONDS, ProgramProcess, alarm
from kt_core.command.programs import program_text
from kt_core.exercise import MOST_CHARACTERS as MOST_OF_TESTS
from kt_core.language import N_, _, text_of, value_error
from kt_core.marking.calls import CallBudget, CallReply, ProgramCall
from kt_core.marking.session import MarkedTest, TestTooSlowError, mark_test, score
from kt_core.marking.suite import Suite, SuiteTest, read_tests

MOST_PROGRAMS = 10_000
LONGEST_LINE = 100  # characters of the progress
TEST_SECONDS = 20.0  # limit for one test, without the time of its calls
FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # signs that make a cell of a spreadsheet a formula
DONE = N_("all {n} tests passed")
WaitingReplies = Callable[[ProgramCall], CallReply]


@dataclass(frozen=True)
class ProgramFile:
    """The text of a program, or the reason why it cannot be read."""

    name: str
    source: str = ""
    wrong: str = ""


@dataclass(frozen=True)
class MarkedProgram:
    """The results of one program."""

    name: str
    tests: tuple[MarkedTest, ...]

    @property
    def score(self) -> float:
        """The weighted share of passed tests."""
        return round(score(self.tests), 4)

    @property
    def first_failure(self) -> MarkedTest | None:
        """The first test that did not pass."""
        return next((each for each in self.tests if not each.passed), None)


def mark(args: argparse.Namespace) -> int:
    """Print the results of each program, or of those that are graded before an interrupt."""
    suite = read_tests(streams.read(args.tests, MOST_OF_TESTS + 1, N_("name a file with tests")))
    names = [*_files(args.programs, Path(args.tests))]
    programs = [*map(_program, names)]  # read before any of them runs
    budget = CallBudget(args.visits, args.seconds)
    done: list[MarkedProgram] = []
    try:
        for program in programs:
            done.append(_marked_program(program, suite, budget, f"{len(done)}/{len(names)}"))
            if args.format != "json":
                _print_lines(done[-1], len(done), args.format, max(map(len, names)))
    except KeyboardInterrupt:
        stopped = _("Stopped: {n} of {total} programs are graded.", n=len(done), total=len(names))
        print(stopped, file=sys.stderr)
        raise
    finally:
        if args.format == "json":
            print(json.dumps([_fields(each) for each in done], ensure_ascii=False, indent=1))
        sys.stdout.flush()
    return 0


def _files(names: Sequence[str], tests: Path) -> Iterator[str]:
    """Yield the names of the programs; of a folder, those of its Python files."""
    count = 0
    for name in names:
        path = Path(name)
        found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        if path.is_dir() and not found:
            raise value_error("{name} has no Python files", name=repr(name))
        for file in found:
            is_hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
            if path.is_dir() and (is_hidden or file.resolve() == tests.resolve()):
                continue
            count += 1
            if count > MOST_PROGRAMS:
                raise value_error("more than {most:,} programs", most=MOST_PROGRAMS)
            yield str(file)


def _program(name: str) -> ProgramFile:
    """Return the text of a file, or why it cannot be read; `ValueError` if there is no file."""
    try:
        return ProgramFile(name, program_text(name))
    except ValueError as error:
        if not streams.is_file(name):
            raise
        return ProgramFile(name, wrong=text_of(error))


def _marked_program(
    program: ProgramFile, suite: Suite, budget: CallBudget, progress: str
) -> MarkedProgram:
    """Return the results of a program; those of a program that cannot be read say why.

    A line on the terminal shows the `progress` so far, and the test that is run.
    """
    if program.wrong:
        unrun = (MarkedTest(test, "unrun", program.wrong) for test in suite.tests)
        return MarkedProgram(program.name, (*unrun,))
    with ProgramProcess(program.source) as process, redirect_stdout(io.StringIO()):
        results, line = [], streams.StatusLine(sys.stderr)
        for test in suite.tests:
            line.show(f"{progress}  {program.name}  {test.name}"[:LONGEST_LINE])
            results.append(_result(suite, test, process, budget))
        line.clear()
    return MarkedProgram(program.name, (*results,))


def _result(
    suite: Suite, test: SuiteTest, process: ProgramProcess, budget: CallBudget
) -> MarkedTest:
    timer = _TestTimer(TEST_SECONDS)
    found = mark_test(suite, test, timer.pausing(process.reply), budget, timer.running)
    assert isinstance(found, MarkedTest)  # every call has a reply
    return found


def _print_lines(program: MarkedProgram, number: int, form: str, width: int) -> None:
    if form == "text":
        print(_line(program, width), flush=True)
        return
    if number == 1:
        print(_csv("program", "score", "first failing test", "sentence"), flush=True)
    failing = program.first_failure
    name, hint = (failing.test.name, _hint(failing)) if failing else ("", "")
    print(_csv(program.name, f"{program.score:g}", name, hint), flush=True)


def _line(program: MarkedProgram, width: int) -> str:
    failing = program.first_failure
    found = f"{failing.test.name}: {_hint(failing)}" if failing else ""
    found = found or _(DONE, n=len(program.tests))
    return f"{program.name:<{width}}  {program.score:>4.0%}  {found}"


def _hint(result: MarkedTest) -> str:
    return " ".join(text_of(result.hint).split()) or result.test.sentence


def _csv(*cells: str) -> str:
    text = io.StringIO()
    safe = [f"'{cell}" if cell.startswith(FORMULAS) else cell for cell in cells]
    csv.writer(text, lineterminator="").writerow(safe)
    return text.getvalue()


def _fields(program: MarkedProgram) -> dict[str, object]:
    tests = [
        {
            "name": each.test.name,
            "passed": each.passed,
            "sentence": each.test.sentence if each.passed else _hint(each),
            "about": each.test.sentence,
            "result": each.kind,
            "weight": each.test.weight,
        }
        for each in program.tests
    ]
    return {"program": program.name, "score": program.score, "tests": tests}


class _TestTimer:
    """A timer that raises `TestTooSlowError`, and pauses while the program runs."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_running = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Limit the time of a `with` block."""
        with alarm(self._seconds, self._expire):
            self._is_running = True
            try:
                yield
            finally:
                self._is_running = False

    def pausing(self, reply: WaitingReplies) -> WaitingReplies:
        """Return a function that pauses the timer while `reply` runs."""

        def answer(call: ProgramCall) -> CallReply:
            left = self._set(0)
            try:
                return reply(call)
            finally:
                if self._is_running:
                    self._set(max(left, PULSE_SECONDS))

        return answer

    def _set(self, seconds: float) -> float:
        """Set the timer, and return the seconds that were left."""
        if not hasattr(signal, "setitimer"):
            return 0
        return signal.setitimer(signal.ITIMER_REAL, seconds, PULSE_SECONDS if seconds else 0)[0]

    def _expire(self) -> None:
        raise TestTooSlowError
