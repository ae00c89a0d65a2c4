"""Handlers of the chapter: sections, dials, answers. Pure.

The question stores the state of the chapter, so links and course books include it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from web.chapter.book import (
    UNANSWERED,
    GivenAnswer,
    Lesson,
    figure_at,
    has_question,
    is_right,
    lesson,
    places,
    section,
    section_of,
    with_lesson,
)
from web.chapter.text import LONGEST_CHARACTERS, Values, sections
from web.question import address
from web.question.question import EVERY
from web.state import intents
from web.state.begin import with_opened_question
from web.state.intents import Handler, handlers
from web.state.state import Draw, Push, Scroll, State

MOST = "9999999"  # beyond the end of every dial

MOST_SEED = 100_000


def show_section(state: State, intent: intents.ShowSection) -> State:
    """Show a section, or the lab with its question unchanged."""
    name = intent.name if intent.name in sections() else ""
    turns = bool(name) != bool(lesson(state.question).section)
    opens_at_title = turns and name == sections()[0]
    after = _at_section(state, name).then(Scroll("" if opens_at_title else name))
    return after.then(Push()) if turns else after


def accept_section_in_view(state: State, intent: intents.SectionInView) -> State:
    """Store the section that is scrolled into view; in the lab nothing changes."""
    here = lesson(state.question).section
    known = here and intent.section in sections()
    if not known or intent.section == here:
        return state
    return with_drawn_question(_at_section(state, intent.section), intent.section)


def _at_section(state: State, name: str) -> State:
    before = lesson(state.question)
    left, runs = before.section or state.chapter.left, state.chapter.runs if name else ""
    there = state.with_chapter(runs=runs, lit=("", ""), left=left, tries=False)
    return _with_lesson(there, replace(before, section=name))


def turn_dial(state: State, intent: intents.TurnDial) -> State:
    """Turn a dial; turning it by hand ends its playback."""
    figure, now = figure_at(intent.section), lesson(state.question)
    if not figure:
        return state
    values = figure.after_turn(now.at.get(intent.section, figure.first), intent.dial, intent.text)
    at = {**now.at, intent.section: values}
    if values == figure.first:
        del at[intent.section]
    goes = state.chapter.runs == intent.section and not figure.at_end(values)
    after = state.with_chapter(runs=intent.section if goes else "")
    if intent.dial != figure.player:
        after = _without_measurement(after, intent.section)
    return _with_lesson(after, replace(now, at=_in_order(at)))


def _without_measurement(state: State, name: str) -> State:
    """Return the state without the measurement of a section."""
    known, measures = state.chapter.measured, state.chapter.measures
    measured = {other: found for other, found in known.items() if other != name}
    return state.with_chapter(measures="" if measures == name else measures, measured=measured)


def highlight(state: State, intent: intents.Highlight) -> State:
    """Highlight the part under the pointer."""
    lit = (intent.section, intent.value) if intent.value else ("", "")
    return state.with_chapter(lit=lit)


def give_answer(state: State, intent: intents.GiveAnswer) -> State:
    """Store an answer; an empty one deletes it."""
    if intent.section not in sections():
        return state
    now, text = lesson(state.question), intent.text.strip()[:LONGEST_CHARACTERS]
    before = now.answers.get(intent.section, UNANSWERED)
    if text == before.text:
        return state
    again = before.again or is_right(intent.section, before) is False
    return _with_answer(state, now, intent.section, replace(before, text=text, again=again))


def ask_another(state: State, intent: intents.AskAnother) -> State:
    """Ask another question of a section, drawn from a random number.

    A section with several kinds of questions moves on to the next kind. In a task, another
    question is given only after a wrong answer, or if the task asks all of them.
    """
    if not (has_question(intent.section) and may_ask_another(state, intent.section)):
        return state
    now, part = lesson(state.question), section(intent.section, "en")
    names, before = part.question_names, now.answers.get(intent.section)
    seed = 1 + intent.chance % MOST_SEED
    if asks_all(state):
        name = now.open_questions(intent.section)[0]
        answered = tuple(each for each in now.given(intent.section) if each.text)
        now = replace(now, earlier={**now.earlier, intent.section: answered})
    elif before or not state.task.is_set:
        last = before or UNANSWERED
        name = names[(names.index(part.asked(last)) + 1) % len(names)]
        seed += seed == last.seed
    else:
        chosen = lesson(state.task.question).questions
        name = chosen if chosen in names else names[seed % len(names)]
    return _with_answer(state, now, intent.section, GivenAnswer(seed=seed, question=name))


def may_ask_another(state: State, name: str) -> bool:
    """Return True if the reader may ask for another question of a section."""
    now = lesson(state.question)
    given = now.answers.get(name)
    if not given or not state.task.is_set:
        return True
    if asks_all(state):
        return bool(given.text and now.open_questions(name))
    return given.again or is_right(name, given) is False


def asks_all(state: State) -> bool:
    """Return True if the task asks all questions of a section, one after the other."""
    return lesson(state.task.question).questions == EVERY


def with_drawn_question(state: State, name: str) -> State:
    """Return the state of a task that draws a random question for a section."""
    drawn = state.task.kind == "section" and state.task.is_set and has_question(name)
    given = lesson(state.question).answers.get(name)
    return state.then(Draw(name)) if drawn and not given else state


def _with_answer(state: State, now: Lesson, name: str, given: GivenAnswer) -> State:
    every = {**now.answers, name: given}
    answers = {name: each for name, each in every.items() if each != UNANSWERED}
    return _with_lesson(state, replace(now, answers=_in_order(answers)))


def run_figure(state: State, intent: intents.RunFigure) -> State:
    """Play a figure, from the beginning if it is at its end."""
    figure = figure_at(intent.section)
    if not figure or not figure.player:
        return state.with_chapter(runs="")
    values = lesson(state.question).at.get(intent.section, figure.first)
    if figure.counts(values) is not None:  # a count is played to its end at once
        return turn_dial(state, intents.TurnDial(intent.section, figure.player, MOST))
    if figure.at_end(values):
        state = turn_dial(state, intents.TurnDial(intent.section, figure.player, "0"))
    return state.with_chapter(runs=intent.section)


def measure(state: State, intent: intents.Measure) -> State:
    """Start a measurement, or repeat it; stop it if it is running."""
    if not figure_at(intent.section):
        return state
    if state.chapter.measures == intent.section:
        return state.with_chapter(measures="")
    return _without_measurement(state, intent.section).with_chapter(measures=intent.section)


def accept_measurement(state: State, intent: intents.Measured) -> State:
    """Store the values measured so far."""
    if intent.section != state.chapter.measures:
        return state
    measured = {**state.chapter.measured, intent.section: (intent.values, intent.milliseconds)}
    return state.with_chapter(measures="" if intent.done else intent.section, measured=measured)


def accept_count(state: State, intent: intents.Counted) -> State:
    """Store the progress of a count."""
    return state.with_chapter(counted={**state.chapter.counted, intent.section: intent.values})


def counting(state: State) -> tuple[str, Values] | None:
    """Return a figure of the visible section and the values for its unfinished count, if any."""
    now, reading = lesson(state.question), state.chapter
    for place in reading.touched.union(now.at) if now.section else ():
        figure = figure_at(place) if section_of(place) == now.section else None
        values = now.at.get(place, figure.first) if figure else ()
        reached = figure.within(values, reading.counted.get(place, ())) if figure else ()
        if figure and reached != values and (request := figure.counts(values)) is not None:
            return place, request
    return None


def try_in_lab(state: State, intent: intents.TryInLab) -> State:
    """Ask the question of a figure in the lab, with a link back to its section."""
    figure, now = figure_at(intent.section), lesson(state.question)
    shown = figure.link(now.at.get(intent.section, figure.first)) if figure else ""
    if not (intent.address or shown):
        return state
    question, faults = address.read(intent.address or shown)
    question = with_lesson(
        replace(question, settings=state.question.settings), replace(now, section="")
    )
    left = state.with_chapter(runs="", lit=("", ""), left=section_of(intent.section), tries=True)
    return with_opened_question(left, question, tuple(faults), wanted=True).then(Scroll(""), Push())


def _with_lesson(state: State, now: Lesson) -> State:
    return replace(state, question=with_lesson(state.question, now))


def _in_order(of: Mapping[str, Any]) -> dict[str, Any]:
    return {name: of[name] for name in places() if name in of}


def _touching(handler: Handler) -> Handler:
    """Return the handler that also marks its section as touched, so that Python draws it."""

    def touch(state: State, intent: intents.OfSection) -> State:
        after = handler(state, intent)
        named = {intent.section} & set(places())
        return after.with_chapter(touched=after.chapter.touched | named)

    return touch


HANDLERS = {
    kind: _touching(handler) if issubclass(kind, intents.OfSection) else handler
    for kind, handler in handlers(globals()).items()
}
