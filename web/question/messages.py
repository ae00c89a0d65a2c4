"""Read and write messages between an embed and its host page, as JSON. Pure.

No received text is trusted: text in any other format is ignored, and a message becomes an address,
in which wrong values fall back to their defaults.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from kt_core.files.text import object_parts
from kt_core.tour import Tour
from web.question.keys import key_names

TYPES = ("set", "play", "pause", "step", "solve")
LONGEST_CHARACTERS = 80_000  # characters of a message
BRACKETS = 100  # limit for a message: far too few to exhaust the stack, which would end Python
SETTABLE = key_names(lambda key: key.settable)
RESTORE = "SPLICE.getState.response"


@dataclass(frozen=True)
class Message:
    """A message from the host page: its type, and the address keys that it sets."""

    type: str
    keys: Mapping[str, str] = field(default_factory=dict)
    score: float = 0.0  # SPLICE: the saved score, 0 to 1
    done: bool = False  # SPLICE: whether the task was done


def read(text: str) -> Message | None:
    """Return the message in a text, without unknown keys; None if the text has no message.

    >>> read('{"source": "knights-tour", "v": 1, "type": "set", "board": "6x6", "closed": true}')
    Message(type='set', keys={'board': '6x6', 'closed': '1'}, score=0.0, done=False)
    """
    received = _object(text)
    if received.get("subject") == RESTORE:
        return _restore_message(received.get("state"))
    if (
        received.get("source") != "knights-tour"
        or received.get("v") != 1
        or received.get("type") not in TYPES
    ):
        return None
    keys, is_whole = _keys(received)
    return Message(received["type"], keys) if is_whole else None


def message(kind: str, **more: Any) -> str:
    """Return a message of this page: that it is "ready", its new "state", or an "error"."""
    fields = {"source": "knights-tour", "v": 1, "type": kind, **more}
    return json.dumps(fields, separators=(",", ":"))


def found_message(
    tour: Tour, *, by: str = "page", hints: int = 0, undos: int = 0, seconds: float = 0
) -> Iterator[str]:
    """Yield the message that a tour was found, in parts; a `Tour` is always proven.

    It was found `by` the "reader", by "code" that the reader ran, or by the "page". The message
    includes the hints and the moves taken back (in a task, those of all its games), and the seconds
    since the first move of the game, or since the start of the search.
    """
    effort = {"by": by, "hints": hints, "undos": undos, "seconds": round(seconds, 1)}
    yield message("found", **effort, tour=0).removesuffix("0}")
    yield from object_parts(tour)
    yield "}"


def score_message(found: int, starts: int, steps: int) -> str:
    """Return the message that the reader's code was tried from every start.

    `found` starts have a tour within the step limit.
    """
    return message("score", found=found, starts=starts, steps=steps, passed=found == starts)


def splice(subject: str, number: str, **more: Any) -> str:
    """Return a SPLICE message, in which a course book receives the reader's work."""
    return json.dumps({"subject": f"SPLICE.{subject}", "message_id": number, **more})


def _restore_message(state: Any) -> Message | None:
    state = _object(state) if isinstance(state, str) else state
    if not isinstance(state, dict):
        return None
    keys, _ = _keys(state)
    restored = Message(RESTORE, keys, _score(state), state.get("done") is True)
    return None if restored == Message(RESTORE) else restored


def _score(state: Mapping[str, Any]) -> float:
    """Return the score that a course has saved, 0 to 1."""
    score = state.get("score")
    if isinstance(score, int | float) and not isinstance(score, bool) and 0 <= score <= 1:
        return float(score)
    return float(state.get("solved") is True)


def _object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text; an empty one if it has none or is too long."""
    if len(text) > LONGEST_CHARACTERS or text.count("[") + text.count("{") > BRACKETS:
        return {}
    try:
        found = json.loads(text)
    except ValueError:  # no JSON, or a number too long
        return {}
    return found if isinstance(found, dict) else {}


def _keys(received: Mapping[str, Any]) -> tuple[dict[str, str], bool]:
    """Return the address keys in an object as texts; False if a value has the wrong type."""
    values = {key: _text(value) for key, value in received.items() if key in SETTABLE}
    known = {key: text for key, text in values.items() if text is not None}
    return known, len(known) == len(values)


def _text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and isfinite(value) and value.is_integer():
        value = int(value)
    if isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        # A script may send a lone surrogate, which an address cannot contain.
        return str(value)[:LONGEST_CHARACTERS].encode("utf-8", "replace").decode()
    return None
