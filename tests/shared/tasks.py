"""Random readers of twenty kinds of tasks: no locked key may change, and scores must be earned."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from kt_core.board import Square
from tests.shared import walks
from web.question import address
from web.state import intents
from web.state.state import State

HELD = ("board", "holes", "end", "closed", "mode", "tour")
SEARCH = ("start", "ordering", "seed", "symmetry", "prune")
ALL = (*HELD, "start", "ordering", "seed", "symmetry", "race", "prune", "show")
#: The locked keys of each task, listed by hand; the page derives them from the task.
TASKS: Mapping[str, tuple[str, ...]] = {
    "board=3x4&mode=play&splice=1": HELD,
    "board=3x4&mode=play&lock=all&splice=1": ALL,
    "board=3x4&mode=play&lock=start&splice=1": (*HELD, "start"),
    "board=3x4&mode=play&lock=all,hints": ALL,
    "board=3x4&mode=play&hints=1&undos=2&ask=Now&splice=1": HELD,
    "board=3x4&end=d1&mode=play&splice=1": HELD,
    "board=1x1&mode=play&splice=1": HELD,
    "board=5x6&closed=1&mode=play&splice=1&embed=1": HELD,
    "board=3x4&mode=predict&splice=1": (*HELD, *SEARCH),
    "board=3x4&mode=predict&lock=all&splice=1&embed=1": ALL,
    "board=1x1&mode=predict&splice=1": (*HELD, *SEARCH),
    "board=4x4&mode=predict&lock=mode": ("mode",),
    "board=5x5&ordering=own&check=1000&splice=1": (*HELD, "check", "ordering"),
    "board=1x2&check=9": (*HELD, "check"),
    "board=3x4&ordering=own&splice=1": (*HELD, "ordering"),
    "view=graph&embed=1&splice=1": (),
    "view=chapter&splice=1": (),
    "splice=1": (),
    "board=3x4&lock=board,start&splice=1": ("board", "holes", "start"),
    "board=3x8&closed=1&lock=all&splice=1": ALL,
}
SECTIONS = ("puzzle", "graph", "matrix", "rule", "nowhere")


@dataclass
class Reader:
    """The actions of a reader so far, recorded independently of the page."""

    chance: Random
    moves: tuple[Square, ...] = ()  # moves of the game that clicks made
    guesses: int = 0
    answered: bool = False

    def intent(self) -> intents.Intent:
        """Return a possible intent of a reader, a script or the host page."""
        pick = self.chance.choice
        more: tuple[Callable[[], intents.Intent], ...] = (
            lambda: intents.Choose(self.chance.randrange(12)),
            lambda: intents.Choose(self.chance.randrange(12)),
            lambda: intents.ShowSection(pick((*SECTIONS, "lab"))),
            lambda: intents.GiveAnswer(pick(SECTIONS), pick(("2", "8", "1", "b3", "6", ""))),
            lambda: intents.TryInLab(pick(SECTIONS), pick(("", "#tour=euler-1759", "#board=1x1"))),
            lambda: intents.LoadTemplate(pick(("warnsdorff", "textbook"))),
            lambda: intents.Navigate(pick((*walks.ADDRESSES, *map("#{}".format, TASKS)))),
            intents.RunCode,
            intents.TryAll,
        )
        return pick(more)() if self.chance.random() < 0.5 else walks.by_reader(self.chance)

    def check(self, task: str, before: State, wish: intents.Intent, after: State) -> None:
        """Check the result of an intent against the reader's actions."""
        told, was = address.keys(after.question), address.keys(before.question)
        for key in TASKS[task]:
            assert told[key] == was[key], f"{key} is now {told[key]}"
        held, now = before.question.settings, after.question.settings
        same = replace(now, lock=held.lock, hints=held.hints, splice=held.splice, embed=held.embed)
        same = replace(same, undos=held.undos, ask=held.ask)
        assert now == same, "what sets the task is gone"
        assert after.task == before.task, "the task is another"
        self._note(before, wish, after)
        if after.earned.score > before.earned.score:
            why = self._act(after)
            assert why == after.task.kind, f"a score for {why or 'nothing'}: {wish}"

    def _note(self, before: State, wish: intents.Intent, after: State) -> None:
        game = after.reader.game
        path, clicked = game.path if game else (), isinstance(wish, intents.Choose)
        back = path == self.moves[: len(path)] or len(path) == 1
        on = clicked and len(path) > 1 and path[:-1] in (self.moves or path[:1], path[:1])
        assert back or on, f"{wish} has moved the knight"
        self.moves = path
        self.guesses += isinstance(wish, intents.Choose) and before.question.mode == "predict"
        self.answered = isinstance(wish, intents.GiveAnswer)

    def _act(self, after: State) -> str:
        if after.task.kind == "section":
            return "section" if self.answered else ""
        if after.question.mode == "play":
            return "play" if len(self.moves) == len(after.question.board) else ""
        squares = len(after.question.board)
        return "predict" if self.guesses >= squares - 1 else ""


def task_of(seed: int) -> str:
    """Return the task for a seed; the kinds take turns."""
    return [*TASKS][seed % len(TASKS)]
