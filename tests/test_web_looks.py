"""The page to the eye and to the ear: themes, sizes, print, and what axe finds."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import Visit, ready

THEMES = {"light": "rgb(251, 250, 248)", "dark": "rgb(20, 22, 26)"}


Theme = Literal["light", "dark"]


@pytest.mark.parametrize("theme", THEMES)
def test_the_page_follows_the_systems_theme(visit: Visit, page: Page, theme: Theme) -> None:
    page.emulate_media(color_scheme=theme)
    expect(visit(state="loading=click").locator("body")).to_have_css(
        "background-color", THEMES[theme]
    )


def test_the_theme_button_works_without_python_and_is_remembered(visit: Visit) -> None:
    page = visit(state="loading=click")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("body")).to_have_css("background-color", THEMES["dark"])
    page.page.reload()
    expect(page.locator("body")).to_have_css("background-color", THEMES["dark"])


@pytest.mark.parametrize("width", [320, 360, 768, 980, 1280, 1920])
@pytest.mark.parametrize("state", ["show=path,names", "board=3x30&show=numbers", "board=30x3"])
def test_nothing_sticks_out_sideways(visit: Visit, page: Page, width: int, state: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    frame = ready(visit(state=state))
    assert frame.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", ["show=path,graph,numbers,degrees,names", "start=c1&end=a1"])
def test_axe_finds_nothing(visit: Visit, page: Page, theme: Theme, state: str) -> None:
    page.emulate_media(color_scheme=theme)
    findings = Axe().run(ready(visit(state=state)).page).response["violations"]
    assert [(found["id"], found["nodes"][0]["html"]) for found in findings] == []


def test_nothing_moves_when_python_becomes_ready(visit: Visit) -> None:
    page = visit(state="loading=click")
    places = "() => [...document.querySelectorAll('main *')].map(e => e.getBoundingClientRect().y)"
    before = page.evaluate(places)
    page.evaluate("knightsTour.start()")
    assert ready(page).evaluate(places) == before


def test_reduced_motion_moves_nothing(visit: Visit, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    frame = visit(state="loading=click")
    expect(frame.get_by_role("button", name="Solve")).to_have_css("transition-property", "none")


def test_print_is_the_board_and_the_answer(visit: Visit, page: Page) -> None:
    page.emulate_media(media="print")
    frame = visit(state="loading=click")
    expect(frame.get_by_role("status")).to_be_visible()
    expect(frame.locator("svg[data-tour]")).to_be_visible()
    expect(frame.get_by_role("button", name="Solve")).to_be_hidden()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_javascript_the_page_is_a_figure_with_an_explanation(visit: Visit) -> None:
    page = visit()
    expect(page.locator("svg[data-tour]")).to_be_visible()
    expect(page.get_by_text("With JavaScript off it stays this figure")).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
