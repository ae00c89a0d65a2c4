"""What a task asks, in one sentence, and what cannot be changed in it. Pure."""

from __future__ import annotations

from kt_core.language import N_, Sentence, conjunction, paragraph
from web.question.keys import LOCKABLE
from web.question.task import ALL, Task

#: The last two of them: here words are named, not squares.
WORDS = N_("{one} and {other:}")


def demand(task: Task) -> str:
    """Return what a page asks of the reader, and what stays as it is; "" where it asks nothing.

    >>> from web.question.address import read
    >>> demand(Task.of(read("#board=5x5&mode=play&lock=board,start")[0]))
    'Find a tour from a1. The board and the start cannot be changed.'
    >>> demand(Task.of(read("#mode=play&closed=1&start=c3&lock=all&hints=2")[0]))
    'Find a closed tour from c3. At most 2 hints. The question cannot be changed.'
    >>> demand(Task.of(read("#splice=1")[0]))
    'Watch the search to its end.'
    """
    if not task.is_set:
        return ""
    return paragraph((goal(task), _help(task), _undos(task), _stays(task)))


def goal(task: Task) -> str:
    """Return what is to be done, as a sentence.

    >>> from web.question.address import read
    >>> goal(Task.of(read("#board=5x5&mode=play&lock=board,start")[0]))
    'Find a tour from a1.'
    """
    return _ASKS[task.kind](task)


def _stays(task: Task) -> str:
    """Return what a lock names; what a task holds by itself needs no words."""
    named = {*task.question.settings.lock}
    keys = task.locked if "all" in named else task.locked & named
    if not keys & {*LOCKABLE} or task.kind == "section":
        return ""
    if keys >= ALL:
        return Sentence("The question cannot be changed.")
    implied = {"tour", "holes"} if "board" in keys else {"tour"} if keys - {"tour"} else set()
    implied |= {"ordering"} if task.question.symmetry and "ordering" in keys else set()
    names = [Sentence(name) for key, name in LOCKABLE.items() if key in keys - implied]
    return Sentence("{What} cannot be changed.", What=conjunction(names, WORDS))


def _help(task: Task) -> str:
    """Return how many hints there may be, as a sentence; "" where all may."""
    most = task.most_hints
    if most is None or task.kind not in ("watch", "play"):
        return ""
    return (
        Sentence.plural("At most {n} hint.", "At most {n} hints.", most)
        if most
        else Sentence("Without hints.")
    )


def _undos(task: Task) -> str:
    """Return how many moves may be taken back, as a sentence; "" where any may."""
    most = task.most_undos
    if most is None or task.kind not in ("watch", "play"):
        return ""
    return (
        Sentence.plural(
            "At most {n} move may be taken back.", "At most {n} moves may be taken back.", most
        )
        if most
        else Sentence("No move can be taken back.")
    )


def _play(task: Task) -> str:
    """Return which tour is to be found, as far as that is locked."""
    asked, keys = task.question, task.locked
    where = ("start", "end") if asked.puzzle.end is not None and "end" in keys else ("start",)
    kind = "closed" if asked.puzzle.closed else "open" if "closed" in keys else ""
    template = _FIND[kind, *(key for key in where if key in keys)]
    end = asked.puzzle.end
    to = "" if end is None else asked.board.name(end)
    return Sentence(template, start=asked.board.name(asked.start), end=to)


def _watch(task: Task) -> str:
    """Return what a page asks that scores nothing: a tour, where the reader may look for it."""
    looks = task.locked and "mode" not in task.locked
    return _play(task) if looks else Sentence("Watch the search to its end.")


def _code(task: Task) -> str:
    if not task.question.check:
        return Sentence("Write code that finds a tour.")
    return Sentence(
        "Change the code so that the search finds a tour from each of the {n:,} squares, in"
        " {steps:,} steps or fewer. Then press “Try all starts”.",
        n=len(task.question.board),
        steps=task.question.check,
    )


def _section(task: Task) -> str:
    alone = task.question.settings.embed
    return (
        Sentence("Answer the question of this section.")
        if alone
        else Sentence("Answer the questions of the chapter.")
    )


#: By the kind of a task.
_ASKS = {
    "watch": _watch,
    "play": _play,
    "predict": lambda _: Sentence("Predict each move of the search, to its end."),
    "code": _code,
    "section": _section,
}

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
