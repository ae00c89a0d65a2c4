"""Knight's tours: boards, knight graphs, searches, and tours that are checked when built.

>>> tour = solve(Board(8, 8), start="a1")
>>> len(tour.path), tour.closed
(64, False)
"""

from typing import TYPE_CHECKING, Any

from kt_core import svg
from kt_core.board import Board
from kt_core.events import states
from kt_core.graph import knight_graph
from kt_core.search import search
from kt_core.solve import count_tours, solve
from kt_core.tour import NoTour, Tour, Undecided

if TYPE_CHECKING:
    from kt_core.files.boards import read_board
    from kt_core.files.reader import read_tour

__all__ = [
    "Board",
    "NoTour",
    "Tour",
    "Undecided",
    "count_tours",
    "knight_graph",
    "read_board",
    "read_tour",
    "search",
    "solve",
    "states",
    "svg",
]


Tour._repr_svg_ = svg.tour


def __getattr__(name: str) -> Any:
    """Import the readers of texts on first use, because the page starts without them."""
    if name not in {"read_board", "read_tour"}:
        raise AttributeError(name)
    from kt_core.files import boards, reader

    return boards.read_board if name == "read_board" else reader.read_tour
