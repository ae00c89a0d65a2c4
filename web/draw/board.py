"""The board as SVG and HTML, from a question and its outcome. Pure.

build.py fills the template with these functions and the lab redraws with them, so the page is the
same before and after Python starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.layers import wrong_move
from kt_core.drawing.line import ghost, sums
from kt_core.gallery import GALLERY
from kt_core.language import _, pgettext
from kt_core.tour import Puzzle, Tour, symmetry_of
from web.draw.elements import rim
from web.draw.patch import Lazy
from web.lab.search.trace import NOTHING, Options, Outcome
from web.question.question import Question

if TYPE_CHECKING:  # not loaded at startup
    from web.lab.play.game import Game

SMALL_AREA = 144  # squares and holes up to which a board is drawn at once, with its graph
#: Up to this size the path is SVG and its squares are listed by name; beyond, it is painted.
PAINTED_SQUARES = 40_000
LIFT = 0.12  # of the knight, so that the name of its square remains visible
SMALL_KNIGHT = 0.5  # of the knight above marks of its square
NAMES_PER_PART = 500  # names of squares in each part

#: The layers from bottom to top. "choices" are the moves of a search; "moves" are those of the
#: square under the pointer, or of a game.
LAYERS = (
    *("squares", "coordinates", "graph", "vertices", "exits", "to-come", "line", "symmetry"),
    *("witness", "ends", "numbers", "degrees", "names", "choices", "moves", "dead-end", "knight"),
)


def board(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return the board as one `svg` element, complete."""
    groups = (
        f'<g data-layer="{name}">{"".join(layer.value())}</g>'
        for name, layer in layers(question, outcome).items()
    )
    return _svg(question, groups, label(question, outcome), outcome.tour)


def ground(kind: str) -> str:
    """Return a board of this `kind` as one `svg` element whose layers are empty."""
    question = Question(Puzzle(Board.parse(kind), 0))
    groups = (f'<g data-layer="{name}"></g>' for name in layers(question))
    return _svg(question, groups, kind)  # not a word of any language


def nothing() -> Iterable[str]:
    """Return an empty layer."""
    return ()


EMPTY = Lazy(nothing)


def _svg(question: Question, groups: Iterable[str], named: str, tour: Tour | None = None) -> str:
    shown = None if is_painted(question) else tour
    board = question.board
    around = (rim(board.rows, board.columns),)
    return svg.picture(board, around, *groups, label=named, role="group", tour=shown)


def kind(question: Question) -> str:
    """Return the kind of picture; unless it changes, only layers are redrawn."""
    return str(question.board)


def is_small(board: Board) -> bool:
    """Return True if a board is drawn at once, together with its graph, even a hidden one.

    Holes count too: 90,000 holes take as long to draw as squares.
    """
    return board.rows * board.columns <= SMALL_AREA


def is_painted(question: Question) -> bool:
    """Return True if the path is painted on a canvas below the board instead of drawn."""
    return len(question.board) > PAINTED_SQUARES


def is_growing(question: Question, outcome: Outcome) -> bool:
    """Return True if a path is painted while it grows, because drawing it takes too long."""
    partly = len(outcome.path) > 1 and not outcome.tour
    return svg.is_large(question.board) and partly and not is_small(question.board)


def is_named(question: Question, outcome: Outcome) -> bool:
    """Return True if the picture lists its tour; for a painted board the list would take 6 MB."""
    return outcome.tour is not None and not is_painted(question)


def tour_names(question: Question, outcome: Outcome) -> Iterator[str]:
    """Yield the squares of the tour by name, in parts; nothing if the picture does not list it."""
    board, path = question.board, outcome.path
    if is_named(question, outcome):
        for i in range(0, len(path), NAMES_PER_PART):
            yield " " * (i > 0) + board.names(path[i : i + NAMES_PER_PART])


def layers(
    question: Question,
    outcome: Outcome = NOTHING,
    cursor: Square | None = None,
    zoom: float = 1,
) -> Mapping[str, Lazy]:
    """Return the layers, the lowest first; `cursor` is the square that takes the focus.

    The marks of a large board keep their size when it is enlarged by `zoom`.
    """
    board, show, path = question.board, question.show, outcome.path
    larger = {"zoom": zoom} if svg.is_large(board) else {}
    moving = _moving(question, outcome, larger) if path else {}
    if outcome.witness:
        moving = {**moving, "witness": Lazy(svg.witness, board, outcome.witness)}
    else:
        gray = path if question.can_be_watched and "path" in show else ()
        moving = {**moving, "vertices": Lazy(svg.vertices, board, gray)}
    if outcome.dead_end is not None and outcome.dead_end not in path[-1:]:
        moving["dead-end"] = Lazy(svg.dead_end, board, outcome.dead_end)
    if outcome.bad is not None:
        moving["dead-end"] = Lazy(wrong_move, board, path[-1], outcome.bad)
    start, knight = question.start, path[-1] if path else question.start
    lift = {"lift": LIFT} if "names" in show and not svg.is_large(board) else {}
    size = SMALL_KNIGHT if outcome.witness and not svg.is_large(board) else 1
    still = {
        "squares": Lazy(_squares, board, start, start if cursor is None else cursor),
        "coordinates": _around(question, outcome),
        "knight": Lazy(svg.knight, board, knight, size=size, **larger, **lift),
    }
    if "graph" in show or is_small(board):
        still["graph"] = Lazy(svg.edges, board)
    if "names" in show:
        still["names"] = Lazy(svg.names, board)
    if "degrees" in show and (outcome.tour or not path):
        still["degrees"] = Lazy(svg.degrees, board)
    shown = still | moving
    return {name: shown.get(name, EMPTY) for name in LAYERS}


