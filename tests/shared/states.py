"""States of the page, come to as a reader comes to them, with all work done."""

import re
from html import unescape

from web.chapter.book import section
from web.lab.engine import Engine
from web.state.intents import Intent, Open
from web.state.state import State
from web.update import next_state
from web.view import whole_patches


def final_state(state: State, engine: Engine) -> State:
    """Return the state when all that is under way has come to its end; what plays is seen whole."""
    while state.search.doing:
        report = engine.go_on(state, 1.0)
        state = next_state(state, report) if report else state
    return state


def after(state: State, *intents: Intent) -> State:
    """Return the state after intents, each of them with the work that it asks for."""
    engine = Engine()
    for intent in intents:
        state = final_state(next_state(state, intent), engine)
    return state


def opened(address: str, *intents: Intent) -> State:
    """Return the state in which the page has answered an address, and then each intent."""
    return after(State(), Open(address), *intents)


def right_answer(name: str) -> str:
    """Return the right answer to the question that is built into a section, where it is a word."""
    replies = section(name, "en").exercise().replies
    return next(reply.answer for reply in replies if reply.right)


def words(state: State) -> list[str]:
    """Return the texts of a state, seen or spoken, without listings and names of squares."""
    texts = []
    for look in whole_patches(state).values():
        for name, value in look.items():
            if name == "html":
                html = re.sub(r"<(code|textarea|option)\b.*?</\1>", "", str(value), flags=re.DOTALL)
                texts += re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', html)
                texts += re.sub(r"<[^>]*>", "\n", html).split("\n")
            elif name in {"text", "aria-label", "aria-valuetext", "title", "cells"}:
                texts.append(str(value))
    keys = re.compile(r"(?:[\w-]+\u3001)+[a-z-]+", re.ASCII)  # what an address may say
    return [keys.sub("", unescape(text)).strip() for text in texts if text.strip()]
