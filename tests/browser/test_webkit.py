"""The page in WebKit: one test for each thing in which engines differ.

Skipped if no WebKit can be controlled; `python3 build.py test` reports that first.
"""

import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from selenium.webdriver.common.keys import Keys

from kt_core import Board, Tour
from tests.shared.browser import DIST, Guard, Place
from tests.shared.host import LOG
from tests.shared.parts import change_a_letter, scripts
from tests.shared.reader import DARK, LIGHT
from tests.shared.states import right_answer
from tests.shared.webkit import Window, driven
from web.question.question import packed_code
from web.question.templates import WARNSDORFF

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def webkit() -> Iterator[Window]:
    """The one window of these tests."""
    with driven() as window:
        yield window


@pytest.fixture
def window(webkit: Window, guard: Guard, request: pytest.FixtureRequest) -> Iterator[Window]:
    """The window, guarded; after a fault its page is left."""
    yield webkit
    guard.complaints += webkit.complaints()
    told = getattr(request.node, "rep_call", None)
    if guard.complaints or told is None or told.failed:
        webkit.open("about:blank")


FRAMED = """const [address, done] = arguments;
document.body.innerHTML = '<iframe sandbox="allow-scripts" style="width: 100%; height: 95vh">';
const frame = document.querySelector("iframe");
frame.onload = () => done();
frame.src = address;"""


def visit(window: Window, document: str, place: Place, server: str) -> None:
    """Open a document of dist/ in one of the three places, and wait until Python is ready."""
    if place == "file":
        window.open((DIST / document).as_uri())
    elif place == "http":
        window.open(f"{server}/{document}")
    else:
        window.open(f"{server}/blank")
        window.driver.execute_async_script(FRAMED, f"{server}/{document}")
        window.enter("iframe")
    window.ready()


def tour(window: Window, board: Board, *, closed: bool = False) -> Tour:
    """Return the tour on the board, checked by kt_core."""
    sides = f"svg[data-board='{board.rows}x{board.columns}'][data-tour]"
    return Tour(board, window.attribute(sides, "data-tour").split(), closed)


def number(selector: str) -> str:
    """Return an expression for the number of elements."""
    return f'document.querySelectorAll("{selector}").length'


FIRST: dict[str, Callable[[Window], None]] = {
    "more rows": lambda window: window.fill("[name=rows]", "9"),
    "predict": lambda window: window.run("document.querySelector('#show [name=predict]').click()"),
    "a start": lambda window: window.fill("[name=start]", "c3"),
}


@pytest.mark.parametrize(
    ("document", "place", "done"),
    [
        ("index.html", "file", "more rows"),
        ("index.html", "http", "a start"),
        ("knights-tour.html", "sandbox", "predict"),
    ],
)
def test_in_each_place_python_starts_solves_and_replaces_the_built_tour(
    window: Window, server: str, document: str, place: Place, done: str
) -> None:
    visit(window, document, place, server)
    window.says("#at", "0 of 64 squares")
    window.click("#asked")
    FIRST[done](window)
    usual = "0 of 72 squares" if done == "more rows" else "0 of 64 squares"
    step = {"predict": "1 of 64 squares"}.get(done, usual)
    window.becomes("document.querySelector('#at').textContent", step)
    window.becomes(number("svg[data-tour]"), 0)
    window.run("location.hash = 'board=5x8&step=0'")
    window.holds("[name=rows]", "5")
    if window.value("document.querySelector('#question').hidden"):
        window.click("#asked")
    window.fill("[name=rows]", "6")
    window.click("#solve")
    assert tour(window, Board(6, 8)).moves == 47


def test_actions_before_python_is_ready_happen_when_it_is(window: Window, server: str) -> None:
    window.open(f"{server}/index.html#loading=click")
    window.click("#views [data-to=play]")
    window.click("#board [data-square=b3]")
    window.ready()
    window.says("#at", "2 of 64 squares")


GROUND = "getComputedStyle(document.body).backgroundColor"


