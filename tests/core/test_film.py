"""A film shows the path of the search after each step, and needs no other file."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core import Board, Tour, knight_graph, solve, states, svg
from kt_core.drawing.film import MOST_STEPS, film
from kt_core.drawing.shapes import center
from kt_core.events import Backtrack, Event, Found, Progress, Visit
from kt_core.orderings import most_moves, textbook, warnsdorff
from kt_core.search import search
from tests.shared.cases import boards, tour_film
from tests.shared.snapshots import assert_matches_snapshot

CHESS, SMALL = Board(8, 8), Board(3, 4)
LONG = 4  # the textbook order reaches dead ends from a2
IN_STEPS = "Film of an open tour of 3x4, in the search's "
ONE = Tour(Board(1, 1), ["a1"])
RING = Tour(Board(3, 3, ["b2"]), ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"], closed=True)


def steps(board: Board, most: int, order: Any = textbook, start: int = 0) -> list[Event]:
    """Return the first steps of a search, up to its first tour."""
    events = []
    for event in islice(search(knight_graph(board), start, order=order), most):
        events.append(event)
        if isinstance(event, Found):
            break
    return events


FILMS: dict[str, Callable[[], str]] = {
    "film-search": lambda: film(SMALL, steps(SMALL, 1000, start=LONG)),
    "film-closed-tour": lambda: tour_film(RING, pace=0.5),
    "film-one-square": lambda: tour_film(ONE),
    "film-without-end": lambda: film(Board(3, 3), steps(Board(3, 3), 12)),
}


class Projector:
    """Reads a film's keyframes, and computes the look of an element at a time."""

    def __init__(self, drawing: str) -> None:
        self.root = ET.fromstring(drawing)
        self.rules = dict(re.findall(r"@keyframes ([\w-]+)\{((?:[^{}]+\{[^{}]*\})+)\}", drawing))
        (seconds,) = re.findall(r"\{animation:([\d.]+)s ", drawing)
        self.seconds = float(seconds)

    def all(self, kind: str, inside: str = "") -> list[ET.Element]:
        """Return the moving elements of a kind, within the group of this class if given."""
        groups = [g for g in self.root.iter() if not inside or g.get("class") == inside]
        found = [e for g in groups for e in g.iter() if e.tag.endswith("}" + kind)]
        return [e for e in found if "animation-name" in e.get("style", "")]

    def frames(self, element: ET.Element) -> list[tuple[float, dict[str, str]]]:
        """Return the keyframes of an element: percentage and properties."""
        rule = self.rules[element.attrib["style"].removeprefix("animation-name:")]
        frames: dict[float, dict[str, str]] = {}
        for at, sets in re.findall(r"([^{}]+)\{([^{}]*)\}", rule):
            for percent in at.replace("to", "100%").split(","):
                frame = frames.setdefault(float(percent.rstrip("%")), {})
                frame.update(pair.split(":") for pair in sets.split(";"))
        return sorted(frames.items())

    def look(self, element: ET.Element, name: str, seconds: float) -> list[float]:
        """Return the numbers of a property at a time, with linear easing."""
        base = {"opacity": element.get("opacity", "1"), "transform": "0 0"}.get(name, "0")
        keys = [(p, sets[name]) for p, sets in self.frames(element) if name in sets]
        if keys[-1][0] < 100:
            keys.append((100, base))
        percent = 100 * seconds / self.seconds
        i = max(i for i, (p, _) in enumerate(keys[:-1]) if p <= percent)
        (p, a), (q, b) = keys[i], keys[i + 1]
        share = (percent - p) / (q - p)
        first, second = ([float(n) for n in re.findall(r"-?\d*\.?\d+", v)] for v in (a, b))
        return [x + (y - x) * share for x, y in zip(first, second, strict=True)]


