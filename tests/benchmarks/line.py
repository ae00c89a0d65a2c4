"""Time until Python is ready over slow connections, relative to a plain PyScript page.

Run it after python3 build.py: python -m tests.benchmarks.start --line. The browser limits the
connection and slows the processor; the server compresses everything with gzip, as hosts do. Both
pages take turns, each time in a new browser.
"""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser

from tests.benchmarks.rows import Row
from tests.shared.browser import DIST, Handler, Server

PAINT_OF_STOCK = 0.1  # latest first paint, relative to a stock page's start
LONGEST_MS = 300_000
READY = "html[data-python=ready], html[data-python=failed]"
# Runs before the page's own scripts; the policy of the page does not apply to it.
CLOCK = """new MutationObserver(() => {
  if (document.documentElement.dataset.python === "ready") window.readyAfter ??= performance.now();
}).observe(document, {attributes: true, attributeFilter: ["data-python"], subtree: true});"""
READING = """[readyAfter, performance.getEntriesByName("first-contentful-paint")[0].startTime]"""


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


@dataclass(frozen=True)
class Pair:
    """Seconds of one turn: until both pages were ready, and until our first paint."""

    ours: float
    paint: float
    stock: float


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


@contextmanager
def compressing(stock: str, modules: Path) -> Iterator[str]:
    """Serve both pages; yield the origin. The stock page's HTML loads `modules`."""
    with TemporaryDirectory() as folder:
        Path(folder, "ours").symlink_to(DIST)
        Path(folder, "modules").symlink_to(modules.resolve())
        Path(folder, "stock.html").write_text(stock, encoding="utf-8")
        server: ThreadingHTTPServer = Server(
            ("127.0.0.1", 0), partial(Compressing, directory=folder)
        )
        with server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()


def start_over(line: Line, browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds until a page is ready, and until its first paint."""
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
        page.add_init_script(CLOCK)
        page.goto(address, wait_until="commit", timeout=LONGEST_MS)
        page.locator(READY).wait_for(state="attached", timeout=LONGEST_MS)
        ready, paint = page.evaluate(READING)
        return ready / 1000, paint / 1000


def pairs_over(
    line: Line, launch: Callable[[], Browser], origin: str, count: int
) -> Iterator[Pair]:
    """Yield the times of both pages over a line; every other pair begins with the stock page."""
    addresses = [f"{origin}/ours/index.html", f"{origin}/stock.html"]
    for i in range(count):
        found = {}
        for address in addresses[:: -1 if i % 2 else 1]:
            with launch() as browser:
                found[address] = start_over(line, browser, address)
        (ours, paint), (stock, _) = (found[address] for address in addresses)
        yield Pair(ours, paint, stock)


def rows_over(line: Line, pairs: list[Pair]) -> Iterator[Row]:
    """Yield the figures of one line."""
    of_stock = median(pair.ours / pair.stock for pair in pairs)
    yield Row(f"ready / stock, {line.name}", of_stock, line.of_stock)
    painted = median(pair.paint / pair.stock for pair in pairs)
    yield Row(f"first paint / stock ready, {line.name}", painted, PAINT_OF_STOCK)


def seconds_over(line: Line, pairs: list[Pair]) -> str:
    """Return a line with the times themselves."""
    ours, paint, stock = (
        median(getattr(pair, name) for pair in pairs) for name in ("ours", "paint", "stock")
    )
    return f"    {line.name}: ready {ours:.1f} s, paint {paint:.1f} s; stock {stock:.1f} s"
