"""The fixed frame of "HTML, a frame" is as high as its content, in columns of any width."""

from functools import partial

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.shared.browser import ready
from tests.shared.reader import becomes, fingers
from web.marking.exercises.book import written_exercise
from web.question.address import read, write
from web.question.question import Question
from web.share.lines import lines

MOST = 40  # pixels that may be blank, or may have to be scrolled
COLUMNS = (650, 700, 800, 900, 1000, 1200)
PHONES_MOST = 60  # pixels that may be blank
PHONES = (360, 390, 480, 600)
#: Tasks one after another in the same frame, each with a selector of its drawing. A frame cannot
#: leave a locked task.
TASKS = (
    {
        "board=8x8": "svg[data-board='8x8'][data-tour]",
        "board=3x10": "svg[data-board='3x10'][data-tour]",
        "board=10x3": "svg[data-board='10x3'][data-tour]",
        "race=textbook": "#answer:has-text('wins')",
        "board=5x5&step=0&lock=all": "svg[data-board='5x5']",
    },
    {"board=5x5&mode=play&lock=all": "svg[data-board='5x5']"},
    {"board=5x6&mode=predict&lock=all": "svg[data-board='5x6']"},
)
EDITOR = "board=6x6&ordering=own&check=1000&lock=all"
WITH_EDITOR = (700, 800, 1000, 1200)
WITH_EDITOR_MOST = 200  # pixels that may be blank below an editor
TESTED = "#own-check[name=check]"
HEIGHTS = "[innerHeight, Math.round(document.documentElement.getBoundingClientRect().height)]"
ANOTHER = """(line) => {
  const holder = document.createElement("template");
  holder.innerHTML = line;
  const frame = document.querySelector("iframe");
  for (const { name, value } of holder.content.querySelector("iframe").attributes)
    frame.setAttribute(name, value);  // an address that differs after # starts nothing anew
}"""
COLUMN = "(wide) => { document.getElementById('column').style.width = `${wide}px` }"


def frame_line(server: str, state: str) -> str:
    """Return the line that embeds a task."""
    return lines(read(f"#{state}")[0], f"{server}/index.html")["frame"]


def framed_task(tab: Page, server: str, state: str) -> Frame:
    """Return the frame of a task, in a page with one column."""
    line = frame_line(server, state)
    tab.goto(f"{server}/blank")
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.set_content(f'<!DOCTYPE html><body style="margin: 0"><div id="column">{line}</div>')
    return ready(tab.frames[1])


def differences(tab: Page, frame: Frame, columns: tuple[int, ...]) -> dict[int, int]:
    """Return the blank pixels of a frame by the width of its column; negative: pixels to scroll."""
    found = {}
    for wide in columns:
        tab.evaluate(COLUMN, wide)
        becomes(frame, partial(frame.evaluate, "innerWidth"), wide)
        high, content = frame.evaluate(HEIGHTS)
        found[wide] = high - content
    return found


@pytest.mark.only_browser("chromium")
@pytest.mark.parametrize("tasks", TASKS, ids=" ".join)
def test_a_frame_is_as_high_as_its_content_and_higher_on_touch_screens(
    tab: Page, server: str, tasks: dict[str, str]
) -> None:
    wrong, frame = {}, framed_task(tab, server, next(iter(tasks)))
    for state, drawing in tasks.items():
        tab.evaluate(ANOTHER, frame_line(server, state))
        expect(frame.locator(drawing).first).to_be_visible()
        for wide, each in differences(tab, frame, COLUMNS).items():
            if abs(each) > MOST:
                wrong[state, wide] = each
        with fingers(frame):
            for wide, each in differences(tab, frame, PHONES).items():
                if not 0 <= each <= PHONES_MOST:
                    wrong[state, wide] = each
    assert wrong == {}


@pytest.mark.only_browser("chromium")
def test_a_frame_with_an_editor_shows_all_of_it(tab: Page, server: str) -> None:
    frame = framed_task(tab, server, EDITOR)
    expect(frame.locator("#editor .cm-content")).to_be_visible()
    found = differences(tab, frame, WITH_EDITOR)
    with fingers(frame):
        found |= differences(tab, frame, PHONES)
    assert {w: each for w, each in found.items() if not 0 <= each <= WITH_EDITOR_MOST} == {}


@pytest.mark.only_browser("chromium")
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_frame_with_tests_hides_nothing_before_and_after_a_check(
    tab: Page, server: str, lang: str
) -> None:
    exercise = written_exercise("warnsdorff", lang)
    question = Question(ordering="own", code=exercise.starter, tests=exercise.tests)
    address = write(question.with_settings(lang=lang)).removeprefix("#")
    frame = framed_task(tab, server, address)
    expect(frame.locator("#own-tests li")).to_have_count(6)
    expect(frame.locator("#editor .cm-content")).to_be_visible()
    found = [differences(tab, frame, WITH_EDITOR)]
    frame.locator("#own-check").click()
    expect(frame.locator(".tests li[data-kind=failed]")).not_to_have_count(0)
    expect(frame.locator(TESTED)).to_be_visible(timeout=90_000)
    found.append(differences(tab, frame, WITH_EDITOR))
    with fingers(frame):
        found.append(differences(tab, frame, PHONES))
    assert [each for heights in found for each in heights.values() if each < 0] == []
