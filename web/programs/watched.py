"""A program in the worker: run it, and send the events on its board while it runs.

{"begin": start, "board": [rows, columns, holes], "watching": sentence}   its board is known
#numbers                     as in `job`, of a whole search
=numbers                     for each of the next events: its line, and the length of the output
{"jump": square}             where the program went by a move that no knight makes: no more events
{"printed": text, "count": n}    more output, and the length of all
{"details": [sentences]}     why the search takes long, as far as it has come
{"ended": true}              the program has ended; its verdict follows
{"report": {...}}            the result: see `as_fields`
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kt_core.drawing.shapes import LARGE_AREA
from kt_core.language import Sentence
from kt_core.programs.events import Replay
from kt_core.programs.frames import Frame, frame_of
from kt_core.programs.report import description
from kt_core.programs.results import is_top_down, sizes_in
from kt_core.programs.run import Run, RunSettings, run
from kt_core.programs.slow import progress
from kt_core.programs.squares import is_knight_move
from kt_core.programs.verdict import Verdict, verdict

if TYPE_CHECKING:
    from web.programs.job import Job, Send

DEEPEST_CALLS = 1_400  # for which a browser's stack has room
TELL_SECONDS = 0.1
FIRST_SECONDS = 0.03
BATCH_EVENTS = 8_192
SLOW_SECONDS = 1.0  # after which messages say why the search takes long,
DETAILS_SECONDS = 0.5  # and how often
MOST_PRINTED = 60_000  # characters that are sent,
MOST_OF_MESSAGE = 20_000  # and those of one message
MOST_DETAILS = 12
LONGEST_TEXT = 400  # of a value in a sentence


class WatchedProgram:
    """A run whose events are sent while it continues."""

    def __init__(
        self, job: Job, send: Send, clock: Callable[[], float], found: int, unlisted: int
    ) -> None:
        self._job, self._send, self._clock = job, send, clock
        self._found, self._unlisted = found, unlisted
        self._sent_at = clock()
        self._wait = FIRST_SECONDS
        self._frame: Frame | None = None
        self._stream: _Stream | None = None
        self._printed = self._count = 0  # characters that were sent, and reported as printed
        self._details_at = clock() + SLOW_SECONDS

    def work(self) -> None:
        """Run the program, and send its events and its report."""
        job = self._job
        self._send(_json(running=True))
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
        done = run(job.code, settings)
        self._send(_json(ended=True))
        found = verdict(done)
        self._tell(done)
        self._send(_json(report=as_fields(done, found, self._frame)))

    def _progress(self, running: Run) -> None:
        if self._clock() - self._sent_at > self._wait:
            self._wait = TELL_SECONDS
            self._tell(running)
            self._sent_at = self._clock()

    def _tell(self, running: Run) -> None:
        self._tell_output(running)
        if running.follower is None or not running.recording.events:
            return
        self._tell_events(running)
        if self._frame and self._clock() > self._details_at:
            known = progress(running.recording, self._frame).sentences
            self._send(_json(details=[encoded(each) for each in known[:MOST_DETAILS]]))
            self._details_at = self._clock() + DETAILS_SECONDS

    def _tell_output(self, running: Run) -> None:
        output = running.output
        while self._count < output.count:
            part = output.first[self._printed : min(self._printed + MOST_OF_MESSAGE, MOST_PRINTED)]
            self._printed += len(part)
            self._count = self._printed if part else output.count
            self._send(_json(printed=part, count=output.count))

    def _tell_events(self, running: Run) -> None:
        board = self._job.number if self._job.number < len(running.recording.boards) else 0
        frame = frame_of(
            running.recording, board, sizes=sizes_in(running), is_top_down=is_top_down(running)
        )
        if frame is None or frame.total > LARGE_AREA:
            return
        if self._frame is None or _size(frame) != _size(self._frame):
            self._frame = frame
            self._stream = _Stream(running, Replay(running.recording, frame, board))
            first = self._stream.start
            if first is None:
                self._frame = None
                return
            shape = [frame.rows, frame.columns, sorted(frame.board.holes)]
            watching = encoded(description(running.store, frame)) if running.store else ""
            self._send(_json(begin=first, board=shape, watching=watching))
        assert self._stream
        while self._send_batch(self._stream):
            pass
        if self._stream.jump is not None:
            self._send(_json(jump=self._stream.jump))
            self._stream.jump = None

    def _send_batch(self, stream: _Stream) -> bool:
        numbers, notes = array("i"), array("I")
        for code, line, printed in stream.new(BATCH_EVENTS):
            numbers.extend((code, self._unlisted) if not code & 1 else (code,))
            notes.extend((line, printed))
        if not numbers:
            return False
        if stream.is_tour(closed=self._job.closed):
            numbers.append(self._found)
        self._send(b"=" + notes.tobytes())
        self._send(b"#" + numbers.tobytes())
        return len(notes) == 2 * BATCH_EVENTS


def _size(frame: Frame) -> tuple[Any, ...]:
    return frame.rows, frame.columns, frame.first, frame.holes


def _is_move(one: int, other: int, columns: int) -> bool:
    return is_knight_move(divmod(one, columns), divmod(other, columns))


class _Stream:
    """The events of one board while they are knight's moves: each a code, a line, a length."""

    def __init__(self, running: Run, replay: Replay) -> None:
        self._recording, self._replay = running.recording, replay
        board = running.recording.boards[replay.board]
        self._next = board.first + (board.first > 0)
        self._path: list[int] = []
        self._is_over = False
        self.jump: int | None = None  # the square of a visit that ends the events

    @property
    def start(self) -> int | None:
        """The square of the first event."""
        events = self._recording.events
        if self._next >= len(events) or events[self._next] <= 0:
            return None
        return self._replay.frame.square(self._recording.squares[events[self._next] - 1])

    def new(self, most: int) -> list[tuple[int, int, int]]:
        """Return at most `most` events after those already returned."""
        recording, found = self._recording, list[tuple[int, int, int]]()
        while len(found) < most and self._next < len(recording.events) and not self._is_over:
            event, at = recording.events[self._next], self._next
            square = self._square(event)
            if square is None:
                self._is_over = True
                if event > 0 and self._path:
                    self.jump = self._replay.frame.square(recording.squares[event - 1])
                break
            self._next += 1
            (self._path.append(square) if event > 0 else self._path.pop())
            code = 2 * square + (event < 0)
            found.append((code, recording.lines[at], recording.printed_at(at + 1)))
            self._is_over = len(self._path) == self._replay.frame.total or not self._path
        return found

    def _square(self, event: int) -> int | None:
        """Return the square of an event; None if a knight cannot make it."""
        if event == 0:
            return None
        square = self._replay.frame.square(self._recording.squares[abs(event) - 1])
        path = self._path
        if square is None or (event < 0 and (not path or path[-1] != square)):
            return None
        columns = self._replay.frame.columns
        if event > 0 and path and (square in path or not _is_move(path[-1], square, columns)):
            return None
        return square

    def is_tour(self, *, closed: bool) -> bool:
        """Return True if the path is a tour, and closed if it must be."""
        frame, path = self._replay.frame, self._path
        if len(path) < frame.total:
            return False
        return not closed or _is_move(path[-1], path[0], frame.columns)


