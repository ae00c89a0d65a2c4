"""Some keys of an address changed, as the page around an embed does it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from web.question import address
from web.question.pairs import joined
from web.question.question import Question

#: What asks another question. Whatever else an address has changes how the same one is seen.
ASKS = frozenset(address.keys(Question())) - {"show", "step"} | {"game"}


def with_keys(question: Question, keys: Mapping[str, str]) -> str:
    """Return the address that asks `question` with these keys changed; "" sets one to its default.

    A new board, and a tour of the gallery, begin anew. A new question is answered at once, unless
    this one waits at its beginning.

    >>> with_keys(address.read("#board=5x5&start=c3&step=7")[0], {"closed": "1"})
    '#board=5x5&start=c3&closed=1'
    """
    gone = _overruled(question, keys)
    before = replace(question, famous="", given=()) if "tour" in gone else question
    values = {**address.said(before), **dict(question.kept)}
    values = {key: text for key, text in values.items() if key not in gone} | dict(keys)
    values = {key: text for key, text in values.items() if text}
    kept = tuple((key, values.pop(key)) for key in address.KEPT if key in values)
    return joined(values | dict(kept))


def _overruled(question: Question, keys: Mapping[str, str]) -> set[str]:
    """Return the keys of a question that no longer hold once these are set."""
    if ASKS.isdisjoint(keys):
        return set()
    gone = {"tour", "path", "game"} | ({"step"} if question.step != 0 else set())
    if "board" in keys:
        gone |= {"holes", "start", "end"}
    if keys.get("tour"):
        gone |= {"board", "holes", "start", "end", "closed"}
    if keys.get("closed") == "1":
        gone.add("end")
    if keys.get("end"):
        gone.add("closed")
    return gone
