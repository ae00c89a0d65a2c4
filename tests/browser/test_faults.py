"""Real faults: the board remains, and a sentence suggests a remedy."""

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.shared.browser import (
    DIST,
    DOCUMENTS,
    PYTHON,
    Guard,
    Visit,
    end_python,
    failed,
    ready,
    serving,
)
from tests.shared.parts import change_a_letter, scripts
from tests.shared.reader import becomes, press, some_time_later
from web.make.runtime import START


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of dist/ that a test can damage."""
    return Path(shutil.copytree(DIST, tmp_path / "dist"))


def part(folder: Path, name: str) -> Path:
    """Return the script of a part, or that of its last piece."""
    return scripts(name, folder)[-1]


def cut_in_half(file: Path) -> None:
    """Truncate a script of the payload in its middle."""
    text = file.read_text()
    file.write_text(text[: len(text) // 2])


def become_a_page(file: Path) -> None:
    """Replace a script of the payload by a server's error page."""
    file.write_text("<!DOCTYPE html><title>404</title><p>Not found.")


MISSING = "A file that belongs to this page is missing."
DAMAGED = "A part of this page is damaged"
DAMAGES: dict[str, Callable[[Path], None]] = {
    "missing": Path.unlink,
    "cut in half": cut_in_half,
    "damaged": change_a_letter,
    "a page": become_a_page,
}
COMPLAINTS = "ERR_FILE_NOT_FOUND|not as it was packed|SyntaxError|Loading failed|NS_ERROR|literal"
COMPLAINTS += "|[Uu]nexpected (token|end)|expected expression|correctly encoded"
#: Parts of a start with their damages.
BAD_STARTS = [
    *(("wasm", "missing"), ("wasm", "damaged"), ("wasm", "cut in half")),
    *(
        (name, how)
        for how in ("missing", "damaged")
        for name in ("pyscript", "snapshot", "pyodide")
    ),
]


@pytest.mark.sample(3)
@pytest.mark.every_engine(2)
@pytest.mark.parametrize(("name", "damage"), BAD_STARTS)
def test_a_missing_or_damaged_script_is_reported(
    visit: Visit, copy: Path, guard: Guard, name: str, damage: str
) -> None:
    guard.allow(COMPLAINTS)
    DAMAGES[damage](part(copy, name))
    failed(visit("index.html", folder=copy), MISSING if damage == "missing" else DAMAGED)


#: Addresses, and what a start that failed leaves to be seen of each.
SEEN = {
    "board=6x6": "svg[data-board='6x6'][data-tour]",  # a poster, that comes after the failure
    "board=7x9&holes=a1": "#board svg",  # none
    "view=graph": "#graph-en",
    "board=6x6&embed=1&loading=eager": "svg[data-board='6x6'][data-tour]",
    "board=7x9&holes=a1&embed=1&loading=eager&lang=zh": "#board svg",
}


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize("state", SEEN)
def test_a_failure_covers_every_poster(visit: Visit, copy: Path, guard: Guard, state: str) -> None:
    guard.allow("ERR_FILE_NOT_FOUND|Loading failed|NS_ERROR")
    part(copy, "snapshot").unlink()
    page = visit("index.html", folder=copy, state=state)
    expect(page.locator("html")).to_have_attribute("data-python", "failed")
    expect(page.locator(SEEN[state])).to_be_visible()
    sentence = "缺少" if "zh" in state else MISSING
    expect(page.locator("#fault")).to_contain_text(sentence)
    expect(page.locator("#fault")).to_be_in_viewport()
    expect(page.get_by_text("as soon as Python has started")).to_be_hidden()
    expect(page.locator("#transport")).to_have_css("pointer-events", "none")


@pytest.mark.sample(1)
@pytest.mark.parametrize("state", ["board=7x9&holes=a1", "view=graph"])
def test_a_failure_is_shown_in_each_language_if_nothing_can_be_unpacked(
    visit: Visit, page: Page, state: str
) -> None:
    page.add_init_script("delete window.WebAssembly")
    frame = visit(state=state)
    expect(frame.locator("#fault")).to_contain_text("WebAssembly is switched off")
    expect(frame.locator("#fault")).to_be_in_viewport()
    expect(frame.get_by_text("as soon as Python has started")).to_be_hidden()
    frame.get_by_role("button", name="中文").click()
    expect(frame.locator("#fault")).to_contain_text("浏览器")


#: Parts that load on demand, and a script that records the result of a request.
LATER = ("whole", "editor", "worker")
TEXT = "(name) => void knightsTour.text(name).then(() => (self[name] = 1), () => (self[name] = 0))"


