"""Course packages in Open edX's SCORM block: kinds of grades, and both editions of SCORM.

The other kinds, predictions and programs, give Open edX nothing else: see test_course.py.
tests/sites/openedx/ runs in an environment that `python3 build.py test --all` creates.
"""

import json
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import (
    APIRequestContext,
    BrowserContext,
    Error,
    FrameLocator,
    Page,
    Playwright,
    expect,
)

from kt_core import Board, solve
from tests.shared.browser import DIST
from tests.shared.reader import becomes, play
from web.chapter.book import GivenAnswer, section
from web.make.setup import OPEN_EDX, python_of
from web.question.question import packed_path
from web.share.course import EDITIONS, Package, archive
from web.share.lines import PAGE

PYTHON = python_of(OPEN_EDX)
pytestmark = [pytest.mark.long, pytest.mark.full]
BOARD = Board(3, 4)
TOUR = [BOARD.name(square) for square in solve(BOARD, start="a1").path]
SERVER = Path(__file__).parents[1] / "sites" / "openedx" / "serve.py"
#: An address for each kind of task.
TASKS = {
    "play": "board=3x4&mode=play&undos=9",
    "section": "view=graph",
    "watch": "board=5x5&step=0",
}
#: The kinds that are tested in one edition, because both editions store their work in the same way.
ALONE = {"watch": "1.2", "section": "2004"}
NAMES = [f"{kind}-{edition.replace('.', '')}" for edition in EDITIONS for kind in TASKS]


@dataclass
class Course:
    """A running Open edX with one block per name."""

    address: str
    requests: APIRequestContext
    book: Path  # a file with a line for each grade that the gradebook received

    def upload(self, name: str, package: bytes) -> None:
        """Upload a package into a block, as a teacher does in the Studio."""
        on, off = ("weight", "has_score"), ("enable_navigation_menu", "enable_fullscreen_button")
        sizes = dict.fromkeys(("width", "navigation_menu_width"), "") | {"height": "700"}
        fields = sizes | dict.fromkeys(on, "1") | dict.fromkeys((*off, "popup_on_launch"), "0")
        fields["display_name"] = name
        file = {"name": "task.zip", "mimeType": "application/zip", "buffer": package}
        told = self._handle(name, "studio_submit", multipart={**fields, "file": file})
        assert told == {"result": "success", "errors": []}

    def work(self, name: str) -> Mapping[str, object]:
        """Return the page's state as saved by the block."""
        asked = {"name": "cmi.suspend_data", "url": ""}
        told = self._handle(name, "scorm_get_value", data=asked)
        found: Mapping[str, object] = json.loads(told["value"] or "{}")
        return found

    def grades(self, name: str) -> list[float]:
        """Return the grades that were sent to the gradebook for a block, in order."""
        lines = self.book.read_text().splitlines() if self.book.exists() else []
        pairs = (line.split() for line in lines)
        return [float(grade) for usage, grade in pairs if usage.split(".")[0] == name]

    def _handle(self, name: str, handler: str, **sent: Any) -> dict[str, str]:
        url = f"/handler/{name}.scorm.d0.u0/{handler}/?student=student_1"
        found: dict[str, str] = self.requests.post(url, **sent).json()
        return found