def _around(question: Question, outcome: Outcome) -> Lazy:
    """Return the labels around the board: coordinates, and the sums of a semi-magic tour."""
    numbered = outcome.tour if "numbers" in question.show else None
    if numbered and question.famous and GALLERY[question.famous].semi_magic:
        return Lazy(_with_sums, question.board, numbered)
    return Lazy(svg.coordinates, question.board)


def _with_sums(board: Board, tour: Tour) -> Iterable[str]:
    return chain(svg.coordinates(board), sums(tour))


def _moving(question: Question, outcome: Outcome, larger: Mapping[str, float]) -> dict[str, Lazy]:
    """Return the layers that follow the path."""
    board, show, path, whole = question.board, question.show, outcome.path, outcome.whole
    closed, of = question.puzzle.closed and outcome.tour is not None, len(board)
    shown = {}
    if "path" in show:
        shown["ends"] = Lazy(svg.ends, board, path, closed=closed, **larger)
        # The tour of a finished search is not drawn below the path at an earlier step.
        if question.can_be_watched and whole[: len(path)] == path:
            shown["to-come"] = Lazy(svg.to_come, board, whole, len(path))
        if not (is_painted(question) or is_growing(question, outcome)):
            shown["line"] = Lazy(svg.line, board, path, closed=closed, of=of)
        if question.symmetry and outcome.tour and not svg.is_large(board):
            shown["symmetry"] = Lazy(ghost, outcome.tour, symmetry_of(question.symmetry))
    if "numbers" in show:
        shown["numbers"] = Lazy(svg.numbers, board, path, of=of)
    if "degrees" in show and not outcome.tour:
        shown["exits"] = Lazy(svg.exits, board, path, path[-1])
    return shown


def _squares(board: Board, start: Square, cursor: Square) -> Iterable[str]:
    def cell(square: Square) -> str:
        name = board.name(square)  # and its content: see `cells`
        return f' role="gridcell" tabindex="{-(square != cursor)}" aria-label="{name}"'

    return svg.squares(board, cell)


def cells(board: Board, start: Square, path: Sequence[Square], cursor: Square | None) -> str:
    """Return the accessible names of the grid's cells, in order, separated by |.

    `cursor` is unused, but when it moves, the cells are redrawn and need their names again.
    """
    if svg.is_large(board):
        return ""
    steps = {square: step for step, square in enumerate(path, start=1)}
    knight = path[-1] if path else start
    hole, first, here = _("hole"), pgettext("square", "start"), _("knight")
    comma = pgettext("between what a square holds", ", ")

    def cell_name(square: Square) -> str:
        words = [board.name(square)]
        words += [hole] * (square in board.holes) + [first] * (square == start)
        words += [_("step {n}", n=steps[square])] if square in steps else []
        return comma.join(words + [here] * (square == knight))

    return "|".join(map(cell_name, range(board.rows * board.columns)))


def view_box(question: Question, box: tuple[float, float, float, float]) -> str:
    """Return the `viewBox` of the visible part of a board, given as shares of its sides."""
    rows, columns = question.board.rows, question.board.columns
    left, top, width, height = box
    sides = (left * columns, top * rows, width * columns, height * rows)
    return " ".join(f"{side:.6g}" for side in sides)


def frame(question: Question) -> Mapping[str, str]:
    """Return the attributes of the board's frame, from which the looks follow."""
    board = question.board
    sides = f"--ratio:{board.columns / board.rows:.4g};--side:{max(board.rows, board.columns)}"
    return {"data_show": " ".join(question.show), "style": sides}


def label(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return the accessible name of the board."""
    board = question.board
    sides = {"rows": board.rows, "columns": board.columns}
    if outcome.tour:
        return _("Board, {rows} rows by {columns} columns, with a tour", **sides)
    return _("Board, {rows} rows by {columns} columns", **sides)


def pointed_moves(question: Question, square: Square, seen: Outcome = NOTHING) -> Lazy:
    """Return the onward moves from a square at this step, drawn above the board.

    Without a path, or with a complete tour, these are all its moves; a hole has none. Moves have
    no counts if a tour is complete or if the reader has to count them.
    """
    board, counted = question.board, shows_counts(question) and not seen.tour
    if square not in board or svg.is_large(board):
        return EMPTY
    return Lazy(svg.moves, board, square, () if seen.tour else seen.path, counted=counted)


def shows_counts(question: Question) -> bool:
    """Return True if onward moves may be shown: not during a prediction that depends on them."""
    return question.mode != "predict" or "degrees" in question.show


def choice_marks(question: Question, square: Square, options: Options, *, shows_next: bool) -> Lazy:
    """Return the possible moves of a search; with `shows_next`, its next move is marked."""
    if svg.is_large(question.board) or not {"path", "degrees"} & set(question.show):
        return EMPTY
    chosen = options.chosen if shows_next else None
    counts: Mapping[Square, int | None] = options.onward
    if not shows_counts(question):
        counts = dict.fromkeys(options.onward)
    return Lazy(
        svg.choices,
        question.board,
        square,
        counts,
        chosen=chosen,
        tried=options.tried,
        skipped=options.skipped if shows_next else (),
    )


def legal_moves(question: Question, game: Game, hinted: Square | None = None) -> Lazy:
    """Return the marks of the legal moves in a game; one of them may be a hint.

    If degrees are shown, each has the number of its onward moves.
    """
    counts = game.legal if "degrees" in question.show else {}
    return Lazy(svg.legal, question.board, game.legal, counts, hinted)
