"""A question of the chapter and its answer fields, as HTML. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escape
from kt_core.language import N_
from web.chapter.book import section
from web.chapter.content.questions import Exercise
from web.chapter.figures.picture import exercise_picture
from web.chapter.words import prose, translation


def exercise_html(name: str, seed: int, here: str, language: str) -> str:
    """Return a section's question for a seed; `here` is the prefix of ids."""
    exercise = section(name, language).exercise(seed)
    head = escape(translation(language, N_("Question")))
    return (
        f'<p class="asks" id="{here}-asks"><b>{head}</b> {prose(exercise.asks)}</p>'
        f"{_picture(exercise, language)}{_choices(exercise, here) or _entry(exercise, language)}"
    )


def _picture(exercise: Exercise, language: str) -> str:
    picture = exercise_picture(exercise, language)
    return f'<div class="question-board one">{picture}</div>' if picture else ""


def _choices(exercise: Exercise, here: str) -> str:
    return "".join(
        f'<label class="choice"><input autocomplete="off" type="radio" name="{here}"'
        f' id="{here}-choice-{place}" value="{place}"><span>{prose(text)}</span></label>'
        for place, text in enumerate(exercise.choices, start=1)
    )


def _entry(exercise: Exercise, language: str) -> str:
    label, check = (
        escape(translation(language, text)) for text in (N_("Your answer"), N_("Check"))
    )
    mode = ' inputmode="decimal"' if exercise.kind == "number" else ""
    return (
        f'<p class="entry"><label><span>{label}</span><input autocomplete="off" class="field"'
        f' name="reply" spellcheck="false" autocapitalize="off" maxlength="120"{mode}></label>'
        f'<button class="plain" type="button" name="check">{check}</button></p>'
    )
