"""Drawings match their snapshots, are well formed, and have colors with enough contrast."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import cos, radians, sin
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, NoTour, Tour, knight_graph, solve, svg
from kt_core.board import Symmetry
from kt_core.drawing.colors import COLORS, STOPS, at, light, stretch
from kt_core.drawing.layers import ghost
from kt_core.drawing.shapes import Point, bends, center, number, section_paths, square_at
from kt_core.graph import directed_edges
from tests.shared.cases import ORACLES, boards, path_of, walks
from tests.shared.snapshots import assert_matches_snapshot

CHESS, HOLED = Board(8, 8), Board(4, 5, ["b2", "e4"])
EULER = next(known for known in ORACLES["gallery"] if known["name"].startswith("Euler 1759"))
CLOSED = Tour(CHESS, path_of(EULER["grid"]), closed=True)
OPEN = Tour(Board(3, 4), ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"])


def refuted(board: Board, **asked: Any) -> str:
    """Return a picture of a board that shows the witness of its refutation."""
    with pytest.raises(NoTour) as no:
        solve(board, **asked)
    return witness(board, no.value.witness)


def witness(board: Board, shown: Mapping[str, Sequence[int]]) -> str:
    """Return a picture of a board that shows sets of squares."""
    return svg.picture(board, svg.squares(board), svg.witness(board, shown))


DRAWINGS: dict[str, Callable[[], str]] = {
    "board": lambda: svg.board(CHESS),
    "board-with-holes": lambda: svg.board(HOLED),
    "board-with-options": lambda: svg.board(
        HOLED,
        path=["a1", "c2", "e1"],
        knight="e1",
        moves=True,
        marks={"holes' neighbors": ["d2", "a2"]},
        graph=True,
        degrees=True,
        numbers=True,
        label="A knight at e1",
    ),
    "graph": lambda: svg.graph(HOLED),
    "tour-open": lambda: svg.tour(OPEN),
    "tour-closed": lambda: svg.tour(CLOSED),
    "tour-one-square": lambda: svg.tour(Tour(Board(1, 1), ["a1"])),
    "large-with-two-squares": lambda: svg.tour(
        Tour(Board(40, 40, set(range(1600)) - {0, 42}), ["a1", "c2"])
    ),
    "witness": lambda: witness(
        HOLED, {"ends": [2, 4], "cut squares": [1, 2], "left": range(4), "right": [4]}
    ),
    "witness-parts": lambda: refuted(Board(4, 4)),
    "witness-chains": lambda: refuted(Board(3, 8), closed=True),
    "witness-large": lambda: witness(
        Board(4, 400), {"outer rows": [*range(400), *range(1200, 1600)], "end": [401]}
    ),
    "all-layers": lambda: svg.picture(
        OPEN.board,
        svg.squares(OPEN.board, lambda square: f' tabindex="{square}"'),
        svg.edges(OPEN.board),
        svg.vertices(OPEN.board, OPEN.path[:5]),
        svg.line(OPEN.board, OPEN.path),
        svg.ends(OPEN.board, OPEN.path),
        svg.numbers(OPEN.board, OPEN.path),
        svg.degrees(OPEN.board),
        svg.moves(OPEN.board, 6),
        svg.knight(OPEN.board, 6),
        svg.names(OPEN.board),
        svg.coordinates(OPEN.board),
        label='All <layers> & "more"',
        tour=OPEN,
    ),
}


def marked(drawing: str, attribute: str) -> list[str]:
    return [e.attrib[attribute] for e in ET.fromstring(drawing).iter() if attribute in e.attrib]


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_matches_its_snapshot_and_is_well_formed(name: str) -> None:
    drawing = DRAWINGS[name]()
    assert_matches_snapshot(name, drawing)
    assert ET.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(r"\b(nan|inf)\b|e-\d|\d\.\d{4}", drawing)


@pytest.mark.parametrize(
    "options", [{"path": ["b2"]}, {"knight": "z9"}, {"marks": {"hole": ["b2"]}}, {"path": [99]}]
)
def test_squares_off_the_board_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is a hole|is not a square"):
        svg.board(HOLED, **options)


@settings(max_examples=30)
@given(boards(sides=8))
def test_each_directed_edge_is_an_element_and_the_same_in_one_path(board: Board) -> None:
    drawing = svg.graph(board)
    edges = list(zip(marked(drawing, "data-from"), marked(drawing, "data-to"), strict=True))
    graph = knight_graph(board)
    assert edges == [(board.name(a), board.name(b)) for a in graph for b in graph[a]]
    assert len(edges) == directed_edges(board) == drawing.count('class="edge"')
    one_each, at_once = "".join(svg.edges(board)), "".join(svg.edges_at_once(board))
    assert directed(at_once) == directed(one_each)
    halves = {frozenset(edge): half for edge, half in directed(one_each).items()}
    lines = re.findall(r"M([^ML\"]+)L([^ML\"]+)", at_once.split('<g class="each"')[0])
    assert Counter(map(middle, lines)) == Counter(half.split("L")[1] for half in halves.values())
    assert '<g class="each" display="none">' in at_once


def directed(drawing: str) -> dict[tuple[str, str], str]:
    """Return the directed edges in a drawing, each with its own half of the line."""
    halves = re.findall(r'class="edge" data-from="(\w+)" data-to="(\w+)" d="([^"]*)"', drawing)
    return {(a, b): half for a, b, half in halves}


def middle(line: tuple[str, str]) -> str:
    """Return the middle of a line as text."""
    (x, y), (u, v) = (map(float, end.split()) for end in line)
    return f"{number((x + u) / 2)} {number((y + v) / 2)}"


@given(walks())
def test_a_tour_is_marked_with_its_path(walk: tuple[Board, list[int]]) -> None:
    tour = Tour(*walk)
    (path,) = marked(svg.tour(tour), "data-tour")
    assert Tour(tour.board, path.split()) == tour


def test_a_label_cannot_break_out_of_its_attribute() -> None:
    drawing = svg.picture(CHESS, label='"><script>')
    assert ET.fromstring(drawing).attrib["aria-label"] == '"><script>'
    assert ET.fromstring(svg.picture(CHESS)).attrib["aria-label"] == "Board, 8 rows by 8 columns"


@pytest.mark.parametrize("sides", [(40, 40), (2, 900), (1000, 2), (130, 130), (8, 8)])
def test_a_mark_stays_on_its_board(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    for square in (0, board.columns - 1, board.columns * (board.rows - 1) + 1):
        drawing = "".join(svg.knight(board, square))
        x, y, scale = map(
            float, re.findall(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)", drawing)[0]
        )
        reach = 0.35 * scale
        assert reach <= x <= board.columns - reach
        assert reach <= y <= board.rows - reach


def test_no_coordinate_covers_its_neighbor() -> None:
    def named(columns: int) -> list[str]:
        return re.findall(r">([a-z]+)</text>", "".join(svg.coordinates(Board(4, columns))))

    assert named(8) == list("abcdefgh")
    assert named(30)[:3] == ["a", "c", "e"]
    assert 15 < len(named(399)) < 40


def test_a_path_of_no_move_has_no_line_and_squares_without_keys_are_no_grid() -> None:
    for board in (CHESS, Board(50, 50)):
        assert list(svg.line(board, [])) == list(svg.line(board, [0])) == []
        assert list(svg.ends(board, [])) == []
    assert "role" not in "".join(svg.squares(CHESS))
    grid = "".join(svg.squares(CHESS, lambda _: ' role="gridcell"'))
    assert (grid.count('role="grid"'), grid.count('role="row"')) == (1, 8)


def test_a_large_board_is_one_line_in_small_parts_and_area_alone_makes_it_large() -> None:
    tour = solve(Board(40, 40, ["a1", "b1"]))
    drawing = svg.tour(tour)
    assert marked(drawing, "data-square") == []
    assert re.findall('class="hole"[^>]* d="([^"]*)"', drawing) == ["M0 39h2v1h-2z"]
    assert len(drawing) < 60_000
    assert [svg.is_large(Board(*sides)) for sides in ((40, 40), (2, 800))] == [True, True]
    assert [svg.is_large(Board(*sides)) for sides in ((4, 40), (1, 1000), (39, 41))] == [False] * 3
    drawing = svg.board(Board(4, 40))
    assert len(marked(drawing, "data-square")) == 160
    assert drawing.count("<text") == 160
    path = list(range(10_000))
    assert max(map(len, svg.line(Board(100, 100), path))) < 2_000


def test_a_fifth_or_too_large_set_is_not_drawn_and_a_forced_walk_is_one_chain() -> None:
    board = Board(150, 150)
    drawn = "".join(svg.witness(board, {"all": board, "a": [0], "b": [1], "c": [2], "d": [3]}))
    assert re.findall('class="tint (w.)"', drawn) == ["w1", "w2", "w3"]
    assert len(drawn) < 2_000
    drawn = refuted(Board(3, 9), start="c1", end="c3")
    assert (drawn.count('class="links'), drawn.count("<text")) == (1, 0)


@given(boards(sides=9))
def test_each_square_is_marked_once_holes_too_and_has_one_sign_in_a_witness(board: Board) -> None:
    drawing = svg.board(board)
    assert marked(drawing, "data-square") == [
        board.name(square) for square in range(board.rows * board.columns)
    ]
    assert marked(drawing, "data-board") == [str(board)]
    assert drawing.count('class="hole"') == len(board.holes)
    dark = [square for square in board if board.color(square) == 0]
    drawn = "".join(svg.witness(board, {"dark": dark}))
    assert drawn.count("M") - drawn.count("h1v1h-1z") == len(dark)


BOARD = Board(5, 5)
ONWARD = {7: 3, 11: 5, 3: 1}


def rings(**how: object) -> dict[str, str]:
    """Return the kind of each ring by the number in it."""
    drawing = ET.fromstring("".join(svg.choices(BOARD, 0, ONWARD, **how)))  # type: ignore[arg-type]
    marks = [mark for mark in drawing if mark.tag == "g"]
    return {"".join(mark.itertext()): str(mark.get("class")).split()[1] for mark in marks}


def test_each_move_has_a_ring_the_next_is_filled_the_tried_is_crossed() -> None:
    drawing = "".join(svg.choices(BOARD, 0, ONWARD))
    assert drawing.count("<line") == drawing.count("<circle") == 3
    assert rings() == {"3": "open", "5": "open", "1": "open"}
    found = rings(chosen=3, tried=(7,), skipped=(11,))
    assert found == {"1": "chosen", "5": "skipped", "": "tried"}
    drawing = "".join(svg.choices(BOARD, 0, ONWARD, tried=(7,)))
    assert drawing.count("<line") == 2  # none to what was tried
    assert drawing.count("<path") == 1  # its one sign


CORNERLESS = Board(4, 4, ["a1", "a4", "d1", "d4"])


def moves(tour: Tour) -> set[frozenset[Point]]:
    """Return the ends of each move, relative to the center of the board."""
    high, wide = tour.board.rows / 2, tour.board.columns / 2
    centers = [center(tour.board, square) for square in tour.path]
    points = [(x - wide, y - high) for x, y in centers]
    return {frozenset(move) for move in pairwise([*points, *points[: tour.closed]])}


def moved(point: Point, degrees: int, *, mirrored: bool) -> Point:
    """Return the image of a point as in CSS; a mirror's axis counts twice."""
    (x, y), turn = point, radians(degrees * (2 if mirrored else 1))
    y = -y if mirrored else y
    return round(2 * (x * cos(turn) - y * sin(turn))) / 2, round(
        2 * (x * sin(turn) + y * cos(turn))
    ) / 2


