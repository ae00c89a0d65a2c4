"""How long a reader's own code waits for its worker: python -m tests.benchmarks.own [rounds].

Prints medians in milliseconds, in Chromium, from the page in one file: a worker's start from
nothing; Stop of an endless loop; and the next run after that, from its click to its tour, with the
worker that was kept ready; and the time from one frame to
the next while all starts are tried: the median, and what one in twenty exceeds.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter, sleep

from playwright.sync_api import Page, expect, sync_playwright

from tests.shared.browser import DIST
from web.make.browsers import program
from web.question.code import packed
from web.reader.templates import WARNSDORFF

STARTS = """async () => {
  const { bench } = knightsTour;
  await bench.run("{}", 9, () => {}); // takes the one in reserve; the next begins after 300 ms
  bench.stop();
  const before = performance.now();
  await bench.warm();
  return performance.now() - before;
}"""
FRAMES = """async () => {
  const gaps = [];
  let last = performance.now();
  while (document.querySelector("#own-all").textContent === "Stop" && gaps.length < 600) {
    await new Promise(requestAnimationFrame);
    gaps.push(performance.now() - last);
    last = performance.now();
  }
  gaps.sort((a, b) => a - b);
  return [gaps[gaps.length >> 1], gaps[Math.floor(gaps.length * 0.95)]];
}"""
STARTED = f"board=20x20&ordering=own&code={packed(WARNSDORFF)}"
LINK = f"board=8x8&ordering=own&code={packed('while True: pass')}"


def main(rounds: int) -> None:
    """Measure, and print a line for each figure."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"))
        page = browser.new_page()
        page.goto(f"{(DIST / 'knights-tour.html').as_uri()}#{LINK}")
        expect(page.locator("#editor .cm-content")).to_be_visible(timeout=60_000)
        page.evaluate("knightsTour.bench.warm()")
        figures: dict[str, list[float]] = {"start": [], "stop": [], "next run": []}
        for _ in range(rounds):
            figures["start"].append(page.evaluate(STARTS))
            for name, milliseconds in zip(("stop", "next run"), _stopped(page), strict=True):
                figures[name].append(milliseconds)
            for name, milliseconds in zip(("frame", "1 frame in 20"), _frames(page), strict=True):
                figures.setdefault(name, []).append(milliseconds)
        browser.close()
    for name, values in figures.items():
        print(f"{name:13} {median(values):6.0f} ms   ({min(values):.0f} to {max(values):.0f})")


def _stopped(page: Page) -> tuple[float, float]:
    """Return what Stop takes, and the next run, in milliseconds."""
    run, answer = page.locator("#own-run"), page.locator("#answer")
    page.evaluate("(state) => { location.hash = state }", LINK)
    expect(page.locator("#editor")).to_contain_text("while True")
    run.click()
    sleep(3)  # the loop is at work, and the next worker is ready
    before = perf_counter()
    run.click()
    expect(run).to_have_text("Run")
    stopped = perf_counter()
    page.locator("#own-template").select_option("warnsdorff")
    begun = perf_counter()
    run.click()
    expect(answer).to_contain_text("tour found")
    return 1000 * (stopped - before), 1000 * (perf_counter() - begun)


def _frames(page: Page) -> tuple[float, float]:
    """Return the time between frames while all starts of 20x20 are tried, and of the slowest."""
    page.evaluate("(state) => { location.hash = state }", STARTED)
    expect(page.locator("#editor")).to_contain_text("def order")
    page.locator("#own-all").click()
    expect(page.locator("#own-all")).to_have_text("Stop")
    usual, slow = page.evaluate(FRAMES)
    page.evaluate("document.querySelector('#own-all[name=halt]')?.click()")
    return usual, slow


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
