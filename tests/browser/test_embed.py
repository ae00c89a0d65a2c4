"""The page in other pages: starts of the custom element and of a plain frame."""

import re
from collections import Counter
from pathlib import Path
from typing import Literal, Protocol
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from kt_core import Board, solve
from tests.shared.browser import DIST, Ask, Guard, Visit, framed, ready, serving
from tests.shared.host import (
    LOG,
    REPORTED,
    as_high,
    board,
    call,
    course_book,
    inside,
    messages,
    tells,
)
from tests.shared.reader import DARK, LIGHT, becomes, findings, fingers, play
from web.question.address import read
from web.share.lines import lines

STARTED = "html[data-python=loading], html[data-python=ready]"


class Embed(Protocol):
    """Opens a page of another site with this body; gives its `knights-tour` elements a script."""

    def __call__(self, body: str, place: Literal["http", "file"] = "http") -> Page:
        """Open it on a server of dist/, or on disk."""


@pytest.fixture
def embed(page: Page, server: str, tmp_path: Path) -> Embed:
    """Open a page with embeds."""

    def embed(body: str, place: Literal["http", "file"] = "http") -> Page:
        script = (DIST / "embed.js").as_uri() if place == "file" else "embed.js"
        text = f'{LOG}<script src="{script}"></script><body>{body}'
        if place == "file":
            (tmp_path / "course.html").write_text(text)
            page.goto((tmp_path / "course.html").as_uri())
        else:
            page.goto(f"{server}/blank?{quote(text)}")
        return page

    return embed


@pytest.mark.sample(1)
@pytest.mark.every_engine(2)
@pytest.mark.parametrize("place", ["http", "file"])
def test_an_element_is_a_sandboxed_figure(embed: Embed, place: Literal["http", "file"]) -> None:
    page = embed('<knights-tour board="5x6" start="b2" closed><a>x</a></knights-tour>', place)
    frame = page.locator("knights-tour > iframe")
    expect(frame).to_have_attribute(
        "sandbox", re.compile("^allow-scripts allow-downloads allow-popups")
    )
    expect(frame).to_have_attribute("allow", "fullscreen; clipboard-write")
    expect(board(page, "5x6")).to_be_visible()
    expect(inside(page).get_by_role("status")).to_contain_text("Closed tour found: 30 squares")
    expect(page.get_by_text("x", exact=True)).to_be_hidden()
    ready_alone = [{"figure": "", "source": "knights-tour", "v": 1, "type": "ready"}]
    messages(page, "ready")
    assert page.evaluate("told") == ready_alone  # no tour was found: nobody searched


@pytest.mark.browser_context_args(java_script_enabled=False)
@pytest.mark.only_browser("chromium")
def test_the_content_of_the_element_shows_without_scripts(embed: Embed) -> None:
    page = embed('<knights-tour><a href="x">The tour</a></knights-tour>')
    expect(page.get_by_role("link", name="The tour")).to_be_visible()


def test_the_same_question_opens_in_the_whole_page(embed: Embed) -> None:
    page = embed("<knights-tour board=5x6 closed loading=click theme=dark></knights-tour>")
    expect(inside(page).locator("#about")).to_contain_text("A closed tour of 5 × 6 from a1")
    with page.context.expect_page() as opened:
        inside(page).get_by_role("link", name="Full page").click()
    assert opened.value.url.endswith("/index.html#board=5x6&closed=1")
    assert opened.value.evaluate("window.origin") != "null"
    expect(opened.value.locator("#board svg[data-board='5x6'][data-tour]")).to_be_visible()
    expect(opened.value.locator(STARTED)).to_be_attached()


