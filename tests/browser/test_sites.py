"""Course sites as teachers write them, built and opened: see tests/sites/."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.shared.browser import DIST, Guard, leave, serving
from tests.shared.reader import play

pytestmark = [pytest.mark.long, pytest.mark.full]

SITES = Path(__file__).parents[1] / "sites"
TOUR = ["c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"]  # a tour of 3×4 after a1
FIGURES = "knights-tour"  # the folder beside a site's pages where the files of dist/ are


#: Serves a folder on a separate origin, which it returns.
Serve = Callable[[Path], str]


@pytest.fixture
def serve(page: Page) -> Iterator[Serve]:
    """Serve folders while a test runs."""
    with ExitStack() as stack:
        yield lambda folder: stack.enter_context(serving(folder))
        leave(page)


def copied(site: str, to: Path, figures: str) -> Path:
    """Copy the sources of a site, and the files of dist/ into a folder of it."""
    shutil.copytree(SITES / site, to)
    shutil.copytree(DIST, to / figures, ignore=shutil.ignore_patterns("knights-tour.html", "*.zip"))
    return to


def put(file: Path, name: str, value: str) -> None:
    """Replace a placeholder in a file, as a teacher does with an address."""
    file.write_text(file.read_text("utf-8").replace(name, value), "utf-8")


def built(program: str, *arguments: str | Path) -> None:
    """Run a site's generator without warnings."""
    command = Path(sys.executable).with_name(program)
    done = subprocess.run([command, *arguments], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def figure(page: Page, frame: str) -> FrameLocator:
    """Return the page in a frame when it is visible."""
    page.locator(frame).scroll_into_view_if_needed()
    return page.frame_locator(frame)


def solves(page: Page, frame: str, sides: str) -> None:
    """Expect a live figure with a tour in this frame."""
    inside = figure(page, frame)
    expect(inside.locator("html")).to_have_attribute("data-python", "ready")
    expect(inside.locator(f"svg[data-board='{sides}'][data-tour]")).to_be_visible()
    expect(inside.get_by_role("status")).to_contain_text("tour found")


def follows_height(page: Page, element: str) -> None:
    """Expect an element to be as high as its content."""
    frame = page.locator(f"{element} > iframe").element_handle().content_frame()
    assert frame
    for width in (700, 360):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator(element).scroll_into_view_if_needed()  # only visible parts have a layout
        frame.wait_for_function(
            """() => {
              const shown = document.querySelector("main").getBoundingClientRect();
              return shown.top >= 0 && Math.abs(innerHeight - shown.bottom) < 20;
            }"""
        )


def tells(page: Page, moves: int) -> None:
    """Expect the page to receive a tour that it requests from its first figure."""
    told = page.locator("knights-tour").first.evaluate(
        """figure => new Promise((resolve) => {
          figure.addEventListener("found", ({ detail }) => resolve(detail.tour));
          figure.set({ start: "c3" });
          figure.solve();
        })"""
    )
    assert (told["path"][0], len(told["path"])) == ("c3", moves)


def test_a_plain_page_with_five_figures_one_of_them_a_task(
    page: Page, serve: Serve, tmp_path: Path
) -> None:
    page.goto(serve(copied("plain", tmp_path / "site", FIGURES)) + "/index.html")
    for name, sides in (("search", "5x5"), ("rule", "8x8")):
        solves(page, f"#{name} > iframe", sides)
    figure(page, "#graph > iframe").locator(".edge").first.wait_for()
    follows_height(page, "#rule")
    waiting = figure(page, "#click > iframe")
    expect(waiting.locator("svg[data-board='6x6'][data-tour]")).to_be_visible()
    expect(waiting.locator("html")).to_have_attribute("data-python", "idle")
    task = figure(page, "#task > iframe")
    expect(task.locator("html")).to_have_attribute("data-python", "ready")
    expect(task.get_by_text("Find an open tour from a1.")).to_be_visible()
    play(task, *TOUR)
    expect(page.locator("#done")).to_have_text("solved, 12 squares")


@pytest.mark.every_engine
def test_a_strict_site_that_allows_the_frame(page: Page, serve: Serve, tmp_path: Path) -> None:
    shutil.copytree(SITES / "policy", tmp_path / "site")
    put(tmp_path / "site/index.html", "FIGURES", serve(DIST))
    page.goto(serve(tmp_path / "site") + "/index.html")
    solves(page, "body > iframe", "5x5")
    solves(page, "knights-tour > iframe", "5x6")
    follows_height(page, "knights-tour")
    tells(page, 30)
    expect(page.locator("#found")).to_have_text(re.compile("Found: c3 .*"))


def test_a_site_of_mkdocs_material(page: Page, serve: Serve, tmp_path: Path) -> None:
    source, site = copied("mkdocs", tmp_path / "source", f"docs/{FIGURES}"), tmp_path / "site"
    put(source / "mkdocs.yml", "https://example.org", origin := serve(site))
    built("mkdocs", "build", "-q", "-f", source / "mkdocs.yml", "-d", site / "course")
    page.goto(f"{origin}/course/")
    solves(page, "knights-tour > iframe", "5x5")
    follows_height(page, "knights-tour")
    tells(page, 25)
    page.evaluate("window.kept = true")
    page.get_by_role("link", name="Warnsdorff").last.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Warnsdorff")
    solves(page, "knights-tour > iframe", "6x6")
    solves(page, "article > iframe", "5x6")
    assert page.evaluate("window.kept")  # navigation.instant: the page was never left


def test_a_site_of_sphinx_with_furo(page: Page, serve: Serve, tmp_path: Path) -> None:
    source, site = copied("sphinx", tmp_path / "source", f"_static/{FIGURES}"), tmp_path / "site"
    built("sphinx-build", "-q", "-W", source, site)
    has_both_pages(page, serve(site))


def test_a_pretext_book_with_a_task_for_runestone(page: Page, serve: Serve, tmp_path: Path) -> None:
    copied("pretext", tmp_path / "book", f"external/{FIGURES}")
    page.goto(serve(tmp_path / "book") + "/knights.html")
    solves(page, "#figure", "5x5")
    task = figure(page, "#task")
    expect(task.locator("html")).to_have_attribute("data-python", "ready")
    play(task, *TOUR)
    page.wait_for_function("kept && kept.solved")
    told = page.evaluate("told.filter(it => it.subject)")
    assert [it["subject"] for it in told[:2]] == ["SPLICE.getState", "SPLICE.reportScoreAndState"]
    scores = [it["score"] for it in told if it["subject"] == "SPLICE.reportScoreAndState"]
    assert (scores[-1], {*scores}) == (1, {0, 1})


def test_a_jupyter_book(page: Page, serve: Serve, tmp_path: Path, guard: Guard) -> None:
    guard.allow("THEBE_JS_URL|theme mode")  # faults of every book, with or without figures
    source = copied("book", tmp_path / "source", f"files/{FIGURES}")
    built("jupyter-book", "build", "-q", "-W", source, "--path-output", tmp_path / "site")
    html = tmp_path / "site/_build/html"
    has_both_pages(page, serve(html))
    # On every page, a book would load all scripts of a folder named _static: the whole payload.
    assert (html / "index.html").read_text("utf-8").count(f"{FIGURES}/") == 1


def has_both_pages(page: Page, site: str) -> None:
    """Expect a page with the element, and one in a folder with the element and a frame."""
    page.goto(f"{site}/index.html")
    solves(page, "knights-tour > iframe", "5x5")
    follows_height(page, "knights-tour")
    tells(page, 25)
    page.goto(f"{site}/week-8/rule.html")
    solves(page, "knights-tour > iframe", "6x6")
    solves(page, "section > iframe", "5x6")
