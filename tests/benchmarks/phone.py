"""The page on a slow phone, beside a stock page: python -m tests.benchmarks.phone [--quick].

Chromium at 390 x 844 with fingers, its main thread slowed fourfold by its own throttling; what it
does in other threads, as compiling WebAssembly, is as fast as ever. A step and a drag take the time
from the event until what it has changed is painted, the median; a stock page only writes a number.
Tasks are the longest of the page's thread once it is ready, by the processor's time, which that
throttling lengthens as it does the clock's. Memory is the proportional set size of the tab's
process (Linux alone), after five minutes of use, or with --quick after twenty seconds.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.benchmarks.rows import Row
from tests.benchmarks.start import ROOT, launched, measured, served
from tests.benchmarks.tasks import traced

SLOWER = 4
MOST_MS, MOST_MB = 200, 250
MINUTES, QUICK_MINUTES = 5, 1 / 3
OURS = "index.html#ordering=textbook&prune=0&step=0"

STOCK = """<!doctype html>
<html data-python="loading">
<head><meta charset="utf-8"><title>Stock</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">
<script type="module" src="modules/@pyscript/core/dist/core.js"></script></head>
<body><div class="run"><button name="step">Step</button></div>
<input type="range" id="timeline" max="1000" value="500"><textarea></textarea><p id="at">0</p>
<script type="py" config='{"interpreter": "modules/pyodide/pyodide.mjs"}'>
from pyscript import document, when
at = document.querySelector("#at")
@when("click", "button")
def step(event): at.textContent = int(at.textContent) + 1
@when("input", "#timeline")
def drag(event): at.textContent = event.target.value
@when("input", "textarea")
def typed(event): at.textContent = len(event.target.value)
document.documentElement.dataset.python = "ready"
</script></body></html>
"""

# Of ten events, the milliseconds until what the page says has changed and is painted.
ANSWERED = """async (moves) => {
  const frame = () => new Promise(requestAnimationFrame);
  const told = document.getElementById("at");
  const slider = document.getElementById("timeline");
  const times = [];
  for (let i = 1; i <= 10; i++) {
    const before = told.textContent;
    const begun = performance.now();
    if (moves) slider.value = Math.round((slider.max * i) / 11);
    if (moves) slider.dispatchEvent(new Event("input", { bubbles: true }));
    else document.querySelector(".run button[name=step]").click();
    while (told.textContent === before && performance.now() < begun + 5000) await frame();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return times;
}"""
# What the browser itself tells of keys: from each until the next picture.
KEYS = """() => {
  window.keys = [];
  new PerformanceObserver((list) => list.getEntries().forEach(({ name, duration }) => {
    if (name === "keydown") keys.push(duration);
  })).observe({ type: "event", durationThreshold: 16 });
}"""


class Figures(NamedTuple):
    """What a page took: seconds, milliseconds, megabytes; the longest tasks by what was done."""

    told: dict[str, float]
    tasks: dict[str, float]


def on_a_phone(browser: Browser, address: str) -> tuple[Page, dict[str, float]]:
    """Return the page on a slow phone, ready, and what that took."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    start = measured(page, address)
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    page.wait_for_timeout(2000)
    return page, {"ready, s": start.ready, "first paint, s": paint / 1000}


def answered(page: Page, *, moves: bool) -> float:
    """Return the median milliseconds of a step, or of a drag that `moves` the timeline."""
    return float(statistics.median(page.evaluate(ANSWERED, moves)))


def typed(page: Page) -> float:
    """Return the longest milliseconds from a key until it is seen; 16 stands for less."""
    page.evaluate(KEYS)
    page.keyboard.type("# what is nearest comes first\n", delay=80)
    page.wait_for_timeout(500)
    return float(max([16, *page.evaluate("keys")]))


def opened(page: Page) -> float:
    """Return the milliseconds until the chapter is there."""
    begun = time.perf_counter()
    page.get_by_role("link", name="Chapter").click()
    expect(page.locator("#chapter .lesson").last).to_be_attached(timeout=60_000)
    return (time.perf_counter() - begun) * 1000


def shared(page: Page) -> float:
    """Return the milliseconds until the dialog is there for the first time."""
    begun = time.perf_counter()
    page.locator("#tools button[name=share]").click()
    expect(page.locator("#share[open] [name=close]")).to_be_visible(timeout=60_000)
    spent = time.perf_counter() - begun
    page.keyboard.press("Escape")
    return spent * 1000


def to_type(page: Page, *, ours: bool) -> None:
    """Have the caret where code is written."""
    if ours:
        page.get_by_role("tab", name="Your code").click()
        page.wait_for_timeout(3000)
    page.locator(".cm-content" if ours else "textarea").click()


def figures(browser: Browser, address: str, *, ours: bool) -> Figures:
    """Return what a page takes: how it starts, then what is done there."""
    page, told = on_a_phone(browser, address)
    works: dict[str, Callable[[], float]] = {
        "a step, ms": lambda: answered(page, moves=False),
        "the timeline dragged, ms": lambda: answered(page, moves=True),
        "a key in own code, longest, ms": lambda: typed(page),
    }
    if ours:
        works |= {"Share opened, ms": lambda: shared(page)}
        works |= {"the chapter opened, ms": lambda: opened(page)}
    tasks = {}
    for name, work in works.items():
        if name.startswith("a key"):
            to_type(page, ours=ours)
        told[name], tasks[name] = _with_task(page, work)
    page.context.close()
    return Figures(told, tasks)


def _with_task(page: Page, work: Callable[[], float]) -> tuple[float, float]:
    """Return the figure of a work, and the longest task meanwhile."""
    found: list[float] = []
    longest = traced(page, lambda _: found.append(work()))
    return found[0], longest.processor


def memory(browser: Browser, address: str, minutes: float) -> float:
    """Return the megabytes of a tab where a search has been played for so long."""
    page, _ = on_a_phone(browser, address)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(minutes * 60_000)
    told: Any = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    sizes = [
        _proportional(each["id"]) for each in told["processInfo"] if each["type"] == "renderer"
    ]
    page.context.close()
    return max(sizes)


def _proportional(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def all_figures(
    minutes: float, count: int, *, has_stock: bool = True
) -> Iterator[tuple[list[Figures], list[Figures], float]]:
    """Yield ours and the stock page's, a round each after the other, and the memory of ours."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        Path(folder, "modules").symlink_to((ROOT / "node_modules").resolve())
        Path(folder, "stock.html").write_text(STOCK, encoding="utf-8")
        with served(Path(folder)) as stock, served(ROOT / "dist") as dist:
            ours, others = list[Figures](), list[Figures]()
            for _ in range(count):
                with launched(playwright, "chromium") as browser:
                    ours.append(figures(browser, f"{dist}/{OURS}", ours=True))
                if not has_stock:
                    continue
                with launched(playwright, "chromium") as browser:
                    others.append(figures(browser, f"{stock}/stock.html", ours=False))
            with launched(playwright, "chromium") as browser:
                yield ours, others, memory(browser, f"{dist}/{OURS}", minutes)


def _median(each: list[dict[str, float]], name: str) -> float:
    return statistics.median(told.get(name, float("nan")) for told in each)


def rows(quick: bool) -> Iterator[Row]:
    """Yield the longest tasks on a slow phone, and the memory of the tab."""
    minutes = QUICK_MINUTES if quick else MINUTES
    for ours, _, megabytes in all_figures(minutes, 1 if quick else 3, has_stock=False):
        for name in ours[0].tasks:
            longest = min(each.tasks[name] for each in ours)
            yield Row(f"phone, task: {name.partition(',')[0]}, ms", longest, MOST_MS)
        yield Row(f"phone, memory after {minutes:.1f} min, MB", megabytes, MOST_MB)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--quick", action="store_true", help="one round, and a shorter use")
    asked = parser.parse_args()
    minutes = QUICK_MINUTES if asked.quick else MINUTES
    for ours, others, megabytes in all_figures(minutes, 1 if asked.quick else 3):
        print(f"{'390 px, four times slower':36}{'ours':>9}{'stock':>9}{'task':>9}{'stock':>9}")
        for name in ours[0].told:
            figure, other = (_median([each.told for each in of], name) for of in (ours, others))
            task, beside = (_median([each.tasks for each in of], name) for of in (ours, others))
            print(f"{name:36}{figure:9.2f}{other:9.2f}{task:9.0f}{beside:9.0f}")
        print(f"memory after {minutes:.1f} minutes: {megabytes:.0f} MB (<= {MOST_MB})")


if __name__ == "__main__":
    main()
