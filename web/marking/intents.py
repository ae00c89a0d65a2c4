"""Intents of a check by tests. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.state.intents import Aside, Intent, Wish

if TYPE_CHECKING:  # loaded with the first check
    from web.marking.results import PlannedTest, ShownTest


class CheckProgram(Wish):
    """Check the program by the tests of the task."""


class StopCheck(Aside):
    """Stop the check; the results until now remain."""


class WatchFailingCall(Wish):
    """Watch the first failing call."""


class RestoreStarter(Wish):
    """Replace the program by the starter of the task."""


class TestsPlanned(Intent):
    """The check of this number has read its tests."""

    __test__ = False  # not a class of tests for pytest

    number: int
    plan: tuple[PlannedTest, ...]


class CallRuns(Intent):
    """A call of the check of this number takes long; "" if it has ended."""

    number: int
    call: str


class TestMarked(Intent):
    """The check of this number has the result of a test."""

    __test__ = False

    number: int
    result: ShownTest


class CheckEnds(Intent):
    """The check of this number has ended; `why` is the reason if it ended early, else ""."""

    number: int
    why: str = ""
