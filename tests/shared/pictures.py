"""Take the pictures of the page in docs/: run python -m tests.shared.pictures after build.py.

The pictures in docs/pictures/ show the page in its two themes, as WebP, which Chromium makes. A
test compares them coarsely with the page, because machines have different fonts. The pictures of
docs/teaching.md show the dialog "Make a task", and a program that was checked.
"""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from playwright.sync_api import Browser, Frame, Page, ViewportSize, expect, sync_playwright

from tests.shared.browser import DIST, ready, visited
from web.chapter.content.listings import OWN, written_exercise
from web.make.setup import chromium
from web.make.steps import ROOT, write
from web.question import address
from web.question.question import Question
from web.share.lines import PAGE

PICTURES = ROOT / "docs/pictures"
THEMES = ("light", "dark")
SIZE: ViewportSize = {"width": 1280, "height": 720}
#: The address of the pictures: a running search, with the graph behind it.
STATE = "start=b1&show=path,graph&step=52"
QUALITY = 0.7
TILES = (32, 18)  # columns and rows; each tile has one color
#: Loads a picture, and draws it on a canvas of this size or the picture's size.
CANVAS = """async ([data, size]) => {
  const image = new Image();
  image.src = data;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = size ?? [image.width, image.height];
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return %s;
}"""
WEBP = CANVAS % f"canvas.toDataURL('image/webp', {QUALITY}).split(',')[1]"
COLORS = CANVAS % "[...pen.getImageData(0, 0, canvas.width, canvas.height).data]"


#: The picture of a program: the sentence of the page about it when its budget is used up.
PROGRAM = "ordering=own&step=0&theme=light"
PROGRAM_VISITS = "20000"

SCHOOL = f"https://school.example/{PAGE}"  # the beginning of the links in pictures of tasks
#: For each picture of a task the lab's address, and the values of the dialog.
TASKS = {
    "teaching-play": ("board=5x6", {"what": "closed", "undos": "0", "ask": "Why no 5 × 5 board?"}),
    "teaching-section": ("", {"what": "section", "section": "graph"}),
    "teaching-code": ("board=6x6", {"what": "code"}),
}


def file(theme: str) -> Path:
    """Return the path of the picture of a theme."""
    return PICTURES / f"{theme}.webp"


def picture_of(browser: Browser, theme: str) -> bytes:
    """Return a picture of the page in a theme, as WebP."""
    page = browser.new_page(viewport=SIZE)
    frame = visited(page, "file", DIST / "knights-tour.html", "", f"{STATE}&theme={theme}")
    expect(ready(frame).locator("#board svg")).to_be_visible()
    return _webp(page, frame)


def _webp(page: Page, frame: Frame) -> bytes:
    # The pictures have no text in scripts for which few machines have fonts.
    frame.locator("#languages").evaluate("it => { it.style.visibility = 'hidden' }")
    page.mouse.move(0, 0)
    shot = b64encode(page.screenshot(animations="disabled")).decode()
    page.goto("about:blank")  # this page's policy allows pictures
    webp: str = page.evaluate(WEBP, [f"data:image/png;base64,{shot}", None])
    page.close()
    return b64decode(webp)


def difference(browser: Browser, one: bytes, other: bytes) -> float:
    """Return the average difference of two pictures, tile by tile: 0 to 255."""
    page = browser.new_page()

    def colors(webp: bytes) -> Sequence[int]:
        data = f"data:image/webp;base64,{b64encode(webp).decode()}"
        found: Sequence[int] = page.evaluate(COLORS, [data, TILES])
        return found

    tiles = zip(colors(one), colors(other), strict=True)
    apart = fmean(abs(a - b) for a, b in tiles)
    page.close()
    return apart


def program_picture(browser: Browser) -> bytes:
    """Return a picture of the page after a program that seems to run forever, as WebP."""
    page = browser.new_page(viewport=SIZE)
    frame = ready(visited(page, "file", DIST / "knights-tour.html", "", PROGRAM))
    expect(frame.locator("#editor .cm-content")).to_be_visible(timeout=60_000)
    frame.locator("#own-visits").fill(PROGRAM_VISITS)
    frame.locator("#own-run").click()
    expect(frame.locator("#answer")).to_contain_text("Still searching", timeout=60_000)
    return _webp(page, frame)


def take_tasks(browser: Browser) -> None:
    """Write the pictures of docs/teaching.md."""
    page = browser.new_page(viewport={"width": 960, "height": 900})
    page.route(SCHOOL, lambda route: route.fulfill(path=DIST / PAGE))
    for name, (state, values) in TASKS.items():
        page.goto("about:blank")
        page.goto(f"{SCHOOL}#{state}&lang=en&theme=light")
        ready(page.main_frame)
        page.locator("#menu summary").click()
        page.locator("#tools [name=share]").click()
        page.locator("#share [name=assign]").click()
        for key, value in values.items():
            field = page.locator(f"#assign [name={key}]")
            field.fill(value) if key == "ask" else field.select_option(value)
        page.locator("#assign").evaluate("it => it.scrollTo(0, 0)")
        page.locator("#assign").screenshot(path=ROOT / f"docs/{name}.png")
    page.close()


def take_checked_program(browser: Browser) -> None:
    """Write the picture of docs/teaching.md with the results of a check."""
    known = written_exercise(OWN, "en")
    wrong = known.solution.replace("len(path) == n * n", "len(path) == 25")
    task = Question(ordering="own", code=known.whole_starter, tests=known.tests)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    link = address.write(task.with_settings(lang="en", theme="light")).removeprefix("#")
    frame = ready(visited(page, "file", DIST / PAGE, "", link))
    frame.locator("#editor .cm-content").fill(wrong)
    frame.locator("#own-check").click()
    expect(frame.get_by_role("button", name="Watch this call")).to_be_visible(timeout=60_000)
    frame.locator("#own").screenshot(path=ROOT / "docs/teaching-program.png")
    page.close()


def main() -> None:
    """Write all pictures."""
    expect.set_options(timeout=90_000)  # milliseconds, for a busy machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium())
        for theme in THEMES:
            write(file(theme), picture_of(browser, theme))
        write(file("program"), program_picture(browser))
        take_tasks(browser)
        take_checked_program(browser)
        browser.close()


if __name__ == "__main__":
    main()
