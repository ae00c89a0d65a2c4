"""The task of the reader and the keys that it locks, as one frozen value. Pure.

An address sets a task by the keys whose rows in `keys.py` have `sets`. Locks, sentences, scores and
messages depend on the task alone, which does not change when the reader opens or changes something.
The host page of an embed may set another task; the reader may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from kt_core.language import N_, Sentence, conjunction, paragraph
from web.question import address
from web.question.keys import HELP, LOCKABLE, SETTINGS, TASK_KEYS, key_names
from web.question.question import OWN, Question

#: The keys that set a task or determine its kind.
DEFINING = key_names(lambda key: key.task)
#: The keys of lock=all. `step` is needed to watch, and `code` is what the reader writes.
ALL = frozenset(LOCKABLE) - {"step", "code"}
TOURS = key_names(lambda key: key.example) | {"tour"}  # the keys that a famous tour sets
#: The keys that a score depends on: locked in a task with a score.
SCORED = frozenset(("board", "holes", "end", "closed", "given", "tour", "mode"))
#: The keys that determine the search.
SEARCHED = frozenset(("start", "ordering", "seed", "symmetry", "prune"))
LOOKS = key_names(lambda key: not key.asks)  # never locked by a score
VIEW = "view"  # opens the chapter, which shows solutions and explains them
#: The controls that belong to a key, by their names in the form.
CONTROLS = {
    "board": ("rows", "rows-1", "rows+1", "columns", "columns-1", "columns+1"),
    "holes": ("holes", "cut"),
    "ordering": ("ordering", "best"),
    "tour": ("famous",),
    HELP: ("advise", "judge"),
}


@dataclass(frozen=True)
class Task:
    """A task, given by the question that sets it; equal tasks have equal locks and limits."""

    question: Question = field(default_factory=Question)  # the question, without its view

    @classmethod
    def of(cls, question: Question) -> Task:
        """Return the task that a question sets; `FREE` if it sets none.

        >>> Task.of(address.read("#board=5x5&mode=play&lock=all&theme=dark")[0]).kind
        'play'
        """
        held = question.settings.without({*SETTINGS} - DEFINING)
        if not any(key.write(question) for key in TASK_KEYS.values()):
            return FREE
        return cls(replace(question, show=(), step=None, settings=held))

    @property
    def is_set(self) -> bool:
        """Whether a task is set; otherwise the page is used freely."""
        return self != FREE

    @cached_property
    def kind(self) -> str:
        """The kind of the task: "watch", "play", "predict", "code", "program" or "section"."""
        question, named = self.question, self.question.settings.lock
        if question.settings.view not in ("", "lab"):
            return "section"
        if question.tests:
            return "program"
        if (question.check or question.ordering == OWN) and "code" not in named:
            return "code"
        return question.mode

    @property
    def scores(self) -> bool:
        """Whether the reader's acts earn a score; watching only completes the task."""
        return self.kind != "watch"

    @cached_property
    def locked(self) -> frozenset[str]:
        """The keys that the reader must not change.

        A lock of the board includes its holes, and any lock includes famous tours, which change
        several keys. A task with a score locks the keys that the score depends on; a task to find
        a tour locks the chapter.

        >>> sorted(Task.of(address.read("#lock=start,board")[0]).locked)
        ['board', 'given', 'holes', 'start', 'tour']
        """
        if not self.is_set:
            return frozenset()
        question, named = self.question, frozenset(self.question.settings.lock)
        keys = named & {*LOCKABLE, HELP} | (ALL if "all" in named else frozenset())
        acts = self.kind in ("play", "predict", "code")
        if acts and (question.check or question.settings.splice):
            keys |= SCORED | ({"ordering"} if question.ordering == OWN else frozenset())
            keys |= SEARCHED if self.kind == "predict" else frozenset()
        if keys & {"ordering", "symmetry"}:  # either may change the other
            keys |= {"ordering", "symmetry"}
        if "board" in keys:
            keys |= {"holes", "given"}
        if question.puzzle.start is None:  # the reader must find it
            keys -= {"start"}
        if acts and "mode" in keys:
            keys |= {VIEW}
        return keys | {"tour"} if keys & TOURS else keys

    @property
    def starter(self) -> str:
        """The code that the reader begins with if tests check it; "" in other tasks."""
        return self.question.code if self.question.tests else ""

    @property
    def most_hints(self) -> int | None:
        """The number of hints that the task allows; None: any number."""
        if HELP in self.locked:
            return 0
        return self.question.settings.hints

    @property
    def most_undos(self) -> int | None:
        """The number of moves that may be taken back; None: any number."""
        return self.question.settings.undos

    @property
    def hides_answer(self) -> bool:
        """Whether the reader must find the moves: the mode is locked to predict or play."""
        return self.question.mode != "watch" and "mode" in self.locked

    @property
    def disabled(self) -> frozenset[str]:
        """The names of the question's controls that are locked."""
        names = frozenset(name for key in self.locked for name in CONTROLS.get(key, (key,)))
        return names | {"solve"} if self.hides_answer else names

    def breach(self, before: Question, after: Question) -> str:
        """Return a clause if a lock forbids the change from one question to another, otherwise "".

        >>> task = Task.of(address.read("#start=h8&lock=start")[0])
        >>> task.breach(task.question, address.read("#board=7x8")[0])
        'the start cannot be changed here'
        """
        # Any new question begins at its first step.
        keys = self.locked - {"step", HELP, VIEW}
        if VIEW in self.locked and before.settings.view != after.settings.view:
            return Sentence("the chapter is closed here")
        if keys and before is not after:
            for key in (LOCKABLE[name] for name in sorted(keys)):
                if key.write(before) != key.write(after):
                    return Sentence("{what} cannot be changed here", what=Sentence(key.noun))
            if "tour" in keys and before.opened != after.opened:
                return Sentence("another tour cannot be shown here")
            if self.question.check and before.check != after.check:
                return Sentence("the task cannot be changed here")
        if self.question.tests and before.tests != after.tests:
            return Sentence("the task cannot be changed here")
        return ""

    def holds(self, question: Question) -> bool:
        """True if a question still has the locked values of the task."""
        with_view = replace(question, show=self.question.show, code=self.question.code)
        return not self.breach(self.question, with_view)

    def work(self, question: Question) -> dict[str, str]:
        """Return the keys that restore a question within this task, without those that set it.

        They include default values where the task has others.

        >>> task = Task.of(address.read("#start=h8&splice=1")[0])
        >>> task.work(address.read("#board=7x8")[0])
        {'board': '7x8', 'start': 'a1'}
        """
        now, first = address.keys(question), address.keys(self.question)
        other = {key: now[key] for key in now if key not in LOOKS and now[key] != first[key]}
        kept = address.non_default_keys(question) | other
        return {key: text for key, text in kept.items() if key not in DEFINING}

    def with_task_keys(self, question: Question) -> Question:
        """Return the reader's question with the keys that set this task."""
        if not self.is_set:
            return question
        mine = vars(self.question.settings)
        keys = DEFINING - {VIEW}
        return question.with_settings(**{key: mine[key] for key in mine if key in keys})


