"""The view: one table from regions of the page to parts of the state. Pure.

build.py fills the template with the view, posters contain the differences from the template, and
the live page writes the regions whose part has changed.
"""

from __future__ import annotations

from itertools import chain

from kt_core.language import languages, speaking
from web.chapter.view import chapter
from web.draw.patch import Lazy, Patches, attributes, text, whole_patch
from web.files import dialog as load
from web.lab.view import signs
from web.lab.view.answer import answer
from web.lab.view.boards import boards
from web.lab.view.form import caption, form, parts
from web.lab.view.panels import inside
from web.lab.view.transport import pointer_patch, transport
from web.share.view import assignment, share
from web.state.state import Dialog, State


def view(state: State) -> dict[str, Lazy]:
    """Return each region of the page with its part; an outer region before those inside it."""
    with speaking(state.language):
        tables = form(state), parts(state), boards(state), transport(state), answer(state)
        inner = inside(state), caption(state), chapter(state)
        regions = dict(chain(_language(state), *tables, *inner, _dialogs(state)))
        return {**regions, "#square": pointer_patch(state)}


def whole_patches(state: State) -> dict[str, dict[str, str | bool | None]]:
    """Return the patch of each region, all newly drawn."""
    with speaking(state.language):
        return {region: whole_patch(part) for region, part in view(state).items()}


def _language(state: State) -> Patches:
    """Return the language of the page; it is first because js/show.js then translates the HTML."""
    yield ":root@language", attributes(lang=languages()[state.language])


def _dialogs(state: State) -> Patches:
    for name in ("share", "assign", "open", "help"):
        if state.dialog and state.dialog.name == name:
            yield from _dialog(state, state.dialog)
            yield f"#{name}@open", attributes(open=True)
        else:
            yield f"#{name}", text("")
            yield f"#{name}@open", attributes(open=False)


def _dialog(state: State, dialog: Dialog) -> Patches:
    """Yield the regions of an open dialog, whose modules are not loaded at startup."""
    if dialog.name == "share":
        return share.dialog(state)
    if dialog.name == "assign":
        return assignment.dialog(state)
    if dialog.name == "help":
        return signs.dialog(state)
    return load.dialog(state, dialog)
