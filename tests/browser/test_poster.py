"""The posters, without Python: the page shows the question of any address."""

from typing import Any

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.shared.browser import DIST, Visit, ready
from tests.shared.reader import becomes

WAITING = "This board is drawn as soon as Python has started."
# The board without its colors, which the style sheet sets, and every word and control around it.
SEEN = """() => {
  const isColor = ({name, value}) => /^#/.test(value) || /^(fill|stroke)$/.test(name);
  const told = (element) => {
    const all = [...element.attributes];
    const looks = all.filter((each) => !isColor(each) || each.value === "none");
    const listed = looks.map(({name, value}) => `${name}=${value}`).sort();
    return [element.tagName, ...listed, element.children.length ? "" : element.textContent];
  };
  const find = (name) => document.getElementById(name);
  const all = (what) => [...document.querySelectorAll(what)];
  const frame = find("board");
  const graph = frame.dataset.show.includes("graph") ? all(".graph *") : [];
  const drawn = [...all("#board :not([data-layer=graph] *)"), ...graph];
  const controls = all("#question :is(input, select, button), #show button, #timeline");
  const says = ["aria-valuenow", "aria-valuetext", "aria-pressed"];
  const values = (control) => [control.name, control.value, control.checked, control.hidden,
    control.max, ...says.map((name) => control.getAttribute(name))];
  const texts = ["answer", "hint", "at", "of"].map((name) => find(name).innerHTML);
  const frames = [frame.dataset.show, frame.getAttribute("style"), "large" in frame.dataset];
  const inside = [find("panel").innerHTML, document.querySelector("#rail .ties").getAttribute("d")];
  return [...drawn.map(told), ...controls.map(values), texts, frames, inside].map(String);
}"""


def posted(visit: Visit, state: str) -> Frame:
    """Open the page without Python."""
    page = visit("index.html", state=f"{state}&loading=click")
    expect(page.locator("html")).to_have_attribute("data-python", "idle")
    expect(page.locator("html[data-waits]")).to_have_count(0)
    return page


def tour(page: Frame) -> str | None:
    """Return the tour on the board."""
    return page.locator("#board svg").get_attribute("data-tour")


def visible_content(page: Frame) -> Any:
    """Return the content of the board and the regions around it."""
    return page.evaluate(SEEN)


#: Questions without a poster, and the visible part of the board; nonsense has any board.
WITHOUT = {
    "board=6x7&holes=c3,d4": "0 0 7 6",
    "board=0x8": "",
    "board=5x5&step=3": "0 0 5 5",
    "board=<svg onload=alert(1)>x8": "",
    "board=1000x999": "0 0 999 1000",
    "%E0%A4%A&%00=%00&=&&board=%zz": "",
    "board=5x5&mode=play&lock=all": "0 0 5 5",
    "mode=watch&tour=&board=8x8&holes=" + "q9," * 6000: "",
    "tour=euler": "0 0 8 8",
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("state", WITHOUT)
def test_without_a_poster_the_board_is_empty_until_python_runs(visit: Visit, state: str) -> None:
    page = posted(visit, state)
    expect(page.locator("#board svg > .rim")).to_be_visible()
    if WITHOUT[state]:
        expect(page.locator("#board svg")).to_have_attribute("viewBox", WITHOUT[state])
    expect(page.get_by_role("status")).to_have_text(WAITING)
    assert tour(page) is None
    expect(page.locator("#at")).to_be_empty()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "state",
    [
        *("board=6x5", "closed=1&lang=en&start=a1", "board=12x11&closed=1", "board=3x3"),
        "board=8x3&closed=1",
    ],
)
def test_nothing_changes_when_python_takes_over(visit: Visit, state: str) -> None:
    page = posted(visit, state)
    poster = visible_content(page)
    page.locator(".brand").click()
    ready(page)
    becomes(page, lambda: visible_content(page), poster)


def test_the_address_may_change_before_python_runs(visit: Visit) -> None:
    page = posted(visit, "board=5x5")
    for state, board in (("board=6x6", "6x6"), ("", "8x8"), ("board=3x10&closed=1", "3x10")):
        page.evaluate("state => { location.hash = state }", state)
        page.locator(f"svg[data-board='{board}'][data-tour]").wait_for()
    page.locator(".brand").click()
    expect(ready(page).locator("svg[data-board='3x10'][data-tour]")).to_be_visible()


@pytest.mark.every_engine
def test_a_part_of_the_page_does_not_show_another_question(visit: Visit, page: Page) -> None:
    whole = (DIST / "index.html").read_text()
    part = whole[: whole.index('<script type="application/json" id="posters">')]
    page.route("**/index.html", lambda route: route.fulfill(body=part, content_type="text/html"))
    frame = visit("index.html", place="http", state="board=5x5")
    expect(frame.locator(".brand")).to_be_visible()
    expect(frame.locator("#board")).to_be_hidden()
