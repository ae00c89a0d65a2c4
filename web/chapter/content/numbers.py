"""The numbers of the text: each is computed with kt_core, by a name in double braces.

`{{directed_edges 8x8}}` in a Markdown file becomes 336. `NUMBERS` lists the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from kt_core import analysis, graph, trees
from kt_core.board import Board
from kt_core.events import Found
from kt_core.gallery import GALLERY
from kt_core.orderings import ordering, warnsdorff
from kt_core.search import search
from kt_core.solve import count_tours
from kt_core.theory import existence
from kt_core.tour import Puzzle, is_move
from web.chapter.book import sections
from web.chapter.content.controls import BOARDS, LIVE_SIDE, POSITIONS, VISITS, label
from web.chapter.content.program import visits
from web.chapter.content.trials import (
    FEW_STARTS,
    clockwise_successes,
    greedy_path,
    lost_squares,
    sampled_trials,
    search_from_a1,
    successes,
)
from web.chapter.words import CHART_POWERS, count_text, list_text, scientific, translation

TIMES = "\u00a0×\u00a0"  # keeps a product on one line
MOST_LENGTH = 40  # of boards, for the theorems' tables
#: A name with its arguments; one with a dollar sign has values that are not drawn yet.
_NUMBER = re.compile(r"\{\{(\w+)((?: [^{} $]+)*)\}\}")


@cache
def with_numbers(text: str, language: str) -> str:
    """Return a text with its numbers filled in; `ValueError` lists the names for an unknown one.

    >>> with_numbers("{{directed_edges 8x8}} edges", "en")
    '336 edges'
    """

    def answer(found: re.Match[str]) -> str:
        name, words = found[1], found[2].split()
        if name == "label":
            return translation(language, label(*words))
        if name not in NUMBERS:
            known = ", ".join(sorted(NUMBERS))
            raise ValueError(f"{found[0]} asks for {name!r}; there are {known}")
        try:
            value = NUMBERS[name](*words)
        except (TypeError, ValueError) as wrong:
            raise ValueError(f"{found[0]} cannot be answered: {wrong}") from wrong
        if isinstance(value, int):
            return count_text(language, value)
        if not isinstance(value, str):
            return list_text(language, value)
        return value.replace(" × ", TIMES)

    return _NUMBER.sub(answer, text)


def tree(board: str) -> str:
    """Return the textbook's estimate of a board's search tree."""
    return scientific(*analysis.search_tree(Board.parse(board)))


def article(number: int) -> str:
    """Return the English article before a number.

    >>> article(8), article(11), article(18), article(85), article(110), article(18_000)
    ('an', 'an', 'an', 'an', 'a', 'an')
    """
    spoken_first = f"{number:,}".partition(",")[0]  # "eighteen" of "eighteen thousand"
    return "an" if spoken_first[0] == "8" or spoken_first in ("11", "18") else "a"


def _degree(board: str, square: str) -> int:
    place = Board.parse(board)
    here = place.square(int(square) if square.isdigit() else square)
    return len(graph.knight_graph(place)[here])


def _neighbours(board: str, square: str) -> Sequence[int]:
    return graph.knight_graph(Board.parse(board))[int(square)]


def _moves(board: str, square: str) -> Sequence[str]:
    place = Board.parse(board)
    return place.names(graph.knight_graph(place)[place.square(square)]).split()


def _of_colour(board: str, colour: int) -> int:
    place = Board.parse(board)
    return sum(place.colour(square) == colour for square in place)


def _square(board: str, square: str) -> int:
    return Board.parse(board).square(square)


def _column_by_column(board: str, square: str) -> int:
    row, column = divmod(_square(board, square), _places(board)[1])
    return column * _places(board)[0] + row


def _open_tours(board: str) -> int:
    """Return the number of open tours as paths, without those that closed tours are cut into.

    A closed tour can be cut before each of its squares, and walked in either direction.
    """
    return _tours(board, "open") - 2 * len(Board.parse(board)) * _tours(board, "closed")


def _graph(text: str) -> dict[str, str]:
    return dict(each.split(":") for each in text.split(","))


def _steps(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the path of a depth-first search from the first vertex, after each event."""
    letters, path = _graph(text), dict[str, bool]()
    for event in search(letters, next(iter(letters)), path=path):
        if not isinstance(event, Found):
            yield tuple(path)


