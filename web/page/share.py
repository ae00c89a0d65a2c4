"""The dialogs "Share" and "Make a task": their events as intents, and their effects.

The dialogs copy lines, and save files, pictures and packages. All of these are made from the state
that the document shows when the reader clicks, not from the document.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from time import perf_counter
from typing import Any, ClassVar

from pyodide.ffi import JsException, to_js

from kt_core.language import Sentence, paragraph
from web.lab.update.fields import FILM_FIRST, STOP, makes_film
from web.page.input import button_of, field_value
from web.page.pace import A_FRAME_SECONDS, TELL_SECONDS, Pace
from web.page.page import Page
from web.question.reading import task_file
from web.share import export, lines
from web.share.assignment import shared_question
from web.share.export import File, Ground, Seen
from web.share.lines import target
from web.state import intents
from web.state.intents import Pause
from web.state.state import Copy, Save

SOLVING = Sentence("Looking for the key …")
PACKING = Sentence("Putting the package together …")
LOST = Sentence(
    "A part of this page did not arrive, or not whole, so nothing is saved. Reload the page."
)
COPY = Sentence("Press Ctrl+C (or ⌘C) to copy the selected text.")
NUMBERS = count(1)  # a number for each film
#: Why js/films.js made no film -> the sentence about it.
NO_FILM: Mapping[str, Sentence] = {
    "stopped": Sentence("Stopped: nothing was saved."),
    "large": Sentence(
        "The film grew larger than promised, so nothing is saved. Take a smaller one."
    ),
    "none here": Sentence("This browser cannot make a GIF. Take the animated SVG."),
    "lost": LOST,
}


def wishes(dialog: str, event: Any) -> Iterator[intents.Intent]:
    """Yield the intents of a click, a choice or typing in one of the two dialogs.

    A line is shown before it is copied, so that the reader can select it if copying is refused.
    """
    if event.type != "click":
        field = event.target
        if field.name:  # the lines to copy have no name
            yield intents.OpenDialog(dialog, chosen=((str(field.name), field_value(field)),))
        return
    name, value = button_of(event)
    if name == "assign":
        yield intents.OpenDialog("assign")
    elif name in ("line", "copy"):
        if name == "line":
            yield intents.OpenDialog(dialog, chosen=(("line", value),))
        yield intents.CopyLine(value)
    elif name not in ("", "close"):
        yield intents.Export(name, value)


class Share:
    """Copies or saves, and reports the outcome in the dialog."""

    film_number: ClassVar[int] = 0  # number of the film being made; 0: none

    def __init__(self, page: Page, effect: Copy | Save) -> None:
        self._page, self._document, self._window = page, page.document, page.window
        self._effect = effect
        self._about = replace(page.shown, dialog=page.state.dialog)

    async def do(self) -> None:
        """Copy or save, unless the choices in "Make a task" make no task."""
        if isinstance(self._effect, Save) and self._effect.kind == STOP:
            self._stop_film()
            return
        try:
            self._target = target(self._about)
            if self._target.fault:
                raise ValueError(self._target.fault)
            self._about = replace(self._about, question=shared_question(self._about))
            await self._act()
        except ValueError as why:
            self._say(str(why))

    async def _act(self) -> None:
        match self._effect:
            case Copy(line):
                await self._copy(line)
            case Save("png", times):
                await self._save_picture(int(times))
            case Save("course", edition):
                await self._save_course(edition)
            case Save("sheet"):
                await self._save_sheet()
            case Save("gif"):
                await self._save_film()
            case Save(kind):
                await self._save_file(self._file(kind))

    def _file(self, kind: str) -> File:
        """Return a file that is made at once."""
        if kind == "code":
            name = export.program_name(self._about.task.starter)
            return File(name, "text/x-python", (self._about.programs.text,))
        if kind == "task":
            name = lines.slug(self._target.title or lines.title(self._about.question)) or "task"
            return File(f"{name}.json", "application/json", (task_file(self._about.question),))
        return export.file(kind, Seen.of(self._about))

    async def _copy(self, name: str) -> None:
        work, to = bool(self._about.chosen.get("work")), self._target
        text = lines.lines(self._about.question, to.location, work=work, named=to.title)[name]
        self._select(name)
        try:
            await self._window.navigator.clipboard.writeText(text)
        except (AttributeError, JsException):  # there is no clipboard, or access is refused
            self._page.dispatch(Pause())  # playback would write the line again
            self._say(COPY)
            self._select(name)
            return
        if button := self._document.querySelector(f'[name=copy][value="{name}"]'):
            button.focus()
        self._say(Sentence("Copied."))

    def _select(self, name: str) -> None:
        if line := self._document.getElementById(f"line-{name}"):  # absent from a closed dialog
            line.focus()
            line.select()

    async def _save_file(self, file: File) -> None:
        parts = await self._parts(file.parts)
        self._window.knightsTour.save(file.name, file.media, parts)
        self._say(_saved_sentence(file.name))

    async def _parts(self, texts: Iterable[str]) -> Any:
        parts, pace = self._window.Array.new(), Pace()
        for text in texts:
            parts.push(text)
            await pace.rest()
        return parts

    async def _save_picture(self, times: int) -> None:
        seen = Seen.of(self._about)
        name, sides = export.picture_name(seen.question, times), export.size(seen.question, times)
        parts = await self._parts(export.picture(seen, self._ground))
        saved = await self._window.knightsTour.savePicture(name, parts, *sides)
        self._say(_saved_sentence(name) if saved else export.too_large(*sides))

    async def _save_course(self, edition: str) -> None:
        self._say(PACKING)
        await asyncio.sleep(A_FRAME_SECONDS)
        from web.share import course

        await asyncio.sleep(0)  # the import took long, and so does the next call
        package = course.Package.of(self._about.question, self._target.title)
        page = await _arrived(self._window.knightsTour.wholePage())
        made = course.archive(package, (await page.arrayBuffer()).to_bytes(), edition)
        parts = self._window.Array.of(to_js(made))
        self._window.knightsTour.save(course.file_name(package), "application/zip", parts)
        self._say(_saved_sentence(course.file_name(package)))

    async def _save_film(self) -> None:
        seen, film = Seen.of(self._about), export.Film.of(self._about.chosen)
        drawings, steps = export.drawings(film, seen, self._ground), film.steps(seen)
        pace, reported_at, number = Pace(), 0.0, next(NUMBERS)
        Share.film_number = number
        self._tell_film(0)
        try:
            await _arrived(self._window.knightsTour.film())
        except ValueError as lost:
            self._end_film(number, str(lost))
            return
        films, most = self._window.knightsTour.films, film.most_bytes(seen)
        key = await pace.join(next(drawings))
        if not self._is_wanted(number):
            return
        why = str(await films.begin(number, *film.size(seen), film.rate, most, key))
        for nth, drawing in enumerate(drawings, start=1):
            if why:
                break
            holds = film.holds if nth == len(steps) else 1
            why = str(await films.add(number, await pace.join(drawing), holds))
            if not self._is_wanted(number):
                why = "stopped"
            elif not why and perf_counter() - reported_at > TELL_SECONDS:
                reported_at = perf_counter()
                self._tell_film(nth / len(steps))
        why = why or str(await films.save(number, film.name(seen)))
        self._end_film(number, NO_FILM[why] if why else _saved_sentence(film.name(seen)))

    def _end_film(self, number: int, sentence: str) -> None:
        """Report the end of a film unless it was stopped; a later film may be under way."""
        if self._is_wanted(number):
            Share.film_number = 0
            self._page.dispatch(intents.ReportProgress(sentence, 0.0))  # no film is being made now

    def _stop_film(self) -> None:
        """End the film at once, even if its script has not arrived."""
        self._end_film(Share.film_number, NO_FILM["stopped"])
        Share.film_number = 0
        if films := getattr(self._window.knightsTour, "films", None):
            films.stop()

    def _is_wanted(self, number: int) -> bool:
        """Return True if the film was not stopped and its dialog is still open."""
        dialog = self._page.state.dialog
        return number == Share.film_number and bool(dialog and makes_film(dialog))

    def _tell_film(self, share: float) -> None:
        making: str = Sentence("Making the film: {n} %.", n=round(100 * share))
        dialog = self._page.state.dialog
        if dialog and dialog.message.endswith(FILM_FIRST):
            making = paragraph((making, FILM_FIRST))
        done = max(share, 0.001)  # 0 would mean: no film
        self._page.dispatch(intents.ReportProgress(making, done))

    async def _save_sheet(self) -> None:
        from web.share import sheet

        self._say(SOLVING)
        await asyncio.sleep(A_FRAME_SECONDS)
        work, pace = sheet.work(self._about.question), Pace()
        for _slice in range(sheet.MOST_SLICES):
            if not work.advance(sheet.STEPS_PER_REST):
                break
            await pace.rest()
        await self._save_file(sheet.sheet(self._about.question, work.answer(), self._target.title))

    def _say(self, sentence: str) -> None:
        self._page.dispatch(intents.ReportProgress(sentence))

    @property
    def _ground(self) -> Ground:
        theme = self._document.documentElement.getAttribute("data-theme")
        system = self._window.matchMedia("(prefers-color-scheme: dark)").matches
        return "dark" if (theme == "dark" if theme else system) else "light"


async def _arrived(part: Any) -> Any:
    """Return a part of the page; raise `ValueError` if it does not arrive."""
    try:
        return await part
    except JsException:
        raise ValueError(LOST) from None


def _saved_sentence(name: str) -> str:
    return Sentence("Saved as {file}.", file=name)
