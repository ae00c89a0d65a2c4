"""Wishes about the chapter: what is in view, dials, answers. Pure.

What an address says of it the question keeps, so that links and course books keep it too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from web.lesson.book import section, sections
from web.lesson.lesson import Lesson, lesson, with_lesson
from web.lesson.words import LONGEST_CHARACTERS
from web.question import address
from web.state import intents
from web.state.begin import with_opened_question
from web.state.effects import Measure, Push, Scroll
from web.state.intents import on
from web.state.state import State


def view(state: State, intent: intents.View) -> State:
    """Show a section, or the lab; what is asked there stays as it is."""
    name = intent.name if intent.name in sections() else ""
    turns = bool(name) != bool(lesson(state.question).section)
    there = _at_section(state, name).then(Scroll(name))
    return there.then(Push()) if turns else there


def sight(state: State, intent: intents.Sight) -> State:
    """Note which section is read, as the chapter goes by; the lab is in sight by itself."""
    here = lesson(state.question).section
    known = here and intent.section in sections()
    return _at_section(state, intent.section) if known and intent.section != here else state


def _at_section(state: State, name: str) -> State:
    before = lesson(state.question)
    left, runs = before.section or state.reading.left, state.reading.runs
    reading = replace(
        state.reading, runs=runs if name else "", lit=("", ""), left=left, tries=False
    )
    return _kept(replace(state, reading=reading), replace(before, section=name))


def turn(state: State, intent: intents.Turn) -> State:
    """Turn a dial; one that is turned by hand goes on by itself no more."""
    if intent.section not in sections():
        return state
    figure, now = section(intent.section, "en").figure, lesson(state.question)
    if not figure:
        return state
    values = figure.turned(now.at.get(intent.section, figure.first), intent.dial, intent.text)
    at = {**now.at, intent.section: values}
    if values == figure.first:
        del at[intent.section]
    goes = state.reading.runs == intent.section and not figure.at_end(values)
    reading = replace(state.reading, runs=intent.section if goes else "")
    return _kept(replace(state, reading=reading), replace(now, at=_in_order(at)))


def light(state: State, intent: intents.Light) -> State:
    """Light what the pointer is on."""
    lit = (intent.section, intent.value) if intent.value else ("", "")
    return replace(state, reading=replace(state.reading, lit=lit))


def reply(state: State, intent: intents.Reply) -> State:
    """Keep an answer; one that is empty takes the answer back."""
    if intent.section not in sections():
        return state
    now = lesson(state.question)
    said = {**now.said, intent.section: intent.text.strip()[:LONGEST_CHARACTERS]}
    filled = {name: text for name, text in said.items() if text}
    return _kept(state, replace(now, said=_in_order(filled)))


def run(state: State, intent: intents.Run) -> State:
    """Let a figure go on by itself, from its beginning where it has come to its end."""
    figure = section(intent.section, "en").figure if intent.section in sections() else None
    if not figure or not figure.player:
        return replace(state, reading=replace(state.reading, runs=""))
    values = lesson(state.question).at.get(intent.section, figure.first)
    if figure.at_end(values):
        state = turn(state, intents.Turn(intent.section, figure.player, "0"))
    return replace(state, reading=replace(state.reading, runs=intent.section))


def measure(state: State, intent: intents.Measure) -> State:
    """Begin to measure, anew where that was done before."""
    if intent.section not in sections() or state.reading.measures:
        return state
    before = {k: v for k, v in state.reading.measured.items() if k != intent.section}
    reading = replace(state.reading, measures=intent.section, measured=before)
    return replace(state, reading=reading).then(Measure(intent.section))


def measured(state: State, intent: intents.Measured) -> State:
    """Take over what has been measured."""
    if intent.section != state.reading.measures:
        return state
    told = {**state.reading.measured, intent.section: (intent.values, intent.milliseconds)}
    under_way = "" if intent.done else intent.section
    return replace(state, reading=replace(state.reading, measures=under_way, measured=told))


def try_(state: State, intent: intents.Try) -> State:
    """Ask in the lab what a figure shows; the way back leads to its section."""
    figure = section(intent.section, "en").figure if intent.section in sections() else None
    if not figure:
        return state
    now = lesson(state.question)
    shown = figure.link(now.at.get(intent.section, figure.first))
    question, faults = address.read(intent.address or shown)
    question = with_lesson(
        replace(question, settings=state.question.settings), replace(now, section="")
    )
    reading = replace(state.reading, runs="", lit=("", ""), left=intent.section, tries=True)
    left = replace(state, reading=reading)
    return with_opened_question(left, question, tuple(faults), wanted=True).then(Scroll(""), Push())


def _kept(state: State, now: Lesson) -> State:
    return replace(state, question=with_lesson(state.question, now))


def _in_order(of: Mapping[str, Any]) -> dict[str, Any]:
    return {name: of[name] for name in sections() if name in of}


OfSection = TypeVar(
    "OfSection", intents.Turn, intents.Light, intents.Reply, intents.Run, intents.Measure
)


def touching(handler: Callable[[State, OfSection], State]) -> Callable[[State, OfSection], State]:
    """Return the handler that also notes which section is touched: it is drawn from then on."""

    def touch(state: State, intent: OfSection) -> State:
        after = handler(state, intent)
        named = {intent.section} & set(sections())
        reading = replace(after.reading, touched=after.reading.touched | named)
        return replace(after, reading=reading)

    return touch


HANDLERS: intents.Handlers = {
    **on(intents.View, view),
    **on(intents.Sight, sight),
    **on(intents.Turn, touching(turn)),
    **on(intents.Light, touching(light)),
    **on(intents.Reply, touching(reply)),
    **on(intents.Run, touching(run)),
    **on(intents.Measure, touching(measure)),
    **on(intents.Measured, measured),
    **on(intents.Try, try_),
}