@pytest.mark.parametrize(
    ("board", "symmetry", "closed"),
    [
        (Board(8, 8), "half-turn", True),
        (Board(6, 6), "quarter-turn", True),
        (Board(6, 5), "mirror", True),
        (Board(5, 6), "mirror", True),
        (CORNERLESS, "mirror", True),
        (Board(5, 5), "half-turn", False),
    ],
)
def test_a_symmetric_drawing_maps_to_itself(board: Board, symmetry: Symmetry, closed: bool) -> None:
    tour, mirrored = solve(board, closed=closed, symmetry=symmetry), symmetry == "mirror"
    drawn = "".join(ghost(tour, symmetry))
    (degrees,) = re.findall(r"--by:(-?\d+)deg", drawn)
    turn = partial(moved, degrees=int(degrees), mirrored=mirrored)
    turned = {frozenset(map(turn, move)) for move in moves(tour)}
    assert turned == moves(tour)
    assert f'class="ghost {"mirrored" if mirrored else "turned"}"' in drawn
    assert drawn.count("M") == tour.moves


def test_a_tour_shows_only_its_own_symmetry() -> None:
    tour = solve(Board(8, 8), closed=True)
    assert [*ghost(tour, "quarter-turn"), *ghost(tour, "mirror")] == []


SHORT = [
    *[(0, "0"), (0.5, ".5"), (-0.5, "-.5"), (1, "1"), (100, "100"), (-1.25, "-1.25")],
    *[(0.0004, "0"), (-0.0004, "0"), (0.9996, "1"), (-0.9996, "-1"), (10.01, "10.01")],
]
NUMBERS = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def points(*, closed: bool) -> list[Point]:
    board = Board(6, 6)
    return [center(board, square) for square in solve(board, closed=closed).path]


