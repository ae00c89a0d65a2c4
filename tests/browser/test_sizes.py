"""Parts of the page that are visible together, on laptops, a projector and phones."""

import re
from itertools import product

import pytest
from playwright.sync_api import Frame, Locator, expect

from kt_core import Board, solve
from tests.shared.browser import Ask, Visit, ready
from tests.shared.reader import becomes, fingers, press

#: Whether an element is wholly on the screen, and whether anything lies over its middle.
SEEN = """it => {
  const box = it.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const inside = box.width > 0 && box.top >= 0 && box.left >= 0;
  const top = document.elementFromPoint(x, y);
  return inside && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1
    && (it.contains(top) || top?.contains(it));
}"""
DOCKED = "it => it.getBoundingClientRect().top"


def on_screen(page: Frame, *selectors: str) -> None:
    """Expect each element to be completely on the screen and not covered."""
    for selector in selectors:
        expect(page.locator(selector)).to_be_visible()
        assert page.locator(selector).evaluate(SEEN), selector


def resized(page: Frame, width: int, height: int) -> None:
    """Set the size of the page, and scroll to its top."""
    page.page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 0)")


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080)])
def test_board_steps_answer_and_current_line_are_visible_together(
    ask: Ask, size: tuple[int, int]
) -> None:
    page = ask("board=6x6&ordering=textbook&step=40")
    resized(page, *size)
    on_screen(page, "#board svg", "#timeline", "#play", "#event", "#modes", "#show", "#answer")
    for panel, part in (
        ("Code", ".code .here"),
        ("Stack", "#panel .here"),
        ("Tree", "#panel svg"),
        ("Onward moves", ".onward"),
        ("Your program", "#own-run"),
    ):
        page.get_by_role("tab", name=panel, exact=True).click()
        on_screen(page, part)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    on_screen(page, "#board svg", "#play")  # it stays while the right side scrolls


def test_the_line_of_a_backtrack_is_visible_below_more_options(ask: Ask) -> None:
    page = ask("board=5x5&ordering=textbook&prune=0&step=22")
    resized(page, 1280, 720)
    expect(page.locator("#options")).to_be_visible()
    on_screen(page, "#board svg", "#answer", ".code .here")  # the listing's last line


def test_board_rail_and_controls_share_their_edges(ask: Ask) -> None:
    page = ask("board=6x6&step=9")
    resized(page, 1280, 720)
    sides = [
        page.locator(part).evaluate("it => [it.getBoundingClientRect().left, it.clientWidth]")
        for part in ("#rail", ".run", ".parts", "#boards")
    ]
    assert sides == [sides[0]] * 4
    rail = page.locator("#rail").evaluate(DOCKED)
    for board in ("3x8", "3x30", "8x5"):
        page.evaluate(f"location.hash = 'board={board}&step=5'")
        expect(page.locator(f"svg[data-board='{board}']")).to_be_visible()
        assert abs(page.locator("#rail").evaluate(DOCKED) - rail) < 40
    wide = page.locator("#boards").evaluate("it => it.clientWidth")
    assert wide == page.locator(".run").evaluate("it => it.clientWidth")
    resized(page, 1920, 1080)  # the wider the rail, the higher its drawing
    bottom = page.locator("#rail").evaluate("it => it.getBoundingClientRect().bottom")
    assert bottom <= page.locator("#play").evaluate(DOCKED)


def test_no_field_moves_away_while_it_is_changed(ask: Ask) -> None:
    page = ask("step=0")
    resized(page, 1280, 720)
    fewer = page.get_by_role("button", name="Fewer rows")
    before = fewer.bounding_box()
    fewer.click(click_count=5)
    expect(page.locator("svg[data-board='3x8']")).to_be_visible()
    assert fewer.bounding_box() == before


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_on_a_phone_the_sentences_of_a_game_are_below_the_board(
    ask: Ask, size: tuple[int, int]
) -> None:
    page = ask("mode=play&board=5x5")
    with fingers(page):
        resized(page, *size)
        press(page, "Still possible?")
        expect(page.get_by_role("status")).to_contain_text("a tour still exists")
        on_screen(page, "#board svg", "#answer", "#game [name=advise]", "#game [name=undo]")
        page.evaluate("location.hash = 'board=5x5&mode=predict'")
        expect(page.get_by_role("status")).to_contain_text("Where does the search go next?")
        on_screen(page, "#board svg", "#answer", "#play")
        page.evaluate("location.hash = 'board=3x4&mode=play'")
        for square in solve(Board(3, 4), start="a1").path[1:]:
            page.locator(f"#board [data-square={Board(3, 4).name(square)}]").click(force=True)
        expect(page.get_by_role("status")).to_contain_text("Well done")
        on_screen(page, "#board svg", "#answer", "#next button >> nth=0", "#game [name=undo]")
        page.page.mouse.move(0, 0)
        page.evaluate("location.hash = 'board=5x5&ordering=textbook&prune=0&step=21'")
        expect(page.locator("#event")).to_contain_text("Dead end on")
        on_screen(page, "#board svg", "#event", "#play")


@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_on_a_phone_in_landscape_the_board_and_its_controls_are_visible_together(
    ask: Ask, size: tuple[int, int]
) -> None:
    page = ask("board=5x5&ordering=textbook&prune=0&step=21")
    with fingers(page):
        resized(page, *size)
        on_screen(page, "#board svg", "#timeline", "#play", "[name=after]", "#event")
        for state, seen in (
            ("board=3x8&closed=1", ("#play", "#timeline")),
            ("board=6x6&race=textbook&step=20", ("#rival svg", "#answer", "#play")),
            ("board=5x6&mode=predict", ("#answer", "#play")),
            ("board=5x5&mode=play", ("#answer", "[name=undo]", "[name=judge]", "[name=anew]")),
        ):
            page.evaluate("(state) => { location.hash = state }", state)
            board = state.split("&")[0].replace("=", "='") + "'"
            on_screen(page, f"#board svg[data-{board}]", *seen)
        press(page, "Still possible?")
        expect(page.get_by_role("status")).to_contain_text("a tour still exists")
        on_screen(page, "#board svg", "#answer", "[name=undo]")


