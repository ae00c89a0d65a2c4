"""Parts of the page that are visible together, on laptops, a projector and phones."""

import pytest
from playwright.sync_api import Frame, Locator, expect

from tests.shared.browser import Ask, Visit, ready
from tests.shared.reader import becomes, fingers, press, question

#: Whether an element is wholly on the screen, and whether anything lies over its middle.
SEEN = """it => {
  const box = it.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const inside = box.width > 0 && box.top >= 0 && box.left >= 0;
  const top = document.elementFromPoint(x, y);
  return inside && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1
    && (it.contains(top) || top?.contains(it));
}"""


def on_screen(page: Frame, *selectors: str) -> None:
    """Expect each element to be completely on the screen and not covered."""
    for selector in selectors:
        expect(page.locator(selector)).to_be_visible()
        assert page.locator(selector).evaluate(SEEN), selector


def resized(page: Frame, width: int, height: int) -> None:
    """Set the size of the page, and scroll to its top."""
    page.page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 0)")


#: The controls of the page in view, as the acceptance counts them: the squares are none of them.
CONTROLS = """() => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio]," +
    "[role=slider], [role=checkbox], [role=switch]")]
  .filter((it) => !it.closest(".frame") && it.checkVisibility({ visibilityProperty: true }))
  .map((it) => [it, it.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height && box.bottom > 0 && box.top < innerHeight)
  .map(([it]) => it.id || it.name || it.textContent)"""
STATES = (
    *("", "board=8x8", "board=5x5&ordering=textbook&prune=0&step=49", "board=3x8&closed=1"),
    *("board=6x6&end=b1&step=0", "board=6x6&mode=predict", "board=6x6&race=textbook"),
    *("board=5x5&mode=play", "board=8x8&ordering=own&step=0", "tour=beverley-1848"),
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [(1280, 720, 26), (1920, 1080, 26), (390, 844, 20)])
def test_few_controls_are_in_view_in_every_state(ask: Ask, size: tuple[int, int, int]) -> None:
    page, (width, height, most) = ask(), size
    resized(page, width, height)
    for state in STATES:
        page.evaluate("(state) => { location.hash = state }", state)
        becomes(page, lambda: page.evaluate("document.documentElement.dataset.python"), "ready")
        seen = page.evaluate(CONTROLS)
        assert len(seen) <= most, (state, seen)
        for menu in ("#menu", ".show"):
            page.locator(f"{menu} > summary").click()
            becomes(page, lambda: len(page.evaluate(CONTROLS)) <= most, True)
            page.locator(f"{menu} > summary").click()
        if "own" not in state:  # there the program asks
            page.locator("#asked").click()
            expect(page.locator("#solve")).to_be_visible()
            page.evaluate("scrollTo(0, 0)")
            assert len(page.evaluate(CONTROLS)) <= most, (state, "form")
            page.locator("#more").click()
            page.evaluate("scrollTo(0, 0)")
            assert len(page.evaluate(CONTROLS)) <= most, (state, "more")
            page.get_by_role("button", name="Close").click()


BOXES = """() => ["header.top", "#boards", ".time", ".run", ".say h2"].map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return part === ".say h2" ? [x, y] : [x, y, width, height];
})"""
BOARDS = ("3x8", "8x3", "5x5", "6x7", "3x30", "30x30", "40x40", "1x1", "4x4", "12x12")
SEARCHES = (
    *("step=0", "closed=1", "ordering=textbook&prune=0&step=20", "mode=predict"),
    *("race=roth", "ordering=own&step=0"),
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (390, 844)])
def test_nothing_jumps_for_any_board_state_or_place(ask: Ask, size: tuple[int, int]) -> None:
    page = ask()
    resized(page, *size)
    before = page.evaluate(BOXES)
    links = [f"board={board}&step=1" for board in BOARDS]
    links += [f"board={board}&{more}" for board in ("5x5", "3x8", "8x8") for more in SEARCHES]
    links += ["tour=jaenisch-1862", "board=6x6&end=b1", "board=8x8&lang=zh"]
    assert len(links) >= 30
    for link in links:
        page.evaluate("(link) => { location.hash = link }", link)
        board = link.split("&")[0].partition("board=")[2] or "8x8"
        expect(page.locator(f"#board svg[data-board='{board}']")).to_be_visible()
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(BOXES) == before, link


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080)])
def test_board_steps_words_and_line_are_visible_together(ask: Ask, size: tuple[int, int]) -> None:
    page = ask("board=6x6&ordering=textbook&step=40")
    resized(page, *size)
    on_screen(page, "#board svg", "#timeline", "#play", ".say h2", "#asked", ".show summary")
    for panel, part in (("code", ".code .here"), ("stack", "#panel .here"), ("degrees", ".onward")):
        page.get_by_role("combobox", name="Panel").select_option(panel)
        on_screen(page, part)
    page.get_by_role("button", name="Your program").click()
    on_screen(page, "#board svg", "#play", "#own-run")


