"""What a teacher has frozen: lock=KEYS in the address, and which changes break it. Pure.

The page around an embed may still set what is locked; the reader may not.
"""

from __future__ import annotations

from kt_core.sentences import listed
from web.question import address
from web.question.question import Question

#: The keys that can be locked, as they are named in sentences.
NAMES = {
    "board": "the board",
    "holes": "the holes",
    "start": "the start",
    "end": "the end",
    "closed": "the kind of tour",
    "ordering": "the move ordering",
    "seed": "the seed",
    "symmetry": "the symmetry",
    "race": "the race",
    "mode": "your part",
    "prune": "the choice to skip moves",
    "tour": "the famous tour",
    "show": "what is shown",
    "step": "the step",
}
ALL = frozenset(NAMES) - {"step"}  # lock=all: whoever may not step cannot look for a tour
TOURS = frozenset(("board", "holes", "start", "end", "closed", "tour"))  # what a famous tour brings
#: The controls that belong to a key, by their names in the form.
CONTROLS = {
    "board": ("rows", "rows-1", "rows+1", "columns", "columns-1", "columns+1"),
    "holes": ("holes", "cut"),
    "ordering": ("ordering", "best"),
    "tour": ("famous",),
}


def locked(asked: Question) -> frozenset[str]:
    """Return the keys that the reader must not change.

    A hole changes the board, and a famous tour whatever it likes.

    >>> sorted(locked(address.read("#lock=start,board,colour")[0]))
    ['board', 'holes', 'start', 'tour']
    """
    text = asked.setting("lock")
    if not text:
        return frozenset()
    keys = ALL if text == "all" else frozenset(NAMES).intersection(text.split(","))
    if keys & {"ordering", "symmetry"}:  # either may change the other
        keys |= {"ordering", "symmetry"}
    with_holes = keys | {"holes"} if "board" in keys else keys
    return with_holes | {"tour"} if keys & TOURS else keys


def breach(before: Question, after: Question) -> str:
    """Return why the reader may not go from one question to the other; "" where he may.

    >>> locked = address.read("#start=h8&lock=start")[0]
    >>> breach(locked, address.read("#board=7x8")[0])
    'the start cannot be changed here'
    """
    keys = locked(before) - {"step"}  # any new question begins at its first step
    if keys and before is not after:
        old, new = address.keys(before), address.keys(after)
        for key in sorted(keys):
            if old[key] != new[key]:
                return f"{NAMES[key]} cannot be changed here"
        if "tour" in keys and before.given != after.given:
            return "another tour cannot be shown here"
    return ""


def hides_the_answer(asked: Question) -> bool:
    """Return whether the reader is to find the way: locked into predicting or playing."""
    return asked.mode != "watch" and "mode" in locked(asked)


def disabled(asked: Question) -> frozenset[str]:
    """Return the names of the question's controls that are locked."""
    keys = locked(asked)
    names = frozenset(name for key in keys for name in CONTROLS.get(key, (key,)))
    return names | {"solve"} if hides_the_answer(asked) else names


def task(asked: Question) -> str:
    """Return what a page with a lock asks of the reader; "" without a lock.

    >>> task(address.read("#board=5x5&lock=board,start")[0])
    'Find a tour from a1. The board and the start cannot be changed.'
    """
    keys = locked(asked)
    implied = {"tour", "holes"} if "board" in keys else {"tour"}
    implied |= {"ordering"} if asked.symmetry and "ordering" in keys else {"symmetry"}
    named = [name for key, name in NAMES.items() if key in keys - implied]
    if not keys:
        return ""
    start = f" from {asked.board.name(asked.start)}" if "start" in keys else ""
    end = asked.puzzle.end if "end" in keys else None
    to = "" if end is None else f" to {asked.board.name(end)}"
    kind = "a closed" if asked.puzzle.closed else "an open" if "closed" in keys else "a"
    fixed = "the question" if keys >= ALL else listed(named or ["the famous tour"])
    return f"Find {kind} tour{start}{to}. {fixed[0].upper()}{fixed[1:]} cannot be changed."
