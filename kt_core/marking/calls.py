"""Calls of a program's functions: the texts that tests and program exchange, and the replies.

`reply_to` is the program's side: it imports the program as Python does, calls the function, and
replies. It runs in an interpreter that has no tests, so a program can only change its own results.
Each call is a separate run, from the program's beginning, so that no call depends on an earlier
one.

An import may not finish: a search at the left margin uses up the budget, or a statement calls
exit(), or needs what a test lacks: input, arguments, files, windows. Then the program is imported
again without this statement and without the later ones that define nothing.
"""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from kt_core.marking.values import (
    MOST_CHARACTERS,
    TOO_LARGE,
    NotPlainError,
    ProgramFunction,
    decode,
    literal,
    parse,
    value_of,
)
from kt_core.programs.errors import ARGUMENTS
from kt_core.programs.reasons import own_nodes
from kt_core.programs.run import Run, RunSettings, run

ReplyKind = Literal[
    "value", "error", "visits", "seconds", "input", "exit", "memory", "ended", "undefined",
    "syntax", "foreign",
]  # fmt: skip
MODULE = "program"  # the name by which a program is imported
MOST_NAME = 100
MOST_VISITS, MOST_SECONDS = 10_000_000, 600
MOST_IMPORTS = 10  # limit for one call
MOST_SLOW_IMPORTS = 2  # limit for the imports that use up a budget
MOST_TEXT = 400  # characters of an error, and of the output
LONG = ("value", "arguments")
SHOWN = 60  # characters of a value in a sentence
SHOWN_ARGUMENT = 24  # characters of an argument in a sentence
#: The name of an error, or how a run ended -> the kind of the reply.
ENDS: Mapping[str, ReplyKind] = {
    "MemoryError": "memory", "visits": "visits", "seconds": "seconds", "input": "input",
    "exit": "exit",
}  # fmt: skip
CLOSING = {"(": ")", "[": "]", "{": "}"}
MUTABLE = (list, dict, set)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LACKING = (OSError, ModuleNotFoundError)  # errors caused by what a test lacks
DEFINING = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
NO_RETURN = "no return"  # the function has no return with a value
#: Methods of Python's lists, sets and dicts that change them and return None.
CHANGING = (
    *("append", "extend", "insert", "remove", "clear", "sort", "reverse"),
    *("update", "add", "discard"),
)
#: The last program -> lines to leave out, and the reply without them.
_left_out: dict[str, tuple[frozenset[int], CallReply]] = {}


@dataclass(frozen=True)
class CallBudget:
    """The limits of a call: visits to squares, and seconds."""

    visits: int = 300_000
    seconds: float = 10.0