def test_a_sandbox_without_popups_is_reported(page: Page, server: str, guard: Guard) -> None:
    guard.allow("allow-popups")
    frame = framed(page, server, f"{server}/index.html#embed=1&loading=click")
    frame.get_by_role("link", name="Full page").click()
    expect(frame.get_by_text("lets it open no other page")).to_be_visible()
    expect(frame.get_by_role("link", name="Full page")).to_be_hidden()
    expect(frame.get_by_role("button", name="Full screen")).to_be_hidden()  # forbidden by the frame


@pytest.mark.full
@pytest.mark.only_browser("chromium")
def test_a_figure_fills_the_screen_and_its_place_keeps_its_height(embed: Embed) -> None:
    page = embed("<knights-tour board=5x6 loading=click></knights-tour>")
    frame, turn = page.locator("iframe"), inside(page).get_by_role("button", name="Full screen")
    expect(inside(page).locator("#about")).to_contain_text("5 × 6")
    as_high(page, frame)
    before = frame.bounding_box()
    for is_full in ("true", "false"):
        turn.click()
        expect(turn).to_have_attribute("aria-pressed", is_full)
    becomes(page, frame.bounding_box, before)


@pytest.mark.every_engine
def test_a_figure_has_the_colors_of_its_host_page(embed: Embed) -> None:
    night = "body { transition: background-color 50ms } .night { background: #223 }"
    page = embed(f"<style>{night}</style><knights-tour loading=click></knights-tour>")
    body = inside(page).locator("body")
    for change, color in (
        ("scrollTo(0, 0)", LIGHT),
        ("document.body.className = 'night'", DARK),
        ("document.body.className = ''", LIGHT),
        ("document.documentElement.style.colorScheme = 'dark'", DARK),
        ("document.documentElement.style.background = 'white'", LIGHT),
        ("document.body.className = 'night'", DARK),
        ("document.querySelector('knights-tour').setAttribute('theme', 'light')", LIGHT),
    ):
        page.evaluate(f"void ({change})")
        expect(body).to_have_css("background-color", color)


GROUNDS = {
    "": LIGHT,
    "background: #fff": LIGHT,
    "background: oklch(0.3 0.1 250)": DARK,
    "background: rgb(0 0 0 / 80%)": DARK,
    "background: rgb(0 0 0 / 20%)": LIGHT,
    "color-scheme: dark": DARK,
    "color-scheme: light dark": DARK,
    "color-scheme: light": LIGHT,
    "background: #111; color-scheme: light dark": DARK,
}


@pytest.mark.full
@pytest.mark.only_browser("chromium")
@pytest.mark.parametrize("said", ["", "<meta name=color-scheme content=light>"])
@pytest.mark.browser_context_args(color_scheme="dark")
def test_in_a_dark_system_a_figure_matches_its_background(embed: Embed, said: str) -> None:
    figures = "".join(
        f'<div style="width: 100px; {ground}"><div><knights-tour id=a{i} loading=click>'
        "</knights-tour></div></div>"
        for i, ground in enumerate(GROUNDS)
    )
    page = embed(f'{said}<div style="display: flex">{figures}</div>')
    for i, color in enumerate(GROUNDS.values()):
        body = inside(page, f"#a{i}").locator("body")
        expect(body).to_have_css("background-color", color)


def test_messages_before_the_start_take_effect_later_without_history(embed: Embed) -> None:
    page = embed("<knights-tour lang=zh board=5x5 loading=click></knights-tour>")
    expect(inside(page).locator("html[data-python=idle]")).to_be_attached()
    expect(page.locator("iframe")).to_have_attribute("title", "骑士巡游")
    page.frames[-1].wait_for_load_state()
    before = page.evaluate("history.length")
    for sides in ("5x5", "6x6", "5x6"):
        call(page, f"setAttribute('board', '{sides}')")
    expect(inside(page).locator("svg[data-board='5x6']")).to_be_visible()
    call(page, "set({board: '6x6', step: 0, closed: true, lang: 'en'})")
    call(page, "step()")
    expect(inside(page).locator("#at")).to_contain_text("1 of ")
    tells(page, board="6x6", step="1", closed="1")
    assert page.evaluate("history.length") == before
    call(page, "removeAttribute('board')")
    call(page, "removeAttribute('lang')")
    expect(inside(page).locator("svg[data-board='8x8']")).to_be_visible()
    expect(page.locator("iframe")).to_have_attribute("title", "Knight’s Tour")


