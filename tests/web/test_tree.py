"""The tree shows each visit once; of a large tree, its last part."""

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from kt_core import Board
from tests.shared.searches import CHESS, FIVE, letters, searched
from tests.shared.snapshots import assert_matches_snapshot
from web.draw.tree import WIDTH, explored_vertices, first_step, tree

DRAWINGS: dict[str, Callable[[], str]] = {
    "tree-letters": lambda: tree(letters(), letters().recording.at(9)),
    "tree-letters-dead-end": lambda: tree(letters(), letters().recording.at(4)),
    "tree-five": lambda: tree(searched(FIVE, steps=120), searched(FIVE).recording.at(120)),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_matches_its_snapshot(name: str) -> None:
    assert_matches_snapshot(name, DRAWINGS[name]())


def titles(drawing: str) -> list[str]:
    return [e.text or "" for e in ET.fromstring(drawing).iter() if e.tag.endswith("title")]


def test_the_tree_of_the_six_letters_is_that_of_the_textbook() -> None:
    vertices = explored_vertices(letters().recording, 9)
    drawn = [(v.square, v.depth, v.row, v.parent, v.left) for v in vertices]
    assert drawn == [
        ("A", 1, 0, -1, 0), ("B", 2, 0, 0, 0), ("C", 3, 0, 1, 4), ("D", 3, 1, 1, 0),
        ("E", 4, 1, 3, 0), ("F", 5, 1, 4, 0), ("C", 6, 1, 5, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("step", [1, 26, 27, 500, 1999])
def test_the_whole_tree_marks_each_visit_once(step: int) -> None:
    trace = searched(FIVE)
    moment = trace.recording.at(step)
    said = titles(tree(trace, moment))
    assert len(said) == len(set(said)) == moment.visits
    assert sum("dead end" in each for each in said) == moment.dead_ends
    assert sum("path" in each or "here" in each for each in said) == len(moment.path)
    assert sum("given up" in each for each in said) == moment.backtracks - moment.dead_ends


def test_no_two_lines_of_the_tree_cross() -> None:
    vertices = explored_vertices(searched(FIVE).recording, 1999)
    places = {(v.depth, v.row) for v in vertices}
    assert len(places) == len(vertices)
    for v in vertices:
        if v.parent >= 0:
            above = vertices[v.parent]
            assert v.depth == above.depth + 1
            between = {(above.depth, row) for row in range(above.row + 1, v.row + 1)}
            assert not between & places


def test_nothing_moves_while_a_known_search_is_stepped_through() -> None:
    trace = searched(CHESS, "random", seed=339)
    assert trace.recording.ended
    places: dict[str, tuple[str, str]] = {}
    mark = re.compile(r'<circle cx="(\S+)" cy="(\S+)" [^>]*><title>([^:]*)')
    for step in range(0, len(trace.recording) + 1, 3):
        for x, y, said in mark.findall(tree(trace, trace.recording.at(step))):
            assert places.setdefault(said, (x, y)) == (x, y)
    assert len(places) > 64


@pytest.mark.parametrize("side", [5, 8, 20])
def test_a_tree_is_as_wide_as_its_panel_however_deep(side: int) -> None:
    trace = searched(Board(side, side), "warnsdorff")
    drawing = tree(trace, trace.recording.at(len(trace.recording)))
    xs = [float(x) for x in re.findall(r'cx="([\d.]+)"', drawing)]
    assert (min(xs) >= 0, max(xs) <= WIDTH) == (True, True)
    assert not re.search(r"\b(nan|inf)\b|\d\.\d{4}", drawing)


def test_a_search_without_a_tour_draws_no_path() -> None:
    trace = searched(Board(3, 3))
    end = trace.recording.at(len(trace.recording))
    assert "here" not in tree(trace, end)
    assert len(titles(tree(trace, end))) == end.visits


def test_of_a_large_tree_the_path_and_the_last_visits_are_drawn() -> None:
    trace = searched(Board(6, 6), steps=40_000)
    for step in (9_000, 25_001, 40_000):
        moment = trace.recording.at(step)
        first = first_step(moment)
        before = trace.recording.at(first)
        assert [trace.recording.at(entry).path for entry in trace.recording.entries(first)] == [
            before.path[: place + 1] for place in range(len(before.path))
        ]
        said = titles(tree(trace, moment))
        assert len(said) == len(before.path) + moment.visits - before.visits < 400
        assert sum("path" in each or "here" in each for each in said) == len(moment.path)
