"""Hints: what a call returned, what the test expects, and what to look at.

`HINTS` has a sentence for each way in which a test of a program fails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kt_core.language import N_, Sentence, paragraph, whole
from kt_core.marking.calls import CHANGING, NO_RETURN, CallReply, ProgramCall, shorten
from kt_core.marking.values import REASONS, decode, literal
from kt_core.programs.errors import ProgramError, cause_of

#: `{what}` is `RETURNED` or `TAKEN`; the other values are texts as Python writes them.
HINTS: Mapping[str, str] = {
    # A value is not the expected one.
    "number": N_("{what}; the test expects {other}."),
    "length": N_("{what}; its length is {n}, and the test expects {other}."),
    "items": N_("{what}; {wrong}."),
    "order": N_("{what}; only the order is wrong: the test expects {other}."),
    "type": N_("{what}, of the type {own}; the test expects {other}, of the type {type}."),
    "results": N_("{what}; the test expects {n} results, as in return a, b."),
    "relation": N_("{what}; the test expects {left} {sign} {right}, which is false."),
    "else": N_("{what}, and the test expects something else."),
    "unusable": N_("{what}, and the test cannot use that: {error}."),
    "none": N_("{what}; the test expects {other}. A function without return returns None."),
    "changed": N_(
        "{what}; the test expects {other}. {method}() returns None: it changes the object before"
        " the dot. Call it first, then return that object."
    ),
    "printed": N_(
        "{what}; the test expects {other}. The function printed something and returned nothing:"
        " end it with return."
    ),
    "tour": N_("{call} returned no tour: {wrong}."),
    # A call has no result.
    "visits": N_("{call} did not finish within {visits:,} visits."),
    "seconds": N_("{call} did not finish within {seconds} s."),
    "memory": N_("{call} used up the memory."),
    "ended": N_("{call} ended Python itself."),
    "error": N_("{call} stopped with an error: {text}."),
    "input": N_("{call} asks for input, and a test gives none."),
    "exit": N_("{call} called exit(); end a function with return."),
    "undefined": N_("The program has no function {name}."),
    "inner": N_("{name} is inside {text}; tests call a function at the left margin."),
    "syntax": N_("The program does not run: {text}."),
    "foreign": N_(
        "{call} returned {text}; a test reads numbers, texts, lists, tuples, sets and dicts."
    ),
    # The test does not run.
    "slow": N_("The test itself did not finish."),
    "broken": N_("The test itself has an error: {error}."),
}
RETURNED = N_("{call} returned {value}")
TAKEN = N_("{call} returned {value}, and from it the test takes {mine}")
MISSING, EXTRA = N_("{item} is missing"), N_("{item} is wrong here")
NO_KEY = N_("the key {item} is missing")
TWICE = N_("{item} is there {n} times instead of {other}")
SEVERAL, A_TOUR, SQUARES, A_VALUE = N_("several"), N_("a tour"), N_("squares"), N_("a value")
IMPORT = N_("The import of the program")
LEFT_OUT = N_(
    "Line {line} cannot finish in a test, so it is left out: begin what runs your program with"
    ' if __name__ == "__main__":'
)
UNORDERED = (list, set, frozenset)
_COUNT = re.compile(r"to unpack(?: \(expected (?:at least )?(\d+)|)")
_UNPACKED = re.compile(r"values to unpack|^cannot unpack")
CallReplies = Sequence[tuple[ProgramCall, CallReply]]


def hint_of_reply(call: ProgramCall, reply: CallReply) -> str:
    """Return the hint for a call without a result."""
    kind = "inner" if reply.kind == "undefined" and reply.text else reply.kind
    reason = Sentence(
        HINTS[kind],
        call=Sentence(IMPORT) if reply.stage else call.short_text,
        name=reply.error,
        text=_error_text(reply),
        visits=call.budget.visits,
        seconds=f"{call.budget.seconds:g}",
    )
    cause = cause_of(reply.error, reply.text) if reply.error else ""
    return paragraph([reason, Sentence(cause) if cause else "", _left_out(reply)])


def _error_text(reply: CallReply) -> str:
    """Return the foreign object of a reply, or the error as Python shows it, with its line."""
    if reply.kind == "foreign":
        return Sentence(reply.text, name=reply.error) if reply.text in REASONS else reply.error
    if reply.kind == "undefined":
        return reply.text
    return ProgramError(reply.error, reply.text, int(reply.line or 0), "").sentence


def hint_of_check(calls: CallReplies, wrong: str, *, is_tour: bool) -> str:
    """Return the hint for a failed check: of a tour, or of a set of squares."""
    if not calls:
        return whole(wrong)
    if calls[-1][1].value == "None":
        return _hint(calls, "number", other=Sentence(A_TOUR if is_tour else SQUARES))
    return _hint(calls, "tour" if is_tour else "items", wrong=wrong)


def hint_of_error(calls: CallReplies, error: BaseException) -> str:
    """Return the hint for an error of the test: the program's value may be the cause."""
    line = shorten(" ".join(f"{type(error).__name__}: {error}".split()), 200)
    if not calls:
        return Sentence(HINTS["broken"], error=line)
    if isinstance(error, ValueError | TypeError) and _UNPACKED.search(str(error)):
        count = _COUNT.search(str(error))
        return _hint(calls, "results", n=count[1] if count and count[1] else Sentence(SEVERAL))
    if calls[-1][1].value == "None":
        return _hint(calls, "number", other=Sentence(A_VALUE))
    if isinstance(error, KeyError) and error.args:
        return _hint(calls, "items", wrong=Sentence(NO_KEY, item=_text(error.args[0])))
    return _hint(calls, "unusable", error=line)