@pytest.mark.sample(2)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", [(390, 844), (360, 740), (360, 640), (768, 1024)])
def test_words_board_and_an_action_are_visible_together_on_phones_and_tablets(
    ask: Ask, size: tuple[int, int], lang: str
) -> None:
    page = ask(f"board=5x5&ordering=textbook&prune=0&step=49&lang={lang}")
    with fingers(page):
        resized(page, *size)
        actions = (f"#actions :nth-child({n})" for n in (1, 2, 3))
        on_screen(page, ".say h2", "#board svg", *actions, "#views [data-to=play]")
        if size[1] > 640:
            on_screen(page, "#timeline", "#play", "#speed", "#jump [name=before]")
        assert page.locator("html").evaluate("it => it.scrollWidth") == size[0]
        page.locator("#views [data-to=own]").click()
        on_screen(page, ".say h2", "#board svg", "#own-run")


def test_on_a_phone_solve_scrolls_back_to_the_board(ask: Ask) -> None:
    page = ask("board=5x5&step=0")
    with fingers(page):
        resized(page, 390, 844)
        page.locator("#asked").click()
        page.locator("#solve").click()
        expect(page.locator("svg[data-tour]")).to_be_visible()
        becomes(page, lambda: page.locator("#board svg").evaluate(SEEN), True)


def test_the_full_screen_board_has_its_steps_and_keys_after_a_click(ask: Ask) -> None:
    page = ask("board=6x6&step=9")
    press(page, "Full-screen board")
    expect(page.locator("html[data-present]")).to_be_attached()
    on_screen(page, "#board svg", "#play", ".asked", ".say h2", ".leave")
    page.locator("#board [data-square=d4]").click()
    expect(page.locator("#board .moves")).to_have_count(0)
    page.page.keyboard.press("Home")
    page.page.keyboard.press("ArrowRight")
    expect(page.locator("#at")).to_have_text("1 of 36 squares")
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("#asked")).to_be_visible()


TITLE = "Every square once"
SCROLLED = "() => Math.round(scrollY)"


def back(page: Frame) -> Locator:
    """Return the link among the places that leads back to the board."""
    return page.get_by_role("navigation").get_by_role("link", name="Watch", exact=True)


def at_title(page: Frame) -> None:
    """Expect the chapter at its title, below a header that can be used."""
    title = page.get_by_role("heading", name=TITLE)
    expect(title).to_be_in_viewport(ratio=1)
    becomes(page, lambda: page.evaluate(SCROLLED), 0)
    expect(back(page)).to_be_in_viewport(ratio=1)


def scrolled(page: Frame, down: int) -> None:
    """Scroll the page down by this distance, once it is long enough."""
    becomes(page, lambda: page.evaluate(f"scrollTo(0, {down}), scrollY >= {down}"), True)


@pytest.mark.every_engine
def test_an_early_click_opens_chapter_at_its_title_and_the_way_back_has_the_question(
    visit: Visit,
) -> None:
    page = visit(state="board=5x5&ordering=textbook&step=0&loading=click")
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("scrollTo(0, 500)")
    page.get_by_role("link", name="Chapter").click()
    at_title(page)
    page.evaluate("knightsTour.start()")
    at_title(ready(page))
    scrolled(page, 3000)
    back(page).click()
    expect(page.locator("#chapter")).to_be_hidden()
    expect(question(page).get_by_role("combobox", name="Move ordering")).to_have_value("textbook")
    expect(page.get_by_role("spinbutton", name="Rows")).to_have_value("5")


def test_on_a_touch_screen_the_header_takes_little_height(ask: Ask) -> None:
    page = ask("view=search")
    with fingers(page):
        page.page.set_viewport_size({"width": 390, "height": 844})
        scrolled(page, 3000)
        box = page.locator("header.top").bounding_box()
        assert box
        assert box["y"] == 0
        assert box["height"] <= 57
