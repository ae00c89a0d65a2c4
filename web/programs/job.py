"""A job: a reader's code run from one start or many, in a worker, told as it goes.

What is told is bytes, whose first tells their kind, so that their number is known before any is
read: JSON, which begins with a brace; JSON after `LOG`; 32-bit numbers after `EVENTS`.

    {"begin": start}             a search begins there; its events follow
    #numbers                     2 * square, n, n squares: a visit, and what `order` answered there;
                                 n is -1 where a whole search was written; 2 * square + 1: a
                                 backtrack; -1: a tour
    {"end": why, ...}            it ends: found, exhausted, steps, time, wrong, memory, recursion
    >{"log": [first, last, n]}   what was printed: its first and last lines, and how many there are
    {"done": true}               all is told

The page takes none of it on trust: see `own`.
"""

from __future__ import annotations

import builtins
import json
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from time import perf_counter
from typing import Any

from kt_core.board import Board
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.language import Sentence
from kt_core.own import Code, CodeError, error_in_code
from kt_core.tour import Puzzle

LINES = 1_000  # of what is printed: the first, and the last
LONGEST_LINE = 200  # characters
LOG_BYTES = 100_000  # of the first lines as JSON, and of the last
LONGEST_WORDS = 300  # characters of a value in a sentence
TELL_SECONDS = 0.1  # between two words of a search
LOG_SECONDS = 0.4  # between two words of what is printed
BATCH_NUMBERS = 16_384  # told at once
FOUND = -1
UNLISTED = -1
EVENTS, LOG, NOTES = b"#", b">", b"="
#: Ends of which Python says no more than their name.
SHORT = {MemoryError: "memory", RecursionError: "recursion", SystemExit: "exit"}

Send = Callable[[bytes], object]
Clock = Callable[[], float]
#: Modules that lead to JavaScript; those that are in use already go on without their names.
LEADING_OUT = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "pyscript", "polyscript")


class Log:
    """Takes what is printed; keeps its first and its last lines."""

    def __init__(self, send: Send, clock: Clock) -> None:
        self._send, self._clock, self._sent_at = send, clock, clock()
        self._first: list[str] = []
        self._last: deque[str] = deque(maxlen=LINES)
        self._count, self._open, self._changed = 0, "", False

    def write(self, text: str) -> int:
        """Take a piece of text."""
        lines = (self._open + text[: LINES * LONGEST_LINE]).split("\n")
        self._open, self._changed = lines.pop()[:LONGEST_LINE], True
        for line in lines:
            self._add(line[:LONGEST_LINE])
        if self._clock() - self._sent_at > LOG_SECONDS:
            self.tell()
        return len(text)

    def flush(self) -> None:
        """Do nothing: what is printed is told now and then."""

    def tell(self) -> None:
        """Tell what was printed so far."""
        if self._changed:
            self._sent_at, self._changed = self._clock(), False
            last = [*self._last, *([self._open] if self._open else [])][-LINES:]
            log = _fitting(self._first), _fitting(reversed(last))[::-1]
            self._send(LOG + _json(log=[*log, self._count + bool(self._open)]))

    def _add(self, line: str) -> None:
        self._count += 1
        if len(self._first) < LINES:
            self._first.append(line)
        else:
            self._last.append(line)


@dataclass
class Job:
    """What is to be run; `read` takes it from the page's text."""

    code: str
    board: Board
    starts: tuple[int, ...]
    end: int | None = None
    closed: bool = False
    prune: bool = True
    seed: int = 0
    steps: int = 20_000
    seconds: float = 10.0
    holes: tuple[int, ...] = field(default=(), repr=False)
    visits: int = 0  # of a program; 0 where the code has one of the page's functions
    arguments: tuple[str, ...] = ()  # of a program: sys.argv
    answers: tuple[str, ...] = ()  # to its input()
    store: str = ""  # the container to watch, else the likeliest
    number: int = 0  # the board to show, of several

    @property
    def most_messages(self) -> int:
        """How many messages it may take to tell all of it."""
        batches = 1 + 6 * max(self.steps, 2 * self.visits) // BATCH_NUMBERS
        return int(200 + 20 * self.seconds + (3 + batches) * len(self.starts))

    def to_json(self) -> str:
        """Return it as the text that `read` takes."""
        fields = {name: value for name, value in vars(self).items() if name != "board"}
        rows, columns = self.board.rows, self.board.columns
        return json.dumps(fields | {"holes": [*self.board.holes], "rows": rows, "columns": columns})


def read(text: str) -> Job:
    """Return the job that the page has written."""
    fields = json.loads(text)
    board = Board(fields.pop("rows"), fields.pop("columns"), fields.pop("holes"))
    lists = {name: tuple(fields[name]) for name in ("starts", "arguments", "answers")}
    return Job(board=board, **fields | lists)


def serve(text: str, send: Send, clock: Clock = perf_counter) -> None:
    """Do a job, and tell all of it."""
    log, before = Log(send, clock), (sys.stdout, sys.stderr)
    sys.stdout = sys.stderr = log
    try:
        job = read(text)
        if job.visits:
            from web.programs.watched import WatchedProgram  # which few pages need

            WatchedProgram(job, send, clock, FOUND, UNLISTED).work()
        else:
            _Runner(job, send, clock, log).work()
    except BaseException as fault:  # noqa: BLE001 - of ours, or what a program left us
        send(_json(fault=f"{type(fault).__name__}: {fault}"[:LONGEST_WORDS]))
    finally:
        log.tell()
        sys.stdout, sys.stderr = before
        send(_json(done=True))