def hint_of_comparison(calls: CallReplies, sign: str, *values: Any) -> str:
    """Return the hint for an assertion that compares values, or for another one."""
    if not calls or len(values) < 2:
        return _hint(calls, "else") if calls else ""
    result = decode(calls[-1][1].value)
    left, right = values
    if sign in ("in", "not in"):
        wrong = Sentence(MISSING if sign == "in" else EXTRA, item=_text(left))
        return _hint(calls, "items", right, wrong=wrong)
    if sign not in ("==", "is"):
        return _hint(calls, "relation", left=_text(left), sign=sign, right=_text(right))
    is_right = _is_same(right, result) and not _is_same(left, result)
    mine, other = (right, left) if is_right else (left, right)
    if mine and type(mine) is int and type(other) is int and _length(result) == mine:
        return _hint(calls, "length", n=mine, other=_text(other))
    kind, more = _difference(mine, other)
    return _hint(calls, kind, mine, other=_text(other), **more)


def _difference(mine: Any, other: Any) -> tuple[str, dict[str, Any]]:
    """Return the kind of a hint, and its other values."""
    kinds = {"own": type(mine).__name__, "type": type(other).__name__}
    if isinstance(other, tuple) and mine is not None and mine in other:
        return "results", {"n": len(other)}
    if not (isinstance(mine, UNORDERED) and isinstance(other, UNORDERED)):
        is_type = None not in (mine, other) and str(mine) == str(other)
        is_type |= isinstance(mine, list | tuple) and isinstance(other, list | tuple)
        return ("type", kinds) if is_type and type(mine) is not type(other) else ("number", {})
    if wrong := items_wrong(mine, other):
        return "items", {"wrong": wrong}
    return ("order", {}) if type(mine) is type(other) else ("type", kinds)


def items_wrong(mine: Any, other: Any, names: Mapping[str, str] | None = None) -> str:
    """Return the first difference between two collections in any order, as a clause; else "".

    `names` has other texts of items, by their literals.
    """
    counts, expected = (Counter(map(_literal, each)) for each in (mine, other))
    different = [*(expected - counts), *(counts - expected)]
    for item in sorted(different, key=counts.__getitem__):  # missing ones first
        n, most = counts[item], expected[item]
        template = TWICE if n and most else EXTRA if n else MISSING
        return Sentence(template, item=(names or {}).get(item, shorten(item)), n=n, other=most)
    return ""


def _hint(calls: CallReplies, kind: str, mine: Any = None, **values: Any) -> str:
    """Return a hint about the last call; `mine` is the compared value, if there is one."""
    call, reply = calls[-1]
    last = {"call": call.short_text, "value": shorten(reply.value)}
    is_taken = mine is not None and not _is_same(mine, decode(reply.value))
    what = Sentence(TAKEN, **last, mine=_text(mine)) if is_taken else Sentence(RETURNED, **last)
    if reply.value == "None" and kind == "number" and values["other"] != "None":
        kind = "none" if reply.text == NO_RETURN else "changed" if reply.text in CHANGING else kind
        kind = "printed" if reply.printed and kind == "none" else kind
        values["method"] = reply.text
    return paragraph([Sentence(HINTS[kind], **last, what=what, **values), _left_out(reply)])


def _left_out(reply: CallReply) -> str:
    return Sentence(LEFT_OUT, line=int(reply.margin)) if reply.margin else ""


def _is_same(mine: Any, result: Any) -> bool:
    """Return True if a compared value has the items of the result, for example sorted."""
    if type(mine) in (int, str, bool, type(None), float, dict):
        return bool(mine == result and type(mine) is type(result))
    if isinstance(mine, Iterator):
        return isinstance(result, Iterator)
    length = _length(mine)
    return length is not None and length == _length(result) and not items_wrong(mine, result)


def _length(value: Any) -> int | None:
    try:
        return len(value)
    except TypeError:
        return None


def _text(value: Any) -> str:
    return shorten(_literal(value))


def _literal(value: Any) -> str:
    try:
        return literal(value)
    except Exception:  # noqa: BLE001 - a value of the test's own class
        return type(value).__name__
