"""The dialogs "Share" and "Make a task": what is wished there, and what comes of it.

Lines are copied; files, pictures and packages are saved, as effects ask for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pyodide.ffi import JsException, to_js

from kt_core.language import N_, Sentence
from web.page.pace import A_FRAME_SECONDS, BYTES_PER_REST, TELL_SECONDS, Pace
from web.page.page import Page
from web.share import lines
from web.state import intents
from web.state.effects import Copy, Save
from web.state.state import Dialog, State

if TYPE_CHECKING:
    from web.share.export import File
    from web.share.picture import Ground

SOLVING = Sentence("Looking for the key …")
PACKING = Sentence("Putting the package together …")
LOST = Sentence(
    "A part of this page did not arrive, or not whole, so nothing is saved. Reload the page."
)
COPY = Sentence("Press Ctrl+C (or ⌘C) to copy the selected text.")
LICENCES = "LICENSES.txt"
FILMS = ("gif", "webm")
#: Why there is no film, as js/films.js has it.
NO_FILM: Mapping[str, str] = {
    "stopped": N_("Stopped: nothing was saved."),
    "large": N_("The film grew larger than was told, so nothing is saved. Take a smaller one."),
    "none here": N_("This browser cannot make such a film. Take the other kind, or the SVG."),
}


def wishes(dialog: str, event: Any) -> Iterator[intents.Intent]:
    """Yield what is wished by a click, a choice, or a letter that is typed, in one of the two.

    A line is shown before it is copied, so that it can be selected where copying is refused.
    """
    field, button = event.target, event.target.closest("button")
    if event.type != "click":
        if field.name:  # the lines have none
            yield intents.Ask(dialog, chosen=((str(field.name), _value(field)),))
    elif button and button.name == "close":
        yield intents.Ask("")
    elif button and button.name == "assign":
        yield intents.Ask("assign")
    elif button and button.name in ("line", "copy"):
        name = str(button.value)
        if button.name == "line":
            yield intents.Ask(dialog, chosen=(("line", name),))
        line = event.currentTarget.querySelector(f"#line-{name}")
        yield intents.CopyLine(name, str(line.value))
    elif button:
        yield intents.Export(str(button.name), str(button.value))


def _value(field: Any) -> str:
    return ("1" if field.checked else "") if field.type == "checkbox" else str(field.value)


class Share:
    """Does what is asked for, and says in the dialog what has come of it."""

    def __init__(self, page: Page, effect: Copy | Save) -> None:
        self._page, self._document, self._window = page, page.document, page.window
        self._effect = effect
        dialog = page.state.dialog
        self._about = _about(dialog) if dialog else page.state
        self._chosen = dict(dialog.chosen) if dialog else {}

    async def do(self) -> None:
        """Copy or save."""
        match self._effect:
            case Copy(line, text):
                await self._copy(line, text)
            case Save("code"):
                texts = self._window.Array.of(self._page.state.own.text)
                self._window.knightsTour.save("mine.py", "text/x-python", texts)
            case Save("png", times):
                await self._save_picture(int(times))
            case Save("wall", kind):
                await self._save_wall(kind)
            case Save(kind, value):
                await self._save(kind, value)

    async def _copy(self, name: str, text: str) -> None:
        line = self._document.getElementById(f"line-{name}")
        if line:  # which may be gone, with its dialog
            line.focus()
            line.select()
        try:
            await self._window.navigator.clipboard.writeText(text)
        except (AttributeError, JsException):  # there is none, or it is refused
            self._say(COPY)
            return
        if line:
            line.parentElement.querySelector("[name=copy]").focus()
        self._say(Sentence("Copied."))

    async def _save(self, kind: str, value: str) -> None:
        if kind == "course":
            await self._save_course(value)
        elif kind == "sheet":
            await self._save_sheet()
        elif kind in FILMS:
            await self._save_film(kind)
        elif kind == "stop":
            self._window.knightsTour.films.stop()
        elif kind == "licences":
            await self._save_licences()
        else:
            await self._save_seen(kind)

    async def _save_seen(self, kind: str) -> None:
        from web.share import export
        from web.share.picture import Seen

        try:
            file = export.file(kind, Seen.of(self._about))
        except ValueError as wrong:
            self._say(str(wrong))
            return
        await self._save_file(file)

    async def _save_file(self, file: File) -> None:
        parts, pace = self._window.Array.new(), Pace()
        for part in file.parts:
            parts.push(part)
            await pace.rest()
        self._window.knightsTour.save(file.name, file.media, parts)
        self._say(_saved_sentence(file.name))

    async def _save_licences(self) -> None:
        try:
            text = await self._window.knightsTour.text(LICENCES)
        except JsException:
            self._say(LOST)
            return
        self._window.knightsTour.save(LICENCES, "text/plain", self._window.Array.of(text))
        self._say(_saved_sentence(LICENCES))

    async def _save_picture(self, times: int) -> None:
        from web.share import picture

        seen = picture.Seen.of(self._about)
        name = picture.picture_name(seen.question, times)
        drawing = picture.picture(seen, self._ground)
        await self._paint(drawing, name, *picture.size(seen.question, times))

    async def _save_wall(self, kind: str) -> None:
        from web.share import export
        from web.share.picture import Seen

        seen = Seen.of(self._about)
        if kind in export.WALL_DRAWINGS:
            await self._save_file(export.wall_file(kind, seen, self._chosen))
            return
        name, across, down = export.wall_png(seen.question, int(kind))
        await self._paint(export.wall_picture(seen, self._chosen, int(kind)), name, across, down)

    async def _paint(self, drawing: Iterable[str], name: str, across: int, down: int) -> None:
        from web.share.export import sheets
        from web.view import dialogs

        stack, pace = self._window.Array.new(), Pace()
        for sheet in sheets(drawing):
            stack.push(sheet)
            await pace.rest()
        saved = await self._window.knightsTour.savePicture(name, stack, across, down)
        self._say(_saved_sentence(name) if saved else dialogs.too_large(across, down))

    async def _save_course(self, edition: str) -> None:
        self._say(PACKING)
        await asyncio.sleep(A_FRAME_SECONDS)
        from web.share import course

        await asyncio.sleep(0)  # for to import them is work, and so is each of what follows
        package = course.Package.of(self._about.question)
        blobs = {name: self._blob(text) for name, text in course.files(package, edition).items()}
        await asyncio.sleep(0)
        try:
            blobs[lines.PAGE] = await self._window.knightsTour.wholePage()
        except JsException:
            self._say(LOST)
            return
        named = sorted(blobs.items())
        heads = course.zip_heads([await self._entry(*each) for each in named])
        parts = self._window.Array.new()
        for head, (_, blob) in zip(heads, [*named, ("", "")], strict=True):
            parts.push(to_js(head))
            parts.push(blob)
        self._window.knightsTour.save(course.file_name(package), "application/zip", parts)
        self._say(_saved_sentence(course.file_name(package)))

    async def _save_film(self, kind: str) -> None:
        from web.share import films
        from web.share.picture import Seen

        seen, film = Seen.of(self._about), films.Film.of(kind, self._chosen)
        drawings, steps = films.drawings(film, seen, self._ground), film.steps(seen)
        pace, told = Pace(), 0.0
        self._tell_film(0)
        try:
            await self._window.knightsTour.film()
        except JsException:
            self._say(LOST)
            return
        made, most = self._window.knightsTour.films, film.most_bytes(seen)
        key = await pace.join(next(drawings))
        why = str(await made.begin(kind, *film.size(seen), film.rate, most, key))
        for count, drawing in enumerate(drawings, start=1):
            if why or not self._page.state.dialog:
                break
            holds = film.holds if count == len(steps) else 1
            why = str(await made.add(await pace.join(drawing), holds))
            if perf_counter() - told > TELL_SECONDS:
                told = perf_counter()
                self._tell_film(count / len(steps))
        self._tell_end(why or str(await made.save(film.name(seen))), film.name(seen))

    def _tell_film(self, share: float) -> None:
        making = Sentence("Making the film: {n} %.", n=round(100 * share))
        self._page.dispatch(intents.Say(making, max(share, 0.001)))  # of nothing none is under way

    def _tell_end(self, why: str, name: str) -> None:
        self._say(Sentence(NO_FILM[why]) if why else _saved_sentence(name))

    async def _save_sheet(self) -> None:
        from web.share import sheet

        self._say(SOLVING)
        await asyncio.sleep(A_FRAME_SECONDS)
        work, pace = sheet.work(self._about.question), Pace()
        for _slice in range(sheet.MOST_SLICES):
            if not work.advance(sheet.STEPS_PER_REST):
                break
            await pace.rest()
        await self._save_file(sheet.sheet(self._about.question, work.answer()))

    def _blob(self, text: str) -> Any:
        return self._window.Blob.new(self._window.Array.of(text))

    async def _entry(self, name: str, blob: Any) -> Any:
        from binascii import crc32

        from web.share.course import ZipEntry

        check, pace = 0, Pace()
        for begin in range(0, blob.size, BYTES_PER_REST):
            part = await blob.slice(begin, begin + BYTES_PER_REST).arrayBuffer()
            check = crc32(part.to_bytes(), check)
            await pace.rest()
        return ZipEntry(name, blob.size, check)

    def _say(self, sentence: str) -> None:
        self._page.dispatch(intents.Say(sentence))

    @property
    def _ground(self) -> Ground:
        return "dark" if self._is_dark else "light"

    @property
    def _is_dark(self) -> bool:
        chosen = self._document.documentElement.getAttribute("data-theme")
        system = self._window.matchMedia("(prefers-color-scheme: dark)").matches
        return bool(chosen == "dark" if chosen else system)


def _about(dialog: Dialog) -> State:
    """Return what is to be saved or copied: what was seen, or the task that is made of it."""
    if dialog.name != "assign":
        return dialog.about
    from web.state.dialogs import task_state

    return task_state(dialog)


def _saved_sentence(name: str) -> str:
    return Sentence("Saved as {file}.", file=name)
