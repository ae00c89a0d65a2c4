"""Playing a search: frames a second, steps a second against the bare generator, tasks, memory.

Run it on a quiet machine, after python3 build.py:  python -m tests.benchmarks.play [--rounds 5]
Chromium. The bare generator runs in the page's own interpreter, drained without a look at it.
"""

import argparse
import statistics
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import Page, expect, sync_playwright

from tests.benchmarks.rows import Row
from tests.benchmarks.tasks import WATCH
from tests.shared.browser import DIST
from web.lab.search.answer import SPEEDS
from web.make.setup import program

PLAYED = 4  # seconds of each measurement
MANY = "board=8x8&ordering=textbook&prune=0&step=0"  # a search that has no end in sight

OF_BARE = 0.7  # of the bare generator's speed, at least
BARE_STEPS = 400_000
BARE = f"""
from collections import deque
from itertools import islice
from kt_core import Board, knight_graph, search
deque(islice(search(knight_graph(Board(8, 8)), 0), {BARE_STEPS}), 0)
0
"""

PYTHON = """async code => {
  const loaded = await (await knightsTour.pyodide).loadPyodide({});
  return loaded.runPython(code);
}"""

FRAMES = """seconds => new Promise(resolve => {
  const times = [];
  const frame = time => {
    times.push(time);
    if (time - times[0] < 1000 * seconds) requestAnimationFrame(frame);
    else resolve(times.slice(1).map((time, i) => time - times[i]));
  };
  requestAnimationFrame(frame);
})"""


def opened(page: Page, state: str) -> None:
    """Open a question in the page, from disk."""
    page.goto((DIST / "knights-tour.html").as_uri() + "?" + "#" + state)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)


def frames(page: Page, speed: int) -> list[float]:
    """Return the milliseconds of each frame while a search is played at a speed."""
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("slider", name="Speed").fill(str(speed))
    page.get_by_role("button", name="Play", exact=True).click()
    took = page.evaluate(FRAMES, PLAYED)
    # It may have come to its end, and then there is no such button.
    page.evaluate("document.querySelectorAll('button[name=pause]').forEach((it) => it.click())")
    return [float(each) for each in took]


class Flight(NamedTuple):
    """Steps a second of the processor, as fast as it goes and bare, and by the clock."""

    steps: float
    bare: float
    by_clock: float
    longest: float  # task, in milliseconds of the clock

    @property
    def ratio(self) -> float:
        """Return the part of the bare generator's speed that is left."""
        return self.steps / self.bare


def fastest(page: Page) -> Flight:
    """Return how fast a search goes, with the bare generator before and after it."""
    before = _bare(page)
    page.evaluate(WATCH)
    began = busy(page)
    frames(page, len(SPEEDS) - 1)
    took = busy(page) - began
    steps = int(page.locator("#timeline").get_attribute("max") or 0)
    longest = float(page.evaluate("Math.max(...tasks)"))
    bare = (before + _bare(page)) / 2
    return Flight(steps / took, bare, steps / PLAYED, longest)


def _bare(page: Page) -> float:
    began = busy(page)
    page.evaluate(PYTHON, BARE)
    return BARE_STEPS / (busy(page) - began)


def busy(page: Page) -> float:
    """Return the processor's seconds so far of the page's process: the clock's belong to others."""
    assert page.context.browser
    session = page.context.browser.new_browser_cdp_session()
    every = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return max(float(each["cpuTime"]) for each in every if each["type"] == "renderer")


def rows(quick: bool) -> Iterator[Row]:
    """Yield the worst of some rounds of a search that is recorded and played."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"))
        page = browser.new_page()
        ratios = []
        for _ in range(2 if quick else 5):
            opened(page, MANY)
            ratios.append(fastest(page).ratio)
        browser.close()
    yield Row("recorded and played / bare, worst round", min(ratios), OF_BARE, least=True)


def growth(page: Page, rounds: int) -> tuple[float, float]:
    """Return the MB by which JavaScript's heap and Python's memory grow in so many plays."""
    session = page.context.new_cdp_session(page)

    def used() -> tuple[float, float]:
        session.send("HeapProfiler.collectGarbage")
        heap = page.evaluate(PYTHON, "import gc; gc.collect(); 0") or 0
        heap = session.send("Runtime.getHeapUsage")["usedSize"]
        objects = page.evaluate(PYTHON, "import gc; sum(1 for _ in gc.get_objects())")
        return heap / 1e6, float(objects)

    page.get_by_role("slider", name="Speed").fill(str(len(SPEEDS) - 1))
    play(page, 10)
    before = used()
    play(page, rounds)
    after = used()
    return after[0] - before[0], after[1] - before[1]


def play(page: Page, rounds: int) -> None:
    """Solve and play the ordinary board so often."""
    for _ in range(rounds):
        page.get_by_role("button", name="Solve").click()
        expect(page.locator("#at")).to_contain_text("64 of 64 squares")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#at")).to_contain_text("64 of 64 squares")
        expect(page.get_by_role("button", name="Pause")).to_be_hidden()


def main() -> None:
    """Print a line for each measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--plays", type=int, default=200)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"))
        page = browser.new_page()
        opened(page, "board=8x8&step=0")
        for speed, rate in enumerate(SPEEDS):
            took = sorted(frames(page, speed))
            said = "fastest" if rate is None else f"{rate}/s"
            print(
                f"8x8 at {said:>8}: frame {statistics.median(took):.1f} ms,"
                f" 99 % under {took[int(0.99 * len(took))]:.1f}"
            )
        for _ in range(options.rounds):
            opened(page, MANY)
            flight = fastest(page)
            print(
                f"as fast as it goes: {flight.steps:,.0f} steps/s of the processor"
                f" ({flight.by_clock:,.0f} by the clock), bare {flight.bare:,.0f}/s,"
                f" ratio {flight.ratio:.2f} >= {OF_BARE}, longest task {flight.longest:.0f} ms"
            )
        opened(page, "board=8x8")
        heap, objects = growth(page, options.plays)
        print(
            f"{options.plays} solves and plays: heap {heap:+.2f} MB, Python objects {objects:+.0f}"
        )
        browser.close()


if __name__ == "__main__":
    main()
