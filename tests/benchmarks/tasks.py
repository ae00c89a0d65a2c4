"""The longest task of the page's thread while a reader works: a click must wait for its end."""

import inspect
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import sleep

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.benchmarks.pages import launched, on_disk
from tests.benchmarks.rows import LOOP_ROUNDS, Row, calibrate
from tests.benchmarks.works import ENDLESS, PHONE, WORKS, Act, Work, opened, play
from web.make.setup import chromium
from web.question.question import packed_code
from web.question.templates import FIRST_TEXT

CLEAR = 0.7  # share of the bound: a first round below it is not repeated
ROUNDS = 3
OF_BARE = 0.7  # lowest speed, relative to the bare generator
PHONE_MB = 200  # most memory of a tab
START_SECONDS = 15  # a start, and what loads after it
FIRST_VISITS = 6.0  # loops until the board shows a program's first visits: 0.2 s
MINUTES, QUICK_MINUTES = 5, 1 / 3  # time of playing before memory is measured

TASK = "ThreadControllerImpl::RunTask"  # the name in Chromium's trace
PYTHON = """async (code) =>
  (await (await knightsTour.pyodide).loadPyodide({})).runPython(code)"""
LOOP = f"{inspect.getsource(calibrate)}\ncalibrate({10 * LOOP_ROUNDS})"
CLOCKED_LOOP = f"""async (code) => {{
  const began = performance.now();
  await ({PYTHON})(code);
  return performance.now() - began;
}}"""
RUN = """() => new Promise((resolve) => {
  const at = document.getElementById("at"), before = at.textContent, began = performance.now();
  new MutationObserver(() => {
    if (at.textContent !== before) resolve(performance.now() - began);
  }).observe(at, { childList: true, characterData: true, subtree: true });
  document.querySelector("#own-run[name=execute]").click();
})"""
STEPS = 400_000
BARE = f"""
from collections import deque
from itertools import islice
from kt_core import Board, knight_graph, search
deque(islice(search(knight_graph(Board(8, 8)), 0), {STEPS}), 0)
0
"""


def traced(page: Page, do: Act) -> float:
    """Return the processor seconds of the longest task of the page's thread during some work."""
    browser = page.context.browser
    assert browser
    browser.start_tracing(page=page, categories=["toplevel"])
    do(page)
    page.frames[-1].evaluate("() => new Promise(requestAnimationFrame)")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = (
        event["tdur"]
        for event in events
        if event["name"] == TASK and (event["pid"], event["tid"]) in threads and "tdur" in event
    )
    return max(tasks, default=0) / 1e6


def run_loop(page: Page) -> None:
    """Run the calibration loop inside the page, as one task."""
    page.frames[-1].evaluate(PYTHON, LOOP)


def longest(browser: Browser, work: Work) -> float:
    """Return the longest task of some work, in calibration loops run before and after it."""
    context = browser.new_context(viewport=work.window, has_touch=work.window == PHONE)
    page = context.new_page()
    opened(page, work.begin)
    run_loop(page)  # warms up
    before = traced(page, run_loop)
    task = traced(page, work.do)
    loop = (before + traced(page, run_loop)) / 2
    context.close()
    return task / loop


def figure(browser: Browser, work: Work) -> float:
    """Return the median of some rounds, or the first if it is clearly within the bound."""
    ratios = [longest(browser, work)]
    while len(ratios) < ROUNDS and ratios[0] > CLEAR * work.most:
        ratios.append(longest(browser, work))
    return median(ratios)


def processor(page: Page) -> float:
    """Return the processor seconds of the page's process so far."""
    assert page.context.browser
    session = page.context.browser.new_browser_cdp_session()
    every = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return max(float(each["cpuTime"]) for each in every if each["type"] == "renderer")


def of_bare(browser: Browser) -> float:
    """Return steps per second of a recorded and played search, relative to the bare generator."""

    def bare() -> float:
        begun = processor(page)
        page.evaluate(PYTHON, BARE)
        return STEPS / (processor(page) - begun)

    page = browser.new_page()
    opened(page, ENDLESS)
    before, begun = bare(), processor(page)
    play(page, rate=None)
    steps = int(page.locator("#timeline").get_attribute("max") or 0)
    rate = steps / (processor(page) - begun)
    speed = (before + bare()) / 2
    page.close()
    return rate / speed


def first_visits(browser: Browser) -> float:
    """Return the time from Run until the board shows visits, in calibration loops.

    The clock counts, because a worker and the page share the work. A worker is in reserve.
    """
    page = browser.new_page()
    opened(page, f"ordering=own&code={packed_code(FIRST_TEXT)}")
    page.locator("#editor .cm-content").wait_for()
    page.evaluate("() => knightsTour.bench.warm()")
    page.evaluate(PYTHON, LOOP)  # warms up
    before: float = page.evaluate(CLOCKED_LOOP, LOOP)
    seconds: float = page.evaluate(RUN)
    page.locator("#own-run[name=halt]").click()
    after: float = page.evaluate(CLOCKED_LOOP, LOOP)
    page.close()
    return 2 * seconds / (before + after)


def phone_mb(playwright: Playwright, minutes: float) -> float:
    """Return the proportional set size of a phone's tab after some minutes of playing."""
    with phone(playwright, on_disk(ENDLESS)) as browser:
        (page,) = browser.contexts[0].pages
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_timeout(minutes * 60_000)
        assert page.get_by_role("button", name="Pause", exact=True).is_visible()
        session = browser.new_browser_cdp_session()
        every = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return max(_proportional_mb(each["id"]) for each in every if each["type"] == "renderer")


@contextmanager
def phone(playwright: Playwright, address: str) -> Iterator[Browser]:
    """Open an address in a window of a phone's size, and yield the browser afterwards.

    Playwright is attached when the page has started. Attached before, it makes the browser keep a
    copy of each file in the page's process.
    """
    options = chromium()
    path = options.get("executable_path", playwright.chromium.executable_path)
    with TemporaryDirectory() as profile:
        size = f"--window-size={PHONE['width']},{PHONE['height']}"
        flags = (
            *("--headless", size, f"--user-data-dir={profile}", "--remote-debugging-port=0"),
            "--no-sandbox",
        )
        with Popen([path, *flags, address], env=options["env"], stderr=DEVNULL):
            sleep(START_SECONDS)
            port, _ = Path(profile, "DevToolsActivePort").read_text(encoding="ascii").split()
            with playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}") as browser:
                yield browser
                browser.new_browser_cdp_session().send("Browser.close")


def _proportional_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def rows(quick: bool) -> Iterator[Row]:
    """Yield the figures of the page at work; with `quick` of fewer starts and minutes."""
    minutes = QUICK_MINUTES if quick else MINUTES
    with sync_playwright() as playwright, launched(playwright) as browser:
        bare = median(of_bare(browser) for _ in range(ROUNDS))
        yield Row("recorded and played / bare, steps a second", bare, OF_BARE, least=True)
        visits = median(first_visits(browser) for _ in range(3 if quick else 9))
        yield Row("first visits of a program after Run, loops", visits, FIRST_VISITS)
        for name, work in WORKS.items():
            yield Row(f"task, {name}, loops", figure(browser, work), work.most)
    with sync_playwright() as playwright:
        size = phone_mb(playwright, minutes)
        yield Row(f"phone, memory after {minutes:.1f} min, MB", size, PHONE_MB)
