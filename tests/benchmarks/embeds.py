"""What five lazy embeds cost the page around them: its load event, with them and without.

Run it on a quiet machine, after python3 build.py:  python -m tests.benchmarks.embeds [--rounds 9]
Chromium; the two pages are loaded in turn. Then what one embed loads that is not started.
"""

import argparse
import statistics

from playwright.sync_api import Page, sync_playwright

from tests.shared.browser import DIST, serving
from web.make.setup import program

SCRIPT = '<script async src="embed.js"></script>'
FIGURES = '<p style="height: 1200px">Text</p><knights-tour board="5x5"></knights-tour>' * 5
LOADED = "performance.getEntriesByType('navigation')[0].loadEventStart"


def load(page: Page, server: str, body: str) -> float:
    """Return the milliseconds until the load event of a page with this body."""
    text = f'<!DOCTYPE html><link rel="icon" href="data:,"><body>{body}'
    page.route("**/host", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(f"{server}/host", wait_until="load")
    return float(page.evaluate(LOADED))


def unstarted(page: Page, server: str) -> int:
    """Return the bytes that an embed loads which waits for a click."""
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    load(page, server, SCRIPT + '<knights-tour loading="click"></knights-tour>')
    page.frame_locator("knights-tour > iframe").locator("svg[data-tour]").wait_for()
    return sum(sizes)


def main() -> None:
    """Print the medians, and how far they spread."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    plain: list[float] = []
    with_figures: list[float] = []
    with serving(DIST) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"))
        for _ in range(options.rounds):
            for body, times in ((FIGURES, plain), (SCRIPT + FIGURES, with_figures)):
                page = browser.new_page()
                times.append(load(page, server, body))
                page.close()
        for name, times in (("without the script", plain), ("with five figures", with_figures)):
            spread = f"{min(times):.0f} to {max(times):.0f}"
            print(f"load event, {name}: {statistics.median(times):.0f} ms ({spread})")
        more = statistics.median(with_figures) - statistics.median(plain)
        bare = unstarted(browser.new_page(), server)
        print(f"later by {more:.0f} ms; an embed that is not started loads {bare:,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
