"""The page in other pages: the custom element, what it says and obeys, and a plain frame."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal, Protocol

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from kt_core import Board, Tour
from tests.shared.browser import DIST, Ask, Guard, Visit, framed, ready, serving
from tests.shared.reader import DARK, LIGHT, becomes, findings, fits
from web.lesson.lesson import asking

ALONE = pytest.mark.one_engine
SMALL = 4096  # bytes of embed.js
STARTED = "html[data-python=loading], html[data-python=ready]"

# What each element of the page around has told, in order.
LOG = """<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><script>
told = [];
for (const type of ["ready", "state", "found", "error"])
  addEventListener(type, ({target, detail}) => detail && told.push({by: target.id, ...detail}), 1);
</script>"""


class Embed(Protocol):
    """Opens a page of another site with this body; gives its `knights-tour` elements a script."""

    def __call__(self, body: str, place: Literal["http", "file"] = "http") -> Page:
        """Open it on a server of dist/, or on disk."""


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a server of dist/."""
    with ExitStack() as stack:
        yield stack.enter_context(serving(DIST))


@pytest.fixture
def embed(page: Page, server: str, tmp_path: Path) -> Embed:
    """Open a page around embeds."""

    def embed(body: str, place: Literal["http", "file"] = "http") -> Page:
        script = (DIST / "embed.js").as_uri() if place == "file" else "embed.js"
        text = f'{LOG}<script src="{script}"></script><body>{body}'
        if place == "file":
            (tmp_path / "course.html").write_text(text)
            page.goto((tmp_path / "course.html").as_uri())
        else:
            page.goto(f"{server}/blank")
            page.set_content(text)
        return page

    return embed


def inside(page: Page, name: str = "knights-tour") -> FrameLocator:
    """Return the page in an element."""
    return page.frame_locator(f"{name} > iframe")


def board(page: Page, sides: str, name: str = "knights-tour") -> Locator:
    """Return the board of these sides in an element, once it has a tour."""
    return inside(page, name).locator(f"svg[data-board='{sides}'][data-tour]")


def told(page: Page, kind: str) -> list[dict[str, Any]]:
    """Return what was told of this kind; waits for the first."""
    page.wait_for_function(f"told.some(it => it.type === '{kind}')")
    found: list[dict[str, Any]] = page.evaluate(f"told.filter(it => it.type === '{kind}')")
    return found


def tells(page: Page, **state: str) -> None:
    """Expect the last state that was told to be this one, as far as it goes."""
    page.wait_for_function(
        """(wanted) => {
          const last = told.findLast(({ type }) => type === "state");
          return last && Object.keys(wanted).every((key) => last[key] === wanted[key]);
        }""",
        arg=state,
    )


def call(page: Page, script: str) -> None:
    """Call a method of the first element: `call(page, "play()")`."""
    page.evaluate(f"document.querySelector('knights-tour').{script}")


def test_the_script_is_small() -> None:
    assert (DIST / "embed.js").stat().st_size <= SMALL


@pytest.mark.every_engine
@pytest.mark.parametrize("place", ["http", "file"])
def test_an_element_is_a_sandboxed_live_figure(
    embed: Embed, place: Literal["http", "file"]
) -> None:
    page = embed(
        '<knights-tour board="5x6" start="b2" closed><a href=x>x</a></knights-tour>', place
    )
    frame = page.locator("knights-tour > iframe")
    expect(frame).to_have_attribute(
        "sandbox", re.compile("^allow-scripts allow-downloads allow-popups")
    )
    expect(frame).to_have_attribute("allow", "fullscreen; clipboard-write")
    expect(board(page, "5x6")).to_be_visible()
    expect(inside(page).get_by_role("status")).to_contain_text("Closed tour found: 30 moves")
    expect(page.get_by_text("x", exact=True)).to_be_hidden()
    assert told(page, "ready") == [{"by": "", "source": "knights-tour", "v": 1, "type": "ready"}]


