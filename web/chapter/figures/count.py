"""A board where the reader counts the moves of one square of each degree; the page adds. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import center, circle, escape
from kt_core.graph import knight_graph
from kt_core.language import N_, _
from web.chapter.figures.layout import DRAWING, drawing, numbers, rings, slider, turn_button, turns
from web.chapter.text import Values, Words, count_text
from web.draw.patch import Lazy, Patches

HEADS = (N_("Squares like"), N_("Squares"), N_("Moves of each"), N_("Together"))
UNKNOWN = "?"


def regions(words: Words, values: Values, lit: str) -> Patches:
    """Yield the board with the sums so far, and a button for each possible answer."""
    yield DRAWING, Lazy(_board_and_sums, words, values)
    yield " [data-part=choices]", Lazy(_answers, words, values)
    description = Board.parse(words[0]).name(values[0])
    yield " [name=square]", slider(values[0], description)


def buttons(words: Words) -> str:
    """Return the button that begins again."""
    return turn_button("known", "0", _("Start again"))


def sentence(words: Words, values: Values) -> str:
    """Return the question, the verdict on the reader's number, or the sum."""
    board, degrees = _board(words)
    square, answer, known = values
    degree = degrees[square]
    count = list(degrees.values()).count(degree)
    slots = {"square": board.name(square), "n": degree, "answer": answer, "count": count}
    text = N_("How many moves does a knight on {square} have? Count them.")
    if answer and answer != degree:
        text = N_("It is not {answer}. Count the squares that a knight on {square} can reach.")
    elif answer:
        text = N_("Right: {n} moves. There are {count} such squares, with {total} moves together.")
    if answer == degree and len(_known_squares(degrees, known)) == len(set(degrees.values())):
        text = N_(
            "All moves together: {all}. A line of the graph is a move in two directions, so there"
            " are {lines} lines."
        )
    every = sum(degrees.values())
    sums = {"total": degree * count, "all": every, "lines": every // 2}
    return _(text, **slots, **sums)


def _board(words: Words) -> tuple[Board, dict[Square, int]]:
    board = Board.parse(words[0])
    return board, {square: len(moves) for square, moves in knight_graph(board).items()}


def _known_squares(degrees: dict[Square, int], known: int) -> set[int]:
    return {n for place, n in enumerate(sorted(set(degrees.values()))) if known >> place & 1}


def _board_and_sums(words: Words, values: Values) -> Iterator[str]:
    board, degrees = _board(words)
    square, answer, mask = values
    known = _known_squares(degrees, mask)
    dot = f' fill="{light("accent")}" fill-opacity=".6"'
    ends = knight_graph(board)[square] if answer == degrees[square] else ()
    layers = (
        svg.squares(board, turns("square")),
        svg.names(board),
        numbers(board, {s: n for s, n in degrees.items() if n in known}),
        rings(board, ends, 0.4, 0.06),
        (circle(center(board, s), 0.1, dot) for s in ends),
        svg.knight(board, square),
    )
    yield '<div class="pair">'
    yield drawing(board, _("The board"), layers)
    yield f'<div class="inside">{_sums(board, degrees, known)}</div></div>'


def _sums(board: Board, degrees: dict[Square, int], known: set[int]) -> str:
    head = "".join(f'<th scope="col">{escape(_(each))}</th>' for each in HEADS)
    rows, total = "", 0
    for degree in sorted(set(degrees.values())):
        alike = [s for s in degrees if degrees[s] == degree]
        total += degree * len(alike)
        numbers = (degree, degree * len(alike)) if degree in known else ()
        cells = (len(alike), *(numbers or (UNKNOWN, UNKNOWN)))
        rows += _row(board.name(alike[0]), cells)
    every = total if len(known) == len(set(degrees.values())) else UNKNOWN
    rows += _row(_("Together"), (len(board), "", every))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="additions">{table}</div>'


def _row(name: str, cells: tuple[int | str, ...]) -> str:
    texts = (count_text(each) if isinstance(each, int) else each for each in cells)
    return (
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{text}</td>" for text in texts)
        + "</tr>"
    )


def _answers(words: Words, values: Values) -> Iterator[str]:
    board, degrees = _board(words)
    asks = _("Moves from {square}:", square=board.name(values[0]))
    yield f"<span>{escape(asks)}</span>"
    for n in range(1, max(degrees.values()) + 1):
        yield turn_button("answer", str(n), str(n))
