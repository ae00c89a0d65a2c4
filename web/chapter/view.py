"""The chapter's regions of the page: tabs, contents, figures, questions. Pure.

The HTML has the whole chapter in both languages; this module draws the parts that depend on the
state. Ids begin with the section's name and its language: "graph-en".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from kt_core import svg
from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, speaking
from web.chapter.book import (
    LAB,
    UNANSWERED,
    GivenAnswer,
    Lesson,
    lesson,
    places,
    section,
    section_of,
    with_lesson,
)
from web.chapter.content import judge
from web.chapter.figures import layout, letters
from web.chapter.text import Values, chapter_language, prose, sections
from web.chapter.update import may_ask_another
from web.draw.patch import Lazy, Patches, attributes
from web.question import address
from web.question.question import Question
from web.state.state import ChapterState, State

if TYPE_CHECKING:
    from web.chapter.book import PlacedFigure
    from web.chapter.content.questions import Exercise
    from web.chapter.figures.figure import Figure

STEPS = ("+1", "-1")  # the buttons that turn a dial by a step


def chapter(state: State) -> Patches:
    """Yield the visible regions of the chapter; in the lab only the tabs."""
    now, speaks = lesson(state.question), chapter_language(state.language)
    yield ":root@view", attributes(data_view=now.section or None)
    hidden = not state.question.settings.solutions
    yield ":root@solutions", attributes(data_without_solutions=hidden)
    yield from _tabs(state, now)
    if now.section:
        with speaking(speaks):
            regions = [*_sections(state, now, speaks)]
        yield from regions


def built_regions(speaks: str) -> dict[str, Lazy]:
    """Return the regions of the chapter as the build draws them in one language."""
    question = with_lesson(Question().with_settings(lang=speaks), Lesson(sections()[0]))
    reading = ChapterState(touched=frozenset(places()))
    regions = chapter(State(question=question, chapter=reading))
    # The contents are left out: the current section depends on the address.
    inside = re.compile(rf"#(?!contents)\w+-{speaks}\b")
    return {name: part for name, part in regions if inside.match(name)}


def ident(place: str, language: str) -> str:
    """Return the id of a section in one language, which is also the prefix of its figures' ids."""
    return f"{place}-{language}"


def _tabs(state: State, now: Lesson) -> Patches:
    for name, where in ((LAB, "watch"), ("chapter", "chapter")):
        target = "" if name == LAB else now.section or state.chapter.left or sections()[0]
        link = address.write(with_lesson(state.question, replace(now, section=target)))
        here = "page" if state.where == where else None
        yield f"#views [data-to={name}]", attributes(href=link or "#", aria_current=here)
    back = state.chapter.tries and not now.section
    yield "#back", attributes(hidden=not back, html=escape(_("Back to the chapter")))


def _sections(state: State, now: Lesson, speaks: str) -> Patches:
    for name in sections():
        current = "true" if name == now.section else None
        yield f"#contents-{speaks} [data-to={name}]", attributes(aria_current=current)
    # Untouched figures remain as built, so that the page does not load their modules.
    touched = {section_of(each) for each in (*state.chapter.touched, *now.at, *now.answers)}
    for name in sections():
        if name in touched:
            yield from _section(state, name, now, speaks)


def _section(state: State, name: str, now: Lesson, speaks: str) -> Patches:
    part = section(name, speaks)
    for placed in part.figures:
        yield from _figure(placed, now, state.chapter, speaks)
    if part.questions:
        yield from _exercise(state, name, now.answers.get(name, UNANSWERED), speaks)


def _figure(placed: PlacedFigure, now: Lesson, reading: ChapterState, speaks: str) -> Patches:
    place, figure = placed.place, placed.figure
    wanted, counted = now.at.get(place, figure.first), reading.counted.get(place, ())
    values = figure.within(wanted, counted)
    lit = reading.lit[1] if reading.lit[0] == place else ""
    lit = "" if lit in STEPS else lit  # the pointer is on a button, which no figure highlights
    shown = figure.within(figure.preview(values, lit), counted)
    here, running = ident(place, speaks), _running(placed, values, wanted, reading)
    for region, lazy in chain(figure.patches(values, shown, lit), running):
        yield f"#{here}{'' if region.startswith('-') else '-figure'}{region}", lazy


