"""Intents: everything that reaches the page, each as one frozen value. Pure.

Each part of the page has a module of intents: `web.lab.intents`, `web.chapter.intents` and so on.
Locks apply to a `Wish`, which comes from the reader; they do not apply to the host page or to the
opened address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from types import FunctionType
from typing import Any, get_args, get_type_hints

from web.state.state import Frozen, Place, State


class Intent(Frozen):
    """Anything that reaches the page."""


class Wish(Intent):
    """An intent of the reader; one that the host page sends is not subject to locks."""

    from_host: bool = field(default=False, kw_only=True)


class Aside(Wish):
    """A wish that changes at most how the question is shown: not its answer, nor the work on it."""


# --- The address and the host page ----------------------------------------------------------------


class Open(Intent):
    """Show the question of the address that the page was opened with, and set its task."""

    address: str
    place: Place | None = None


class Navigate(Wish):
    """Show the question of an address that the reader typed, followed, or went back to."""

    address: str
    place: Place | None = None


class SetKeys(Intent):
    """Change keys of the address, locked or not, and of the task: sent by the host page."""

    keys: Mapping[str, str]


class RestoreWork(Intent):
    """Restore the work that a course system saved; locked keys do not change."""

    keys: Mapping[str, str]
    score: float = 0.0
    done: bool = False


# --- The page as a whole --------------------------------------------------------------------------


class SetLanguage(Aside):
    """Show the page in another language, a key of `languages`."""

    language: str


class Present(Aside):
    """Show the board alone and large, for a lecture, or leave that view."""

    on: bool


class OpenDialog(Aside):
    """Open a dialog by name, or close it ("").

    In an open dialog, set choices: pairs of a field and its value, "1" or "" for a switch.
    """

    dialog: str
    place: Place | None = None
    chosen: tuple[tuple[str, str], ...] = ()


class ReportProgress(Intent):
    """Show a sentence in the open dialog, with the share of the work done; None: it has ended."""

    sentence: str
    share: float | None = None


class CopyLine(Aside):
    """Copy a line of the open dialog, by its name."""

    line: str


class Export(Aside):
    """Save a file of a kind and size about the question that the dialog shows."""

    kind: str
    value: str = ""


class ReportError(Intent):
    """An internal error occurred."""

    fault: Exception


# --- Handlers -------------------------------------------------------------------------------------

Handlers = dict[type[Intent], Callable[[State, Any], State]]


def handlers(names: Mapping[str, Any]) -> Handlers:
    """Return kind of intent -> handler: the module's functions that have a parameter `intent`."""
    found: Handlers = {}
    for function in names.values():
        is_own = isinstance(function, FunctionType) and function.__module__ == names["__name__"]
        if is_own and "intent" in function.__annotations__:
            kind = get_type_hints(function)["intent"]
            kinds = get_args(kind) or (kind,)
            assert not found.keys() & set(kinds), "an intent has one handler"
            found |= dict.fromkeys(kinds, function)
    return found
