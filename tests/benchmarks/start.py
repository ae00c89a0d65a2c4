"""How long a reader waits: time until data-python="ready", beside a stock PyScript page.

Run it on a quiet machine:  python -m tests.benchmarks.start [--browser firefox] [--rounds 5]
Every start has a browser and a profile of its own; the pages take turns, so that a busy moment hits
all alike. WebKit tells no more than when Python was ready, to a few hundredths of a second.
Read the ratios, not the seconds: those belong to the machine.
"""

import argparse
import functools
import shutil
import statistics
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.benchmarks.rows import Row
from tests.shared.webkit import driven

ROOT = Path(__file__).resolve().parents[2]
OF_STOCK = 1.0  # of a stock page's time until Python is ready, at most
HOST_NAME = "host-of-two.html"  # beside the page, for as long as it is measured

STOCK = """<!doctype html>
<html data-python="loading">
<head><meta charset="utf-8"><title>Stock</title><link rel="icon" href="data:,">
<script type="module" src="modules/@pyscript/core/dist/core.js"></script></head>
<body><p>Stock PyScript</p>
<script type="py" config='{"interpreter": "modules/pyodide/pyodide.mjs"}'>
from pyscript import document; document.documentElement.dataset.python = "ready"
</script></body></html>
"""

# Runs before the page's own scripts; the policy of the page does not apply to it.
CLOCK = """new MutationObserver(() => {
  const state = document.documentElement.dataset.python;
  if (state === "ready" || state === "failed") window.pythonAfter ??= [state, performance.now()];
}).observe(document, {attributes: true, attributeFilter: ["data-python"], subtree: true});
new MutationObserver((_, watch) => {
  const link = /^#board=(\\w+)/.exec(location.hash);
  const board = document.querySelector(`svg[data-board="${link ? link[1] : "8x8"}"]`);
  if (!board || "waits" in document.documentElement.dataset) return;
  watch.disconnect();
  const painted = new MessageChannel(); // its message comes right after the frame
  painted.port1.onmessage = () => { window.boardAfter = performance.now(); };
  requestAnimationFrame(() => painted.port2.postMessage(0));
}).observe(document, {attributes: true, childList: true, subtree: true})"""

READING = """[...pythonAfter, window.boardAfter
    ?? performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  performance.getEntriesByType("mark").filter(({name}) => name.startsWith("python "))
    .map(({name, startTime}) => [name, startTime])]"""
READY = """((state) => ["ready", "failed"].includes(state)
  && (self.pythonAfter ??= [state, performance.now()]))(document.documentElement.dataset.python)"""
#: What has been done when boot.js marks so much progress.
STAGES = {
    "python 0.05": "boot.js begins",
    "python 0.15": "one of glue, wasm, snapshot is here",
    "python 0.25": "two of them",
    "python 0.35": "all three, unpacked and compiled",
    "python 0.9": "Pyodide stands where the snapshot was taken",
    "python 1": "ready",
}

# A figure more on a page that has one: milliseconds from the element to its event.
HOST = """<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<script src="embed.js"></script><knights-tour board="5x5" loading="eager"></knights-tour>"""
FURTHER = """() => new Promise((resolve) => {
  const figure = document.createElement("knights-tour");
  figure.setAttribute("loading", "eager");
  const begin = performance.now();
  figure.addEventListener("ready", () => resolve(performance.now() - begin));
  document.body.prepend(figure);
})"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *args: object) -> None:
        """Nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a loopback server for this folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def launched(playwright: Playwright, name: str) -> Browser:
    """A browser with a new profile."""
    if name == "firefox":
        path = shutil.which("firefox-esr") or shutil.which("firefox")
        settings: dict[str, str | float | bool] = {
            "remote.prefs.recommended": False,
            "security.fileuri.strict_origin_policy": True,
        }
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path=path, firefox_user_prefs=settings
        )
    names = ("chromium", "google-chrome", "google-chrome-stable", "chromium-headless-shell")
    return playwright.chromium.launch(
        executable_path=next(filter(None, map(shutil.which, names)), None)
    )


class Start(NamedTuple):
    """Seconds from navigation until Python is ready, until the board is seen, and each stage."""

    ready: float
    paint: float
    stages: dict[str, float]


def measured(page: Page, address: str) -> Start:
    """Return how a page starts."""
    page.add_init_script(CLOCK)
    page.goto(address, wait_until="commit")
    page.locator("html[data-python=ready], html[data-python=failed]").wait_for(
        state="attached", timeout=120_000
    )
    state, ready, paint, marks = page.evaluate(READING)
    if state != "ready":
        raise SystemExit(f"{address} did not start: {page.locator('[role=status]').text_content()}")
    return Start(ready / 1000, paint / 1000, {name: time / 1000 for name, time in marks})


def further(page: Page, host: str) -> float:
    """Return the seconds that a figure more takes on a page where one is ready."""
    page.goto(host)
    inside = page.frame_locator("knights-tour iframe")
    inside.locator("html[data-python=ready]").wait_for(state="attached", timeout=120_000)
    return float(page.evaluate(FURTHER)) / 1000


