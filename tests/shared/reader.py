"""Actions and observations of a reader of the page, and functions that wait for results.

The page answers asynchronously, so a test must not read a value only once. Playwright's `expect`
retries; so does `becomes`, for values for which `expect` has no assertion.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Frame, FrameLocator, Locator, Page, expect

PATIENCE = 90  # seconds, for a busy machine; a passing test never waits so long
LIGHT, DARK = "rgb(251, 250, 248)", "rgb(20, 22, 26)"  # the page's background
Seen = TypeVar("Seen")
Where = TypeVar("Where", Frame, FrameLocator)

NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
# This leaves out endless animations, such as the progress bar of a start.
MOVING = """document.getAnimations()
  .filter((it) => it.effect.getComputedTiming().endTime !== Infinity)"""
AT_REST = f"() => Promise.all({MOVING}.map((it) => it.finished.catch(() => null)))"
LATER = f"() => {MOVING}.forEach((it) => it.finish())"


def answer(page: Frame) -> Locator:
    """Return the element that shows the answer."""
    return page.get_by_role("status")


def at(page: Frame) -> Locator:
    """Return the element that shows the current step."""
    return page.locator("#at")


def timeline(page: Frame) -> Locator:
    """Return the slider that goes to any step."""
    return page.get_by_role("slider", name="Timeline")


#: The buttons of the menu, by the names that the tests use.
MENU = {
    "Share": "Share…",
    "Load a tour or a board": "Load…",
    "Symbols and shortcuts": "Symbols and shortcuts",
    "Light or dark": "Light or dark",
    "Full-screen board": "Full-screen board",
}


def press(page: Where, name: str) -> None:
    """Press the button with this name; first open the menu or the form that has it."""
    if name in MENU:
        page.locator("#menu summary").click()
    elif name == "More":
        question(page).locator("#more").click()
        return
    button = page.get_by_role("button", name=MENU.get(name, name), exact=True)
    if name == "Solve" and not button.count():
        question(page)
    button.first.click()


def question(page: Where) -> Where:
    """Open the form of the question, unless it is open; return its page."""
    if page.locator("#question").is_hidden():
        page.locator("#asked").click()
        expect(page.locator("#question")).to_be_visible()
    return page


def show(page: Frame, name: str, *, on: bool = True) -> None:
    """Switch a layer of the board, or "predict", on or off."""
    page.locator(f"#show [name={name}]").evaluate("(it, on) => it.checked !== on && it.click()", on)


def play(page: Where, *names: str) -> None:
    """Click on these squares, one after another."""
    for name in names:
        page.locator(f"#board [data-square={name}]").click(force=True)


def panel(page: Frame, title: str) -> None:
    """Show a panel by its title."""
    page.get_by_role("combobox", name="Panel").select_option(label=title)


def leads_to(page: Frame, ending: str) -> None:
    """Expect an address with this end: `leads_to(page, "#step=20")`."""
    expect(page.page).to_have_url(re.compile(re.escape(ending) + "$"))


def becomes(page: Page | Frame, seen: Callable[[], Seen], wanted: Seen) -> None:
    """Expect a value to become this; it is read in every animation frame until it does."""
    end = monotonic() + PATIENCE
    while (last := seen()) != wanted and monotonic() < end:
        page.evaluate(NEXT_FRAME)
    assert last == wanted, f"{last!r} did not become {wanted!r}"


def fits(page: Frame, width: int, what: str = "html") -> None:
    """Expect a page, or a part of it, without horizontal overflow at this width."""
    page.page.set_viewport_size({"width": width, "height": 800})
    script = "it => [it.ownerDocument.defaultView.innerWidth, it.scrollWidth - it.clientWidth]"
    becomes(page, lambda: page.locator(what).evaluate(script), [width, 0])


@contextmanager
def fingers(page: Frame) -> Iterator[None]:
    """Emulate a touch screen in Chromium; a test that fails leaves its page."""
    try:
        session = page.page.context.new_cdp_session(page)
    except Error:  # the frame is in the process of its page
        session = page.page.context.new_cdp_session(page.page)

    def take(*, enabled: bool) -> None:
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": enabled})
        is_coarse = "matchMedia('(pointer: coarse)').matches"
        becomes(page, lambda: page.evaluate(is_coarse), enabled)

    take(enabled=True)
    yield
    take(enabled=False)
    session.detach()


def focused(element: Locator) -> None:
    """Expect an element to have the focus in its page.

    Playwright's `to_be_focused` also requires that the page is active, and with two pages in one
    Firefox that may be the other one.
    """
    is_active = "it => it === it.ownerDocument.activeElement"
    becomes(element.page, lambda: element.evaluate(is_active), True)


def some_time_later(page: Frame) -> None:
    """Finish all animations and transitions immediately."""
    page.evaluate(LATER)


EVERYTHING, COLORS = "{}", "{runOnly: ['cat.color']}"
# Each finding is the rule and the first element.
FINDINGS = """axe.run({resultTypes: ['violations'], ...%s})
  .then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))"""


def findings(page: Page | Frame, rules: str = EVERYTHING) -> list[list[str]]:
    """Return the findings of axe, each as the rule and the first element.

    Themes differ only in `COLORS`, so one theme is enough.
    """
    page.evaluate(AT_REST)  # the contrast of a color in transition would be wrong
    if page.evaluate("!self.axe"):
        page.evaluate(Axe().axe_script)
    found: list[list[str]] = page.evaluate(FINDINGS % rules)
    return found
