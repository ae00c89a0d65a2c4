"""Translate the reader's input in the chapter to intents, and track the visible section."""

from __future__ import annotations

import asyncio
from typing import Any

from pyodide.ffi import create_proxy

from web.chapter.book import LAB, figure_at, lesson, section_of
from web.chapter.text import chapter_language
from web.chapter.update import counting
from web.page import background
from web.page.page import Page
from web.state import intents
from web.state.intents import ShowPlace
from web.state.state import Draw, State

STEP_SECONDS = (0.6, 0.3)  # time for a step of a figure; for one with many steps
LONG_STEPS = 20
#: A section is in view while it crosses a line a little above the middle of the window.
LINE = "-40% 0px -59% 0px"
ROWS = {"ArrowUp": "up", "ArrowDown": "down"}


class ChapterInput:
    """Handles the events of the chapter and of the tabs."""

    def __init__(self, page: Page) -> None:
        self._page, self._document, self._window = page, page.document, page.window
        self._watched = False
        self._drags = False
        self._pointed: tuple[float, float] | None = None  # last position of the mouse on the screen
        for name, event, handler in (
            ("views", "click", self._on_tab),
            ("chapter", "click", self._on_click),
            ("chapter", "input", self._on_input),
            ("chapter", "change", self._on_choice),
            ("chapter", "keydown", self._on_key),
            ("chapter", "pointerover", self._on_pointer),
            ("chapter", "pointerdown", self._on_press),
            ("chapter", "pointerup", self._on_release),
            ("chapter", "pointerleave", self._on_leave_chapter),
            ("chapter", "focusin", self._on_focus),
            ("chapter", "focusout", self._on_blur),
            ("back", "click", self._on_tab),
        ):
            page.on(name, event, handler)
        page.mirrors.append(self._watch)
        page.start_if(lambda state: state.chapter.runs or None, self._play)
        page.start_if(
            lambda state: state.chapter.measures or None,
            lambda name: background.measure(page, name),
        )
        page.start_if(counting, lambda wanted: background.count(page, *wanted))

    def _on_tab(self, event: Any) -> None:
        link = event.target.closest("[data-to]")
        if link and not _opens_elsewhere(event):
            event.preventDefault()
            name = str(link.dataset.to)
            if name == "chapter":
                self._page.dispatch(intents.ShowSection(self._last_section))
            else:
                self._page.dispatch(ShowPlace("watch" if name == LAB else name))

    def _on_click(self, event: Any) -> None:
        target, name = event.target, _section(event.target)
        if _opens_elsewhere(event):
            return
        if link := target.closest("[data-to], [data-try], .lesson a[href^='#']"):
            event.preventDefault()
            self._follow(link, name)
        elif mark := target.closest("[data-turn]"):
            chosen = mark.closest(".destinations, .guess")
            self._turn(name, str(mark.dataset.turn), str(mark.dataset.value))
            if chosen and (first := chosen.querySelector("button") or chosen.nextElementSibling):
                first.focus()  # the pressed button has been replaced
        elif mark := target.closest("[data-reply]"):
            self._page.dispatch(intents.GiveAnswer(name, str(mark.dataset.reply)))
        elif target.closest("[data-light]"):
            figure = self._document.getElementById(f"{self._id(name)}-figure")
            figure.scrollIntoView(self._window.JSON.parse('{"block": "nearest"}'))
        elif button := target.closest("button"):
            self._on_button(str(button.name), name, button)

    def _follow(self, link: Any, name: str) -> None:
        if link.getAttribute("data-to"):
            self._page.dispatch(intents.ShowSection(str(link.dataset.to)))
        else:
            address = "" if link.getAttribute("data-try") else str(link.getAttribute("href"))
            self._page.dispatch(intents.TryInLab(name, address))

    def _on_button(self, action: str, name: str, button: Any) -> None:
        if action == "check":
            field = button.parentElement.querySelector("input")
            reply = intents.GiveAnswer(name, str(field.value))
            self._page.dispatch(reply, f"#{self._id(name)}-question [name=reply]")
        elif action == "another":
            self._page.do(Draw(name))
        elif action == "measure":
            self._page.dispatch(intents.Measure(name))
        elif action == "run":
            runs = self._page.state.chapter.runs == name
            self._page.dispatch(intents.RunFigure("" if runs else name))

    def _on_input(self, event: Any) -> None:
        dial = event.target
        if dial.type in ("range", "select-one"):
            self._turn(_section(dial), str(dial.name), str(dial.value))

    def _on_choice(self, event: Any) -> None:
        choice = event.target
        if choice.type == "radio":
            name, reply = _section(choice), str(choice.value)
            region = f"#{self._id(name)}-question #{choice.id}"
            self._page.dispatch(intents.GiveAnswer(name, reply), region)

    def _on_key(self, event: Any) -> None:
        field = event.target
        if event.key == "Enter" and field.name == "reply":
            self._on_button("check", _section(field), field)
        elif event.key in ROWS and field.getAttribute("data-columns"):
            event.preventDefault()
            self._turn(_section(field), str(field.name), ROWS[event.key])

    def _on_pointer(self, event: Any) -> None:
        if event.pointerType == "mouse" and not self._has_moved(event):
            return
        self._light(event)

    def _light(self, event: Any) -> None:
        mark = event.target.closest("[data-turn], [data-light]")
        if self._drags and mark and mark.dataset.turn == "start" and event.buttons:
            self._turn(_section(mark), "start", str(mark.dataset.value))
            return
        name, value = (_section(mark), str(mark.dataset.value)) if mark else ("", "")
        if (name, value) != self._page.state.chapter.lit:
            self._page.dispatch(intents.Highlight(name, value))

    def _has_moved(self, event: Any) -> bool:
        """Return True if the mouse moved, not only the page below it."""
        before, self._pointed = self._pointed, (event.screenX, event.screenY)
        return before != self._pointed

    def _on_leave_chapter(self, event: Any) -> None:
        if event.pointerType == "mouse":  # a finger "leaves" after each tap
            self._light(event)

    def _on_focus(self, event: Any) -> None:
        if event.target.closest("[data-light]"):
            self._light(event)

    def _on_blur(self, event: Any) -> None:
        word = event.target.closest("[data-light]")
        if word and (_section(word), str(word.dataset.value)) == self._page.state.chapter.lit:
            self._page.dispatch(intents.Highlight("", ""))

    def _on_press(self, event: Any) -> None:
        """Start to drag the knight of a figure, which then follows the pointer."""
        mark = event.target.closest("[data-turn=start]")
        dial = f"#{self._id(_section(mark))}-figure [name=start]" if mark else ""
        self._drags = bool(dial and self._document.querySelector(dial).value == mark.dataset.value)
        if self._drags and event.target.hasPointerCapture(event.pointerId):  # a touch
            event.target.releasePointerCapture(event.pointerId)

    def _on_release(self, event: Any) -> None:
        self._drags = False

    def _turn(self, name: str, dial: str, text: str) -> None:
        region = f"#{self._id(name)}-figure [name={dial}]"
        self._page.dispatch(intents.TurnDial(name, dial, text), region)

    def _id(self, name: str) -> str:
        """Return the id of a section, which is the prefix of the ids of its parts."""
        return f"{name}-{chapter_language(self._page.state.language)}"

    @property
    def _last_section(self) -> str:
        """The section that the tab "Chapter" opens: the one that the reader left."""
        link = self._document.querySelector("#views [data-to=chapter]")
        address = str(link.getAttribute("href"))
        return address.partition("view=")[2].partition("&")[0]

    def _watch(self, state: State) -> None:
        """Start to observe the sections once the chapter is shown."""
        if self._watched or not lesson(state.question).section:
            return
        self._watched = True
        self._page.start(self._observe())

    async def _observe(self) -> None:
        """Observe sections and figures, then import the figures' modules in the background."""
        sections = self._document.querySelectorAll(".lesson")
        for handler, margin in ((self._on_sight, LINE), (self._on_leave, "0px")):
            options = self._window.JSON.parse(f'{{"rootMargin": "{margin}"}}')
            watcher = self._window.IntersectionObserver.new(create_proxy(handler), options)
            for place in range(sections.length):
                watcher.observe(sections.item(place))
        await self._page.load_all()
        await background.import_figures(self._page)

    def _on_sight(self, entries: Any, _: Any) -> None:
        for entry in entries:
            if entry.isIntersecting:
                self._page.dispatch(intents.SectionInView(_section(entry.target)))

    def _on_leave(self, entries: Any, _: Any) -> None:
        for entry in entries:
            name = _section(entry.target)
            runs = self._page.state.chapter.runs
            if not entry.isIntersecting and section_of(runs) == name:
                self._page.dispatch(intents.RunFigure(""))

    async def _play(self, name: str) -> None:
        """Play a figure until the task is canceled."""
        figure = figure_at(name)
        assert figure
        while True:
            values = lesson(self._page.state.question).at.get(name, figure.first)
            is_long = any(dial.plays and dial.most(values) > LONG_STEPS for dial in figure.dials)
            await asyncio.sleep(STEP_SECONDS[is_long])
            self._page.dispatch(intents.TurnDial(name, figure.player, "+1"))


def _section(element: Any) -> str:
    found = element.closest("[data-section]")
    return str(found.dataset.section) if found else ""


def _opens_elsewhere(event: Any) -> bool:
    keys = event.ctrlKey or event.metaKey or event.shiftKey or event.button
    return bool(keys or event.target.closest("a[target]"))
