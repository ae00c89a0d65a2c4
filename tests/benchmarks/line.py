"""Time until Python is ready over slow connections, relative to a plain PyScript page.

Run it after python3 build.py: python -m tests.benchmarks.start. The browser limits the
connection and slows the processor; the server compresses everything with gzip, as hosts do. Both
pages take turns, each time in a new browser.
"""

import gzip
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from tests.benchmarks.pages import Start, measured
from tests.benchmarks.rows import Row
from tests.shared.browser import Handler

PAINT_OF_STOCK = 0.1  # latest first paint, relative to a stock page's start


@dataclass(frozen=True)
class Line:
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


def start_over(line: Line, browser: Browser, address: str) -> Start:
    """Return the times of a page's start over a line."""
    with browser.new_context(service_workers="block") as profile:
        page = profile.new_page()
        session = profile.new_cdp_session(page)
        if line.megabits:
            speed = line.megabits * 1e6 / 8
            limits = {"latency": line.latency_ms, "downloadThroughput": speed}
            session.send("Network.enable")
            session.send(
                "Network.emulateNetworkConditions",
                {"offline": False, "uploadThroughput": speed, **limits},
            )
        session.send("Emulation.setCPUThrottlingRate", {"rate": line.slower})
        return measured(page, address)


#: Our start and that of a stock page, one after the other.
Pair = tuple[Start, Start]


def pairs_over(
    line: Line, launch: Callable[[], Browser], addresses: tuple[str, str], count: int
) -> Iterator[Pair]:
    """Yield the times of both pages over a line; every other pair begins with the stock page."""
    for i in range(count):
        found = {}
        for address in addresses[:: -1 if i % 2 else 1]:
            with launch() as browser:
                found[address] = start_over(line, browser, address)
        yield found[addresses[0]], found[addresses[1]]


def rows_over(line: Line, pairs: Sequence[Pair]) -> Iterator[Row]:
    """Yield the figures of one line."""
    of_stock = median(ours.ready / stock.ready for ours, stock in pairs)
    yield Row(f"ready / stock, {line.name}", of_stock, line.of_stock)
    painted = median(ours.paint / stock.ready for ours, stock in pairs)
    yield Row(f"first paint / stock ready, {line.name}", painted, PAINT_OF_STOCK)


def seconds_over(line: Line, pairs: Sequence[Pair]) -> str:
    """Return a line with the times themselves."""
    ours, paint = (median(getattr(ours, name) for ours, _ in pairs) for name in ("ready", "paint"))
    stock = median(stock.ready for _, stock in pairs)
    return f"    {line.name}: ready {ours:.1f} s, paint {paint:.1f} s; stock {stock:.1f} s"