@pytest.mark.every_engine
def test_the_height_does_not_follow_the_frame(visit: Visit, page: Page) -> None:
    frame = visit(state="embed=1&loading=click")
    heights = set()
    for height in (200, 600, 1400):
        page.set_viewport_size({"width": 700, "height": height})
        becomes(page, lambda: frame.evaluate("innerHeight"), height)
        heights.add(frame.locator("html").evaluate("it => it.getBoundingClientRect().height"))
    assert len(heights) == 1


# An embed shows them one after another; it cannot leave the last one.
FRAMED = [f"closed=1&mode={mode}" for mode in ("watch", "predict", "play")]
FRAMED += ["race=textbook&board=5x6", "ordering=own&board=6x6", f"{FRAMED[-1]}&lock=all"]


@pytest.mark.only_browser("chromium")
def test_a_plain_frame_shows_its_whole_content_on_touch_screens(
    page: Page, server: str, *, thorough: bool
) -> None:
    line = lines(read("")[0], f"{server}/index.html")["frame"]
    page.goto(f"{server}/blank")
    page.set_content(f'<!DOCTYPE html><body style="margin: 0">{line}')
    frame, bottom = page.frames[1], "it => innerHeight - it.getBoundingClientRect().bottom"
    with fingers(ready(frame)):
        for state in FRAMED:
            question = read(f"#{state}")[0]
            (height,) = re.findall(r'height="(\d+)"', lines(question, "")["frame"])
            page.locator("iframe").evaluate("(it, height) => { it.height = height }", height)
            frame.evaluate("(state) => { location.hash = state }", f"embed=1&{state}")
            drawing = frame.locator(f"#board svg[data-board='{question.board}']").first
            expect(drawing).to_be_visible()
            expect(frame.locator("#stage")).to_have_attribute("data-mode", question.mode)
            for width in (360, 390, 440, 620, 760, 1200)[:: 1 if thorough else 3]:
                if question.is_own and width < 640:
                    continue  # there the frame scrolls
                page.set_viewport_size({"width": width, "height": 740})
                becomes(page, lambda: frame.evaluate("innerWidth"), width)
                for part in ("html", "#answer"):
                    assert frame.locator(part).evaluate(bottom) >= 0, (state, width)
        expect(frame.locator("#task")).to_contain_text("Find a closed tour from a1.")


# Each frame reports the state of its Python to the host page. Its start waits at the first module
# that it compiles, until the host page says "go".
HELD = """self === top || (() => {
  const { compile } = WebAssembly;
  const released = new Promise((resolve) =>
    addEventListener("message", ({data}) => data === "go" && resolve()));
  WebAssembly.compile = (code) => released.then(() => compile.call(WebAssembly, code));
  new MutationObserver(() =>
    top.postMessage({phase: document.documentElement.dataset.python}, "*")
  ).observe(document, {attributeFilter: ["data-python"], subtree: true});
})()"""
# Each start waits until the next one has begun, so two are always under way, except at the end.
COUNT = """<script>begun = now = most = 0; held = [];
addEventListener("message", ({data, source}) => {
  if (data.phase === "loading") { begun += 1; now += 1; held.push(source); }
  if (data.phase === "ready") now -= 1;
  most = Math.max(most, now);
  while (held.length > (begun < 3)) held.shift().postMessage("go", "*");
})</script>"""