@pytest.mark.parametrize(("value", "text"), SHORT)
def test_numbers_are_written_without_needless_digits(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(-2000, 2000))
def test_a_number_is_off_by_half_a_thousandth_at_most(value: float) -> None:
    assert abs(float(number(value)) - value) <= 0.0005 + 1e-9
    assert NUMBERS.fullmatch(number(value))


def test_a1_is_drawn_at_the_bottom_left() -> None:
    board = Board(3, 10)
    assert [center(board, board.square(name)) for name in ("a1", "j3")] == [(0.5, 2.5), (9.5, 0.5)]


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_moves_are_drawn_from_center_to_center_and_meet_smoothly(closed: bool) -> None:
    centers = points(closed=closed)
    moves = [list(map(float, NUMBERS.findall(d))) for d in bends(centers, closed=closed)]
    stops = [*centers, *centers[:1]] if closed else centers
    assert [(tuple(move[:2]), tuple(move[-2:])) for move in moves] == list(pairwise(stops))
    meetings = list(pairwise([*moves, *moves[:1]] if closed else moves))
    for (*_, ax, ay, x, y), (_, _, bx, by, *_) in meetings:
        assert (ax + bx, ay + by) == pytest.approx((2 * x, 2 * y), abs=0.003)


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("length", [1, 7, 1000])
def test_sections_join_into_one_line_through_every_square(closed: bool, length: int) -> None:
    centers = points(closed=closed)
    around = [*centers, *centers[:1]] if closed else centers
    stops = [(4 * x, 4 * y) for x, y in around]
    pen, visited = (0.0, 0.0), []
    for i, d in enumerate(section_paths(around, length)):
        for command, text in re.findall(r"([Mlq])([^Mlq]*)", d):
            values = list(map(float, NUMBERS.findall(text)))
            if command == "M":
                assert i == 0 or tuple(values) == pen
                pen = (values[0], values[1])
                visited += [] if i else [pen]
            else:
                visited += [(pen[0] + values[0], pen[1] + values[1])] if command == "q" else []
                pen = (pen[0] + values[-2], pen[1] + values[-1])
    assert [*visited, pen] == [(int(x), int(y)) for x, y in stops]