class _Builtins:
    """Python's own functions, as they were before the reader's code."""

    def __init__(self) -> None:
        self._now = vars(builtins)
        self._before = dict(self._now)

    def restore(self) -> str:
        """Put back what was replaced; return its name, "" where nothing was."""
        name = ""
        if self._now != self._before:  # and none of them is called before all are back
            for each, value in self._before.items():
                if each not in self._now or self._now[each] is not value:
                    name = each
            self._now.update(self._before)
        return name


class _Runner:
    def __init__(self, job: Job, send: Send, clock: Clock, log: Log) -> None:
        self._log = log
        self._job, self._send, self._clock = job, send, clock
        self._until = clock() + job.seconds
        self._numbers, self._sent_at = array("i"), clock()
        self._listed: list[list[int]] = []
        self._builtins = _Builtins()

    def work(self) -> None:
        """Search from each start, up to the first that goes wrong."""
        try:
            self._work()
        except BaseException as raised:  # noqa: BLE001 - also of ours, where it left us too little
            name = self._builtins.restore()
            wrong = _replacement(name) if name else raised
            self._numbers = array("i")  # which may rest on what was replaced
            if short := SHORT.get(type(wrong)):
                self._end(short)
            else:
                wrong = wrong if isinstance(wrong, CodeError) else error_in_code(wrong)
                self._end("wrong", **_wrong_fields(wrong))

    def _work(self) -> None:
        self._begin(self._job.starts[0])
        code = Code(self._job.code, seed=self._job.seed)
        for place, start in enumerate(self._job.starts):
            if place:
                self._begin(start)
            why = self._search(code, start)
            self._end(why)
            if why == "time":
                return

    def _search(self, code: Code, start: int) -> str:
        job = self._job
        puzzle = Puzzle(job.board, start, job.end if job.end != start else None, job.closed)
        events = code.events(puzzle, prune=job.prune, answers=self._listed)
        for steps, event in enumerate(events, start=1):
            self._note(event, listed=code.kind == "order")
            if isinstance(event, Found):
                return "found"
            if steps >= job.steps:
                return "steps"
            if self._clock() > self._until:
                return "time"
        return "exhausted"

    def _note(self, event: Event, *, listed: bool) -> None:
        numbers = self._numbers
        match event:
            case Visit(square):
                moves = self._listed.pop() if listed else []
                self._listed.clear()
                numbers.append(2 * int(square))  # type: ignore[call-overload]
                numbers.append(len(moves) if listed else UNLISTED)
                numbers.extend(moves)
            case Backtrack(square):
                numbers.append(2 * int(square) + 1)  # type: ignore[call-overload]
            case Found():
                self._tell_log()  # first, since the page takes a tour for the end
                numbers.append(FOUND)
        if len(numbers) > BATCH_NUMBERS or self._clock() - self._sent_at > TELL_SECONDS:
            self._tell()

    def _begin(self, start: int) -> None:
        self._send(_json(begin=start))

    def _end(self, why: str, **more: Any) -> None:
        self._tell()
        self._tell_log(last=why in ("wrong", "time", *SHORT.values()))
        self._send(_json(end=why, **more))

    def _tell_log(self, *, last: bool = False) -> None:
        if last or len(self._job.starts) == 1:  # while another start follows, that has time
            self._log.tell()

    def _tell(self) -> None:
        if name := self._builtins.restore():
            raise _replacement(name)
        self._sent_at = self._clock()
        if self._numbers:
            self._send(EVENTS + self._numbers.tobytes())
            self._numbers = array("i")


def _replacement(name: str) -> CodeError:
    return CodeError(
        Sentence("your code has replaced {name}, which is Python's own and needed here", name=name)
    )


def _wrong_fields(wrong: CodeError) -> Mapping[str, Any]:
    """Return what is wrong as values that go through JSON: a sentence, its line, Python's words."""
    sentence = wrong.args[0]
    template = "{sentence}"
    values: dict[str, int | str] = {"sentence": str(sentence)[:LONGEST_WORDS]}
    if isinstance(sentence, Sentence):
        _, (template, _, given) = sentence.__reduce__()
        values = {
            name: each if isinstance(each, int) else str(each)[:LONGEST_WORDS]
            for name, each in given.items()
        }
    return {"said": template, "values": values, "line": wrong.line, "trace": wrong.trace}


def _json(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def _fitting(lines: Iterable[str]) -> list[str]:
    """Return as many lines, from the first on, as a message has room for."""
    lines = [*lines]
    ends = accumulate(len(json.dumps(line)) for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= LOG_BYTES]


def close_imports() -> None:
    """Take away, before a reader's code runs, every module that leads to JavaScript.

    JavaScript's own ways out are closed in worker.js; so an import says what is the case.
    """
    there = [name for name in sys.modules if name.partition(".")[0] in LEADING_OUT]
    for name in (*there, *LEADING_OUT):
        sys.modules[name] = None  # type: ignore[assignment]
    sys.meta_path[:] = [each for each in sys.meta_path if "Js" not in type(each).__name__]
