"""A board to play on, and the verdict whether a tour is still possible. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kt_core import svg
from kt_core.board import Board, Square, SquarePath
from kt_core.drawing.shapes import escape
from kt_core.graph import is_move, knight_graph, onward
from kt_core.language import N_, _
from kt_core.tour import Puzzle
from web.chapter.content.trials import why_none_begins
from web.chapter.figures.figure import Dial, Figure
from web.chapter.figures.layout import DRAWING, drawing, rings, turn_button, turns
from web.chapter.text import Values, is_count
from web.draw.patch import Lazy, Patches
from web.search.game import BUDGET_EVENTS, Game, verdict

LEAST_DEGREE = 2  # the degree of a corner
POSSIBLE, LOST, UNDECIDED = 1, 2, 3  # the verdicts


class GameFigure(Figure):
    """Boards to play on; the chosen squares are the path of the knight.

    Turning "square" makes a move; choosing a visited square undoes the moves after it.
    """

    kind, has_choices = "game", True
    first_squares = (0,)
    measures = (N_("Still possible?"), N_("Looking …"))

    def __init__(self, *sides: str) -> None:
        self.boards = tuple(map(Board.parse, sides))
        self.dials = (Dial("board", end=len(sides) - 1, resets=True),)

    def fits(self, values: Values, chosen: list[Square], square: Square) -> bool:
        """Return True if the knight can begin or go on with a square."""
        board = self.boards[values[0]]
        return square in board and (not chosen or is_move(board, chosen[-1], square))

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after a move, an undone move, or a change of the board."""
        which, *path = values
        if name == "path":
            return values[:-1] if text == "-1" and len(path) > 1 else (which, path[0])
        if name != "square" or not is_count(text):
            return super().after_turn(values, name, text)
        square = int(text)
        if square in path:
            return values[: path.index(square) + 2]
        starts = len(path) == 1 and not is_move(self.boards[which], path[0], square)
        return self.within_ends((which, square) if starts else (*values, square))

    def link(self, values: Values) -> str:
        """Return the address of the same board to play on."""
        board, path = self.position(values)
        return f"#board={board}&start={board.name(path[0])}&mode=play"

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the board with the path so far, and the moves as buttons."""
        yield DRAWING, Lazy(_board, *self.position(values), lit == "corners")
        yield " [data-part=choices]", Lazy(_choices, *self.position(values))

    def sentence(self, values: Values) -> str:
        """Describe the knight's position in a sentence."""
        board, path = self.position(values)
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

    def buttons(self) -> str:
        """Return the buttons that choose a board, undo a move, and start again."""
        boards = (
            turn_button("board", str(place), f"{board.rows} × {board.columns}")
            for place, board in enumerate(self.boards)
        )
        undo = turn_button("path", "-1", _("Undo"))
        return "".join((*boards, undo, turn_button("path", "0", _("Start again"))))

    def measure(self, values: Values) -> Iterator[Values]:
        """Yield the verdict so far: (POSSIBLE,), (UNDECIDED,), or LOST with the losing move.

        The losing move is given by its number, its two squares and the board.
        """
        board, path = self.position(values)
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

    def result_sentence(self, found: Values, milliseconds: int) -> str:
        """Describe the verdict in a sentence."""
        if found[0] == UNDECIDED:
            return _("Whether a tour still exists cannot be told yet.")
        if found[0] == POSSIBLE:
            return _("Yes: from here a tour still exists.")
        n, start, end, which = found[1:]
        board = self.boards[which]
        if not n and (why := why_none_begins(board, start)):
            return why
        text = N_("No: no tour begins on {start}.")
        if n:
            text = N_("No: since move {n}, {start} to {end}, a tour no longer exists.")
        return _(text, n=n, start=board.name(start), end=board.name(end))

    def position(self, values: Values) -> tuple[Board, SquarePath]:
        """Return the board of the game, and the path so far."""
        which, *path = values
        return self.boards[which], tuple(path)


def _moves(board: Board, path: SquarePath) -> list[Square]:
    return onward(knight_graph(board), path, path[-1])


def _board(board: Board, path: SquarePath, corners: bool) -> Iterator[str]:  # noqa: FBT001
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


def _choices(board: Board, path: SquarePath) -> Iterator[str]:
    yield f"<span>{escape(_('Move to'))}</span>"
    yield from (turn_button("square", str(s), board.name(s)) for s in _moves(board, path))
