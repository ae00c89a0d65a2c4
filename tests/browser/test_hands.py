"""Games, predictions and races in a browser."""

import re

import pytest
from playwright.sync_api import Frame, Locator, expect

from tests.shared.browser import Ask
from tests.shared.reader import answer, at, becomes, focused, play, press, show


def lit(page: Frame) -> Locator:
    """Return the squares where the knight may go."""
    return page.locator("#board .legal circle")


def part(page: Frame, name: str) -> None:
    """Choose the reader's mode."""
    if name == "Predict":
        show(page, "predict")
    elif name == "Watch":
        page.get_by_role("link", name=name).click()
    else:
        press(page, name)


@pytest.mark.every_engine
def test_move_hints_disappear_when_the_pointer_leaves_but_stay_for_the_keyboard(ask: Ask) -> None:
    page = ask("board=8x8")
    hints, here = page.locator("#board [data-layer=moves] *"), page.locator("#square")
    square = page.locator("#board [data-square=d4]")
    square.hover(force=True)
    expect(hints).not_to_have_count(0)
    square.click(force=True)
    page.page.mouse.move(0, 0)  # the search for the new tour continues
    expect(page.locator("#board svg")).to_have_attribute("data-tour", re.compile("^d4 "))
    expect(here).to_be_empty()
    expect(hints).to_have_count(0)
    square.press("ArrowUp")
    expect(here).to_contain_text("d5")
    expect(hints).not_to_have_count(0)


@pytest.mark.every_engine
def test_a_game_is_played_by_keyboard_alone(ask: Ask) -> None:
    page = ask("mode=play&board=3x4")
    page.locator("#board [data-square=a1]").focus()
    keys = page.page.keyboard
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        keys.press(key)
    page.evaluate(
        "document.getElementById('board').addEventListener('focusout', () => self.out = 1)"
    )
    keys.press("Enter")
    expect(answer(page)).to_contain_text("b3, with")
    assert (
        page.evaluate("self.out") is None
    )  # the page replaced the square; the reader did not leave
    part(page, "Watch")
    expect(answer(page)).to_contain_text("Can a knight visit every square")
    expect(lit(page)).to_have_count(0)


def test_the_keyboard_keeps_its_place_when_a_part_is_closed_or_disabled(ask: Ask) -> None:
    page = ask("board=5x5&mode=play")
    page.locator("#asked").click()
    page.locator("#solve").press("Escape")
    focused(page.locator("#asked"))
    expect(page.locator("#question")).to_be_hidden()
    play(page, "b3", "d4")
    expect(answer(page)).to_contain_text("d4, with")
    page.locator("body").press("Backspace")
    expect(answer(page)).to_contain_text("b3, with")
    page.locator("#game [name=undo]").press("Enter")
    expect(page.locator("#game [name=undo]")).to_be_disabled()
    expect(page.locator("#game button:focus")).to_be_visible()


def view_box(page: Frame) -> list[float]:
    """Return the visible part of the board, in squares."""
    sides = page.locator("#board > svg").get_attribute("viewBox")
    return [round(float(side), 2) for side in str(sides).split()]


@pytest.mark.every_engine
def test_the_board_is_enlarged_by_keys_and_wheel_and_moved_by_dragging(ask: Ask) -> None:
    page = ask("board=130x130&ordering=best&step=5000")
    expect(at(page)).to_contain_text("5,000 of 16,900 squares")
    page.locator("body").press("+")
    becomes(page, lambda: view_box(page)[2], 86.67)
    page.locator("body").press("ArrowRight")
    becomes(page, lambda: view_box(page)[0], 43.33)
    expect(at(page)).to_contain_text("5,000 of 16,900 squares")
    box = page.locator("#board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(x + 60, y, steps=3)
    page.page.mouse.up()
    becomes(page, lambda: view_box(page)[0] < 40, wanted=True)
    expect(page.get_by_label("Start", exact=True)).to_have_value("a1")
    page.locator("body").press("0")
    becomes(page, lambda: view_box(page), [0.0, 0.0, 130.0, 130.0])
    page.page.mouse.wheel(0, -400)
    becomes(page, lambda: view_box(page)[2] < 80, wanted=True)
    expect(page.locator("#board[data-painted=whole] canvas")).to_be_visible()


def test_a_small_board_leaves_the_wheel_to_the_page(ask: Ask) -> None:
    page = ask()
    page.locator("#board").hover()
    page.page.mouse.wheel(0, 50)
    page.page.mouse.wheel(0, -50)
    assert view_box(page) == [0, 0, 8, 8]
    page.page.keyboard.down("Control")
    page.page.mouse.wheel(0, -400)
    page.page.keyboard.up("Control")
    becomes(page, lambda: view_box(page)[2] < 5, wanted=True)
    play(page, "e4")
    expect(page.get_by_label("Start", exact=True)).to_have_value("e4")
