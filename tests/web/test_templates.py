"""The templates for a reader's code search in the way that their descriptions state."""

from itertools import islice
from pathlib import Path

import pytest

from kt_core import Board
from kt_core.events import Event, Found
from kt_core.graph import knight_graph
from kt_core.orderings import ORDERINGS, with_pruning
from kt_core.search import search
from kt_core.tour import Puzzle
from tests.shared.functions import function_search
from tests.shared.terminal import answer
from web.question.templates import TEMPLATES

PUZZLE = Puzzle(Board(5, 5), start=0)


def events(source: str, most: int = 2000) -> list[Event]:
    return function_search(source, PUZZLE, most)[0]


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("textbook", "textbook"),
        ("warnsdorff", "warnsdorff"),
        ("reverse", "most-moves"),
        ("static", "static-degree"),
        ("center", "roth"),
    ],
)
def test_a_template_searches_like_the_ordering_of_its_name(name: str, same: str) -> None:
    graph = knight_graph(PUZZLE.board)
    order = with_pruning(ORDERINGS[same].make(PUZZLE.board, 0))
    builtin = list(islice(search(graph, 0, order=order), 500))
    assert events(TEMPLATES[name][1], most=500) == builtin


def test_the_same_seed_gives_the_same_numbers_and_a_tour_may_be_a_list() -> None:
    source = TEMPLATES["chance"][1]
    first, again, other = (function_search(source, PUZZLE, 50, seed) for seed in (7, 7, 8))
    assert first == again != other
    source = TEMPLATES["search"][1]
    listed = events(source.replace("Found(tuple(path))", "Found(list(path))"))
    assert listed == events(source)
    assert any(isinstance(event, Found) for event in listed)


def test_a_file_runs_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    for name in ("warnsdorff", "search"):
        file.write_text(TEMPLATES[name][1], "utf-8-sig")  # an encoding of Windows editors
        assert len(answer(f"solve 8x8 --ordering-file {file}").split()) == 64
