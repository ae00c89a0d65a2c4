"""A job: a reader's code, run in a worker from one start or many; messages report its progress.

A message is bytes, so its size is known before it is read. The first byte gives the kind: JSON,
which begins with a brace; JSON after `LOG`; 32-bit numbers after `EVENTS`.

    {"begin": start}             a search begins there; its events follow
    #numbers                     2 * square, n, n squares: a visit, and what `order` returned;
                                 n is -1 if the code is a whole search; 2 * square + 1: a
                                 backtrack; -1: a tour
    {"end": why, ...}            it ends: found, exhausted, steps, time, wrong, memory, recursion
    >{"log": [first, last, n]}   the output: its first and last lines, and the number of all
    {"done": true}               no message follows

The page trusts none of it: see `feed`.
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

LINES = 1_000  # of the output: as many first ones as last ones
LONGEST_LINE = 200  # characters
LOG_BYTES = 100_000  # of the first lines as JSON, and of the last
LONGEST_WORDS = 300  # characters of a value in a sentence
TELL_SECONDS = 0.1  # between two messages about a search
LOG_SECONDS = 0.4  # between two messages about the output
BATCH_NUMBERS = 16_384  # in one message
FOUND = -1
UNLISTED = -1
MARK = '{"mark":'  # the beginning of a job of `web.marking.worker`
EVENTS, LOG = b"#", b">"
MOVES, NOTES, GROWTH = b"%", b"=", b"+"  # of a program: see `watched`
#: Exceptions that are reported without a traceback.
SHORT = {MemoryError: "memory", RecursionError: "recursion", SystemExit: "exit"}

Send = Callable[[bytes], object]
Clock = Callable[[], float]
#: Modules that lead to JavaScript. Code that already uses them continues to work.
LEADING_OUT = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "pyscript", "polyscript")


class Log:
    """A text stream that stores the first and the last lines of the output."""

    def __init__(self, send: Send, clock: Clock) -> None:
        self._send, self._clock, self._sent_at = send, clock, clock()
        self._first: list[str] = []
        self._last: deque[str] = deque(maxlen=LINES)
        self._count, self._open, self._changed = 0, "", False

    def write(self, text: str) -> int:
        """Add a text to the output."""
        lines = (self._open + text[: LINES * LONGEST_LINE]).split("\n")
        self._open, self._changed = lines.pop()[:LONGEST_LINE], True
        for line in lines:
            self._add(line[:LONGEST_LINE])
        if self._clock() - self._sent_at > LOG_SECONDS:
            self.tell()
        return len(text)

    def flush(self) -> None:
        """Do nothing: the output is sent now and then."""

    def tell(self) -> None:
        """Send the output so far."""
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
    """The code to run, with its question and limits; `read` parses the page's text."""

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
    visits: int = 0  # of a program; 0 if the code has one of the page's functions
    arguments: tuple[str, ...] = ()  # of a program: sys.argv
    answers: tuple[str, ...] = ()  # to its input()
    store: str = ""  # the container to watch, else the likeliest
    number: int = 0  # the board to show, of several

    @property
    def most_messages(self) -> int:
        """The most messages that the job may send."""
        batches = 1 + 6 * max(self.steps, 2 * self.visits) // BATCH_NUMBERS
        return int(200 + 50 * self.seconds + (3 + batches) * len(self.starts))

    def to_json(self) -> str:
        """Return the text that `read` parses."""
        fields = {name: value for name, value in vars(self).items() if name != "board"}
        rows, columns = self.board.rows, self.board.columns
        return json.dumps(fields | {"holes": [*self.board.holes], "rows": rows, "columns": columns})


def read(text: str) -> Job:
    """Return the job of a text from the page."""
    fields = json.loads(text)
    board = Board(fields.pop("rows"), fields.pop("columns"), fields.pop("holes"))
    lists = {name: tuple(fields[name]) for name in ("starts", "arguments", "answers")}
    return Job(board=board, **fields | lists)


def serve(text: str, send: Send, clock: Clock = perf_counter) -> None:
    """Run a job and send its messages."""
    log, before = Log(send, clock), (sys.stdout, sys.stderr)
    sys.stdout = sys.stderr = log
    try:
        if text.startswith(MARK):
            from web.marking.worker import serve_marking  # which few pages need

            serve_marking(json.loads(text), send, clock)
            return
        job = read(text)
        if job.visits:
            from web.programs.watched import WatchedProgram  # which few pages need

            WatchedProgram(job, send, clock).work()
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
        """Search from each start until one fails."""
        try:
            self._work()
        except BaseException as raised:  # noqa: BLE001 - also our own, if the code broke them
            name = self._builtins.restore()
            wrong = _replacement(name) if name else raised
            self._numbers = array("i")  # which may be the result of the replaced function
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
                self._tell_log()  # first, because a tour ends the page's interest
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
        if last or len(self._job.starts) == 1:  # otherwise the last start reports it
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
    """Return an error as values for JSON: its sentence, line and traceback."""
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
    """Return the first lines that fit into a message."""
    lines = [*lines]
    ends = accumulate(len(json.dumps(line)) for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= LOG_BYTES]


def close_imports() -> None:
    """Remove every module that leads to JavaScript, before a reader's code runs.

    worker.js removes the names in JavaScript; an import then fails with a clear error.
    """
    there = [name for name in sys.modules if name.partition(".")[0] in LEADING_OUT]
    for name in (*there, *LEADING_OUT):
        sys.modules[name] = None  # type: ignore[assignment]
    sys.meta_path[:] = [each for each in sys.meta_path if "Js" not in type(each).__name__]
