"""Time until Python is ready, relative to a plain PyScript page and to the lab."""

import argparse
import gzip
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.benchmarks.pages import Start, both_pages, launched, measured, on_disk
from tests.benchmarks.rows import Row, in_turn
from tests.shared.browser import Handler

OF_LAB = 1.05  # longest start of a section of the chapter, relative to the lab
OF_LAB_PROCESSOR = 1.6  # likewise, of the processor time of the main thread
SECTION = "view=rule"
PAINT_OF_STOCK = 0.1  # latest first paint, relative to a stock page's start


class Line(NamedTuple):
    """A connection and a processor; `of_stock` limits our time, as a share of a stock page's."""

    name: str
    megabits: float  # megabits a second; 0 for no limit
    latency_ms: int
    slower: int  # factor by which the processor is slowed
    of_stock: float


LINES = (
    Line("no limit", 0, 0, 1, 0.28),
    Line("20 Mbit/s", 20, 40, 1, 0.40),
    Line("9 Mbit/s, processor / 4", 9, 85, 4, 0.35),
    Line("1.6 Mbit/s, processor / 4", 1.6, 300, 4, 0.50),
)


@cache
def packed(path: Path) -> bytes:
    """Return a file as hosts send it."""
    return gzip.compress(path.read_bytes(), 6)


class Compressing(Handler):
    """Serves a folder with gzip."""

    def do_GET(self) -> None:  # noqa: N802 - the name in the library
        """Respond with a compressed file."""
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            super().do_GET()
            return
        data = packed(path)
        self.send_response(200)
        self.send_header("content-type", self.guess_type(path))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        with suppress(ConnectionError):  # a browser closes before everything has arrived
            self.wfile.write(data)


def start_over(line: Line, launch: Callable[[], Browser], address: str) -> Start:
    """Return the times of a page's start over a line, in a newly launched browser."""
    with launch() as browser, browser.new_context(service_workers="block") as profile:
        page = profile.new_page()
        session = profile.new_cdp_session(page)
        if line.megabits:
            speed = line.megabits * 1e6 / 8
            limits = {"latency": line.latency_ms, "downloadThroughput": speed}
            limits |= {"offline": False, "uploadThroughput": speed}
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", limits)
        session.send("Emulation.setCPUThrottlingRate", {"rate": line.slower})
        return measured(page, address)


def over_lines(pairs: int, lines: Iterable[Line], *, times: bool = False) -> Iterator[Row]:
    """Yield the figures of connections; `times` also prints the seconds."""
    with sync_playwright() as playwright, both_pages(Compressing) as addresses:
        launch = partial(launched, playwright)
        for line in lines:
            ours, stock = list[Start](), list[Start]()
            for pair in range(pairs):
                both = [*zip(addresses, (ours, stock), strict=True)]
                for address, starts in both[:: -1 if pair % 2 else 1]:
                    starts.append(start_over(line, launch, address))
            found = [*zip(ours, stock, strict=True)]
            ready = median(one.ready / other.ready for one, other in found)
            yield Row(f"ready / stock, {line.name}", ready, line.of_stock)
            painted = median(one.paint / other.ready for one, other in found)
            yield Row(f"first paint / stock ready, {line.name}", painted, PAINT_OF_STOCK)
            if times:
                own = f"ready {median(each.ready for each in ours):.1f} s"
                paint = f"paint {median(each.paint for each in ours):.1f} s"
                print(f"    {own}, {paint}; stock {median(each.ready for each in stock):.1f} s")


def in_a_new_profile(browser: Browser, state: str, kind: str) -> float:
    """Return the seconds of a start with a state, in a new profile of a browser.

    `kind` is "clock", or "processor" for the time of the main thread.
    """
    with browser.new_context() as profile:
        page = profile.new_page()
        session = profile.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        clock = measured(page, on_disk(state)).ready
        metrics = session.send("Performance.getMetrics")["metrics"]
        values = {metric["name"]: float(metric["value"]) for metric in metrics}
        return clock if kind == "clock" else values["TaskDuration"]


def of_lab(playwright: Playwright, pairs: int, kind: str) -> Iterator[float]:
    """Yield the time until a section is ready, relative to the lab, pair by pair.

    All share a browser, because two browsers differ more than a section and the lab.
    """
    with launched(playwright) as browser:
        in_a_new_profile(browser, "", kind)  # warms the browser up
        section, lab = (partial(in_a_new_profile, browser, state, kind) for state in (SECTION, ""))
        yield from in_turn(section, lab, pairs)


def rows(quick: bool) -> Iterator[Row]:
    """Yield the figures of a start; clock times of a section need a quiet machine."""
    pairs = 5 if quick else 25
    with sync_playwright() as playwright:
        ratio = median(of_lab(playwright, pairs, "processor"))
        yield Row("section / lab, main thread until ready", ratio, OF_LAB_PROCESSOR)
        if not quick:
            ratio = median(of_lab(playwright, pairs, "clock"))
            yield Row("section / lab, clock until ready", ratio, OF_LAB)
    yield from over_lines(1 if quick else 5, LINES[1:2] if quick else LINES)


def main() -> None:
    """Print the figures and the seconds of connections."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    for row in over_lines(parser.parse_args().rounds, LINES, times=True):
        print(row, flush=True)


if __name__ == "__main__":
    main()
