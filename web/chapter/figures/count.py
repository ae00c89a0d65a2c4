"""A board where the reader counts the moves of one square of each degree; the page adds. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.shapes import escape
from kt_core.graph import knight_graph
from kt_core.language import N_, _
from web.chapter.figures.figure import Dial, Figure
from web.chapter.figures.layout import (
    DRAWING,
    dots,
    drawing,
    numbers,
    rings,
    table,
    turn_button,
    turns,
)
from web.chapter.text import Values, count_text
from web.draw.patch import Lazy, Patches

HEADS = (N_("Squares like"), N_("Squares"), N_("Moves of each"), N_("Together"))
UNKNOWN = ("?", "?")


class CountFigure(Figure):
    """A board whose reader counts the moves of a square of each degree.

    The dials are the square, the reader's answer, and a bit for each known degree.
    """

    kind, has_choices = "count", True

    def __init__(self, sides: str) -> None:
        self.board = Board.parse(sides)
        self.degrees = {s: len(moves) for s, moves in knight_graph(self.board).items()}
        self.kinds = sorted(set(self.degrees.values()))
        self.dials = (
            Dial("square", N_("Square"), board=self.board, text=lambda at: self.board.name(at[0])),
            Dial("answer", end=max(self.kinds)),
            Dial("known", end=(1 << len(self.kinds)) - 1),
        )

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after the choice of a square or number, or a new start ("known")."""
        square, answer, known = super().after_turn(values, name, text)
        if name == "square":
            answer = 0
        elif name == "known":
            return (square, 0, 0)
        elif answer == self.degrees[square]:
            known |= 1 << self.kinds.index(answer)
        return (square, answer, known)

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the board with the sums so far, and a button for each possible answer."""
        yield DRAWING, Lazy(_board_and_sums, self, values)
        yield " [data-part=choices]", Lazy(_answers, self, values[0])

    def buttons(self) -> str:
        """Return the button that begins again."""
        return turn_button("known", "0", _("Start again"))

    def sentence(self, values: Values) -> str:
        """Return the question, the verdict on the reader's number, or the sum."""
        square, answer, mask = values
        degree = self.degrees[square]
        count, every = self.count_of(degree), sum(self.degrees.values())
        text = N_("How many moves does a knight on {square} have? Count them.")
        if answer == degree and self.known(mask) == self.kinds:
            text = N_(
                "All moves together: {all}. A line of the graph is a move in two directions, so"
                " there are {lines} lines."
            )
        elif answer == degree:
            text = N_(
                "Right: {n} moves. There are {count} such squares, with {total} moves together."
            )
        elif answer:
            text = N_("It is not {answer}. Count the squares that a knight on {square} can reach.")
        slots = {"square": self.board.name(square), "n": degree, "answer": answer, "count": count}
        return _(text, **slots, total=degree * count, all=every, lines=every // 2)

    def known(self, mask: int) -> list[int]:
        """Return the degrees whose bits are set."""
        return [degree for place, degree in enumerate(self.kinds) if mask >> place & 1]

    def count_of(self, degree: int) -> int:
        """Return the number of squares of a degree."""
        return [*self.degrees.values()].count(degree)


def _board_and_sums(figure: CountFigure, values: Values) -> Iterator[str]:
    board, (square, answer, mask) = figure.board, values
    known = figure.known(mask)
    ends = knight_graph(board)[square] if answer == figure.degrees[square] else ()
    layers = (
        svg.squares(board, turns("square")),
        svg.names(board),
        numbers(board, {s: n for s, n in figure.degrees.items() if n in known}),
        rings(board, ends, 0.4, 0.06),
        dots(board, ends, 0.1, ' fill-opacity=".6"'),
        svg.knight(board, square),
    )
    yield '<div class="pair">'
    yield drawing(board, _("The board"), layers)
    yield f'<div class="inside">{_sums(figure, known)}</div></div>'


def _sums(figure: CountFigure, known: list[int]) -> str:
    rows, board = [[_(each) for each in HEADS]], figure.board
    for degree in figure.kinds:
        first = next(square for square in board if figure.degrees[square] == degree)
        count = figure.count_of(degree)
        sums = (str(degree), count_text(degree * count)) if degree in known else UNKNOWN
        rows.append([board.name(first), count_text(count), *sums])
    every = sum(figure.degrees.values()) if known == figure.kinds else "?"
    rows.append([_("Together"), str(len(board)), "", str(every)])
    return f'<div class="additions">{table(rows)}</div>'


def _answers(figure: CountFigure, square: Square) -> Iterator[str]:
    asks = _("Moves from {square}:", square=figure.board.name(square))
    yield f"<span>{escape(asks)}</span>"
    for n in range(1, max(figure.kinds) + 1):
        yield turn_button("answer", str(n), str(n))
