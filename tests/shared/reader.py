"""What a reader of the page sees and does there, and how a test waits for it.

The page answers in its own time, so nothing is read once and compared: Playwright's `expect` looks
until it is so, and `becomes` does where `expect` has no words for it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Locator, Page, expect

PATIENCE = 90  # seconds, for a machine at work; no test that passes takes them
LIGHT, DARK = "rgb(251, 250, 248)", "rgb(20, 22, 26)"  # the page's ground
Seen = TypeVar("Seen")

NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
# But for what moves for ever, as the bar of a start does.
MOVING = """document.getAnimations()
  .filter((it) => it.effect.getComputedTiming().endTime !== Infinity)"""
AT_REST = f"() => Promise.all({MOVING}.map((it) => it.finished.catch(() => null)))"
LATER = f"() => {MOVING}.forEach((it) => it.finish())"


def answer(page: Frame) -> Locator:
    """Return where the page says what there is to say."""
    return page.get_by_role("status")


def at(page: Frame) -> Locator:
    """Return what says which step is shown."""
    return page.locator("#at")


def timeline(page: Frame) -> Locator:
    """Return the slider that goes to any step."""
    return page.get_by_role("slider", name="Timeline")


def press(page: Frame, name: str) -> None:
    """Press the button of this name."""
    page.get_by_role("button", name=name, exact=True).click()


def leads_to(page: Frame, ending: str) -> None:
    """Expect an address that ends so: `leads_to(page, "#step=20")`."""
    expect(page.page).to_have_url(re.compile(re.escape(ending) + "$"))


def becomes(page: Page | Frame, seen: Callable[[], Seen], wanted: Seen) -> None:
    """Expect what is seen to become this; look at it in every frame of the screen until it is."""
    end = monotonic() + PATIENCE
    while (last := seen()) != wanted and monotonic() < end:
        page.evaluate(NEXT_FRAME)
    assert last == wanted, f"{last!r} did not become {wanted!r}"


def fits(page: Frame, width: int, what: str = "html") -> None:
    """Expect a page, or a part of it, that has nothing beside it at this width of the screen."""
    page.page.set_viewport_size({"width": width, "height": 800})
    script = "it => [it.ownerDocument.defaultView.innerWidth, it.scrollWidth - it.clientWidth]"
    becomes(page, lambda: page.locator(what).evaluate(script), [width, 0])


@contextmanager
def fingers(page: Frame) -> Iterator[None]:
    """Let Chromium take a screen for one that is touched; a test that fails leaves its page."""
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

    Playwright's `to_be_focused` asks also whether the page is the active one, and of two pages in
    one Firefox that may be the other.
    """
    is_active = "it => it === it.ownerDocument.activeElement"
    becomes(element.page, lambda: element.evaluate(is_active), True)


def some_time_later(page: Frame) -> None:
    """Bring whatever the style sheet does after a time to its end, without the time."""
    page.evaluate(LATER)


EVERYTHING, COLOURS = "{}", "{runOnly: ['cat.color']}"
# The rule, and the first element.
FINDINGS = """axe.run({resultTypes: ['violations'], ...%s})
  .then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))"""


def findings(page: Page | Frame, rules: str = EVERYTHING) -> list[list[str]]:
    """Return what axe finds wrong, serious or not: the rule, and the first element.

    In another theme what is there is the same in other `COLOURS`.
    """
    page.evaluate(AT_REST)  # a colour on its way to another is neither
    if page.evaluate("!self.axe"):
        page.evaluate(Axe().axe_script)
    found: list[list[str]] = page.evaluate(FINDINGS % rules)
    return found
