"""The board under a reader's pointer and keys."""

from __future__ import annotations

from typing import Any

from kt_core.board import Board, Square
from kt_core.drawing.curve import square_at
from web.fields import Fields
from web.hands import Hands
from web.question.lock import changed, locked, with_hole

DRAG = 4  # CSS pixels that a pointer moves before the knight goes with it
ARROWS = {"ArrowUp": (1, 0), "ArrowDown": (-1, 0), "ArrowRight": (0, 1), "ArrowLeft": (0, -1)}


class Squares:
    """Turns clicks, keys and drags on the board into questions."""

    def __init__(self, fields: Fields, hands: Hands, frame: Any) -> None:
        self.lab, self.fields, self.hands, self._frame = fields.lab, fields, hands, frame
        self.piece: Any = None  # the knight in the reader's hand
        self.origin = 0.0, 0.0
        self.moved = False

    def on_click(self, event: Any) -> None:
        """Put the knight on the square; with Shift or the hole tool, cut it out or put it back."""
        square = self._under(event)
        if square is not None:
            self._choose(square, hole=event.shiftKey or self.fields.cutting)

    def on_key(self, event: Any) -> None:
        """Arrows go from square to square; Enter or Space is a click."""
        name = self._name(event)
        if not name:
            return
        if event.key in ARROWS:
            event.preventDefault()
            self._focus_beside(name, *ARROWS[event.key])
        elif event.key in ("Enter", " "):
            event.preventDefault()
            self._choose(self._numbered(name), hole=event.shiftKey or self.fields.cutting)
        elif event.key == "Escape":
            self.fields.cut(on=False)

    def on_point(self, event: Any) -> None:
        """Show the moves of the square under the pointer, or with the focus."""
        name = self._name(event)
        if name:
            self.lab.point_out(self._numbered(name))

    def on_leave(self, event: Any) -> None:
        """Show no moves any more."""
        self.lab.point_away()

    def on_take(self, event: Any) -> None:
        """Take the knight, if that is where the pointer came down; the hole tool cuts it free."""
        piece = event.target.closest(".piece")
        fixed = self.fields.cutting or "start" in locked(self.lab.question)
        if piece and event.isPrimary and not fixed:
            self.piece, self.origin, self.moved = piece, (event.clientX, event.clientY), False
            self._frame.setPointerCapture(event.pointerId)

    def on_carry(self, event: Any) -> None:
        """Let the knight follow the pointer."""
        if not self.piece:
            return
        right, down = event.clientX - self.origin[0], event.clientY - self.origin[1]
        self.moved = self.moved or abs(right) + abs(down) > DRAG
        if self.moved:
            scale = self.lab.question.board.columns / self._picture().getBoundingClientRect().width
            self.piece.style.translate = f"{right * scale}px {down * scale}px"

    def on_drop(self, event: Any) -> None:
        """Put the knight down on the square below, or back where it came from."""
        if self.piece:
            self.piece.style.translate = ""
            self.piece = None
            square = self._under(event) if self.moved and event.type == "pointerup" else None
            if square is not None:
                self._choose(square)

    def _choose(self, square: Square, *, hole: bool = False) -> None:
        question = self.lab.question
        if not hole and self.hands.take(square):
            return
        try:
            name = question.board.name(square)
            asked = with_hole(question, square) if hole else changed(question, "start", name)
        except ValueError as wrong:
            self.fields.complain(None, str(wrong))
        else:
            self.fields.ask(asked)
            self.fields.write()
            self.lab.point_out(square)

    def _under(self, event: Any) -> Square | None:
        board, box = self.lab.question.board, self._picture().getBoundingClientRect()
        x = (event.clientX - box.left) / box.width * board.columns
        y = (event.clientY - box.top) / box.height * board.rows
        return square_at(board, x, y)

    def _focus_beside(self, name: str, up: int, right: int) -> None:
        board = self.lab.question.board
        row, column = divmod(self._numbered(name), board.columns)
        row, column = row + up, column + right
        if 0 <= row < board.rows and 0 <= column < board.columns:
            beside = board.name(row * board.columns + column)
            self._picture().querySelector("[tabindex='0']").setAttribute("tabindex", "-1")
            square = self._picture().querySelector(f'[data-square="{beside}"]')
            square.setAttribute("tabindex", "0")
            square.focus()

    def _name(self, event: Any) -> str:
        # A board that is still drawn after another was asked for has squares that may be no more.
        name = event.target.getAttribute("data-square")
        drawn = self._picture().getAttribute("data-board") == str(self.lab.question.board)
        return str(name) if name and drawn else ""

    def _numbered(self, name: str) -> Square:
        # Also for holes, which a board does not take for squares.
        board = self.lab.question.board
        return Board(board.rows, board.columns).square(name)

    def _picture(self) -> Any:
        return self._frame.firstElementChild
