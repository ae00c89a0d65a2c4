"""The longest tasks of the page's thread while a reader works: over 50 ms, a click has to wait.

Run it on a quiet machine, after python3 build.py:  python -m tests.benchmarks.tasks [--rounds 5]
Prints the longest task of each piece of work, median and spread. Chromium alone tells of them.
"""

import argparse
import statistics
from collections.abc import Callable

from playwright.sync_api import Page, expect, sync_playwright

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


WORK: dict[str, Callable[[Page], None]] = {
    "every layer of 8x8": every_layer,
    "closed 12x12": lambda page: ask(page, "board=12x12&closed=1"),
    "a search in vain, stopped": search_in_vain,
    "20x20": lambda page: ask(page, "board=20x20&ordering=roth"),
    "39x39": lambda page: ask(page, "board=39x39&ordering=roth"),
    "39x39 with its graph": lambda page: ask(page, "board=39x39&ordering=roth&show=path,graph"),
    "130x130": lambda page: ask(page, "board=130x130&ordering=roth"),
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
    rounds = parser.parse_args().rounds
    found: dict[str, list[float]] = {name: [] for name in WORK}
    with sync_playwright() as playwright:
        for _ in range(rounds):
            browser = playwright.chromium.launch(executable_path=program("chromium"))
            page = browser.new_page()
            page.goto((DIST / "knights-tour.html").as_uri())
            expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)
            for name, work in WORK.items():
                found[name].append(longest(page, work))
            browser.close()
    print(f"{'longest task, in ms; 0 is under 50':36}{'median':>8}{'least':>8}{'most':>8}")
    for name, times in found.items():
        median = statistics.median(times)
        print(f"{name:36}{median:8.0f}{min(times):8.0f}{max(times):8.0f}")


if __name__ == "__main__":
    main()