@pytest.fixture(scope="module")
def course(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """Open edX's workbench, while the tests of this module run."""
    folder = tmp_path_factory.mktemp("openedx")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command: list[str | Path] = [PYTHON, SERVER, folder, str(port), *NAMES]
    log = (folder / "log").open("w")
    with log, subprocess.Popen(command, cwd=folder, stdout=log, stderr=log) as server:
        address = f"http://127.0.0.1:{port}"
        requests = playwright.request.new_context(base_url=address)
        try:
            _until_it_answers(requests, server)
            yield Course(address, requests, folder / "grades.txt")
        finally:
            server.terminate()


def _until_it_answers(requests: APIRequestContext, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < until:
        try:
            requests.get(f"/scenario/{NAMES[0]}/")
        except Error:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("Open edX did not start")


@dataclass
class Student:
    """A student who sees a block."""

    page: Page
    course: Course
    name: str

    def begin(self) -> None:
        """Open the block."""
        self.page.goto(f"{self.course.address}/scenario/{self.name}/", wait_until="commit")

    def task(self) -> FrameLocator:
        """Return the task, once every control works."""
        package = self.page.frame_locator("iframe.scorm-embedded")
        task = package.frame_locator("#page")
        expect(task.locator("html")).to_have_attribute("data-python", "ready")
        expect(package.locator("#said")).to_be_empty()
        return task

    def has_saved(self, key: str, value: object) -> None:
        """Expect the block to have saved this work."""
        becomes(self.page, lambda: str(self.course.work(self.name).get(key)), str(value))

    def sees(self, grade: str, status: str) -> None:
        """Expect the block to show these points and this status."""
        expect(self.page.locator(".grade")).to_have_text(grade)
        expect(self.page.locator(".completion-status")).to_have_text(status)


def reply(task: FrameLocator, answer: str) -> None:
    """Answer the question of the section."""
    field = task.locator("#graph-en [name=reply]")
    field.fill(answer)
    field.press("Enter")


def right_answer(task: FrameLocator) -> str:
    """Return the right answer to the question in the address."""
    html = task.locator("html")
    becomes(html.page, lambda: "said=graph:" in html.evaluate("() => location.hash"), True)
    keys = parse_qs(html.evaluate("() => location.hash.slice(1)"), keep_blank_values=True)
    said = GivenAnswer.read(keys["said"][0].removeprefix("graph:"))
    replies = section("graph", "en").exercise(said).replies
    return next(each.answer for each in replies if each.right)


def answer_another(task: FrameLocator) -> None:
    """Request another question, and answer it."""
    html = task.locator("html")
    task.locator("#graph-en-exercise [name=another]").click()
    becomes(html.page, lambda: ":99" in html.evaluate("() => location.hash"), False)
    reply(task, right_answer(task))


def _step(task: FrameLocator) -> None:
    task.get_by_role("button", name="Step", exact=True).click()


def _watch(task: FrameLocator) -> None:
    task.locator("#asked").click()
    task.locator("#solve").click()
    expect(task.get_by_role("status")).to_contain_text("tour")
    task.get_by_role("button", name="To the end").click()


@dataclass(frozen=True)
class Way:
    """How to do a task: the first half, the saved state, and the rest."""

    half: Callable[[FrameLocator], None]
    kept: tuple[str, object]
    again: tuple[str, str]
    rest: Callable[[FrameLocator], None]
    grade: str = "1"


WAYS: Mapping[str, Way] = {
    "play": Way(
        half=lambda task: play(task, *TOUR[1:5]),
        kept=("game", f"{packed_path(BOARD, [BOARD.square(name) for name in TOUR[:5]])},0,0"),
        again=("#answer", "5 of 12 squares"),
        rest=lambda task: play(task, *TOUR[5:]),
    ),
    "section": Way(
        half=lambda task: reply(task, "99"),
        kept=("done", False),
        again=("#graph-en-verdict", "Not yet."),
        rest=answer_another,
    ),
    "watch": Way(
        half=_step,
        kept=("done", False),
        again=("#task", "Watch the search to its end."),
        rest=_watch,
        grade="0",
    ),
}


@pytest.mark.parametrize("kind", TASKS)
def test_a_task_in_open_edx_is_completed_only_by_doing_it(
    context: BrowserContext, course: Course, kind: str
) -> None:
    students, way = [], WAYS[kind]
    for edition in [ALONE[kind]] if kind in ALONE else EDITIONS:
        name, task = f"{kind}-{edition.replace('.', '')}", Package.read(TASKS[kind])
        course.upload(name, archive(task, (DIST / PAGE).read_bytes(), edition))
        students.append(Student(context.new_page(), course, name))
    for student in began(students):
        way.half(student.task())
        student.has_saved(*way.kept)
        assert max(course.grades(student.name), default=0) < 0.5
    for student in began(students):
        task_again, (where, words) = student.task(), way.again
        expect(task_again.locator(where)).to_contain_text(words)
        way.rest(task_again)
        student.sees(way.grade, "completed")
        becomes(student.page, partial(last, course, student.name), float(way.grade))
        if kind == "section":  # its answer is shown again
            student.has_saved("done", True)
            student.begin()
            verdict = student.task().locator("#graph-en-verdict")
            expect(verdict).to_have_attribute("data-right", "yes")
            student.sees(way.grade, "completed")


def began(students: list[Student]) -> list[Student]:
    """Return the students after each has opened the block; all at once to save time."""
    for student in students:
        student.begin()
    return students


def last(course: Course, name: str) -> float:
    """Return the last grade that was sent to the gradebook; -1 without one."""
    return [-1.0, *course.grades(name)][-1]
