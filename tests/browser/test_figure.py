"""A figure in a course: its commands, messages, locks and size."""

import pytest
from playwright.sync_api import expect

from tests.shared.browser import Ask
from tests.shared.host import Figure, as_high, board, call, inside, messages, tells
from tests.shared.reader import becomes, findings

MARGINS = 16  # sum of both margins of the host page
BESIDE = "it => [it.scrollWidth - it.clientWidth, innerWidth - it.clientWidth]"


def test_an_embed_has_only_board_transport_and_answer(figure: Figure) -> None:
    page = figure()
    expect(board(page, "8x8")).to_be_visible()
    for name in ("Play", "Step", "Back"):
        expect(inside(page).get_by_role("button", name=name, exact=True)).to_be_visible()
    for name in ("Solve", "Light or dark", "Watch it try"):
        expect(inside(page).get_by_role("button", name=name, exact=True)).to_be_hidden()
    for part in ("#views", "#asked", "#panels", "#task"):
        expect(inside(page).locator(part)).to_be_hidden()


def test_playing_to_the_end_reports_the_tour_once(figure: Figure) -> None:
    page = figure("board=5x5&step=0")
    inside(page).get_by_role("combobox", name="Speed").select_option("9")
    call(page, "play()")
    messages(page, "found")
    for name in ("Back", "Step"):
        inside(page).get_by_role("button", name=name, exact=True).click()
    expect(inside(page).locator("#of")).to_contain_text("tour complete")
    call(page, "set({show: 'none'})")
    tells(page, show="none")  # all earlier messages have arrived
    assert len(messages(page, "found")) == 1


def test_attributes_changed_later_take_effect(figure: Figure) -> None:
    page = figure("board=5x5")
    call(page, "setAttribute('board', '5x6')")
    expect(board(page, "5x6")).to_be_visible()
    call(page, "toggleAttribute('closed')")
    expect(inside(page).get_by_role("status")).to_contain_text("Closed tour found: 30 squares")
    call(page, "removeAttribute('board')")
    expect(board(page, "8x8")).to_be_visible()
    expect(page.locator("iframe")).to_have_attribute("title", "Knight’s Tour")
    call(page, "setAttribute('lang', 'zh')")
    expect(page.locator("iframe")).to_have_attribute("title", "骑士巡游")


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize(
    "state",
    [
        *("", "board=3x30&ordering=best&lock=all", "board=12x3&lock=all"),
        "board=30x3&ordering=best",
    ],
)
def test_the_frame_is_as_high_as_its_page_and_nothing_overflows(figure: Figure, state: str) -> None:
    page = figure(state)
    root, frame = inside(page).locator("html"), page.locator("iframe")
    for width in (304, 440, 620, 761, 1904):
        page.set_viewport_size({"width": width + MARGINS, "height": 2000})
        becomes(page, lambda: root.evaluate("it => it.clientWidth"), width)
        as_high(page, frame)
        becomes(page, lambda: root.evaluate(BESIDE), [0, 0])


@pytest.mark.every_engine
def test_only_messages_of_the_host_page_are_accepted(figure: Figure) -> None:
    message = "{source: 'knights-tour', v: 1, type: 'set', board: '6x6'}"
    other = f"parent.frames[0].postMessage({message}, '*')"
    page = figure("board=5x5")
    page.evaluate("document.body.append(document.createElement('iframe'))")
    page.frames[-1].evaluate(other)
    inside(page).locator("html").evaluate(other.replace("parent.frames[0]", "window"))
    call(page, "set({seed: 7})")
    assert messages(page, "state")[0]["seed"] == "7"
    assert messages(page, "state")[0]["board"] == "5x5"


@pytest.mark.full
def test_axe_finds_no_fault_in_figures(ask: Ask, figure: Figure) -> None:
    embedded = figure("board=5x5&lock=all&step=0").frames[1]
    for frame in (embedded, ask("lock=board,show,step")):
        expect(frame.locator("#task")).to_be_visible()
        assert findings(frame) == []
    section = figure("board=5x5&view=rule").frames[1]
    expect(section.locator("#rule-en")).to_be_visible()
    assert findings(section) == []