def test_the_theme_works_without_python_and_is_remembered(window: Window, server: str) -> None:
    window.open(f"{server}/index.html#loading=click")
    window.becomes(GROUND, LIGHT)
    window.click("#menu summary")
    window.click("button.theme")
    window.becomes(GROUND, DARK)
    window.open(f"{server}/index.html#loading=click")
    window.becomes(GROUND, DARK)
    window.click("#menu summary")
    window.click("button.theme")
    window.becomes(GROUND, LIGHT)


def test_a_damaged_part_is_reported(window: Window, guard: Guard, tmp_path: Path) -> None:
    guard.allow("a part is not as it was packed")
    copy = Path(shutil.copytree(DIST, tmp_path / "dist"))
    change_a_letter(scripts("wasm", copy)[-1])
    window.open((copy / "index.html").as_uri())
    window.says("#fault", "A part of this page is damaged")
    window.becomes("document.documentElement.dataset.python", "failed")
    window.find("svg[data-board='8x8']")


TWO = f"""{LOG}<script src="embed.js"></script><body>
<knights-tour id="a" board="5x5" step="0" loading="eager"></knights-tour>
<knights-tour id="b" board="5x6" closed step="0" loading="eager"></knights-tour>"""
TOLD = "told.filter(({ type }) => type === arguments[0])"
BESIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_two_figures_start_obey_messages_report_tours_and_fit(window: Window, server: str) -> None:
    window.open(f"{server}/blank")
    window.run("document.open(); document.write(arguments[0]); document.close()", TWO)
    window.becomes(f"{TOLD}.length", 2, "ready")
    window.run("for (const figure of document.querySelectorAll('knights-tour')) figure.solve()")
    window.becomes(f"{TOLD}.length", 2, "found")
    tours = {found["figure"]: found["tour"] for found in window.value(TOLD, "found")}
    assert Tour(Board(5, 5), tours["a"]["path"]).moves == 24
    assert Tour(Board(5, 6), tours["b"]["path"], closed=True).moves == 30
    for width in (320, 700):
        window.run("document.body.style.width = `${arguments[0]}px`", width)
        window.enter("#b > iframe")
        window.becomes(f"[innerWidth, {BESIDE}]", [width, 0])
        window.says("#answer", "Closed tour found")
        height = window.value("Math.ceil(document.documentElement.getBoundingClientRect().height)")
        window.leave()
        window.becomes("document.querySelector('#b > iframe').offsetHeight", height)


def test_the_keys_step_jump_and_play(window: Window) -> None:
    window.ask("board=24x24")
    window.says("#at", "576 of 576 squares")
    ways = {Keys.HOME: 0, Keys.ARROW_RIGHT: 1, Keys.END: 576, Keys.ARROW_LEFT: 576}
    for key, squares in ways.items():
        window.press(key)
        window.says("#at", f"{squares} of 576 squares")
    window.press(Keys.HOME, " ")
    window.find("#play[aria-label=Pause]")
    window.until("/^([2-9]|\\d\\d+) of 576/.test(document.querySelector('#at').textContent)")
    window.press(" ")
    window.find("#play[aria-label=Play]")


def test_a_click_moves_the_knight_and_so_does_dragging_it(window: Window) -> None:
    window.ask("board=8x8")
    window.click("#board [data-square=c3]")
    window.holds("[name=start]", "c3")
    window.drag("#board [data-square=c3]", to="#board [data-square=f6]")
    window.holds("[name=start]", "f6")
    window.until("document.querySelector('svg[data-tour^=f6]')")
    assert tour(window, Board(8, 8)).path[0] == 45


def test_own_code_runs_and_an_endless_loop_is_stopped(window: Window) -> None:
    state = "board=5x5&ordering=own&code="
    window.ask(state + packed_code("10 ** 10 ** 9"))
    window.says("#editor .cm-content", "10 ** 10 ** 9")
    window.click("#own-run[name=execute]")
    window.click("#own-run[name=halt]")
    window.find("#own-run[name=execute]:not(:disabled)")
    window.run("location.hash = arguments[0]", state + packed_code(WARNSDORFF))
    window.says("#editor", "sorted(choices, key=moves)")
    window.click("#own-run[name=execute]")
    window.says("#answer", "Open tour found: 25 squares")
    assert tour(window, Board(5, 5)).moves == 24


