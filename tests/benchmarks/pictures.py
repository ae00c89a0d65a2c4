"""The pictures of docs/teaching.md, made anew: .venv/bin/python -m tests.benchmarks.pictures.

They show the page in dist/ as a teacher sees it, in this machine's fonts; so no test compares them.
"""

from playwright.sync_api import Page, sync_playwright

from tests.shared.browser import DIST, ready
from web.make.setup import program
from web.make.steps import ROOT
from web.share.lines import PAGE

SCHOOL = f"https://school.example/{PAGE}"  # what links in the pictures begin with
#: A picture: the lab's address, and what is chosen.
PICTURES = {
    "teaching-play": ("board=5x6", {"what": "closed", "undos": "0", "ask": "Why no 5 × 5 board?"}),
    "teaching-section": ("", {"what": "section", "section": "graph"}),
    "teaching-code": ("board=6x6", {"what": "code"}),
}


def main() -> None:
    """Write each picture into docs/."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"))
        page = browser.new_page(viewport={"width": 960, "height": 900})
        page.route(SCHOOL, lambda route: route.fulfill(path=DIST / PAGE))
        for name, (state, chosen) in PICTURES.items():
            page.goto("about:blank")
            page.goto(f"{SCHOOL}#{state}&lang=en&theme=light")
            ready(page.main_frame)
            _choose(page, chosen)
            page.locator("#assign").screenshot(path=ROOT / f"docs/{name}.png")


def _choose(page: Page, chosen: dict[str, str]) -> None:
    page.locator("#tools [name=share]").click()
    page.locator("#share [name=assign]").click()
    for name, value in chosen.items():
        field = page.locator(f"#assign [name={name}]")
        field.fill(value) if name == "ask" else field.select_option(value)
    page.locator("#assign").evaluate("it => it.scrollTo(0, 0)")


if __name__ == "__main__":
    main()
