"""A film shows each step of a search or path, within the bounds shown before."""

import pytest

from tests.shared.states import opened
from web.lab.intents import Go
from web.share.films import (
    LENGTHS,
    MOST_FRAMES,
    PIXELS,
    Film,
    drawings,
    summary,
    why_no_film,
)
from web.share.picture import Seen

TOUR = Seen.of(opened("#board=5x6"))
SEARCH = Seen.of(opened("#board=5x5&ordering=textbook&prune=0"))


def test_a_film_has_a_frame_a_step_and_ends_as_what_is_seen() -> None:
    film = Film()
    assert film.steps(TOUR) == [*range(1, 32)]
    assert TOUR.trace
    key, first, *_, last = ("".join(parts) for parts in drawings(film, TOUR, "light"))
    assert "data-tour" in last
    assert key == last
    assert "data-tour" not in first


def test_a_search_is_shown_with_its_dead_ends_as_far_as_was_chosen() -> None:
    assert SEARCH.trace
    assert SEARCH.trace.length > MOST_FRAMES
    steps = Film().steps(SEARCH)
    assert (len(steps), steps[0], steps[-1]) == (MOST_FRAMES, steps[0], SEARCH.trace.length)
    assert Film(length=20).steps(SEARCH) == [*range(1, 21)]
    assert SEARCH.trace.at(20).dead_ends or SEARCH.trace.dead_ends


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
def test_its_size_is_shown_beforehand(pixels: int) -> None:
    film = Film.of({"pixels": str(pixels), "rate": "20", "length": "20"})
    assert max(film.size(TOUR)) == pixels
    assert film.most_bytes(TOUR) < 12_000_000
    said = summary(TOUR, {"pixels": str(pixels), "rate": "20", "length": "20"})
    assert said.startswith("20 frames in 3 s, at most ")
    assert f"{film.most_bytes(TOUR) / 1e6:.1f} MB" in said


def test_of_nothing_there_is_no_film_and_it_says_why() -> None:
    for link in ("#board=5x5&mode=play", "#board=40x40&ordering=best"):
        seen = Seen.of(opened(link))
        assert summary(seen, {}) == why_no_film(seen) != ""
    assert LENGTHS[0] == "0"
