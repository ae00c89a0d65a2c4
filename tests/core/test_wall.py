"""A picture for a wall: one line through all squares, in the colours that were chosen."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from kt_core import Board, Tour, solve
from kt_core.drawing.colours import at, light
from kt_core.drawing.shapes import centre
from kt_core.drawing.wall import MOST_SECTIONS, PALETTES, WIDTHS, size, wall

PATHS = "{http://www.w3.org/2000/svg}path"
CLOSED = solve(Board(20, 31), closed=True)
OPEN = solve(Board(5, 7, ["b2", "d5"]))


def strokes(tour: Tour, palette: str = "time", width: str = "thin") -> list[ET.Element]:
    """Return the sections of a tour's line."""
    parts = wall(tour.board, tour.path, closed=tour.closed, palette=palette, width=width)
    drawn = ET.fromstring("".join(parts))
    return [path for path in drawn.iter(PATHS) if path.get("stroke")]


def ends(d: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where a section begins and where it ends, in squares."""
    (begin,) = re.findall(r"^M(\S+) ([-\d]+)", d)
    x, y = map(int, begin)
    for kind, *numbers in re.findall(r"([lq])(-?\d+) (-?\d+)(?: (-?\d+) (-?\d+))?", d):
        a, b = numbers[:2] if kind == "l" else numbers[2:]
        x, y = x + int(a), y + int(b)
    return (int(begin[0]) / 4, int(begin[1]) / 4), (x / 4, y / 4)


@pytest.mark.parametrize("tour", [CLOSED, OPEN], ids=["closed", "open"])
@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_line_goes_on_from_the_first_square_to_the_last(
    tour: Tour, palette: str, width: str
) -> None:
    sections = [ends(path.get("d", "")) for path in strokes(tour, palette=palette, width=width)]
    assert len(sections) <= MOST_SECTIONS
    assert sections[0][0] == centre(tour.board, tour.path[0])
    assert sections[-1][1] == centre(tour.board, tour.path[0 if tour.closed else -1])
    assert all(one[1] == other[0] for one, other in pairwise(sections))


@pytest.mark.parametrize("moves", [MOST_SECTIONS - 1, MOST_SECTIONS, MOST_SECTIONS + 1, 4_000])
def test_a_long_line_has_no_more_sections(moves: int) -> None:
    board = Board(41, 100)
    path = board.squares[: moves + 1]  # no knight's: a line is drawn of any
    drawn = "".join(wall(board, path))
    assert MOST_SECTIONS / 2 <= drawn.count("<path stroke") <= MOST_SECTIONS


def test_colours_tell_time_or_the_half_or_nothing() -> None:
    told = {
        name: [path.get("stroke") for path in strokes(CLOSED, palette=name)] for name in PALETTES
    }
    assert (told["time"][0], told["time"][-1]) == (at(0.5 / 311), at(1))
    assert len(set(told["time"])) > 250
    half = len(told["halves"]) // 2
    assert set(told["halves"][:half]) == {light("accent")}
    assert set(told["halves"][half:]) == {light("t5")}
    assert set(told["one"]) == {light("ink")}


def test_the_board_is_below_it_if_it_is_asked_for() -> None:
    for tour, tile in ((CLOSED, 'y="0"'), (OPEN, 'y="1"')):  # so that a1 is dark
        assert tile in "".join(wall(tour.board, tour.path))
    holed = "".join(wall(OPEN.board, OPEN.path))
    assert holed.count('class="hole"') == 1
    alone = "".join(wall(OPEN.board, OPEN.path, ground=False))
    assert "pattern" not in alone
    assert "hole" not in alone


def test_it_draws_itself_in_the_time_that_was_asked() -> None:
    drawn = "".join(wall(CLOSED.board, CLOSED.path, closed=True, seconds=10))
    turns = [int(turn) for turn in re.findall(r"--i:(\d+)", drawn)]
    (each,) = re.findall(r"draw ([\d.]+)s", drawn)
    assert turns == [*range(len(turns))]
    assert len(turns) * float(each) == pytest.approx(10, rel=0.01)
    assert "prefers-reduced-motion:no-preference" in drawn
    assert "animation" not in "".join(wall(CLOSED.board, CLOSED.path, closed=True))


def test_the_longer_side_has_the_pixels() -> None:
    assert size(Board(100, 50), 8192) == (4137, 8192)
    assert 'width="300" height="197"' in "".join(wall(CLOSED.board, CLOSED.path, pixels=300))


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"palette": "red"}, "'red' is no palette; there are time, halves, one"),
        ({"width": ""}, "'' is no width of a line; there are thin, medium, thick"),
    ],
)
def test_what_is_not_known_is_named(chosen: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        strokes(OPEN, **chosen)
    with pytest.raises(ValueError, match="1 squares has no line"):
        list(wall(OPEN.board, OPEN.path[:1]))
