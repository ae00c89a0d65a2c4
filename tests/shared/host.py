"""Course pages with figures in them, and a course book."""

from typing import Any

from playwright.sync_api import Frame, FrameLocator, Locator, Page

from tests.shared.reader import becomes

HEIGHT = "it => Math.ceil(it.getBoundingClientRect().height)"

# The messages that the host page receives from each element, in order.
LOG = """<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><script>
told = [];
for (const type of ["ready", "state", "found", "error"])
  addEventListener(type, ({target, detail}) => {
    if (detail) told.push({figure: target.id, ...detail});
  }, 1);
</script>"""


def inside(page: Page, name: str = "knights-tour") -> FrameLocator:
    """Return the page inside an element."""
    return page.frame_locator(f"{name} > iframe")


def board(page: Page, sides: str, name: str = "knights-tour") -> Locator:
    """Return the board of this size in an element, once it has a tour."""
    return inside(page, name).locator(f"svg[data-board='{sides}'][data-tour]")


def as_high(page: Page, frame: Locator) -> None:
    """Expect the frame of the only figure to become as tall as its page."""
    root = inside(page).locator("html")
    becomes(page, lambda: frame.evaluate(HEIGHT) - root.evaluate(HEIGHT), 0)


def messages(page: Page, kind: str) -> list[dict[str, Any]]:
    """Wait for the first message of this kind, and return all of this kind."""
    page.wait_for_function(f"told.some(it => it.type === '{kind}')")
    found: list[dict[str, Any]] = page.evaluate(f"told.filter(it => it.type === '{kind}')")
    return found


def tells(page: Page, **state: str | None) -> None:
    """Expect the last `state` message to have these values; None: no such key."""
    page.wait_for_function(
        """(wanted) => {
          const last = told.findLast(({ type }) => type === "state");
          return last && Object.keys(wanted).every((key) => (last[key] ?? null) === wanted[key]);
        }""",
        arg=state,
    )


# A course book: it logs the messages, and returns saved work if there is any.
BOOK = """<script>told = []; addEventListener('message', ({data, source}) => {
  told.push(data);
  if (data.subject === 'SPLICE.getState' && %s)
    source.postMessage({...data, subject: data.subject + '.response', state: %s}, '*');
})</script><iframe src='%s' width='900' height='900'>"""
REPORTED = "told.filter(it => it.subject === 'SPLICE.reportScoreAndState').slice(-1)"


def course_book(page: Page, server: str, link: str, saved: str = "null") -> Frame:
    """Open a course book with the page in a frame; return the frame."""
    page.goto(f"{server}/blank")
    page.set_content(BOOK % (saved, saved, f"{server}/index.html{link}"))
    return page.frames[1]


def call(page: Page, script: str) -> None:
    """Call a method of the first element: `call(page, "play()")`."""
    page.evaluate(f"document.querySelector('knights-tour').{script}")
