"""The chapter beside the lab: how soon a section is ready that a link opens, and how it scrolls.

Run it after python3 build.py: python -m tests.benchmarks.chapter [--pairs 25]
A section and the lab are opened in turn, each in a new profile of one browser, since the start of
another costs more time than the two differ in; their ratio is the median of pairs.
Scrolling tells which share of its frames comes within 25 ms, the best of its rounds, and the
longest task meanwhile by the processor's time, since a machine may be busy.
"""

import argparse
import statistics
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.benchmarks.rows import Row
from tests.benchmarks.start import launched, measured
from tests.benchmarks.tasks import traced
from tests.shared.browser import DIST

SECTION = "view=rule"
OF_LAB = 1.05
FRAME_MS, IN_TIME = 25, 0.95
WINDOW: ViewportSize = {"width": 1280, "height": 720}
TURNS, TURN_PX, TURN_MS = 120, 120, 30  # of the wheel

FRAMES = """() => {
  window.frames = [];
  let before = performance.now();
  const frame = (now) => { frames.push(now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


def address(state: str) -> str:
    """Return the address of the page, one file on disk, in this state."""
    return f"{(DIST / 'knights-tour.html').as_uri()}#{state}"


def section_of_lab(pairs: int) -> Iterator[float]:
    """Yield, pair by pair, a section's seconds until ready divided by those of the lab."""
    with sync_playwright() as playwright, launched(playwright, "chromium") as browser:
        for number in range(pairs + 1):
            times = []
            for state in ("", SECTION):
                with browser.new_context() as profile:
                    times.append(measured(profile.new_page(), address(state)).ready)
            if number:  # the first warms the browser up
                yield times[1] / times[0]


def wheel(page: Page) -> None:
    """Scroll by the wheel."""
    page.mouse.move(WINDOW["width"] / 2, WINDOW["height"] / 2)
    for _ in range(TURNS):
        page.mouse.wheel(0, TURN_PX)
        page.wait_for_timeout(TURN_MS)


def scrolled(browser: Browser) -> tuple[float, float]:
    """Return the share of frames in time, and the milliseconds of the longest task."""
    page = browser.new_page(viewport=WINDOW)
    page.goto(address("view=puzzle"))
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)
    page.wait_for_timeout(3000)
    page.evaluate(FRAMES)
    wheel(page)
    frames = page.evaluate("() => frames")
    page.evaluate("scrollTo(0, 0)")
    task = traced(page, wheel).processor
    page.close()
    return sum(ms <= FRAME_MS for ms in frames) / len(frames), task


def rows(quick: bool) -> Iterator[Row]:
    """Yield how soon a section is ready, and how the chapter scrolls."""
    ratios = list(section_of_lab(7 if quick else 25))
    yield Row("chapter, section ready / lab, median of pairs", statistics.median(ratios), OF_LAB)
    with sync_playwright() as playwright, launched(playwright, "chromium") as browser:
        shares, tasks = zip(*(scrolled(browser) for _ in range(2 if quick else 5)), strict=True)
    yield Row(f"chapter, frames within {FRAME_MS} ms, share", max(shares), IN_TIME, least=True)
    yield Row("chapter, task while scrolling, ms", min(tasks), FRAME_MS)


def main() -> None:
    """Print the rows, and each pair."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=25)
    given = parser.parse_args()
    ratios = sorted(section_of_lab(given.pairs))
    print("section ready / lab:", *(f"{ratio:.2f}" for ratio in ratios))
    for row in rows(quick=True):
        print(row, flush=True)


if __name__ == "__main__":
    main()
