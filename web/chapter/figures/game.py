"""A board to play on, and the verdict whether a tour is still possible. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.shapes import escape
from kt_core.graph import is_move, knight_graph, onward
from kt_core.language import N_, _
from kt_core.tour import Puzzle
from web.chapter.content.trials import cannot_begin, why_none_begins
from web.chapter.figures.layout import DRAWING, drawing, rings, turn_button, turns
from web.chapter.text import Values
from web.draw.patch import Lazy, Patches
from web.search.game import BUDGET_EVENTS, Game, verdict

LEAST_DEGREE = 2  # the degree of a corner
POSSIBLE, LOST, UNDECIDED = 1, 2, 3  # the verdicts


def regions(words: tuple[str, ...], values: Values, lit: str) -> Patches:
    """Yield the board with the path so far, and the moves as buttons."""
    yield DRAWING, Lazy(_board, words, values, lit == "corners")
    yield " [data-part=choices]", Lazy(_choices, words, values)


def sentence(words: tuple[str, ...], values: Values) -> str:
    """Describe the knight's position in a sentence."""
    board, path = position(words, values)
    moves, here = _moves(board, path), board.name(path[-1])
    slots = {"count": len(path), "of": len(board), "name": here, "n": len(moves)}
    text = N_("{count} of {of} squares visited. From {name} there are {n} moves.")
    if len(path) == len(board):
        text = N_("All {of} squares visited, each exactly once: a knight’s tour!")
        if is_move(board, path[-1], path[0]):
            text = N_("All {of} squares visited, and one more move leads back: a closed tour!")
    elif not moves:
        text = N_("Stuck on {name} after {count} of {of} squares. Press Undo, or start again.")
    elif len(path) == 1:
        text = N_("The knight begins on {name}: choose one of its {n} moves, or another start.")
    elif len(moves) == 1:
        text = N_("{count} of {of} squares visited. From {name} there is one move.")
    return _(text, **slots)


def buttons(words: tuple[str, ...]) -> str:
    """Return the buttons that choose a board, undo a move, and start again."""
    sides = (Board.parse(each) for each in words)
    boards = (
        ("board", str(place), f"{board.rows} × {board.columns}")
        for place, board in enumerate(sides)
    )
    others = (
        ("path", "-1", _("Undo")),
        ("path", "0", _("Start again")),
    )
    return "".join(turn_button(*each) for each in (*boards, *others))


def still_possible(words: tuple[str, ...], values: Values) -> Iterator[tuple[int, ...]]:
    """Yield the verdict so far: (POSSIBLE,), (UNDECIDED,), or LOST with the losing move.

    The losing move is given by its number, its two squares and the board.
    """
    board, path = position(words, values)
    game, known = Game(Puzzle(board), path), None
    work = verdict(game, BUDGET_EVENTS)
    while known is None:
        try:
            next(work)
        except StopIteration as end:
            known = end.value
        else:
            yield (UNDECIDED,)
    if known.tour:
        yield (POSSIBLE,)
    elif known.reason:
        n = known.since[1]
        yield (LOST, n, path[max(n - 1, 0)], path[n], values[0])
    else:
        yield (UNDECIDED,)


def measurement(words: tuple[str, ...], values: tuple[int, ...], milliseconds: int) -> str:
    """Describe the verdict in a sentence."""
    if values[0] == UNDECIDED:
        return _("Whether a tour still exists cannot be told yet.")
    if values[0] == POSSIBLE:
        return _("Yes: from here a tour still exists.")
    n, start, end, which = values[1:]
    board = Board.parse(words[which])
    if not n and cannot_begin(board, start):
        return why_none_begins(board, start)
    if not n:
        text = N_("No: no tour begins on {start}.")
        return _(text, start=board.name(start))
    text = N_("No: since move {n}, {start} to {end}, a tour no longer exists.")
    return _(text, n=n, start=board.name(start), end=board.name(end))


def position(words: tuple[str, ...], values: Values) -> tuple[Board, tuple[Square, ...]]:
    """Return the board of the game, and the path so far."""
    which, *path = values
    return Board.parse(words[which]), tuple(path)


def _moves(board: Board, path: tuple[Square, ...]) -> list[Square]:
    return onward(knight_graph(board), path, path[-1])


def _board(words: tuple[str, ...], values: Values, corners: bool) -> Iterator[str]:  # noqa: FBT001
    board, path = position(words, values)
    ringed = [s for s in board if corners and len(knight_graph(board)[s]) == LEAST_DEGREE]
    layers = [
        svg.squares(board, turns("square")),
        svg.names(board),
        svg.line(board, path, of=len(board)),
        svg.numbers(board, path[:-1], of=len(board)),
        svg.moves(board, path[-1], path, counted=False),
        svg.ends(board, path[:1]),
        rings(board, ringed, 0.45, 0.08),
    ]
    if not _moves(board, path) and len(path) < len(board):
        layers.append(svg.dead_end_square(board, path[-1]))
    yield drawing(board, "", (*layers, svg.knight(board, path[-1])))


def _choices(words: tuple[str, ...], values: Values) -> Iterator[str]:
    board, path = position(words, values)
    yield f"<span>{escape(_(N_('Move to')))}</span>"
    yield from (turn_button("square", str(s), board.name(s)) for s in _moves(board, path))
