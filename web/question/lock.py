"""What a teacher has frozen: lock=KEYS in the address, and which changes break it. Pure.

The page around an embed may still set what is locked; the reader may not.
"""

from __future__ import annotations

from kt_core.language import N_, Sentence, joined
from kt_core.sentences import listed
from web.question import address
from web.question.question import Question
from web.question.values import HELP, LOCKABLE

#: The last two of them: here words are named, not squares.
WORDS = N_("{one} and {other:}")
#: lock=all: whoever may not step cannot look for a tour; and code is there to be changed.
ALL = frozenset(LOCKABLE) - {"step", "code"}
TOURS = frozenset(("board", "holes", "start", "end", "closed", "tour"))  # what a famous tour brings
#: The controls that belong to a key, by their names in the form.
CONTROLS = {
    "board": ("rows", "rows-1", "rows+1", "columns", "columns-1", "columns+1"),
    "holes": ("holes", "cut"),
    "ordering": ("ordering", "best"),
    "tour": ("famous",),
    HELP: ("advise", "judge"),
}


def locked(asked: Question) -> frozenset[str]:
    """Return the keys that the reader must not change.

    A hole changes the board, and a famous tour whatever it likes.

    >>> sorted(locked(address.read("#lock=start,board")[0]))
    ['board', 'holes', 'start', 'tour']
    """
    text = asked.setting("lock")
    if not text:
        return frozenset()
    named = frozenset(text.split(","))
    keys = named & {*LOCKABLE, HELP} | (ALL if "all" in named else frozenset())
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
    # Any new question begins at its first step.
    keys = locked(before) - {"step", HELP}
    if keys and before is not after:
        old, new = address.keys(before), address.keys(after)
        for key in sorted(keys):
            if old[key] != new[key]:
                return Sentence("{what} cannot be changed here", what=Sentence(LOCKABLE[key]))
        if "tour" in keys and before.given != after.given:
            return Sentence("another tour cannot be shown here")
    return ""


def most_hints(asked: Question) -> int | None:
    """Return how many hints a game may have; None: as many as are asked for."""
    if HELP in locked(asked):
        return 0
    text = asked.setting(HELP)
    return int(text) if text else None


def hides_the_answer(asked: Question) -> bool:
    """Return whether the reader is to find the way: locked into predicting or playing."""
    return asked.mode != "watch" and "mode" in locked(asked)


def disabled(asked: Question) -> frozenset[str]:
    """Return the names of the question's controls that are locked."""
    keys = locked(asked)
    names = frozenset(name for key in keys for name in CONTROLS.get(key, (key,)))
    return names | {"solve"} if hides_the_answer(asked) else names


def task(asked: Question) -> str:
    """Return what a page asks of the reader that locks something or counts hints; else "".

    >>> task(address.read("#board=5x5&lock=board,start")[0])
    'Find a tour from a1. The board and the start cannot be changed.'
    >>> task(address.read("#closed=1&start=c3&lock=all&hints=2")[0])
    'Find a closed tour from c3. At most 2 hints. The question cannot be changed.'
    """
    keys = locked(asked) - {HELP}
    implied = {"tour", "holes"} if "board" in keys else {"tour"}
    implied |= {"ordering"} if asked.symmetry and "ordering" in keys else {"symmetry"}
    named = [name for key, name in LOCKABLE.items() if key in keys - implied]
    if not keys and most_hints(asked) is None:
        return ""
    fixed: str = Sentence("the question")
    if not keys >= ALL:
        fixed = listed([Sentence(name) for name in named or [LOCKABLE["tour"]]], WORDS)
    stays = Sentence("{What} cannot be changed.", What=fixed) if keys else ""
    return joined((_find(asked, keys), _help(asked), stays))


def _help(asked: Question) -> str:
    """Return how many hints there may be, as a sentence; "" where all may."""
    most = most_hints(asked)
    if most is None:
        return ""
    return (
        Sentence.plural("At most {n} hint.", "At most {n} hints.", most)
        if most
        else Sentence("Without hints.")
    )


def _find(asked: Question, keys: frozenset[str]) -> str:
    """Return which tour is to be found, as far as that is locked."""
    where = ("start", "end") if asked.puzzle.end is not None and "end" in keys else ("start",)
    kind = "closed" if asked.puzzle.closed else "open" if "closed" in keys else ""
    template = _FIND[kind, *(key for key in where if key in keys)]
    end = asked.puzzle.end
    to = "" if end is None else asked.board.name(end)
    return Sentence(template, start=asked.board.name(asked.start), end=to)


#: By the kind of tour, and by what else is given.
_FIND = {
    ("",): N_("Find a tour."),
    ("", "start"): N_("Find a tour from {start}."),
    ("", "end"): N_("Find a tour to {end}."),
    ("", "start", "end"): N_("Find a tour from {start} to {end}."),
    ("open",): N_("Find an open tour."),
    ("open", "start"): N_("Find an open tour from {start}."),
    ("open", "end"): N_("Find an open tour to {end}."),
    ("open", "start", "end"): N_("Find an open tour from {start} to {end}."),
    ("closed",): N_("Find a closed tour."),
    ("closed", "start"): N_("Find a closed tour from {start}."),
}
