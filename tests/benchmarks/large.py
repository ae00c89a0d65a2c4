"""Large boards in the page: from the click on Solve to the picture, and the longest task meanwhile.

Run it on a quiet machine, after python3 build.py:  python -m tests.benchmarks.large [--rounds 5]
Prints medians and spread in milliseconds; tasks under 50 ms count as 0. Chromium alone tells them.
"""

import argparse
import statistics

from playwright.sync_api import Page, expect, sync_playwright

from tests.shared.browser import DIST
from web.make.setup import program

ROWS = (
    "board=130x130&closed=1",
    "board=130x130",
    "board=200x200&closed=1",
    "board=201x201",
    "board=400x400&closed=1",
    "board=1000x1000&closed=1",
    "board=1000x1000&end=b1",
    "board=999x999",
    "board=400x400&closed=1&holes=c3,gs200",
    "board=1000x1000&closed=1&holes=c3,sg500",
)

# From the click until the frame in which the whole line is on the screen.
CLICK = """() => new Promise(resolve => {
  const frame = document.getElementById("board");
  const whole = () => document.querySelector("svg[data-tour]") || frame.dataset.painted === "whole";
  const tasks = [0];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(task => task.duration)))
    .observe({ type: "longtask", buffered: false });
  const began = performance.now();
  const look = () => whole()
    ? requestAnimationFrame(() => setTimeout(() => {
        const picture = performance.now() - began;
        setTimeout(() => resolve([picture, Math.max(...tasks)]), 200);
      }))
    : requestAnimationFrame(look);
  document.getElementById("solve").click();
  look();
})"""


def measured(page: Page, state: str) -> tuple[float, float]:
    """Return the milliseconds from click to picture, and those of the longest task."""
    page.evaluate(f"location.hash = '{state}&ordering=best&step=0'")
    size = state.removeprefix("board=").split("&", maxsplit=1)[0]
    expect(page.locator(f"svg[data-board='{size}']")).to_be_visible()
    page.wait_for_timeout(500)
    picture, task = page.evaluate(CLICK)
    return picture, task


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    found: dict[str, list[tuple[float, float]]] = {state: [] for state in ROWS}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"))
        for _ in range(rounds):
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            page.goto((DIST / "knights-tour.html").as_uri())
            expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)
            for state, times in found.items():
                times.append(measured(page, state))
            page.close()
        browser.close()
    head = "".join(f"{word:>10}" for word in ("picture", "least", "most", "task", "most"))
    print(f"{'click to picture, in ms':32}{head}")
    for state, times in found.items():
        pictures, tasks = zip(*times, strict=True)
        figures = (
            *(statistics.median(pictures), min(pictures), max(pictures)),
            *(statistics.median(tasks), max(tasks)),
        )
        print(f"{state:32}" + "".join(f"{figure:10.0f}" for figure in figures))


if __name__ == "__main__":
    main()
