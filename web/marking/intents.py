"""Intents of a check by tests. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.state.intents import Aside, Intent, Wish

if TYPE_CHECKING:  # loaded with the first check
    from web.marking.results import PlannedTest, ShownTest


@dataclass(frozen=True)
class CheckProgram(Wish):
    """Check the program by the tests of the task."""


@dataclass(frozen=True)
class StopCheck(Aside):
    """Stop the check; the results until now remain."""


@dataclass(frozen=True)
class WatchFailingCall(Wish):
    """Run the program with the first failing call alone, and watch it."""


@dataclass(frozen=True)
class RestoreStarter(Wish):
    """Replace the program by the starter of the task."""


@dataclass(frozen=True)
class TestsPlanned(Intent):
    """The check of this number has read its tests."""

    __test__ = False  # it is none of pytest's

    number: int
    plan: tuple[PlannedTest, ...]


@dataclass(frozen=True)
class TestMarked(Intent):
    """The check of this number has the result of a test."""

    __test__ = False

    number: int
    result: ShownTest


@dataclass(frozen=True)
class CheckEnds(Intent):
    """The check of this number has ended: `why` is "" for a whole one."""

    number: int
    why: str = ""
    watch: str = ""
