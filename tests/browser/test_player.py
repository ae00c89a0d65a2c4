"""A search step by step in the page: it shows the steps of the search, forward and back."""

import re

import pytest
from playwright.sync_api import Locator, expect

from kt_core import Board, knight_graph
from kt_core.orderings import warnsdorff, with_pruning
from tests.shared.browser import Ask
from tests.shared.monkey import MONKEY
from tests.shared.reader import at, becomes, focused, leads_to, press, timeline
from tests.shared.searches import recorded as record_of
from web.lab.search.recording import Recording
from web.lab.search.watch import WatchedSearch
from web.question.address import read

CHESS = Board(8, 8)


INKED = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let inked = 0;
  for (let i = 3; i < data.length; i += 4) inked += data[i] > 127;
  return inked;
}"""


def inked(canvas: Locator) -> int:
    """Return the number of painted pixels of a canvas."""
    return int(canvas.evaluate(INKED))


def recorded() -> Recording:
    """Return the complete search with which the page opens."""
    graph = knight_graph(CHESS)
    recording = record_of(graph, 0, order=with_pruning(warnsdorff))
    while recording.pull(100):
        pass
    return recording


def test_a_step_shows_the_path_of_the_search_at_that_step(ask: Ask) -> None:
    page, recording = ask(), recorded()
    for step in (37, 1, 64, 12):
        timeline(page).fill(str(step))
        expect(at(page)).to_have_text(f"{step} of 64 squares")
        square = CHESS.name(recording.at(step).path[-1])
        expect(page.locator("#of")).to_have_text(square)
        expect(page.locator("[data-layer=line] .gray circle")).to_have_count(
            max(step, 0) * (step > 1)
        )
        expect(page.locator(".white circle")).to_have_count(64 - step)
        expect(page.locator("svg[data-tour]")).to_have_count(0)


def test_back_and_step_lead_to_the_same_places(ask: Ask) -> None:
    page = ask()
    whole = page.locator("#board svg").inner_html()
    for name, squares in (("Back", 64), ("Back", 63), ("Step", 64), ("Step", 64)):
        press(page, name)
        expect(at(page)).to_have_text(f"{squares} of 64 squares")
    becomes(page, page.locator("#board svg").inner_html, whole)
    press(page, "Start over")
    expect(at(page)).to_have_text("0 of 64 squares")
    press(page, "To the end")
    expect(page.locator("svg[data-tour]")).to_be_visible()


@pytest.mark.every_engine
def test_the_keys_step_jump_and_play(ask: Ask) -> None:
    page = ask("board=24x24")
    expect(at(page)).to_have_text("576 of 576 squares")
    ways = {"Home": 0, "ArrowRight": 1, "End": 576, "ArrowLeft": 576}
    for key, squares in ways.items():
        page.locator("body").press(key)
        expect(at(page)).to_have_text(f"{squares} of 576 squares")
    page.locator("body").press("Home")
    page.locator("body").press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(at(page)).to_contain_text(re.compile(r"^([2-9]|\d\d+) of 576"))
    page.locator("body").press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.every_engine
def test_a_refutation_is_stepped_through_by_its_button_and_the_keys(ask: Ask) -> None:
    page = ask("board=6x3&holes=b2,b5&closed=1&ordering=best")
    button = page.get_by_role("button", name="Step through the reasons")
    button.press("Enter")
    expect(at(page)).to_have_text("step 0 of 9")
    focused(page.get_by_role("button", name="Step", exact=True))
    spoken, said = page.locator("#spoken"), page.locator("#event")
    page.locator("body").press("ArrowRight")
    expect(said).to_have_text("a1 has two moves only, to c2 and b3: the tour uses both.")
    expect(spoken).to_have_text("step 1 of 9, 2 forced moves. " + said.inner_text())
    expect(page.locator("#board .inferred .new")).to_be_visible()
    leads_to(page, "&step=1")
    page.locator("body").press("End")
    expect(said).to_contain_text("Contradiction: forced moves close a circle of 8 squares")
    page.get_by_role("button", name="中文").click()
    expect(said).to_contain_text("必走的步使 8 个方格连成一个圈")
    page.get_by_role("button", name="逐步看理由").click()
    expect(page.locator("#board .inferred")).to_have_count(0)
    expect(page.locator(".legend")).to_be_visible()


def test_playing_comes_to_the_tour(ask: Ask) -> None:
    page = ask("board=5x5&step=0")
    page.get_by_role("slider", name="Speed").fill("6")
    press(page, "Play")
    expect(page.get_by_role("status")).to_contain_text("Open tour found: 25 squares")
    expect(page.locator("#of")).to_contain_text("tour complete")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_address_is_a_link_to_the_step(ask: Ask) -> None:
    page = ask()
    timeline(page).fill("20")
    expect(at(page)).to_contain_text("20 of 64 squares")
    leads_to(page, "#step=20")
    page = ask("show=path,names&step=20")
    expect(at(page)).to_contain_text("20 of 64 squares")
    press(page, "Step")
    expect(at(page)).to_contain_text("21 of 64 squares")


def test_a_search_of_many_thousand_steps_stays_exact(ask: Ask) -> None:
    page = ask("ordering=textbook&prune=0&step=0")
    page.get_by_role("slider", name="Speed").fill("9")
    press(page, "Play")
    expect(page.locator("#of")).to_contain_text(re.compile(r"step [\d,]{7,}"))
    press(page, "Pause")
    timeline(page).fill("50000")
    expect(page.locator("#of")).to_contain_text("step 50,000")
    graph = knight_graph(CHESS)
    recording = record_of(graph, 0)
    recording.pull(50_000)
    expect(page.locator(".white circle")).to_have_count(64 - len(recording.at(50_000).path))


def test_the_panels_keep_in_step(ask: Ask) -> None:
    page = ask("board=5x5&start=b2&step=0")
    for _ in range(3):
        press(page, "Step")
    panel = page.get_by_role("tabpanel")
    expect(panel.locator("[aria-current]")).to_contain_text("yield visit[square]")
    for name, said in (
        ("Stack", "entries, one for each square"),
        ("Onward moves", "onward moves"),
        ("Statistics", "Visits"),
    ):
        page.get_by_role("tab", name=name).click()
        expect(panel).to_contain_text(said)
    page.get_by_role("tab", name="Statistics").press("ArrowLeft")
    focused(page.get_by_role("tab", name="Onward moves"))
    page.get_by_role("tab", name="Tree").click()
    expect(panel.get_by_role("img")).to_be_visible()


def test_a_tour_by_the_best_method_is_played_too(ask: Ask) -> None:
    page = ask("board=6x6&closed=1&ordering=best")
    expect(page.get_by_role("status")).to_contain_text("Closed tour found")
    timeline(page).fill("10")
    expect(page.locator("[data-layer=line] .gray circle")).to_have_count(10)
    expect(page.get_by_role("tabpanel")).to_contain_text("choose another move ordering")


@pytest.mark.parametrize("size", [130, 201])
def test_a_large_board_is_drawn_along_its_tour(ask: Ask, size: int) -> None:
    page = ask(f"board={size}x{size}&ordering=best")
    expect(page.get_by_role("status")).to_contain_text(f"{size**2:,} squares")
    canvas = page.locator("#board canvas")
    press(page, "Start over")
    expect(canvas).to_have_count(0)  # so only the path is painted completely
    timeline(page).fill("4000")
    expect(at(page)).to_contain_text("4,000 of")
    expect(page.locator("#board[data-painted=whole]")).to_be_visible()
    few = inked(canvas)
    timeline(page).fill("12000")
    expect(at(page)).to_contain_text("12,000 of")
    expect(page.locator("#board[data-painted=whole]")).to_be_visible()
    becomes(page, lambda: inked(canvas) > 2 * few, wanted=True)
    timeline(page).fill("4000")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    timeline(page).fill("4000")
    becomes(page, lambda: abs(inked(canvas) - few) < few / 50, wanted=True)
    press(page, "To the end")
    expect(page.locator("#board > :is(svg[data-tour], canvas)")).to_have_count(1)
    expect(page.get_by_role("tabpanel")).to_be_hidden()


def test_steps_of_a_board_with_squares_are_those_of_its_search(ask: Ask) -> None:
    page = ask("board=4x40")
    expect(page.locator("#board [data-square]")).to_have_count(160)
    timeline(page).fill("10")
    dots = page.locator("[data-layer=line] .gray path")
    expect(dots).to_have_count(1)
    expect(dots).to_have_attribute("d", re.compile("^(M[^M]+){10}$"))


@pytest.mark.long
def test_whatever_is_done_in_a_hurry_the_page_stays_consistent(ask: Ask) -> None:
    page = ask("board=5x6&closed=1")
    done = page.evaluate(MONKEY, {"actions": 100, "seed": 4})
    assert done > 75  # the rest met controls that were hidden just then
    page.evaluate("location.hash = 'board=5x5&ordering=textbook'")
    expect(page.get_by_role("status")).to_contain_text("Open tour found: 25 squares")
    run = WatchedSearch(read("#board=5x5&ordering=textbook")[0])
    run.advance(100)
    for step in (0, 37, 100):
        timeline(page).fill(str(step))
        expect(timeline(page)).to_have_value(str(step))
        path = run.recording.at(step).path
        expect(page.locator("#board .white circle")).to_have_count(25 - len(path))
    press(page, "Solve")
    becomes(page, lambda: page.evaluate(SAYS_WHAT_IS_SHOWN), wanted=True)


SAYS_WHAT_IS_SHOWN = """() => {
  const said = document.getElementById("timeline").getAttribute("aria-valuetext");
  return said.startsWith(document.getElementById("at").textContent);
}"""