FREE = Task()


#: Joins the last two of a list of keys, which are words, not squares.
WORDS = N_("{one} and {other:}")


def demand(task: Task) -> str:
    """Return the instructions of a task with its limits and locks; "" if no task is set.

    >>> from web.question.address import read
    >>> demand(Task.of(read("#board=5x5&mode=play&lock=board,start")[0]))
    'Find a tour from a1. The board and the start cannot be changed.'
    >>> demand(Task.of(read("#mode=play&closed=1&start=c3&lock=all&hints=2")[0]))
    'Find a closed tour from c3. At most 2 hints.'
    >>> demand(Task.of(read("#splice=1")[0]))
    'Watch the search to its end.'
    """
    if not task.is_set:
        return ""
    return paragraph((goal(task), *_limits(task), _locked_keys(task)))


def goal(task: Task) -> str:
    """Return the goal of a task as a sentence.

    >>> from web.question.address import read
    >>> goal(Task.of(read("#board=5x5&mode=play&lock=board,start")[0]))
    'Find a tour from a1.'
    """
    return _ASKS[task.kind](task)


def _locked_keys(task: Task) -> str:
    """Return a sentence about the locked keys, without those that a task always locks."""
    named = {*task.question.settings.lock}
    keys = task.locked if "all" in named else task.locked & named
    if not keys & {*LOCKABLE} or task.kind == "section":
        return ""
    if keys >= ALL - ({"start"} if task.question.puzzle.start is None else set()):
        return ""  # the page shows it anyway
    implied = {"tour", "holes"} if "board" in keys else {"tour"} if keys - {"tour"} else set()
    implied |= {"ordering"} if task.question.symmetry and "ordering" in keys else set()
    names = [Sentence(key.noun) for name, key in LOCKABLE.items() if name in keys - implied]
    return Sentence("{What} cannot be changed.", What=conjunction(names, WORDS))


