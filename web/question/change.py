"""The question's controls: how each changes it, what it shows, and where it applies. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from kt_core.board import Board, Square
from kt_core.gallery import GALLERY
from kt_core.graph import KNIGHT
from kt_core.language import value_error
from kt_core.svg import is_large
from kt_core.tour import Puzzle, Tour, symmetry_of
from web.question.question import (
    BEST,
    BY_RULE,
    FIRST_STEP,
    LONGEST_TEXT,
    MODES,
    MOST_HOLES,
    SEEDED,
    SHOWABLE,
    Question,
    begin_of,
    first_square,
    integer,
    known_ordering,
    known_symmetry,
    one_of,
    plain_value,
    with_one,
)


def with_field(question: Question, field: str, value: str) -> Question:
    """Return the question after the control `field` was set to `value`; switches are "1" or "".

    >>> with_field(Question(), "rows", "5").board
    Board(5, 8)

    On another board, the start, the end and the holes remain if they are on it. `ValueError` names
    the wrong value and the accepted ones.
    """
    if field == "famous" and value:
        return with_example(question, value)
    return _at_first_step(_consistent(_CHANGES[field](question, plain_value(value))))


def by_best(question: Question) -> Question:
    """Return the question for the best method, with its whole tour shown."""
    return replace(with_field(question, "ordering", BEST), step=None)


def in_mode(question: Question, mode: str) -> Question:
    """Return the question in another mode; `ValueError` names the modes.

    A prediction follows Warnsdorff's rule, so the search uses that ordering.
    """
    ruled = one_of(MODES, mode) != "predict" or question.ordering in BY_RULE
    order = question.ordering if ruled else "warnsdorff"
    return _at_first_step(_consistent(replace(question, mode=mode, ordering=order)))


def with_example(question: Question, slug: str) -> Question:
    """Return the question whose answer is a tour of the gallery, shown whole.

    A magic tour is shown with its numbers, which make it magic. `ValueError` lists the examples.
    """
    watched = replace(question, famous=one_of(GALLERY, slug), opened=(), race="", mode="watch")
    after = replace(watched, puzzle=_puzzle_of(GALLERY[slug].tour), begin=0, step=None)
    fixed = {"show", "all"} & {*question.settings.lock}
    counts = GALLERY[slug].semi_magic and "numbers" not in question.show and not fixed
    return with_layer(after, "numbers") if counts else after


def with_tour(question: Question, tour: Tour) -> Question:
    """Return the question whose answer is the reader's tour of a knight, shown whole."""
    after = replace(question, puzzle=_puzzle_of(tour), begin=0, opened=tour.path, famous="")
    return replace(after, race="", mode="watch", step=None)


def with_puzzle(question: Question, puzzle: Puzzle) -> Question:
    """Return the question of a puzzle with given numbers; `ValueError` if there is none such."""
    if puzzle.leaper != KNIGHT:
        raise value_error(
            "these are numbers of the {leaper} leaper; the page shows the knight’s",
            leaper=puzzle.leaper,
        )
    if not puzzle.given and puzzle.start is None:
        raise value_error("the last number alone makes no puzzle; give another one, too")
    return _consistent(replace(question, puzzle=puzzle))


def without_numbers(question: Question) -> Question:
    """Return the question without the given numbers, from the same start."""
    puzzle = question.puzzle
    plain = Puzzle(question.board, question.start, puzzle.end, puzzle.closed)
    return replace(question, puzzle=plain, begin=0)


def with_layer(question: Question, layer: str) -> Question:
    """Return the question with a layer toggled."""
    shown = [name for name in SHOWABLE if (name in question.show) != (name == layer)]
    return replace(question, show=tuple(shown))


def with_hole(question: Question, square: Square) -> Question:
    """Return the question with this square made a hole, or with this hole made a square again."""
    board = question.board
    holes = board.holes ^ {square}
    cut = _with_board(question, Board(board.rows, board.columns, holes))
    return _at_first_step(replace(cut, famous="", opened=()))


def _puzzle_of(tour: Tour) -> Puzzle:
    return Puzzle(tour.board, tour.path[0], None, tour.closed)


def _with_size(question: Question, rows: int, columns: int) -> Question:
    old, new = question.board, Board(rows, columns)
    kept = [_on_new_board(old, new, hole) for hole in old.holes]
    holes = [hole for hole in kept if hole is not None]
    # A smaller board whose every square would be a hole has no holes.
    return _with_board(question, Board(rows, columns, holes if len(holes) < len(new) else ()))


def _with_board(question: Question, board: Board) -> Question:
    puzzle = question.puzzle
    start = _on_new_board(question.board, board, puzzle.start)
    end = _on_new_board(question.board, board, puzzle.end)
    start = first_square(board) if start is None else start
    end = None if end == start else end
    return replace(question, puzzle=Puzzle(board, start, end, puzzle.closed), begin=0)


def _on_new_board(old: Board, new: Board, square: Square | None) -> Square | None:
    if square is None:
        return None
    row, column = divmod(square, old.columns)
    moved = row * new.columns + column
    return moved if row < new.rows and column < new.columns and moved in new else None


