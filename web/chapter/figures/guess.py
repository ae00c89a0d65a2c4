"""The reader's guess about a search before it runs, made with one tap in place of Play. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kt_core.drawing.shapes import escape
from kt_core.language import N_
from web.chapter.content.figures import Figure
from web.chapter.content.scales import SKIPPED
from web.chapter.lesson import Values
from web.chapter.words import Words, translation
from web.draw.patch import Lazy, Patches, attributes

YES_OR_NO = (N_("Yes"), N_("No"))


@dataclass(frozen=True)
class Guess:
    """The question, the two answers, and the right one: 1 or 2, or 0 until the figure shows it."""

    asks: Callable[[Words, Values, str], str]
    right: Callable[[Words, Values], int]
    answers: Callable[[Words, Values], tuple[str, str]] = lambda *_: YES_OR_NO

    def regions(self, figure: Figure, values: Values, language: str) -> Patches:
        """Yield the guess, which hides the button that runs the figure until it is made."""
        made = figure.value_of("bet", values)
        right = self.right(figure.words, values) if made not in (0, SKIPPED) else 0
        asks = self.asks(figure.words, values, language)
        yield "-guess", Lazy(_look, asks, self.answers(figure.words, values), made, right, language)
        yield " [name=run]@hidden", attributes(hidden=not made)


def _look(
    asks: str, answers: tuple[str, str], made: int, right: int, language: str
) -> dict[str, object]:
    names = [escape(translation(language, each)) for each in answers]
    if made in (0, SKIPPED):
        skip = escape(translation(language, N_("Just play")))
        buttons = "".join(_button("plain", n, name) for n, name in enumerate(names, start=1))
        html = f"<span>{escape(asks)}</span>{buttons}{_button('word', SKIPPED, skip)}"
        return {"html": html, "hidden": made == SKIPPED}
    sentence = translation(language, N_("Your guess: {answer}."), answer=names[made - 1])
    if right:
        verdict = N_("It was right.") if made == right else N_("It was wrong.")
        sentence += ("" if language == "zh" else " ") + translation(language, verdict)
    return {"html": f"<span>{escape(asks)} {sentence}</span>", "hidden": False}


def _button(looks: str, value: int, name: str) -> str:
    turns = f'data-turn="bet" data-value="{value}"'
    return f'<button class="{looks}" type="button" {turns}>{name}</button>'
