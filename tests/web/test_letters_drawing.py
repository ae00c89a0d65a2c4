"""The graph of six vertices: an arrow for each edge, and visited vertices gray."""

import re

import pytest

from kt_core.graph import LETTERS
from tests.shared.searches import letters as trace
from web.chapter.figures import letters
from web.search.recording import NOTHING, Outcome


def picture_of(outcome: Outcome) -> str:
    groups = ("".join(layer.value()) for layer in letters.layers(outcome).values())
    return letters.svg_of(groups, letters.label(outcome))


@pytest.mark.parametrize("step", range(10))
def test_the_path_is_gray_and_its_edges_are_bold(step: int) -> None:
    moment = trace().at(step)
    picture = picture_of(Outcome(path=tuple(moment.path), dead_end=moment.dead_end))
    gray = re.findall(r'class="vertex (?:gray|now)" data-vertex="(\w)"', picture)
    assert sorted(gray) == sorted(moment.path)
    assert picture.count('class="arrow on') == max(len(moment.path) - 1, 0)
    assert picture.count('class="dead-end"') == (step == 4)


def test_every_edge_is_an_arrow() -> None:
    picture = picture_of(NOTHING)
    assert picture.count('class="arrow"') == sum(map(len, LETTERS.values())) == 8
    assert 'aria-label="Graph of six vertices, A to F; the path is empty"' in picture
