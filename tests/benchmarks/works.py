"""Actions of a reader in the page, during which a benchmark looks for long tasks."""

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Locator, Page, ViewportSize, expect

from kt_core import Board, Tour, solve
from kt_core.files import text
from tests.shared.browser import DIST
from web.lab.search.answer import SPEEDS

PATIENCE = 120_000  # milliseconds
MOST = 1.6  # calibration loops: 50 ms where a loop inside the page takes 32 ms
IN_A_FRAME = 0.8  # likewise 25 ms, so that no frame is late
DEFAULT = 0  # the speed with which the page begins
DESK: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}

Act = Callable[[Page], None]


class Work(NamedTuple):
    """A piece of work: the page before it, and the measured actions."""

    begin: str  # an address
    do: Act
    once_long: bool = False  # measured by `all --quick`: it took over 50 ms once
    window: ViewportSize = DESK
    most: float = MOST  # limit for its longest task, in calibration loops


def opened(page: Page, address: str) -> None:
    """Open an address in a new document, and wait until everything works and is drawn."""
    page.goto("about:blank")
    page.goto((DIST / "knights-tour.html").as_uri() + "#" + address)
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden(timeout=PATIENCE)
    page.wait_for_timeout(3000 if "view=" in address else 1000)  # what loads in the background


def framed(page: Page) -> None:
    """Open the page in a frame."""
    page.goto((DIST / "LICENSES.txt").as_uri())
    page.evaluate(
        """(source) => {
          const frame = document.createElement("iframe");
          Object.assign(frame, { src: source, width: 900, height: 800 });
          document.body.replaceChildren(frame);
        }""",
        (DIST / "knights-tour.html").as_uri() + "#embed=1&loading=eager",
    )
    inside = page.frame_locator("iframe").locator("html")
    expect(inside).to_have_attribute("data-python", "ready", timeout=PATIENCE)


def ask(state: str) -> Act:
    """Return the work of going to another address until its tour appears."""
    size = state.partition("board=")[2].partition("&")[0]

    def work(page: Page) -> None:
        page.evaluate(f"location.hash = '{state}'")
        tour = page.locator(f"svg[data-board='{size}'][data-tour]")
        expect(tour).to_be_attached(timeout=PATIENCE)

    return work


def search_in_vain(page: Page) -> None:
    """Search in textbook order until Stop appears, and stop."""
    page.evaluate("location.hash = 'ordering=textbook&prune=0'")
    page.get_by_role("button", name="Stop").click(timeout=PATIENCE)
    expect(page.get_by_role("status")).to_contain_text("no tour yet")


def search_a_million(page: Page) -> None:
    """Search the largest board for five seconds, and stop."""
    page.evaluate("location.hash = 'board=1000x1000'")
    page.wait_for_timeout(5000)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_timeout(1000)


def solve_a_million(page: Page) -> None:
    """Solve the largest board."""
    page.evaluate("location.hash = 'board=1000x1000&ordering=best'")
    expect(page.get_by_role("status")).to_contain_text("Open tour found", timeout=PATIENCE)
    page.wait_for_timeout(3000)


def show_every_layer(page: Page) -> None:
    """Show every layer, one after another, and hide them."""
    for _ in range(2):
        for name in ("graph", "numbers", "degrees", "names"):
            page.locator(f"#show button[name={name}]").click()
            page.wait_for_timeout(500)


def step_on(page: Page) -> None:
    """Take a hundred steps by key, as fast as a keyboard repeats."""
    page.locator("#timeline").focus()
    for _ in range(100):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(30)
    page.wait_for_timeout(500)


def press_step(page: Page) -> None:
    """Press Step ten times."""
    for _ in range(10):
        page.locator(".run button[name=step]").click()
        page.wait_for_timeout(100)


def play(page: Page, rate: int | None = DEFAULT) -> None:
    """Play from the beginning for four seconds, at this rate or, with None, as fast as possible."""
    if rate != DEFAULT:
        page.get_by_role("slider", name="Speed").fill(str(SPEEDS.index(rate)))
    page.get_by_role("button", name="Start over").click()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(4000)
    # The search may have ended; then there is no such button.
    page.evaluate("document.querySelectorAll('button[name=pause]').forEach((it) => it.click())")
    page.wait_for_timeout(500)


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


def type_code(page: Page) -> None:
    """Open the editor, and type a comment."""
    page.get_by_role("button", name="Your program").click()
    page.locator(".cm-content").click()
    page.keyboard.type("# what is nearest comes first\n", delay=80)
    page.wait_for_timeout(500)


def open_chapter(page: Page) -> None:
    """Open the chapter, which is inserted into the page then."""
    page.get_by_role("link", name="Chapter").click()
    expect(page.locator("#chapter-zh .lesson").last).to_be_attached()
    page.wait_for_timeout(1000)


def touch_figures(page: Page) -> None:
    """Turn a dial of each figure of the chapter."""
    figures = page.locator("#chapter-en .figure[id]")
    for place in range(figures.count()):
        figure = figures.nth(place)
        dial = figure.locator("input[type=range]").or_(figure.get_by_role("button")).first
        dial.press("ArrowRight" if dial.get_attribute("type") == "range" else "Enter")
        page.wait_for_timeout(300)


def scroll(page: Page) -> None:
    """Scroll through the chapter with the wheel."""
    page.mouse.move(640, 360)
    for _ in range(120):
        page.mouse.wheel(0, 120)
        page.wait_for_timeout(30)


