"""Carry out the effects in `web.state.state`.

Modules for the dialogs are imported on demand; messages to the host page go through its bridge, if
there is one.
"""

from __future__ import annotations

from random import randrange
from typing import Any

from web.chapter.text import chapter_language
from web.page import share
from web.page.late import PARTS
from web.page.page import Page
from web.state import intents
from web.state.state import Copy, Draw, Effect, Focus, HostEffect, Push, Save, Scroll, ScrollToBoard

CHANCES = 10_000  # the seed for the question of a section


def do(page: Page, effect: Effect) -> None:
    """Carry out an effect of an update."""
    match effect:
        case Focus(selector):
            _focus(page, selector)
        case Scroll(section):
            _scroll_to_section(page, section)
        case ScrollToBoard():
            _scroll_to_board(page)
        case Push():
            page.address.push()
        case Draw(section):
            page.dispatch(intents.AskAnother(section, randrange(CHANCES)))
        case Copy() | Save():
            page.start(_share(page, effect))
        case HostEffect():
            page.tell(effect)
        case _:
            raise TypeError(effect)


def _focus(page: Page, selector: str) -> None:
    element = _give_focus(page, selector)
    if not (element and element.matches(":focus")):
        page.start(_focus_later(page, selector))  # it is still being written, or hidden


async def _focus_later(page: Page, selector: str) -> None:
    await page.written()
    _give_focus(page, selector)


def _give_focus(page: Page, selector: str) -> Any:
    """Focus an element and select its text, as the Tab key does; return the element."""
    if element := page.document.querySelector(selector):
        element.focus()
        if element.matches("input"):
            element.select()
    return element


def _scroll_to_section(page: Page, section: str) -> None:
    ident = f"{section}-{chapter_language(page.state.language)}"
    title = section and page.document.getElementById(ident)
    if title:
        title.scrollIntoView()
    else:
        page.window.scrollTo(0, 0)


def _scroll_to_board(page: Page) -> None:
    # In a frame this would scroll the host page.
    if page.state.question.settings.embed:
        return
    board = page.document.getElementById("boards")
    box = board.getBoundingClientRect()
    if box.top < 0 or box.bottom > page.window.innerHeight:
        board.scrollIntoView()


async def _share(page: Page, effect: Copy | Save) -> None:
    await page.load(*PARTS)
    await share.Share(page, effect).do()
