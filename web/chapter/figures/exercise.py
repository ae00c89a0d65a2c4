"""A question of the chapter and its answer fields, as HTML. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escape
from kt_core.language import N_
from web.chapter.book import section
from web.chapter.content.questions import Exercise
from web.chapter.figures.asked import asked_picture
from web.chapter.words import prose, translation


def exercise_html(name: str, seed: int, here: str, language: str) -> str:
    """Return a section's question for a seed; `here` is the prefix of ids."""
    asked = section(name, language).exercise(seed)
    head = escape(translation(language, N_("Question")))
    return (
        f'<p class="asks" id="{here}-asks"><b>{head}</b> {prose(asked.asks)}</p>'
        f"{_picture(asked, language)}{_choices(asked, here) or _entry(asked, language)}"
    )


def _picture(asked: Exercise, language: str) -> str:
    picture = asked_picture(asked, language)
    return f'<div class="question-board one">{picture}</div>' if picture else ""


def _choices(asked: Exercise, here: str) -> str:
    return "".join(
        f'<label class="choice"><input autocomplete="off" type="radio" name="{here}"'
        f' id="{here}-choice-{place}" value="{place}"><span>{prose(text)}</span></label>'
        for place, text in enumerate(asked.choices, start=1)
    )


def _entry(asked: Exercise, language: str) -> str:
    label, check = (
        escape(translation(language, text)) for text in (N_("Your answer"), N_("Check"))
    )
    mode = ' inputmode="decimal"' if asked.kind == "number" else ""
    return (
        f'<p class="entry"><label><span>{label}</span><input autocomplete="off" class="field"'
        f' name="reply" spellcheck="false" autocapitalize="off" maxlength="120"{mode}></label>'
        f'<button class="plain" type="button" name="check">{check}</button></p>'
    )
