"""The PyScript program, alone in importing pyscript: what a reader does, and what follows.

Everything that a reader can do is in the table at the end; each handler is a few lines on a `Lab`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException
from pyscript import document, window
from pyscript.ffi import create_proxy

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.curve import square_at
from web import address, page
from web.lab import Lab
from web.question import Question, changed, with_hole

DRAG = 4  # CSS pixels that a pointer moves before the knight goes with it
STEPS = {"ArrowUp": 1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10}
ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowRight": (0, 1), "ArrowLeft": (0, -1)}

lab = Lab(document)


def element(name: str) -> Any:
    """Return the element with this id."""
    return document.getElementById(name)


# The question ---------------------------------------------------------------


def on_input(event: Any) -> None:
    """Follow the reader's typing as far as it makes sense; what does not is said on `change`."""
    try:
        _ask(changed(lab.question, event.target.name, _value(event.target)))
    except ValueError:
        return
    _write_fields(but=event.target)


def on_change(event: Any) -> None:
    """Take over what was entered, or say beside Solve what is wrong with it."""
    try:
        _ask(changed(lab.question, event.target.name, _value(event.target)))
    except ValueError as wrong:
        _complain(event.target, str(wrong))
    else:
        _write_fields()


def on_leave_field(event: Any) -> None:
    """Take over what was entered, also where the browser does not call that a change."""
    field = event.target
    known = page.fields(lab.question)
    if field.matches("input:not([type=checkbox])") and field.value != known[field.name]:
        on_change(event)


def on_button(event: Any) -> None:
    """Solve, stop, or change a side of the board by one."""
    button = event.target.closest("button")
    name = button.name if button else ""
    if name == "solve":
        _write_fields()
        lab.solve()
        _write_address()
    elif name == "stop":
        lab.stop()
    elif name:
        _resize(name[:-2], int(name[-2:]))


def on_key_in_question(event: Any) -> None:
    """Enter in a field solves; arrows make a side longer or shorter."""
    if event.key == "Enter" and event.target.matches("input"):
        on_change(event)
        if not event.target.matches("[aria-invalid=true]"):
            lab.solve()
            _write_address()
    elif event.key in STEPS and event.target.matches("[role=spinbutton]"):
        event.preventDefault()
        _resize(event.target.name, STEPS[event.key])


def on_show(event: Any) -> None:
    """Show or hide a layer."""
    button = event.target.closest("button")
    if button:
        lab.show(button.name)
        _write_fields()
        _write_address()


# The board ------------------------------------------------------------------


def on_board(event: Any) -> None:
    """Put the knight on the square; with Shift, cut the square out or put it back."""
    square = _under(event)
    if square is not None:
        _choose(square, hole=event.shiftKey)


def on_key_on_board(event: Any) -> None:
    """Arrows go from square to square; Enter or Space is a click."""
    name = event.target.getAttribute("data-square")
    if not name:
        return
    if event.key in ARROWS:
        event.preventDefault()
        _focus_beside(name, *ARROWS[event.key])
    elif event.key in ("Enter", " "):
        event.preventDefault()
        _choose(_numbered(name), hole=event.shiftKey)


def on_point(event: Any) -> None:
    """Show the moves of the square under the pointer, or with the focus."""
    name = event.target.getAttribute("data-square")
    if name:
        lab.point_out(_numbered(name))


def on_leave(event: Any) -> None:
    """Show no moves any more."""
    lab.point_away()


class Drag:
    """The knight in the reader's hand."""

    def __init__(self) -> None:
        self.piece: Any = None
        self.origin = 0.0, 0.0
        self.moved = False

    def begin(self, event: Any) -> None:
        """Take the knight, if that is where the pointer came down."""
        piece = event.target.closest(".piece")
        if piece and event.isPrimary:
            self.piece, self.origin, self.moved = piece, (event.clientX, event.clientY), False
            element("board").setPointerCapture(event.pointerId)

    def go_on(self, event: Any) -> None:
        """Let the knight follow the pointer."""
        if not self.piece:
            return
        right, down = event.clientX - self.origin[0], event.clientY - self.origin[1]
        self.moved = self.moved or abs(right) + abs(down) > DRAG
        if self.moved:
            scale = lab.question.board.columns / _picture().getBoundingClientRect().width
            self.piece.style.translate = f"{right * scale}px {down * scale}px"

    def end(self, event: Any) -> None:
        """Put the knight down on the square below, or back where it came from."""
        if self.piece:
            self.piece.style.translate = ""
            self.piece = None
            square = _under(event) if self.moved and event.type == "pointerup" else None
            if square is not None:
                _choose(square)