def share(page: Page) -> None:
    """Open the dialog "Share" for the first time."""
    page.locator("#tools button[name=share]").click()
    expect(page.locator("#share[open] [name=close]")).to_be_visible(timeout=PATIENCE)


def save(kind: str) -> Act:
    """Return the work of saving a file of this kind."""

    def work(page: Page) -> None:
        share(page)
        with page.expect_download(timeout=PATIENCE):
            page.get_by_role("button", name=kind).first.click()
        page.get_by_role("button", name="Close", exact=True).click()

    return work


def save_course(page: Page) -> None:
    """Save a course package."""
    share(page)
    with page.expect_download(timeout=PATIENCE):
        page.locator("#share button[name=course]").first.click()


def open_file(name: str, write: Callable[[], str], answer: str) -> Act:
    """Return the work of opening a text as a file, until the page answers."""

    def work(page: Page) -> None:
        page.locator("#tools button[name=open]").click()
        with TemporaryDirectory() as folder:
            Path(folder, name).write_text(write())
            page.get_by_label("choose a file").set_input_files(Path(folder, name))
            expect(page.get_by_text(answer).first).to_be_visible(timeout=PATIENCE)

    return work


@cache
def tour_of(side: int) -> Tour:
    """Return a tour of a square board."""
    return solve(Board(side, side))


def holes_json(count: int) -> str:
    """Return a tour in JSON of an 8x8 corner of a board with so many holes."""
    small, rows = solve(Board(8, 8)), (count + 64) // 1000 + 1
    board = Board(rows, 1000)
    path = [board.square(small.board.name(square)) for square in small.path]
    holes = board.names(sorted(set(board) - set(path))).split()
    names = board.names(path).split()
    tour = {"rows": rows, "columns": 1000, "holes": holes, "closed": small.closed, "path": names}
    return json.dumps({"v": 1, **tour})


def holes(page: Page) -> Locator:
    """Return the field for holes, under More."""
    page.get_by_role("button", name="More", exact=True).click()
    return page.locator("#holes")


def paste_holes(page: Page) -> None:
    """Paste 300,000 holes into their field, and enter them."""
    page.evaluate("text => navigator.clipboard.writeText(text)", HOLES)
    holes(page).focus()
    page.keyboard.press("Control+V")
    page.keyboard.press("Tab")
    page.wait_for_timeout(3000)


def type_too_many_holes(page: Page) -> None:
    """Enter one character more than an address can contain."""
    holes(page).fill(HOLES[:16_001])
    page.keyboard.press("Tab")
    page.wait_for_timeout(2000)


def flood(page: Page) -> None:
    """Send 10,000 messages to the page in a frame."""
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
ENDLESS = "ordering=textbook&prune=0&step=0"  # a search whose end is far away
LARGEST = "board=1000x1000&ordering=best"
FRAMED = "framed"  # no address: the page in a frame

FASTEST = partial(play, rate=None)
WORKS: Mapping[str, Work] = {
    "a search in vain, stopped": Work("", search_in_vain),
    "8x8 as fast as possible": Work(ENDLESS, FASTEST, once_long=True),
    "100 steps by key": Work(ENDLESS, step_on, once_long=True),
    "the chapter opened": Work("", open_chapter, once_long=True),
    "the chapter scrolled": Work("view=puzzle", scroll, once_long=True, most=IN_A_FRAME),
    "figures, first touched": Work("view=rule&lang=en", touch_figures, once_long=True),
    "39x39 with its graph": Work("", ask("board=39x39&ordering=roth&show=path,graph")),
    "39x39, every layer shown": Work("board=39x39&ordering=roth", show_every_layer),
    "39x39 with every layer, played": Work(LAYERED, play, once_long=True),
    "39x39 with every layer, as fast as possible": Work(LAYERED, FASTEST),
    "39x39 with every layer, dragged": Work(LAYERED, drag),
    "130x130": Work("", ask("board=130x130&ordering=roth")),
    "880x880 opened as JSON": Work(
        "", open_file("tour.json", lambda: text.tour_json(tour_of(880)), "tour of 774,")
    ),
    "8 MB of a1 b3 opened": Work(
        "", open_file("tour.txt", lambda: "a1 b3 " * 1_333_333, "a1 appears twice")
    ),
    "90,000 holes opened as JSON": Work(
        "", open_file("holes.json", lambda: holes_json(90_000), "tour of"), once_long=True
    ),
    "16,001 characters of holes": Work("", type_too_many_holes, once_long=True),
    "300,000 holes pasted": Work("board=1000x1000&step=0", paste_holes),
    "the course package saved": Work("board=5x5&lock=all", save_course, once_long=True),
    "1000x1000 by Warnsdorff": Work("", search_a_million),
    "1000x1000": Work("", solve_a_million),
    "1000x1000 saved as JSON": Work(LARGEST, save("JSON"), once_long=True),
    "1000x1000 played": Work(LARGEST, play),
    "10,000 messages": Work(FRAMED, flood),
    "phone: a step": Work(ENDLESS, press_step, once_long=True, window=PHONE),
    "phone: the timeline dragged": Work(ENDLESS, drag, once_long=True, window=PHONE),
    "phone: code typed": Work("", type_code, once_long=True, window=PHONE),
    "phone: Share opened": Work("", share, once_long=True, window=PHONE),
    "phone: the chapter opened": Work("", open_chapter, once_long=True, window=PHONE),
}
