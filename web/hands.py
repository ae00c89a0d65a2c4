"""The reader's own part: predicting where the search goes next, or moving the knight.

What is right, legal or still possible is decided in `predict`, `game` and `verdict`; here it is
asked for, drawn and said. A page starts without them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from kt_core.board import Square
from kt_core.events import Progress
from kt_core.tour import Tour
from web.draw import board
from web.fields import Fields
from web.page.pace import Pace
from web.question.lock import in_mode, locked
from web.replay import Replay
from web.search.run import Outcome
from web.view import hand

if TYPE_CHECKING:
    from web.reader.game import Game
    from web.reader.verdict import Verdict


class Hands:
    """Turns squares into predictions or moves, while the question's mode says so."""

    def __init__(self, replay: Replay, fields: Fields, document: Any) -> None:
        self.lab, self.replay, self.fields = replay.lab, replay, fields
        self.game: Game | None = None
        self._document = document
        self._known: Tour | None = None  # that goes on from some square of the game
        self._asking: asyncio.Task[None] | None = None
        self._score = [0, 0]  # right, and all, of the predictions
        self._answers: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "anew": self._anew,
            "advise": self._advise,
            "judge": self._judge,
        }
        self.lab.followers.append(self.follow)
        self.lab.redressed.append(self._light)

    def follow(self) -> None:
        """Begin anew, for there is another question; or stop, where it leaves no part."""
        mode = self.lab.question.mode
        for radio in self._document.querySelectorAll("#modes input"):
            radio.checked = radio.value == mode
        self._document.getElementById("stage").setAttribute("data-mode", mode)
        self._forget()
        self.game, self._score = None, [0, 0]
        self.lab.pinned = ""
        if mode == "play":
            self._anew()

    def on_mode(self, event: Any) -> None:
        """Change the reader's part."""
        self.lab.take(in_mode(self.lab.question, event.target.value))
        self.fields.write()
        self.fields.write_address()

    def on_button(self, event: Any) -> None:
        """Take a move back, begin anew, give a hint, or say what is still possible."""
        button = event.target.closest("button")
        if button:
            self._answers[button.name]()

    def on_key(self, event: Any) -> None:
        """Backspace takes a move back."""
        if self.game and event.key == "Backspace" and not event.target.matches("input, textarea"):
            event.preventDefault()
            self._undo()

    def take(self, square: Square) -> bool:
        """Return whether the square was taken as the reader's move, or as a prediction."""
        if self.lab.question.mode == "predict":
            self._predict(square)
            return True
        if not self.game:
            return False
        fixed = len(self.game.path) > 1 or "start" in locked(self.lab.question)
        if not fixed and square not in self.game.legal:
            return False  # before the first move any other square is another start
        self._move(self.game, square)
        return True

    def _predict(self, square: Square) -> None:
        from web.reader.predict import predict

        player = self.replay.ready()
        if not player:
            return
        if player.moment.found or not player.moment.path:
            player.go(1)  # the first question: where from the start?
        current = self.replay.session
        assert current
        if not player.moment.path:  # the search is refuted before its first step
            self.replay.show()
            return
        asked = predict(current.context.graph, player.moment.path, current.context.order)
        said, right = asked.said(square), square in asked.right
        self._score = [self._score[0] + right, self._score[1] + bool(asked.right)]
        if right or not asked.right:
            player.go(player.step + 1)
        self.replay.show(told=(said, hand.score(*self._score)))

    def _move(self, game: Game, square: Square) -> None:
        self._forget()
        try:
            moved = game.moved(square)
        except ValueError as wrong:
            self._say(game, hand.wrong(game, str(wrong)))
        else:
            self._show(moved)

    def _undo(self) -> None:
        if self.game:
            self._forget()
            back = self.game.undone() if len(self.game.path) > 1 else self.game
            self._show(back)

    def _anew(self) -> None:
        from web.reader.game import Game

        self._forget()
        question = self.lab.question
        self._show(Game(question.puzzle, (question.start,)))

    def _advise(self) -> None:
        if self.game and (hint := self.game.hint(self._known)):
            self._say(self.game, (self.game.said(hint), ""), hinted=hint.square)

    def _judge(self) -> None:
        if self.game and not self._asking:
            self._say(self.game, ("Looking for a tour that goes on from here …", ""))
            self._asking = self.lab.started(partial(self._asked, self.game))

    async def _asked(self, game: Game) -> None:
        from web.reader.verdict import verdict

        answer = await _worked_out(verdict(game))
        self._asking, self._known = None, answer.tour or self._known
        self._say(game, (answer.said(game), ""))

    def _forget(self) -> None:
        if self._asking:
            self._asking.cancel()
            self._asking = None

    def _show(self, game: Game) -> None:
        self.game = game
        fixed = "start" in locked(self.lab.question)
        self._say(game, hand.told(game, fixed=fixed))
        if tour := game.tour:
            for tell in self.lab.winners:
                tell(tour)

    def _say(self, game: Game, told: tuple[str, str], hinted: Square | None = None) -> None:
        path = game.path
        outcome = Outcome(path=path, tour=game.tour, told=told, steps=len(path))
        self.lab.present(outcome, outcome, None)
        self._light(hinted)
        self._document.querySelector("#game [name=undo]").disabled = len(path) == 1
        for name in ("advise", "judge"):
            self._document.querySelector(f"#game [name={name}]").disabled = game.tour is not None

    def _light(self, hinted: Square | None = None) -> None:
        if self.game:
            self.lab.pinned = board.legal(self.lab.question, self.game, hinted)
            self.lab.picture.show("moves", self.lab.pinned)


async def _worked_out(work: Generator[Progress, None, Verdict]) -> Verdict:
    """Return what the work comes to, with rests between its slices."""
    pace = Pace()
    while True:
        try:
            next(work)
        except StopIteration as done:
            return cast("Verdict", done.value)
        await pace.rest()
