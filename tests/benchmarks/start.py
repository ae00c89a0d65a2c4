"""Time until Python is ready, relative to a plain PyScript page and to the lab.

After python3 build.py, python -m tests.benchmarks.start [--rounds 7] measures slow connections:
see `tests.benchmarks.line`. Every start has a new browser profile. The pages take turns, so a busy
moment affects all.
"""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.benchmarks import line
from tests.benchmarks.pages import both_pages, launched, measured, on_disk
from tests.benchmarks.rows import Row, in_turn

OF_STOCK = 1.0  # longest start, relative to a stock page
OF_LAB = 1.05  # longest start of a section of the chapter, relative to the lab
OF_LAB_PROCESSOR = 1.6  # likewise, of the processor time of the main thread
SECTION = "view=rule"


class Section(NamedTuple):
    """Seconds until a page is ready: by the clock, and in its main thread's processor time."""

    clock: float
    processor: float


def in_a_new_browser(playwright: Playwright, address: str) -> float:
    """Return the time until a page is ready in a newly launched browser."""
    with launched(playwright, "chromium") as browser:
        return measured(browser.new_page(), address).ready


def of_stock(playwright: Playwright, pairs: int) -> Iterator[float]:
    """Yield the time until the page is ready, relative to a plain page, pair by pair."""
    with both_pages() as (_, stock):
        yield from in_turn(
            lambda: in_a_new_browser(playwright, on_disk()),
            lambda: in_a_new_browser(playwright, stock),
            pairs,
        )


def in_a_new_profile(browser: Browser, state: str) -> Section:
    """Return the times of a start with a state, in a new profile of a browser."""
    with browser.new_context() as profile:
        page = profile.new_page()
        session = profile.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        clock = measured(page, on_disk(state)).ready
        metrics = session.send("Performance.getMetrics")["metrics"]
        values = {metric["name"]: metric["value"] for metric in metrics}
        return Section(clock, values["TaskDuration"])


def of_lab(playwright: Playwright, pairs: int, kind: str) -> Iterator[float]:
    """Yield the time until a section is ready, relative to the lab, pair by pair.

    `kind` is "clock" or "processor". All share a browser, because two browsers differ more than a
    section and the lab.
    """
    with launched(playwright, "chromium") as browser:
        in_a_new_profile(browser, "")  # warms the browser up
        yield from in_turn(
            lambda: getattr(in_a_new_profile(browser, SECTION), kind),
            lambda: getattr(in_a_new_profile(browser, ""), kind),
            pairs,
        )


def rows(quick: bool) -> Iterator[Row]:
    """Yield the figures of a start; clock times of a section need a quiet machine."""
    pairs = 5 if quick else 25
    with sync_playwright() as playwright:
        yield Row("ready / stock PyScript page", median(of_stock(playwright, pairs)), OF_STOCK)
        ratio = median(of_lab(playwright, pairs, "processor"))
        yield Row("section / lab, main thread until ready", ratio, OF_LAB_PROCESSOR)
        if not quick:
            ratio = median(of_lab(playwright, pairs, "clock"))
            yield Row("section / lab, clock until ready", ratio, OF_LAB)
    yield from over_lines(1 if quick else 5, line.LINES[1:2] if quick else line.LINES)


def over_lines(pairs: int, lines: Iterable[line.Line], *, times: bool = False) -> Iterator[Row]:
    """Yield the figures of slow connections; `times` also prints the seconds."""
    with sync_playwright() as playwright, both_pages(line.Compressing) as addresses:
        for each in lines:
            launch = partial(launched, playwright, "chromium")
            found = [*line.pairs_over(each, launch, addresses, pairs)]
            yield from line.rows_over(each, found)
            if times:
                print(line.seconds_over(each, found))


def main() -> None:
    """Print the figures and the seconds of slow connections."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    for row in over_lines(parser.parse_args().rounds, line.LINES, times=True):
        print(row, flush=True)


if __name__ == "__main__":
    main()
