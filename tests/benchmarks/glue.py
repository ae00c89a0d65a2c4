"""What it gains that Pyodide is made lean: the page with it and with all of Pyodide, in turn.

Run it on a quiet machine, after python3 build.py:  python -m tests.benchmarks.glue [--rounds 9]
Chromium, from disk, a fresh profile each time. What is packed is kept: the first run takes minutes,
the next ones two seconds a start. Beside the time stands the processor time of the page's main
thread, which tells more where others are at work.
"""

import argparse
import re
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from web.make.archives import archives
from web.make.pages import program
from web.make.runtime import pack, python, snapshot_modules
from web.make.scripts import GLUE, WASM, Pyodide, lean, pyodide_script
from web.make.setup import program as browser_program
from web.make.setup import ready_node
from web.make.steps import ROOT, Workshop


def whole(workshop: Workshop) -> Pyodide:
    """Return Pyodide as it comes."""
    folder = workshop.node_modules / "pyodide"
    return Pyodide((folder / GLUE).read_text("utf-8"), (folder / WASM).read_bytes())


VARIANTS = {"as it ships": lean, "all that packages ask for": whole}


def page_with(pyodide: Pyodide, workshop: Workshop) -> str:
    """Return the page in one file with this Pyodide."""
    pyodide = pyodide_script(workshop, pyodide)
    files = program(ROOT)
    zips = archives(workshop, files)
    plain = python(workshop, pyodide, zips, snapshot_modules(files))
    plain |= {"pyodide": pyodide.glue.encode(), "wasm": pyodide.wasm}
    parts = pack(workshop, zips.library, plain)
    page = (ROOT / "dist/knights-tour.html").read_text()
    for name, part in parts.items():
        block = rf'(data-part="{name}">)[^<]*'
        page = re.sub(block, lambda found, part=part: found[1] + part, page)  # type: ignore[misc]
    return page


def ready_after(browser: Browser, page: Path) -> tuple[float, float]:
    """Return the milliseconds until every control works, and those of the main thread."""
    context = browser.new_context()
    tab = context.new_page()
    watch = context.new_cdp_session(tab)
    watch.send("Performance.enable", {"timeDomain": "threadTicks"})
    tab.goto(page.as_uri())
    expect(tab.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)
    took = float(tab.evaluate("performance.getEntriesByName('python 1')[0].startTime"))
    told = {it["name"]: it["value"] for it in watch.send("Performance.getMetrics")["metrics"]}
    context.close()
    return took, 1000 * told["TaskDuration"]


def line(name: str, times: list[float], shipped: list[float]) -> str:
    """Return the median, least and most milliseconds, and how many more than as it ships."""
    gain = statistics.median(theirs - ours for theirs, ours in zip(times, shipped, strict=True))
    said = f"{statistics.median(times):,.0f} ms ({min(times):,.0f} to {max(times):,.0f})"
    return f"{name:>27}: {said}, {gain:+.0f} ms"


def main() -> None:
    """Print a line for each variant."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pages = {}
        for number, (name, of) in enumerate(VARIANTS.items()):
            cache = ROOT / ".cache" / f"glue-{number}"
            cache.mkdir(exist_ok=True)
            workshop = Workshop(Path(ready_node().node), ROOT / "node_modules", cache)
            pages[name] = Path(folder, f"{number}.html")
            pages[name].write_text(page_with(of(workshop), workshop))
        browser = playwright.chromium.launch(executable_path=browser_program("chromium"))
        took: dict[str, list[tuple[float, float]]] = {name: [] for name in pages}
        for _ in range(rounds):
            for name, page in pages.items():
                took[name].append(ready_after(browser, page))
        shipped = [*zip(*took["as it ships"], strict=True)]
        for number, what in enumerate(("until it is ready", "on the main thread")):
            print(what)
            for name, times in took.items():
                print(line(name, [each[number] for each in times], list(shipped[number])))
        browser.close()


if __name__ == "__main__":
    main()
