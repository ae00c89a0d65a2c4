"""The first action of a reader on the new page, before and after Python is ready."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType, Frame, expect

from kt_core import Board, Tour
from tests.shared.browser import DIST, DOCUMENTS, PLACES, Ask, Place, Visit, ready, started
from tests.shared.reader import press, question, show
from tests.shared.states import opened
from web.make.setup import chromium
from web.share.lines import PAGE

FIRST: dict[str, Callable[[Frame], None]] = {
    "more rows": lambda page: (
        question(page).get_by_role("spinbutton", name="Rows").press("ArrowUp")
    ),
    "predict": lambda page: show(page, "predict"),
    "a race": lambda page: _race(page, "textbook"),
}


def _race(page: Frame, value: str) -> None:
    press(page, "More")
    question(page).get_by_role("combobox", name="Race against").select_option(value)


# PyScript would look for Python code in each attribute, at each step of a search.
COUNT_SEARCHES = """
  const { evaluate } = XPathExpression.prototype;
  self.searches = 0;
  XPathExpression.prototype.evaluate = function (...given) {
    searches += 1;
    return evaluate.apply(this, given);
  };"""


def test_the_browser_of_the_tests_needs_no_other_and_solves_8x8(
    browser_type: BrowserType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("PATH", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with browser_type.launch(**chromium()) as browser:
        page = browser.new_page()
        page.add_init_script(COUNT_SEARCHES)
        page.goto(f"{(DIST / PAGE).as_uri()}#board=8x8&start=a1&closed=1&step=0")
        press(started(page.main_frame), "Solve")
        board = page.locator("svg[data-board='8x8'][data-tour]")
        path = (board.get_attribute("data-tour") or "").split()
        assert page.evaluate("searches") == 0
    assert Tour(Board(8, 8), path, closed=True).path[0] == 0


@pytest.mark.sample(3)
@pytest.mark.every_engine(3)
@pytest.mark.parametrize(
    ("document", "place", "done"),
    [*zip(3 * DOCUMENTS, 2 * PLACES, 2 * [*FIRST], strict=True)],
)
def test_in_each_place_python_starts_solves_and_replaces_the_built_tour(
    visit: Visit, document: str, place: Place, done: str
) -> None:
    page = ready(visit(document, place=place))
    expect(page.locator("#answer h2")).to_have_text("Can a knight visit every square exactly once?")
    FIRST[done](page)
    expect(page.locator("svg[data-tour]")).to_have_count(0)
    usual = "0 of 72 squares" if done == "more rows" else "0 of 64 squares"
    step = {"predict": "1 of 64 squares", "a race": "step 0 of each"}.get(done, usual)
    expect(page.locator("#at")).to_have_text(step)
    expect(page.get_by_role("status")).not_to_contain_text("found")
    page.evaluate("location.hash = 'board=5x8&step=0'")
    expect(page.locator("svg[data-board='5x8']")).to_be_visible()
    expect(question(page).get_by_role("spinbutton", name="Rows")).to_have_value("5")
    question(page).get_by_role("spinbutton", name="Rows").fill("6")
    press(page, "Solve")
    board = page.locator("svg[data-board='6x8'][data-tour]")
    Tour(Board(6, 8), (board.get_attribute("data-tour") or "").split())
    expect(page.locator(".edge")).to_have_count(8 * 48 - 12 * 14 + 16)


def test_a_locked_task_is_not_solved_before_python_is_ready(visit: Visit) -> None:
    page = visit(state="board=5x5&mode=play&lock=all&loading=click")
    page.locator("#solve").dispatch_event("click")
    expect(ready(page).get_by_role("status")).to_contain_text("Your move: the knight is on a1.")
    expect(page.get_by_role("button", name="Solve")).to_be_hidden()
    expect(page.locator("svg[data-tour]")).to_have_count(0)


@pytest.mark.full
def test_a_lock_also_refuses_a_link_that_is_clicked_before_python(visit: Visit) -> None:
    page = visit("index.html", state="view=search&board=5x5&lock=all&splice=1&loading=click")
    page.locator("#search-en a[href^='#']:not([data-to])").first.click()
    expect(ready(page).locator("html")).to_have_attribute("data-task", "section")
    address = page.evaluate("() => location.hash")
    assert {"board=5x5", "lock=all", "splice=1"} <= {*address.lstrip("#").split("&")}


def test_a_button_pressed_before_python_is_ready_keeps_its_name(visit: Visit) -> None:
    page = visit(state="loading=click")
    # The clock is so fast that each slice of work ends at once. So the search after the first
    # change still runs, and Solve is Stop, when the press takes effect. One script does all the
    # presses, because on a slow machine Solve may become Stop between two of them.
    page.evaluate(
        """() => {
          let now = performance.now();
          performance.now = () => (now += 100);
          const [rows, closed] = document.querySelectorAll("[name=rows], [name=closed]");
          rows.value = "5";
          rows.dispatchEvent(new Event("input", { bubbles: true }));
          closed.click();
          document.getElementById("solve").click();
          knightsTour.start();
        }"""
    )
    ready(page)
    expect(page.locator("#answer")).to_contain_text("Closed tour found: 40 squares")


def test_a_refused_change_resets_the_control(ask: Ask) -> None:
    page = ask("lock=ordering&ordering=textbook&step=0&board=5x5")
    show(page, "predict")
    expect(page.get_by_role("alert")).to_have_text("The move ordering cannot be changed here.")
    expect(page.locator("#show [name=predict]")).not_to_be_checked()


#: Addresses of tasks, and of near misses.
TASKS = (
    *("", "lock=all", "lock=0", "lock=start", "lock=nonsense", "lock=code", "lock=hints"),
    *("hints=0", "hints=2", "hints=many", "mode=play&hints=1", "splice=0", "splice=1", "splice=x"),
    *("check=0", "check=9", "check=x", "check=1000&lock=code", "ordering=own&splice=1"),
    *("mode=play", "mode=play&lock=all", "mode=play&splice=1", "mode=predict&lock=mode"),
    *("mode=predict&splice=1", "mode=plya&splice=1", "mode=watch&lock=board"),
    *("view=graph", "view=graph&splice=1", "view=chapter&lock=all", "view=lab&lock=all"),
    *("view=lab&mode=play&splice=1", "lock=start&lock=", "splice=1&splice=0", "mode=play&check=7"),
    *("mode=play&mode=predict&lock=all", "mode=watch&mode=play"),
)


def test_a_task_looks_the_same_before_python_and_with_it(visit: Visit, *, thorough: bool) -> None:
    tasks = TASKS if thorough else TASKS[::3]
    page, told = visit("index.html", state="loading=click"), {}
    for link in tasks:
        page.evaluate("(link) => { location.hash = link + '&loading=click' }", link)
        page.wait_for_function("(link) => location.hash.startsWith('#' + link)", arg=link)
        told[link] = page.evaluate("""() => new Promise((resolve) => setTimeout(() => {
            const { task, lock, looksLocked } = document.documentElement.dataset;
            resolve([task ?? null, lock !== undefined, looksLocked !== undefined]);
        }))""")
    expected = {}
    for link in tasks:
        state = opened(f"#{link}")
        kind = state.task.kind if state.task.is_set else None
        readable = link not in ("lock=0", "lock=nonsense")  # these lock all once Python has started
        expected[link] = [kind, bool(state.task.locked), readable and "show" in state.task.locked]
    assert told == expected