def _first_dead_end(text: str) -> str:
    """Return the path of a depth-first search before its first backtrack."""
    return " ".join(next(a for a, b in pairwise(_steps(text)) if len(b) < len(a)))


def _after_dead_end(text: str) -> str:
    """Return the path after the first visit that follows a backtrack."""
    back = False
    for a, b in pairwise(_steps(text)):
        back |= len(b) < len(a)
        if back and len(b) > len(a):
            return " ".join(b)
    raise ValueError(f"nothing is visited in {text} after its first dead end")


def _breadth_first(text: str) -> str:
    letters = _graph(text)
    order = [next(iter(letters))]
    for vertex in order:  # grows during the loop
        order += [end for end in letters[vertex] if end not in order]
    return " ".join(order)


def _of_degree(board: str, degree: str) -> int:
    known = graph.knight_graph(Board.parse(board))
    return sum(len(known[square]) == int(degree) for square in known)


@cache  # used in each language, and in several sections
def _tours(board: str, kind: str) -> int:
    from kt_core import count  # loads every counting method, which no question on a page needs

    if kind not in ("open", "closed"):
        raise ValueError(f"{kind!r} is not a kind of tour; write open or closed")
    puzzle = Puzzle(Board.parse(board), None, None, closed=kind == "closed")
    known = count.published_count(puzzle)
    return known.count if known else count_tours(puzzle.board, closed=puzzle.closed)


def _bound() -> str:
    from kt_core import count

    return scientific(*count.QUOTED_BOUND, digits=3)


def _places(board: str) -> tuple[int, int]:
    place = Board.parse(board)
    return place.rows, place.columns


def _greedy_path(board: str, start: str, order: str) -> tuple[int, ...]:
    place = Board.parse(board)
    return greedy_path(
        graph.knight_graph(place), place.square(start), ordering(order).make(place, 0)
    )


def _lost_squares(board: str, path: Sequence[int]) -> Sequence[int]:
    return lost_squares(graph.knight_graph(Board.parse(board)), path)


def _first_loss(board: str, start: str, order: str) -> int:
    """Return the length of a path without backtracking when it first loses a square."""
    path = _greedy_path(board, start, order)
    return next(n for n in range(1, len(path) + 1) if _lost_squares(board, path[:n]))


def _path(board: str, path: str) -> tuple[Board, tuple[int, ...]]:
    place = Board.parse(board)
    squares = tuple(map(place.square, path.split(",")))
    for here, there in pairwise(squares):
        if not is_move(place, here, there):
            raise ValueError(f"{place.name(here)} to {place.name(there)} is no knight's move")
    return place, squares


def _rule_next(board: str, path: str) -> str:
    place, squares = _path(board, path)
    return place.name(warnsdorff(graph.knight_graph(place), squares, squares[-1])[0])


def _onward(board: str, path: str, square: str) -> int:
    place, squares = _path(board, path)
    return len(graph.onward(graph.knight_graph(place), squares, place.square(square)))


def _tour_exists(rows: int, columns: int, *, closed: bool) -> bool:
    known = existence(Puzzle(Board(rows, columns), None, None, closed))
    assert known
    return known.exists


def _has_closed_tour(m: int) -> bool:
    """Return True if some board with this shorter side has a closed tour."""
    return any(_tour_exists(m, n, closed=True) for n in range(m, MOST_LENGTH))


