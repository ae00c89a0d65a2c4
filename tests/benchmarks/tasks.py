"""The longest tasks of the page's thread while a reader works: over 50 ms, a click has to wait.

Run it on a quiet machine, after python3 build.py:
python -m tests.benchmarks.tasks [--rounds 5] [--only WORDS]
Prints the longest task of each piece of work: median, least and most of the processor's time, and
the least by the clock. Chromium alone tells of them.
"""

import argparse
import json
import statistics
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import BrowserType, Locator, Page, expect, sync_playwright

from kt_core import Board, Tour, solve
from kt_core.files import text
from tests.benchmarks.rows import Row
from tests.shared.browser import DIST
from web.lab.search.answer import SPEEDS
from web.make.setup import program

WATCH = """() => {
  window.tasks = [0];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(task => task.duration)))
    .observe({ type: "longtask", buffered: false });
}"""


TASK = "ThreadControllerImpl::RunTask"  # as Chromium's trace calls it
BOUND_MS = 50


class Longest(NamedTuple):
    """The longest task, by the processor's time and by the clock's, which belongs to others too."""

    processor: float
    clock: float


class Work(NamedTuple):
    """A row: what is there before, which is not measured, and what is."""

    begin: str  # an address
    do: Callable[[Page], None]


def opened(page: Page, address: str) -> None:
    """Open an address from nothing, and wait until everything works and is drawn."""
    page.goto("about:blank")
    page.goto((DIST / "knights-tour.html").as_uri() + "#" + address)
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden(timeout=60_000)
    page.wait_for_timeout(1000 if "view=" not in address else 3000)  # what is got ahead is there


def ask(state: str) -> Callable[[Page], None]:
    """Return the work of asking for another address, until its tour is there."""

    def asked(page: Page) -> None:
        page.evaluate(f"location.hash = '{state}'")
        size = state.rsplit("board=", maxsplit=1)[-1].split("&", maxsplit=1)[0]
        expect(page.locator(f"svg[data-board='{size}'][data-tour]")).to_be_attached(timeout=60_000)

    return asked


def search_in_vain(page: Page) -> None:
    """Search in textbook order for as long as it takes to offer Stop, and stop."""
    page.evaluate("location.hash = 'ordering=textbook&prune=0'")
    page.get_by_role("button", name="Stop").click(timeout=60_000)
    expect(page.get_by_role("status")).to_contain_text("no tour yet")


def show_every_layer(page: Page) -> None:
    """Show every layer, one after the other, and hide them again."""
    for _ in range(2):
        for name in ("graph", "numbers", "degrees", "names"):
            page.locator(f"#show button[name={name}]").click()
            page.wait_for_timeout(500)


@cache
def tour_of(side: int) -> Tour:
    """Return a tour of a square board."""
    return solve(Board(side, side))


def bring(name: str, write: Callable[[], str], said: str) -> Callable[[Page], None]:
    """Return the work of opening a text as a file, until the page says something of it."""

    def brought(page: Page) -> None:
        page.locator("#tools button[name=open]").click()
        with TemporaryDirectory() as folder:
            Path(folder, name).write_text(write())
            page.get_by_label("Or a file").set_input_files(Path(folder, name))
            expect(page.get_by_text(said).first).to_be_visible(timeout=120_000)

    return brought


def holes(page: Page) -> Locator:
    """Return the field of the holes, which stands one step away."""
    page.get_by_role("button", name="More", exact=True).click()
    return page.locator("#holes")


def paste_holes(page: Page) -> None:
    """Paste 300,000 holes into their field, and enter them."""
    page.evaluate("text => navigator.clipboard.writeText(text)", HOLES)
    holes(page).focus()
    page.keyboard.press("Control+V")
    page.keyboard.press("Tab")
    page.wait_for_timeout(3000)


def fill_long(page: Page) -> None:
    """Fill in one character more than an address takes."""
    holes(page).fill(HOLES[:16_001])
    page.keyboard.press("Tab")
    page.wait_for_timeout(2000)


def solve_again(page: Page) -> None:
    """Solve the board."""
    page.get_by_role("button", name="Solve").click()
    page.wait_for_timeout(1500)


def save(kind: str) -> Callable[[Page], None]:
    """Return the work of saving what is seen as a file."""

    def saved(page: Page) -> None:
        page.locator("#tools button[name=share]").click()
        with page.expect_download(timeout=120_000):
            page.get_by_role("button", name=kind).first.click()
        page.get_by_role("button", name="Close", exact=True).click()

    return saved