@pytest.mark.sample(2)
@pytest.mark.every_engine(2)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_part_that_loads_on_demand_is_complete_or_rejected(
    visit: Visit, copy: Path, guard: Guard, damage: str
) -> None:
    guard.allow(COMPLAINTS)
    for name in LATER:
        DAMAGES[damage](part(copy, name))
    page = visit("index.html", folder=copy, state="loading=click")
    for name in LATER:
        page.evaluate(TEXT, name)
        becomes(page, partial(page.evaluate, "(name) => self[name]", name), 0)
    page.evaluate(TEXT, "chapter")
    becomes(page, lambda: page.evaluate("self.chapter"), 1)


@pytest.mark.full
def test_a_course_package_whose_part_is_damaged_is_reported(
    visit: Visit, copy: Path, guard: Guard
) -> None:
    guard.allow(COMPLAINTS)
    cut_in_half(part(copy, "whole"))
    page = ready(visit("index.html", folder=copy, state="board=5x5"))
    press(page, "Share")
    page.get_by_role("button", name="SCORM 1.2").click()
    expect(page.locator("#share-said")).to_contain_text("A part of this page did not arrive")


BARE = """
for (const name of ["localStorage", "indexedDB", "BroadcastChannel"])
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } })
delete HTMLDialogElement.prototype.showModal;
HTMLCanvasElement.prototype.getContext = () => null;
"""


@pytest.mark.every_engine
def test_the_page_works_without_storage_modal_dialogs_and_canvas(visit: Visit, page: Page) -> None:
    page.add_init_script(BARE)
    frame = ready(visit(state="board=201x200&ordering=best"))
    expect(frame.locator("#fault")).to_contain_text("lets the page paint nothing")
    expect(frame.get_by_role("status")).to_contain_text("Open tour found: 40,200 squares")
    press(frame, "Share")
    dialog = frame.get_by_role("dialog", name="Share")
    expect(dialog.get_by_role("textbox", name="Link")).to_be_in_viewport()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    frame.evaluate("location.hash = 'board=5x5'")
    expect(frame.get_by_role("status")).to_contain_text("Open tour found: 25 squares")
    expect(frame.locator("#fault")).to_be_hidden()
    press(frame, "Light or dark")
    press(frame, "Solve")
    expect(frame.get_by_role("status")).to_contain_text("Open tour found: 25 squares, ")


#: Policies of a host that forbid Python, each with a document.
TRUSTED = "require-trusted-types-for 'script'"
POLICIES = [
    ("script-src 'unsafe-inline' blob: 'self'", "index.html"),
    *(pytest.param(TRUSTED, document, marks=pytest.mark.full) for document in DOCUMENTS),
]


@pytest.mark.every_engine
@pytest.mark.parametrize(("policy", "document"), POLICIES)
def test_a_host_policy_that_forbids_python_is_reported(
    visit: Visit, page: Page, guard: Guard, policy: str, document: str
) -> None:
    guard.allow("policy|Policy|wasm|CompileError|unsafe-eval|Trusted")
    page.route("**/*", with_policy(policy))
    failed(visit(document, place="http"), "forbids what Python needs")


def with_policy(policy: str) -> Callable[..., None]:
    """Return a route handler that adds a policy to every response."""

    def handle(route: Route) -> None:
        with suppress(Error):  # requests of a closed page fail
            answer = route.fetch()
            headers = {**answer.headers, "content-security-policy": policy}
            route.fulfill(response=answer, headers=headers)

    return handle


UNSTARTED = "Python has not started: the scripts of this page did not run."


@pytest.mark.every_engine
def test_a_policy_that_forbids_all_scripts_is_reported_without_scripts(
    visit: Visit, page: Page, guard: Guard
) -> None:
    guard.allow("policy|Policy|Refused|blocked")
    page.route("**/*", with_policy("script-src 'self'"))
    frame = visit(place="http")
    expect(frame.get_by_text(UNSTARTED)).to_be_hidden()
    some_time_later(frame)
    expect(frame.get_by_text(UNSTARTED)).to_be_visible()
    expect(frame.locator("svg[data-board='8x8']")).to_be_visible()


BOOT, BLOCK = "https://runtime.invalid/", 'data-part="snapshot"'
#: Damages of the page in one file: a text in it, the characters after it, and the sentence.
CUTS: dict[str, tuple[str, int, Callable[[str, int], str], str]] = {
    "a damaged block": (
        BLOCK,
        100_000,
        lambda text, at: text[:at] + "####" + text[at + 4 :],
        DAMAGED,
    ),
    "cut before boot.js": (BOOT, -10, lambda text, at: text[:at], UNSTARTED),
    "cut in boot.js": (BOOT, 50, lambda text, at: text[:at], UNSTARTED),
    "damaged in boot.js": (BOOT, 0, lambda text, at: text[:at] + "####" + text[at + 4 :], DAMAGED),
}


