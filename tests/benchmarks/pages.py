"""Starts of our page and of a plain PyScript page: the browsers, the server and the times."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Playwright

from tests.shared.browser import DIST, Handler, serving
from web.make.setup import chromium
from web.make.steps import ROOT

LONGEST_MS = 300_000
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
}).observe(document, {attributes: true, attributeFilter: ["data-python"], subtree: true});"""
READING = """[...pythonAfter,
  performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN]"""


class Start(NamedTuple):
    """Seconds from navigation until Python is ready, and until the first paint."""

    ready: float
    paint: float


def launched(playwright: Playwright) -> Browser:
    """Return Chromium with a new profile."""
    return playwright.chromium.launch(**chromium())


def measured(page: Page, address: str) -> Start:
    """Return the times of a page's start."""
    page.add_init_script(CLOCK)
    page.goto(address, wait_until="commit", timeout=LONGEST_MS)
    page.locator("html[data-python=ready], html[data-python=failed]").wait_for(
        state="attached", timeout=LONGEST_MS
    )
    state, ready, paint = page.evaluate(READING)
    if state != "ready":
        raise SystemExit(f"{address} did not start: {page.locator('[role=status]').text_content()}")
    return Start(ready / 1000, paint / 1000)


@contextmanager
def both_pages(handler: type[Handler] = Handler) -> Iterator[tuple[str, str]]:
    """Serve our page and a page as in PyScript's documentation; yield both addresses."""
    with TemporaryDirectory() as folder:
        Path(folder, "ours").symlink_to(DIST)
        Path(folder, "modules").symlink_to((ROOT / "node_modules").resolve())
        Path(folder, "stock.html").write_text(STOCK, encoding="utf-8")
        with serving(Path(folder), handler) as origin:
            yield f"{origin}/ours/index.html", f"{origin}/stock.html"


def on_disk(state: str = "") -> str:
    """Return the address of the page in one file, with this state."""
    return f"{(DIST / 'knights-tour.html').as_uri()}#{state}"
