"""The board and the controls as strings: a question and its outcome in, HTML and SVG out. Pure.

build.py fills the template with these functions and the lab redraws with them, so that the page is
the same before Python runs and after. What it says in words stands in words.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.tour import Puzzle, Tour
from web.draw.part import Part
from web.question.question import LETTERS, Question
from web.search.outcome import NOTHING, Outcome

if TYPE_CHECKING:
    from web.reader.game import Game

#: Squares up to which the graph is drawn even where it is not shown, so that showing it is instant.
SMALL_SQUARES = 400
#: Squares up to which the path is one line of SVG and has its names told; beyond, it is painted.
PAINTED_SQUARES = 40_000
SMALL_KNIGHT = 0.5  # of its size, where what its square is marked with is to be seen
HANDFUL_NAMES = 500  # names of squares to a part

#: From below to above. Moves are those of the square under the pointer, or of a game.
LAYERS = (
    *("squares", "coordinates", "graph", "vertices", "exits", "to-come", "line", "witness"),
    *("ends", "numbers", "degrees", "names", "moves", "died", "knight"),
)


def board(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return the board as one `svg` element, complete."""
    groups = (
        f'<g data-layer="{name}">{"".join(layer.drawn())}</g>'
        for name, layer in layers(question, outcome).items()
    )
    return _assembled(question, groups, label(question, outcome), outcome.tour)


def ground(kind: str) -> str:
    """Return a board of this `kind` as one `svg` element whose layers are empty."""
    question = Question(famous=LETTERS) if kind == LETTERS else _bare(Board.parse(kind))
    groups = (f'<g data-layer="{name}"></g>' for name in layers(question))
    return _assembled(question, groups, "")


def _bare(board: Board) -> Question:
    return Question(puzzle=Puzzle(board, 0))


def nothing() -> Iterable[str]:
    """Return an empty layer."""
    return ()


EMPTY = Part(nothing)


def _assembled(
    question: Question, groups: Iterable[str], named: str, tour: Tour | None = None
) -> str:
    if question.is_letters:
        from web.draw import letters

        return letters.assembled(groups, named)
    shown = None if is_painted(question) else tour
    return svg.picture(question.board, *groups, label=named, role="group", tour=shown)


def kind(question: Question) -> str:
    """Return what the picture is of; as long as that stays, only its layers change."""
    return LETTERS if question.is_letters else str(question.board)


def is_painted(question: Question) -> bool:
    """Return whether the path is painted on a canvas below the board, and not drawn."""
    return len(question.board) > PAINTED_SQUARES


def is_named(question: Question, outcome: Outcome) -> bool:
    """Return whether the picture tells its tour: where it is painted, that is six megabytes."""
    return outcome.tour is not None and not (is_painted(question) or question.is_letters)


def tour_names(question: Question, outcome: Outcome) -> Iterator[str]:
    """Yield the tour as names of squares, in parts; nothing where it is not named."""
    board, path = question.board, outcome.path
    if is_named(question, outcome):
        for i in range(0, len(path), HANDFUL_NAMES):
            yield " " * (i > 0) + board.names(path[i : i + HANDFUL_NAMES])


def layers(
    question: Question, outcome: Outcome = NOTHING, cursor: Square | None = None
) -> Mapping[str, Part]:
    """Return what to draw, from below to above; `cursor` is the square to which Tab comes."""
    if question.is_letters:
        from web.draw import letters

        return letters.layers(outcome)
    board, show, path = question.board, question.show, outcome.path
    moving = _moving(question, outcome) if path else {}
    if outcome.witness:
        moving = {**moving, "witness": Part(svg.witness, board, outcome.witness)}
    else:
        moving = {**moving, "vertices": Part(svg.vertices, board, path)}
    if outcome.died is not None:
        moving["died"] = Part(svg.dead_end, board, outcome.died)
    start, knight = question.start, path[-1] if path and not outcome.tour else question.start
    small = 1 if svg.is_large(board) else SMALL_KNIGHT
    still = {
        "squares": Part(_squares, board, start, start if cursor is None else cursor),
        "coordinates": _around(question, outcome),
        "knight": Part(svg.knight, board, knight, small if outcome.witness else 1),
    }
    if "graph" in show or len(board) <= SMALL_SQUARES:
        still["graph"] = Part(svg.edges, board)
    if "names" in show:
        still["names"] = Part(svg.names, board)
    if "degrees" in show and (outcome.tour or not path):
        still["degrees"] = Part(svg.degrees, board)
    shown = still | moving
    return {name: shown.get(name, EMPTY) for name in LAYERS}


