"""The course package in a course system's run-time: recorded, continued, and never lost."""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from shutil import copy
from string import ascii_letters
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, Route, expect

from kt_core import Board, solve
from tests.shared.browser import DIST, Ask, Visit, serving, started
from tests.shared.reader import becomes, play, press
from web.chapter.content.listings import written_exercise
from web.make.steps import ROOT
from web.question.question import packed_code, packed_path
from web.share.course import LAUNCH, Package, archive, file_name
from web.share.lines import PAGE

BOARD = Board(3, 4)
TOUR = [BOARD.name(square) for square in solve(BOARD, start="a1").path]
TASK = Package.read("board=3x4&mode=play&lock=all", "A tour of 3x4")
EXERCISE = written_exercise("legal_moves", "en")
#: A starter program that is too long for a link.
LONG = f"# {''.join(Random(1).choices(ascii_letters, k=24_000))}\n{EXERCISE.starter}"
TESTED = Package.read(f"ordering=own&code={packed_code(LONG)}&tests={packed_code(EXERCISE.tests)}")
SCRIPTS = {"1.2": "scorm12.min.js", "2004": "scorm2004.min.js"}
NAMES = {"1.2": ("API", "Scorm12API"), "2004": ("API_1484_11", "Scorm2004API")}


@dataclass
class System:
    """A course system: scorm-again in its own page, and the data committed to it."""

    page: Page
    address: str
    edition: str = "1.2"
    kept: dict[str, Any] = field(default_factory=dict)

    def take(self, route: Route) -> None:
        """Accept a commit."""
        self.kept = json.loads(route.request.post_data or "{}")["cmi"]
        route.fulfill(json={"result": True, "errorCode": 0})

    def open(self, body: str) -> None:
        """Open the system's page with this content; its run-time has the saved data."""
        self.page.goto(f"{self.address}/blank")
        name, kind = NAMES[self.edition]
        settings = '{autocommit: false, lmsCommitUrl: "/commit", logLevel: 5}'
        made = f"{name} = new {kind}({settings});"
        if self.kept:
            made += f" {name}.loadFromJSON({json.dumps(self.kept)}, 'cmi');"
        script = f'<script src="/{SCRIPTS[self.edition]}"></script><script>{made}</script>'
        self.page.set_content(f'<!doctype html><link rel="icon" href="data:,">{script}{body}')

    def state(self) -> dict[str, Any]:
        """Return the saved state of the page."""
        found: dict[str, Any] = json.loads(self.kept.get("suspend_data") or "{}")
        return found


@cache
def package(task: Package, edition: str = "1.2") -> bytes:
    """Return the package of a task."""
    return archive(task, (DIST / PAGE).read_bytes(), edition)


