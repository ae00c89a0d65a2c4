"""States of the page that a reader can reach, with all work done."""

import re
from collections.abc import Callable
from html import unescape

from kt_core.board import Square
from kt_core.events import result_of
from kt_core.language import speaking
from web.chapter.book import section
from web.draw.patch import whole_patch
from web.lab.engine import Engine
from web.page.update import next_state
from web.page.view import view, whole_patches
from web.question.reading import understood
from web.search.answer import at_end
from web.search.predict import Prediction
from web.state.intents import Choose, Intent, Open, ReadText, ShowReading
from web.state.state import State


def final_state(state: State, engine: Engine) -> State:
    """Return the state after all work has finished; playback is at its end."""
    while state.search.doing:
        report = engine.go_on(state, 1.0)
        state = next_state(state, report) if report else state
    return state


def after(state: State, *intents: Intent) -> State:
    """Return the state after intents, each followed by the work that it starts."""
    engine = Engine()
    for intent in intents:
        state = final_state(next_state(state, intent), engine)
    return state


def opened(address: str, *intents: Intent) -> State:
    """Return the state after the page has answered an address, and then each intent."""
    return after(State(), Open(address), *intents)


def predicted(
    state: State, guess: Callable[[Prediction], Square] = lambda told: told.right[0]
) -> State:
    """Return the state after a complete prediction; the guesses are right, or those of `guess`."""
    while not at_end(state.question, state.search.answer):
        trace = state.search.answer.traces[0]
        moment = trace.at(state.question.step or 0)
        told = Prediction(trace, moment)
        state = after(state, Choose(guess(told) if told.right else moment.path[-1]))
    return state


def reads(state: State, text: str, **options: object) -> State:
    """Return the state after the dialog "Load" has read a text."""
    found = result_of(understood(text, state.question.board, options))
    return after(state, ReadText(1, len(text), options), ShowReading(found))


def patch(state: State, region: str) -> dict[str, str | bool | None]:
    """Return the patch of one region; `whole_patches` draws all of them."""
    with speaking(state.language):
        return whole_patch(view(state)[region])


def patches(state: State, start: str) -> dict[str, dict[str, str | bool | None]]:
    """Return the patches of the regions whose names start with a text."""
    with speaking(state.language):
        parts = view(state)
        return {name: whole_patch(parts[name]) for name in parts if name.startswith(start)}


def plain(html: object) -> str:
    """Return the text of HTML in one line, without drawings."""
    text = re.sub("<[^>]+>", " ", re.sub("<svg.*?</svg>", "", str(html), flags=re.DOTALL))
    return " ".join(unescape(text).split())


def right_answer(name: str) -> str:
    """Return the right answer to the built-in question of a section, if it is a word."""
    replies = section(name, "en").exercise().replies
    return next(reply.answer for reply in replies if reply.right)


def words(state: State) -> list[str]:
    """Return the visible and spoken texts of a state, without listings and square names."""
    texts = []
    for look in whole_patches(state).values():
        for name, value in look.items():
            if name == "html":
                html = re.sub(r"<(code|textarea|option)\b.*?</\1>", "", str(value), flags=re.DOTALL)
                texts += re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', html)
                texts += re.sub(r"<[^>]*>", "\n", html).split("\n")
            elif name in {"text", "aria-label", "aria-valuetext", "title", "cells"}:
                texts.append(str(value))
    keys = re.compile(r"(?:[\w-]+\u3001)+[a-z-]+", re.ASCII)  # values that an address may have
    return [keys.sub("", unescape(text)).strip() for text in texts if text.strip()]