def _running(
    placed: PlacedFigure, values: Values, wanted: Values, reading: ChapterState
) -> Patches:
    """Yield a figure's link and the buttons that play, stop and measure."""
    place, figure = placed.place, placed.figure
    link = figure.link(values)
    yield f" [data-try={place}]", attributes(href=link or None, hidden=not link)
    if figure.is_counted:  # the button stops a count by turning the dial back to its progress
        progress = str(figure.value_of(figure.player, values))
        turn = {"data_turn": figure.player, "data_value": progress}
        yield " [name=stop]", attributes(html=_("Stop"), hidden=values == wanted, **turn)
    if figure.player:
        runs = reading.runs == place
        title, pressed = _("Pause") if runs else _("Play"), "true" if runs else "false"
        yield " [name=run]", attributes(html=title, aria_pressed=pressed)
    if figure.measures:
        label = figure.measures[reading.measures == place]
        yield " [name=measure]", attributes(html=_(label))
        yield "-measured", Lazy(_result_html, figure, reading.measured.get(place))


def _result_html(figure: Figure, found: tuple[Values, int] | None) -> str:
    return prose(figure.result_sentence(*found)) if found else ""


def _exercise(state: State, name: str, given: GivenAnswer, speaks: str) -> Patches:
    here = ident(name, speaks)
    yield f"#{here}-question", Lazy(_question, name, replace(given, text="", again=False), speaks)
    exercise = section(name, speaks).exercise(given)
    if exercise.kind == "choice":
        for place in range(1, len(exercise.choices) + 1):
            chosen = attributes(checked=given.text == str(place))
            yield f"#{here}-question #{here}-choice-{place}", chosen
    else:
        yield f"#{here}-question [name=reply]", attributes(value=given.text)
    yield f"#{here}-verdict", Lazy(_verdict, name, given, speaks)
    yield f"#{here}-key", Lazy(_key, name, replace(given, text="", again=False), speaks)
    another = _("Another question")
    hidden = not may_ask_another(state, name)
    yield f"#{here}-exercise [name=another]", attributes(html=another, hidden=hidden)


def _question(name: str, given: GivenAnswer, speaks: str) -> str:
    """Return a question: its text, its picture and its fields."""
    exercise, here = section(name, speaks).exercise(given), ident(name, speaks)
    fields = _choices(exercise, here) or _entry(exercise)
    return exercise_words(exercise, f' id="{here}-asks"') + fields


def exercise_words(exercise: Exercise, attributes: str = "") -> str:
    """Return a question without its fields: its text, with further attributes, and its picture."""
    head, picture = escape(_("Question")), exercise_picture(exercise)
    board = f'<div class="question-board one">{picture}</div>' if picture else ""
    return f'<p class="asks"{attributes}><b>{head}</b> {prose(exercise.asks)}</p>{board}'


def _choices(exercise: Exercise, here: str) -> str:
    return "".join(
        f'<label class="choice"><input autocomplete="off" type="radio" name="{here}"'
        f' id="{here}-choice-{place}" value="{place}"><span>{prose(text)}</span></label>'
        for place, text in enumerate(exercise.choices, start=1)
    )


def _entry(exercise: Exercise) -> str:
    label, check = (escape(_(text)) for text in (N_("Your answer"), N_("Check")))
    mode = ' inputmode="decimal"' if exercise.kind == "number" else ""
    return (
        f'<p class="entry"><label><span>{label}</span><input autocomplete="off" class="field"'
        f' name="reply" spellcheck="false" autocapitalize="off" maxlength="120"{mode}></label>'
        f'<button class="plain" type="button" name="check">{check}</button></p>'
    )


def exercise_picture(exercise: Exercise) -> str:
    """Return the picture of a question as SVG; "" if it has none."""
    if exercise.kind == "square":
        return _board(exercise)
    if exercise.kind != "letters":
        return ""
    layers = (letters.ground(), letters.edges(exercise.graph), letters.vertices(()))
    label = _("A graph of six vertices, A to F")
    return letters.svg_of(map("".join, layers), label)


def _board(exercise: Exercise) -> str:
    """Return the board of a question about a square, with the path up to it."""
    board, path = exercise.position
    layers = (
        svg.squares(board, lambda square: f' data-reply="{board.name(square)}"'),
        svg.names(board),
        svg.line(board, path, of=len(board)),
        svg.ends(board, path),
        svg.knight(board, path[-1]),
    )
    return layout.board_svg(board, layers)


def _key(name: str, given: GivenAnswer, speaks: str) -> str:
    """Return the right answer to a question, for printing."""
    part = section(name, speaks)
    right = next(reply for reply in part.exercise(given).replies if reply.right)
    title, answer, why = (escape(each) for each in (part.title, right.answer, right.reason))
    return f"<b>{title}</b><br>{answer}<br>{why}"


def _verdict(name: str, given: GivenAnswer, speaks: str) -> Mapping[str, str | None]:
    if not given.text:
        return {"html": "", "data-right": None}
    judgment = judge.verdict(section(name, speaks).exercise(given), given.text)
    right = {True: "yes", False: "no", None: None}[judgment.right]
    return {"html": prose(judgment.sentence), "data-right": right}
