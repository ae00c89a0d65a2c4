"""Every feature works while parts of the page are late, lost or out of order.

The page is ready before its later parts are here. An action that needs one of them waits, visibly,
and happens once; any other happens at once. A held part is a request without a response.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Frame, Page, Route, expect

from kt_core.board import Board
from tests.shared.browser import DIST, Guard, Visit, ready, started
from tests.shared.parts import late_data, scripts
from tests.shared.reader import becomes, panel, press, question, show
from web.chapter.content.listings import written_exercise
from web.question import address
from web.question.question import Question

#: The parts that no start of the lab needs, in the order in which the page requests them.
LATE = ("data", "more", "lessons", "chapter", "library")
ON_DEMAND = ("editor", "worker", "programs", "handout", "films", "gif", "whole")
WAITS, LOST = "still loading", "did not arrive"


@dataclass
class Gate:
    """Holds the requests for some parts until they are released, or fails them."""

    page: Page
    held: list[Route] = field(default_factory=list)
    mode: str = "hold"  # other values: "pass", "lose"

    def close_only(self, *parts: str) -> None:
        """Hold these parts and no others."""
        self.page.unroute_all()
        self.close(*parts)

    def close(self, *parts: str) -> None:
        """Begin to hold these parts."""
        names = "|".join(parts)
        self.page.route(re.compile(rf"/(?:{names})-(?:\d+-)?[0-9a-f]{{12}}\.js$"), self._on_request)

    def _on_request(self, route: Route) -> None:
        if self.mode == "hold":
            self.held.append(route)
        elif self.mode == "lose":
            route.abort("connectionreset")
        else:
            route.continue_()

    def open(self) -> None:
        """Continue all requests, the last one first."""
        self.mode = "pass"
        while self.held:
            self.held.pop().continue_()

    def lose(self) -> None:
        """End all requests without a response, until the gate is opened."""
        self.mode = "lose"
        while self.held:
            self.held.pop().abort("connectionreset")


@pytest.fixture
def gate(page: Page, guard: Guard) -> Iterator[Gate]:
    """A gate that holds all late parts."""
    guard.allow("net::ERR|Failed to load resource|PartMissing")
    gate = Gate(page)
    gate.close(*LATE, *ON_DEMAND)
    yield gate
    gate.lose()
    page.unroute_all(behavior="wait")  # a handler at work would be destroyed with the page


@pytest.mark.parametrize(
    ("state", "count"), [("", 6), ("loading=eager", 6), ("loading=click", 0), ("embed=1&host=1", 0)]
)
def test_the_head_requests_the_first_parts(page: Page, server: str, state: str, count: int) -> None:
    head, end, _ = (DIST / "index.html").read_text("utf-8").partition("</head>")
    assert end
    names: list[str] = []
    page.on("request", lambda request: names.append(request.url.rpartition("/")[2]))
    page.route("**/index.html", lambda route: route.fulfill(body=head, content_type="text/html"))
    page.goto(f"{server}/index.html#{state}")
    first = json.loads(head.partition('id="payload">')[2].partition("<")[0])[:count]
    links = page.locator("link[rel=preload]").evaluate_all("all => all.map(it => it.href)")
    assert [href.rpartition("/")[2] for href in links] == first
    # The browser may report a request after it reports that the page has loaded.
    becomes(page, lambda: [name for name in names if name.endswith(".js")], first)


def test_pieces_arrive_in_any_order_with_their_share(page: Page, server: str, gate: Gate) -> None:
    gate.close("wasm", "snapshot")
    page.goto(f"{server}/index.html", wait_until="commit")
    pieces = len(scripts("wasm")) + len(scripts("snapshot"))
    becomes(page, lambda: len(gate.held), wanted=pieces)
    loading = page.get_by_role("progressbar", name="Loading Python")
    for arrived in range(2, pieces + 2):  # "pyodide" and "pyscript" are here
        percent = int(100 * (0.05 + 0.75 * (arrived / (pieces + 2))) + 0.5)
        expect(loading).to_have_text(f"Loading Python: {percent} %")
        expect(loading).to_be_visible()
        gate.held.pop().continue_()  # the last one first
    started(page.main_frame)


#: Python's code in the page, and what it returns or raises.
RUN = """async (code) => {
  const python = await (await knightsTour.pyodide).loadPyodide({});  // which runs already
  try { return python.runPython(code) } catch (error) { return error.message }
}"""
#: Modules of Python whose own data is late.
NAMES_A_KNIGHT = "import runpy, unicodedata; unicodedata.name('♞') + runpy.__name__"
#: Functions whose tables of lines are not as long as their code, and the lines of `Board.square`.
TABLES = """
import gc, types
from kt_core.board import Board
gc.unfreeze()
functions = [each for each in gc.get_objects() if type(each) is types.FunctionType]
gc.freeze()
codes = [each.__code__ for each in functions]
wrong = [each for each in codes if len([*each.co_positions()]) != len(each.co_code) // 2]
lines = sorted({line for _, _, line in Board.square.__code__.co_lines() if line})
repr((len(codes) > 3000, wrong, lines))
"""


@pytest.mark.full
def test_a_start_reads_no_data_that_is_late(page: Page, server: str, gate: Gate) -> None:
    ranges = [[begin, begin + len(data)] for begin, data in late_data()]
    page.add_init_script(f"""
      const {{ instantiate }} = WebAssembly;
      WebAssembly.instantiate = async (code, imports) => {{
        const instance = await instantiate(code, imports);
        const {{ memory, PyErr_Print }} = instance.exports || {{}};
        if (PyErr_Print) // Python's own
          for (const [begin, end] of {ranges})
            self.filled = new Uint8Array(memory.buffer, begin, end - begin).fill(165);
        return instance;
      }};""")
    page.goto(f"{server}/index.html")
    frame = started(page.main_frame)
    press(frame, "Solve")
    expect(frame.locator("svg[data-tour]")).to_be_visible()
    assert frame.evaluate("filled.every((byte) => byte === 165)")
    assert "PartMissing: more" in frame.evaluate(RUN, NAMES_A_KNIGHT)
    first = Board.square.__code__.co_firstlineno
    assert frame.evaluate(RUN, TABLES) == f"(True, [], [{first}])"
    gate.open()
    ready(frame)
    assert frame.evaluate(RUN, NAMES_A_KNIGHT) == "BLACK CHESS KNIGHTrunpy"
    assert frame.evaluate(RUN, TABLES).startswith(f"(True, [], [{first}, {first + 2}, ")


KNIGHT_ENDS_THE_LINE = """() => {
  const move = document.querySelector("#board .last");
  const knight = document.querySelector("#board .piece");
  const [end] = /[\\d.]+ [\\d.]+$/.exec(move.getAttribute("d"));
  return knight.getAttribute("transform").startsWith(`translate(${end})`);
}"""


@pytest.mark.full
def test_the_tour_is_drawn_until_python_arrives(page: Page, server: str, gate: Gate) -> None:
    gate.close("snapshot")
    page.goto(f"{server}/index.html#board=8x8", wait_until="commit")
    last, knight = page.locator("#board .last"), page.locator("#board .piece")
    expect(last).to_have_count(1)
    assert page.evaluate(KNIGHT_ENDS_THE_LINE)
    page.emulate_media(reduced_motion="reduce")
    expect(last).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")
    expect(last).to_have_count(1)
    gate.open()
    ready(page.main_frame)
    expect(last).to_have_count(0)
    expect(knight).to_have_attribute("transform", "translate(4.5 .5) scale(1)")


def notice(page: Frame, sentence: str) -> None:
    """Expect a notice with this sentence above the page."""
    expect(page.locator("#fault")).to_contain_text(sentence)
    expect(page.locator("#fault")).to_be_visible()


def _solve_closed(page: Frame) -> None:
    question(page).get_by_role("checkbox", name="Closed tour").check(force=True)
    press(page, "Solve")


def _share_a_step(page: Frame) -> None:
    press(page, "Step")
    press(page, "Share")


def _open_section(page: Frame) -> None:
    page.evaluate("location.hash = 'view=graph'")


def _turn_figure(page: Frame) -> None:
    page.locator("#graph-en-drawing circle[data-value='7']").click(force=True)


def _paste(page: Frame) -> None:
    field = page.get_by_role("textbox", name="Squares, a numbered or drawn board")
    field.fill("a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    press(page, "Open in “Watch”")


@dataclass(frozen=True)
class Feature:
    """A first action, a second one, and a selector of the visible result."""

    do: Callable[[Frame], None]
    seen: str
    then: Callable[[Frame], None] = lambda page: None
    waits: bool = True  # shows a notice; a waiting search shows none


#: Actions that need a late part.
FEATURES = {
    "a closed tour": Feature(_solve_closed, "svg[data-tour]", waits=False),
    "predict": Feature(lambda page: show(page, "predict"), "#stage[data-mode=predict]"),
    "an own program": Feature(
        lambda page: press(page, "Your program"), "#editor [contenteditable]"
    ),
    "load": Feature(
        lambda page: press(page, "Load a tour or a board"),
        "svg[data-board='3x4'][data-tour]",
        then=_paste,
    ),
    "an animated SVG": Feature(
        _share_a_step,
        "#share-said:has-text('Saved as')",
        then=lambda page: press(page, "Animated SVG"),
    ),
    "a figure": Feature(
        _open_section, "#graph-en-said:has-text('From square 7')", then=_turn_figure
    ),
}


@pytest.mark.sample(1)
@pytest.mark.long
@pytest.mark.parametrize("name", FEATURES)
def test_an_action_whose_parts_are_late_happens_when_they_arrive(
    visit: Visit, gate: Gate, name: str
) -> None:
    page, feature = started(visit(place="http")), FEATURES[name]
    feature.do(page)
    if feature.waits:
        notice(page, WAITS)
        expect(page.locator(f"{feature.seen} >> visible=true")).to_have_count(0)
    gate.open()
    feature.then(page)
    expect(page.locator(feature.seen).first).to_be_visible()
    expect(page.locator("#fault")).to_be_hidden()
    ready(page)
    expect(page.locator("html")).to_have_attribute("data-python", "ready")


def test_each_action_whose_parts_never_arrive_or_are_lost_says_so_and_changes_nothing(
    visit: Visit, gate: Gate
) -> None:
    page = started(visit(place="http"))
    page.locator("html").evaluate("(root) => { root.dataset.patience = 1 }")
    page.get_by_role("link", name="Chapter").click()
    notice(page, LOST)
    page.evaluate("knightsTour.say('')")
    gate.lose()
    for feature in FEATURES.values():
        if feature.waits:
            feature.do(page)
            notice(page, LOST)
            expect(page.locator(f"{feature.seen} >> visible=true")).to_have_count(0)
            page.evaluate("knightsTour.say('')")
    expect(page.locator("#lab")).to_have_attribute("data-place", "watch")
    press(page, "Start over")
    press(page, "Step")
    expect(page.locator("#at")).to_have_text("1 of 64 squares")
    gate.open()
    show(page, "predict")
    expect(page.locator("#stage[data-mode=predict]")).to_be_visible()
    expect(page.locator("#fault")).to_be_hidden()


EXERCISE = written_exercise("closed_tour", "en")
TASK = Question(ordering="own", code=EXERCISE.whole_starter, tests=EXERCISE.tests)
#: Buttons of "Your program", and their results.
CODE = {
    "#own-run": ("#answer", "no line outside these calls one"),
    "#own-check": ("#own-marked", "0 of 4 tests passed"),
}


@pytest.mark.full
@pytest.mark.long
@pytest.mark.parametrize(
    ("button", "part"),
    [("#own-run", "editor"), ("#own-run", "library"), ("#own-check", "programs")],
)
def test_code_whose_parts_are_late_or_lost_says_so_and_runs_when_they_arrive(
    visit: Visit, gate: Gate, button: str, part: str
) -> None:
    gate.close_only(part)
    page = ready(visit(place="http", state=address.write(TASK).removeprefix("#")))
    said, result = CODE[button]
    page.locator(button).click()
    notice(page, WAITS)
    gate.lose()
    notice(page, LOST)
    expect(page.locator(said)).to_contain_text("did not arrive, or not whole")
    gate.mode = "hold"
    page.locator(button).click()
    notice(page, WAITS)
    gate.open()
    expect(page.locator(said)).to_contain_text(result)
    expect(page.locator("#editor")).to_contain_text("def closed_tour")
    for sentence in ("#fault", "#own-barred"):
        expect(page.locator(sentence)).to_be_hidden()


@pytest.mark.full
def test_a_reader_who_stops_a_run_no_longer_waits_for_its_parts(visit: Visit, gate: Gate) -> None:
    gate.close_only("programs")
    page = ready(visit(place="http", state=address.write(TASK).removeprefix("#")))
    page.locator("#own-run[name=execute]").click()
    notice(page, WAITS)
    page.locator("#own-run[name=halt]").click()
    expect(page.locator("#own-run[name=execute]")).to_be_visible()
    expect(page.locator("#fault")).to_be_hidden()
    gate.lose()
    assert page.evaluate("knightsTour.bench.load().catch(() => 'lost')") == "lost"
    expect(page.locator("#fault")).to_be_hidden()


@pytest.mark.full
def test_the_chapter_does_not_wait_for_its_printed_headings(
    page: Page, server: str, gate: Gate
) -> None:
    gate.close_only("handout")
    frame = ready(coming(page, server, "view=graph"))
    becomes(page, lambda: len(gate.held), 1)
    _turn_figure(frame)
    expect(page.locator("#graph-en-said")).to_contain_text("From square 7")
    expect(page.locator(".masthead .qr svg")).to_have_count(0)
    gate.lose()
    page.wait_for_function("knightsTour.packed('handout').then(() => 0, () => 1)")
    gate.open()
    page.evaluate("location.hash = 'view=rule'")  # another section requests it again
    expect(page.locator(".masthead .qr svg")).to_have_count(2)  # one for each language


def test_a_start_requests_no_late_part_and_actions_that_need_none_happen_at_once(
    visit: Visit, gate: Gate
) -> None:
    names: list[str] = []
    gate.page.on("request", lambda request: names.append(request.url.rpartition("/")[2]))
    page = started(visit(place="http"))
    sent = {name.partition("-")[0] for name in names if name.endswith(".js")}
    assert sent - {"data", "more"} == {"wasm", "snapshot", "pyodide", "pyscript"}
    for name, steps in (("Start over", 0), ("Step", 1)):
        press(page, name)
        expect(page.locator("#at")).to_have_text(f"{steps} of 64 squares")
    press(page, "Play")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    press(page, "Solve")
    expect(page.locator("svg[data-tour]")).to_be_visible()
    panel(page, "Stack")
    expect(page.locator("#panel table")).to_be_visible()
    press(page, "Full-screen board")
    expect(page.locator("html[data-present]")).to_be_attached()
    press(page, "Leave")
    page.locator("#languages [name=zh]").click()
    expect(page.locator("html[lang^=zh]")).to_be_attached()
    expect(page.locator("#fault")).to_be_hidden()
    gate.open()
    ready(page)


def test_clicks_that_need_a_late_part_take_effect_once_in_order(visit: Visit, gate: Gate) -> None:
    page = started(visit(place="http"))
    show(page, "predict")
    notice(page, WAITS)
    show(page, "predict", on=False)
    for name in ("Start over", "Step", "Step", "Step", "Back"):
        press(page, name)
    gate.open()
    expect(page.locator("#at")).to_have_text("2 of 64 squares")
    expect(page.locator("#stage")).to_have_attribute("data-mode", "watch")


LINKS = ("view=rule", "board=5x5&mode=play", "board=3x8&closed=1")


def coming(page: Page, server: str, state: str) -> Frame:
    """Return the page while it still loads, with Python on its way."""
    page.goto(f"{server}/index.html#{state}", wait_until="commit")
    expect(page.locator("html[data-python=loading]")).to_be_attached()
    return page.main_frame


@pytest.mark.sample(1)
@pytest.mark.parametrize("state", LINKS)
def test_a_link_waits_for_its_late_parts(page: Page, server: str, gate: Gate, state: str) -> None:
    frame = coming(page, server, state)
    becomes(page, lambda: bool(gate.held), wanted=True)
    loading = page.get_by_role("progressbar", name="Loading Python")
    expect(loading).to_have_text(re.compile(r"^Loading Python: \d+ %$"))
    expect(page.locator("#fault")).to_be_hidden()
    gate.open()
    ready(frame)
    expect(loading).to_be_hidden()
    expect(page.locator("#fault")).to_be_hidden()


@pytest.mark.full
def test_a_link_to_a_large_board_needs_no_late_part(page: Page, server: str, gate: Gate) -> None:
    started(coming(page, server, "board=130x130"))
    expect(page.get_by_role("status")).to_contain_text("tour found: 16,900 squares")


def test_a_link_with_a_lost_part_names_the_cause(page: Page, server: str, gate: Gate) -> None:
    frame = coming(page, server, "view=rule")
    gate.lose()
    expect(page.locator("html")).to_have_attribute("data-python", "failed")
    notice(frame, "the connection broke")
