"""Run a test whose calls of the program are answered from elsewhere, and explain a failure.

`mark_test` needs a function that answers calls. On the command line this function sends the call to
another process and waits. A page cannot wait for a worker: there the function returns None for a
call without a reply, `mark_test` returns that call, and the test runs again when the reply is
known. Tests see no difference, because each call is a separate run, with the same result every
time.

A hint tells the student what a call returned, what the test expects, and what to look at.
"""

from __future__ import annotations

import builtins
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any, Literal

from kt_core.files.walks import Reading
from kt_core.language import N_, Sentence, paragraph, whole
from kt_core.marking.calls import (
    LEFT_OUT,
    UNFINISHED,
    CallBudget,
    CallReply,
    ProgramCall,
    reason,
    shorten,
)
from kt_core.marking.suite import FAIL, GIVEN, Suite, SuiteTest, TourCheck
from kt_core.marking.values import ProgramFunction, decode, literal
from kt_core.programs.errors import cause_of

MarkKind = Literal["passed", "failed", "unfinished", "unrun"]
Replies = Callable[[ProgramCall], CallReply | None]
Timer = Callable[[], AbstractContextManager[None]]
MOST_CALLS = 1_000  # limit for one test
MANY_CALLS = N_("the test makes more than {most:,} calls")
TOO_SLOW = N_("the test itself did not finish")
NO_TOUR = N_("{call} returned no tour: {wrong}.")
NOTHING = N_("{call} returned None, which is no tour.")
EXPECTED = N_("{call} returned {value}; the test expects {other}.")
COMPARED = N_("{call} returned {value}; the test expects {left} {sign} {right}.")
LACKS = N_("{call} returned {value}: {item} is missing.")
EXCEEDS = N_("{call} returned {value}: {item} is wrong here.")
OTHERWISE = N_("{call} returned {value}, and the test expects something else.")
UNUSABLE = N_("{call} returned {value}, and the test cannot use that: {error}.")
BROKEN = N_("The test itself has an error: {error}.")
PRINTED = N_("The function printed something and returned nothing: end it with return.")

CallReplies = Sequence[tuple[ProgramCall, CallReply]]


@dataclass(frozen=True)
class MarkedTest:
    """The result of a test: its kind, a hint unless it passed, and the call to look at.

    "failed": the program is not right yet; "unfinished": a call did not end within its budget;
    "unrun": the program does not run or lacks the function, or the test itself has an error.
    `reading` is the path that the test was about, up to its first error.
    """

    test: SuiteTest
    kind: MarkKind
    hint: str = ""
    call: ProgramCall | None = None
    reading: Reading | None = None

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
    """A failed assertion with a hint."""

    def __init__(self, hint: str, check: TourCheck | None) -> None:
        super().__init__(hint)
        self.check = check


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
    before = random.getstate()
    random.seed(1)
    try:
        with timer():
            exec(suite.code, names)
            names[test.name]()
    except BaseException as error:  # noqa: BLE001 - a test may raise anything
        return recorder.missing or _failure(test, recorder, error)
    finally:
        random.setstate(before)
    return recorder.missing or _end(test, recorder)


def _end(test: SuiteTest, recorder: _Recorder) -> MarkedTest:
    """Return the result of a test without an error: passed, unless it ignored a lost call."""
    if recorder.lost is not None:
        return _result_without_reply(test, *recorder.lost)
    return MarkedTest(test, "passed")


def _result_without_reply(test: SuiteTest, call: ProgramCall, reply: CallReply) -> MarkedTest:
    kind: MarkKind = "unfinished" if reply.kind in UNFINISHED else "failed"
    if reply.kind in ("undefined", "syntax"):
        kind = "unrun"
    return MarkedTest(test, kind, _hint_for_reply(call, reply), call)


def _failure(test: SuiteTest, recorder: _Recorder, error: BaseException) -> MarkedTest:
    if isinstance(error, KeyboardInterrupt):
        raise error
    if recorder.lost is not None:
        return _result_without_reply(test, *recorder.lost)
    if error is recorder.raised:
        return _result_without_reply(test, *recorder.calls[-1])
    if isinstance(error, TestTooSlowError):
        return MarkedTest(test, "unrun", whole(Sentence(TOO_SLOW)))
    return _failing_result(test, recorder.calls, error)


def _failing_result(test: SuiteTest, calls: CallReplies, error: BaseException) -> MarkedTest:
    """Return the result of a test whose assertion failed, or that raised another error."""
    call = calls[-1][0] if calls else None
    if isinstance(error, _ReasonError):
        reading = None if error.check is None else error.check.reading
        return MarkedTest(test, "failed", str(error), call, reading)
    if isinstance(error, AssertionError):
        return MarkedTest(test, "failed", str(error) or _hint_for_calls(calls), call)
    if call is None:
        return MarkedTest(test, "unrun", Sentence(BROKEN, error=_error_line(error)))
    unusable = Sentence(UNUSABLE, **_last(calls), error=_error_line(error))
    return MarkedTest(test, "failed", _with_advice(calls, unusable), call)