def _lengths_without_tour(m: int) -> list[int]:
    """Return the lengths without a closed tour among boards of side `m` and even area."""
    return [
        n for n in range(m, MOST_LENGTH) if m * n % 2 == 0 and not _tour_exists(m, n, closed=True)
    ]


def _open_from() -> int:
    """Return the smallest side from which on every board has an open tour."""
    wide = range(1, 12)
    return next(
        m
        for m in wide
        if all(
            _tour_exists(a, b, closed=False) for a in wide[m - 1 :] for b in range(a, MOST_LENGTH)
        )
    )


#: The search trees that a well-known textbook prints, and its values of k: B. Miller and D. Ranum,
#: Problem Solving with Algorithms and Data Structures using Python (2011).
PRINTED_TREES = {"5x5": (3.12, 14, 3.8), "6x6": (1.5, 23, 4.4), "8x8": (1.3, 46, 5.25)}
WALKS = 3_000_000  # averaged by each estimate of a tree, up to 8x8
SEARCH_VISITS = VISITS[8] * POSITIONS[8]


def _printed_tree(board: str) -> str:
    mantissa, exponent, _ = PRINTED_TREES[board]
    return scientific(mantissa, exponent, digits=2 if board == "5x5" else 1)


def _true_tree(board: str) -> int | str:
    size = trees.CORNER_TREES[_places(board)[0]]
    return size if isinstance(size, int) else _approximation(size, digits=1)


@cache
def _paths_from(board: str, square: str) -> int:
    place = Board.parse(board)
    return analysis.paths_from(graph.knight_graph(place), place.square(square))


@cache
def _program_visits(board: str, order: str) -> int:
    return visits(*_places(board), order)


def _approximation(size: float, digits: int = 0) -> str:
    mantissa, exponent = f"{size:e}".split("e+")
    return scientific(float(mantissa), int(exponent), digits)


def _tree_growth(before: str, after: str) -> int:
    """Return the growth factor between two trees, to two digits."""
    return int(float(f"{trees.CORNER_TREES[int(after)] / trees.CORNER_TREES[int(before)]:.1e}"))


@cache
def _final_depths(board: str) -> trees.Depths:
    """Return the state of the figure's search at its end."""
    side = _places(board)[0]
    return search_from_a1(side).first(POSITIONS[side])[-1]


def _busiest(board: str) -> int:
    counts = _final_depths(board).counts
    return counts.index(max(counts)) + 1


@cache
def _few_successes(board: str, order: str) -> int:
    *_, last = sampled_trials(Board.parse(board), order, 0)
    return last[-1]


def _tiles(board: str, tile: str) -> int:
    return len(Board.parse(board)) // len(Board.parse(tile))


