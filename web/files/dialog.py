"""The dialog "Load" as HTML: a text, how it was read, and the actions that apply to it. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kt_core import svg
from kt_core.board import board_with_holes
from kt_core.drawing.layers import given, wrong_move
from kt_core.drawing.shapes import escape
from kt_core.files.boards import Drawing
from kt_core.files.walks import Reading, ReadingQuestion
from kt_core.graph import KNIGHT
from kt_core.language import N_, Sentence, _, paragraph, text_of
from web.draw.dialog import header
from web.draw.patch import Lazy, Patch, Patches, attributes, text, typeset
from web.files.offers import BEGIN, PLAY, RUN, SHOW, SOLVE, offers, refusal
from web.question.question import Question
from web.question.reading import ProgramText, PuzzleText, TaskText, TourOrBoard
from web.search.game import Account
from web.state.state import Dialog, State

PLACEHOLDER = N_("a1 b3 c5 …   or rows of numbers   or JSON")
LABELS = {
    SHOW: N_("Open in “Watch”"),
    SOLVE: N_("Solve this board"),
    RUN: N_("Run this program"),
    BEGIN: N_("Begin this task"),
}
BUTTONS = (SHOW, RUN, BEGIN, PLAY, SOLVE)
PICTURED_SQUARES = 10_000  # the largest board with a picture: more are no larger than its pixels


def dialog(state: State) -> Patches:
    """Yield the regions of the dialog: the text, how it was read, and the actions for it."""
    dialog = state.dialog
    assert dialog
    found, slow = dialog.found, dialog.text != 0 and dialog.share > 0
    yield "#open", Lazy(opening)
    yield "#open #open-as", Lazy(_read_as, found)
    yield "#open #open-said", text(typeset(text_of(dialog.message or _verdict(found))))
    yield "#open #open-said@look", attributes(data_wrong=_is_wrong(dialog))
    yield "#open #open-why", text(typeset(text_of(refusal(state))))
    yield "#open #open-board", Lazy(_optional, _picture, found)
    yield "#open #open-ask", Lazy(_question, dialog.asked)
    for number, (_label, options) in enumerate(dialog.asked.choices if dialog.asked else ()):
        pressed = str(dialog.options.items() >= options.items()).lower()
        yield f"#open [name=choice-{number}]", attributes(aria_pressed=pressed)
    yield "#open progress", attributes(hidden=not slow, value=f"{dialog.share:.2f}")
    yield "#open [name=stop]", attributes(hidden=not slow)
    possible = offers(state)
    for name in BUTTONS:
        yield f"#open [name={name}]", Lazy(_optional, _button_label, name, possible.get(name))


def opening() -> Patch:
    """Return the content of the dialog before anything is read."""
    actions = "".join(
        f'<button class="{"plain" if name in (PLAY, SOLVE) else "solve"}" type="button"'
        f' name="{name}" hidden></button>'
        for name in BUTTONS
    )
    html = (
        f"{header('open', _('Load a tour or a board'))}"
        '<label class="head" for="pasted">'
        f"{_('Squares, a numbered or drawn board, CSV, JSON, a Python program or a task')}</label>"
        f'<textarea class="field" id="pasted" name="pasted" rows="6" placeholder="{_(PLACEHOLDER)}"'
        ' spellcheck="false" autocapitalize="off" autocomplete="off"'
        ' aria-describedby="open-said"></textarea>'
        '<label class="head" for="file">'
        f"{_('Or choose a file, or drop one anywhere on this page')}</label>"
        '<input id="file" name="file" type="file" accept=".json,.csv,.txt,.py,.ipynb,text/plain">'
        '<div class="loaded"><div id="open-board"></div><div>'
        '<div role="status"><p class="said" id="open-said"></p>'
        '<p class="soft" id="open-as"></p><p class="soft" id="open-why"></p></div>'
        '<div id="open-ask" role="group"></div>'
        f'<div class="act">{actions}'
        f'<button class="plain" type="button" name="stop" hidden>{_("Stop")}</button>'
        f'<progress aria-label="{_("Read so far")}" hidden></progress></div></div></div>'
    )
    return {"html": html}


def _verdict(found: TourOrBoard | None) -> str:
    """Return the verdict on a text in one sentence."""
    if found is None:
        return ""
    if isinstance(found, Drawing):
        return Sentence(
            "A board: {board}, {squares}.",
            board=board_with_holes(found.board),
            squares=Sentence.plural("{n:,} square", "{n:,} squares", len(found.board)),
        )
    if isinstance(found, Reading) and found.verdict == "path" and found.leaper != KNIGHT:
        return ""  # its sentence would offer to play on
    return found.sentence


def _is_wrong(dialog: Dialog) -> bool:
    """Return True if the sentence of the dialog is about an error."""
    if dialog.found is None:
        return bool(dialog.message) and not dialog.text
    if isinstance(dialog.found, PuzzleText):
        return dialog.found.puzzle is None
    return isinstance(dialog.found, Reading) and dialog.found.verdict == "wrong"


def _read_as(found: TourOrBoard | None) -> Patch:
    """Return the sentence that says how a text was read, and notes about it."""
    notes = found.notes if isinstance(found, Reading) else ()
    sentences = (found.read_as, *notes) if found else ()
    return {"html": escape(typeset(text_of(paragraph(sentences))))}


def _optional(draw: Callable[..., str], *shown: Any) -> Patch:
    """Return a drawing in its element, which is hidden if there is none."""
    html = draw(*shown)
    return {"html": html, "hidden": not html}


def _picture(found: TourOrBoard | None) -> str:
    """Return a small picture of the path up to the first wrong move; "" for a large board."""
    if isinstance(found, ProgramText | TaskText | None) or len(found.board) > PICTURED_SQUARES:
        return ""
    if isinstance(found, PuzzleText):
        numbers = given(found.board, found.given)
        return svg.picture(found.board, svg.squares(found.board), numbers)
    board, path = found.board, found.path if isinstance(found, Reading) else ()
    layers = [svg.squares(board), svg.line(board, path, closed=_closes(found), of=len(board))]
    if isinstance(found, Reading):
        layers.append(svg.ends(board, path, closed=_closes(found)))
        if found.bad is not None and path:
            layers.append(wrong_move(board, path[-1], found.bad))
    elif found.start is not None:
        layers.append(svg.knight(board, found.start))
    return svg.picture(board, *layers)


def _closes(found: TourOrBoard) -> bool:
    return isinstance(found, Reading) and bool(found.tour and found.tour.closed)


def _question(question: ReadingQuestion | None) -> Patch:
    """Return the question about a text, with a button for each answer."""
    if not question:
        return {"html": "", "hidden": True}
    buttons = "".join(
        f'<button class="plain" type="button" name="choice-{number}" aria-pressed="false">'
        f"{escape(text_of(label))}</button>"
        for number, (label, _options) in enumerate(question.choices)
    )
    sentence = escape(text_of(question.sentence))
    return {"html": f"<span>{sentence}</span>{buttons}", "hidden": False, "aria-label": sentence}


def _button_label(name: str, question: Question | None) -> str:
    """Return the label of a button; "" if it does not apply."""
    if not question:
        return ""
    if question.puzzle.given and name in (PLAY, SOLVE):
        return _("Play this puzzle") if name == PLAY else _("Watch")
    if name == PLAY:
        path = Account.of(question).game.path
        return _("Play on from {square}", square=question.board.name(path[-1]))
    return _(LABELS[name])
