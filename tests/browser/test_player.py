"""A search step by step in the page: it shows the steps of the search, forward and back."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.shared.browser import Ask
from tests.shared.reader import at, becomes, focused, leads_to, press, timeline

INKED = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let inked = 0;
  for (let i = 3; i < data.length; i += 4) inked += data[i] > 127;
  return inked;
}"""


def inked(canvas: Locator) -> int:
    """Return the number of painted pixels of a canvas."""
    return int(canvas.evaluate(INKED))


@pytest.mark.every_engine
def test_the_keys_step_jump_and_play(ask: Ask) -> None:
    page = ask("board=24x24")
    expect(at(page)).to_have_text("576 of 576 squares")
    ways = {"Home": 0, "ArrowRight": 1, "End": 576, "ArrowLeft": 576}
    for key, squares in ways.items():
        page.locator("body").press(key)
        expect(at(page)).to_have_text(f"{squares} of 576 squares")
    page.locator("body").press("Home")
    page.locator("body").press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(at(page)).to_contain_text(re.compile(r"^([2-9]|\d\d+) of 576"))
    page.locator("body").press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.every_engine
def test_a_refutation_is_stepped_through_by_its_button_and_the_keys(ask: Ask) -> None:
    page = ask("board=6x3&holes=b2,b5&closed=1&ordering=best")
    button = page.get_by_role("button", name="Step through the reasons")
    button.press("Enter")
    expect(at(page)).to_have_text("step 0 of 9")
    focused(page.get_by_role("button", name="Step", exact=True))
    said = page.locator(".say p")
    page.locator("body").press("ArrowRight")
    expect(said).to_have_text("a1 has two moves only, to c2 and b3: the tour uses both.")
    expect(page.locator("#board .inferred .new")).to_be_visible()
    leads_to(page, "&step=1")
    page.locator("body").press("End")
    expect(said).to_contain_text("Contradiction: forced moves close a circle of 8 squares")
    button.click()
    expect(page.locator("#board .inferred")).to_have_count(0)
    expect(page.locator(".legend")).to_be_visible()


@pytest.mark.parametrize("size", [130, 201])
def test_a_large_board_is_drawn_along_its_tour(ask: Ask, size: int) -> None:
    page = ask(f"board={size}x{size}&ordering=best")
    expect(page.get_by_role("status")).to_contain_text(f"{size**2:,} squares")
    canvas = page.locator("#board canvas")
    press(page, "Start over")
    expect(canvas).to_have_count(0)  # so the next canvas shows a new path
    timeline(page).fill("4000")
    expect(at(page)).to_contain_text("4,000 of")
    expect(page.locator("#board[data-painted=whole]")).to_be_visible()
    few = inked(canvas)
    timeline(page).fill("12000")
    expect(at(page)).to_contain_text("12,000 of")
    expect(page.locator("#board[data-painted=whole]")).to_be_visible()
    becomes(page, lambda: inked(canvas) > 2 * few, wanted=True)
    timeline(page).fill("4000")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    timeline(page).fill("4000")
    becomes(page, lambda: abs(inked(canvas) - few) < few / 50, wanted=True)
    press(page, "To the end")
    expect(page.locator("#board > :is(svg[data-tour], canvas)")).to_have_count(1)
    expect(page.locator("#panels")).to_be_hidden()
