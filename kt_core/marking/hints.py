"""Hints for the student: what a call returned, what the test expects, and what to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kt_core.language import N_, Sentence, paragraph, whole
from kt_core.marking.calls import CallReply, ProgramCall, reason, shorten
from kt_core.marking.suite import TourCheck
from kt_core.marking.values import decode, literal
from kt_core.programs.errors import cause_of

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

Calls = Sequence[tuple[ProgramCall, CallReply]]


def of_reply(call: ProgramCall, reply: CallReply) -> str:
    """Return the hint for a call without a result."""
    cause = cause_of(reply.error, reply.text) if reply.error else ""
    return paragraph([reason(call, reply), Sentence(cause) if cause else ""])


def of_tour(calls: Calls, check: TourCheck) -> str:
    """Return the hint for a value that is no tour."""
    if not calls:
        return whole(check.wrong)
    template = NOTHING if calls[-1][1].value == "null" else NO_TOUR
    return _with_advice(calls, Sentence(template, **_last(calls), wrong=check.wrong))


def of_comparison(calls: Calls, sign: str, *values: Any) -> str:
    """Return the hint for an assertion that compares values, or for another one."""
    if len(values) < 2 or not calls:
        return of_calls(calls)
    last = _last(calls)
    left, right = (shorten(_text(value)) for value in values)
    if sign in ("==", "is"):
        result = decode(calls[-1][1].value)
        for mine, other in (values, values[::-1]):
            if _same(mine, result):
                return _with_advice(calls, _difference(mine, other, last))
    compared = Sentence(COMPARED, **last, left=left, sign=sign, right=right)
    return _with_advice(calls, compared)


def of_calls(calls: Calls) -> str:
    """Return the hint for an assertion about which only the calls are known."""
    return _with_advice(calls, Sentence(OTHERWISE, **_last(calls))) if calls else ""


def of_unusable(calls: Calls, error: BaseException) -> str:
    """Return the hint for a result with which the test raises an error."""
    return _with_advice(calls, Sentence(UNUSABLE, **_last(calls), error=_line(error)))


def of_broken_test(error: BaseException) -> str:
    """Return the hint for a test that raises an error before it calls the program."""
    return Sentence(BROKEN, error=_line(error))


def _with_advice(calls: Calls, sentence: Sentence) -> str:
    reply = calls[-1][1]
    advice = Sentence(PRINTED) if reply.value == "null" and reply.printed else ""
    return paragraph([sentence, advice])


def _difference(mine: Any, other: Any, last: dict[str, str]) -> Sentence:
    """Return the sentence that names the first missing or wrong item, else both values."""
    kinds = (list, tuple, set, frozenset)
    if isinstance(mine, kinds) and isinstance(other, kinds):
        lacking = [item for item in other if item not in mine]
        extra = [item for item in mine if item not in other]
        if lacking or extra:
            template, item = (LACKS, lacking[0]) if lacking else (EXCEEDS, extra[0])
            return Sentence(template, **last, item=shorten(_text(item)))
    return Sentence(EXPECTED, **last, other=shorten(_text(other)))


def _last(calls: Calls) -> dict[str, str]:
    call, reply = calls[-1]
    return {"call": call.short_text, "value": shorten(literal(decode(reply.value)))}


def _same(mine: Any, result: Any) -> bool:
    """Return True if a compared value has the items of the result, for example sorted."""
    if type(mine) in (int, str, bool, type(None), float, dict):
        return bool(mine == result and type(mine) is type(result))
    if isinstance(mine, Iterator):
        return isinstance(result, Iterator)
    try:
        return len(mine) == len(result) and all(item in result for item in mine)
    except TypeError:
        return False


def _text(value: Any) -> str:
    try:
        return literal(value)
    except Exception:  # noqa: BLE001 - a value of the test's own class
        return type(value).__name__


def _line(error: BaseException) -> str:
    return shorten(" ".join(f"{type(error).__name__}: {error}".split()), 200)
