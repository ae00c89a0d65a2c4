"""How long a reader's own code waits for its worker: python -m tests.benchmarks.own [rounds].

Prints medians in milliseconds, from the page in one file. In Chromium: a worker's start from
nothing; Stop of an endless loop; and the next run after that, from its click to its tour, with the
worker that was kept ready; and the time from one frame to
the next while all starts are tried: the median, and what one in twenty exceeds.
In Chromium and Firefox: Stop 0.1 and 0.5 s after code has begun to pour out messages, of 1 MB and
of the most bytes that one may have, 0 where that has ended it; and the page's longest task.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter, sleep

from playwright.sync_api import BrowserType, Page, expect, sync_playwright

from tests.shared.browser import DIST
from web.make.setup import program
from web.programs.templates import WARNSDORFF
from web.question.values import packed_code

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
# Stop, from its click until the page says Run again, and the longest task.
FLOODED = """async (wait) => {
  const run = document.querySelector("#own-run");
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (name) => { while (run.name !== name) await rest(0); };
  let [longest, last, on] = [0, performance.now(), true];
  (async () => {
    for (; on; last = performance.now()) {
      await rest(0);
      longest = Math.max(longest, performance.now() - last);
    }
  })();
  run.click();
  await until("halt");
  await rest(wait);
  const before = performance.now();
  if (run.name === "halt") run.click(); // else the page has ended it itself
  await until("execute");
  const stopped = performance.now() - before;
  await rest(1000);
  on = false;
  return [stopped, longest];
}"""
#: Finds what the job hands to JavaScript by, in the frames around the reader's code.
FLOOD = f"""{WARNSDORFF}
import sys
frame, send = sys._getframe(), None
while frame and not send:
    send = next((v for v in frame.f_locals.values() if "Js" in type(v).__name__), None)
    frame = frame.f_back
for _ in range(500): send(b">" + b"x" * %d)
while True: pass
"""
FLOODS = {"500 of 1 MB": 1 << 20, "500 of 262 kB": (1 << 18) - 1}
STARTED = f"board=20x20&ordering=own&code={packed_code(WARNSDORFF)}"
LINK = f"board=8x8&ordering=own&code={packed_code('while True: pass')}"


def main(rounds: int) -> None:
    """Measure, and print a line for each figure."""
    with sync_playwright() as playwright:
        page = _opened(playwright.chromium)
        page.evaluate("knightsTour.bench.warm()")
        figures: dict[str, list[float]] = {"start": [], "stop": [], "next run": []}
        for _ in range(rounds):
            figures["start"].append(page.evaluate(STARTS))
            for name, milliseconds in zip(("stop", "next run"), _stopped(page), strict=True):
                figures[name].append(milliseconds)
            for name, milliseconds in zip(("frame", "1 frame in 20"), _frames(page), strict=True):
                figures.setdefault(name, []).append(milliseconds)
        _close(page)
        for browser in (playwright.chromium, playwright.firefox):
            page = _opened(browser)
            for _ in range(rounds):
                for name, milliseconds in _flooded(page):
                    figures.setdefault(f"{browser.name}, {name}", []).append(milliseconds)
            _close(page)
    for name, values in figures.items():
        print(f"{name:38} {median(values):6.0f} ms   ({min(values):.0f} to {max(values):.0f})")


def _opened(browser: BrowserType) -> Page:
    channel = "moz-firefox" if browser.name == "firefox" else None
    page = browser.launch(executable_path=program(browser.name), channel=channel).new_page()
    page.goto(f"{(DIST / 'knights-tour.html').as_uri()}#{LINK}")
    expect(page.locator("#editor .cm-content")).to_be_visible(timeout=60_000)
    return page


def _close(page: Page) -> None:
    browser = page.context.browser
    assert browser
    browser.close()


def _flooded(page: Page) -> Iterator[tuple[str, float]]:
    """Yield what Stop takes while messages pour in, and the longest task meanwhile."""
    for kind, size in FLOODS.items():
        for wait in (100, 500):
            text = f"{FLOOD % size}# {kind}, {wait}"
            link = f"board=5x5&ordering=own&code={packed_code(text)}"
            page.evaluate("(state) => { location.hash = state }", link)
            expect(page.locator("#editor")).to_contain_text(f"# {kind}, {wait}")
            page.evaluate("knightsTour.bench.warm()")
            stopped, longest = page.evaluate(FLOODED, wait)
            yield f"{kind}: stop", stopped
            yield f"{kind}: longest task", longest


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