def test_the_reason_why_python_ended_is_shown(window: Window) -> None:
    state = "board=5x5&ordering=own&code="
    code = "a = []\nfor _ in range(10**5): a = [a]\nrepr(a)  # its own error for a stack that ends"
    window.ask(state + packed_code(f"{WARNSDORFF}\n{code}"))
    window.says("#editor .cm-content", "its own error")
    window.click("#own-run[name=execute]")
    window.says("#own-said", "the stack of this browser")
    window.find("#own-run[name=execute]:not(:disabled)")


def test_a_figure_of_the_chapter_moves_and_a_question_is_judged(window: Window) -> None:
    window.ask("view=graph")
    window.click("#graph-en-drawing circle[data-value='7']")
    window.says("#graph-en-said", "From square 7 (c2)")
    window.run("document.querySelector('#graph-en [name=square]').focus()")
    window.press(Keys.ARROW_UP)
    window.says("#graph-en-said", "From square 12 (c3)")
    for answer, right in (("99", "no"), (right_answer("graph"), "yes")):
        window.fill("#graph-en [name=reply]", answer, end=Keys.ENTER)
        window.find(f"#graph-en-verdict[data-right={right}]")


def test_a_link_and_pictures_are_shared(window: Window) -> None:
    window.ask("board=5x6&closed=1")
    names = window.attribute("svg[data-board='5x6'][data-tour]", "data-tour")
    window.click("#menu summary")
    window.click("#tools [name=share]")
    window.until("document.querySelector('#share').open")
    window.holds("#line-link", window.value("location.href"))
    window.click("#share [name=svg]")
    drawn = ET.fromstring(window.saved("knights-tour-5x6.svg", end=b"</svg>"))
    assert drawn.get("data-tour") == names
    window.click("#share [name=png][value='1']")
    painted = window.saved("knights-tour-5x6.png", end=b"IEND\xaeB`\x82")
    sides = [int(drawn.get(side, "")) for side in ("width", "height")]
    assert [*struct.unpack(">II", painted[16:24])] == sides
    assert len(painted) > 10_000  # bytes; an empty picture has far fewer
    window.press(Keys.ESCAPE)
    window.until("document.activeElement.closest('#menu')")


INKED = """(({ width, height, pen }) =>
  pen.getImageData(0, 0, width, height).data.filter((ink, i) => i % 4 === 3 && ink > 127).length
)(((it) => ({ width: it.width, height: it.height, pen: it.getContext("2d") }))(
  document.querySelector("#board[data-painted=whole] canvas")))"""
WIDE = "document.querySelector('#board > svg').viewBox.baseVal.width"


def test_a_large_board_is_painted_and_enlarged_by_keys_and_wheel(window: Window) -> None:
    window.ask("board=130x130&ordering=best&step=5000")
    window.find("#board[data-painted=whole] canvas")
    assert window.value(INKED) > 20_000
    window.press("+")
    window.until(f"{WIDE} < 90")
    window.press("0")
    window.becomes(WIDE, 130)
    window.turn("#board", -400)
    window.until(f"{WIDE} < 80")


def test_the_names_outside_the_board_are_visible(window: Window) -> None:
    window.ask()
    for place in (".ranks text:last-child", ".files text:last-child"):
        letter, hide = f"#board {place}", "document.querySelector(arguments[0]).style.visibility"
        whole = window.looks()
        window.run(f"{hide} = 'hidden'", letter)
        window.changes(whole)


def test_the_page_never_scrolls_sideways(window: Window) -> None:
    window.ask("show=path,names")
    try:
        for width in (450, 768, 980):
            window.resize(width)
            window.becomes(f"[innerWidth, {BESIDE}]", [width, 0])
    finally:
        window.resize(1280)