def visible_moves(projector: Projector, seconds: float) -> list[tuple[float, ...]]:
    """Return the moves that a film shows in full, each as (x, y, x, y), in drawing order."""
    shown = []
    for g in projector.all("g", "line"):
        (opacity,), (offset,) = (
            projector.look(g, name, seconds) for name in ("opacity", "stroke-dashoffset")
        )
        assert opacity in {0, 1}
        if opacity:
            assert offset == 0
            numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", g[1].attrib["d"])]
            shown.append((*numbers[:2], *numbers[-2:]))
    return shown


def moves(board: Board, path: Iterable[Any]) -> list[tuple[float, ...]]:
    """Return the moves of a path, each as (x, y, x, y)."""
    points = [center(board, square) for square in path]
    return [(*a, *b) for a, b in pairwise(points)]


def check(board: Board, events: Sequence[Event], drawing: str, pace: float) -> None:
    """Compare a film with the states of its search at the end of every slot."""
    projector = Projector(drawing)
    knight = next(g for g in projector.all("g") if "transform" in str(projector.frames(g)))
    final: Any = [state.path for state in states(events)][-1] or (board.squares[0],)
    x, y = center(board, final[-1])
    shown_events = [event for event in events if not isinstance(event, Found)]
    for slot, state in enumerate(states(shown_events)):
        now = (slot + 0.97) * pace
        assert visible_moves(projector, now) == moves(board, state.path)
        right, down = projector.look(knight, "transform", now)
        path: Any = state.path
        if path:
            there = center(board, path[-1])
            assert (x + right, y + down) == pytest.approx(there, abs=0.002)
    assert len(projector.all("circle", "dead-ends")) == sum(
        isinstance(a, Visit) and isinstance(b, Backtrack) for a, b in pairwise(shown_events)
    )


@pytest.mark.parametrize("name", FILMS)
def test_a_film_matches_its_snapshot_and_is_self_contained(name: str) -> None:
    drawing = FILMS[name]()
    assert_matches_snapshot(name, drawing)
    assert not re.search(r"\b(nan|inf)\b|e-\d|\d\.\d{4}|script|href|url\(|@import", drawing)
    assert drawing.count("animation:") == 1
    still = r"<style>@media screen and \(prefers-reduced-motion:no-preference\)\{\.\w+\{animation:"
    assert re.search(still, drawing)


#: Films whose keyframes lie close together, or are many, and the others.
KEYFRAMES: dict[str, Callable[[], str]] = dict(FILMS)
for pace in (0.01, 0.4, 60):
    KEYFRAMES[f"one square, {pace} s"] = partial(tour_film, ONE, pace=pace)
    for most in (1, 2, MOST_STEPS):
        film_of_search = partial(film, CHESS, steps(CHESS, most), pace=pace)
        KEYFRAMES[f"{most} steps, {pace} s each"] = film_of_search


@pytest.mark.parametrize("name", KEYFRAMES)
def test_every_keyframe_belongs_to_an_element_and_has_its_own_time(name: str) -> None:
    drawing = KEYFRAMES[name]()
    assert ET.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    rules = Projector(drawing).rules
    assert set(re.findall(r"animation-name:([\w-]+)", drawing)) == set(rules)
    assert drawing.count("@keyframes") == len(rules)
    for rule in rules.values():
        percents = [float(p) for p in re.findall(r"([\d.]+)%", rule)]
        assert all(0 <= p <= 100 for p in percents)
        # Two keyframes at one time would be an error: the later one would replace the earlier one.
        assert len(set(percents)) == len(percents)


@pytest.mark.full
@settings(max_examples=80, deadline=None)
@given(
    boards(sides=6),
    st.integers(1, 60),
    st.sampled_from([textbook, warnsdorff, most_moves]),
    st.sampled_from([0.01, 0.4, 60]),
)
def test_a_film_shows_each_searched_path(board: Board, most: int, order: Any, pace: float) -> None:
    events = steps(board, most, order, board.squares[0])
    check(board, events, film(board, events, pace=pace), pace)


def at_rest(drawing: str) -> list[str]:
    """Return the strokes that are visible when nothing moves."""
    line = drawing[drawing.index('class="line"') :]
    return re.findall(r'style="animation-name:[\w-]+"><path class="casing .*?</g>', line)


