"""What the page is asked, and how each control changes it. Pure.

Whatever a reader enters becomes a new `Question`, or a `ValueError` with a sentence to show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kt_core.board import Board, Square
from kt_core.orderings import ORDERINGS
from kt_core.svg import is_large
from kt_core.tour import Puzzle

BEST = "best"  # among the move orderings: not one, but whatever method `solve` picks
SHOWABLE = ("path", "graph", "numbers", "degrees", "names")
#: The orderings that go where the fewest onward moves are; only they have ties to break.
BY_RULE = frozenset({"warnsdorff", "roth", "pohl", "random"})
MODES = ("watch", "predict", "play")
LETTERS = "letters"  # among the examples: not a board, but the textbook's graph of six vertices

_INTEGER = re.compile(r"-?[0-9]{1,15}", re.ASCII)


FIRST = Puzzle(Board(8, 8), start=0)  # what the page opens with


@dataclass(frozen=True)
class Question:
    """What the page is asked: which tour, how to search for it, and what to show."""

    puzzle: Puzzle = FIRST
    ordering: str = "warnsdorff"
    seed: int = 0
    prune: bool = True
    show: tuple[str, ...] = ("path",)
    step: int | None = None  # events replayed; None: to the end
    famous: str = ""  # the example that is shown: LETTERS, or a tour of the gallery by its name
    given: tuple[Square, ...] = ()  # the tour that the reader has opened, proven
    race: str = ""  # the ordering of a second search, beside the first
    mode: str = "watch"  # or the reader predicts the search, or moves the knight
    kept: tuple[tuple[str, str], ...] = ()

    @property
    def board(self) -> Board:
        """The board that is asked about."""
        return self.puzzle.board

    @property
    def start(self) -> Square:
        """Where the knight stands; the page always has one."""
        assert self.puzzle.start is not None
        return self.puzzle.start

    @property
    def is_shown(self) -> bool:
        """Whether its tour is there already, so that nothing is searched for."""
        return bool(self.famous or self.given)

    @property
    def is_letters(self) -> bool:
        """Whether it is not about a board at all, but about the graph of six vertices."""
        return self.famous == LETTERS

    @property
    def can_be_watched(self) -> bool:
        """Whether its steps are shown; those of a large board are not."""
        return self.is_letters or not is_large(self.board)

    @property
    def is_race(self) -> bool:
        """Whether two searches are asked for."""
        return bool(self.race) and self.mode != "play"

    @property
    def is_first(self) -> bool:
        """Whether the page was built with this question, and shows it before Python runs."""
        return replace(self, kept=()) == Question()


def changed(question: Question, field: str, value: str) -> Question:
    """Return the question after the control `field` was set to `value`; switches are "1" or "".

    >>> changed(Question(), "rows", "5").board
    Board(5, 8)

    On another board the start, the end and the holes stay where they can. `ValueError` says what is
    wrong with the value and what is accepted.
    """
    if field == "famous" and value:
        from web.famous import asked  # with the gallery, which a page starts without

        return asked(question, value)
    return _settled(replace(_CHANGES[field](question, value.strip()), step=0))


def in_mode(question: Question, mode: str) -> Question:
    """Return the question with the reader's part in it; `ValueError` names the parts there are.

    What is predicted is Warnsdorff's rule, so the search goes by it then.
    """
    if mode not in MODES:
        raise ValueError(f"{short(mode)} is not a mode; there are {', '.join(MODES)}")
    ruled = mode != "predict" or question.ordering in BY_RULE
    order = question.ordering if ruled else "warnsdorff"
    return _settled(replace(question, mode=mode, ordering=order))


def toggled(question: Question, layer: str) -> Question:
    """Return the question with a layer shown that was not, or the other way round."""
    shown = [name for name in SHOWABLE if (name in question.show) != (name == layer)]
    return replace(question, show=tuple(shown))


def with_hole(question: Question, square: Square) -> Question:
    """Return the question with this square cut out of the board, or put back."""
    board = question.board
    holes = board.holes ^ {square}
    cut = _fitted(question, Board(board.rows, board.columns, holes))
    return replace(cut, step=0, famous="", given=())


def first_square(board: Board) -> Square:
    """Return a1, or the first square after it that is no hole."""
    return next(square for square in range(board.rows * board.columns) if square in board)


def known_ordering(name: str) -> str:
    """Return the name of a move ordering; `ValueError` lists the names there are."""
    if name not in (known := (*ORDERINGS, BEST)):
        raise ValueError(f"{short(name)} is not a move ordering; there are {', '.join(known)}")
    return name


def integer(text: str) -> int:
    """Return a whole number of up to 15 digits."""
    if not _INTEGER.fullmatch(text.strip()):
        raise ValueError(f"{short(text)} is not a whole number of up to 15 digits")
    return int(text)


def short(text: str) -> str:
    """Return a text in quotes, cut where it is long, for a sentence that names it."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _rows(question: Question, value: str) -> Question:
    return _resized(question, integer(value), question.board.columns)