def _choose(square: Square, *, hole: bool = False) -> None:
    try:
        name = lab.question.board.name(square)
        asked = with_hole(lab.question, square) if hole else changed(lab.question, "start", name)
    except ValueError as wrong:
        _complain(None, str(wrong))
    else:
        _ask(asked)
        _write_fields()
        lab.point_out(square)


def _under(event: Any) -> Square | None:
    board, box = lab.question.board, _picture().getBoundingClientRect()
    x = (event.clientX - box.left) / box.width * board.columns
    y = (event.clientY - box.top) / box.height * board.rows
    return square_at(board, x, y)


def _focus_beside(name: str, up: int, right: int) -> None:
    board = lab.question.board
    row, column = divmod(_numbered(name), board.columns)
    row, column = row + up, column + right
    if 0 <= row < board.rows and 0 <= column < board.columns:
        beside = board.name(row * board.columns + column)
        _picture().querySelector("[tabindex='0']").setAttribute("tabindex", "-1")
        square = _picture().querySelector(f'[data-square="{beside}"]')
        square.setAttribute("tabindex", "0")
        square.focus()


def _numbered(name: str) -> Square:
    # Also for holes, which a board does not take for squares.
    board = lab.question.board
    return Board(board.rows, board.columns).square(name)


def _picture() -> Any:
    return element("board").firstElementChild


def _resize(side: str, by: int) -> None:
    length = getattr(lab.question.board, side) + by
    _ask(changed(lab.question, side, str(min(max(length, 1), LONGEST_SIDE))))
    _write_fields()


# Fields and address ----------------------------------------------------------


def _ask(question: Question) -> None:
    lab.ask(question)
    _write_address()


def _value(control: Any) -> str:
    return ("1" if control.checked else "") if control.type == "checkbox" else str(control.value)


def _write_fields(but: Any = None) -> None:
    _complain(None, "")
    for name, value in page.fields(lab.question).items():
        control = element("question").querySelector(f"[name={name}]")
        if isinstance(value, bool):
            control.checked = value
        elif not (but and control.isSameNode(but)):
            control.value = value
        if name in ("rows", "columns"):
            control.setAttribute("aria-valuenow", value)
    for button in element("show").querySelectorAll("button"):
        button.setAttribute("aria-pressed", "true" if button.name in lab.question.show else "false")


def _complain(control: Any, sentence: str) -> None:
    for each in element("question").querySelectorAll("[aria-invalid]"):
        each.removeAttribute("aria-invalid")
    if control:
        control.setAttribute("aria-invalid", "true")
    hint = element("hint")
    hint.textContent = sentence[:1].upper() + sentence[1:] + "." if sentence else page.HINT
    hint.classList.toggle("wrong", bool(sentence))


def _write_address() -> None:
    # The frame of a strict site may forbid it; then the address stays, and nothing else changes.
    try:
        window.history.replaceState(None, "", address.write(lab.question) or "#")
    except JsException:
        return


def on_address(event: Any) -> None:
    """Show what the address asks for now."""
    lab.open(str(window.location.hash))
    _write_fields()


# Start ----------------------------------------------------------------------


def wire() -> None:
    """Connect every intent with its handler."""
    drag = Drag()
    table: tuple[tuple[Any, str, Callable[[Any], None]], ...] = (
        (element("question"), "input", on_input),
        (element("question"), "change", on_change),
        (element("question"), "focusout", on_leave_field),
        (element("question"), "click", on_button),
        (element("question"), "keydown", on_key_in_question),
        (element("show"), "click", on_show),
        (element("board"), "click", on_board),
        (element("board"), "keydown", on_key_on_board),
        (element("board"), "pointerover", on_point),
        (element("board"), "focusin", on_point),
        (element("board"), "pointerleave", on_leave),
        (element("board"), "focusout", on_leave),
        (element("board"), "pointerdown", drag.begin),
        (element("board"), "pointermove", drag.go_on),
        (element("board"), "pointerup", drag.end),
        (element("board"), "pointercancel", drag.end),
        (window, "hashchange", on_address),
    )
    for target, event, handler in table:
        target.addEventListener(event, create_proxy(handler))


async def main() -> None:
    """Open the address; say that Python is ready once the board is drawn and all is wired."""
    on_address(None)
    wire()
    if lab.question != Question():  # else what build.py drew is the answer, and it is there
        await lab.drawn.wait()
    if lab.fault:
        raise lab.fault
    window.knightsTour.ready()
