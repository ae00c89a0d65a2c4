"""Share and Open in the page: right files and lines, and checked tours."""

import re
import struct
from contextlib import nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page, expect

from kt_core import Board, Tour, solve
from kt_core.files import text
from kt_core.files.reader import read_tour
from tests.shared.browser import DIST, Ask, Visit, framed, ready, serving
from tests.shared.reader import COLORS, EVERYTHING, becomes, findings, fits, focused, play, press

SQUARES = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"
JSON = text.tour_json(Tour(Board(3, 4), SQUARES.split()))
MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"

# An unpatched Firefox saves a file from memory, but does not report the download to the test.
heard_of = pytest.mark.only_browser("chromium")


def shared(page: Frame) -> Frame:
    """Return the page with the dialog "Share" open."""
    press(ready(page), "Share")
    expect(page.get_by_role("dialog", name="Share")).to_be_visible()
    return page


def saved(page: Frame, name: str, folder: Path) -> Path:
    """Return the file that a button of the dialog saves."""
    with page.page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name=re.compile(f"^{name}")).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


DIALOGS = ("Share", "Load a tour or a board")
SAVES_NOTHING = ("close", "stop", "assign", "copy", "line")
INSIDE = "it => it.closest('.bar').contains(it) && it.getBoundingClientRect().height < 60"


def saves_files(page: Frame, title: str, least: int, *, heard: bool) -> None:
    """Press every button of a dialog that saves a file, and expect the page to name it."""
    dialog = page.get_by_role("dialog", name=title)
    usable = dialog.locator("button[name]:not(:disabled)").filter(visible=True)
    found = usable.evaluate_all("all => all.map((it) => [it.name, it.value])")
    found = [each for each in found if each[0] not in SAVES_NOTHING]
    assert len(found) >= least
    for name, value in found:
        button = dialog.locator(f"button[name={name}]" + (f'[value="{value}"]' if value else ""))
        said = dialog.locator(".said").first
        said.evaluate("it => { it.textContent = '' }")
        with page.page.expect_download() if heard else nullcontext() as download:
            button.click()
        expect(said).to_contain_text("Saved as ")
        assert said.evaluate(INSIDE)  # so it covers no button
        if download:
            expect(said).to_contain_text(download.value.suggested_filename)
            assert download.value.path().stat().st_size > 100


@pytest.mark.every_engine
def test_each_button_saves_a_file_that_the_page_names(ask: Ask, browser_name: str) -> None:
    page = shared(ask("board=5x5"))
    saves_files(page, "Share", 10, heard=browser_name == "chromium")


@heard_of
def test_a_png_has_the_picture_in_the_theme_that_is_seen(ask: Ask, tmp_path: Path) -> None:
    page = ask("board=5x5")
    light = saved(shared(page), "PNG 1x", tmp_path).read_bytes()
    page.locator("body").press("Escape")
    press(page, "Light or dark")
    dark = saved(shared(page), "PNG 1x", tmp_path).read_bytes()
    assert min(len(light), len(dark)) > 10_000  # bytes; an empty picture has far fewer
    assert light != dark


@heard_of
def test_a_sandboxed_frame_saves_files_too(page: Page, tmp_path: Path) -> None:
    with serving(DIST) as server:
        address = f"{server}/index.html#board=5x5"
        frame = framed(page, server, address, sandbox="allow-scripts allow-downloads")
        shared(frame)
        assert read_tour(saved(frame, "JSON", tmp_path).read_text()).board == Board(5, 5)
        png = saved(frame, "PNG 2x", tmp_path).read_bytes()
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">I", png[16:20])[0] > 800  # its width
        expect(frame.get_by_text("If nothing arrives, the site")).to_be_visible()


NO_ROOM = """() => {
  const { decode } = Image.prototype;
  Image.prototype.decode = async () => {
    Image.prototype.decode = decode;
    throw new Error("no room");
  };
}"""


