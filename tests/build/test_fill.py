"""Patches of regions become attributes, choices and content of a page, as in a browser."""

import pytest

from web.make.pages import WEB
from web.make.posters import fill, state_of
from web.page.view import whole_patches


def test_the_content_of_an_element_is_replaced_and_no_more() -> None:
    page = '<div><div id="a"><div>old</div><div/></div><div>stays</div></div>'
    assert fill(page, {"#a": {"html": "<b>new</b>"}}) == (
        '<div><div id="a"><b>new</b></div><div>stays</div></div>'
    )


@pytest.mark.parametrize("region", ["#c", "#a [name=x]", "#a svg", "#a > b", "[data-layer=z]"])
def test_a_region_that_is_not_there_stops_the_build(region: str) -> None:
    with pytest.raises(ValueError, match="has no place for the region"):
        fill('<b name="x"></b><p id="a"></p>', {region: {"html": ""}})


def test_an_element_without_an_end_stops_the_build() -> None:
    with pytest.raises(ValueError, match="has a p element without an end"):
        fill('<p id="a"><p></p>', {"#a": {"html": ""}})


@pytest.mark.parametrize("link", ["", "#board=5x5&closed=1", "#mode=play", "#race=roth&board=6x6"])
def test_the_page_has_a_place_for_every_region(link: str) -> None:
    state, template = state_of(link), (WEB / "index.html").read_text("utf-8")
    assert state
    page = fill(template, whole_patches(state))
    assert page != template
    assert fill(page, whole_patches(state)) == page
