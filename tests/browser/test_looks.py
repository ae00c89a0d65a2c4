"""Looks and accessibility of the page: themes, sizes, print, and axe's findings."""

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.shared.browser import Ask, Place, Visit, ready
from tests.shared.reader import COLORS, DARK, LIGHT, becomes, findings, fingers, fits, press
from web.draw.patch import typeset
from web.lab.view.words import asked
from web.question.address import read

BUSY = [
    *("race=textbook&show=path,graph&step=9", "show=graph"),
    *("show=path,graph,numbers,degrees,names", "start=c1&end=a1", "board=130x130&step=0"),
    *("closed=1&board=5x5&ordering=best&holes=c3,b2", "board=201x200&ordering=best"),
]
# Makes each word two fifths longer, except in code.
LONGER = r"""() => {
  const longer = (word) => word + word.slice(0, Math.ceil(0.4 * word.length));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest("script, style, svg, code, pre")) continue;
    text.data = text.data.replace(/\p{L}{2,}/gu, longer);
  }
}"""

# In an unpatched Firefox, a test cannot choose the theme, reduced motion or print, nor turn off
# JavaScript.
told_by_the_system = pytest.mark.only_browser("chromium")


STORED = "Object.values(localStorage)"


@pytest.mark.every_engine
def test_in_a_light_system_the_theme_works_without_python_and_is_remembered(
    visit: Visit,
) -> None:
    page = visit(state="loading=click")
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    press(page, "Light or dark")
    expect(page.locator("body")).to_have_css("background-color", DARK)
    assert page.evaluate(STORED) == ["dark"]

    def stored_after_reload() -> list[str]:
        page.page.reload()
        stored: list[str] = page.evaluate(STORED)
        return stored

    becomes(page, stored_after_reload, ["dark"])  # Chromium stores it a moment later
    expect(page.locator("body")).to_have_css("background-color", DARK)


@pytest.mark.sample(1)
@pytest.mark.parametrize("state", ["", "view=rule&"])
def test_a_language_with_longer_words_fits_too(visit: Visit, state: str) -> None:
    page = visit(state=f"{state}loading=click")
    expect(page.locator(".lesson" if "view" in state else "#board svg").first).to_be_visible()
    page.evaluate(LONGER)
    for width in (320, 360, 560, 768, 980, 1280, 1920):
        fits(page, width)


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize(
    "state",
    [
        *("board=5x5&show=path,names&panels=tree", "board=5x5&panels=facts", "board=30x3"),
        *("board=3x30&show=numbers", "tour=jaenisch-1862", "race=textbook"),
    ],
)
def test_the_page_never_scrolls_sideways(ask: Ask, state: str) -> None:
    frame = ask(state)
    for width in (320, 360, 560, 768, 980, 1280, 1920):
        fits(frame, width)