def test_on_a_phone_a_wrong_address_is_reported_below_the_board(ask: Ask) -> None:
    page = ask("board=5x5&start=z9")
    with fingers(page):
        resized(page, 390, 844)
        expect(page.locator("#answer")).to_contain_text("z9")
        on_screen(page, "#board svg", "#answer", "#play")


def test_on_a_phone_a_task_is_shown_above_its_board(ask: Ask) -> None:
    page = ask("board=5x5&mode=play&hints=2&lock=all")
    with fingers(page):
        resized(page, 360, 640)
        (_, end), (start, _) = (_box(page.locator(part)) for part in ("#task", "#boards"))
        assert end <= start


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_on_a_phone_the_header_is_one_row(ask: Ask, lang: str) -> None:
    page = ask(f"lang={lang}&step=0")
    with fingers(page):
        resized(page, 360, 640)
        boxes = [_box(page.locator(part)) for part in ("#views", "#tools", "#languages", ".theme")]
        assert max(top for top, _ in boxes) < min(bottom for _, bottom in boxes)
        assert page.locator("html").evaluate("it => it.scrollWidth") == 360


def test_on_a_phone_solve_scrolls_back_to_the_board(ask: Ask) -> None:
    page = ask("board=5x5&step=0")
    with fingers(page):
        resized(page, 390, 844)
        page.get_by_role("button", name="Watch it fail").scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, 500)")
        page.get_by_role("button", name="Solve").click()
        expect(page.locator("svg[data-tour]")).to_be_visible()
        on_screen(page, "#board svg")


def _box(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


WIDTHS = (360, 390, 1280, 1920)


def test_each_toggle_shows_its_name(ask: Ask) -> None:
    page = ask()
    names = ("Path", "Graph", "Numbers", "Degrees", "Names")
    for width, name in product(WIDTHS, names):
        page.page.set_viewport_size({"width": width, "height": 844})
        toggle = page.get_by_role("group", name="Show").get_by_role("button", name=name)
        box = toggle.locator("span").bounding_box()
        assert box
        assert box["width"] > 12
        assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_on_a_small_phone_the_sentence_about_tours_is_above_the_fold(ask: Ask, lang: str) -> None:
    page = ask(f"lang={lang}")
    page.page.set_viewport_size({"width": 360, "height": 640})
    sentence, play = page.locator(".what"), page.locator("#play")
    for seen in (sentence, play):
        expect(seen).to_be_visible()
        box = seen.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640


def test_the_moves_of_a_tour_are_copied_or_selected(ask: Ask) -> None:
    page = ask("board=5x5")
    page.get_by_role("button", name="Copy the moves").click()
    expect(page.locator("#moves-copied")).to_have_text(re.compile("Copied|Selected"))


def test_the_board_fills_the_screen_and_returns(ask: Ask) -> None:
    page = ask()
    page.get_by_role("button", name="Full-screen board").click()
    expect(page.locator("html[data-present]")).to_be_attached()
    expect(page.get_by_role("button", name="Solve")).to_be_hidden()
    page.get_by_role("button", name="Leave the full-screen board").click()
    expect(page.get_by_role("button", name="Solve")).to_be_visible()


SIZES = [(1280, 720), (390, 844)]
TITLE = "Every square once"
SCROLLED = "() => Math.round(scrollY)"


def back(page: Frame) -> Locator:
    """Return the link in the header that leads back to the lab."""
    return page.get_by_role("navigation").get_by_role("link", name="Lab", exact=True)


def at_title(page: Frame) -> None:
    """Expect the chapter at its title, below a header that can be used."""
    title = page.get_by_role("heading", name=TITLE)
    expect(title).to_be_in_viewport(ratio=1)
    becomes(page, lambda: page.evaluate(SCROLLED), 0)
    expect(back(page)).to_be_in_viewport(ratio=1)


def scrolled(page: Frame, down: int) -> None:
    """Scroll the page down by this distance, once it is long enough."""
    becomes(page, lambda: page.evaluate(f"scrollTo(0, {down}), scrollY >= {down}"), True)


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.one_engine)])
def test_chapter_opens_at_its_title_and_its_header_leads_back(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = ready(visit(state="board=5x6"))  # one that has not left the chapter at a section
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 500)")
    page.get_by_role("link", name="Chapter").click()
    at_title(page)
    scrolled(page, 3000)
    expect(back(page)).to_be_in_viewport(ratio=1)
    back(page).click()
    expect(page.locator("svg[data-board='5x6']")).to_be_visible()
    expect(page.locator("#chapter")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_a_click_before_python_opens_chapter_at_its_title(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(state="loading=click")
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_role("link", name="Chapter").click()
    at_title(page)
    page.evaluate("knightsTour.start()")
    at_title(ready(page))


def test_on_a_touch_screen_the_header_takes_little_height(ask: Ask) -> None:
    page = ask("view=search")
    with fingers(page):
        page.page.set_viewport_size({"width": 390, "height": 844})
        scrolled(page, 3000)
        box = page.locator("header.top").bounding_box()
        assert box
        assert box["y"] == 0
        assert box["height"] <= 56