def rounds(
    playwright: Playwright, browser: str, pages: Mapping[str, str], count: int, host: str
) -> tuple[dict[str, list[Start]], list[float]]:
    """All measurements of all pages, interleaved, each in a fresh browser; and figures more."""
    found: dict[str, list[Start]] = {name: [] for name in pages}
    more = list[float]()
    for _ in range(count):
        for name, address in pages.items():
            with launched(playwright, browser) as fresh:
                found[name].append(measured(fresh.new_page(), address))
        with launched(playwright, browser) as fresh:
            more.append(further(fresh.new_page(), host))
    return found, more


def rounds_of_webkit(pages: Mapping[str, str], count: int) -> dict[str, list[Start]]:
    """All measurements of all pages in WebKit, interleaved, each in a fresh browser."""
    found: dict[str, list[Start]] = {name: [] for name in pages}
    for _ in range(count):
        for name, address in pages.items():
            with driven() as window:
                window.driver.get(address)
                window.until(READY)
                state, ready, _paint, marks = window.value(READING)
            if state != "ready":
                raise SystemExit(f"{address} did not start")
            stages = {mark: time / 1000 for mark, time in marks}
            found[name].append(Start(ready / 1000, float("nan"), stages))
    return found


def table(found: Mapping[str, list[Start]]) -> str:
    """A line for each page; the first page is what the others are compared with."""
    lines = [
        f"{'page':34}{'ready':>8}{'spread':>16}{'of stock':>10}{'board seen':>13}{'of stock':>10}"
    ]
    whole = statistics.median(start.ready for start in next(iter(found.values())))
    for name, values in found.items():
        times = sorted(start.ready for start in values)
        ready, paint = statistics.median(times), statistics.median(each.paint for each in values)
        spread = f"{times[0]:.2f} to {times[-1]:.2f}"
        lines.append(
            f"{name:34}{ready:7.2f}s{spread:>16}{ready / whole:10.2f}"
            f"{paint:12.2f}s{paint / whole:10.2f}"
        )
    return "\n".join(lines)


def stages(found: Mapping[str, list[Start]]) -> str:
    """A line for each stage: milliseconds after navigation, the median of each page of ours."""
    ours = {name: starts for name, starts in found.items() if starts[0].stages}
    lines = ["", f"{'ms after navigation':45}" + "".join(f"{name[:22]:>24}" for name in ours)]
    for mark, stage in STAGES.items():
        times = [
            statistics.median(start.stages.get(mark, float("nan")) for start in starts)
            for starts in ours.values()
        ]
        lines.append(f"{stage:45}" + "".join(f"{1000 * time:24.0f}" for time in times))
    return "\n".join(lines)


def rows(quick: bool) -> Iterator[Row]:
    """Yield how long a reader waits, as a part of what a stock PyScript page takes."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        Path(folder, "modules").symlink_to((ROOT / "node_modules").resolve())
        Path(folder, "stock.html").write_text(STOCK, encoding="utf-8")
        ours = (ROOT / "dist" / "knights-tour.html").resolve().as_uri()
        ratios = []
        with served(Path(folder)) as stock:
            for _ in range(2 if quick else 5):
                times = []
                for address in (ours, f"{stock}/stock.html"):
                    with launched(playwright, "chromium") as browser:
                        times.append(measured(browser.new_page(), address).ready)
                ratios.append(times[0] / times[1])
    yield Row("ready / stock PyScript page, best round", min(ratios), OF_STOCK)


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", choices=["chromium", "firefox", "webkit"], default="chromium")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument("--modules", type=Path, default=ROOT / "node_modules")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "modules").symlink_to(asked.modules.resolve())
        Path(folder, "stock.html").write_text(STOCK, encoding="utf-8")
        with (
            served(Path(folder)) as stock,
            served(asked.dist) as ours,
            sync_playwright() as playwright,
        ):
            pages = {
                "stock PyScript, http": f"{stock}/stock.html",
                "knights-tour.html, file://": (asked.dist / "knights-tour.html").resolve().as_uri(),
                "index.html, http": f"{ours}/index.html",
                "index.html#board=5x5, http": f"{ours}/index.html#board=5x5",
                "index.html#view=rule, http": f"{ours}/index.html#view=rule",
            }
            if asked.browser == "webkit":
                found = rounds_of_webkit(pages, asked.rounds)
                print(table(found), stages(found), sep="\n")
                return
            host = asked.dist / HOST_NAME
            host.write_text(HOST, encoding="utf-8")
            try:
                found, more = rounds(
                    playwright, asked.browser, pages, asked.rounds, f"{ours}/{HOST_NAME}"
                )
            finally:
                host.unlink()
            print(table(found), stages(found), sep="\n")
            stock_time = statistics.median(start.ready for start in found["stock PyScript, http"])
            median = statistics.median(more)
            print(f"\na further embed: {median:.2f} s, {median / stock_time:.2f} of stock")


if __name__ == "__main__":
    main()