@pytest.mark.sample(2)
@pytest.mark.every_engine
@pytest.mark.parametrize("name", CUTS)
def test_damage_in_one_file_is_reported(visit: Visit, copy: Path, guard: Guard, name: str) -> None:
    guard.allow("policy|Policy|Refused|SyntaxError|TypeError|undefined|not a function")
    guard.allow("a part is not|cannot be decoded|correctly encoded")
    file, (mark, after, cut, sentence) = copy / "knights-tour.html", CUTS[name]
    text = file.read_text()
    file.write_text(cut(text, text.index(mark) + after))
    frame = visit("knights-tour.html", folder=copy)
    if mark == BLOCK:
        failed(frame, sentence)
    some_time_later(frame)
    expect(frame.get_by_text(sentence)).to_be_visible()


HEADS = {"a style sheet": ".asked{", "the words": '"zh":', "early.js": "knights-tour-theme"}
BEFORE = "getComputedStyle(document.documentElement, '::before')"


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize("mark", HEADS)
def test_a_page_that_ends_within_its_head_is_reported(
    visit: Visit, copy: Path, guard: Guard, mark: str
) -> None:
    guard.allow("SyntaxError|Unexpected|unexpected|unterminated|policy|Policy|literal|missing")
    file = copy / "index.html"
    text = file.read_text()
    file.write_text(text[: text.index(HEADS[mark]) + 5])
    frame = visit("index.html", folder=copy)
    assert frame.evaluate(f"{BEFORE}.visibility") == "hidden"
    some_time_later(frame)
    assert frame.evaluate(f"{BEFORE}.visibility") == "visible"
    assert UNSTARTED in frame.evaluate(f"{BEFORE}.content")


def test_an_undamaged_page_reports_no_damage(visit: Visit) -> None:
    page = visit(state="loading=click")
    expect(page.locator("html")).to_have_attribute("data-boot", "")
    expect(page.get_by_text(UNSTARTED)).to_be_hidden()
    assert page.locator(".unstarted").evaluate("it => getComputedStyle(it).display") == "none"
    assert page.evaluate(f"{BEFORE}.content") == "none"


def test_a_slow_connection_is_no_failure_and_its_message_is_removed(page: Page, copy: Path) -> None:
    file = copy / "index.html"
    file.write_text(file.read_text().replace("<html ", "<html data-patience=0.5 ", 1))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/snapshot-*.js", hold)
    with serving(copy) as server:
        page.goto(f"{server}/index.html", wait_until="commit")
        expect(page.locator("#fault")).to_contain_text("on a slow line")
        expect(page.locator("html")).to_have_attribute("data-python", "loading")
        page.locator("html").evaluate("it => { it.dataset.patience = 60 }")
        for route in held:
            route.continue_()
        ready(page.main_frame)
        expect(page.locator("#fault")).to_be_hidden()


@pytest.mark.full
def test_a_start_without_progress_is_reported_until_it_continues(visit: Visit, page: Page) -> None:
    page.add_init_script("""
      const run = WebAssembly.instantiate;
      const released = new Promise((resolve) => { window.goOn = resolve; });
      WebAssembly.instantiate = async (...given) => {
        document.documentElement.dataset.patience = "0.01";
        knightsTour.fail("silent");
        await released;
        return run.apply(WebAssembly, given);
      };""")
    frame = visit()
    expect(frame.locator("html")).to_have_attribute("data-fault", "silent")
    frame.evaluate("goOn()")
    ready(frame)
    expect(frame.locator("#fault")).to_be_hidden()


def test_an_error_in_python_at_start_is_reported(visit: Visit, copy: Path, guard: Guard) -> None:
    guard.allow("PythonError|Traceback|Error|File|\\^|^console: *$|import")
    file = copy / "knights-tour.html"
    file.write_text(file.read_text().replace(START, "import web.nothing"))
    failed(visit("knights-tour.html", folder=copy), "Python stopped while it was starting.")


@pytest.mark.full
def test_each_start_is_random(visit: Visit) -> None:
    page, chance = ready(visit()), "import random; random.random()"
    first = page.evaluate(PYTHON, chance)
    page.page.reload()
    assert ready(page).evaluate(PYTHON, chance) != first


@pytest.mark.every_engine
def test_a_crash_of_python_is_reported_at_once(visit: Visit, guard: Guard) -> None:
    page = ready(visit())
    guard.allow("")
    end_python(page)
    failed(page, "Python has stopped, perhaps because memory ran out.")
    expect(page.locator("#transport")).to_have_css("pointer-events", "none")
    page.page.reload()
    expect(ready(page).locator("#fault")).to_be_hidden()


def test_an_error_in_one_piece_of_work_ends_only_that_work(visit: Visit, guard: Guard) -> None:
    page = ready(visit(state="board=5x5&ordering=textbook&prune=0&step=0"))
    guard.allow("")
    page.evaluate("void (window.frame = requestAnimationFrame, requestAnimationFrame = () => no)")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("The page made a mistake (")
    page.evaluate("void (requestAnimationFrame = window.frame)")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#at")).to_contain_text(re.compile(r"^([4-9]|\d\d)"))