#: The numbers by name; every argument is a word of the text.
NUMBERS: Mapping[str, Callable[..., int | str | Sequence[object]]] = {
    "board": lambda board: " × ".join(map(str, _places(board))),
    "a_board": lambda board: f"{article(_places(board)[0])} {' × '.join(map(str, _places(board)))}",
    "rows": lambda board: _places(board)[0],
    "columns": lambda board: _places(board)[1],
    "squares": lambda board: len(Board.parse(board)),
    "dark": lambda board: _of_colour(board, 0),
    "light": lambda board: _of_colour(board, 1),
    "last_square": lambda board: len(Board.parse(board)) - 1,
    "quarter": lambda board: len(Board.parse(board)) // 4,
    "square": _square,
    "square_by_columns": _column_by_column,
    "name": lambda board, square: Board.parse(board).name(int(square)),
    "row": lambda board, name: divmod(Board.parse(board).square(name), _places(board)[1])[0],
    "column": lambda board, name: divmod(Board.parse(board).square(name), _places(board)[1])[1],
    "degree": _degree,
    "squares_of_degree": _of_degree,
    "least_degree": lambda board: min(map(len, graph.knight_graph(Board.parse(board)).values())),
    "most_degree": lambda board: max(map(len, graph.knight_graph(Board.parse(board)).values())),
    "neighbours": _neighbours,
    "moves": _moves,
    "directed_edges": lambda board: graph.directed_edges(Board.parse(board)),
    "lines": lambda board: graph.directed_edges(Board.parse(board)) // 2,
    "matrix_entries": lambda board: len(Board.parse(board)) ** 2,
    "complete_edges": lambda board: len(Board.parse(board)) * (len(Board.parse(board)) - 1),
    "tours_from": lambda board, square: count_tours(Board.parse(board), start=square),
    "fill_percent": lambda board: f"{graph.fill_percent(Board.parse(board)):.1f}",
    "average_degree": lambda board: f"{graph.average_degree(Board.parse(board)):.4g}",
    "tree": tree,
    "estimate": lambda board: scientific(*trees.geometric_sum(Board.parse(board))),
    "printed_tree": _printed_tree,
    "printed_k": lambda board: str(PRINTED_TREES[board][-1]),
    "true_tree": _true_tree,
    "paths": _paths_from,
    "program_visits": _program_visits,
    "tree_growth": _tree_growth,
    "walks": lambda: WALKS,
    "section": lambda name: sections().index(name) + 1,
    "first_tour": lambda side: trees.FIRST_TOURS[int(side)],
    "lottery_visits": lambda: trees.WITHIN_VISITS,
    "lottery_starts": lambda: trees.STARTS_WITH_TOUR,
    "lottery_failures": lambda: 64 - trees.STARTS_WITH_TOUR,
    "visits_shown": lambda: SEARCH_VISITS,
    "kept": lambda board: _final_depths(board).kept,
    "busiest": _busiest,
    "busiest_visits": lambda board: max(_final_depths(board).counts),
    "stopped_share": lambda board: _approximation(
        trees.CORNER_TREES[_places(board)[0]] / SEARCH_VISITS
    ),
    "long_side": lambda: next(side for side in BOARDS if side > LIVE_SIDE),
    "few_starts": lambda: FEW_STARTS,
    "few_successes": _few_successes,
    "pairs": lambda board: len(Board.parse(board)) // 2,
    "tiles": _tiles,
    "power": lambda k, n: int(k) ** int(n),
    "product": lambda k, n: int(k) * int(n),
    "geometric_sum": lambda k, n: sum(int(k) ** i for i in range(int(n) + 1)),
    "few_onward": lambda board, path: _onward(board, path, _rule_next(board, path)),
    "joints": lambda board, tile: _tiles(board, tile) - 1,
    "tours": _tours,
    "open_tours": _open_tours,
    "starts": lambda board, order: successes(Board.parse(board), order)[0],
    "successes": lambda board, order: successes(Board.parse(board), order)[1],
    "clockwise_successes": lambda board, order: clockwise_successes(Board.parse(board), order),
    "rush": lambda board, start, order: len(_greedy_path(board, start, order)),
    "rush_end": lambda board, start, order: Board.parse(board).name(
        _greedy_path(board, start, order)[-1]
    ),
    "first_loss": _first_loss,
    "lost": lambda board, start, order: len(
        _lost_squares(board, _greedy_path(board, start, order))
    ),
    "rule_next": _rule_next,
    "onward": _onward,
    "bound": _bound,
    "tick": lambda: CHART_POWERS,
    "narrow_without_closed": lambda: [m for m in range(1, 9) if not _has_closed_tour(m)],
    "special_side": lambda: next(
        m for m in range(1, 9) if _has_closed_tour(m) and _lengths_without_tour(m)
    ),
    "special_lengths": lambda: _lengths_without_tour(3),
    "open_from": _open_from,
    "first_dead_end": _first_dead_end,
    "after_dead_end": _after_dead_end,
    "breadth_first": _breadth_first,
    "letters": lambda: len(graph.LETTERS),
    "letters_edges": lambda: sum(map(len, graph.LETTERS.values())),
    "gallery_year": lambda key: str(GALLERY[key].year),
}
