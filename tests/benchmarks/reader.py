"""A reader for ten minutes: solves, plays, races, edits, reads the chapter, changes the language.

Run it on a quiet machine, after python3 build.py:  python -m tests.benchmarks.reader [--minutes 10]
Chromium. After each round what is not used is given back, and these are told: JavaScript's heap,
the document's nodes and listeners, and the memory of Python's WebAssembly. At the end each stands
level, or the round is named since which it grows: status 1.
"""

import argparse
from collections.abc import Callable
from time import monotonic

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from tests.shared.browser import DIST
from web.make.setup import program

COUNTS = ("JSHeapUsedSize", "Nodes", "JSEventListeners")
WASM = """async () => {
  const python = await (await knightsTour.pyodide).loadPyodide({});
  return python._module.HEAPU8.length;
}"""
EDITS = {"rows+1": "9x8", "columns+1": "9x9", "rows-1": "8x9", "columns-1": "8x8"}
GROWTH = 1.05  # of the least of a run's last third against that of its middle third


def go(page: Page, link: str) -> None:
    """Open an address in the page that stands."""
    page.evaluate("link => { location.hash = link }", link)


def press(page: Page, name: str) -> None:
    """Press a button of this name, if it can be pressed now."""
    page.evaluate("name => document.querySelector(`main [name='${name}']:enabled`)?.click()", name)


def solves(page: Page) -> None:
    """Ask other boards, and solve them."""
    for link in ("#board=8x8&closed=1&step=0", "#board=20x20&ordering=best&step=0", "#board=3x8"):
        go(page, link)
        press(page, "solve")
        page.wait_for_timeout(700)


def plays(page: Page) -> None:
    """Watch a search, and play one's own game."""
    go(page, "#board=5x5&ordering=textbook&step=0")
    press(page, "play")
    page.wait_for_timeout(2000)
    press(page, "pause")
    go(page, "#board=5x5&mode=play")
    expect(page.locator("#board > svg")).to_have_attribute("data-board", "5x5")
    for name in ("b3", "a5", "c4", "e5"):
        page.locator(f"#board [data-square={name}]").click(force=True)
    for name in ("advise", "judge", "undo", "anew"):
        press(page, name)


def races(page: Page) -> None:
    """Let two searches race."""
    go(page, "#board=6x6&race=textbook&step=0")
    press(page, "play")
    page.wait_for_timeout(1500)
    press(page, "pause")


def edits(page: Page) -> None:
    """Make the board longer and shorter, and cut squares out."""
    go(page, "#board=8x8&step=0")
    for name, sides in EDITS.items():
        press(page, name)
        expect(page.locator("#board > svg")).to_have_attribute("data-board", sides)
    page.locator("#board [data-square=c3]").click(modifiers=["Shift"], force=True)
    for layer in ("graph", "numbers", "degrees", "graph", "numbers", "degrees"):
        press(page, layer)


def reads(page: Page) -> None:
    """Read sections of the chapter."""
    for section in ("graph", "search", "growth", "rule", "lab"):
        go(page, f"#view={section}")
        page.wait_for_timeout(300)


def speaks(page: Page) -> None:
    """Change the language, and back."""
    for key in ("zh", "en"):
        page.locator(f"#languages [name={key}]").click()
        page.wait_for_timeout(200)


WAYS: tuple[Callable[[Page], None], ...] = (solves, plays, races, edits, reads, speaks)


def main() -> int:
    """Read for so long, print a line a round, and return whether anything grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"))
        page = browser.new_page()
        faults = list[str]()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto((DIST / "knights-tour.html").as_uri())
        root = page.locator("html")
        expect(root).to_have_attribute("data-python", "ready", timeout=60_000)
        rounds = _rounds(page, page.context.new_cdp_session(page), 60 * asked.minutes)
        browser.close()
    for fault in faults:
        print(f"the page said: {fault}")
    growing = [name for i, name in enumerate((*COUNTS, "wasm")) if _grows([it[i] for it in rounds])]
    print("level" if not growing else f"still growing: {', '.join(growing)}")
    return int(bool(growing or faults))


def _rounds(page: Page, session: CDPSession, seconds: float) -> list[list[float]]:
    session.send("Performance.enable")
    end, told = monotonic() + seconds, list[list[float]]()
    print("round  heap MB   nodes  listeners  wasm MB", flush=True)
    while monotonic() < end or len(told) < 3:
        for way in WAYS:
            way(page)
        told.append(_counted(page, session))
        heap, nodes, listeners, wasm = told[-1]
        print(
            f"{len(told):5}{heap / 1e6:9.1f}{nodes:8.0f}{listeners:11.0f}{wasm / 1e6:9.1f}",
            flush=True,
        )
    return told


def _counted(page: Page, session: CDPSession) -> list[float]:
    """Return the counts where every round ends: at the same question, with nothing under way."""
    go(page, "#board=8x8")
    page.wait_for_timeout(500)
    session.send("HeapProfiler.collectGarbage")
    metrics = {it["name"]: it["value"] for it in session.send("Performance.getMetrics")["metrics"]}
    return [*(metrics[name] for name in COUNTS), page.evaluate(WASM)]


def _grows(counts: list[float]) -> bool:
    # What waits for the browser to give it back is no growth, so the least of each third is taken.
    third = max(1, len(counts) // 3)
    return min(counts[-third:]) > GROWTH * min(counts[-2 * third : -third])


if __name__ == "__main__":
    raise SystemExit(main())
