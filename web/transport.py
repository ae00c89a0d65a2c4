"""The controls below the board: what they show of a player, and of the steps it has passed."""

from __future__ import annotations

from typing import Any

from web.draw.timeline import WIDTH, step_at, timeline
from web.question.question import Question
from web.search.context import Context, happened
from web.search.player import SPEEDS, Player
from web.search.record import Moment
from web.view import words


class Transport:
    """Shows the step, the timeline and the speed."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._rail_drawn = -1  # the number of steps that it shows

    @property
    def speed(self) -> int:
        """The speed that the slider asks for, as a place in `SPEEDS`."""
        return int(self._element("speed").value)

    def as_built(self, player: Player) -> None:
        """Take over what build.py drew."""
        self._rail_drawn = player.length

    def tell(self, question: Question, player: Player | None) -> None:
        """Say and show where the player stands; there is none before the first search."""
        step, length = (player.step, player.length) if player else (0, 0)
        playing = bool(player and player.playing)
        slider, moment = self._element("timeline"), player.moment if player else Moment()
        slider.max, slider.value = str(max(length, 1)), str(step)
        total = f" of {length:,}" if player and player.ended else ""
        said = f"step {step:,}{total}{_what(question, player, moment)}"
        squares = "" if question.is_race else words.reached(question, moment)
        self._element("at").textContent, self._element("of").textContent = said, squares
        slider.setAttribute("aria-valuetext", ", ".join(filter(None, (said, squares))))
        self._element("reading").setAttribute("aria-live", "off" if playing else "polite")
        self._button("play").hidden, self._button("pause").hidden = playing, not playing

    def draw_rail(self, context: Context | None, player: Player | None, *, anew: bool) -> None:
        """Draw the timeline; where it is known, or `anew` says not to, just how much is played."""
        rail = self._element("rail")
        played = rail.querySelector("clipPath rect")
        length = player.length if player else 0
        if not (context and player and length):
            rail.innerHTML, self._rail_drawn = "", 0
        elif played and self._rail_drawn == length:
            played.setAttribute("width", f"{WIDTH * player.step / length:.2f}")
        elif anew:
            rail.innerHTML = timeline(context, player.step)
            self._rail_drawn = length

    def tell_past(self, context: Context, x: float) -> None:
        """Say what happened where the pointer is, at `x` CSS pixels of the window."""
        box = self._element("timeline").getBoundingClientRect()
        step = step_at(context.record, (x - box.left) / max(box.width, 1))
        said = happened(context, step)
        self._element("square").textContent = said[:1].upper() + said[1:]

    def tell_speed(self, speed: int) -> None:
        """Say how fast it goes."""
        rate = SPEEDS[speed]
        self._element("rate").textContent = "fastest" if rate is None else f"{rate:,} / s"
        self._element("speed").setAttribute(
            "aria-valuetext", "as fast as it goes" if rate is None else f"{rate:,} steps a second"
        )

    def _button(self, name: str) -> Any:
        return self._element("transport").querySelector(f"button[name={name}]")

    def _element(self, name: str) -> Any:
        return self._document.getElementById(name)


def _what(question: Question, player: Player | None, moment: Moment) -> str:
    """Return what the step was: ": c7", or ": back from c7"."""
    if player and len(player.records) > 1:
        return " of each"
    name = str if question.is_letters else question.board.name
    if moment.found:
        return ": the whole path" if question.is_letters else ": a tour"
    if moment.left is not None:
        return f": back from {name(moment.left)}"
    return f": {name(moment.path[-1])}" if moment.path else ""
