"""A limit for the time that a test takes itself, without the calls of the program."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kt_core.command.process import PULSE_SECONDS, alarm
from kt_core.marking.calls import CallReply, ProgramCall
from kt_core.marking.session import TestTooSlowError

WaitingReplies = Callable[[ProgramCall], CallReply]


class TestTimer:
    """A timer that raises `TestTooSlowError`, and pauses while the program runs."""

    __test__ = False  # not a test for pytest

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_running = False
        self._works = hasattr(signal, "setitimer")

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
        """Return the function with the timer paused while it runs."""

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
        if not self._works:
            return 0
        return signal.setitimer(signal.ITIMER_REAL, seconds, PULSE_SECONDS if seconds else 0)[0]

    def _expire(self) -> None:
        raise TestTooSlowError
