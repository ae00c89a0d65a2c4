"""The boards as SVG and HTML: one, or two side by side in a race. Pure.

build.py fills the template with these functions, and the lab redraws with them, so the board looks
the same before and after Python starts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.layers import ghost, sums, wrong_move
from kt_core.drawing.layers import given as given_layer
from kt_core.drawing.shapes import center, circle, group
from kt_core.gallery import GALLERY
from kt_core.graph import knight_graph
from kt_core.language import _, pgettext
from kt_core.tour import GivenNumbers, Tour, symmetry_of
from web.draw.patch import Lazy, Patch, Patches, attributes, rim, text
from web.lab.view import deduction, modes
from web.lab.view.blocks import EMPTY, blocks, is_in_blocks, is_painted
from web.lab.view.transport import dead_end, dead_end_at, shows_counts, shows_result
from web.question.question import Question
from web.search.answer import inferences, position
from web.search.recording import NOTHING, Options, Outcome, PathPrefix, options
from web.search.watch import lanes
from web.state.state import NO_ZOOM, State, outcome

if TYPE_CHECKING:  # not loaded at startup
    from web.search.game import Game

LIFT = 0.12  # squares by which the knight is raised, so that the name below remains visible
SMALL_KNIGHT = 0.5  # relative size of the knight above the marks of its square
NAMES_PER_PART = 500  # names of squares in each part

#: The layers from bottom to top. "choices" are the moves of a search; "moves" are those of the
#: square under the pointer, or of a game.
LAYERS = (
    *("squares", "coordinates", "graph", "vertices", "exits", "to-come", "line", "symmetry"),
    *("witness", "ends", "numbers", "degrees", "names", "choices", "moves", "dead-end", "given"),
    "knight",
)


def boards(state: State) -> Patches:
    """Yield the drawings and the attributes of their frames."""
    question = state.question
    yield "#stage", attributes(data_mode=question.mode)
    yield "#lab", attributes(data_race=question.is_race)
    fixed = "start" in state.task.locked
    larger = state.look.zoom != NO_ZOOM
    looks = {"data_cutting": state.look.cutting, "data_fixed": fixed, "data_zoomed": larger}
    yield "#board@looks", frame(question, **looks)
    seen = outcome(state)
    yield from _board_patches("#board", state, question, seen)
    yield "#rival@looks", frame(question, hidden=not question.is_race, data_zoomed=larger)
    if question.is_race:
        seen = outcome(state, 1) if _races(state) else Outcome()
        yield from _board_patches("#rival", state, lanes(question)[1], seen)
    else:
        yield "#rival", text("")
    for number in (0, 1):
        yield f"#lane-{number}", _lane(state, number)


def painting(state: State) -> Lazy | None:
    """Return the canvas drawing below a very large board, or one whose path grows.

    It has the board, the complete path, the number of its squares to draw, and whether it is
    closed.
    """
    question, seen = state.question, outcome(state)
    if not (is_painted(question, seen) and "path" in question.show and len(seen.path) > 1):
        return None
    closed, path = bool(seen.tour and seen.tour.closed), seen.whole or seen.path
    whole = path if isinstance(path, PathPrefix) else PathPrefix(tuple(path), len(path))
    return Lazy(dict, board=question.board, path=whole, count=len(seen.path), closed=closed)


def _board_patches(
    frame: str, state: State, question: Question, seen: Outcome
) -> Iterator[tuple[str, Lazy]]:
    yield frame, Lazy(ground, str(question.board))  # `_label` adds the label to it
    yield f"{frame} > svg", Lazy(_label, question.search_key, seen)
    yield f"{frame} > svg@view", attributes(viewBox=view_box(question, state.look.zoom.box))
    parts = layers(question, seen, state.look.cursor, state.look.zoom.times)
    parts |= {name: (part,) for name, part in _marks(state, question, seen, frame).items()}
    for name, (part, *others) in parts.items():
        if not others:
            yield f"{frame} [data-layer={name}]", part
        for place, block in enumerate((part, *others) if others else ()):
            yield f"{frame} [data-layer={name}]@{place}", Lazy(_block, place, block)
    given, pieces = question.puzzle.given, seen.pieces
    first = question.start if question.puzzle.start is not None else (*pieces.get(1, ()), None)[0]
    lit = question.mode != "watch" or not (seen.path or seen.witness)
    yield f"{frame}@cells", Lazy(_cells, question.board, first, pieces, given, lit=lit)


def _marks(state: State, question: Question, seen: Outcome, frame: str) -> Mapping[str, Lazy]:
    """Return the layers of an inference, or of the next moves, and those of the pointer."""
    moves = {"moves": _moves_from_pointer(state, seen)}
    if state.search.inference is not None:
        known = inferences(question, state.search.answer)
        return moves | deduction.layers(question, known, state.search.inference, SMALL_KNIGHT)
    if seen.bad is not None:  # the knight would cover the mark
        return moves
    return moves | _at_step(state, int(frame == "#rival"))


def _at_step(state: State, number: int) -> dict[str, Lazy]:
    """Return the layers with the next moves of the search, or with the dead end.

    While the pointer is on a square, the moves from there replace the choices.
    """
    question, traces = state.question, state.search.answer.traces
    if question.mode == "play" or number >= len(traces) or shows_result(state):
        return {}
    trace = traces[number]
    moment = trace.at(position(question, state.search.answer))
    if moment.found or not moment.path:
        return {}
    here, known, layers = moment.path[-1], options(trace, moment), {}
    predicts = question.mode == "predict"
    if predicts or state.look.pointed is None:
        shows_next = not predicts
        layers["choices"] = choice_marks(question, here, known, shows_next=shows_next)
        if moment.dead_end in known.tried:  # the choices already mark it with a sign
            layers["dead-end"] = EMPTY
    if dead_end(trace, moment, known):
        layers["dead-end"] = Lazy(svg.dead_end_square, question.board, here)
    return layers


def _moves_from_pointer(state: State, seen: Outcome) -> Lazy:
    game, square = state.reader.game, state.look.pointed
    if game and dead_end_at(state) is not None:
        known = (*seen.visited_squares, *dict(game.puzzle.given))
        return Lazy(lost_game, game.board, game.here, known)
    if game:
        return legal_moves(state.question, game, state.reader.hinted)
    asks = not (seen.path or seen.witness or state.question.puzzle.given)
    if square is None and asks and state.search.inference is None:
        return Lazy(svg.moves, state.question.board, state.question.start, counted=False)
    if state.predicts:
        square = None  # a prediction shows only the moves from the knight's square
    return EMPTY if square is None else pointed_moves(state.question, square, seen)


def _races(state: State) -> bool:
    return len(state.search.answer.traces) == 2


def _lane(state: State, number: int) -> Lazy:
    if not (state.question.is_race and _races(state)):
        return text("")
    step = position(state.question, state.search.answer)
    return text(modes.lane_caption(state.search.answer.traces[number], step))


def _cells(*shown: Any, lit: bool = True) -> Patch:
    return {"cells": cells(*shown, lit=lit)}


def _label(question: Question, seen: Outcome) -> Patch:
    return {"aria-label": label(question, seen), "data-tour": tour_names(question, seen)}


def _block(number: int, part: Lazy) -> Patch:
    return {f"block-{number}": part.value()}


def ground(sides: str) -> str:
    """Return a board with these sides as one `svg` element whose layers are empty."""
    board = Board.parse(sides)
    groups = (f'<g data-layer="{name}"></g>' for name in LAYERS)
    around = (rim(board.rows, board.columns),)
    # The label is the size, which needs no translation.
    return svg.picture(board, around, *groups, label=sides, role="group")


def tour_names(question: Question, outcome: Outcome) -> Iterator[str] | None:
    """Return the squares of the tour by name, in parts; None without a tour.

    A painted board lists none, which would take 6 MB.
    """
    board, path = question.board, outcome.path
    if not outcome.tour or is_painted(question, outcome):
        return None
    parts = range(0, len(path), NAMES_PER_PART)
    return (" " * (i > 0) + board.names(path[i : i + NAMES_PER_PART]) for i in parts)


def layers(
    question: Question, outcome: Outcome = NOTHING, cursor: Square | None = None, zoom: float = 1
) -> dict[str, Sequence[Lazy]]:
    """Return the layers, the lowest first; `cursor` is the square that can have the focus.

    The marks of a large board keep their size when it is enlarged by `zoom`.
    """
    board, path, start = question.board, outcome.path, question.start
    found = {"squares": Lazy(_squares, board, start, start if cursor is None else cursor)}
    found["coordinates"] = _border_labels(question, outcome)
    if given := dict(question.puzzle.given):
        found["given"] = Lazy(given_layer, board, given)
    if path or not given:
        here, look = path[-1] if path else start, _look_of_knight(question, outcome, zoom)
        found["knight"] = Lazy(svg.knight, board, here, **look)
    if outcome.witness:
        found["witness"] = Lazy(svg.witness, board, outcome.witness)
    if outcome.bad is not None:
        found["dead-end"] = Lazy(wrong_move, board, path[-1], outcome.bad)
    elif outcome.dead_end is not None and outcome.dead_end not in path[-1:]:
        found["dead-end"] = Lazy(svg.dead_end, board, outcome.dead_end)
    if path and "path" in question.show:
        found |= _layers_beside_line(question, outcome, zoom)
    divided = blocks(question, outcome)
    return {name: divided.get(name) or (found.get(name, EMPTY),) for name in LAYERS}


def _look_of_knight(question: Question, outcome: Outcome, zoom: float) -> Mapping[str, float]:
    if svg.is_large(question.board):
        return {"zoom": zoom}
    size = SMALL_KNIGHT if outcome.witness else 1
    return {"size": size, "lift": LIFT if "names" in question.show else 0}


def _layers_beside_line(question: Question, outcome: Outcome, zoom: float) -> Mapping[str, Lazy]:
    """Return the ends of the path, the symmetry of a tour, and the line of a large board."""
    board, tour = question.board, outcome.tour
    closed, large = question.puzzle.closed and tour is not None, svg.is_large(board)
    larger = {"zoom": zoom} if large else {}
    found = {"ends": Lazy(_ends, board, outcome.pieces, closed=closed, **larger)}
    if large and not is_painted(question, outcome):
        found["line"] = Lazy(svg.line, board, outcome.path, closed=closed, of=len(board))
    if question.symmetry and tour and not large:
        found["symmetry"] = Lazy(ghost, tour, symmetry_of(question.symmetry))
    return found


def _border_labels(question: Question, outcome: Outcome) -> Lazy:
    """Return the labels around the board: coordinates, and the sums of a semi-magic tour."""
    numbered = outcome.tour if "numbers" in question.show else None
    if numbered and question.famous and GALLERY[question.famous].semi_magic:
        return Lazy(_with_sums, question.board, numbered)
    return Lazy(svg.coordinates, question.board)


def _with_sums(board: Board, tour: Tour) -> Iterable[str]:
    return chain(svg.coordinates(board), sums(tour))


def _ends(board: Board, pieces: Mapping[int, Sequence[Square]], **look: Any) -> Iterator[str]:
    """Yield the marks of the start, if it is known, and of the end of each piece."""
    for first, path in pieces.items():
        yield from islice(svg.ends(board, path, **look), int(first > 1), None)


def _squares(board: Board, start: Square, cursor: Square) -> Iterable[str]:
    def cell(square: Square) -> str:
        name = board.name(square)  # `cells` shows the same name
        return f' role="gridcell" tabindex="{-(square != cursor)}" aria-label="{name}"'

    return svg.squares(board, cell)


def cells(
    board: Board,
    start: Square | None,
    pieces: Mapping[int, Sequence[Square]],
    given: GivenNumbers = (),
    *,
    lit: bool = True,
) -> str:
    """Return the accessible names of the grid's cells, in order, separated by |.

    `pieces` has the path, and perhaps others, by their first numbers; the path is the first. If
    they are `lit`, the possible moves of the knight are named.
    """
    if svg.is_large(board):
        return ""
    steps = {s: n for first, part in pieces.items() for n, s in enumerate(part, first)}
    number_of, path = dict(given), next(iter(pieces.values()), ())
    knight = path[-1] if path else None if given else start
    hole, first, here = _("hole"), pgettext("square", "start"), _("knight")
    moves = knight_graph(board)[knight] if lit and knight is not None else ()
    comma = pgettext("between what a square holds", ", ")

    def cell_name(square: Square) -> str:
        words = [board.name(square)]
        words += [hole] * (square in board.holes) + [first] * (square == start)
        words += [_("given: {n}", n=number_of[square])] if square in number_of else []
        words += [_("step {n}", n=steps[square])] if square in steps else []
        words += [_("possible move")] if square in moves and square not in steps else []
        return comma.join(words + [here] * (square == knight))

    return "|".join(map(cell_name, range(board.rows * board.columns)))


def view_box(question: Question, box: tuple[float, float, float, float]) -> str:
    """Return the `viewBox` of the visible part of a board, given as shares of its sides."""
    rows, columns = question.board.rows, question.board.columns
    left, top, width, height = box
    sides = (left * columns, top * rows, width * columns, height * rows)
    return " ".join(f"{side:.6g}" for side in sides)


def frame(question: Question, **more: bool) -> Lazy:
    """Return the attributes of the board's frame, from which the looks follow."""
    board = question.board
    sides = f"--ratio:{board.columns / board.rows:.4g};--side:{max(board.rows, board.columns)}"
    more |= {"data_large": svg.is_large(board), "data_blocks": is_in_blocks(board)}
    return attributes(data_show=" ".join(question.show), style=sides, **more)


