"""A reader's function in the worker: search with it from each start, and send the events.

{"begin": start}             a search begins there; its events follow
#numbers                     2 * square, n, n squares: a visit, and what `order` returned;
                             n is -1 if the code is a whole search; 2 * square + 1: a
                             backtrack; -1: a tour
{"end": why, ...}            it ends: found, exhausted, steps, time, exit, wrong
{"printed": text, "count": n}    more output, and the length of all
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.programs.functions import ReaderFunction
from kt_core.programs.run import Run, RunSettings, run
from kt_core.programs.verdict import verdict
from kt_core.tour import Puzzle
from web.programs.job import BATCH_NUMBERS, EVENTS, FOUND, UNLISTED, as_json
from web.programs.watched import DEEPEST_CALLS, TELL_SECONDS, OutputSender, sentence_fields

if TYPE_CHECKING:
    from web.programs.job import Job, Send

EVENTS_PER_LOOK = 16
#: How a run ends that is stopped, or ends itself.
ENDS = {"seconds": "time", "exit": "exit"}


class FunctionSearch:
    """The searches by a reader's function, whose events are sent while they continue."""

    def __init__(self, job: Job, send: Send, clock: Callable[[], float]) -> None:
        self._job, self._send, self._clock = job, send, clock
        self._numbers, self._listed = array("i"), list[list[int]]()
        self._output, self._sent_at = OutputSender(send), clock()
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
        events = function.events(puzzle, prune=job.prune, answers=self._listed)
        for steps, event in enumerate(events, start=1):
            self._note(event, is_listed=function.kind == "order")
            if isinstance(event, Found):
                return "found"
            if steps >= job.steps:
                return "steps"
            if steps % EVENTS_PER_LOOK == 0:
                tick()
        return "exhausted"

    def _note(self, event: Event, *, is_listed: bool) -> None:
        match event:
            case Visit(square):
                moves = self._listed.pop() if is_listed else []
                self._listed.clear()
                self._numbers.extend((2 * square, len(moves) if is_listed else UNLISTED, *moves))  # type: ignore[operator]
            case Backtrack(square):
                self._numbers.append(2 * square + 1)  # type: ignore[operator]
            case Found():
                self._numbers.append(FOUND)

    def _progress(self, running: Run) -> None:
        is_late = self._clock() - self._sent_at > TELL_SECONDS
        if is_late or self._is_due or len(self._numbers) > BATCH_NUMBERS:
            self._tell(running)

    def _tell(self, running: Run) -> None:
        """Send the output and the events so far; the output first, because a tour ends the run."""
        self._output.tell(running.output)
        if self._numbers:
            self._send(EVENTS + self._numbers.tobytes())
        self._numbers, self._sent_at, self._is_due = array("i"), self._clock(), False


def _end(done: Run) -> Mapping[str, Any]:
    """Return the end of a run that came before the end of its searches, as values for JSON."""
    error = done.error
    if why := ENDS.get(done.ended):
        return {"end": why}
    sentence = sentence_fields(error.sentence if error else verdict(done).sentence)
    line, trace = (error.line, error.trace) if error else (0, "")
    return {"end": "wrong", "error": sentence, "line": line, "trace": trace}