# Returns the parts of the readout that are cut off, or need more than one line.
READOUT = """() => [...document.querySelectorAll("#reading span:not(:empty)")].filter((it) => {
  const words = document.createRange();
  words.selectNodeContents(it);
  const [a, b] = [words, it.parentElement].map((each) => each.getBoundingClientRect());
  const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > 1 || a.left < b.left - 1 || a.right > b.right + 1;
}).map((it) => it.textContent)"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "state",
    [
        "",
        "board=6x6&ordering=textbook&prune=0",  # 367,235 steps
        "board=3x8&closed=1&step=353",
        "board=5x5&ordering=textbook&prune=0&step=4000",
        "board=40x40&step=1599",
        "race=textbook&step=40",
        "mode=predict&step=9",
    ],
)
def test_the_readout_of_a_step_is_never_cut_off(ask: Ask, state: str, lang: str) -> None:
    page = ask(f"{state}&lang={lang}")
    expect(page.locator("#at")).not_to_be_empty()
    for width, height in ((1280, 720), (1920, 1080), (390, 844), (320, 640)):
        page.page.set_viewport_size({"width": width, "height": height})
        becomes(page, lambda: page.evaluate(READOUT), [])


@pytest.mark.sample(1)
@told_by_the_system
@pytest.mark.browser_context_args(has_touch=True, is_mobile=True)
@pytest.mark.parametrize(("width", "state"), [(320, ""), (390, ""), (480, "embed=1&")])
def test_on_touch_screens_the_speed_is_beside_the_step_and_a_figure_has_large_targets(
    visit: Visit, width: int, state: str
) -> None:
    page = visit(state=f"{state}loading=click")
    page.page.set_viewport_size({"width": width, "height": 740})
    script = "it => it.getBoundingClientRect().top"
    assert page.locator("#speed").evaluate(script) < page.locator("#of").evaluate(script)
    if state:
        expect(page.locator("html[data-waits]")).to_have_count(0)
        large_enough(page)


@pytest.mark.sample(1)
@pytest.mark.parametrize("state", BUSY)
def test_axe_finds_no_fault_in_the_light_and_dark_themes(ask: Ask, state: str) -> None:
    frame = ask(state)
    assert findings(frame) == []
    press(frame, "More")
    press(frame, "Pick on board: squares to cut out")
    press(frame, "Light or dark")
    expect(frame.locator("body")).to_have_css("background-color", DARK)
    assert findings(frame, COLORS) == []


@pytest.mark.every_engine(2)
@pytest.mark.parametrize(
    ("width", "seen", "unseen"), [(360, "files", "names"), (1280, "names", "files")]
)
def test_the_names_of_squares_or_files_are_visible_at_every_size(
    ask: Ask, width: int, seen: str, unseen: str
) -> None:
    frame = ask("show=names")
    frame.page.set_viewport_size({"width": width, "height": 900})
    expect(frame.locator(f".{seen} text").first).to_be_visible()
    expect(frame.locator(f".{unseen} text").first).to_be_hidden()


# The texts around a board that are outside the frame.
BEYOND = """() => [...document.querySelectorAll(":is(.ranks, .files, .sums) text")]
  .filter((it) => it.checkVisibility())
  .map((it) => [it.textContent, it.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < 0 || right > innerWidth)
  .map(([text]) => text)"""


def test_an_embed_shows_the_parts_around_its_board(visit: Visit, *, thorough: bool) -> None:
    page = ready(visit(state="embed=1&board=3x4"))
    for state in ("board=8x8", "race=textbook", "tour=jaenisch-1862&show=numbers"):
        page.evaluate("(state) => { location.hash = state }", f"embed=1&{state}")
        expect(page.locator("#board svg[data-board='8x8'] .ranks")).to_be_attached()
        widths = (300, 360, 400, 420, 450, 480, 520, 621, 900, 1000, 1100, 1280)
        for width in widths if thorough else widths[::4]:
            page.page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(BEYOND) == [], (state, width)


def test_in_a_narrow_embed_a_game_has_its_buttons_under_the_board(visit: Visit) -> None:
    page = visit(state="embed=1&board=5x5&mode=play&loading=click")
    page.page.set_viewport_size({"width": 360, "height": 640})
    board, undo = (page.locator(name).bounding_box() for name in ("#boards", "[name=undo]"))
    assert board
    assert undo
    assert undo["y"] - board["y"] - board["height"] <= 40  # the letters of the files


# Figures that are drawn before Python starts, and others: the page reserves room for these.
EMBEDDED = [
    "board=12x3&lock=all",  # a task, which is opened last with Python, because no address leaves it
    "board=7x7&closed=1",
    "board=9x9&start=c3&step=40",
    "race=textbook&step=40",
    "mode=play",
    "board=60x60&ordering=best",
    "board=5x6&panels=code,stack",
]
HEIGHT = "Math.round(document.documentElement.getBoundingClientRect().height)"


def test_an_embed_is_as_high_before_python_as_with_it(visit: Visit, *, thorough: bool) -> None:
    page, before = visit(state="embed=1&loading=click"), {}
    states = EMBEDDED if thorough else EMBEDDED[:3]
    for state in states:
        page.evaluate("(state) => { location.hash = state }", f"{state}&embed=1&loading=click")
        page.page.reload()
        expect(page.locator("html[data-waits]")).to_have_count(0)
        before[state] = heights(page)
    page.evaluate("knightsTour.start()")
    ready(page)
    for state in reversed(states):
        page.evaluate("(state) => { location.hash = state }", f"{state}&embed=1")
        expect(page.locator("#about")).to_have_text(
            typeset(asked(read(f"#{state}")[0], lambda _, word: word))
        )
        becomes(page, lambda: heights(page), before[state])


def heights(page: Frame) -> list[float]:
    """Return the heights of the page at some widths."""
    seen = []
    for width in (320, 360, 700, 1264):
        page.page.set_viewport_size({"width": width, "height": 800})
        seen.append(page.evaluate(HEIGHT))
    return seen


# Touch targets narrower than 44 pixels, or in a lower frame. `Use the best method` covers its
# field; words in sentences and squares of a board may be smaller.
TARGETS = """() => [...document.querySelectorAll(
    "button, select, summary, input, :is(.embed-bar, .views, .contents) a")]
  .filter((it) => it.checkVisibility() && !it.closest("[role=grid]"))
  .filter((it) => !it.matches(".best, p .word, li .word"))
  .map((it) => it.type === "checkbox" || it.type === "radio" ? it.closest("label") : it)
  .map((it) => [it.closest(".field, .stepper") || it, it])
  .map(([box, it]) => [it, it.getBoundingClientRect().width, box.getBoundingClientRect().height])
  .map(([it, wide, high]) => [it.name || it.id, Math.round(wide), Math.round(high)])
  .filter(([, wide, high]) => wide < 44 || high < 44)"""
NARROW = "body * { letter-spacing: -.2em }"  # some fonts have letters as narrow as this


def large_enough(page: Frame) -> None:
    """Expect large targets without overflow, on a phone and on a wide screen."""
    narrow = page.add_style_tag(content=NARROW)
    for width in (320, 360, 1280):
        page.page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TARGETS) == []
    narrow.evaluate("it => it.remove()")
    for width in (320, 360):
        fits(page, width)


@pytest.mark.sample(1)
@told_by_the_system
@pytest.mark.parametrize(
    "state",
    [
        *("", "mode=play&board=5x5", "ordering=random&end=b1", "race=textbook&panels=own"),
        *("board=6x3&holes=b2,b5&closed=1&ordering=best", "view=rule"),
    ],
)
def test_targets_are_large_on_touch_screens(ask: Ask, state: str) -> None:
    with fingers(page := ask(state)):
        large_enough(page)
        for name in ("Share", "Load a tour or a board") if not state else ():
            press(page, name)
            expect(page.get_by_role("dialog")).to_be_visible()
            large_enough(page)
            page.get_by_role("dialog").press("Escape")


LARGE_LETTERS = """html { font-size: 200% !important }
* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important }
"""


def test_large_widely_spaced_letters_stay_on_the_screen(visit: Visit, page: Page) -> None:
    frame = visit(state="loading=click")
    page.add_style_tag(content=LARGE_LETTERS)
    fits(frame, 640)
    frame.locator("#menu summary").click()
    expect(frame.get_by_role("button", name="Light or dark")).to_be_in_viewport()


def test_a_question_of_the_chapter_fits_a_very_narrow_screen(visit: Visit) -> None:
    frame = visit(state="view=graph&loading=click")
    expect(frame.locator("#graph-en .entry input").first).to_be_visible()
    fits(frame, 240)


# Pairs of controls of the same kind: one that is on or current, and one that is not.
PAIRS = {
    "a part of the page": ("#views [data-to=lab]", "#views [data-to=chapter]"),
    "a kind of tour": ("#closed-field .off", "#closed-field .on"),
}


HIGHLIGHT = """body => {
  const it = Object.assign(document.createElement("i"), {
    style: "forced-color-adjust: none; background: Highlight",
  });
  body.append(it);
  return getComputedStyle(it).backgroundColor;
}"""


@told_by_the_system
@pytest.mark.browser_context_args(forced_colors="active")
def test_forced_colors_distinguish_controls_that_are_on_or_off(visit: Visit) -> None:
    frame = visit(state="loading=click")
    ground = "it => getComputedStyle(it).backgroundColor"
    highlight = frame.locator("body").evaluate(HIGHLIGHT)
    for name, pair in PAIRS.items():
        on, off = (frame.locator(each).evaluate(ground) for each in pair)
        assert (on == highlight, off == highlight) == (True, False), name


@told_by_the_system
@pytest.mark.browser_context_args(reduced_motion="reduce", color_scheme="dark")
def test_the_page_is_dark_and_moves_nothing_if_the_system_says_so(visit: Visit) -> None:
    frame = visit(state="loading=click")
    expect(frame.locator("body")).to_have_css("background-color", DARK)
    expect(frame.locator(".progress")).to_have_css("transition-property", "none")


@pytest.mark.sample(1)
@told_by_the_system
@pytest.mark.parametrize("state", ["", "embed=1&"])
@pytest.mark.parametrize(("width", "height"), [(672, 994), (994, 672)], ids=["tall", "broad"])
def test_the_printed_board_is_as_wide_as_the_page_but_not_higher(
    visit: Visit, page: Page, state: str, width: int, height: int
) -> None:
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": height})
    frame = visit(state=f"{state}loading=click")
    expect(frame.get_by_role("status")).to_be_visible()
    expect(frame.get_by_role("button", name="Watch it try")).to_be_hidden()
    board = frame.locator("#board svg").bounding_box()
    assert board
    end = board["y"] + board["height"]
    assert board["width"] > 0.9 * width or end > 0.65 * height
    assert end < height


ON_PAPER = "getComputedStyle(document.documentElement, '::after').content"


@pytest.mark.sample(1)
@told_by_the_system
@pytest.mark.parametrize("place", ["file", "http"])
def test_the_printed_page_has_the_question_and_the_address_but_no_folder(
    visit: Visit, page: Page, place: Place
) -> None:
    state = "loading=click&board=5x5&closed=1"
    frame = visit(state=state, place=place)
    expect(frame.locator("#about")).to_be_hidden()
    page.pdf()  # fires the events of printing
    page.emulate_media(media="print")
    expect(frame.locator("#about")).to_contain_text("A closed tour of 5 × 5 from a1")
    expect(frame.locator("#about")).to_be_visible()
    expect(frame.get_by_role("link", name="Full page")).to_be_hidden()
    address = page.url if place == "http" else f"index.html#{state}"
    assert frame.evaluate(ON_PAPER) == f'"{address}"'


@told_by_the_system
@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_javascript_the_page_is_a_figure_with_an_explanation(visit: Visit) -> None:
    page = visit()
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("noscript p")).to_contain_text("With JavaScript off it stays this figure")
    expect(page.get_by_role("button")).to_have_count(0)