def label(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return the accessible name of the board."""
    board = question.board
    sides = {"rows": board.rows, "columns": board.columns}
    if outcome.tour:
        return _("Board, {rows} rows by {columns} columns, with a tour", **sides)
    return _("Board, {rows} rows by {columns} columns", **sides)


def pointed_moves(question: Question, square: Square, seen: Outcome = NOTHING) -> Lazy:
    """Return the onward moves from a square at this step, drawn above the board.

    Without a path, or with a complete tour, these are all its moves; a hole has none. The moves
    have no counts if a tour is complete or if the reader has to count.
    """
    board, counted = question.board, shows_counts(question) and not seen.tour
    if square not in board or svg.is_large(board):
        return EMPTY
    return Lazy(
        svg.moves, board, square, () if seen.tour else seen.visited_squares, counted=counted
    )


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


def lost_game(board: Board, here: Square, path: Collection[Square]) -> Iterator[str]:
    """Yield the red square of the knight, and a ring on each square that is left behind."""
    yield from svg.dead_end_square(board, here)
    look = f' fill="none" stroke="{light("ink")}" stroke-width=".055"'
    left = (square for square in range(board.rows * board.columns) if square in board)
    rings = (circle(center(board, square), 0.16, look) for square in left if square not in path)
    yield from group("left", rings)


def legal_moves(question: Question, game: Game, hinted: Square | None = None) -> Lazy:
    """Return the marks of the legal moves in a game; one of them may be a hint.

    If degrees are shown, each mark has the number of onward moves.
    """
    counts = game.legal if "degrees" in question.show else {}
    return Lazy(svg.legal, question.board, game.legal, counts, hinted)
