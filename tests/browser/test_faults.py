"""Faults, each brought about for real: the board stays, and a sentence says what helps."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.shared.browser import DIST, Guard, Visit, ready
from web.make.pages import START

ALONE = pytest.mark.one_engine
PARTS = [
    "wasm",
    "pyscript",
    *(pytest.param(name, marks=ALONE) for name in ("library", "program", "pyodide")),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of dist/ that a test may damage."""
    return Path(shutil.copytree(DIST, tmp_path / "dist"))


def failed(page: Frame, sentence: str) -> None:
    """Expect the failed page: the board, and what happened."""
    expect(page.locator("html")).to_have_attribute("data-python", "failed")
    expect(page.get_by_role("status")).to_contain_text(sentence)
    expect(page.locator("svg[data-board='8x8'][data-tour]")).to_be_visible()


def part(folder: Path, name: str) -> Path:
    """Return the payload script of this name."""
    (found,) = folder.glob(f"{name}-*.js")
    return found


@pytest.mark.every_engine
@pytest.mark.parametrize("name", PARTS)
def test_a_missing_script_is_told(visit: Visit, copy: Path, guard: Guard, name: str) -> None:
    guard.allow("ERR_FILE_NOT_FOUND|Loading failed|NS_ERROR")
    part(copy, name).unlink()
    failed(visit("index.html", folder=copy), "A file that belongs to this page is missing.")


@pytest.mark.every_engine
@pytest.mark.parametrize("name", PARTS)
def test_a_damaged_script_is_told(visit: Visit, copy: Path, guard: Guard, name: str) -> None:
    guard.allow("incorrect data check")
    text = part(copy, name).read_text()
    middle = len(text) // 2
    other = "A" if text[middle] != "A" else "B"
    part(copy, name).write_text(text[:middle] + other + text[middle + 1 :])
    failed(visit("index.html", folder=copy), "A part of this page is damaged")


@pytest.mark.every_engine
def test_a_script_that_was_cut_off_is_told(visit: Visit, copy: Path, guard: Guard) -> None:
    guard.allow("SyntaxError|literal not terminated|Invalid or unexpected")
    part(copy, "wasm").write_text(part(copy, "wasm").read_text()[:-1000])
    failed(visit("index.html", folder=copy), "A part of this page is damaged")


@pytest.mark.every_engine
def test_a_damaged_block_of_the_one_file_is_told(visit: Visit, copy: Path, guard: Guard) -> None:
    guard.allow("incorrect data check")
    file = copy / "knights-tour.html"
    text = file.read_text()
    at = text.index('data-part="library"') + 100_000
    file.write_text(text[:at] + "####" + text[at + 4 :])
    failed(visit(folder=copy), "A part of this page is damaged")


SWITCHED_OFF = {
    "delete window.WebAssembly": "WebAssembly is switched off",
    "delete window.DecompressionStream": "This browser is too old",
    "delete window.WeakRef": "This browser is too old",
    "WebAssembly.compile = () => Promise.reject(new Error('no'))": "WebAssembly",
}


@pytest.mark.parametrize("script", SWITCHED_OFF)
def test_what_the_browser_lacks_is_told(visit: Visit, page: Page, script: str) -> None:
    page.add_init_script(script)
    failed(visit(), SWITCHED_OFF[script])


STORAGE = """
for (const name of ["localStorage", "indexedDB"])
    Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } })
"""


@pytest.mark.every_engine
def test_a_storage_that_throws_stops_nothing(visit: Visit, page: Page) -> None:
    page.add_init_script(STORAGE)
    frame = ready(visit())
    frame.get_by_role("button", name="Light or dark").click()
    frame.get_by_role("button", name="Solve").click()
    expect(frame.get_by_role("status")).to_contain_text("Open tour found: 63 moves, no dead end, ")


@pytest.mark.every_engine
def test_a_policy_around_the_page_that_forbids_python_is_told(
    visit: Visit, page: Page, guard: Guard
) -> None:
    guard.allow("policy|Policy|wasm|CompileError|unsafe-eval")
    page.route("**/*", with_policy("script-src 'unsafe-inline' blob: 'self'"))
    failed(visit(place="http"), "forbids what Python needs")


def with_policy(policy: str) -> Callable[..., None]:
    """Return a route handler that adds a policy to every answer."""

    def handle(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        headers = {**answer.headers, "content-security-policy": policy}
        route.fulfill(response=answer, headers=headers)  # type: ignore[attr-defined]

    return handle


BROKEN = {
    "raise RuntimeError": "1/0",
    "does not parse": "def",
    "cannot be imported": "import web.nothing",
}


@pytest.mark.parametrize("program", BROKEN.values(), ids=BROKEN)
def test_a_program_that_fails_at_its_start_is_told(
    visit: Visit, copy: Path, guard: Guard, program: str
) -> None:
    guard.allow("PythonError|Traceback|Error|File|\\^|^console: *$|import")
    file = copy / "knights-tour.html"
    file.write_text(file.read_text().replace(START, program))
    failed(visit(folder=copy), "Python stopped while it was starting.")


def test_a_mistake_of_the_page_is_owned_up_to(visit: Visit, guard: Guard) -> None:
    guard.allow("")
    page = ready(visit())
    page.evaluate("void (Element.prototype.setAttribute = () => { throw new Error('no') })")
    page.get_by_role("button", name="More rows").click()
    expect(page.get_by_role("status")).to_contain_text("The page made a mistake (")
    expect(page.locator("svg[data-board]")).to_be_visible()
