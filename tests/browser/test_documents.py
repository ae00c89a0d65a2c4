"""Pictures and embedding lines in README and docs/ match the page."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.shared.browser import DIST, serving
from tests.shared.documents import fences
from tests.shared.pictures import THEMES, difference, file, picture_of

NEAR = 4.0  # out of 255: other fonts differ by less, another board by more
SCRIPT = '<script async src="knights-tour/embed.js"></script>'
FIGURE = re.compile(r"<(knights-tour|iframe)\b")


@pytest.mark.full
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_matches_the_page(theme: str, browser: Browser) -> None:
    apart = difference(browser, file(theme).read_bytes(), picture_of(browser, theme))
    assert apart < NEAR, f"{apart:.1f}: make it anew by python -m tests.shared.pictures"


@pytest.mark.full
@pytest.mark.long
def test_each_embedding_line_shows_a_figure(page: Page, tmp_path: Path) -> None:
    shutil.copytree(DIST, tmp_path / "knights-tour")
    for number, html in enumerate(fences("html")):
        script = "" if SCRIPT in html else SCRIPT
        text = f"<!doctype html>\n<title>A page</title>\n{script}{html}"
        (tmp_path / f"{number}.html").write_text(text, "utf-8")
    with serving(tmp_path) as site:
        for file in sorted(tmp_path.glob("*.html")):
            page.goto(f"{site}/{file.name}")
            figures = FIGURE.findall(file.read_text("utf-8"))
            assert figures
            for number in range(len(figures)):
                frame = page.frame_locator(f"iframe >> nth={number}")
                page.locator("iframe").nth(number).scroll_into_view_if_needed()
                expect(frame.locator("html")).to_have_attribute("data-python", "ready")
                expect(frame.locator("#board svg")).to_be_visible()
