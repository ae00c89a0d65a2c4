"""Calls of a program's functions: the texts that tests and program exchange, and the replies.

`reply_to` is the program's side: it runs what the function needs, calls it, and replies. It runs in
an interpreter that has no tests, so a program can only change its own results. Each call is a
separate run, from the program's beginning, so that no call depends on an earlier one.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from kt_core.language import N_, Sentence
from kt_core.marking.setup import defined_names, place_of, without_runs
from kt_core.marking.values import (
    REASONS,
    NotPlainError,
    ProgramFunction,
    decode,
    literal,
)
from kt_core.programs.errors import syntax_error
from kt_core.programs.prepare import parse_program
from kt_core.programs.run import Run, RunSettings, run

ReplyKind = Literal[
    "value", "error", "visits", "seconds", "input", "exit", "memory", "ended", "undefined",
    "syntax", "foreign",
]  # fmt: skip
MOST_NAME = 100
MOST_VISITS, MOST_SECONDS = 10_000_000, 600
MOST_TEXT = 400  # characters of an error, and of the output
LONG = ("value", "arguments")
SHOWN = 60  # characters of a value in a sentence
SHOWN_ARGUMENT = 24  # characters of an argument in a sentence
#: Reasons why a call did not finish.
UNFINISHED: Mapping[str, str] = {
    "visits": N_("{call} did not finish within {visits:,} visits."),
    "seconds": N_("{call} did not finish within {seconds} seconds."),
    "memory": N_("{call} used up the memory."),
    "ended": N_("{call} ended Python itself."),
}
#: Other reasons why a call has no result.
FAILED: Mapping[str, str] = {
    "error": N_("{call} stopped with an error: {text}."),
    "input": N_("{call} asks for input, and a test gives none."),
    "exit": N_("{call} called exit(); end a function with return."),
    "undefined": N_("The program has no function {name}."),
    "inner": N_("{name} is inside {text}; tests call a function at the left margin."),
    "syntax": N_("The program does not run: {text}."),
    "foreign": N_(
        "{call} returned {text}; a test reads numbers, texts, lists, tuples, sets and dicts."
    ),
}
CALL = "__kt_test__"  # differs from the names of hooks
#: The name of an error, or how a run ended -> the kind of the reply.
ENDS: Mapping[str, ReplyKind] = {
    "MemoryError": "memory", "visits": "visits", "seconds": "seconds", "input": "input",
    "exit": "exit",
}  # fmt: skip
MUTABLE = (list, dict, set)


@dataclass(frozen=True)
class CallBudget:
    """The limits of a call: visits to squares, and seconds."""

    visits: int = 300_000
    seconds: float = 10.0


@dataclass(frozen=True)
class ProgramCall:
    """A call of a function of the program; `arguments` is the text of `values.literal`."""

    name: str
    arguments: str
    budget: CallBudget = CallBudget()

    @classmethod
    def of(cls, name: str, *arguments: Any, **named: Any) -> ProgramCall:
        """Return a call with these arguments; `NotPlainError` if they cannot be sent."""
        return cls(name, literal(([*arguments], named)))

    @classmethod
    def from_json(cls, text: str) -> ProgramCall:
        """Return the call of a text from `to_json`; `NotPlainError` for any other text."""
        found = _texts(text, ("name", "arguments", "visits", "seconds"))
        try:
            budget = CallBudget(int(found["visits"]), float(found["seconds"]))
        except ValueError:
            raise NotPlainError("no budget") from None
        made = cls(found["name"], found["arguments"], budget)
        is_name = made.name.isidentifier() and len(made.name) <= MOST_NAME
        if not is_name or not (
            0 < budget.visits <= MOST_VISITS and 0 < budget.seconds <= MOST_SECONDS
        ):
            raise NotPlainError(text[:MOST_TEXT])
        made.values(_reference)
        return made

    def to_json(self) -> str:
        """Return the call as a text."""
        visits, seconds = str(self.budget.visits), str(self.budget.seconds)
        return json.dumps(
            {"name": self.name, "arguments": self.arguments, "visits": visits, "seconds": seconds}
        )

    def values(self, function: Any) -> tuple[list[Any], dict[str, Any]]:
        """Return the arguments; `function` returns the program's function of a name."""
        arguments, named = decode(self.arguments, function)
        if not isinstance(arguments, list) or not isinstance(named, dict):
            raise NotPlainError(self.arguments)
        return arguments, named

    @property
    def text(self) -> str:
        """The call as a program writes it.

        >>> ProgramCall.of("legal_moves", (0, 0), n=8).text
        'legal_moves((0, 0), n=8)'
        """
        arguments, named = self.values(_reference)
        parts = [literal(each) for each in arguments]
        parts += [f"{name}={literal(each)}" for name, each in named.items()]
        return f"{self.name}({', '.join(parts)})"

    @property
    def short_text(self) -> str:
        """The call for a sentence, with long arguments shortened."""
        arguments, named = self.values(_reference)
        parts = [shorten(literal(each), SHOWN_ARGUMENT) for each in arguments]
        parts += [
            f"{name}={shorten(literal(each), SHOWN_ARGUMENT)}" for name, each in named.items()
        ]
        return f"{self.name}({', '.join(parts)})"

    def program(self, source: str) -> str:
        """Return the program with only this call at its end, to be watched.

        `SyntaxError` if the source is not a program.
        """
        return f"{without_runs(source, self.functions).rstrip()}\n\nprint({self.text})\n"

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the called function and of the functions among the arguments."""
        found = [self.name]

        def reference(name: str) -> ProgramFunction:
            found.append(name)
            return _reference(name)

        self.values(reference)
        return (*dict.fromkeys(found),)


@dataclass(frozen=True)
class CallReply:
    """The result of a call, or the reason why there is none; nothing in it is trusted.

    `value` is the encoded result. `arguments` are the encoded lists, dicts and sets among the
    arguments as the call left them, if it changed any.
    """

    kind: ReplyKind
    value: str = "None"
    arguments: str = ""
    error: str = ""  # the name of its class, or of the missing function
    text: str = ""  # the error's message, a foreign object, or the owner of the missing function
    line: str = ""  # the line of the error, in digits
    printed: str = ""  # the first characters of the output

    @classmethod
    def from_json(cls, text: str) -> CallReply:
        """Return the reply of a text from `to_json`; `NotPlainError` for any other text."""
        found = _texts(text, [each.name for each in fields(cls)])
        if found["kind"] not in get_args(ReplyKind):
            raise NotPlainError(found["kind"])
        short = {name: each[:MOST_TEXT] for name, each in found.items() if name not in LONG}
        made = cls(**{**found, **short})  # type: ignore[arg-type]
        if made.line and not re.fullmatch(r"[1-9][0-9]{0,5}", made.line):
            raise NotPlainError(made.line)
        decode(made.value)
        return made

    def to_json(self) -> str:
        """Return the reply as a text."""
        return json.dumps(asdict(self))


def shorten(text: str, most: int = SHOWN) -> str:
    """Return a text with at most `most` characters."""
    return text if len(text) <= most else text[: most - 2] + " …"


def reason(call: ProgramCall, reply: CallReply) -> Sentence:
    """Return the reason why a call has no result."""
    kind = "inner" if reply.kind == "undefined" and reply.text else reply.kind
    return Sentence(
        UNFINISHED[kind] if kind in UNFINISHED else FAILED[kind],
        call=call.short_text,
        name=reply.error,
        text=_error_text(reply),
        visits=call.budget.visits,
        seconds=f"{call.budget.seconds:g}",
    )


def _error_text(reply: CallReply) -> str:
    """Return the foreign object of a reply, or the error as Python shows it, with its line."""
    if reply.kind == "foreign":
        return Sentence(reply.text, name=reply.error) if reply.text in REASONS else reply.error
    if reply.kind == "undefined":
        return reply.text
    what = f"{reply.error}: {reply.text}" if reply.text else reply.error
    if not reply.line:
        return what
    return Sentence("{error}, in line {line}", error=what, line=int(reply.line))


def _reference(name: str) -> ProgramFunction:
    return ProgramFunction(name, call=repr)


def _texts(text: str, names: Sequence[str]) -> dict[str, str]:
    """Return the texts of a JSON object with these names; `NotPlainError` for any other text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NotPlainError("no JSON") from None
    if not isinstance(found, dict) or {*found} != {*names}:
        raise NotPlainError("no such object")
    if not all(isinstance(each, str) for each in found.values()):
        raise NotPlainError("no texts")
    return found


def reply_to(source: str, call: ProgramCall, settings: RunSettings | None = None) -> CallReply:
    """Return the reply of a program to a call; `settings` has the guard of the run."""
    try:
        text = _source_text(source, call.functions)
    except SyntaxError as error:
        wrong = syntax_error(error)
        line = str(wrong.line or "")
        return CallReply("syntax", error=wrong.name, text=wrong.text[:MOST_TEXT], line=line)
    missing = [name for name in call.functions if name not in _defined_names(source)]
    if missing and "*" not in _defined_names(source):
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
            self.reply = CallReply("value", literal(value))
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
        return literal((kept, named))
    except NotPlainError:
        return ""


@lru_cache(32)
def _source_text(source: str, names: tuple[str, ...]) -> str:
    return without_runs(source, names)


@lru_cache(4)
def _defined_names(source: str) -> frozenset[str]:
    return defined_names(ast.parse(parse_program(source)[0]))
