"""The numbers of the text: each is computed with kt_core, by a name in double braces.

`{{directed_edges 8x8}}` in a Markdown file becomes 336. `NUMBERS` lists the names. `{{label Play}}`
becomes the name of that control in the language of the file, so the text agrees with the control.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from kt_core import analysis, graph, tree_size
from kt_core.board import Board
from kt_core.judge import verdict
from kt_core.language import ENGLISH, _, current_language, speaking
from kt_core.orderings import warnsdorff
from kt_core.solve import count_tours
from kt_core.tour import Puzzle
from web.chapter.content.listings import visits
from web.chapter.content.trials import (
    BOARDS,
    FEW_STARTS,
    LIVE_SIDE,
    POSITIONS,
    VISITS,
    has_tour,
    letters_graph,
    lost_squares,
    path_of,
    search_from_a1,
    search_paths,
    trials,
)
from web.chapter.text import (
    CHART_POWERS,
    approximation,
    count_text,
    list_text,
    scientific,
    sections,
)

TIMES = "\u00a0×\u00a0"  # keeps a product on one line
MOST_LENGTH = 40  # longest side of a board in the theorems' tables
#: A name with its arguments. A dollar sign begins a variable of a question, replaced later.
_NUMBER = re.compile(r"\{\{(\w+)((?: [^{} $]+)*)\}\}")
_SIDES = re.compile(r"\d+\D.*")  # also matches misspelled sizes, so that `Board.parse` reports them


@cache
def with_numbers(text: str, language: str) -> str:
    """Return a text with its numbers filled in; `ValueError` lists the names for an unknown one.

    >>> with_numbers("{{directed_edges 8x8}} edges", "en")
    '336 edges'
    """

    def answer(found: re.Match[str]) -> str:
        name, words = found[1], found[2].split()
        if name not in NUMBERS:
            known = ", ".join(sorted(NUMBERS))
            raise ValueError(f"{found[0]} asks for {name!r}; there are {known}")
        try:
            value = NUMBERS[name](*map(_argument, words))
        except (AttributeError, TypeError, ValueError) as wrong:
            raise ValueError(f"{found[0]} cannot be answered: {wrong}") from wrong
        if isinstance(value, int):
            return count_text(value)
        if not isinstance(value, str):
            return list_text(value)
        return value.replace(" × ", TIMES)

    with speaking(language):
        return _NUMBER.sub(answer, text)


def _argument(word: str) -> Board | str:
    """Return the board of a word such as "8x8"; other words unchanged."""
    return Board.parse(word) if _SIDES.fullmatch(word) else word


def article(number: int) -> str:
    """Return the English article before a number.

    >>> article(8), article(11), article(18), article(85), article(110), article(18_000)
    ('an', 'an', 'an', 'an', 'a', 'an')
    """
    spoken_first = f"{number:,}".partition(",")[0]  # 18,000 is read "eighteen thousand"
    return "an" if spoken_first[0] == "8" or spoken_first in ("11", "18") else "a"


def _label(*words: str) -> str:
    """Return the name of a control, which is written in English; `ValueError` if it is unknown."""
    english = " ".join(words)
    name = _(english)
    if name == english and current_language() != ENGLISH:
        raise ValueError(f"no control is called {english}")
    return name


def _moves(board: Board, square: str) -> Sequence[str]:
    return board.names(graph.knight_graph(board)[board.square(square)]).split()


def _of_color(board: Board, color: int) -> int:
    return sum(board.color(square) == color for square in board)


def _column_by_column(board: Board, square: str) -> int:
    row, column = divmod(board.square(square), board.columns)
    return column * board.rows + row


def _open_tours(board: Board) -> int:
    """Return the number of open tours, as paths, that are not closed tours cut open.

    A closed tour can be cut before each of its squares, and walked in either direction.
    """
    return _tours(board, "open") - 2 * len(board) * _tours(board, "closed")


def _first_dead_end(text: str) -> str:
    """Return the path of a depth-first search before its first backtrack."""
    paths = pairwise(search_paths(letters_graph(text)))
    return " ".join(next(a for a, b in paths if len(b) < len(a)))


def _after_dead_end(text: str) -> str:
    """Return the path after the first visit that follows a backtrack."""
    back = False
    for a, b in pairwise(search_paths(letters_graph(text))):
        back |= len(b) < len(a)
        if back and len(b) > len(a):
            return " ".join(b)
    raise ValueError(f"nothing is visited in {text} after its first dead end")


def _breadth_first(text: str) -> str:
    letters = letters_graph(text)
    order = [next(iter(letters))]
    for vertex in order:  # grows during the loop
        order += [end for end in letters[vertex] if end not in order]
    return " ".join(order)


def _degrees(board: Board) -> list[int]:
    return [*map(len, graph.knight_graph(board).values())]


@cache  # used in each language, and in several sections
def _tours(board: Board, kind: str) -> int:
    from kt_core import count  # loads every counting method, which no question on a page needs

    if kind not in ("open", "closed"):
        raise ValueError(f"{kind!r} is not a kind of tour; write open or closed")
    puzzle = Puzzle(board, None, None, closed=kind == "closed")
    known = count.published_count(puzzle)
    return known.count if known else count_tours(puzzle.board, closed=puzzle.closed)


def _bound() -> str:
    from kt_core import count

    return scientific(*count.QUOTED_BOUND, digits=3)


def _greedy_path(board: Board, start: str, order: str) -> list[int]:
    return path_of(board, order, 0, board.square(start)).first(len(board))


def _first_loss(board: Board, start: str, order: str) -> int:
    """Return the length of a path without backtracking when it first loses a square."""
    path = _greedy_path(board, start, order)
    return next(n for n in range(1, len(path) + 1) if lost_squares(board, path[:n]))


def _path(board: Board, path: str) -> tuple[int, ...]:
    found = verdict(board, map(board.square, path.split(",")))
    if found.fault:
        raise ValueError(found.wrong())
    return found.path


def _rule_next(board: Board, path: str) -> str:
    squares = _path(board, path)
    return board.name(warnsdorff(graph.knight_graph(board), squares, squares[-1])[0])


def _onward(board: Board, path: str, square: str) -> int:
    squares = _path(board, path)
    return len(graph.onward(graph.knight_graph(board), squares, board.square(square)))


def _lengths(m: int, *, closed: bool) -> list[int]:
    """Return the lengths, from `m` on, of boards with this shorter side that have a tour."""
    return [n for n in range(m, MOST_LENGTH) if has_tour(Board(m, n), closed=closed)]


def _lengths_without_tour(m: int) -> list[int]:
    """Return the lengths without a closed tour among boards of side `m` and even area."""
    return sorted(
        {n for n in range(m, MOST_LENGTH) if m * n % 2 == 0} - {*_lengths(m, closed=True)}
    )


def _special_side() -> int:
    """Return the least shorter side with which only some boards of even area have a closed tour."""
    return next(m for m in range(1, 9) if _lengths(m, closed=True) and _lengths_without_tour(m))


#: The search trees that a well-known textbook prints, and its values of k: B. Miller and D. Ranum,
#: Problem Solving with Algorithms and Data Structures using Python (2011).
PRINTED_TREES = {"5x5": (3.12, 14, 3.8), "6x6": (1.5, 23, 4.4), "8x8": (1.3, 46, 5.25)}
WALKS = 3_000_000  # averaged by each estimate of a tree, up to 8x8
SEARCH_VISITS = VISITS[8] * POSITIONS[8]


def _printed_tree(board: Board) -> str:
    mantissa, exponent, _ = PRINTED_TREES[str(board)]
    return scientific(mantissa, exponent, digits=2 if board.rows == 5 else 1)


def _true_tree(board: Board) -> int | str:
    size = tree_size.CORNER_TREES[board.rows]
    return size if isinstance(size, int) else approximation(size)


@cache
def _paths_from(board: Board, square: str) -> int:
    return analysis.paths_from(graph.knight_graph(board), board.square(square))


def _tree_growth(before: str, after: str) -> int:
    """Return the growth factor between two trees, to two digits."""
    trees = tree_size.CORNER_TREES
    return int(float(f"{trees[int(after)] / trees[int(before)]:.1e}"))


@cache
def _final_depths(board: Board) -> tree_size.Depths:
    """Return the state of the figure's search at its end."""
    return search_from_a1(board.rows).first(POSITIONS[board.rows])[-1]