def paths_of(line: str) -> list[str]:
    """Return the paths of a line, moving or not."""
    return re.findall("<path.*?>", re.sub(r'"casing \w+" style="[^"]*"', '"casing"', line))


@pytest.mark.parametrize("tour", [RING, solve(CHESS, start="a1", closed=True), solve(SMALL)])
def test_the_last_picture_of_a_film_is_the_tour(tour: Tour) -> None:
    line = "".join(svg.line(tour.board, tour.path, closed=tour.closed))
    kept = "".join(at_rest(tour_film(tour)))
    assert paths_of(kept) == paths_of(line)
    assert f'data-tour="{tour.board.names(tour.path)}"' in tour_film(tour)
    assert ("end" in {e.get("class") for e in ET.fromstring(tour_film(tour)).iter()}) != tour.closed


def test_a_film_of_three_hundred_steps_is_small() -> None:
    assert len(film(CHESS, steps(CHESS, 300))) < 170_000
    assert len(film(CHESS, steps(CHESS, MOST_STEPS))) < 300_000


@pytest.mark.parametrize(
    ("drawing", "label"),
    [
        (lambda: tour_film(RING), "Film of a closed tour of 3x3"),
        (lambda: film(SMALL, steps(SMALL, 1000, start=LONG)), IN_STEPS),
        (
            lambda: film(CHESS, steps(CHESS, 300)),
            "Film of a search on 8x8, up to 56 of 64 squares, in the search's 300 steps",
        ),
        (
            lambda: film(CHESS, steps(CHESS, 5000)),
            "up to 56 of 64 squares; the search's 5,000 steps are too many to show",
        ),
        (
            lambda: tour_film(solve(Board(23, 23))),
            "Picture of an open tour of 23x23; for a film of every move it is too long",
        ),
    ],
)
def test_a_film_describes_its_content_and_omissions(drawing: Callable[[], str], label: str) -> None:
    text_shown = ET.fromstring(drawing()).attrib["aria-label"]
    assert re.sub(r"up to \d+ of", "", label) in re.sub(r"up to \d+ of", "", text_shown)


def test_a_search_with_too_many_steps_is_shown_as_its_last_path() -> None:
    events = steps(CHESS, MOST_STEPS + 200)
    path = list(states(events))[-1].path
    shown = Projector(film(CHESS, events))
    assert len(shown.all("g", "line")) == len(path) - 1
    assert shown.all("circle", "dead-ends") == []
    nothing = steps(Board(3, 3), 10_000) * 40  # exhausted again and again
    assert len(nothing) > MOST_STEPS
    assert "@keyframes" not in film(Board(3, 3), nothing)


def test_progress_is_not_a_step_and_films_keep_their_names_apart() -> None:
    events = steps(SMALL, 30)
    mixed = [each for event in events for each in (Progress("search"), event)]
    assert film(SMALL, mixed) == film(SMALL, events)
    names = [re.findall(r"\.(f\w{8})\{", paths_of())[0] for paths_of in FILMS.values()]
    assert len(set(names)) == len(FILMS)


@pytest.mark.parametrize("pace", [0, -1, 61, float("nan"), float("inf")])
def test_a_wrong_pace_is_refused(pace: float) -> None:
    with pytest.raises(ValueError, match="is no pace for a film; give 0.01 to 60 seconds"):
        tour_film(RING, pace=pace)


@pytest.mark.parametrize(
    ("events", "text_shown"),
    [
        ([], "a film shows at least one step"),
        ([Progress("search")], "a film shows at least one step"),
        ([Visit(0), Found((0,))], "it visits 1 of 12 squares"),
        ([Visit(0), Backtrack(1)], "the search backtracks from square 1, which is not the end"),
        ([Backtrack(1)], "the search backtracks from square 1"),
    ],
)
def test_events_that_no_search_has_are_refused(events: list[Event], text_shown: str) -> None:
    with pytest.raises(ValueError, match=text_shown):
        film(SMALL, events)
