"""A job in the worker: search with a reader's function, or run a program, and send the events.

worker.js calls `close_imports` once, and then `serve` for each job.

A function is called from each start:

{"begin": start}             a search begins there; its events follow
%numbers                     the events, in 16 bits each: 2 * square for a visit, one more for a
                             backtrack
{"end": why, ...}            it ends: found, exhausted, steps, time, exit, wrong

The events on the board of a program are sent while it runs:

{"begin": start, "board": [rows, columns], "watching": sentence}   the board, once known
+numbers                     the growth of the output: pairs of a step and the length after it
=numbers                     the lines of the next events, in 16 bits each
%numbers                     the events, in 16 bits each: see above
{"details": [sentences]}     why the search takes long, by the events so far
{"ended": true}              the program has ended; its verdict follows
!text                        the evidence of the run: see `kt_core.programs.evidence`

Both send {"printed": text, "count": n}: new output, and the length of the whole output.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

from kt_core.drawing.shapes import LARGE_AREA
from kt_core.events import Backtrack, Visit
from kt_core.marking.calls import CallBudget, ProgramCall, run_call
from kt_core.own_search import TASK_PACKAGE
from kt_core.programs.environment import OutputStream
from kt_core.programs.evidence import sentence_fields
from kt_core.programs.findings import description, evidence_of
from kt_core.programs.functions import ReaderFunction
from kt_core.programs.reasons import progress
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.programs.run import Run, RunSettings, run
from kt_core.programs.verdict import verdict
from kt_core.tour import Puzzle
from web.programs.job import (
    BATCH_NUMBERS,
    DEEPEST_CALLS,
    EVIDENCE,
    GROWTH,
    MOVES,
    NOTES,
    Job,
    Send,
    as_json,
    read,
)

TELL_SECONDS = 0.1  # time between two reports
FIRST_SECONDS = 0.02  # time between two reports until FIRST_EVENTS events are sent
FIRST_EVENTS = 50
BATCH_EVENTS = 16_384
SLOW_SECONDS = 1.0  # time before the first message that explains a slow search
DETAILS_SECONDS = 0.5  # time between two messages that explain a slow search
MOST_PRINTED = 60_000  # limit for the characters sent in all messages
MOST_OF_MESSAGE = 20_000  # limit for the characters of one message
MOST_EVIDENCE = 240_000  # bytes
OUTSIDE = 0xFFFF  # the code of a square outside the board, or of another board's beginning
EVENTS_PER_LOOK = 16
#: The end of a run that was stopped or that ended itself: name in the core -> name in messages.
ENDS = {"seconds": "time", "exit": "exit"}
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


class OutputSender:
    """Sends the part of the printed output that the page shows."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._sent = self._count = 0  # characters sent; characters reported as printed

    def tell(self, output: OutputStream) -> None:
        """Send the new part of the output."""
        while self._count < output.count:
            part = output.first[self._sent : min(self._sent + MOST_OF_MESSAGE, MOST_PRINTED)]
            self._sent += len(part)
            self._count = self._sent if part else output.count
            self._send(as_json(printed=part, count=output.count))


class WatchedProgram:
    """A run whose events are sent while it continues."""

    def __init__(self, job: Job, send: Send, clock: Callable[[], float]) -> None:
        self._job, self._send, self._clock = job, send, clock
        self._sent_at = clock()
        self._wait = FIRST_SECONDS
        self._frame: Frame | None = None
        self._stream: EventStream | None = None
        self._output = OutputSender(send)
        self._known = (0, 0)  # squares that were recorded when the frame was found
        self._details_at = clock() + SLOW_SECONDS

    def work(self) -> None:
        """Run the program, and send its events and its report."""
        job = self._job
        self._send(as_json(running=True))
        settings = RunSettings(
            visits=job.visits,
            seconds=job.seconds,
            arguments=tuple(job.arguments),
            answers=tuple(job.answers),
            seed=job.seed,
            store=job.store,
            deepest_calls=DEEPEST_CALLS,
            clock=self._clock,
            progress=self._progress,
        )
        done = _called(job, settings) if job.call else run(job.code, settings)
        self._send(as_json(ended=True))
        found = evidence_of(done)
        self._tell(done)
        self._send(EVIDENCE + found.to_bytes(MOST_EVIDENCE))

    def _progress(self, running: Run) -> None:
        if self._clock() - self._sent_at > self._wait:
            self._tell(running)
            if self._stream is None or self._stream.steps >= FIRST_EVENTS:
                self._wait = TELL_SECONDS
            self._sent_at = self._clock()

    def _tell(self, running: Run) -> None:
        self._output.tell(running.output)
        if running.follower is None or not running.recording.events:
            return
        self._tell_events(running)
        if self._frame and self._clock() > self._details_at:
            known = map(sentence_fields, progress(running.recording, self._frame))
            self._send(as_json(details=[*known]))
            self._details_at = self._clock() + DETAILS_SECONDS

    def _tell_events(self, running: Run) -> None:
        recording = running.recording
        board = self._job.number if self._job.number < len(recording.boards) else 0
        known = len(recording.squares), len(recording.boards[board].squares)
        if known != self._known:  # only another square can change the size
            self._known = known
            self._find_frame(running, board)
        while self._stream and self._send_batch(self._stream):
            pass

    def _find_frame(self, running: Run, board: int) -> None:
        frame = running.frame(board)
        if frame is None or frame.total > LARGE_AREA:
            return
        if self._frame is None or _place(frame) != _place(self._frame):
            self._frame = frame
            self._stream = EventStream(running.recording, frame, board)
            first = self._stream.start
            if first is None:
                self._frame = self._stream = None
                return
            watching = sentence_fields(description(running.store, frame)) if running.store else None
            self._send(as_json(begin=first, board=[frame.rows, frame.columns], watching=watching))

    def _send_batch(self, stream: EventStream) -> bool:
        before = stream.steps
        codes, lines = stream.new(BATCH_EVENTS)
        if not codes:
            return False
        self._send(GROWTH + stream.growth(before).tobytes())
        self._send(NOTES + lines.tobytes())
        self._send(MOVES + codes.tobytes())
        return len(codes) == BATCH_EVENTS


