"""The chapter's regions of the page: tabs, contents, figures and verdicts. Pure.

The HTML has the whole chapter in both languages; this module draws the parts that depend on the
state. Ids begin with the section's name and its language: "graph-en".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kt_core.drawing.shapes import escape
from kt_core.language import _, speaking
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
from web.chapter.figures import exercise, registry
from web.chapter.text import Values, language, prose, sections
from web.chapter.update import may_ask_another
from web.draw.patch import Lazy, Patches, attributes
from web.question import address
from web.question.question import Question
from web.state.state import ChapterState, State

if TYPE_CHECKING:
    from web.chapter.content.figures import Figure
    from web.chapter.figures.registry import FigureView

STEPS = ("+1", "-1")  # the buttons that turn a dial by a step


def chapter(state: State) -> Patches:
    """Yield the visible regions of the chapter; in the lab only the tabs."""
    now, speaks = lesson(state.question), language(state)
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
    inside = re.compile(
        rf"#(?!contents)\w+-{speaks}\b"
    )  # the current section depends on the address
    return {name: part for name, part in regions if inside.match(name)}


def ident(place: str, language: str) -> str:
    """Return the id of a section in one language, which is also the prefix of its figures' ids."""
    return f"{place}-{language}"


def _tabs(state: State, now: Lesson) -> Patches:
    for name, where in ((LAB, "watch"), ("chapter", "chapter")):
        target = _target(name, now, state.chapter.left)
        link = address.write(with_lesson(state.question, replace(now, section=target)))
        here = "page" if state.where == where else None
        yield f"#views [data-to={name}]", attributes(href=link or "#", aria_current=here)
    back = state.chapter.tries and not now.section
    yield "#back", attributes(hidden=not back, html=escape(_("Back to the chapter")))


def _target(name: str, now: Lesson, left: str) -> str:
    if name == LAB:
        return ""
    return now.section or left or sections()[0]


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
        yield from _figure(placed.place, placed.figure, now, state.chapter, speaks)
    if part.questions:
        yield from _exercise(state, name, now.answers.get(name, UNANSWERED), speaks)


def _figure(place: str, figure: Figure, now: Lesson, reading: ChapterState, speaks: str) -> Patches:
    here, wanted = ident(place, speaks), now.at.get(place, figure.first)
    values = figure.within(wanted, reading.counted.get(place, ()))
    view, lit = _figure_view(figure.kind), reading.lit[1] if reading.lit[0] == place else ""
    lit = "" if lit in STEPS else lit  # the pointer is on a button, which no figure highlights
    shown_values, word = values, lit.removeprefix("=")
    if (view.follows or word != lit) and word.isdigit():
        shown_values = figure.within_ends((int(word), *values[1:]))
        shown_values = figure.within(shown_values, reading.counted.get(place, ()))
    for region, lazy in view.regions(figure.words, shown_values, lit):
        yield f"#{here}{'' if region.startswith('-') else '-figure'}{region}", lazy
    yield f"#{here}-said", Lazy(_sentence, figure.kind, figure.words, shown_values)
    yield f"#{here}-drawing@label", Lazy(_label, figure.kind, figure.words, shown_values)
    link = figure.link(values)
    yield f"#{here}-figure [data-try={place}]", attributes(href=link or None, hidden=not link)
    if view.counts:
        stop = _stop(figure, values, under_way=values != wanted)
        yield f"#{here}-figure [name=stop]", stop
    if figure.player:
        runs = reading.runs == place
        title = _("Pause") if runs else _("Play")
        yield (
            f"#{here}-figure [name=run]",
            attributes(html=title, aria_pressed="true" if runs else "false"),
        )
    if view.guess:
        for region, lazy in view.guess.regions(figure, values):
            yield f"#{here}{'' if region.startswith('-') else '-figure'}{region}", lazy
    if view.measurement:
        yield from _measurement(place, figure, view.measure_labels, reading, speaks)


def _measurement(
    place: str, figure: Figure, labels: tuple[str, str], reading: ChapterState, speaks: str
) -> Patches:
    here, busy = ident(place, speaks), reading.measures == place
    yield f"#{here}-figure [name=measure]", attributes(html=_(labels[busy]))
    found = reading.measured.get(place)
    yield f"#{here}-measured", Lazy(_measurement_patch, figure.kind, figure.words, found)


def _stop(figure: Figure, values: Values, *, under_way: bool) -> Lazy:
    """Return the button that stops a count by turning the dial back to the present progress."""
    progress = next(value for dial, value in zip(figure.dials, values, strict=True) if dial.plays)
    turn = {"data_turn": figure.player, "data_value": str(progress)}
    return attributes(html=_("Stop"), hidden=not under_way, **turn)


def _measurement_patch(
    kind: str, words: tuple[str, ...], found: tuple[Values, int] | None
) -> Mapping[str, str]:
    sentence = _figure_view(kind).measurement
    return {"html": prose(sentence(words, *found)) if found and sentence else ""}


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


def _question(name: str, given: GivenAnswer, speaks: str) -> Mapping[str, str]:
    return {"html": exercise.exercise_html(name, given, ident(name, speaks), speaks)}


def _key(name: str, given: GivenAnswer, speaks: str) -> Mapping[str, str]:
    """Return the right answer to a question, for printing."""
    part = section(name, speaks)
    right = next(reply for reply in part.exercise(given).replies if reply.right)
    title, answer, why = (escape(each) for each in (part.title, right.answer, right.reason))
    return {"html": f"<b>{title}</b><br>{answer}<br>{why}"}


def _verdict(name: str, given: GivenAnswer, speaks: str) -> Mapping[str, str | None]:
    if not given.text:
        return {"html": "", "data-right": None}
    judgment = judge.verdict(section(name, speaks).exercise(given), given.text)
    right = {True: "yes", False: "no", None: None}[judgment.right]
    return {"html": prose(judgment.sentence), "data-right": right}


def _sentence(kind: str, words: tuple[str, ...], values: tuple[int, ...]) -> str:
    return prose(_figure_view(kind).sentence(words, values))


def _label(kind: str, words: tuple[str, ...], values: tuple[int, ...]) -> Mapping[str, str]:
    return {"aria-label": _figure_view(kind).sentence(words, values)}


def _figure_view(kind: str) -> FigureView:
    return registry.VIEWS[kind]
