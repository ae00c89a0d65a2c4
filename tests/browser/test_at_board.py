"""Controls at the board: names of the toggles, full screen, moves to copy, Skip ahead."""

import re

import pytest
from playwright.sync_api import expect

from tests.shared.browser import Ask

WIDTHS = (360, 390, 1280, 1920)


@pytest.mark.parametrize("width", WIDTHS)
def test_each_toggle_shows_its_name(ask: Ask, width: int) -> None:
    page = ask()
    page.page.set_viewport_size({"width": width, "height": 844})
    for name in ("Path", "Graph", "Numbers", "Degrees", "Names"):
        toggle = page.get_by_role("group", name="Show").get_by_role("button", name=name)
        box = toggle.locator("span").bounding_box()
        assert box
        assert box["width"] > 12
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_on_a_small_phone_the_sentence_about_tours_is_above_the_fold(ask: Ask, lang: str) -> None:
    page = ask(f"lang={lang}")
    page.page.set_viewport_size({"width": 360, "height": 640})
    sentence, play = page.locator(".what"), page.locator("#play")
    for seen in (sentence, play):
        expect(seen).to_be_visible()
        box = seen.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640


def test_the_moves_of_a_tour_are_copied_or_selected(ask: Ask) -> None:
    page = ask("board=5x5")
    page.get_by_role("button", name="Copy the moves").click()
    expect(page.locator("#moves-copied")).to_have_text(re.compile("Copied|Selected"))


def test_the_board_fills_the_screen_and_comes_back(ask: Ask) -> None:
    page = ask()
    page.get_by_role("button", name="Full-screen board").click()
    expect(page.locator("html[data-present]")).to_be_attached()
    expect(page.get_by_role("button", name="Solve")).to_be_hidden()
    page.get_by_role("button", name="Leave the full-screen board").click()
    expect(page.get_by_role("button", name="Solve")).to_be_visible()