def _limits(task: Task) -> Iterator[str]:
    """Yield a sentence about each limit: of hints, and of moves taken back."""
    if task.kind not in ("watch", "play"):
        return
    if (n := task.most_hints) is not None:
        some = Sentence.plural("At most {n} hint.", "At most {n} hints.", n)
        yield some if n else Sentence("Without hints.")
    if (n := task.most_undos) is not None:
        some = Sentence.plural(
            "At most {n} move may be taken back.", "At most {n} moves may be taken back.", n
        )
        yield some if n else Sentence("No move can be taken back.")


def _play_goal(task: Task) -> str:
    """Return a sentence about the tour to find, with its locked properties."""
    question, keys = task.question, task.locked
    if question.puzzle.given and "given" in keys:
        closed = question.puzzle.closed
        return (
            Sentence("Find the closed tour with the given numbers.")
            if closed
            else Sentence("Find the tour with the given numbers.")
        )
    ends = ("start", "end") if question.puzzle.end is not None and "end" in keys else ("start",)
    kind = "closed" if question.puzzle.closed else "open" if "closed" in keys else ""
    template = _FIND[kind, *(key for key in ends if key in keys)]
    end = question.puzzle.end
    to = "" if end is None else question.board.name(end)
    return Sentence(template, start=question.board.name(question.start), end=to)


def _watch_goal(task: Task) -> str:
    """Return the goal of a task without a score: to find a tour, or to watch the search."""
    can_play = task.locked and "mode" not in task.locked
    return _play_goal(task) if can_play else Sentence("Watch the search to its end.")


def _code_goal(task: Task) -> str:
    if not task.question.check:
        return Sentence("Write code that finds a tour.")
    return Sentence(
        "Change the code so that the search finds a tour from each of the {n:,} squares, in"
        " {steps:,} steps or fewer. Then press “Try all starts”.",
        n=len(task.question.board),
        steps=task.question.check,
    )


def _section_goal(task: Task) -> str:
    settings = task.question.settings
    if not settings.embed:
        return Sentence("Answer the questions of the chapter.")
    if settings.questions == "all":
        return Sentence("Answer all questions of this section, one after the other.")
    return Sentence("Answer one question of this section.")


#: The kind of a task -> the function that returns its goal.
_ASKS = {
    "watch": _watch_goal,
    "play": _play_goal,
    "predict": lambda _: Sentence("Predict each move of the search, to its end."),
    "code": _code_goal,
    "program": lambda _: Sentence("Write a program that passes the tests. Then press “Check”."),
    "section": _section_goal,
}

#: The kind of tour, and the given squares -> the goal of a game.
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
