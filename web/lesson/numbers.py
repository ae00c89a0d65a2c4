"""The numbers of the text: each is asked of kt_core, by a name in double braces.

`{{directed_edges 8x8}}` in a Markdown file becomes 336. What can be asked is in `NUMBERS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from kt_core import analysis, count, graph
from kt_core.board import Board
from kt_core.gallery import GALLERY
from kt_core.solve import count_tours
from kt_core.tour import Puzzle
from web.lesson.words import counted

_ASKED = re.compile(r"\{\{(\w+)((?: [^{} ]+)*)\}\}")
_HIGH = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def resolved(text: str, language: str) -> str:
    """Return a text with its numbers filled in; `ValueError` names what nobody knows.

    >>> resolved("{{directed_edges 8x8}} edges, {{board 8x8}} squares", "en")
    '336 edges, 8 × 8 squares'
    """

    def answer(found: re.Match[str]) -> str:
        name, words = found[1], found[2].split()
        if name not in NUMBERS:
            known = ", ".join(sorted(NUMBERS))
            raise ValueError(f"{found[0]} asks for {name!r}; there are {known}")
        try:
            value = NUMBERS[name](*words)
        except (TypeError, ValueError) as wrong:
            raise ValueError(f"{found[0]} cannot be answered: {wrong}") from wrong
        return counted(language, value) if isinstance(value, int) else value

    return _ASKED.sub(answer, text)


def scientific(mantissa: float, exponent: int, digits: int = 2) -> str:
    """Return a large number as it is printed: 1.23 × 10⁴⁶."""
    if round(mantissa, digits) >= 10:
        mantissa, exponent = mantissa / 10, exponent + 1
    return f"{mantissa:.{digits}f} × 10{str(exponent).translate(_HIGH)}"


def tree(board: str) -> str:
    """Return the textbook's estimate of a board's search tree."""
    return scientific(*analysis.search_tree(Board.parse(board)))


def _degree(board: str, square: str) -> int:
    place = Board.parse(board)
    here = place.square(int(square) if square.isdigit() else square)
    return len(graph.knight_graph(place)[here])


def _neighbours(board: str, square: str) -> str:
    return ", ".join(map(str, graph.knight_graph(Board.parse(board))[int(square)]))


def _moves(board: str, square: str) -> str:
    place = Board.parse(board)
    return place.names(graph.knight_graph(place)[place.square(square)]).replace(" ", ", ")


def _of_degree(board: str, degree: str) -> int:
    known = graph.knight_graph(Board.parse(board))
    return sum(len(known[square]) == int(degree) for square in known)


def _tours(board: str, kind: str) -> int:
    if kind not in ("open", "closed"):
        raise ValueError(f"{kind!r} is not a kind of tour; write open or closed")
    puzzle = Puzzle(Board.parse(board), None, None, closed=kind == "closed")
    known = count.quoted(puzzle)
    return known.count if known else count_tours(puzzle.board, closed=puzzle.closed)


def _places(board: str) -> tuple[int, int]:
    place = Board.parse(board)
    return place.rows, place.columns


#: What can be asked, by name; every argument is a word of the text.
NUMBERS: Mapping[str, Callable[..., int | str]] = {
    "board": lambda board: " × ".join(map(str, _places(board))),
    "rows": lambda board: _places(board)[0],
    "columns": lambda board: _places(board)[1],
    "squares": lambda board: len(Board.parse(board)),
    "last_square": lambda board: len(Board.parse(board)) - 1,
    "square": lambda board, name: Board.parse(board).square(name),
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
    "fill_percent": lambda board: f"{graph.fill_percent(Board.parse(board)):.1f}",
    "average_degree": lambda board: f"{graph.average_degree(Board.parse(board)):.4g}",
    "tree": tree,
    "tours": _tours,
    "gallery_year": lambda key: str(GALLERY[key].year),
}