def _columns(question: Question, value: str) -> Question:
    return _resized(question, question.board.rows, integer(value))


def _resized(question: Question, rows: int, columns: int) -> Question:
    old, new = question.board, Board(rows, columns)
    kept = [_moved(old, new, hole) for hole in old.holes]
    holes = [hole for hole in kept if hole is not None]
    # A smaller board may consist of nothing but old holes; then it has none.
    return _fitted(question, Board(rows, columns, holes if len(holes) < len(new) else ()))


def _fitted(question: Question, board: Board) -> Question:
    puzzle = question.puzzle
    start = _moved(question.board, board, puzzle.start)
    end = _moved(question.board, board, puzzle.end)
    start = first_square(board) if start is None else start
    end = None if end == start else end
    return replace(question, puzzle=Puzzle(board, start, end, puzzle.closed))


def _moved(old: Board, new: Board, square: Square | None) -> Square | None:
    if square is None:
        return None
    row, column = divmod(square, old.columns)
    moved = row * new.columns + column
    return moved if row < new.rows and column < new.columns and moved in new else None


def _start(question: Question, value: str) -> Question:
    start = question.board.square(value)
    return replace(question, puzzle=replace(question.puzzle, start=start))


def _end(question: Question, value: str) -> Question:
    end = question.board.square(value) if value else None
    return replace(question, puzzle=replace(question.puzzle, end=end))


def _closed(question: Question, value: str) -> Question:
    # A closed tour has no end; asking for one says more than the end that was asked for before.
    end = None if value else question.puzzle.end
    return replace(question, puzzle=replace(question.puzzle, end=end, closed=bool(value)))


def _holes(question: Question, value: str) -> Question:
    return _fitted(question, Board(question.board.rows, question.board.columns, value))


def _ordering(question: Question, value: str) -> Question:
    return replace(question, ordering=known_ordering(value))


def _race(question: Question, value: str) -> Question:
    if value == BEST:
        raise ValueError("the best method is no search to race against; choose a move ordering")
    return replace(question, race=known_ordering(value) if value else "")


def _settled(question: Question) -> Question:
    """Return the question without a shown tour, and without a race or a part it has no room for.

    The best method has no steps to compare, and of large boards no step is shown.
    """
    large = is_large(question.board)
    race = "" if large or question.ordering == BEST else question.race
    mode = "watch" if large else question.mode
    return replace(question, race=race, mode=mode, famous="", given=())


def _seed(question: Question, value: str) -> Question:
    return replace(question, seed=integer(value))


def _prune(question: Question, value: str) -> Question:
    return replace(question, prune=bool(value))


_CHANGES: Mapping[str, Callable[[Question, str], Question]] = {
    "rows": _rows,
    "columns": _columns,
    "closed": _closed,
    "start": _start,
    "end": _end,
    "holes": _holes,
    "ordering": _ordering,
    "race": _race,
    "seed": _seed,
    "prune": _prune,
    "famous": lambda question, _: question,
}