def test_a_point_is_in_the_square_whose_center_is_nearest() -> None:
    board = Board(3, 10)
    for square in board:
        x, y = center(board, square)
        assert square_at(board, x + 0.49, y - 0.49) == square
    outside = [(-0.1, 1.0), (10.0, 1.0), (5.0, -0.1), (5.0, 3.0)]
    assert [square_at(board, x, y) for x, y in outside] == [None] * 4


THEMES = pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])


def luminance(color: str) -> float:
    """Return the relative luminance, as WCAG 2.2 defines it."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio, as WCAG 2.2 defines it."""
    dim, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dim + 0.05)


@THEMES
@pytest.mark.parametrize(
    ("name", "least"),
    [*((f"t{i}", 3) for i in range(STOPS + 1)), ("ink", 4.5), ("soft", 4.5), ("accent", 4.5)],
)
def test_the_path_stands_out_and_text_can_be_read(name: str, least: float, theme: int) -> None:
    for ground in ("square", "square-b", "surface"):
        assert contrast(COLORS[name][theme], COLORS[ground][theme]) >= least


@THEMES
@pytest.mark.parametrize("ground", ["square", "square-b", "surface"])
def test_the_graph_alone_stands_out_and_behind_a_path_can_be_seen(ground: str, theme: int) -> None:
    beneath = COLORS[ground][theme]
    assert contrast(COLORS["field"][theme], beneath) >= 3
    assert 2 <= contrast(COLORS["edge"][theme], beneath) < 3


@THEMES
def test_time_grows_lighter(theme: int) -> None:
    scale = [luminance(COLORS[f"t{i}"][theme]) for i in range(STOPS + 1)]
    assert scale == sorted(scale)


@pytest.mark.parametrize(
    ("time", "place"),
    [(0, (0, 0)), (0.1, (0, 50)), (0.2, (1, 0)), (0.5, (2, 50)), (0.999, (4, 100)), (1, (4, 100))],
)
def test_each_time_is_in_one_section_of_the_scale(time: float, place: tuple[int, int]) -> None:
    assert stretch(time) == place


def test_the_scale_passes_through_its_stops_with_enough_contrast() -> None:
    for i in range(101):
        assert min(contrast(at(i / 100), light(s)) for s in ("square", "square-b")) >= 3
    assert [at(i / STOPS) for i in range(STOPS + 1)] == [light(f"t{i}") for i in range(STOPS + 1)]
    assert all(re.fullmatch("#[0-9a-f]{6}", color) for pair in COLORS.values() for color in pair)
