"""The program's side of a call: run what the function needs, call it, and reply.

It runs in an interpreter that has no tests, so a program can only change its own results. Each
call is a separate run, from the program's beginning, so that no call depends on an earlier one.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from kt_core.marking.calls import MOST_TEXT, CallReply, ProgramCall, ReplyKind
from kt_core.marking.setup import defined_names, place_of, without_runs
from kt_core.marking.values import NotPlainError, encode
from kt_core.programs.errors import syntax_error
from kt_core.programs.prepare import parse_program
from kt_core.programs.run import Run, RunSettings, run

CALL = "__kt_test__"  # differs from the names of hooks
#: The name of an error, or how a run ended -> the kind of the reply.
ENDS: Mapping[str, ReplyKind] = {
    "MemoryError": "memory", "visits": "visits", "seconds": "seconds", "input": "input",
    "exit": "exit",
}  # fmt: skip
MUTABLE = (list, dict, set)


def reply_to(source: str, call: ProgramCall, settings: RunSettings | None = None) -> CallReply:
    """Return the reply of a program to a call; `settings` has the guard of the run."""
    try:
        text = _text(source, call.functions)
    except SyntaxError as error:
        wrong = syntax_error(error)
        line = str(wrong.line or "")
        return CallReply("syntax", error=wrong.name, text=wrong.text[:MOST_TEXT], line=line)
    missing = [name for name in call.functions if name not in _names(source)]
    if missing and "*" not in _names(source):
        place = place_of(missing[0], ast.parse(parse_program(source)[0]))
        return CallReply("undefined", error=missing[0], text=place)
    handler = _Handler(call)
    names = ", ".join(f"'{name}': {name}" for name in call.functions)
    done = run(
        f"{text.rstrip()}\n\n{CALL}({{{names}}})\n",
        replace(
            settings or RunSettings(),
            visits=call.budget.visits,
            seconds=call.budget.seconds,
            names={CALL: handler.handle},
        ),
    )
    return _reply(done, handler, text)


def _reply(done: Run, handler: _Handler, text: str) -> CallReply:
    printed = done.output.first[:MOST_TEXT]
    if done.ended == "returned":
        return replace(handler.reply, printed=printed)
    error = done.error
    if error is None:
        return CallReply(ENDS[done.ended], printed=printed)
    line = str(error.line) if 0 < error.line <= text.rstrip().count("\n") + 1 else ""
    if error.name == "NameError" and not line:  # the name may be from "from module import *"
        return CallReply("undefined", error=handler.call.name, printed=printed)
    return CallReply(
        ENDS.get(error.name, "error"), error=error.name, text=error.text[:MOST_TEXT], line=line
    )


class _Handler:
    """Makes the call within the run, so that its result is computed within the budget."""

    def __init__(self, call: ProgramCall) -> None:
        self.reply = CallReply("ended")
        self.call = call

    def handle(self, functions: Mapping[str, Any]) -> None:
        """Call the function and store the reply."""
        arguments, named = self.call.values(functions.__getitem__)
        before = _changeable(arguments, named)
        value = functions[self.call.name](*arguments, **named)
        try:
            self.reply = CallReply("value", encode(value))
        except NotPlainError as wrong:
            self.reply = CallReply("foreign", error=wrong.name[:MOST_TEXT], text=wrong.reason)
            return
        after = _changeable(arguments, named)
        if after != before:
            self.reply = replace(self.reply, arguments=after)


def _changeable(arguments: list[Any], named: Mapping[str, Any]) -> str:
    """Return the text of the arguments that a function can change; "" if one cannot be sent."""
    kept = [each if isinstance(each, MUTABLE) else None for each in arguments]
    named = {name: each for name, each in named.items() if isinstance(each, MUTABLE)}
    try:
        return encode((kept, named))
    except NotPlainError:
        return ""


@lru_cache(32)
def _text(source: str, names: tuple[str, ...]) -> str:
    return without_runs(source, names)


@lru_cache(4)
def _names(source: str) -> frozenset[str]:
    return defined_names(ast.parse(parse_program(source)[0]))