@pytest.mark.browser_context_args(java_script_enabled=False)
@pytest.mark.only_browser("chromium")
def test_what_stands_inside_shows_where_scripts_do_not_run(embed: Embed) -> None:
    page = embed('<knights-tour><a href="x">The tour</a></knights-tour>')
    expect(page.get_by_role("link", name="The tour")).to_be_visible()


def test_board_transport_and_answer_are_all_there_is(embed: Embed) -> None:
    page = embed("<knights-tour></knights-tour>")
    expect(board(page, "8x8")).to_be_visible()
    for name in ("Play", "Step", "Back"):
        expect(inside(page).get_by_role("button", name=name, exact=True)).to_be_visible()
    for name in ("Solve", "Light or dark", "Fewer rows"):
        expect(inside(page).get_by_role("button", name=name, exact=True)).to_be_hidden()
    for part in ("#tabs", "#facts", "#task"):
        expect(inside(page).locator(part)).to_be_hidden()


def test_the_same_question_opens_in_the_whole_page(embed: Embed) -> None:
    page = embed("<knights-tour board=5x6 closed loading=click theme=dark></knights-tour>")
    expect(inside(page).locator("#about")).to_contain_text("Closed tour on 5 × 6 from a1")
    with page.context.expect_page() as opened:
        inside(page).get_by_role("link", name="Full page").click()
    assert opened.value.url.endswith("/index.html#board=5x6&closed=1")
    assert opened.value.evaluate("window.origin") != "null"
    expect(opened.value.locator("html[data-python=ready] #board svg[data-tour]")).to_be_visible()


def test_a_sandbox_that_opens_no_page_is_told_of(page: Page, server: str, guard: Guard) -> None:
    guard.allow("allow-popups")
    frame = framed(page, server, f"{server}/index.html#embed=1&loading=click")
    frame.get_by_role("link", name="Full page").click()
    expect(frame.get_by_text("lets it open no other page")).to_be_visible()
    expect(frame.get_by_role("link", name="Full page")).to_be_hidden()
    expect(frame.get_by_role("button", name="Full screen")).to_be_hidden()  # without its leave


@pytest.mark.only_browser("chromium")
def test_a_figure_fills_the_screen_and_its_place_stays_as_high(embed: Embed) -> None:
    page = embed("<knights-tour board=5x6 loading=click></knights-tour>")
    frame, turn = page.locator("iframe"), inside(page).get_by_role("button", name="Full screen")
    expect(inside(page).locator("#about")).to_contain_text("5 × 6")
    before = frame.bounding_box()
    for is_full in ("true", "false"):
        turn.click()
        expect(turn).to_have_attribute("aria-pressed", is_full)
    becomes(page, frame.bounding_box, before)


def test_methods_that_come_early_are_obeyed_later(embed: Embed) -> None:
    page = embed("<knights-tour loading=click board=5x5 step=0></knights-tour>")
    call(page, "set({board: '6x6', step: 0, closed: true})")
    call(page, "step()")
    expect(inside(page).locator("#at")).to_contain_text("step 1: a1")
    tells(page, board="6x6", step="1")


def test_solve_tells_of_the_checked_tour(embed: Embed) -> None:
    page = embed("<knights-tour board=5x5 start=c3 step=0></knights-tour>")
    told(page, "ready")
    call(page, "solve()")
    (found,) = told(page, "found")
    tour = Tour(Board(5, 5), found["tour"]["path"])
    assert (tour.board.name(tour.path[0]), found["tour"]["closed"]) == ("c3", False)
    assert found["tour"].keys() == {"v", "rows", "columns", "holes", "closed", "path"}


