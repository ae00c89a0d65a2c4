"""A course page with figures in it, and one with a figure that is ready."""

from collections.abc import Mapping
from itertools import count
from typing import Any, Protocol

from playwright.sync_api import Browser, Frame, FrameLocator, Locator, Page, expect

from tests.shared.browser import AT_REST, NOTHING, Standing
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


class Figure(Protocol):
    """Sends another question to a figure that is ready; returns the host page."""

    def __call__(self, state: str = "") -> Page:
        """Ask a question with a quick answer; `state` is the part of an address after #.

        Earlier messages are forgotten.
        """


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


# The last of these messages changes the question; after its report, no message is pending.
AROUND_AT_REST = """(seed) => {
  const figure = document.querySelector("knights-tour");
  figure.getAttributeNames().forEach((name) => figure.removeAttribute(name));
  document.body.removeAttribute("style");
  document.querySelectorAll("body > iframe").forEach((frame) => frame.remove());
  scrollTo(0, 0);
  figure.pause();
  const free = {lock: "", hints: "", undos: "", ask: "", check: "", splice: 0};
  figure.set({...free, board: "2x1", ordering: "", step: 0, seed});
}"""
EMBEDDED = "embed=1&host=1"


class Host(Standing):
    """One page per browser with a figure that starts only once; see `Standing`.

    In the host page, the element's attributes, its colors and other frames are restored too. Tests
    of settings that a figure reads only at its start (`loading`, `src`) need a separate page:
    `embed`.
    """

    def __init__(self, browser: Browser, how: Mapping[str, Any], server: str) -> None:
        super().__init__(browser, how)
        self._server, self._turns = server, count(1)

    def figure(self, state: str = "") -> Page:
        """Restore everything, and ask a question."""
        page = self.in_front()
        drawn, frame = inside(page).locator("#board svg"), page.frames[1]
        turn = f"{next(self._turns)}"
        page.evaluate(AROUND_AT_REST, turn)
        tells(page, board="2x1", seed=turn)
        frame.evaluate(AT_REST, f"{EMBEDDED}&{NOTHING}")
        tells(page, board="2x1", seed=None)
        expect(drawn).to_have_attribute("data-board", "2x1")
        page.evaluate("told = []")
        frame.evaluate("(state) => { location.hash = state }", f"{EMBEDDED}&{state}")
        expect(drawn.and_(inside(page).locator(":not([data-board='2x1'])"))).to_be_attached()
        page.wait_for_function("told.some(({type, board}) => type === 'state' && board !== '2x1')")
        page.evaluate("told = []")
        return page

    def _start(self, page: Page) -> None:
        page.goto(f"{self._server}/blank")
        page.set_content(
            f'{LOG}<script src="embed.js"></script><body><div><knights-tour></knights-tour></div>'
        )
        messages(page, "ready")