def _start(question: Question, value: str) -> Question:
    start, puzzle = question.board.square(value), question.puzzle
    if puzzle.given:
        with_one(puzzle, start)
        return replace(question, begin=start if puzzle.start is None else 0)
    return replace(question, puzzle=replace(puzzle, start=start))


def _end(question: Question, value: str) -> Question:
    end = question.board.square(value) if value else None
    return replace(question, puzzle=replace(question.puzzle, end=end))


def _with_closed(question: Question, value: str) -> Question:
    # A closed tour has no end square, so the newer of the two choices counts.
    end = None if value else question.puzzle.end
    return replace(question, puzzle=replace(question.puzzle, end=end, closed=bool(value)))


def _holes(question: Question, value: str) -> Question:
    if len(value) > LONGEST_TEXT:
        raise value_error(
            "this field takes no more than {n:,} characters: open a numbered board, which may"
            " have more holes",
            n=LONGEST_TEXT,
        )
    return _with_board(question, Board(question.board.rows, question.board.columns, value))


def _race(question: Question, value: str) -> Question:
    if value == BEST:
        raise value_error("the best method is no search to race against; choose a move ordering")
    return replace(question, race=known_ordering(value) if value else "")


def _at_first_step(question: Question) -> Question:
    """Return the question at the step where the reader's part begins."""
    return replace(question, step=FIRST_STEP[question.mode] or 0)


def _consistent(question: Question) -> Question:
    """Return the question without a shown tour, and without a race or mode that does not apply.

    The best method has no steps to compare, and large boards show no steps. A prediction follows
    Warnsdorff's rule from a known start, so any other question is watched.
    """
    large, order = is_large(question.board), question.ordering
    race = "" if large or order == BEST else question.race
    is_by_rule = order in BY_RULE and question.puzzle.start is not None
    hopeless = question.mode == "predict" and not is_by_rule
    mode = "watch" if large or hopeless else question.mode
    symmetry = question.symmetry if order == BEST and not question.puzzle.given else ""
    plain = replace(question, race=race, mode=mode, symmetry=symmetry, famous="", opened=())
    return replace(plain, ordering=order, begin=begin_of(question.puzzle, question.begin))


def _symmetry(question: Question, value: str) -> Question:
    # Only the best method makes symmetric tours; a search to watch finds any tour.
    symmetry = known_symmetry(value)
    if symmetry:  # `ValueError` for a puzzle with given numbers
        replace(question.puzzle, symmetry=symmetry_of(symmetry))
    return replace(question, symmetry=symmetry, ordering=BEST if symmetry else question.ordering)


_CHANGES: Mapping[str, Callable[[Question, str], Question]] = {
    "rows": lambda question, value: _with_size(question, integer(value), question.board.columns),
    "columns": lambda question, value: _with_size(question, question.board.rows, integer(value)),
    "closed": _with_closed,
    "start": _start,
    "end": _end,
    "holes": _holes,
    "ordering": lambda question, value: replace(question, ordering=known_ordering(value)),
    "race": _race,
    "seed": lambda question, value: replace(question, seed=integer(value)),
    "symmetry": _symmetry,
    "prune": lambda question, value: replace(question, prune=bool(value)),
    "famous": lambda question, _: question,
}


def field_values(question: Question) -> Mapping[str, str | bool]:
    """Return the value of each control, by its name in the form."""
    board, puzzle = question.board, question.puzzle
    return {
        "rows": str(board.rows),
        "columns": str(board.columns),
        "closed": puzzle.closed,
        "start": board.name(question.start),
        "end": "" if puzzle.end is None else board.name(puzzle.end),
        "holes": _holes_text(board),
        "ordering": question.ordering,
        "race": question.race,
        "seed": str(question.seed),
        "symmetry": question.symmetry,
        "prune": question.prune,
        "famous": question.famous,
    }


def applies(question: Question, what: str) -> bool:
    """True if a control, a layer or another part of the page applies to a question.

    >>> applies(Question(), "seed"), applies(Question(ordering="random"), "seed")
    (False, True)
    """
    return what not in _APPLIES or _APPLIES[what](question)


def _holes_text(board: Board) -> str:
    # Listing the names of 300,000 holes takes a third of a second each time.
    if len(board.holes) > MOST_HOLES:
        return f"{len(board.holes):,} holes"
    return board.names(sorted(board.holes))


_APPLIES: Mapping[str, Callable[[Question], bool]] = {
    "seed": lambda question: question.ordering in SEEDED,
    **dict.fromkeys(("prune", "race"), lambda question: question.ordering != BEST),
    "steps": lambda question: question.mode != "play",
    "game": lambda question: question.mode == "play",
    # A program may show a large board, and its editor stays.
    "panels": lambda question: (
        question.mode == "watch" and (question.can_be_watched or question.is_own)
    ),
    **dict.fromkeys(
        ("modes", "graph", "numbers", "degrees", "names"),
        lambda question: question.can_be_watched,
    ),
}