@pytest.mark.every_engine
def test_a_picture_that_is_too_large_is_refused_in_a_sentence(ask: Ask) -> None:
    page = shared(ask("board=5x5"))
    page.evaluate(NO_ROOM)
    page.get_by_role("button", name="PNG 4x").click()
    expect(page.locator("#share-said")).to_contain_text("This browser cannot make a picture of ")
    save = "knightsTour.savePicture('large.png', ['<svg/>'], 100000, 100000)"
    assert page.evaluate(save) is False


@pytest.mark.every_engine
def test_a_line_and_the_moves_are_copied(ask: Ask) -> None:
    page = shared(ask("board=5x5"))
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.get_by_role("button", name="Copy: Link").click()
    expect(page.locator("#share-said")).to_have_text("Copied.")
    assert page.evaluate("window.copied") == page.url
    expect(page.get_by_role("textbox", name="Link")).to_have_value(page.url)
    page.locator("body").press("Escape")
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Copy the moves").click()
    expect(page.locator("#moves-copied")).to_have_text("Copied.")
    page.page.keyboard.press("Escape")
    expect(page.locator("#menu")).not_to_have_attribute("open", "")
    page.evaluate("delete navigator.clipboard.writeText")


# Presses a button and closes the dialog at once: Python receives the close first.
BOTH = """([does, closes]) => {
  document.querySelector(does).click();
  document.querySelector(closes).click();
}"""


@pytest.mark.every_engine
def test_an_action_of_a_dialog_happens_even_if_the_dialog_closes_at_once(ask: Ask) -> None:
    page = shared(ask("board=5x5"))
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.evaluate(BOTH, ["#share [name=copy][value=link]", "#share [name=close]"])
    becomes(page, lambda: page.evaluate("window.copied"), page.url)
    expect(page.get_by_role("dialog")).to_be_hidden()
    shared(page)
    page.evaluate("knightsTour.offered = knightsTour.save")
    page.evaluate("knightsTour.save = (name) => { window.copied = name }")
    page.evaluate(BOTH, ["#share [name=svg]", "#share [name=close]"])
    becomes(page, lambda: str(page.evaluate("window.copied")).endswith(".svg"), wanted=True)
    page.evaluate("knightsTour.save = knightsTour.offered")
    page.evaluate("delete navigator.clipboard.writeText")
    expect(page.get_by_role("status").first).to_contain_text("Open tour found")


@pytest.mark.every_engine
@pytest.mark.parametrize(
    "clipboard",
    ["{ writeText: () => Promise.reject(new DOMException('no')) }", "undefined"],
)
def test_a_text_that_cannot_be_copied_is_selected(ask: Ask, clipboard: str) -> None:
    page = shared(ask("board=5x5"))
    instead = f"{{ value: {clipboard}, configurable: true }}"
    page.evaluate(f"void Object.defineProperty(navigator, 'clipboard', {instead})")
    page.get_by_label("Embed").select_option("HTML, a frame")
    page.get_by_role("button", name="Copy: HTML, a frame").click()
    expect(page.locator("#share-said")).to_contain_text("Press Ctrl+C (or ⌘C)")
    line = page.get_by_role("textbox", name="HTML, a frame")
    focused(line)
    selected = line.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)")
    assert selected.startswith("<iframe src=")
    page.evaluate("delete navigator.clipboard")


