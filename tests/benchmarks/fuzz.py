"""Thousands of random addresses, messages, files and command lines, and walks in browsers.

  python -m tests.benchmarks.fuzz [--kind addresses] [--begin 0] [--times 1.0]
  python -m tests.benchmarks.fuzz --kind walks --browser firefox      after python3 build.py

Each case has its own seed, which is printed if the answer is wrong. A case that takes more than a
second of processor time counts as a hang. A walk is ten actions of a hurried reader, without a
pause; afterwards the document must equal one drawn from the state.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

from playwright.sync_api import expect, sync_playwright

from tests.benchmarks.pages import launched, on_disk
from tests.browser.test_walks import ADDRESSES, BOTH
from tests.shared.fuzz import CASES
from tests.shared.monkey import MONKEY

WALKS, ACTIONS = 1000, 10
HANG_SECONDS = 1.0
#: The fault of a case, None if it has none; and the processor seconds that it took.
Verdict = tuple[str | None, float]


def main() -> int:
    """Run the cases; return 1 if any answer was wrong, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=(*CASES, "walks"))
    parser.add_argument("--begin", type=int, default=0, help="the first seed")
    parser.add_argument("--times", type=float, default=1.0, help="of the usual number")
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium")
    asked = parser.parse_args()
    kinds: dict[str, tuple[Callable[[range], Iterator[Verdict]], int]] = {
        kind: (partial(_pure, case), count) for kind, (case, count) in CASES.items()
    }
    kinds["walks"] = partial(_walks, asked.browser), WALKS
    wrong = 0
    for kind in [asked.kind] if asked.kind else CASES:
        cases, count = kinds[kind]
        seeds = range(asked.begin, asked.begin + max(1, round(count * asked.times)))
        wrong += _run(kind, cases, seeds)
    return min(wrong, 1)


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
        page, faults = opened.new_page(), list[str]()
        page.on("pageerror", lambda error: faults.append(str(error)))
        for seed in seeds:
            if seed == seeds.start or page.locator("html[data-task]").count():
                page.goto("about:blank")  # no address leads out of a task
                page.goto(on_disk())
                root = page.locator("html")
                expect(root).to_have_attribute("data-python", "ready", timeout=60_000)
            page.evaluate("link => { location.hash = link }", ADDRESSES[seed % len(ADDRESSES)])
            page.evaluate(MONKEY, {"actions": ACTIONS, "seed": seed + 1})
            before, after = page.evaluate(BOTH)
            told = "" if before == after else "the document is not what is drawn from nothing"
            yield "; ".join([*faults, told]).strip("; ") or None, 0.0
            faults.clear()


if __name__ == "__main__":
    raise SystemExit(main())
