"""The chapter as regions of the page: tabs, contents, figures and what is said to answers. Pure.

All of it is in the HTML in both languages; here stands what follows the state. Ids begin with the
section's name and its language: "graph-en".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kt_core.drawing.shapes import escape
from kt_core.language import N_
from web.draw.patch import Lazy, Patches, attributes, text
from web.lesson.book import section, sections
from web.lesson.lesson import LAB, Lesson, Values, lesson, with_lesson
from web.lesson.words import language, translation
from web.question import address
from web.question.question import Question
from web.state.state import Reading, State

if TYPE_CHECKING:
    from web.figure.registry import FigureView

TABS = {LAB: N_("Lab"), "chapter": N_("Chapter")}


def chapter(state: State) -> Patches:
    """Return what of the chapter is seen; in the lab, only the way to it."""
    now, speaks = lesson(state.question), language(state)
    yield ":root@view", attributes(data_view=now.section or None)
    yield from _tabs(state.question, now, state.reading, speaks)
    if now.section:
        yield from _sections(now, state.reading, speaks)


def built(speaks: str) -> dict[str, Lazy]:
    """Return the regions of the chapter as the build draws them in one language."""
    question = with_lesson(Question().with_settings(lang=speaks), Lesson(sections()[0]))
    reading = Reading(touched=frozenset(sections()))
    regions = chapter(State(question=question, reading=reading))
    inside = re.compile(rf"#(?!contents)\w+-{speaks}\b")  # the address says which is current
    return {name: part for name, part in regions if inside.match(name)}


def ident(section: str, language: str) -> str:
    """Return the id of a section in one language."""
    return f"{section}-{language}"


def _tabs(question: Question, now: Lesson, reading: Reading, speaks: str) -> Patches:
    for name, title in TABS.items():
        here = (name == LAB) != bool(now.section)
        link = address.write(
            with_lesson(question, replace(now, section=_target(name, now, reading.left)))
        )
        yield (
            f"#views [data-to={name}]",
            attributes(href=link or "#", aria_current="page" if here else None),
        )
        yield f"#views [data-to={name}]@text", text(translation(speaks, title))
    back = reading.tries and not now.section
    yield (
        "#back",
        attributes(hidden=not back, html=escape(translation(speaks, "Back to the chapter"))),
    )


def _target(name: str, now: Lesson, left: str) -> str:
    if name == LAB:
        return ""
    return now.section or left or sections()[0]


def _sections(now: Lesson, reading: Reading, speaks: str) -> Patches:
    for name in sections():
        current = "true" if name == now.section else None
        yield f"#contents-{speaks} [data-to={name}]", attributes(aria_current=current)
    # A section that nobody has touched stands as it was built: a page starts without its modules.
    touched = reading.touched.union(now.at, now.said)
    for name in sections():
        if name in touched:
            yield from _section(name, now, reading, speaks)


def _section(name: str, now: Lesson, reading: Reading, speaks: str) -> Patches:
    here, part = ident(name, speaks), section(name, speaks)
    if figure := part.figure:
        values, view = now.at.get(name, figure.first), _figure_view(figure.kind)
        lit = reading.lit[1] if reading.lit[0] == name else ""
        for region, lazy in view.regions(figure.words, values, lit, speaks):
            yield f"#{here}{region}", lazy
        yield f"#{here}-said", Lazy(_sentence, figure.kind, figure.words, values, speaks)
        yield f"#{here}-drawing@label", Lazy(_label, figure.kind, figure.words, values, speaks)
        yield f"#{here} [data-try={name}]", attributes(href=figure.link(values))
        if figure.player:
            runs = reading.runs == name
            title = translation(speaks, N_("Pause") if runs else N_("Play"))
            yield f"#{here} [name=run]", attributes(html=title, aria_pressed=_switch(runs))
        if view.measurement:
            yield from _measurement(name, figure.kind, reading, speaks)
    if part.exercise:
        yield from _exercise(name, now, speaks)


def _measurement(name: str, kind: str, reading: Reading, speaks: str) -> Patches:
    here, busy = ident(name, speaks), reading.measures == name
    label = translation(speaks, N_("Measuring …") if busy else N_("Measure it here"))
    yield f"#{here} [name=measure]", attributes(html=label, disabled=bool(reading.measures))
    yield f"#{here}-measured", Lazy(_measurement_patch, kind, reading.measured.get(name), speaks)


def _measurement_patch(
    kind: str, found: tuple[Values, int] | None, speaks: str
) -> Mapping[str, str]:
    sentence = _figure_view(kind).measurement
    return {"html": escape(sentence(*found, speaks)) if found and sentence else ""}


def _exercise(name: str, now: Lesson, speaks: str) -> Patches:
    answer, here = now.said.get(name, ""), ident(name, speaks)
    yield f"#{here}-verdict", Lazy(_verdict, name, answer, speaks)

    asked = section(name, speaks).exercise
    assert asked
    if asked.kind == "choice":
        for place in range(1, len(asked.choices) + 1):
            yield f"#{here}-choice-{place}", attributes(checked=answer == str(place))
    else:
        yield f"#{here} [name=reply]", attributes(value=answer)


def _verdict(name: str, answer: str, speaks: str) -> Mapping[str, str | None]:
    asked = section(name, speaks).exercise
    if not (asked and answer):
        return {"html": "", "data-right": None}
    from web.lesson.judge import verdict

    judgement = verdict(asked, answer, speaks)
    right = {True: "yes", False: "no", None: None}[judgement.right]
    return {"html": escape(judgement.said), "data-right": right}


def _sentence(
    kind: str, words: tuple[str, ...], values: tuple[int, ...], speaks: str
) -> Mapping[str, str]:
    return {"html": escape(_figure_view(kind).sentence(words, values, speaks))}


def _label(
    kind: str, words: tuple[str, ...], values: tuple[int, ...], speaks: str
) -> Mapping[str, str]:
    return {"aria-label": _figure_view(kind).sentence(words, values, speaks)}


def _figure_view(kind: str) -> FigureView:
    from web.figure.registry import VIEWS  # which a page in the lab starts without

    return VIEWS[kind]


def _switch(on: bool) -> str:  # noqa: FBT001
    return "true" if on else "false"