@pytest.fixture
def system(page: Page, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[System]:
    """A course system with the unpacked package; its parameter is another task."""
    task: Package = getattr(request, "param", TASK)
    with zipfile.ZipFile(io.BytesIO(package(task))) as unpacked:
        unpacked.extractall(tmp_path)
    for name in SCRIPTS.values():
        copy(ROOT / "node_modules/scorm-again/dist" / name, tmp_path)
    with serving(tmp_path) as address:
        system = System(page, address)
        page.context.route("**/commit", system.take)
        yield system


FRAME = f'<iframe id="sco" src="/{LAUNCH}" style="width: 100%; height: 700px"></iframe>'


def task_in(page: Page) -> FrameLocator:
    """Return the page inside the package, in a frame of the system's page."""
    return page.frame_locator("#sco").frame_locator("#page")


WAYS_OUT = ("#tour=euler-1759&splice=1", "#board=1x1&mode=play", "#view=graph")


def held(system: System, sides: str) -> FrameLocator:
    """Return the page inside when it is ready; no link leads out before or after that."""
    task = task_in(system.page)
    expect(task.locator("#views")).not_to_be_visible()
    here = task.locator("html")
    for link in WAYS_OUT:
        here.evaluate("(_, link) => { location.hash = link }", link)
    expect(started(task).locator("#board svg")).to_have_attribute("data-board", sides)
    for link in WAYS_OUT:
        here.evaluate("(_, link) => { location.hash = link }", link)
        expect(task.get_by_role("alert")).to_contain_text("here.")
    assert here.evaluate("() => location.hash").endswith("splice=1")
    expect(task.locator("#chapter")).not_to_be_visible()
    assert not system.kept.get("core", {}).get("score", {}).get("raw")
    return task


def test_a_student_stays_in_the_task_continues_later_and_passes(system: System) -> None:
    system.open(FRAME)
    play(held(system, "3x4"), *TOUR[1:5])
    four = packed_path(BOARD, [BOARD.square(name) for name in TOUR[:5]])
    becomes(system.page, lambda: str(system.state().get("game")), f"{four},0,0")
    expect(task_in(system.page).get_by_role("status")).to_contain_text("5 of 12 squares")
    assert system.kept["core"]["lesson_status"] == "incomplete"
    system.open(FRAME)
    board = started(task_in(system.page))
    expect(board.get_by_role("status")).to_contain_text("5 of 12 squares")
    expect(board.locator("#task")).to_contain_text("Find an open tour from a1.")
    play(board, *TOUR[5:])
    becomes(system.page, lambda: system.kept["core"]["lesson_status"] == "passed", True)
    assert system.kept["core"]["score"]["raw"] == "100"
    expect(system.page.frame_locator("#sco").locator("#said")).to_be_empty()


@pytest.mark.full
def test_the_other_edition_works_in_a_separate_window(system: System) -> None:
    system.edition = "2004"
    system.open(f"<button onclick=\"window.open('/{LAUNCH}')\">Open</button>")
    with system.page.expect_popup() as opened:
        system.page.get_by_role("button").click()
    play(started(opened.value.frame_locator("#page")), *TOUR[1:])
    becomes(system.page, lambda: system.kept.get("success_status") == "passed", True)
    assert system.kept["completion_status"] == "completed"
    assert float(system.kept["score"]["scaled"]) == 1
    opened.value.close(run_before_unload=True)
    becomes(system.page, lambda: system.kept.get("exit") == "suspend", True)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("document", "edition"), [(PAGE, "1.2"), ("index.html", "2004")])
def test_the_page_makes_the_same_package_as_the_build(
    ask: Ask, visit: Visit, document: str, edition: str, tmp_path: Path
) -> None:
    state = "board=3x4&mode=play&lock=all"
    if document == PAGE:  # the shared page already runs it
        page = ask(state)
    else:
        page = visit(document, place="http", state=f"{state}&loading=eager")
        expect(page.locator("html")).to_have_attribute("data-python", "ready")
    press(page, "Share")
    with page.page.expect_download() as download:
        page.get_by_role("button", name=f"SCORM {edition}").click()
    download.value.save_as(tmp_path / "made.zip")
    task = Package.of(TASK.question)
    assert download.value.suggested_filename == file_name(task)
    assert (tmp_path / "made.zip").read_bytes() == package(task, edition)
    expect(page.locator("#share-said")).to_have_text(f"Saved as {file_name(task)}.")


@pytest.mark.full
@pytest.mark.parametrize("edition", ["1.2", "2004"])
@pytest.mark.parametrize("system", [TESTED], indirect=True)
def test_the_score_of_a_checked_program_arrives(system: System, edition: str) -> None:
    system.edition = edition
    system.open(FRAME)
    task = started(task_in(system.page))
    wrong = EXERCISE.solution.replace("0 <= r", "0 < r")  # one test of five fails
    for program, score in ((wrong, "80"), (EXERCISE.solution, "100")):
        task.locator("#editor .cm-content").fill(program)
        task.get_by_role("button", name="Check").click()
        becomes(system.page, lambda: _score(system), score)
    if edition == "1.2":
        assert system.kept["core"]["lesson_status"] == "passed"
    else:
        assert system.kept["success_status"] == "passed"


def _score(system: System) -> str:
    kept = system.kept if system.edition == "2004" else system.kept.get("core", {})
    return str(kept.get("score", {}).get("raw"))