@pytest.mark.full
def test_at_most_two_figures_start_at_once_each_with_its_messages(embed: Embed, page: Page) -> None:
    page.add_init_script(HELD)
    embed(COUNT + "<knights-tour id=a board=5x5 loading=eager></knights-tour>" * 3)
    page.wait_for_function("told.filter(it => it.type === 'ready').length === 3")
    assert page.evaluate("[begun, most]") == [3, 2]
    call(page, "set({board: '6x6'})")  # the first of three that have one name
    for nth, sides in enumerate(("6x6", "5x5", "5x5")):
        figure = page.frame_locator(f"iframe >> nth={nth}")
        expect(figure.locator(f"svg[data-board='{sides}']")).to_be_visible()


@pytest.mark.every_engine
def test_a_figure_starts_when_seen_touched_or_eager_and_loads_once(
    embed: Embed, page: Page
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    waiting = "".join(
        f"<knights-tour id={name} board=5x5 loading=click></knights-tour>"
        for name in ("touched", "hurried", "left")
    )
    gap = '<div style="height: 1500px"></div>'
    embed(f"<knights-tour id=seen></knights-tour>{waiting}{gap}<knights-tour id=unseen>")
    expect(board(page, "8x8", "#seen")).to_be_visible()
    becomes(page, lambda: [it["figure"] for it in messages(page, "ready")], ["seen"])
    inside(page, "#touched").locator("html[data-python=idle]").locator("#board").click()
    expect(inside(page, "#touched").locator("html[data-python=ready]")).to_be_attached()
    for name in ("hurried", "left", "unseen"):
        expect(inside(page, f"#{name}").locator(STARTED)).to_have_count(0)
    call(page, "parentElement.querySelector('#hurried').setAttribute('loading', 'eager')")
    expect(inside(page, "#hurried").locator(STARTED)).to_be_attached()
    page.locator("#unseen").scroll_into_view_if_needed()
    expect(inside(page, "#unseen").locator(STARTED)).to_be_attached()
    page.locator("#left").scroll_into_view_if_needed()
    expect(inside(page, "#left").locator("html[data-python=idle]")).to_be_attached()
    for name in ("seen", "touched", "hurried", "unseen"):
        expect(inside(page, f"#{name}").locator("html[data-parts=here]")).to_be_attached()
    scripts = Counter(name for name in asked if re.search(r"-[0-9a-f]{12}\.js$", name))
    assert [name for name, times in scripts.items() if times > 1] == []
    assert any("/wasm-1-" in name for name in scripts)
    assert any("/lessons-" in name for name in scripts)


JUNK = [
    *("null", "'sched$7'", "[1]", "new ArrayBuffer(9)", "{type: 'solve'}"),
    "{...head, type: 'set', board: '6x6'.padEnd(1e7)}",
    *("{...head, type: 'set', board: {toString: 'x'}}", "{...head, type: 'set', board: ['6x6']}"),
    "{...head, type: 'set', board: '6x6', step: NaN}",
    "{...head, type: 'set', board: '6x6', closed: null}",
    'JSON.parse(\'{"source": "knights-tour", "v": 1, "type": "__proto__", "board": "6x6"}\')',
    "{...head, type: 'constructor', board: '6x6'}",
    "{subject: 'SPLICE.getState.response', message_id: {}, state: {board: {}}}",
]


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize(
    ("document", "sandbox"),
    [
        ("index.html", "allow-scripts allow-same-origin"),
        ("knights-tour.html", "allow-scripts"),
    ],
)
def test_a_plain_frame_obeys_messages_and_ignores_others(
    page: Page, server: str, document: str, sandbox: str
) -> None:
    state = "board=5x5&embed=1&step=0"
    lends = "same-origin" in sandbox  # this sandbox makes the page load its own parts
    more = "&host=1" if lends else "&loading=click"
    frame = framed(page, server, f"{server}/{document}#{state}{more}", sandbox)
    page.evaluate("told = []; addEventListener('message', ({data}) => told.push(data))")
    send = "head = {source: 'knights-tour', v: 1}; frames[0].postMessage(%s, '*')"
    for junk in JUNK:
        page.evaluate(send % junk)
    page.evaluate(send % "{...head, type: 'pause'}")  # no more than what waits
    expect(frame.locator("html")).to_have_attribute("data-python", "idle")
    keys = "{...head, type: 'set', __proto__: {board: '6x6'}, seed: '7', lang: '<b>'}"
    page.evaluate(send % keys)
    frame.wait_for_url(re.compile("seed=7"))
    assert "board=5x5" in frame.url
    assert frame.evaluate("({}).board") is None
    page.evaluate(send % "{...head, type: 'solve'}")
    (found,) = messages(page, "found")
    assert len(found["tour"]["path"]) == 25
    assert page.evaluate("told.every(({type}) => type !== 'part')")


def test_a_wrong_value_is_reported_and_falls_back(embed: Embed) -> None:
    wrong = "src='http://[' board='<img src=x onerror=alert(1)>' loading=whenever step=-1"
    script = "src='javascript:alert(1)' loading=click"
    page = embed(f"<knights-tour id=a {wrong}></knights-tour><knights-tour id=script {script}>")
    expect(board(page, "8x8", "#a")).to_be_visible()
    (error,) = messages(page, "error")
    assert "“board” in the address is ignored: '<img src=x onerror=" in error["text"]
    call(page, "set({start: 'z9'})")
    page.wait_for_function("told.filter(it => it.type === 'error').length === 2")
    said = inside(page, "#a").get_by_role("status")
    expect(said).to_contain_text("“z9” is not a square of 8x8")
    page.locator("#script").scroll_into_view_if_needed()
    expect(inside(page, "#script").locator("html[data-python=idle]")).to_be_attached()
    assert "/index.html#" in page.frames[-1].url


@pytest.mark.full
@pytest.mark.every_engine
def test_elements_may_be_added_and_removed_while_they_start(embed: Embed) -> None:
    page = embed(
        "<knights-tour loading=eager></knights-tour>" * 3 + "<knights-tour id=last></knights-tour>"
    )
    expect(inside(page, "#last").locator("html")).to_be_attached()
    expect(page.frame_locator("iframe >> nth=0").locator(STARTED)).to_be_attached()
    page.evaluate("[gone, empty, third] = document.querySelectorAll('knights-tour'); gone.remove()")
    page.evaluate(
        "empty.textContent = ''; third.remove(); gone.play(); document.body.append(third)"
    )
    page.locator("#last").scroll_into_view_if_needed()
    expect(inside(page, "#last").locator(STARTED)).to_be_attached()
    page.wait_for_function("told.some(it => it.type === 'ready' && !it.figure)")
    page.evaluate("document.body.append(gone)")
    expect(page.locator("knights-tour > iframe")).to_have_count(3)


@pytest.mark.every_engine
def test_figures_of_other_sites_load_their_own_parts_and_a_failed_one_does_not_block(
    embed: Embed, guard: Guard, tmp_path: Path
) -> None:
    guard.allow("404|Loading failed|NS_ERROR|ERR_CONNECTION")  # its server ends with the test
    (tmp_path / "index.html").write_text((DIST / "index.html").read_text())
    with serving(tmp_path) as broken, serving(DIST) as elsewhere:
        lost = f"<knights-tour src='{broken}/index.html' loading=eager></knights-tour>"
        well = f"<knights-tour src='{elsewhere}/index.html' loading=eager id=well></knights-tour>"
        page = embed(lost * 2 + well)
        assert "A part of this page did not arrive" in messages(page, "error")[0]["text"]
        assert messages(page, "ready")[0]["figure"] == "well"
        here = page.frame_locator("#well > iframe").locator("html[data-parts=here]")
        expect(here).to_be_attached()  # its last parts arrive before its server ends
    assert page.evaluate("self['knights-tour'] === undefined")  # nothing was lent


def test_a_course_book_records_and_restores_the_work(page: Page, server: str) -> None:
    link, board = "#board=3x4&mode=play&embed=1&splice=1&lock=board", Board(3, 4)
    frame = course_book(page, server, link, "{board: '5x5', ordering: 'roth'}")
    expect(frame.locator("svg[data-board='3x4']")).to_be_visible()
    page.wait_for_function("told.some(it => it.type === 'state' && it.ordering === 'roth')")
    play(frame, *map(board.name, solve(board, start="a1").path[1:]))
    page.wait_for_function("told.some(it => it.score === 1)")
    (kept,) = page.evaluate(f"{REPORTED}.map(it => it.state)")
    assert kept.pop("game").endswith(",0,0")
    done = {"score": 1, "done": True, "solved": True}
    assert kept == {"board": "3x4", "mode": "play", "ordering": "roth", **done}
    (found,) = page.evaluate("told.filter(it => it.type === 'found')")
    assert found["by"] == "reader"
    numbers = page.evaluate("told.map(it => it.message_id).filter(Boolean)")
    assert len(set(numbers)) == len(numbers)


def test_an_embed_has_only_board_transport_and_answer(embed: Embed) -> None:
    page = embed("<knights-tour loading=click></knights-tour>")
    expect(board(page, "8x8")).to_be_visible()
    for name in ("Play", "Step", "Back"):
        expect(inside(page).get_by_role("button", name=name, exact=True)).to_be_visible()
    for name in ("Solve", "Light or dark", "Watch it try"):
        expect(inside(page).get_by_role("button", name=name, exact=True)).to_be_hidden()
    for part in ("#views", "#asked", "#panels", "#task"):
        expect(inside(page).locator(part)).to_be_hidden()


MARGINS = 16  # sum of both margins of the host page
BESIDE = "it => [it.scrollWidth - it.clientWidth, innerWidth - it.clientWidth]"


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize(
    "keys",
    [
        *("", "board=3x30 ordering=best lock=all", "board=12x3 lock=all"),
        "board=30x3 ordering=best",
    ],
)
def test_the_frame_is_as_high_as_its_page_and_nothing_overflows(embed: Embed, keys: str) -> None:
    page = embed(f"<knights-tour {keys}></knights-tour>")
    messages(page, "ready")
    root, frame = inside(page).locator("html"), page.locator("iframe")
    for width in (304, 440, 620, 761, 1904):
        page.set_viewport_size({"width": width + MARGINS, "height": 2000})
        becomes(page, lambda: root.evaluate("it => it.clientWidth"), width)
        as_high(page, frame)
        becomes(page, lambda: root.evaluate(BESIDE), [0, 0])


@pytest.mark.every_engine
def test_only_messages_of_the_host_page_are_accepted(embed: Embed) -> None:
    message = "{source: 'knights-tour', v: 1, type: 'set', board: '6x6'}"
    other = f"parent.frames[0].postMessage({message}, '*')"
    page = embed("<knights-tour board=5x5></knights-tour>")
    messages(page, "ready")
    page.evaluate("document.body.append(document.createElement('iframe'))")
    page.frames[-1].evaluate(other)
    inside(page).locator("html").evaluate(other.replace("parent.frames[0]", "window"))
    call(page, "set({seed: 7})")
    assert messages(page, "state")[0]["seed"] == "7"
    assert messages(page, "state")[0]["board"] == "5x5"


@pytest.mark.full
def test_axe_finds_no_fault_in_figures(ask: Ask, embed: Embed) -> None:
    whole = ask("lock=board,show,step")
    expect(whole.locator("#task")).to_be_visible()
    assert findings(whole) == []
    for keys, part in (("lock=all step=0", "#task"), ("view=rule", "#rule-en")):
        page = embed(f"<knights-tour board=5x5 {keys}></knights-tour>")
        messages(page, "ready")
        expect(inside(page).locator(part)).to_be_visible()
        assert findings(page.frames[1]) == []
