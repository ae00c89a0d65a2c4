"""One board on the page: its layers, of which only those that changed are drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kt_core.svg import is_large
from web.draw import board
from web.page.pace import Pace
from web.question.question import Question
from web.search.run import Outcome


class Picture:
    """Draws questions and their outcomes into the element of this name."""

    def __init__(self, document: Any, name: str) -> None:
        self.frame = document.getElementById(name)
        self._document = document
        self._layers: dict[str, str] = {}

    async def draw(self, question: Question, outcome: Outcome, *, is_there: bool = False) -> None:
        """Draw all of it, with rests; or just remember it, where build.py drew the same."""
        pace, layers = Pace(), {}
        for name, parts in board.layers(question, outcome).items():
            layers[name] = await pace.joined(parts)
        told = await pace.joined(board.told(question, outcome))
        if is_there:
            self._layers = layers
        else:
            await self._put(question, layers)
            self._label(question, outcome, told)

    def move(self, question: Question, outcome: Outcome) -> None:
        """Draw what changes from step to step, at once: the board is small."""
        layers = board.layers if self._ground(question) else board.moving_layers
        for name, parts in layers(question, outcome).items():
            self._renew(name, "".join(parts))
        self._label(question, outcome, "".join(board.told(question, outcome)))

    def forget(self) -> None:
        """Let the next drawing be of everything."""
        self._layers = {}

    def show(self, layer: str, drawing: str) -> None:
        """Draw one layer, if the board is one that has layers."""
        if self._layers:
            self._renew(layer, drawing)

    def dress(self, question: Question) -> None:
        """Let the looks follow what is asked to be seen."""
        self.frame.toggleAttribute("data-large", is_large(question.board))
        for name, value in board.frame(question).items():
            self.frame.setAttribute(name, value)

    async def _put(self, question: Question, layers: Mapping[str, str]) -> None:
        # The square that has the focus keeps it, although its element may be a new one.
        active = self._document.activeElement
        focused = active.getAttribute("data-square") if self.frame.contains(active) else None
        self._ground(question)
        self.dress(question)
        pace = Pace()
        for name, layer in layers.items():
            if self._renew(name, layer) and len(question.board) > board.SMALL:
                await pace.rest()  # a small board changes at once; a large one has thousands
        if focused and (square := self.frame.querySelector(f'[data-square="{focused}"]')):
            square.focus()

    def _ground(self, question: Question) -> bool:
        """Put down an empty board, unless there is one of this kind; return whether it is new."""
        picture = self.frame.firstElementChild
        known = picture and picture.getAttribute("data-board") == board.kind(question)
        if self._layers and known:
            return False
        self._layers = dict.fromkeys(board.layers(question), "")
        self.frame.innerHTML = board.assembled(question, self._layers)
        self.dress(question)
        return True

    def _renew(self, name: str, layer: str) -> bool:
        """Return whether the layer was drawn, because it is another than before."""
        if layer == self._layers.get(name):
            return False
        self.frame.querySelector(f"[data-layer={name}]").innerHTML = self._layers[name] = layer
        return True

    def _label(self, question: Question, outcome: Outcome, told: str) -> None:
        picture = self.frame.firstElementChild
        picture.setAttribute("aria-label", board.label(question, outcome))
        if told:
            picture.setAttribute("data-tour", told)
        else:
            picture.removeAttribute("data-tour")
