"""The page to the eye and to the ear: themes, sizes, print, and what axe finds."""

import pytest
from playwright.sync_api import Page, expect

from tests.shared.browser import Ask, Visit, ready
from tests.shared.reader import findings, fits

LIGHT, DARK = "rgb(251, 250, 248)", "rgb(20, 22, 26)"
BUSY = [
    "show=path,graph,numbers,degrees,names",
    "start=c1&end=a1",
    "board=130x130&step=0",
    "closed=1&board=5x5&ordering=best&holes=c3,b2",
    "board=201x200&ordering=best",
]


# Stock Firefox takes no theme, motion, print or lack of JavaScript from a test.
told_by_the_system = pytest.mark.only_browser("chromium")


@pytest.mark.every_engine
def test_the_page_is_light_in_a_light_system(visit: Visit) -> None:
    expect(visit(state="loading=click").locator("body")).to_have_css("background-color", LIGHT)


@told_by_the_system
@pytest.mark.browser_context_args(color_scheme="dark")
def test_the_page_is_dark_in_a_dark_system(visit: Visit) -> None:
    expect(visit(state="loading=click").locator("body")).to_have_css("background-color", DARK)


@pytest.mark.every_engine
def test_the_theme_button_works_without_python_and_is_remembered(visit: Visit) -> None:
    page = visit(state="loading=click")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("body")).to_have_css("background-color", DARK)
    assert page.evaluate("Object.values(localStorage)") == ["dark"]
    page.page.reload()
    expect(page.locator("body")).to_have_css("background-color", DARK)


@pytest.mark.every_engine
@pytest.mark.parametrize(
    "state",
    [
        "show=path,names",
        pytest.param("board=3x30&show=numbers", marks=pytest.mark.one_engine),
        pytest.param("board=30x3", marks=pytest.mark.one_engine),
    ],
)
def test_nothing_sticks_out_sideways(ask: Ask, state: str) -> None:
    frame = ask(state)
    for width in (320, 360, 560, 768, 980, 1280, 1920):
        fits(frame, width)


@pytest.mark.parametrize("state", BUSY)
def test_axe_finds_nothing(ask: Ask, state: str) -> None:
    assert findings(ask(state).page) == []


@pytest.mark.parametrize("state", BUSY)
def test_axe_finds_nothing_in_the_dark(ask: Ask, state: str) -> None:
    frame = ask(state)
    frame.get_by_role("button", name="Cut squares").click()
    frame.get_by_role("button", name="Light or dark").click()
    expect(frame.locator("body")).to_have_css("background-color", DARK)
    assert findings(frame.page) == []


@pytest.mark.every_engine
@pytest.mark.parametrize(
    ("width", "seen", "unseen"), [(360, "files", "names"), (1280, "names", "files")]
)
def test_squares_can_be_named_at_every_size(ask: Ask, width: int, seen: str, unseen: str) -> None:
    frame = ask("show=names")
    frame.page.set_viewport_size({"width": width, "height": 900})
    expect(frame.locator(f".{seen} text").first).to_be_visible()
    expect(frame.locator(f".{unseen} text").first).to_be_hidden()


@pytest.mark.every_engine
def test_nothing_moves_when_python_becomes_ready(visit: Visit) -> None:
    page = visit(state="loading=click")
    places = "() => [...document.querySelectorAll('main *')].map(e => e.getBoundingClientRect().y)"
    before = page.evaluate(places)
    page.evaluate("knightsTour.start()")
    assert ready(page).evaluate(places) == before


@told_by_the_system
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_reduced_motion_moves_nothing(visit: Visit) -> None:
    frame = visit(state="loading=click")
    expect(frame.get_by_role("button", name="Solve")).to_have_css("transition-property", "none")


@told_by_the_system
def test_print_is_the_board_and_the_answer(visit: Visit, page: Page) -> None:
    page.emulate_media(media="print")
    frame = visit(state="loading=click")
    expect(frame.get_by_role("status")).to_be_visible()
    expect(frame.locator("svg[data-tour]")).to_be_visible()
    expect(frame.get_by_role("button", name="Solve")).to_be_hidden()


@told_by_the_system
@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_javascript_the_page_is_a_figure_with_an_explanation(visit: Visit) -> None:
    page = visit()
    expect(page.locator("svg[data-tour]")).to_be_visible()
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("noscript p")).to_contain_text("With JavaScript off it stays this figure")
    expect(page.get_by_role("button")).to_have_count(0)