def step(page: Page) -> None:
    """Step to and fro by keys, and jump to both ends."""
    for key in (*["ArrowLeft"] * 5, "Home", *["ArrowRight"] * 5, "End", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_timeout(300)


def play(page: Page, speed: int | None = None) -> None:
    """Play from the beginning for four seconds."""
    if speed is not None:
        page.get_by_role("slider", name="Speed").fill(str(speed))
    page.get_by_role("button", name="Start over").click()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(4000)
    # It may have come to its end, and then there is no such button.
    page.evaluate("document.querySelectorAll('button[name=pause]').forEach((it) => it.click())")
    page.wait_for_timeout(500)


def play_at(speed: int) -> Callable[[Page], None]:
    """Return the work of playing so fast."""
    return lambda page: play(page, speed)


def drag(page: Page) -> None:
    """Drag along the timeline, there and back."""
    box = page.locator("#timeline").bounding_box()
    assert box
    left, right, y = box["x"] + 20, box["x"] + box["width"] - 20, box["y"] + box["height"] / 2
    page.mouse.move(left, y)
    page.mouse.down()
    page.mouse.move(right, y, steps=40)
    page.mouse.move(left, y, steps=40)
    page.mouse.up()
    page.wait_for_timeout(1000)


def open_chapter(page: Page) -> None:
    """Go to the chapter, which is put into the page then."""
    page.get_by_role("link", name="Chapter").click()
    expect(page.locator("#chapter-zh .lesson").last).to_be_attached()
    page.wait_for_timeout(1000)


def touch_figures(page: Page) -> None:
    """Turn a dial of each figure of the chapter, which has been open for a while."""
    figures = page.locator("#chapter-en .figure[id]")
    for place in range(figures.count()):
        figure = figures.nth(place)
        dial = figure.locator("input[type=range]").or_(figure.get_by_role("button")).first
        dial.press("ArrowRight" if dial.get_attribute("type") == "range" else "Enter")
        page.wait_for_timeout(300)


def step_on(page: Page) -> None:
    """Take a hundred steps by key, as fast as a keyboard repeats."""
    page.locator("#timeline").focus()
    for _ in range(100):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(30)
    page.wait_for_timeout(500)


def holes_json(count: int) -> str:
    """Return a tour as JSON of a board that has so many holes: a small one in a corner."""
    small, rows = solve(Board(8, 8)), (count + 64) // 1000 + 1
    board = Board(rows, 1000)
    path = [board.square(small.board.name(square)) for square in small.path]
    holes = board.names(sorted(set(board) - set(path))).split()
    names = board.names(path).split()
    tour = {"rows": rows, "columns": 1000, "holes": holes, "closed": small.closed, "path": names}
    return json.dumps({"v": 1, **tour})


def share_course(page: Page) -> None:
    """Save what is seen as a course package."""
    page.locator("#tools button[name=share]").click()
    with page.expect_download(timeout=120_000):
        page.locator("#share button[name=course]").first.click()


def search_far(page: Page) -> None:
    """Search the largest board for five seconds, and stop."""
    page.evaluate("location.hash = 'board=1000x1000'")
    page.wait_for_timeout(5000)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_timeout(1000)


def solve_large(page: Page) -> None:
    """Solve the largest board."""
    page.evaluate("location.hash = 'board=1000x1000&ordering=best'")
    expect(page.get_by_role("status")).to_contain_text("Open tour found", timeout=120_000)
    page.wait_for_timeout(3000)


def flood(page: Page) -> None:
    """Send 10,000 messages to the page in a frame, from the page around it."""
    page.evaluate("""() => {
      const { contentWindow } = document.querySelector("iframe");
      const say = (it) => contentWindow.postMessage({ source: "knights-tour", v: 1, ...it }, "*");
      for (let i = 0; i < 10_000; i++)
        say(i % 2 ? { type: "step" } : { type: "set", board: `${5 + (i % 4)}x8` });
    }""")
    page.wait_for_timeout(5000)


HOLES = Board(1000, 1000).names(range(300_000, 600_000))
ALL = "show=path,graph,numbers,degrees,names"
LAYERED = f"board=39x39&ordering=roth&{ALL}"
MANY = "ordering=textbook&prune=0&step=0"  # a search that has no end in sight
LARGEST = "board=1000x1000&ordering=best"
FRAMED = "flood"  # no address: the page in a frame

WORK: dict[str, Work] = {
    "every layer of 8x8": Work("", show_every_layer),
    "closed 12x12": Work("", ask("board=12x12&closed=1")),
    "a search in vain, stopped": Work("", search_in_vain),
    "8x8 at 60/s": Work(MANY, play_at(SPEEDS.index(60))),
    "8x8 at 1000/s": Work(MANY, play_at(SPEEDS.index(1000))),
    "8x8 as fast as it goes": Work(MANY, play_at(SPEEDS.index(None))),
    "8x8 with all, as fast as it goes": Work(f"{MANY}&{ALL}", play_at(SPEEDS.index(None))),
    "8x8 solved": Work("board=8x8", solve_again),
    "100 steps by key": Work(MANY, step_on),
    "the chapter, opened": Work("", open_chapter),
    "figures, first touched": Work("view=rule&lang=en", touch_figures),
    "20x20": Work("", ask("board=20x20&ordering=roth")),
    "39x39": Work("", ask("board=39x39&ordering=roth")),
    "39x39 with its graph": Work("", ask("board=39x39&ordering=roth&show=path,graph")),
    "39x39 with all, shown": Work("board=39x39&ordering=roth", show_every_layer),
    "39x39 with all, stepped": Work(LAYERED, step),
    "39x39 with all, played": Work(LAYERED, play),
    "39x39 with all, at 60/s": Work(LAYERED, play_at(SPEEDS.index(60))),
    "39x39 with all, as fast as it goes": Work(LAYERED, play_at(SPEEDS.index(None))),
    "39x39 with all, dragged": Work(LAYERED, drag),
    "130x130": Work("", ask("board=130x130&ordering=roth")),
    "open 880x880 JSON": Work(
        "", bring("tour.json", lambda: text.tour_json(tour_of(880)), "tour of 774,")
    ),
    "open 500x500 CSV": Work(
        "", bring("tour.csv", lambda: text.tour_csv(tour_of(500)), "tour of 250,000")
    ),
    "open 8 MB of a1 b3": Work(
        "", bring("tour.txt", lambda: "a1 b3 " * 1_333_333, "comes to a1 again")
    ),
    "open JSON with 90,000 holes": Work(
        "", bring("holes.json", lambda: holes_json(90_000), "tour of")
    ),
    "open JSON with 180,000 holes": Work(
        "", bring("holes.json", lambda: holes_json(180_000), "tour of")
    ),
    "16,001 characters of holes": Work("", fill_long),
    "the course package": Work("board=5x5&lock=all", share_course),
    "300,000 holes, pasted": Work("board=1000x1000&step=0", paste_holes),
    "1000x1000 by Warnsdorff": Work("", search_far),
    "1000x1000": Work("", solve_large),
    "1000x1000 as JSON": Work(LARGEST, save("JSON")),
    "1000x1000 as PNG": Work(LARGEST, save("PNG 1x")),
    "1000x1000 played": Work(LARGEST, play),
    "10,000 messages": Work(FRAMED, flood),
}


#: What took too long once, told by `all --quick`.
ONCE_LONG = {
    "8x8 as fast as it goes",
    "100 steps by key",
    "the chapter, opened",
    "figures, first touched",
    "39x39 with all, played",
    "open JSON with 90,000 holes",
    "16,001 characters of holes",
    "the course package",
    "1000x1000 as JSON",
}


def framed(page: Page) -> None:
    """Open the page in a frame."""
    page.goto("about:blank")
    source = (DIST / "knights-tour.html").as_uri() + "#embed=1&loading=eager"
    page.goto((DIST / "LICENSES.txt").as_uri())
    page.evaluate(
        """(source) => {
          const frame = document.createElement("iframe");
          Object.assign(frame, { src: source, width: 900, height: 800 });
          document.body.replaceChildren(frame);
        }""",
        source,
    )
    inside = page.frame_locator("iframe").locator("html")
    expect(inside).to_have_attribute("data-python", "ready", timeout=60_000)


def longest(page: Page, work: Work) -> Longest:
    """Return the longest task of the page's thread, in milliseconds."""
    (framed(page) if work.begin == FRAMED else opened(page, work.begin))
    return traced(page, work.do)


def traced(page: Page, do: Callable[[Page], None]) -> Longest:
    """Return the longest task of the page's thread while something is done there."""
    assert page.context.browser
    page.context.browser.start_tracing(page=page, categories=["toplevel"])
    do(page)
    page.frames[-1].evaluate("() => new Promise(requestAnimationFrame)")
    events = json.loads(page.context.browser.stop_tracing())["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event
        for event in events
        if event["name"] == TASK and (event["pid"], event["tid"]) in threads and "dur" in event
    ]
    clock = max((event["dur"] for event in tasks), default=0) / 1e3
    return Longest(max((event.get("tdur", 0) for event in tasks), default=0) / 1e3, clock)


def rows(quick: bool) -> Iterator[Row]:
    """Yield the longest task of each work; quickly, of those that were too long once."""
    with sync_playwright() as playwright:
        for name, work in WORK.items():
            if not quick or name in ONCE_LONG:
                found = _measured(playwright.chromium, work, 1 if quick else 3)
                yield Row(f"task, {name}, ms", min(each.processor for each in found), BOUND_MS)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="work whose name has this")
    given = parser.parse_args()
    print(f"{'longest task, processor ms':36}{'median':>8}{'least':>8}{'most':>8}{'clock':>8}")
    with sync_playwright() as playwright:
        for name, work in WORK.items():
            if given.only in name:
                found = _measured(playwright.chromium, work, given.rounds)
                times = [each.processor for each in found]
                clock = min(each.clock for each in found)
                figures = statistics.median(times), min(times), max(times), clock
                told = "".join(f"{ms:8.0f}" for ms in figures)
                print(f"{name:36}{told}  <= {BOUND_MS}", flush=True)


def _measured(chromium: BrowserType, work: Work, rounds: int) -> list[Longest]:
    """Return the longest task of each round, each in a browser of its own."""
    found = []
    for _ in range(rounds):
        browser = chromium.launch(executable_path=program("chromium"))
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
        found.append(longest(context.new_page(), work))
        browser.close()
    return found


if __name__ == "__main__":
    main()