@pytest.mark.full
@pytest.mark.parametrize("document", ["index.html", "knights-tour.html"])
def test_the_one_file_can_be_saved_over_http(visit: Visit, document: str, tmp_path: Path) -> None:
    page = shared(visit(document, place="http"))
    with page.page.expect_download() as download:
        page.get_by_role("link", name="knights-tour.html").click()
    download.value.save_as(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == (DIST / "knights-tour.html").read_bytes()


def test_a_tour_from_a_file_has_its_steps_and_panels_and_ten_megabytes_are_refused(
    ask: Ask, tmp_path: Path
) -> None:
    (tmp_path / "tour.json").write_text(JSON, "utf-16")  # the encoding of > in Windows PowerShell
    (tmp_path / "tour.txt").write_text("a1 b3 " * 1_700_000)
    page = ask()
    press(page, "Load a tour or a board")
    page.get_by_label("Or choose a file").set_input_files(tmp_path / "tour.txt")
    expect(page.locator("#open-said")).to_have_text(
        "A text of 10,200,000 characters is too long to be read; 8,000,000 is the most."
    )
    page.get_by_label("Or choose a file").set_input_files(tmp_path / "tour.json")
    page.get_by_role("button", name="Open in “Watch”").click()
    expect(page.get_by_role("status")).to_contain_text("Your tour")
    page.get_by_role("slider", name="Timeline").fill("5")
    expect(page.locator("#at")).to_have_text("5 of 12 squares")
    expect(page.locator("#panel")).to_contain_text("Crossings")


DROP = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "tour.txt"));
  for (const type of ["dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    if (document.querySelector("#at").dispatchEvent(event)) throw type;
  }
}"""


@pytest.mark.every_engine
def test_files_may_be_dropped_anywhere_and_a_pasted_path_is_continued(ask: Ask) -> None:
    page = ask()
    page.evaluate(DROP, SQUARES)
    page.get_by_role("button", name="Open in “Watch”").click()
    expect(page.get_by_role("dialog")).to_be_hidden()  # the dialog has another status
    expect(page.get_by_role("status")).to_contain_text("Your tour: an open tour of 11 moves.")
    page.evaluate("location.hash = 'board=5x5'")
    expect(page.locator("svg[data-board='5x5']")).to_be_visible()
    press(page, "Load a tour or a board")
    page.get_by_role("textbox", name="Squares, a numbered or drawn board").fill("a1 b3 d4")
    page.get_by_role("button", name="Play on from d4").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    play(page, "e2")
    expect(page.page).to_have_url(re.compile("#board=5x5&mode=play&game="))
    expect(page.locator("#board [data-layer=line] .casing")).to_have_count(3)


AS_IT_CLOSES = """(text) => {
  const dialog = document.querySelector("#open"), drop = %s;
  new MutationObserver((_, closing) => {
    if (dialog.open) return;
    closing.disconnect();
    drop(text);
  }).observe(dialog, { attributeFilter: ["open"] });
}"""


def test_a_file_dropped_as_the_dialog_closes_is_read(ask: Ask) -> None:
    page = ask()
    page.evaluate(AS_IT_CLOSES % DROP, "a1 b3 b4")
    page.evaluate(DROP, SQUARES)
    page.get_by_role("button", name="Open in “Watch”").click()
    expect(page.locator("#open-said").filter(has_text="Step 3, b3 to b4")).to_be_visible()


def test_a_file_dropped_before_python_is_ready_is_opened_then(visit: Visit) -> None:
    page = visit(state="loading=click")
    page.evaluate(DROP, SQUARES)
    page.locator("#at").click()
    page.get_by_role("button", name="Open in “Watch”").click()
    expect(page.get_by_role("dialog")).to_be_hidden()  # the dialog has another status
    expect(page.get_by_role("status")).to_contain_text("Your tour: an open tour of 11 moves.")


def test_a_long_reading_shows_its_progress_and_stops(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "tour.json").write_text(text.tour_json(solve(Board(700, 700))))
    page = ask()
    press(page, "Load a tour or a board")
    page.get_by_label("Or choose a file").set_input_files(tmp_path / "tour.json")
    expect(page.get_by_role("progressbar", name="Read so far")).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#open-said")).to_have_text("Stopped: nothing was loaded.")
    expect(page.get_by_role("button", name="Open in “Watch”")).to_be_hidden()
    expect(page.get_by_role("progressbar")).to_be_hidden()


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", DIALOGS)
def test_axe_finds_no_fault_in_a_dialog(ask: Ask, name: str) -> None:
    page = ask("board=5x5&step=0")
    press(page, name)
    expect(page.get_by_role("dialog")).to_be_visible()
    for theme, rules in (("light", EVERYTHING), ("dark", COLORS)):
        page.locator("html").evaluate("(page, theme) => { page.dataset.theme = theme }", theme)
        assert findings(page, rules) == []


@pytest.mark.every_engine
@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_closes_by_escape_and_fits_every_width(ask: Ask, name: str) -> None:
    page = ask()
    press(page, name)
    page.get_by_role("dialog").press("ArrowLeft")
    page.get_by_role("dialog").press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # Not to_be_focused: of two pages in one Firefox the other may be the active one.
    becomes(page, lambda: page.evaluate("document.activeElement.localName"), "summary")
    expect(page.locator("#at")).to_contain_text("0 of 64 squares")
    frame = ask()
    press(frame, name)
    for width in (320, 360, 560, 1280):
        for wide in ("html", "dialog[open]"):
            fits(frame, width, wide)


@heard_of
def test_a_teacher_makes_a_task_and_changes_it(ask: Ask) -> None:
    page = shared(ask("board=5x6&show=path,graph"))
    page.get_by_role("button", name="Make a task …").click()
    maker = page.get_by_role("dialog", name="Make a task")
    maker.get_by_label("The student should").select_option("closed")
    maker.get_by_label("Undo").select_option("Not allowed")
    maker.get_by_label("Your instructions (optional)").fill(f"Why not? {MARKUP}")
    expect(maker.locator(".preview")).to_contain_text(f"Why not? {MARKUP}")
    expect(maker.locator(".preview")).not_to_contain_text("Undo")
    maker.get_by_role("button", name="Copy the link").click()
    link = maker.get_by_role("textbox", name="Link").input_value()
    maker.get_by_role("button", name="HTML, a frame", exact=True).click()
    line = maker.get_by_role("textbox", name="HTML, a frame", exact=True)
    expect(line).to_have_value(re.compile("^<iframe"))
    saves_files(page, "Make a task", 3, heard=True)
    with page.page.expect_popup() as popup:
        maker.get_by_role("link", name="Open it as a student").click()
    student = ready(popup.value.main_frame)
    assert student.evaluate("location.href") == link
    expect(student.locator("#task")).to_contain_text("Find a closed tour from a1.")
    student.locator("#board [data-square=b3]").click(force=True)
    expect(student.get_by_role("button", name="Undo")).to_be_disabled()
    shared(student).get_by_role("button", name="Make a task …").click()
    maker = student.get_by_role("dialog", name="Make a task")
    expect(maker.get_by_label("The student should")).to_have_value("closed")
    expect(maker.get_by_label("Your instructions (optional)")).to_have_value(f"Why not? {MARKUP}")
    popup.value.close()


@pytest.mark.full
@heard_of
def test_a_film_for_slides_has_chosen_settings_and_can_be_stopped(ask: Ask, tmp_path: Path) -> None:
    page = shared(ask("board=5x5"))
    page.locator("#share [name=pixels]").select_option("240")
    page.locator("#share [name=rate]").select_option("20")
    expect(page.locator("#share-film")).to_contain_text("26 frames in 3 s")
    (most,) = re.findall(r"([\d.]+) MB", page.locator("#share-film").inner_text())
    gif = saved(page, "GIF", tmp_path).read_bytes()
    assert gif[:6] == b"GIF89a"
    assert max(struct.unpack("<HH", gif[6:10])) == 240
    assert gif.count(b"\x21\xf9\x04") == 26  # one mark precedes each frame
    assert 5_000 < len(gif) < 1e6 * float(most)
    page = shared(ask("board=5x5&ordering=textbook&prune=0"))
    page.locator("#share [name=pixels]").select_option("720")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="GIF").click()
    dialog.get_by_role("button", name="Stop").click()
    expect(page.locator("#share-said")).to_have_text("Stopped: nothing was saved.")
    expect(dialog.get_by_role("button", name="Stop")).to_be_hidden()