def as_fields(done: Run, found: Verdict, frame: Frame | None) -> dict[str, Any]:
    """Return the report on a run as values for JSON."""
    board = found.board
    return {
        "kind": found.kind,
        "sentence": encoded(found.sentence),
        "details": [encoded(each) for each in found.details[:MOST_DETAILS]],
        "notes": [encoded(each) for each in done.notes[:MOST_DETAILS]],
        "watching": encoded(description(done.store, frame)) if done.store else None,
        "stores": [f"{store.key}\n{store.name}" for store in done.stores[:6]],
        "path": [*found.path],
        "shape": [board.rows, board.columns, *sorted(board.holes)] if board else [],
        "bad": found.bad,
        "line": done.error.line if done.error else 0,
        "trace": done.error.trace if done.error else "",
        "boards": sum(1 for each in done.recording.boards if each.visits),
        "call": found.call,
        "question": done.question if done.ended == "input" else None,
        "ended": done.ended,
    }


def encoded(sentence: str) -> Any:
    """Return a sentence as values for JSON: a text, or its templates and its values."""
    if not isinstance(sentence, Sentence):
        return str(sentence)[:LONGEST_TEXT]
    _make, (one, many, values) = sentence.__reduce__()
    plain = {name: each if type(each) is int else encoded(each) for name, each in values.items()}
    return {"one": one, "many": many, "values": plain}


def _json(**fields: Any) -> bytes:
    return json.dumps(fields).encode()
