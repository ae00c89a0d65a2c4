"""Thousands of random addresses, messages, files and command lines, and walks in browsers.

  python -m tests.benchmarks.fuzz [--kind addresses] [--begin 0] [--times 1.0]
  python -m tests.benchmarks.fuzz --kind walks --browser firefox      after python3 build.py
  python -m tests.benchmarks.fuzz --kind payloads                     after python3 build.py
  python -m tests.benchmarks.fuzz --kind tasks --browser firefox      readers who cheat; likewise

Each case has its own seed, which is printed if the answer is wrong. A case that takes more than a
second counts as a hang: a second of processor time, or in a browser a second without a response. A
walk is ten actions of a hurried reader, without a pause; afterwards the document must equal one
drawn from the state.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from time import process_time

from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.benchmarks.pages import launched
from tests.browser.test_walks import ADDRESSES, BOTH
from tests.shared.browser import DIST, serving
from tests.shared.fuzz import CASES
from tests.shared.monkey import MONKEY
from tests.shared.tasks import BOOK, SCORES, TASKS, task_of
from web.question import address

WALKS, ACTIONS, PAYLOADS = 1000, 10, 200
HANG_SECONDS = 1.0
#: The fault of a case, None if it has none; and the seconds for which it did not respond.
Verdict = tuple[str | None, float]
# Measures the longest time in which the page handles no timer.
LISTEN = """() => {
  let last = performance.now();
  window.silence = 0;
  setInterval(() => {
    const now = performance.now();
    window.silence = Math.max(window.silence, now - last);
    last = now;
  }, 20);
}"""
# Returns true if the address has these keys with these values.
HELD = """held => {
  const there = new URLSearchParams(location.hash.slice(1));
  return Object.keys(held).every(key => there.get(key) === held[key]);
}"""
# Returns the longest silence in seconds, after a moment in which the current task ends.
SILENCE = """() => new Promise(resolve => setTimeout(() => {
  resolve(window.silence / 1000);
  window.silence = 0;
}, 30))"""


def main() -> int:
    """Run the cases; return 1 if any answer was wrong, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=(*CASES, "walks", "payloads", "tasks"))
    parser.add_argument("--begin", type=int, default=0, help="the first seed")
    parser.add_argument("--times", type=float, default=1.0, help="of the usual number")
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium")
    asked = parser.parse_args()
    wrong = 0
    for kind in [asked.kind] if asked.kind else CASES:
        case, count = _cases(kind, asked.browser)
        seeds = range(asked.begin, asked.begin + max(1, round(count * asked.times)))
        wrong += _run(kind, case, seeds)
    return min(wrong, 1)


def _cases(kind: str, browser: str) -> tuple[Callable[[range], Iterator[Verdict]], int]:
    if kind in CASES:
        case, count = CASES[kind]
        return partial(_pure, case), count
    if kind == "tasks":
        return partial(_tasks, browser), len(TASKS) * 5
    return (partial(_walks, browser), WALKS) if kind == "walks" else (_payloads, PAYLOADS)


def _run(kind: str, cases: Callable[[range], Iterator[Verdict]], seeds: range) -> int:
    faults, worst = 0, (0.0, 0)
    for seed, (wrong, seconds) in zip(seeds, cases(seeds), strict=True):
        worst = max(worst, (seconds, seed))
        if wrong:
            faults += 1
            print(f"{kind}, seed {seed}: {wrong}", flush=True)
    slow = " (a hang)" if worst[0] > HANG_SECONDS else ""
    print(f"{kind}: {len(seeds)} cases, {faults} wrong; the slowest {worst[0]:.2f} s{slow}", end="")
    print(f", seed {worst[1]}", flush=True)
    return faults


def _pure(case: Callable[[int], str], seeds: range) -> Iterator[Verdict]:
    for seed in seeds:
        wrong, begin = None, process_time()
        try:
            case(seed)
        except Exception as fault:  # noqa: BLE001 - any exception is reported
            wrong = f"{type(fault).__name__}: {fault}"
        yield wrong, process_time() - begin


def _walks(browser: str, seeds: range) -> Iterator[Verdict]:
    with sync_playwright() as playwright, launched(playwright, browser) as opened:
        page, faults = _listened(opened)
        for seed in seeds:
            if seed == seeds.start or page.locator("html[data-task]").count():
                page.goto("about:blank")  # no address leads out of a task
                page.goto((DIST / "knights-tour.html").as_uri())
                ready(page)
                page.evaluate(LISTEN)
            page.evaluate("link => { location.hash = link }", ADDRESSES[seed % len(ADDRESSES)])
            page.evaluate(MONKEY, {"actions": ACTIONS, "seed": seed + 1})
            before, after = page.evaluate(BOTH)
            told = "" if before == after else "the document is not what is drawn from nothing"
            yield "; ".join([*faults, told]).strip("; ") or None, page.evaluate(SILENCE)
            faults.clear()