class _Recorder:
    """Calls the program for a test, and records the calls with their replies."""

    def __init__(self, answer: Replies, budget: CallBudget) -> None:
        self.calls: list[tuple[ProgramCall, CallReply]] = []
        self.missing: ProgramCall | None = None
        self.lost: tuple[ProgramCall, CallReply] | None = None  # no test can handle it
        self.raised: BaseException | None = None
        self._answer, self._budget = answer, budget

    def call(self, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Return the result of a call, or raise the program's error."""
        call = replace(ProgramCall.of(name, *arguments, **named), budget=self._budget)
        if self.missing or self.lost:
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
        if reply.kind != "value":
            self.lost = call, reply
            raise _NoReplyError
        if reply.arguments:
            _change([*arguments, *named.values()], reply.arguments)
        return decode(reply.value)

    def fail(self, message: object, sign: str, *values: object) -> None:
        """Raise the error of a failed assertion, with a hint."""
        check = next((each for each in values if isinstance(each, TourCheck)), None)
        if message is not None:
            raise _ReasonError(str(message), check)
        if check is not None and not sign:
            raise _ReasonError(_hint_for_tour(self.calls, check), check)
        raise _ReasonError(_hint_for_comparison(self.calls, sign, *values), check)


def _error_of(reply: CallReply) -> Exception:
    """Return the error of a program as one of Python's own classes, else as a RuntimeError."""
    cls = getattr(builtins, reply.error, None)
    if isinstance(cls, type) and issubclass(cls, Exception):
        try:
            return cls(reply.text)
        except TypeError:  # UnicodeError, which has five arguments
            pass
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


def _hint_for_reply(call: ProgramCall, reply: CallReply) -> str:
    """Return the hint for a call without a result."""
    cause = cause_of(reply.error, reply.text) if reply.error else ""
    return paragraph([reason(call, reply), Sentence(cause) if cause else "", _left_out(reply)])


def _left_out(reply: CallReply) -> str:
    return Sentence(LEFT_OUT, line=int(reply.margin)) if reply.margin else ""


def _hint_for_tour(calls: CallReplies, check: TourCheck) -> str:
    """Return the hint for a value that is no tour."""
    if not calls:
        return whole(check.wrong)
    template = NOTHING if calls[-1][1].value == "None" else NO_TOUR
    return _with_advice(calls, Sentence(template, **_last(calls), wrong=check.wrong))


def _hint_for_comparison(calls: CallReplies, sign: str, *values: Any) -> str:
    """Return the hint for an assertion that compares values, or for another one."""
    if len(values) < 2 or not calls:
        return _hint_for_calls(calls)
    last = _last(calls)
    left, right = (shorten(_value_text(value)) for value in values)
    if sign in ("==", "is"):
        result = decode(calls[-1][1].value)
        for mine, other in (values, values[::-1]):
            if _is_same(mine, result):
                return _with_advice(calls, _difference(mine, other, last))
    compared = Sentence(COMPARED, **last, left=left, sign=sign, right=right)
    return _with_advice(calls, compared)


def _hint_for_calls(calls: CallReplies) -> str:
    """Return the hint for an assertion about which only the calls are known."""
    return _with_advice(calls, Sentence(OTHERWISE, **_last(calls))) if calls else ""


def _with_advice(calls: CallReplies, sentence: Sentence) -> str:
    reply = calls[-1][1]
    advice = Sentence(PRINTED) if reply.value == "None" and reply.printed else ""
    return paragraph([sentence, advice, _left_out(reply)])


def _difference(mine: Any, other: Any, last: dict[str, str]) -> Sentence:
    """Return the sentence that names the first missing or wrong item, else both values."""
    kinds = (list, tuple, set, frozenset)
    if isinstance(mine, kinds) and isinstance(other, kinds):
        lacking = [item for item in other if item not in mine]
        extra = [item for item in mine if item not in other]
        if lacking or extra:
            template, item = (LACKS, lacking[0]) if lacking else (EXCEEDS, extra[0])
            return Sentence(template, **last, item=shorten(_value_text(item)))
    return Sentence(EXPECTED, **last, other=shorten(_value_text(other)))


def _last(calls: CallReplies) -> dict[str, str]:
    call, reply = calls[-1]
    return {"call": call.short_text, "value": shorten(reply.value)}


def _is_same(mine: Any, result: Any) -> bool:
    """Return True if a compared value has the items of the result, for example sorted."""
    if type(mine) in (int, str, bool, type(None), float, dict):
        return bool(mine == result and type(mine) is type(result))
    if isinstance(mine, Iterator):
        return isinstance(result, Iterator)
    try:
        return len(mine) == len(result) and all(item in result for item in mine)
    except TypeError:
        return False


def _value_text(value: Any) -> str:
    try:
        return literal(value)
    except Exception:  # noqa: BLE001 - a value of the test's own class
        return type(value).__name__


def _error_line(error: BaseException) -> str:
    return shorten(" ".join(f"{type(error).__name__}: {error}".split()), 200)
