"""The interpreter of the effects in `web.state.state`.

Modules for the dialogs are imported on demand; messages to the host page go through its bridge, if
there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import randrange
from typing import Any

from web.chapter.text import language
from web.page import share
from web.page.late import PARTS
from web.page.page import Page
from web.state import intents
from web.state.state import Copy, Draw, Effect, Focus, HostEffect, Push, Save, Scroll, ScrollToBoard

CHANCES = 10_000  # the seed for the question of a section


class Interpreter:
    """Carries out the effects of a page."""

    def __init__(self, page: Page) -> None:
        self._page, self._document = page, page.document
        page.do = self.do
        #: Sends a message to the host page, if there is one.
        self.tell: Callable[[HostEffect], object] = lambda effect: None

    def do(self, effect: Effect) -> None:
        """Carry out an effect."""
        match effect:
            case Focus(selector, above):
                self._focus(selector, above)
            case Scroll(section):
                self._scroll_to_section(section)
            case ScrollToBoard():
                self._scroll_to_board()
            case Push():
                self._page.address.push()
            case Draw(section):
                self._page.dispatch(intents.AskAnother(section, randrange(CHANCES)))
            case Copy() | Save():
                self._page.start(self._share(effect))
            case HostEffect():
                self.tell(effect)
            case _:
                raise TypeError(effect)

    def _focus(self, selector: str, above: str) -> None:
        element = self._give_focus(selector)
        if self._page.is_writing and not (element and element.matches(":focus")):
            self._page.start(self._focus_later(selector))  # it is still being written, or hidden
        shown = above and self._document.querySelector(above)
        if shown and shown.getBoundingClientRect().top < 0:
            shown.scrollIntoView()

    async def _focus_later(self, selector: str) -> None:
        await self._page.written()
        self._give_focus(selector)

    def _give_focus(self, selector: str) -> Any:
        """Focus an element and select its text, as the Tab key does; return the element."""
        if element := self._document.querySelector(selector):
            element.focus()
            if element.matches("input"):
                element.select()
        return element

    def _scroll_to_section(self, section: str) -> None:
        ident = f"{section}-{language(self._page.state)}"
        title = section and self._document.getElementById(ident)
        if title:
            title.scrollIntoView()
        else:
            self._page.window.scrollTo(0, 0)

    def _scroll_to_board(self) -> None:
        # In a frame this would scroll the host page.
        if self._page.state.question.settings.embed:
            return
        board = self._document.getElementById("boards")
        box = board.getBoundingClientRect()
        if box.top < 0 or box.bottom > self._page.window.innerHeight:
            board.scrollIntoView()

    async def _share(self, effect: Copy | Save) -> None:
        await self._page.load(*PARTS)
        await share.Share(self._page, effect).do()