def test_playing_to_the_end_tells_of_the_tour_once(embed: Embed) -> None:
    page = embed("<knights-tour board=5x5 step=0></knights-tour>")
    told(page, "ready")
    inside(page).get_by_role("slider", name="Speed").fill("9")
    call(page, "play()")
    told(page, "found")
    for name in ("Back", "Step"):
        inside(page).get_by_role("button", name=name, exact=True).click()
    expect(inside(page).locator("#at")).to_contain_text("a tour")
    call(page, "set({show: 'none'})")
    tells(page, show="none")  # whatever was to be told before has been
    assert len(told(page, "found")) == 1


def test_a_tour_that_the_page_opened_with_is_not_found(embed: Embed) -> None:
    page = embed("<knights-tour board=5x5></knights-tour>")
    told(page, "ready")
    expect(board(page, "5x5")).to_be_visible()
    for name in ("Back", "Step"):
        inside(page).get_by_role("button", name=name, exact=True).click()
    page.wait_for_function("told.filter(it => it.type === 'state').length === 2")
    call(page, "set({show: 'graph,numbers'})")
    tells(page, show="graph,numbers")  # whatever was to be told before has been
    assert page.evaluate("told.every(it => it.type !== 'found')")


def test_play_and_pause_from_outside(embed: Embed) -> None:
    page = embed("<knights-tour board=24x24 step=0></knights-tour>")  # a minute's way to the end
    call(page, "play()")
    expect(inside(page).get_by_role("button", name="Pause")).to_be_visible()
    call(page, "pause()")
    expect(inside(page).get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_play_stops_a_search_that_does_not_end(embed: Embed) -> None:
    page = embed("<knights-tour ordering=textbook prune=0 loading=eager></knights-tour>")
    expect(inside(page).get_by_role("button", name="Stop")).to_be_visible()
    call(page, "play()")
    expect(inside(page).get_by_role("button", name="Pause")).to_be_visible()
    expect(inside(page).get_by_role("button", name="Stop")).to_be_hidden()


def test_attributes_changed_later_take_effect(embed: Embed) -> None:
    page = embed("<knights-tour board=5x5 loading=click></knights-tour>")
    expect(inside(page).locator("html[data-python=idle]")).to_be_attached()
    call(page, "setAttribute('board', '5x6')")
    call(page, "setAttribute('loading', 'eager')")
    expect(board(page, "5x6")).to_be_visible()
    call(page, "toggleAttribute('closed')")
    expect(inside(page).get_by_role("status")).to_contain_text("Closed tour found: 30 moves")
    call(page, "removeAttribute('board')")
    expect(board(page, "8x8")).to_be_visible()
    expect(page.locator("iframe")).to_have_attribute("title", "Knight’s Tour")
    call(page, "setAttribute('lang', 'zh')")
    expect(page.locator("iframe")).to_have_attribute("title", "骑士巡游")


@pytest.mark.every_engine
def test_a_figure_has_the_colours_of_the_page_around_it(embed: Embed) -> None:
    page = embed("<knights-tour loading=click></knights-tour>")
    body = inside(page).locator("body")
    expect(body).to_have_css("background-color", LIGHT)
    page.evaluate("document.body.style.colorScheme = 'dark'")
    expect(body).to_have_css("background-color", DARK)
    call(page, "setAttribute('theme', 'light')")
    expect(body).to_have_css("background-color", LIGHT)


def test_changes_before_the_start_leave_no_history(embed: Embed) -> None:
    page = embed("<knights-tour lang=zh loading=click></knights-tour>")
    expect(inside(page).locator("html[data-python=idle]")).to_be_attached()
    expect(page.locator("iframe")).to_have_attribute("title", "骑士巡游")
    page.frames[-1].wait_for_load_state()
    before = page.evaluate("history.length")
    for sides in ("5x5", "6x6", "5x6"):
        call(page, f"setAttribute('board', '{sides}')")
    call(page, "play()")
    told(page, "ready")
    assert page.evaluate("history.length") == before


@pytest.mark.every_engine
@pytest.mark.parametrize(
    "body",
    [
        "<knights-tour></knights-tour>",
        pytest.param("<knights-tour board=12x3 lock=all></knights-tour>", marks=ALONE),
    ],
)
def test_the_frame_is_as_high_as_its_page(embed: Embed, body: str) -> None:
    page = embed(f"<div>{body}</div>")
    told(page, "ready")
    root, frame = inside(page).locator("html"), page.locator("iframe")
    height = "it => Math.ceil(it.getBoundingClientRect().height)"
    beside = "it => [it.scrollWidth - it.clientWidth, innerWidth - it.clientWidth]"
    for width in (320, 500, 760, 761, 1280):
        page.set_viewport_size({"width": width, "height": 2000})
        expect(root).to_have_js_property("clientWidth", width - 16)
        becomes(page, lambda: frame.evaluate(height) - root.evaluate(height), 0)
        becomes(page, lambda: root.evaluate(beside), [0, 0])


@pytest.mark.every_engine
def test_the_height_does_not_follow_the_frame(visit: Visit, page: Page) -> None:
    frame = visit(state="embed=1&loading=click")
    heights = set()
    for height in (200, 600, 1400):
        page.set_viewport_size({"width": 700, "height": height})
        becomes(page, lambda: frame.evaluate("innerHeight"), height)
        heights.add(frame.locator("html").evaluate("it => it.getBoundingClientRect().height"))
    assert len(heights) == 1


# Each frame tells the page around it how far its Python is, and goes on when that says so.
HELD = """self === top || (() => {
  const compile = WebAssembly.compileStreaming;
  const released = new Promise((resolve) =>
    addEventListener("message", ({data}) => data === "go" && resolve()));
  WebAssembly.compileStreaming = (code) => released.then(() => compile.call(WebAssembly, code));
  addEventListener("DOMContentLoaded", () =>
    new MutationObserver(() =>
      top.postMessage({phase: document.documentElement.dataset.python}, "*")
    ).observe(document.documentElement, {attributeFilter: ["data-python"]}));
})()"""
# A start is held until the next one has begun, so two are on their way until the last.
COUNT = """<script>begun = now = most = 0; held = [];
addEventListener("message", ({data, source}) => {
  if (data.phase === "loading") { begun += 1; now += 1; held.push(source); }
  if (data.phase === "ready") now -= 1;
  most = Math.max(most, now);
  while (held.length > (begun < 3)) held.shift().postMessage("go", "*");
})</script>"""


@pytest.mark.every_engine
def test_never_more_than_two_start_at_the_same_time_and_one_loads(embed: Embed, page: Page) -> None:
    page.add_init_script(HELD)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    embed(COUNT + "<knights-tour board=5x5 loading=eager></knights-tour>" * 3)
    page.wait_for_function("told.filter(it => it.type === 'ready').length === 3")
    assert page.evaluate("[begun, most]") == [3, 2]
    assert sum("/wasm-" in address for address in asked) == 1


@pytest.mark.every_engine
def test_what_is_not_seen_does_not_start(embed: Embed) -> None:
    gap = '<div style="height: 1500px"></div>'
    page = embed(f"<knights-tour id=a></knights-tour>{gap}<knights-tour id=b></knights-tour>")
    expect(board(page, "8x8", "#a")).to_be_visible()
    assert [it["by"] for it in told(page, "ready")] == ["a"]
    expect(inside(page, "#b").locator(STARTED)).to_have_count(0)
    page.locator("#b").scroll_into_view_if_needed()
    expect(inside(page, "#b").locator("html[data-python=ready]")).to_be_attached()


@pytest.mark.every_engine
def test_a_poster_starts_when_it_is_touched(embed: Embed) -> None:
    page = embed("<knights-tour board=5x5 loading=click></knights-tour>" * 2)
    first = page.frame_locator("knights-tour:first-of-type > iframe")
    expect(first.locator("html[data-python=idle]")).to_be_attached()
    first.locator("#board").click()
    expect(first.locator("html[data-python=ready]")).to_be_attached()
    second = page.frame_locator("knights-tour:nth-of-type(2) > iframe")
    expect(second.locator("html")).to_have_attribute("data-python", "idle")


@pytest.mark.every_engine
def test_only_the_page_around_is_heard(embed: Embed) -> None:
    message = "{source: 'knights-tour', v: 1, type: 'set', board: '6x6'}"
    other = f"parent.frames[0].postMessage({message}, '*')"
    page = embed("<knights-tour board=5x5></knights-tour><iframe></iframe>")
    told(page, "ready")
    page.frames[-1].evaluate(other)
    inside(page).locator("html").evaluate(other.replace("parent.frames[0]", "window"))
    call(page, "set({seed: 7})")
    assert told(page, "state")[0]["seed"] == "7"
    assert told(page, "state")[0]["board"] == "5x5"


JUNK = [
    "null",
    "'sched$7'",
    "[1]",
    "new ArrayBuffer(9)",
    "{type: 'solve'}",
    "{...head, type: 'set', board: '6x6'.padEnd(1e7)}",
    "{...head, type: 'set', board: {toString: 'x'}}",
    "{...head, type: 'set', board: ['6x6']}",
    "{...head, type: 'set', board: '6x6', step: NaN}",
    "{...head, type: 'set', board: '6x6', closed: null}",
    'JSON.parse(\'{"source": "knights-tour", "v": 1, "type": "__proto__", "board": "6x6"}\')',
    "{...head, type: 'constructor', board: '6x6'}",
    "{subject: 'SPLICE.getState.response', message_id: {}, state: {board: {}}}",
]


@pytest.mark.every_engine
@pytest.mark.parametrize(
    "sandbox", ["allow-scripts", pytest.param("allow-scripts allow-same-origin", marks=ALONE)]
)
def test_what_is_no_message_does_nothing(page: Page, server: str, sandbox: str) -> None:
    state = "board=5x5&embed=1&loading=click"
    frame = framed(page, server, f"{server}/index.html#{state}", sandbox)
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


FLOOD = """() => {
  const head = { source: "knights-tour", v: 1 };
  const say = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");
  say({ ...head, type: "set", lang: "\\ud83d" });
  say({ subject: "SPLICE.getState.response", state: "[".repeat(15000) });
  say({ ...Object.fromEntries(Array(1e6).entries()), ...head, type: "set", board: "6x6" });
  for (let i = 0; i < 10000; i++)
    say(i % 3 ? { ...head, type: "set", board: i % 2 ? "5x5" : "6x6" } : { ...head, type: "step" });
  say({ ...head, type: "set", board: "5x6" });
}"""


def test_a_flood_leaves_a_figure_that_serves_and_the_latest_wins(embed: Embed) -> None:
    page = embed("<knights-tour board=5x5 splice=1></knights-tour>")
    told(page, "ready")
    page.evaluate(FLOOD)
    expect(board(page, "5x6")).to_be_attached()
    call(page, "set({board: '3x4'})")
    expect(board(page, "3x4")).to_be_attached()
    assert len(told(page, "state")) < 300


def test_a_wrong_value_is_told_and_falls_back(embed: Embed) -> None:
    wrong = "src='http://[' board='<img src=x onerror=alert(1)>' loading=whenever step=-1"
    page = embed(f"<knights-tour {wrong}></knights-tour>")
    expect(board(page, "8x8")).to_be_visible()
    (error,) = told(page, "error")
    assert "board falls back to its default: '<img src=x onerror=" in error["text"]
    call(page, "set({start: 'z9'})")
    page.wait_for_function("told.filter(it => it.type === 'error').length === 2")
    expect(inside(page).get_by_role("status")).to_contain_text("'z9' is not a square of 8x8")


def test_a_script_for_an_address_is_no_address(embed: Embed) -> None:
    page = embed("<knights-tour src='javascript:alert(1)'></knights-tour>")
    told(page, "ready")
    assert "/index.html#" in page.frames[-1].url


def test_two_elements_of_one_name(embed: Embed) -> None:
    page = embed(
        "<knights-tour id=a board=5x5></knights-tour>"
        "<knights-tour id=a board=5x6 loading=eager></knights-tour>"  # which is below the fold
    )
    page.wait_for_function("told.filter(it => it.type === 'ready').length === 2")
    call(page, "set({board: '6x6'})")
    expect(page.frame_locator("iframe >> nth=0").locator("svg[data-board='6x6']")).to_be_visible()
    expect(page.frame_locator("iframe >> nth=1").locator("svg[data-board='5x6']")).to_be_visible()


@pytest.mark.every_engine
def test_elements_come_and_go_while_they_start(embed: Embed) -> None:
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
    expect(inside(page, "#last").locator("html[data-python=ready]")).to_be_attached()
    page.wait_for_function("told.some(it => it.type === 'ready' && !it.by)")
    page.evaluate("document.body.append(gone)")
    expect(page.locator("knights-tour > iframe")).to_have_count(3)


@pytest.mark.every_engine
def test_a_page_that_cannot_start_is_told_and_makes_room(
    embed: Embed, guard: Guard, tmp_path: Path
) -> None:
    guard.allow("404|Loading failed|NS_ERROR")
    (tmp_path / "index.html").write_text((DIST / "index.html").read_text())
    with serving(tmp_path) as broken:
        lost = f"<knights-tour src='{broken}/index.html' loading=eager></knights-tour>"
        page = embed(lost * 2 + "<knights-tour loading=eager id=well></knights-tour>")
        assert "A part of this page did not arrive" in told(page, "error")[0]["text"]
        assert told(page, "ready")[0]["by"] == "well"


@pytest.mark.every_engine
def test_a_figure_of_another_site_loads_itself(embed: Embed) -> None:
    with serving(DIST) as elsewhere:
        page = embed(f"<knights-tour src='{elsewhere}/index.html'></knights-tour>")
        told(page, "ready")
    assert page.evaluate("self['knights-tour'] === undefined")


@pytest.mark.every_engine
def test_a_plain_frame_works_alike(page: Page, server: str) -> None:
    page.goto(f"{server}/blank")
    page.set_content(
        "<script>told = []; addEventListener('message', ({data}) => told.push(data))</script>"
        "<iframe sandbox='allow-scripts' src='knights-tour.html"
        "#board=5x5&embed=1&loading=click&step=0'>"
    )
    page.wait_for_function("told.some(it => it.type === 'resize')")
    page.evaluate("frames[0].postMessage({source: 'knights-tour', v: 1, type: 'solve'}, '*')")
    (found,) = told(page, "found")
    assert len(found["tour"]["path"]) == 25


def test_a_course_book_records_and_restores(page: Page, server: str) -> None:
    page.goto(f"{server}/blank")
    page.set_content(
        "<script>told = []; addEventListener('message', ({data, source}) => { told.push(data);"
        "if (data.subject === 'SPLICE.getState') source.postMessage({...data,"
        "subject: data.subject + '.response', state: {board: '5x5', start: 'c3'}}, '*') })</script>"
        f"<iframe src='{server}/index.html#board=6x6&start=b2&embed=1&splice=1&lock=board&step=0'>"
    )
    expect(page.frame_locator("iframe").locator("svg[data-board='6x6']")).to_be_visible()
    page.wait_for_function("told.some(it => it.type === 'state' && it.start === 'c3')")
    page.evaluate("frames[0].postMessage({source: 'knights-tour', v: 1, type: 'solve'}, '*')")
    page.wait_for_function("told.some(it => it.score === 1)")
    reports = page.evaluate("told.filter(it => it.subject === 'SPLICE.reportScoreAndState')")
    assert reports[-1]["state"] == {"board": "6x6", "start": "c3", "solved": True}
    numbers = page.evaluate("told.map(it => it.message_id).filter(Boolean)")
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(("more", "score"), [("&embed=1", 1), ("", 1 / len(asking()))])
def test_a_course_book_hears_of_right_answers(
    page: Page, server: str, more: str, score: float
) -> None:
    page.goto(f"{server}/blank")
    page.set_content(
        "<script>told = []; addEventListener('message', ({data}) => told.push(data))</script>"
        f"<iframe src='{server}/index.html#view=graph&splice=1{more}'>"
    )
    field = page.frame_locator("iframe").locator("#graph-en [name=reply]")
    told(page, "ready")
    reports = "told.filter(it => it.subject === 'SPLICE.reportScoreAndState')"
    last = f"{reports}.slice(-1).map(it => [it.state.said, it.score, it.state.solved])"
    for answer, best in (("8", 0), ("2", score), ("3", score)):  # what was right stays so
        field.fill(answer)
        field.press("Enter")
        becomes(page, lambda: page.evaluate(last), [[f"graph:{answer}", best, best == 1]])


def test_a_challenge_holds_its_question(ask: Ask) -> None:
    page = ask("board=5x5&start=c3&lock=board,start&step=0")
    expect(page.locator("#task")).to_have_text(
        "Find a tour from c3. The board and the start cannot be changed."
    )
    for name in ("rows", "columns+1", "start", "famous"):
        expect(page.locator(f"#question [name='{name}']")).to_be_disabled()
    expect(page.locator("#hint")).to_be_empty()
    page.locator("#board [data-square=a1]").click(force=True)
    page.locator("#board [data-square=b3]").click(modifiers=["Shift"], force=True)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("svg[data-board='5x5']")).to_have_attribute("data-tour", re.compile("^c3 "))


