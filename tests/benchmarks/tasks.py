"""The longest tasks of the page's thread while a reader works: over 50 ms, a click has to wait.

Run it on a quiet machine, after python3 build.py:
python -m tests.benchmarks.tasks [--rounds 5] [--only WORDS]
Prints the longest task of each piece of work, median and spread. Chromium alone tells of them.
"""

import argparse
import statistics
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright

from kt_core import Board, Tour, solve, text
from tests.shared.browser import DIST
from web.make.browsers import program

WATCH = """() => {
  window.tasks = [0];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(task => task.duration)))
    .observe({ type: "longtask", buffered: false });
}"""


def ask(page: Page, state: str) -> None:
    """Ask for another address, and wait for its answer."""
    page.evaluate(f"location.hash = '{state}'")
    expect(page.get_by_role("status")).to_contain_text("tour", timeout=60_000)
    size = state.rsplit("board=", maxsplit=1)[-1].split("&", maxsplit=1)[0]
    expect(page.locator(f"svg[data-board='{size}'][data-tour]")).to_be_attached(timeout=60_000)


def search_in_vain(page: Page) -> None:
    """Search in textbook order for as long as it takes to offer Stop, and stop."""
    page.evaluate("location.hash = 'ordering=textbook&prune=0'")
    page.get_by_role("button", name="Stop").click(timeout=60_000)
    expect(page.get_by_role("status")).to_contain_text("No tour yet")


def every_layer(page: Page) -> None:
    """Show every layer of the ordinary board."""
    for name in ("Graph", "Numbers", "Degrees", "Names"):
        page.get_by_role("button", name=name).click()


@cache
def tour_of(side: int) -> Tour:
    """Return a tour of a square board."""
    return solve(Board(side, side))


def open_text(page: Page, name: str, written: str, said: str) -> None:
    """Open a text as a file, and wait for what the page says of it."""
    page.get_by_role("button", name="Open", exact=True).click()
    with TemporaryDirectory() as folder:
        Path(folder, name).write_text(written)
        page.get_by_label("Or a file").set_input_files(Path(folder, name))
        expect(page.get_by_text(said).first).to_be_visible(timeout=120_000)
    page.evaluate("() => document.querySelector('dialog[open]')?.close()")


def enter_holes(page: Page) -> None:
    """Enter 300,000 holes."""
    page.evaluate("location.hash = 'board=1000x1000&step=0'")
    expect(page.locator("svg[data-board='1000x1000']")).to_be_attached(timeout=60_000)
    names = Board(1000, 1000).names(range(300_000, 600_000))
    page.locator("#holes").evaluate(
        """(field, text) => {
          field.value = text;
          for (const type of ["input", "change"])
            field.dispatchEvent(new Event(type, { bubbles: true }));
        }""",
        names,
    )
    page.wait_for_timeout(3000)


def save(page: Page, kind: str) -> None:
    """Save what is seen as a file."""
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download(timeout=120_000):
        page.get_by_role("button", name=kind).first.click()
    page.get_by_role("button", name="Close").click()


def step_with_every_layer(page: Page) -> None:
    """Step through 39x39 with every layer, by keys."""
    ask(page, "board=39x39&ordering=roth&show=path,graph,numbers,degrees,names")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(300)


def play_with_every_layer(page: Page) -> None:
    """Play it for two seconds."""
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(2000)
    page.get_by_role("button", name="Pause").click()


def drag_with_every_layer(page: Page) -> None:
    """Drag along its timeline."""
    box = page.locator("#timeline").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2, steps=20)
    page.mouse.up()
    page.wait_for_timeout(1000)


def search_far(page: Page) -> None:
    """Search the largest board for five seconds, and stop."""
    page.evaluate("location.hash = 'board=1000x1000'")
    page.wait_for_timeout(5000)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_timeout(1000)


def solve_large(page: Page) -> None:
    """Solve the largest board."""
    page.evaluate("location.hash = 'board=1000x1000&ordering=best'")
    expect(page.get_by_role("status")).to_contain_text("Open tour found", timeout=120_000)
    page.wait_for_timeout(3000)


WORK: dict[str, Callable[[Page], None]] = {
    "every layer of 8x8": every_layer,
    "closed 12x12": lambda page: ask(page, "board=12x12&closed=1"),
    "a search in vain, stopped": search_in_vain,
    "20x20": lambda page: ask(page, "board=20x20&ordering=roth"),
    "39x39": lambda page: ask(page, "board=39x39&ordering=roth"),
    "39x39 with its graph": lambda page: ask(page, "board=39x39&ordering=roth&show=path,graph"),
    "39x39 with all, stepped": step_with_every_layer,
    "39x39 with all, played": play_with_every_layer,
    "39x39 with all, dragged": drag_with_every_layer,
    "130x130": lambda page: ask(page, "board=130x130&ordering=roth"),
    "open 880x880 JSON": lambda page: open_text(
        page, "tour.json", text.tour_json(tour_of(880)), "tour of 774,"
    ),
    "open 500x500 CSV": lambda page: open_text(
        page, "tour.csv", text.tour_csv(tour_of(500)), "tour of 250,000"
    ),
    "open 8 MB of a1 b3": lambda page: open_text(
        page, "tour.txt", "a1 b3 " * 1_333_333, "comes to a1 again"
    ),
    "300,000 holes": enter_holes,
    "1000x1000 by Warnsdorff": search_far,
    "1000x1000": solve_large,
    "1000x1000 as JSON": lambda page: save(page, "JSON"),
    "1000x1000 as PNG": lambda page: save(page, "PNG 1x"),
}


def longest(page: Page, work: Callable[[Page], None]) -> float:
    """Return the longest task in milliseconds that Chromium calls long; 0: none of 50 or more."""
    page.evaluate(WATCH)
    work(page)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    return float(page.evaluate("Math.max(...tasks)"))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="work whose name has this")
    given = parser.parse_args()
    rounds, only = given.rounds, given.only
    found: dict[str, list[float]] = {name: [] for name in WORK if only in name}
    with sync_playwright() as playwright:
        for _ in range(rounds):
            browser = playwright.chromium.launch(executable_path=program("chromium"))
            page = browser.new_page()
            page.goto((DIST / "knights-tour.html").as_uri())
            expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)
            for name, times in found.items():
                times.append(longest(page, WORK[name]))
            browser.close()
    print(f"{'longest task, in ms; 0 is under 50':36}{'median':>8}{'least':>8}{'most':>8}")
    for name, times in found.items():
        median = statistics.median(times)
        print(f"{name:36}{median:8.0f}{min(times):8.0f}{max(times):8.0f}")


if __name__ == "__main__":
    main()
