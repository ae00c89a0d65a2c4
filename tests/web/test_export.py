"""Saved files and films need no other file, show the same as the page, and have fitting names."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from kt_core import svg
from kt_core.drawing.colors import COLORS
from kt_core.files.reader import read_tour
from tests.shared.states import opened
from web.question.address import read
from web.question.question import Question
from web.search.recording import Outcome
from web.share.export import (
    KINDS,
    MOST_FRAMES,
    PIXELS,
    Film,
    Seen,
    drawings,
    file,
    film_summary,
    picture,
    picture_name,
    size,
    style,
    why_no_file,
    why_no_film,
)
from web.state.intents import Choose, Go

SVG = "{http://www.w3.org/2000/svg}"
EMPTY = Seen(Question(), Outcome())


def visible_content(address: str = "#board=5x6&closed=1") -> Seen:
    """Return the visible content of the page for an address, after its search."""
    return Seen.of(opened(address))


def half_way(address: str, step: int) -> Seen:
    """Return the visible content at a step of a search that has found its tour."""
    return Seen.of(opened(address, Go(step)))


def text(kind: str, given: Seen) -> str:
    return "".join(file(kind, given).parts)


def elements(drawing: str, kind: str, name: str = "") -> Iterator[ET.Element]:
    """Yield the elements of a kind; with a name, those with that class."""
    for each in ET.fromstring(drawing).iter(f"{SVG}{kind}"):
        if not name or name in each.get("class", "").split():
            yield each


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_a_saved_tour_is_read_again_whole_from_any_step_of_it(kind: str) -> None:
    tour = visible_content().outcome.tour
    for given in (visible_content(), half_way("#board=5x6&closed=1", 7)):
        assert read_tour(text(kind, given)) == tour


@pytest.mark.parametrize("show", ["path", "path,numbers", "graph,names", "degrees", "none"])
def test_the_picture_shows_the_visible_layers(show: str) -> None:
    drawing = text("svg", visible_content(f"#board=5x6&closed=1&show={show}"))
    groups = {each.get("class") for each in elements(drawing, "g")}
    wanted = {"path": "line", "numbers": "numbers", "graph": "graph", "degrees": "degrees"}
    wanted["names"] = "names"
    assert groups & set(wanted.values()) == {wanted[it] for it in show.split(",") if it in wanted}
    assert ("files" in groups) == ("names" not in show)


def test_there_is_a_picture_at_any_step_before_any_tour_and_of_a_refutation() -> None:
    drawing = text("svg", half_way("#board=5x6&closed=1&show=path,degrees", 7))
    assert len(list(elements(drawing, "path", "casing"))) == 6
    assert len(list(elements(drawing, "g", "exits"))) == 1
    assert "data-tour" not in drawing
    assert len(list(elements(text("svg", EMPTY), "rect", "sq"))) == 64
    large = visible_content("#board=201x200&ordering=best")  # the page paints this path
    line = svg.line(large.question.board, large.outcome.path, of=201 * 200)
    assert "".join(line) in text("svg", large)
    given = visible_content("#board=5x5&closed=1")
    assert given.outcome.witness
    assert len(list(elements(text("svg", given), "g", "witness"))) == 1


@pytest.mark.parametrize("kind", ["film", "csv", "json"])
def test_without_a_tour_the_rest_is_refused_with_the_reason(kind: str) -> None:
    assert re.fullmatch(
        r"(There is no tour|Nothing has moved) yet: press Play.*\.", why_no_file(kind, EMPTY)
    )
    with pytest.raises(ValueError, match="press Play"):
        file(kind, EMPTY)


def test_a_film_shows_a_search_or_the_tour_alone_or_says_that_it_is_too_long() -> None:
    given = visible_content("#board=3x4&start=a2&ordering=textbook&prune=0")
    assert given.outcome.dead_ends
    drawing = text("film", given)
    assert "@keyframes" in drawing
    assert "Film of " in (ET.fromstring(drawing).get("aria-label") or "")
    given = visible_content("#board=5x6&closed=1&ordering=textbook")
    assert given.trace
    assert given.trace.length > 500
    assert ET.fromstring(text("film", given)).get("aria-label") == "Film of a closed tour of 5x6"
    given = visible_content("#board=24x24")
    why = "A film shows at most 500 moves, and this path has 576 squares."
    assert why_no_file("film", given) == why


def test_a_file_is_named_after_its_board_and_one_search_of_a_race_after_its_ordering() -> None:
    given, race = visible_content(), visible_content("#board=5x6&race=textbook&step=31")
    names = [file(kind, seen).name for seen in (given, race) for kind in KINDS]
    assert names == [
        *("knights-tour-5x6.svg", "knights-tour-5x6-film.svg"),
        *("knights-tour-5x6.csv", "knights-tour-5x6.json"),
        *("knights-tour-5x6.svg", "knights-tour-5x6-warnsdorff-film.svg"),
        *("knights-tour-5x6-warnsdorff.csv", "knights-tour-5x6-warnsdorff.json"),
    ]
    assert picture_name(Question(), 1) == "knights-tour-8x8.png"
    assert picture_name(Question(), 4) == "knights-tour-8x8@4x.png"


def test_every_light_color_of_a_picture_has_a_dark_one() -> None:
    every = "#board=5x6&closed=1&show=path,graph,numbers,degrees,names"
    drawn = "".join(picture(visible_content(every)))
    dark = style("dark")
    for day in set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', drawn)):
        timed = re.findall(
            rf'<(?:path|circle)[^>]* class="t\d" style="--u:\d+"[^>]*="{day}"', drawn
        )
        assert timed or f'"{day}"]' in dark
    known = [pair for name, pair in COLORS.items() if name != "on-accent"]
    assert len({day for day, _ in known}) == len(set(known))


@pytest.mark.parametrize("show", ["numbers", "graph,degrees,names"])
def test_every_text_of_a_picture_has_a_color(show: str) -> None:
    drawing = ET.fromstring(text("svg", visible_content(f"#board=5x6&show={show}")))
    colored = {e for g in drawing.iter() if "fill" in g.attrib for e in g.iter(f"{SVG}text")}
    assert colored == set(drawing.iter(f"{SVG}text"))
    assert colored


def test_a_picture_follows_the_system_unless_a_theme_is_chosen() -> None:
    assert "prefers-color-scheme:dark" in "".join(picture(EMPTY))
    assert "<style>" not in "".join(picture(EMPTY, "light"))
    assert "prefers" not in "".join(picture(EMPTY, "dark"))


@pytest.mark.parametrize("sides", ["1x1", "8x8", "3x39", "40x40", "1000x1000", "1x1000", "1000x1"])
def test_no_picture_is_larger_than_a_canvas_can_be(sides: str) -> None:
    question = read(f"#board={sides}")[0]
    assert max(size(question, 4)) < 6000
    for once, twice in zip(size(question, 1), size(question, 2), strict=True):
        assert abs(twice - 2 * once) <= 1
        assert once >= 1


def test_the_files_of_a_game_or_a_prediction_show_the_moves_so_far() -> None:
    predicted = Seen.of(opened("#mode=predict", Choose(10)))
    assert predicted.path == (0, 10)
    assert "There is no tour yet" in why_no_file("csv", predicted)
    given = Seen.of(opened("#board=5x5&mode=play", Choose(7), Choose(4)))
    assert given.path == (0, 7, 4)
    assert given.trace is None
    assert "There is no tour yet" in why_no_file("json", given)
    assert ET.fromstring(text("film", given)).get("aria-label")


def test_the_picture_of_a_race_holds_both_boards() -> None:
    given = half_way("#board=5x6&race=textbook", 12)
    drawing = text("svg", given)
    assert len(list(elements(drawing, "rect", "sq"))) == 60
    assert len(list(elements(drawing, "rect", "start"))) == 2
    said = [each.text for each in elements(drawing, "text") if each.text and ":" in each.text]
    assert [part.partition(":")[0] for part in said] == ["Warnsdorff", "Textbook order"]
    assert all("of 30 squares" in part for part in said)
    boards = [g for g in elements(drawing, "g") if g.find(f"{SVG}g[@class='squares']") is not None]
    assert boards[0].attrib["transform"] == "translate(0 0)"
    assert boards[1].attrib["transform"] != "translate(0 0)"
    across, _ = size(given.question)
    alone, _ = size(read("#board=5x6")[0])
    assert abs(across - 2 * alone) <= 1


@pytest.mark.parametrize("show", ["path,numbers", "numbers,names"])
def test_the_picture_of_a_semi_magic_tour_holds_its_sums(show: str) -> None:
    assert not list(elements(text("svg", visible_content(f"#show={show}")), "g", "sums"))
    drawing = text("svg", visible_content(f"#tour=jaenisch-1862&show={show}"))
    group = next(elements(drawing, "g", "sums"))
    sums = list(group.iter(f"{SVG}text"))
    assert [each.text for each in sums] == ["260"] * 16
    left, top, wide, high = map(float, ET.fromstring(drawing).attrib["viewBox"].split())
    figure = float(group.attrib["font-size"])
    for each in sums:  # three figures, each about 0.6 of its height wide
        x, y = float(each.attrib["x"]), float(each.attrib["y"])
        assert left <= x <= left + wide - 0.6 * 3 * figure * (x > 8)
        assert top <= y - figure <= y <= top + high


def test_a_graph_alone_stands_out_in_its_picture() -> None:
    strokes = {
        show: next(elements(text("svg", visible_content(f"#show={show}")), "g", "graph")).attrib[
            "stroke"
        ]
        for show in ("graph", "path,graph")
    }
    assert strokes == {"graph": COLORS["field"][0], "path,graph": COLORS["edge"][0]}


TOUR = Seen.of(opened("#board=5x6"))
SEARCH = Seen.of(opened("#board=5x5&ordering=textbook&prune=0"))


def test_a_film_has_a_frame_for_each_step_and_ends_at_the_shown_one() -> None:
    film = Film()
    assert film.steps(TOUR) == [*range(1, 32)]
    assert TOUR.trace
    key, first, *_, last = ("".join(parts) for parts in drawings(film, TOUR, "light"))
    assert "data-tour" in last
    assert key == last
    assert "data-tour" not in first


def test_a_film_shows_a_search_up_to_the_chosen_length() -> None:
    assert SEARCH.trace
    assert SEARCH.trace.length > MOST_FRAMES
    steps = Film().steps(SEARCH)
    assert (len(steps), steps[-1]) == (MOST_FRAMES, SEARCH.trace.length)
    assert Film(length=20).steps(SEARCH) == [*range(1, 21)]


@pytest.mark.parametrize(
    ("link", "go", "last"),
    [
        ("#board=8x8&ordering=textbook&prune=0&step=900", 40, 40),  # no result so far
        ("#board=5x5&mode=predict&step=3&game=3,1,2", 2, 2),  # the rest is to be predicted
        ("#board=5x5", 3, 26),  # the page says that a tour was found
    ],
)
def test_no_film_shows_a_step_that_the_page_does_not_know(link: str, go: int, last: int) -> None:
    seen = Seen.of(opened(link, Go(go)))
    assert seen.trace
    assert Film().steps(seen)[-1] == last


@pytest.mark.parametrize("pixels", PIXELS)
def test_the_size_of_a_film_is_shown_beforehand(pixels: int) -> None:
    film = Film.of({"pixels": str(pixels), "rate": "20", "length": "20"})
    assert max(film.size(TOUR)) == pixels
    assert film.most_bytes(TOUR) < 12_000_000
    said = film_summary(TOUR, {"pixels": str(pixels), "rate": "20", "length": "20"})
    assert said.startswith("20 frames in 3 s, at most ")
    assert f"{film.most_bytes(TOUR) / 1e6:.1f} MB" in said


def test_an_empty_search_has_no_film_and_a_reason() -> None:
    for link in ("#board=5x5&mode=play", "#board=40x40&ordering=best"):
        seen = Seen.of(opened(link))
        assert film_summary(seen, {}) == why_no_film(seen) != ""
