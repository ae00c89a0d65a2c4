"""The fixed frame of "HTML, a frame" is as high as its content, in columns of any width."""

from functools import partial

import pytest
from playwright.sync_api import Page

from tests.shared.browser import ready
from tests.shared.reader import becomes
from web.question.address import read
from web.share.lines import lines

MOST = 40  # pixels that may be blank, or may have to be scrolled
COLUMNS = (360, 480, 600, 650, 700, 800, 900, 1000, 1200)
TASKS = (
    "board=8x8",
    "board=5x5&step=0&lock=all",
    "board=3x10",
    "board=10x3",
    "board=5x5&mode=play&lock=all",
    "board=5x6&mode=predict&lock=all",
    "board=6x6&ordering=own&check=1000&lock=all",
    "race=textbook",
)
HEIGHTS = "[innerHeight, Math.round(document.documentElement.getBoundingClientRect().height)]"
COLUMN = "(wide) => { document.getElementById('column').style.width = `${wide}px` }"


@pytest.mark.parametrize("state", TASKS)
def test_a_frame_is_as_high_as_its_content(tab: Page, server: str, state: str) -> None:
    line = lines(read(f"#{state}")[0], f"{server}/index.html")["frame"]
    tab.goto(f"{server}/blank")
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.set_content(f'<body style="margin: 0"><div id="column">{line}</div>')
    frame = ready(tab.frames[1])
    for wide in COLUMNS:
        tab.evaluate(COLUMN, wide)
        becomes(frame, partial(frame.evaluate, "innerWidth"), wide)
        high, content = frame.evaluate(HEIGHTS)
        assert abs(high - content) <= MOST, (wide, high, content)