def _around(question: Question, outcome: Outcome) -> Part:
    """Return what stands around the board: its coordinates, and the sums of a semi-magic tour."""
    if question.famous and outcome.tour and "numbers" in question.show:
        from kt_core.gallery import GALLERY  # which a page starts without

        if GALLERY[question.famous].semi_magic:
            return Part(_with_sums, question.board, outcome.tour)
    return Part(svg.coordinates, question.board)


def _with_sums(board: Board, tour: Tour) -> Iterable[str]:
    from kt_core.drawing.sums import sums

    return chain(svg.coordinates(board), sums(tour))


def _moving(question: Question, outcome: Outcome) -> dict[str, Part]:
    """Return the layers that follow the path."""
    board, show, path, whole = question.board, question.show, outcome.path, outcome.whole
    closed, of = question.puzzle.closed and outcome.tour is not None, len(board)
    shown = {}
    if "path" in show:
        shown["ends"] = Part(svg.ends, board, path, closed=closed)
        if whole:
            shown["to-come"] = Part(_to_come, board, path, whole)
        if not is_painted(question):
            shown["line"] = Part(svg.line, board, path, closed=closed, of=of)
    if "numbers" in show:
        shown["numbers"] = Part(svg.numbers, board, path, of=of)
    if "degrees" in show and not outcome.tour:
        shown["exits"] = Part(svg.exits, board, path)
    return shown


def pointed(question: Question, square: Square) -> Part:
    """Return the legal moves from a square, as drawn above the board; none from a hole."""
    board = question.board
    shown = square in board and not (question.is_letters or svg.is_large(board))
    return Part(svg.moves, board, square) if shown else EMPTY


def legal(question: Question, game: Game, hinted: Square | None = None) -> Part:
    """Return where the knight may go in a game, as drawn above the board; one may be hinted at.

    The onward moves stand there where degrees are shown.
    """
    counts = game.legal if "degrees" in question.show else {}
    return Part(svg.legal, question.board, game.legal, counts, hinted)


def _squares(board: Board, start: Square, cursor: Square) -> Iterable[str]:
    def cell(square: Square) -> str:
        name = board.name(square)
        what = ", hole" if square in board.holes else ", start" if square == start else ""
        return f' role="gridcell" tabindex="{-(square != cursor)}" aria-label="{name}{what}"'

    return svg.squares(board, cell)


def _to_come(board: Board, path: Sequence[Square], whole: Sequence[Square]) -> Iterable[str]:
    apart = (i for i, (a, b) in enumerate(zip(path, whole, strict=False)) if a != b)
    return svg.to_come(board, whole, next(apart, min(len(path), len(whole))))


def frame(question: Question) -> Mapping[str, str]:
    """Return the attributes of the board's frame, from which the looks follow."""
    board = question.board
    if question.is_letters:
        from web.draw import letters

        board = Board(*letters.SIDES)
    sides = f"--ratio:{board.columns / board.rows:.4g};--side:{max(board.rows, board.columns)}"
    return {"data_show": " ".join(question.show), "style": sides}


def label(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return the board's name for those who do not see it."""
    if question.is_letters:
        from web.draw import letters

        return letters.label(outcome)
    board = question.board
    shown = ", with a tour" if outcome.tour else ""
    return f"Board, {board.rows} rows by {board.columns} columns{shown}"
