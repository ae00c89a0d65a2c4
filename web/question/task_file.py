"""A task as a file, if it is too long for a link: the keys of its address, as JSON. Pure.

In the file, the program and the tests are plain text, so that a teacher can edit them:

    {"knights-tour-task": 1, "board": "8x8", "ordering": "own", "code": "…", "tests": "…"}
"""

from __future__ import annotations

import json
from typing import Any

from kt_core.language import value_error
from web.question import address
from web.question.question import Question
from web.question.task import Task
from web.question.values import packed_code

MARK, VERSION = "knights-tour-task", 1
PLAIN = ("code", "tests")  # keys whose values are packed in an address
MOST_CHARACTERS = 500_000


def task_file(question: Question) -> str:
    """Return the text of a file that sets the task of a question."""
    keys = {**address.non_default_keys(question), **address.settings(question)}
    plain = {name: getattr(question, name) for name in PLAIN if name in keys}
    return json.dumps({MARK: VERSION, **keys, **plain}, ensure_ascii=False, indent=1) + "\n"


def task_in(text: str) -> Question | None:
    """Return the question in a text from `task_file`; None if the text is something else.

    `ValueError` names the first wrong value.
    """
    keys = _keys(text)
    if keys is None:
        return None
    if not all(isinstance(value, str) for value in keys.values()):
        raise value_error("each value of a task is a text, in quotation marks")
    for name in PLAIN:
        if plain := keys.get(name):
            keys[name] = packed_code(plain) or _too_long(name)
    question, faults = address.read(address.query(keys))
    if faults:
        raise ValueError(faults[0])
    if not Task.of(question).is_set:
        raise value_error("this file sets no task")
    return question


def _keys(text: str) -> dict[str, Any] | None:
    """Return the values in the text of a task; None for another text."""
    if MARK not in text[:200] or len(text) > MOST_CHARACTERS:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_task = isinstance(found, dict) and found.pop(MARK, None) == VERSION
    return found if is_task else None


def _too_long(name: str) -> str:
    raise value_error("{name} is too long", name=name)