def _called(job: Job, settings: RunSettings) -> Run:
    """Return the run of a call after an import of the program."""
    call = replace(ProgramCall.from_json(job.call), budget=CallBudget(job.visits, job.seconds))
    return run_call(job.code, call, settings, lambda: None)[0]


def _place(frame: Frame) -> tuple[Any, ...]:
    return frame.rows, frame.columns, frame.first


class EventStream:
    """The events of one board as codes: 2 * square for a visit, one more for a backtrack."""

    def __init__(self, recording: ProgramRecording, frame: Frame, board: int) -> None:
        first = recording.boards[board].first
        self._recording, self._frame = recording, frame
        self._first = self._next = first + (first > 0)
        self._visits, self._backtracks = list[int](), list[int]()  # codes by number of square
        self._known = 0  # squares that have codes

    @property
    def start(self) -> int | None:
        """The square of the first event."""
        events = self._recording.events
        if self._next >= len(events) or events[self._next] <= 0:
            return None
        return self._frame.square(self._recording.squares[events[self._next] - 1])

    def new(self, most: int) -> tuple[array[int], array[int]]:
        """Return the codes of at most `most` new events, and their lines."""
        recording, first = self._recording, self._next
        events = recording.events[first : first + most]
        self._next += len(events)
        codes = self._codes()
        new = array("H", [codes[event] for event in events])
        return new, recording.lines[first : self._next]

    def _codes(self) -> list[int]:
        """Return the codes, indexed by event; the event of a backtrack is a negative number."""
        for pair in self._recording.squares[self._known :]:
            square = self._frame.square(pair)
            self._visits.append(OUTSIDE if square is None else 2 * square)
            self._backtracks.append(OUTSIDE if square is None else 2 * square + 1)
        self._known = len(self._visits)
        return [OUTSIDE, *self._visits, *reversed(self._backtracks)]

    def growth(self, since: int) -> array[int]:
        """Return the growth of the output after event `since`: pairs of a step and a length."""
        first, pairs = self._first, array("I")
        for at, count in self._recording.output_lengths(first + since, self._next):
            pairs.extend((at - first + 1, min(count, 0xFFFFFFFF)))
        return pairs

    @property
    def steps(self) -> int:
        """The number of events returned so far."""
        return self._next - self._first


class FunctionSearch:
    """The searches by a reader's function, whose events are sent while they continue."""

    def __init__(self, job: Job, send: Send, clock: Callable[[], float]) -> None:
        self._job, self._send, self._clock = job, send, clock
        self._codes, self._output, self._sent_at = array("H"), OutputSender(send), clock()
        self._is_due = False

    def work(self) -> None:
        """Search from each start until one fails."""
        job = self._job
        settings = RunSettings(
            seconds=job.seconds,
            seed=job.seed,
            deepest_calls=DEEPEST_CALLS,
            clock=self._clock,
            progress=self._progress,
            driver=self._drive,
            package=TASK_PACKAGE if job.in_task else None,
        )
        self._send(as_json(begin=job.starts[0]))
        done = run(job.code, settings)
        self._tell(done)
        if done.ended != "returned":
            self._send(as_json(**_end(done)))

    def _drive(self, names: Mapping[str, Any], tick: Callable[[], None]) -> None:
        function = ReaderFunction(names)
        for place, start in enumerate(self._job.starts):
            if place:
                self._send(as_json(begin=start))
            why = self._search(function, start, tick)
            self._is_due = True
            tick()
            self._send(as_json(end=why))

    def _search(self, function: ReaderFunction, start: int, tick: Callable[[], None]) -> str:
        job = self._job
        puzzle = Puzzle(job.board, start, job.end if job.end != start else None, job.closed)
        for steps, event in enumerate(function.events(puzzle, prune=job.prune), start=1):
            match event:
                case Visit(square):
                    self._codes.append(2 * square)  # type: ignore[operator]
                case Backtrack(square):
                    self._codes.append(2 * square + 1)  # type: ignore[operator]
                case _:
                    return "found"
            if steps >= job.steps:
                return "steps"
            if steps % EVENTS_PER_LOOK == 0:
                tick()
        return "exhausted"

    def _progress(self, running: Run) -> None:
        is_late = self._clock() - self._sent_at > TELL_SECONDS
        if is_late or self._is_due or len(self._codes) > BATCH_NUMBERS:
            self._tell(running)

    def _tell(self, running: Run) -> None:
        """Send the output and the events so far; the output first, because a tour ends the run."""
        self._output.tell(running.output)
        if self._codes:
            self._send(MOVES + self._codes.tobytes())
        self._codes, self._sent_at, self._is_due = array("H"), self._clock(), False


def _end(done: Run) -> Mapping[str, Any]:
    """Return the end of a run that ended before its searches did, as values for JSON."""
    error = done.error
    if why := ENDS.get(done.ended):
        return {"end": why}
    sentence = sentence_fields(error.sentence if error else verdict(evidence_of(done)).sentence)
    line, trace = (error.line, error.trace) if error else (0, "")
    return {"end": "wrong", "error": sentence, "line": line, "trace": trace}