def _busiest(board: Board) -> int:
    counts = _final_depths(board).counts
    return counts.index(max(counts)) + 1


#: The numbers by name; every argument is a board, or another word of the text.
NUMBERS: Mapping[str, Callable[..., int | str | Sequence[object]]] = {
    "label": _label,
    "board": lambda board: f"{board.rows} × {board.columns}",
    "a_board": lambda board: f"{article(board.rows)} {board.rows} × {board.columns}",
    "rows": lambda board: board.rows,
    "columns": lambda board: board.columns,
    "squares": len,
    "dark": lambda board: _of_color(board, 0),
    "light": lambda board: _of_color(board, 1),
    "last_square": lambda board: len(board) - 1,
    "quarter": lambda board: len(board) // 4,
    "square": Board.square,
    "square_by_columns": _column_by_column,
    "row": lambda board, name: divmod(board.square(name), board.columns)[0],
    "column": lambda board, name: divmod(board.square(name), board.columns)[1],
    "degree": lambda board, square: len(_moves(board, square)),
    "squares_of_degree": lambda board, degree: _degrees(board).count(int(degree)),
    "least_degree": lambda board: min(_degrees(board)),
    "most_degree": lambda board: max(_degrees(board)),
    "neighbors": lambda board, square: graph.knight_graph(board)[int(square)],
    "moves": _moves,
    "directed_edges": graph.directed_edges,
    "lines": lambda board: graph.directed_edges(board) // 2,
    "matrix_entries": lambda board: len(board) ** 2,
    "complete_edges": lambda board: len(board) * (len(board) - 1),
    "tours_from": lambda board, square: count_tours(board, start=square),
    "fill_percent": lambda board: f"{graph.fill_percent(board):.1f}",
    "average_degree": lambda board: f"{graph.average_degree(board):.4g}",
    "tree": lambda board: scientific(*analysis.search_tree(board)),
    "estimate": lambda board: scientific(*tree_size.geometric_sum(board)),
    "printed_tree": _printed_tree,
    "printed_k": lambda board: str(PRINTED_TREES[str(board)][-1]),
    "true_tree": _true_tree,
    "paths": _paths_from,
    "program_visits": lambda board, order: visits(board.rows, board.columns, order),
    "tree_growth": _tree_growth,
    "walks": lambda: WALKS,
    "section": lambda name: sections().index(name) + 1,
    "first_tour": lambda side: tree_size.FIRST_TOURS[int(side)],
    "lottery_visits": lambda: tree_size.WITHIN_VISITS,
    "lottery_starts": lambda: tree_size.STARTS_WITH_TOUR,
    "lottery_failures": lambda: 64 - tree_size.STARTS_WITH_TOUR,
    "visits_shown": lambda: SEARCH_VISITS,
    "kept": lambda board: _final_depths(board).kept,
    "busiest": _busiest,
    "busiest_visits": lambda board: max(_final_depths(board).counts),
    "stopped_share": lambda board: approximation(
        tree_size.CORNER_TREES[board.rows] / SEARCH_VISITS, digits=0
    ),
    "long_side": lambda: next(side for side in BOARDS if side > LIVE_SIDE),
    "few_starts": lambda: FEW_STARTS,
    "pairs": lambda board: len(board) // 2,
    "tiles": lambda board, tile: len(board) // len(tile),
    "power": lambda k, n: int(k) ** int(n),
    "product": lambda k, n: int(k) * int(n),
    "geometric_sum": lambda k, n: sum(int(k) ** i for i in range(int(n) + 1)),
    "few_onward": lambda board, path: _onward(board, path, _rule_next(board, path)),
    "joints": lambda board, tile: len(board) // len(tile) - 1,
    "tours": _tours,
    "open_tours": _open_tours,
    "starts": lambda board, order: trials(board, order)[0],
    "successes": lambda board, order: trials(board, order)[-1],
    "rush": lambda board, start, order: len(_greedy_path(board, start, order)),
    "rush_end": lambda board, start, order: board.name(_greedy_path(board, start, order)[-1]),
    "first_loss": _first_loss,
    "lost": lambda board, start, order: len(lost_squares(board, _greedy_path(board, start, order))),
    "rule_next": _rule_next,
    "bound": _bound,
    "tick": lambda: CHART_POWERS,
    "narrow_without_closed": lambda: [m for m in range(1, 9) if not _lengths(m, closed=True)],
    "special_side": _special_side,
    "special_lengths": lambda: _lengths_without_tour(_special_side()),
    # One more than the last shorter side with which a board has no open tour.
    "open_from": lambda: (
        1 + max(m for m in range(1, 12) if len(_lengths(m, closed=False)) < MOST_LENGTH - m)
    ),
    "first_dead_end": _first_dead_end,
    "after_dead_end": _after_dead_end,
    "breadth_first": _breadth_first,
    "letters": lambda: len(graph.LETTERS),
    "letters_edges": lambda: sum(map(len, graph.LETTERS.values())),
}