@dataclass(frozen=True)
class ProgramCall:
    """A call of a function of the program, as Python writes it.

    >>> ProgramCall.of("legal_moves", (0, 0), n=8).text
    'legal_moves((0, 0), n=8)'
    """

    text: str
    budget: CallBudget = CallBudget()

    @classmethod
    def of(cls, name: str, *arguments: Any, **named: Any) -> ProgramCall:
        """Return a call with these arguments; `NotPlainError` if they cannot be sent."""
        text = _call_text(
            name, map(literal, arguments), zip(named, map(literal, named.values()), strict=True)
        )
        if len(text) > MOST_CHARACTERS:
            raise NotPlainError(TOO_LARGE)
        return cls(text)

    @classmethod
    def from_json(cls, text: str) -> ProgramCall:
        """Return the call of a text from `to_json`; `NotPlainError` for any other text."""
        found = _texts(text, ("text", "visits", "seconds"))
        try:
            budget = CallBudget(int(found["visits"]), float(found["seconds"]))
        except ValueError:
            raise NotPlainError("no budget") from None
        made = cls(found["text"], budget)
        if not (0 < budget.visits <= MOST_VISITS and 0 < budget.seconds <= MOST_SECONDS):
            raise NotPlainError(text[:MOST_TEXT])
        made.values(_reference)
        return made

    def to_json(self) -> str:
        """Return the call as a text."""
        visits, seconds = str(self.budget.visits), str(self.budget.seconds)
        return json.dumps({"text": self.text, "visits": visits, "seconds": seconds})

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.text.partition("(")[0]

    def values(self, function: Callable[[str], Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return the arguments; `function` returns the program's function of a name."""
        match parse(self.text):
            case ast.Call(func=ast.Name(id=name), args=items, keywords=named) if (
                name == self.name and len(name) <= MOST_NAME and all(each.arg for each in named)
            ):
                values = [value_of(each, function) for each in items]
                return values, {str(each.arg): value_of(each.value, function) for each in named}
        raise NotPlainError(self.text[:MOST_TEXT])

    @property
    def short_text(self) -> str:
        """The call for a sentence, with long arguments shortened."""
        arguments, named = self.values(_reference)
        parts = [shorten(literal(each), SHOWN_ARGUMENT) for each in arguments]
        values = [shorten(literal(each), SHOWN_ARGUMENT) for each in named.values()]
        return _call_text(self.name, parts, zip(named, values, strict=True))


def _call_text(name: str, values: Iterable[str], named: Iterable[tuple[str, str]]) -> str:
    return f"{name}({', '.join([*values, *(f'{key}={value}' for key, value in named)])})"


@dataclass(frozen=True)
class CallReply:
    """The result of a call, or the reason why there is none; nothing in it is trusted.

    `value` is the text of the result. `arguments` has the lists, dicts and sets among the arguments
    as the call left them, if it changed any.
    """

    kind: ReplyKind
    value: str = "None"
    arguments: str = ""
    error: str = ""  # the name of its class, or of the missing function
    base: str = ""  # the name of the error's class in Python, which its own class is derived from
    #: The error's message, a foreign object, the owner of the missing function, or `_why_none`.
    text: str = ""
    line: str = ""  # the line of the error, in digits
    margin: str = ""  # the line that was left out of the import, or the first of several
    stage: str = ""  # "import" if there was no call, because the import failed
    printed: str = ""  # the first characters of the output

    @classmethod
    def from_json(cls, text: str) -> CallReply:
        """Return the reply of a text from `to_json`; `NotPlainError` for any other text."""
        found = _texts(text, [each.name for each in fields(cls)])
        if found["kind"] not in get_args(ReplyKind):
            raise NotPlainError(found["kind"])
        short = {name: each[:MOST_TEXT] for name, each in found.items() if name not in LONG}
        made = cls(**{**found, **short})  # type: ignore[arg-type]
        if not re.fullmatch(r"([1-9][0-9]{0,5})? ([1-9][0-9]{0,5})?", f"{made.line} {made.margin}"):
            raise NotPlainError(made.line)
        decode(made.value)
        match decode(made.arguments or "([], {})"):
            case (list(), dict()):
                return made
        raise NotPlainError(made.arguments[:MOST_TEXT])

    def to_json(self) -> str:
        """Return the reply as a text."""
        return json.dumps(asdict(self))


def shorten(text: str, most: int = SHOWN) -> str:
    """Return a value's text with its first items: about `most` characters, with closing brackets.

    >>> shorten("{(0, 0): [(1, 2), (2, 1)], (0, 1): [(2, 2)]}", 24)
    '{(0, 0): [(1, 2), …]}'
    """
    if len(text) <= most:
        return text
    end, opened = most - 1, list[str]()
    kept, closing = text[:end], ""
    for i, sign in enumerate(text[:end]):
        if sign in CLOSING:
            opened.append(CLOSING[sign])
        elif opened and sign == opened[-1]:
            opened.pop()
        elif sign == "," and (len(opened) == 1 or text[i - 1] in CLOSING.values()):
            kept, closing = text[: i + 1], "".join(reversed(opened))
    return f"{kept} …{closing}"


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


def reply_to(
    source: str,
    call: ProgramCall,
    settings: RunSettings | None = None,
    begins: Callable[[], object] = lambda: None,
) -> CallReply:
    """Return the reply of a program to a call; `settings` has the guard of the run.

    `begins` is called before each import and before the call, each of which has the whole budget.
    """
    return run_call(source, call, settings or RunSettings(), begins)[1]


def run_call(
    source: str, call: ProgramCall, settings: RunSettings, begins: Callable[[], object]
) -> tuple[Run, CallReply]:
    """Import a program and make a call; return the run of the last import, and the reply."""
    imports, slow = 0, 0
    while True:
        left_out, first = _left_out.get(source, (frozenset(), None))
        begins()
        handler = _Handler(call, begins)
        done = run(
            source,
            replace(
                settings,
                visits=call.budget.visits,
                seconds=call.budget.seconds,
                module=MODULE,
                left_out=left_out,
                call=handler.handle,
            ),
        )
        slow += done.ended in ("visits", "seconds")
        more = frozenset() if handler.has_begun else _endless_lines(done, left_out)
        imports += 1
        reply = _reply(done, handler)
        if not more or slow > MOST_SLOW_IMPORTS or imports == MOST_IMPORTS:
            if first and first.error and reply.error == "NameError":
                return done, first  # a line that was left out may be the cause
            margin = str(min(left_out)) if left_out else ""
            return done, replace(reply, margin=margin)
        _left_out.clear()
        _left_out[source] = left_out | more, first or reply


def _endless_lines(done: Run, left_out: frozenset[int]) -> frozenset[int]:
    """Return the lines of statements without which another import may finish.

    There are none after an error, unless what a test lacks or what was left out may be its cause.
    """
    error = done.error
    cls = getattr(builtins, error.base, None) if error else None
    is_lacking = isinstance(cls, type) and issubclass(cls, LACKING)
    is_caused = not error or is_lacking or error.cause == ARGUMENTS or bool(left_out)
    if not (is_caused and done.margin):
        return frozenset()
    lines = [each.lineno for each in done.tree.body]
    line = max(filter(done.margin.__ge__, lines), default=0)
    later = (each for each in done.tree.body if each.lineno > line and not left_out)
    runs = (each.lineno for each in later if not isinstance(each, DEFINING))
    return frozenset((line, *runs)) - {0}


def _reply(done: Run, handler: _Handler) -> CallReply:
    printed = done.output.first[:MOST_TEXT]
    if done.ended == "returned":
        reply, text = handler.reply, handler.reply.text
        if reply.kind == "undefined":
            text = _place_of(reply.error, done.tree)
        elif (reply.kind, reply.value) == ("value", "None"):
            text = _why_none(handler.call.name, done.tree)
        return replace(reply, printed=printed, text=text)
    stage, error = "" if handler.has_begun else "import", done.error
    if error is None:
        return CallReply(ENDS[done.ended], printed=printed, stage=stage)
    kind = ENDS.get(error.name, "syntax" if stage else "error")
    line = str(error.line) if error.line > 0 else ""
    made = CallReply(kind, error=error.name, base=error.base, line=line, stage=stage)
    return replace(made, text=error.text[:MOST_TEXT])


def _place_of(name: str, tree: ast.Module) -> str:
    """Return the name of the function or class that contains a function; "" if there is none."""
    for node in tree.body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            inner = (each for each in ast.walk(node) if isinstance(each, FUNCTIONS))
            if any(each.name == name for each in inner):
                return node.name
    return ""


def _why_none(name: str, tree: ast.Module) -> str:
    """Return the reason for the result None: `NO_RETURN` or a method that returns None; else ""."""
    found = [node for node in tree.body if isinstance(node, FUNCTIONS) and node.name == name]
    inner = [each for node in found for each in own_nodes(node)]
    if not found or any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inner):
        return ""
    values = [each.value for each in inner if isinstance(each, ast.Return) and each.value]
    match values:
        case []:
            return NO_RETURN
        case [ast.Call(func=ast.Attribute(attr=method))] if method in CHANGING:
            own = (getattr(each, "name", "") == method for each in ast.walk(tree))
            return "" if any(own) else method  # the program's own method may do something else
    return ""


class _Handler:
    """Makes the call within the run, so that its result is computed within the budget."""

    def __init__(self, call: ProgramCall, begins: Callable[[], object]) -> None:
        self.reply = CallReply("ended")
        self.call = call
        self.has_begun = False
        self._begins = begins

    def handle(self, names: Mapping[str, Any]) -> None:
        """Call the function and store the reply."""
        self.has_begun = True
        self._begins()
        try:
            function = names[self.call.name]
            arguments, named = self.call.values(names.__getitem__)
        except KeyError as missing:
            self.reply = CallReply("undefined", error=missing.args[0])
            return
        before = _changeable(arguments, named)
        value = function(*arguments, **named)
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
