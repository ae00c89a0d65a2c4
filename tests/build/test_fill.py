"""Looks of regions become attributes, choices and content of a page, as in a browser."""

import pytest

from web.make.pages import WEB
from web.make.posters import Looks, fill, state_of
from web.view import whole_patches


@pytest.mark.parametrize(
    ("before", "looks", "after"),
    [
        ('<p id="a">', {"#a": {"title": "x"}}, '<p id="a" title="x">'),
        ('<p title="y" id="a">', {"#a": {"title": "x"}}, '<p id="a" title="x">'),
        ('<p id="a" title="y">', {"#a": {"title": None}}, '<p id="a">'),
        ('<p hidden id="a">', {"#a": {"hidden": False}}, '<p id="a">'),
        ('<p id="a">', {"#a": {"hidden": True}}, '<p id="a" hidden>'),
        ('<p id="a">', {"#a": {"hidden": False}}, '<p id="a">'),
        ('<p id="a">', {"#a": {"title": '"<&'}}, '<p id="a" title="&quot;&lt;&amp;">'),
        ('<p id="a">', {"#a": {"title": r"\1"}}, r'<p id="a" title="\1">'),
        ('<input id="a">', {"#a": {"value": "7"}}, '<input id="a" value="7">'),
        ('<input id="a" value="7"/>', {"#a": {"value": "8"}}, '<input id="a" value="8"/>'),
        ('<input id="a" checked>', {"#a": {"checked": False}}, '<input id="a">'),
        (
            '<p id="a" data-title="t">',
            {"#a": {"title": "x"}},
            '<p id="a" data-title="t" title="x">',
        ),
    ],
)
def test_an_attribute_is_set_changed_or_taken_away(before: str, looks: Looks, after: str) -> None:
    assert fill(before, looks) == after


def test_the_content_of_an_element_is_replaced_and_no_more() -> None:
    page = '<div><div id="a"><div>old</div><div/></div><div>stays</div></div>'
    assert fill(page, {"#a": {"html": "<b>new</b>"}}) == (
        '<div><div id="a"><b>new</b></div><div>stays</div></div>'
    )


def test_elements_of_one_name_may_stand_in_each_other() -> None:
    page = '<g id="a"><g data-layer="x"><g><g/></g></g><g data-layer="y">y</g></g>'
    after = fill(page, {"#a [data-layer=x]": {"html": "1"}, "#a [data-layer=y]": {"html": "2"}})
    assert after == '<g id="a"><g data-layer="x">1</g><g data-layer="y">2</g></g>'


def test_an_element_inside_another_is_found_behind_its_start() -> None:
    page = '<p name="rows"></p><form id="q"><input name="rows"></form>'
    after = '<p name="rows"></p><form id="q"><input name="rows" value="5"></form>'
    assert fill(page, {"#q [name=rows]": {"value": "5"}}) == after
    assert fill(page, {"#q [name='rows']": {"value": "5"}}) == after


def test_a_picture_is_an_element_like_others() -> None:
    page = '<div id="b"><svg class="x"><path d="M0 0"/><g data-layer="a"></g></svg></div>'
    looks: Looks = {"#b > svg": {"aria-label": "A"}, "#b [data-layer=a]": {"html": "<path/>"}}
    assert fill(page, looks) == (
        '<div id="b"><svg class="x" aria-label="A"><path d="M0 0"/>'
        '<g data-layer="a"><path/></g></svg></div>'
    )
    assert fill(page, {"#b": {"html": ""}}) == '<div id="b"></div>'


def test_of_the_choices_just_one_is_selected() -> None:
    options = '<option value="a" selected>A</option><option value="b">B</option>'
    page = f'<select id="s">{options}</select><select id="t">{options}</select>'
    after = fill(page, {"#s": {"value": "b"}})
    assert after == (
        '<select id="s"><option value="a">A</option><option value="b" selected>B</option></select>'
        f'<select id="t">{options}</select>'
    )


def test_the_root_is_the_page_itself() -> None:
    assert fill("<html lang='en'>", {":root": {"data-lock": True}}) == (
        "<html lang='en' data-lock>"
    )


def test_two_regions_of_one_element_are_both_written() -> None:
    page = '<div id="b"></div>'
    assert fill(page, {"#b": {"html": "x"}, "#b@looks": {"hidden": True}}) == (
        '<div id="b" hidden>x</div>'
    )


def test_content_is_written_before_what_lies_in_it() -> None:
    looks: Looks = {"#b": {"html": '<i class="x"></i>'}, "#b i": {"html": "y"}}
    assert fill('<div id="b"></div>', looks) == '<div id="b"><i class="x">y</i></div>'


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


def test_the_cells_of_a_board_are_called_by_their_names() -> None:
    page = '<div id="board"><svg><rect role="gridcell" tabindex="0" aria-label="a1"/></svg></div>'
    assert 'aria-label="a1, step 1"' in fill(page, {"#board@cells": {"cells": "a1, step 1"}})