def _listened(browser: Browser) -> tuple[Page, list[str]]:
    """Return a new page, and the list of its errors."""
    page, faults = browser.new_page(), list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    return page, faults


@contextmanager
def _copied() -> Iterator[tuple[Path, str]]:
    """Serve a copy of dist/; yield the folder and the address."""
    with TemporaryDirectory() as made:
        folder = Path(made, "dist")
        copytree(DIST, folder)
        with serving(folder) as at:
            yield folder, at


def _tasks(browser: str, seeds: range) -> Iterator[Verdict]:
    """Simulate cheating readers of tasks in a course's frame, before Python is ready and after.

    They do everything except the work that earns the score, so there must be none.
    """
    with (
        sync_playwright() as playwright,
        launched(playwright, browser) as opened,
        _copied() as (folder, at),
    ):
        for seed in seeds:
            (folder / "book.html").write_text(BOOK.replace("{link}", task_of(seed)))
            page, faults = _listened(opened)
            page.goto(f"{at}/book.html", wait_until="domcontentloaded")
            faults += _cheated(page, seed)
            yield ("; ".join(faults) and f"{task_of(seed)}: {'; '.join(faults)}") or None, 0.0
            page.close()


def _cheated(page: Page, seed: int) -> Iterator[str]:
    """Yield scores earned by cheating, and locked keys that changed."""
    frame, task = page.frames[1], address.keys_of(task_of(seed))
    frame.wait_for_selector("#tools", state="attached")
    asked = {
        "actions": 12,
        "kind": "cheat",
        "links": [*ADDRESSES, "view=graph", "board=1x1&mode=play&splice=1"],
    }
    frame.evaluate(MONKEY, {**asked, "seed": seed + 1})
    frame.wait_for_selector("html[data-python=ready]", state="attached")
    for turn in range(4):
        frame.evaluate(MONKEY, {**asked, "seed": 1000 * turn + seed + 1})
        frame.evaluate(BOTH)  # waits for all work
    if scores := page.evaluate(SCORES):
        yield f"a score of {max(scores)} for nothing"
    held = {key: task[key] for key in ("splice", "lock", "hints", "mode", "check") if key in task}
    try:
        frame.wait_for_function(
            HELD, arg=held, timeout=2000
        )  # the event of going back arrives later
    except Error:
        yield f"{held} is not in {frame.evaluate('() => location.hash')}"


def ready(page: Page) -> None:
    """Wait until every control works."""
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)


def _payloads(seeds: range) -> Iterator[Verdict]:
    with (
        sync_playwright() as playwright,
        launched(playwright, "chromium") as opened,
        _copied() as (folder, at),
    ):
        for seed in seeds:
            page, faults = _listened(opened)
            page.add_init_script(f"({LISTEN})()")
            name = _damage(folder, Random(seed))
            page.goto(f"{at}/index.html")
            root = page.locator("html")
            expect(root).to_have_attribute(
                "data-python", re.compile("ready|failed"), timeout=90_000
            )
            said = page.get_by_role("status").inner_text()
            failed = root.get_attribute("data-python") == "failed"
            is_told = said.startswith("The board stays as it is.") and said.endswith((".", "?"))
            seconds = page.evaluate(SILENCE)
            page.close()
            wrong = None if failed and is_told else f"{name}: {said} {'; '.join(faults)}"
            yield wrong, seconds


def _damage(folder: Path, chance: Random) -> str:
    """Damage one part, and repair all others; return its name."""
    parts = ("wasm", "snapshot", "pyodide", "pyscript")
    for name in parts:
        (file,) = DIST.glob(f"{name}-*.js")
        (folder / file.name).write_bytes(file.read_bytes())
    (file,) = folder.glob(f"{chance.choice(parts)}-*.js")
    data = bytearray(file.read_bytes())
    begin = chance.randrange(100, len(data) - 100)
    if chance.random() < 0.3:
        del data[begin : begin + chance.randrange(1, 5000)]
    else:
        for at in range(begin, min(begin + chance.choice((1, 4, 900)), len(data) - 10)):
            data[at] = ord("A") if data[at] != ord("A") else ord("B")
    file.write_bytes(data)
    return f"{file.name} at {begin}"


if __name__ == "__main__":
    raise SystemExit(main())
