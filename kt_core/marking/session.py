"""Run a test whose calls of the program are answered from elsewhere, and explain a failure.

`mark_test` needs a function that answers calls. On the command line this function sends the call to
another process and waits. A page cannot wait for a worker: there the function returns None for a
call without a reply, `mark_test` returns that call, and the test runs again when the reply is
known. Tests see no difference, because each call is a separate run, with the same result every
time.
"""

from __future__ import annotations

import builtins
import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from kt_core.language import N_, Sentence
from kt_core.marking import hints
from kt_core.marking.calls import CallBudget, CallReply, ProgramCall
from kt_core.marking.checks import Check, Picture
from kt_core.marking.suite import FAIL, GIVEN, Suite, SuiteTest
from kt_core.marking.values import ProgramFunction, decode

MarkKind = Literal["passed", "failed", "unfinished", "unrun"]
Replies = Callable[[ProgramCall], CallReply | None]
Timer = Callable[[], AbstractContextManager[None]]
MOST_CALLS = 1_000  # limit for one test
MANY_CALLS = N_("the test makes more than {most:,} calls")
#: The kind of a call's reply without a value -> the kind of the result, if it is not "failed".
KINDS: Mapping[str, MarkKind] = {
    "visits": "unfinished", "seconds": "unfinished", "memory": "unfinished", "ended": "unfinished",
    "undefined": "unrun", "syntax": "unrun",
}  # fmt: skip


@dataclass(frozen=True)
class MarkedTest:
    """The result of a test: its kind, a hint unless it passed, and the call to look at.

    "failed": the program is not right yet; "unfinished": a call did not end within its budget;
    "unrun": the program does not run or lacks the function, or the test itself has an error.
    `picture` has the squares that a failed check was about.
    """

    test: SuiteTest
    kind: MarkKind
    hint: str = ""
    call: ProgramCall | None = None
    picture: Picture | None = None

    @property
    def passed(self) -> bool:
        """True if the test passed."""
        return self.kind == "passed"


class TestTooSlowError(BaseException):
    """The test itself has used up its time; a timer raises it."""

    __test__ = False  # not a test for pytest


class _NoReplyError(BaseException):
    """A call has no reply yet, or none that a test can handle."""


class _ReasonError(AssertionError):
    """A failed assertion with a hint, and the check that failed if there is one."""

    def __init__(self, hint: str, check: Check | None) -> None:
        super().__init__(hint)
        self.picture = check.picture if check is not None else None


def score(results: Iterable[MarkedTest]) -> float:
    """Return the weighted share of passed tests, 0 to 1."""
    results = [*results]
    total = sum(each.test.weight for each in results)
    return sum(each.test.weight for each in results if each.passed) / total if total else 0.0


def mark_test(
    suite: Suite,
    test: SuiteTest,
    answer: Replies,
    budget: CallBudget | None = None,
    timer: Timer = nullcontext,
) -> MarkedTest | ProgramCall:
    """Return the result of a test, or the first call that has no reply yet."""
    recorder = _Recorder(answer, test.budget(budget or CallBudget()))
    names = {**GIVEN, FAIL: recorder.fail, "__builtins__": builtins, "__name__": "tests"}
    names |= {name: ProgramFunction(name, recorder.call) for name in suite.functions}
    before, error = random.getstate(), None
    random.seed(1)
    try:
        with timer():
            exec(suite.code, names)
            names[test.name]()
    except BaseException as raised:  # noqa: BLE001 - a test may raise anything
        error = raised
    finally:
        random.setstate(before)
    return recorder.missing or _result(test, recorder, error)


def _result(test: SuiteTest, recorder: _Recorder, error: BaseException | None) -> MarkedTest:
    """Return the result of a test, which has not passed if it ignored a lost call."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    calls = recorder.calls
    call, reply = calls[-1] if calls else (None, None)
    if call and reply and (recorder.is_lost or (error and error is recorder.raised)):
        kind = KINDS.get(reply.kind, "failed")
        return MarkedTest(test, kind, hints.hint_of_reply(call, reply), call)
    if error is None:
        return MarkedTest(test, "passed")
    if isinstance(error, TestTooSlowError):
        return MarkedTest(test, "unrun", Sentence(hints.HINTS["slow"]))
    if isinstance(error, AssertionError):
        hint = str(error) or hints.hint_of_comparison(calls, "")
        return MarkedTest(test, "failed", hint, call, getattr(error, "picture", None))
    return MarkedTest(test, "failed" if calls else "unrun", hints.hint_of_error(calls, error), call)


class _Recorder:
    """Calls the program for a test, and records the calls with their replies."""

    def __init__(self, answer: Replies, budget: CallBudget) -> None:
        self.calls: list[tuple[ProgramCall, CallReply]] = []
        self.missing: ProgramCall | None = None
        self.raised: BaseException | None = None
        self._answer, self._budget = answer, budget

    @property
    def is_lost(self) -> bool:
        """True if the last reply is none that a test can handle."""
        return bool(self.calls) and self.calls[-1][1].kind not in ("value", "error")

    def call(self, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Return the result of a call, or raise the program's error."""
        call = replace(ProgramCall.of(name, *arguments, **named), budget=self._budget)
        if self.missing or self.is_lost:
            raise _NoReplyError
        if len(self.calls) >= MOST_CALLS:
            raise RuntimeError(Sentence(MANY_CALLS, most=MOST_CALLS))
        reply = self._answer(call)
        if reply is None:
            self.missing = call
            raise _NoReplyError
        self.calls.append((call, reply))
        if reply.kind == "error":
            self.raised = _error_of(reply)
            raise self.raised
        if self.is_lost:
            raise _NoReplyError
        if reply.arguments:
            _change([*arguments, *named.values()], reply.arguments)
        return decode(reply.value)

    def fail(self, message: object, sign: str, *values: object) -> None:
        """Raise the error of a failed assertion, with a hint."""
        check = next((each for each in values if isinstance(each, Check)), None)
        if message is not None:
            hint = str(message)
        elif check is not None and not sign:
            hint = hints.hint_of_check(self.calls, check.wrong, is_tour=check.is_tour)
        else:
            hint = hints.hint_of_comparison(self.calls, sign, *values)
        raise _ReasonError(hint, check)


def _error_of(reply: CallReply) -> Exception:
    """Return the error of a program as one of Python's own classes, else as a RuntimeError.

    A StopIteration would end a loop of the test as if it had no more items.
    """
    cls = getattr(builtins, reply.base, None)
    if isinstance(cls, type) and issubclass(cls, Exception) and cls is not StopIteration:
        for each in cls.__mro__:
            with suppress(TypeError):  # UnicodeDecodeError has five arguments
                made: Exception = each(reply.text)
                return made
    return RuntimeError(f"{reply.error}: {reply.text}")


def _change(arguments: list[Any], text: str) -> None:
    """Copy the items that the program left in lists, dicts and sets to those of the test."""
    kept, named = decode(text)
    for mine, theirs in zip(arguments, [*kept, *named.values()], strict=False):
        match mine, theirs:
            case list(), list():
                mine[:] = theirs
            case (dict(), dict()) | (set(), set()):
                mine.clear()
                mine.update(theirs)