def test_the_page_around_may_set_what_is_locked(embed: Embed) -> None:
    page = embed("<knights-tour board=5x5 lock=all step=0></knights-tour>")
    told(page, "ready")
    inside(page).locator("[data-square=c3]").click(force=True)
    call(page, "set({start: 'e5'})")
    assert [it["start"] for it in told(page, "state")] == ["e5"]
    call(page, "set({lock: ''})")
    expect(inside(page).locator("#task")).to_be_hidden()


def test_a_locked_step_stays(ask: Ask) -> None:
    page = ask("board=5x5&step=3&lock=step")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    page.locator("body").press("ArrowRight")
    expect(page.get_by_role("slider", name="Timeline")).to_have_value("3")


def test_axe_finds_nothing_in_what_is_locked(ask: Ask, visit: Visit) -> None:
    embedded = ready(visit(state="embed=1&board=5x5&lock=all&step=0"))
    for frame in (embedded, ask("lock=board,show,step")):
        expect(frame.locator("#task")).to_be_visible()
        assert findings(frame.page) == []


@pytest.mark.every_engine
@pytest.mark.parametrize(
    "state",
    [
        "embed=1&board=3x30&lock=all",
        pytest.param("embed=1&board=30x3", marks=ALONE),
        pytest.param("lock=all", marks=ALONE),
    ],
)
def test_nothing_sticks_out_of_an_embed(visit: Visit, page: Page, state: str) -> None:
    frame = ready(visit(state=state))
    for width in (320, 560, 761, 1920):
        fits(frame, width)


@pytest.mark.every_engine
def test_a_page_that_is_in_no_sandbox_takes_no_parts(page: Page, server: str) -> None:
    frame = framed(
        page, server, f"{server}/index.html#embed=1&host=1", "allow-scripts allow-same-origin"
    )
    page.evaluate("asked = []; addEventListener('message', ({data}) => asked.push(data.type))")
    page.evaluate("frames[0].postMessage({source: 'knights-tour', v: 1, type: 'start'}, '*')")
    ready(frame)
    page.wait_for_function("asked.includes('ready')")
    assert "part" not in page.evaluate("asked")
