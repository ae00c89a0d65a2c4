"""Actions of a reader in the page, during which a benchmark looks for long tasks."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Page, ViewportSize, expect

from kt_core import Board, solve
from tests.shared.browser import DIST
from tests.shared.reader import press
from web.search.answer import SPEEDS

PATIENCE = 120_000  # milliseconds
MOST = 1.6  # calibration loops: 50 ms where a loop inside the page takes 32 ms
IN_A_FRAME = 0.8  # likewise 25 ms, so that no frame is late
DEFAULT = 0  # the speed with which the page begins
DESK: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}

Act = Callable[[Page], None]


class Work(NamedTuple):
    """A piece of work: the page before it, and the measured actions."""

    begin: str  # an address
    do: Act
    window: ViewportSize = DESK
    most: float = MOST  # limit for its longest task, in calibration loops


def opened(page: Page, address: str) -> None:
    """Open an address in a new document, and wait until everything works and is drawn."""
    page.goto("about:blank")
    page.goto((DIST / "knights-tour.html").as_uri() + "#" + address)
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden(timeout=PATIENCE)
    page.wait_for_timeout(3000 if "view=" in address else 1000)  # what loads in the background


def press_step(page: Page) -> None:
    """Press Step ten times."""
    for _ in range(10):
        page.locator(".run button[name=step]").click()
        page.wait_for_timeout(100)


def play(page: Page, rate: int | None = DEFAULT) -> None:
    """Play from the beginning for four seconds, at this rate or, with None, as fast as possible."""
    if rate != DEFAULT:
        page.locator("#speed").select_option(str(SPEEDS.index(rate)))
    page.get_by_role("button", name="Start over").click()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(4000)
    # The search may have ended; then there is no such button.
    page.evaluate("document.querySelectorAll('button[name=pause]').forEach((it) => it.click())")
    page.wait_for_timeout(500)


def drag(page: Page) -> None:
    """Drag along the timeline, there and back."""
    box = page.locator("#timeline").bounding_box()
    assert box
    left, right, y = box["x"] + 20, box["x"] + box["width"] - 20, box["y"] + box["height"] / 2
    page.mouse.move(left, y)
    page.mouse.down()
    page.mouse.move(right, y, steps=40)
    page.mouse.move(left, y, steps=40)
    page.mouse.up()
    page.wait_for_timeout(1000)


def type_code(page: Page) -> None:
    """Open the editor, and type a comment."""
    page.get_by_role("button", name="Your program").click()
    page.locator(".cm-content").click()
    page.keyboard.type("# what is nearest comes first\n", delay=80)
    page.wait_for_timeout(500)


def open_chapter(page: Page) -> None:
    """Open the chapter, which is inserted into the page then."""
    page.get_by_role("link", name="Chapter").click()
    expect(page.locator("#chapter-zh .lesson").last).to_be_attached()
    page.wait_for_timeout(1000)


def touch_figures(page: Page) -> None:
    """Turn a dial of each figure of the chapter."""
    figures = page.locator("#chapter-en .figure[id]")
    for place in range(figures.count()):
        figure = figures.nth(place)
        dial = figure.locator("input[type=range]").or_(figure.get_by_role("button")).first
        dial.press("ArrowRight" if dial.get_attribute("type") == "range" else "Enter")
        page.wait_for_timeout(300)


def scroll(page: Page) -> None:
    """Scroll through the chapter with the wheel."""
    page.mouse.move(640, 360)
    for _ in range(120):
        page.mouse.wheel(0, 120)
        page.wait_for_timeout(30)


def share(page: Page) -> None:
    """Open the dialog "Share" for the first time."""
    press(page.main_frame, "Share")
    expect(page.locator("#share[open] [name=close]")).to_be_visible(timeout=PATIENCE)


def save_json(page: Page) -> None:
    """Save a tour as JSON."""
    share(page)
    with page.expect_download(timeout=PATIENCE):
        page.get_by_role("button", name="JSON").first.click()
    page.get_by_role("button", name="Close", exact=True).click()


def save_course(page: Page) -> None:
    """Save a course package."""
    share(page)
    with page.expect_download(timeout=PATIENCE):
        page.locator("#share button[name=course]").first.click()


def open_holes(page: Page) -> None:
    """Open a tour beside 90,000 holes as a file, until the page answers."""
    press(page.main_frame, "Load a tour or a board")
    with TemporaryDirectory() as folder:
        Path(folder, "holes.json").write_text(holes_json(90_000))
        page.get_by_label("choose a file").set_input_files(Path(folder, "holes.json"))
        expect(page.locator("#open-said")).to_contain_text("tour of", timeout=PATIENCE)


def holes_json(count: int) -> str:
    """Return a tour in JSON of an 8x8 corner of a board with so many holes."""
    small, rows = solve(Board(8, 8)), (count + 64) // 1000 + 1
    board = Board(rows, 1000)
    path = [board.square(small.board.name(square)) for square in small.path]
    holes = board.names(sorted(set(board) - set(path))).split()
    names = board.names(path).split()
    tour = {"rows": rows, "columns": 1000, "holes": holes, "closed": small.closed, "path": names}
    return json.dumps({"v": 1, **tour})


def type_too_many_holes(page: Page) -> None:
    """Enter one character more than an address can contain."""
    press(page.main_frame, "More")
    page.locator("#holes").fill(Board(1000, 1000).names(range(300_000, 304_000))[:16_001])
    page.keyboard.press("Tab")
    page.wait_for_timeout(2000)


ALL = "show=path,graph,numbers,degrees,names"
LAYERED = f"board=39x39&ordering=roth&{ALL}"
ENDLESS = "ordering=textbook&prune=0&step=0"  # a search whose end is far away

#: Each of these took longer than 50 ms once.
WORKS: Mapping[str, Work] = {
    "8x8 as fast as possible": Work(ENDLESS, partial(play, rate=None)),
    "the chapter scrolled": Work("view=puzzle", scroll, most=IN_A_FRAME),
    "figures, first touched": Work("view=rule&lang=en", touch_figures),
    "39x39 with every layer, played": Work(LAYERED, play),
    "90,000 holes opened as JSON": Work("", open_holes),
    "16,001 characters of holes": Work("", type_too_many_holes),
    "the course package saved": Work("board=5x5&lock=all", save_course),
    "1000x1000 saved as JSON": Work("board=1000x1000&ordering=best", save_json),
    "phone: a step": Work(ENDLESS, press_step, window=PHONE),
    "phone: the timeline dragged": Work(ENDLESS, drag, window=PHONE),
    "phone: code typed": Work("", type_code, window=PHONE),
    "phone: Share opened": Work("", share, window=PHONE),
    "phone: the chapter opened": Work("", open_chapter, window=PHONE),
}
