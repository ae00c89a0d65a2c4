"""The header leads to the title of the chapter, and stays in sight there."""

import pytest
from playwright.sync_api import Frame, Locator, expect

from tests.shared.browser import Ask, Visit, ready
from tests.shared.reader import becomes, fingers

SIZES = [(1280, 720), (390, 844)]
TITLE = "Every square once"
SCROLLED = "() => Math.round(scrollY)"


def back(page: Frame) -> Locator:
    """Return the link in the header that leads back to the lab."""
    return page.get_by_role("navigation").get_by_role("link", name="Lab", exact=True)


def at_title(page: Frame) -> None:
    """Expect the chapter at its title, below a header that can be used."""
    title = page.get_by_role("heading", name=TITLE)
    expect(title).to_be_in_viewport(ratio=1)
    becomes(page, lambda: page.evaluate(SCROLLED), 0)
    expect(back(page)).to_be_in_viewport(ratio=1)


def scrolled(page: Frame, down: int) -> None:
    """Scroll the page as far down as this, once there is so much of it."""
    becomes(page, lambda: page.evaluate(f"scrollTo(0, {down}), scrollY >= {down}"), True)


@pytest.mark.every_engine
@pytest.mark.parametrize("size", SIZES)
def test_chapter_opens_at_its_title_and_its_header_leads_back(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = ready(visit(state="board=5x6"))  # one that has not left the chapter at a section
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 500)")
    page.get_by_role("link", name="Chapter").click()
    at_title(page)
    scrolled(page, 3000)
    expect(back(page)).to_be_in_viewport(ratio=1)
    back(page).click()
    expect(page.locator("svg[data-board='5x6']")).to_be_visible()
    expect(page.locator("#chapter")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_a_click_before_python_opens_chapter_at_its_title(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(state="loading=click")
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_role("link", name="Chapter").click()
    at_title(page)
    page.evaluate("knightsTour.start()")
    at_title(ready(page))


def test_with_fingers_the_header_takes_little_of_a_phone(ask: Ask) -> None:
    page = ask("view=search")
    with fingers(page):
        page.page.set_viewport_size({"width": 390, "height": 844})
        scrolled(page, 3000)
        box = page.locator("header.top").bounding_box()
        assert box
        assert box["y"] == 0
        assert box["height"] <= 56
