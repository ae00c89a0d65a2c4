"""At 200 % text size no control is cut off, and none sticks out of its frame."""

import pytest
from playwright.sync_api import Frame, expect

from tests.shared.browser import Ask
from tests.shared.reader import becomes

WIDTHS = (1280, 390)
LARGE = "html { font-size: 200% !important }"
#: Controls whose text is wider or higher than they are, or that stick out of the frame or row
#: around them. A field of text may scroll; a select shortens its text by itself.
CUT_OFF = """() => {
  const shown = (it) => it.checkVisibility({ visibilityProperty: true })
    && it.getClientRects().length && !it.closest(".spoken, [role=grid], .chapter");
  const called = (it) => it.id || it.name || it.textContent.trim().slice(0, 20);
  const inside = (it, box) => {
    const [a, b] = [it.getBoundingClientRect(), box.getBoundingClientRect()];
    const within = (from, to) => a[from] >= b[from] - 1 && a[to] <= b[to] + 1;
    return within("left", "right") && within("top", "bottom");
  };
  const open = document.querySelector("dialog[open]") || document.body;
  const parts = "button, a, label, summary, .seg span, .head, .modes span, .reading span, .rate";
  const texts = [...open.querySelectorAll(parts)].filter(shown);
  const cut = texts.filter((it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth
    && getComputedStyle(it).overflowX !== "visible" || it.scrollHeight > it.clientHeight + 3
    && it.clientHeight && getComputedStyle(it).display !== "inline");
  const framed = [...open.querySelectorAll(":is(.seg, .field, .stepper) > *")].filter(shown)
    .filter((it) => it.localName !== "input" && !inside(it, it.parentElement));
  const out = texts.filter((it) => {
    const { left, right } = it.getBoundingClientRect();
    return left < -1 || right > document.documentElement.clientWidth + 1;
  });
  return [...new Set([...cut, ...framed, ...out])].map(called);
}"""


def whole(page: Frame) -> None:
    """Expect every control to be seen whole, at each width."""
    style = page.add_style_tag(content=LARGE)
    for width in WIDTHS:
        page.page.set_viewport_size({"width": width, "height": 900})
        becomes(page, lambda: page.evaluate(CUT_OFF), [])
    style.evaluate("it => it.remove()")


@pytest.mark.sample(3)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "state",
    [
        *("closed=1", "board=6x6&ordering=textbook&prune=0&step=40", "mode=play&board=5x5"),
        *("mode=predict&board=5x6", "race=textbook&step=9", "board=3x8&closed=1"),
    ],
)
def test_no_control_of_the_lab_is_cut_off(ask: Ask, state: str, lang: str) -> None:
    whole(ask(f"{state}&lang={lang}"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["share", "assign", "open", "help"])
def test_no_control_of_a_dialog_is_cut_off(ask: Ask, name: str, lang: str) -> None:
    page = ask(f"board=5x5&lang={lang}")
    page.locator("#menu summary").click()
    page.locator(f"#tools [name={'share' if name == 'assign' else name}]").click()
    if name == "assign":
        page.locator("#share [name=assign]").click()
    expect(page.locator(f"#{name}[open]")).to_be_visible()
    whole(page)
