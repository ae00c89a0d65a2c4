"""The lab as readers use it."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.shared.browser import PYTHON, Ask, Visit, ready
from tests.shared.reader import answer, becomes, focused, leads_to, press, question, show
from web.make.runtime import START, TEXTS
from web.make.steps import ROOT


def painted(canvas: Locator) -> list[int]:
    """Return the red of some pixels of a canvas after it is painted."""
    expect(canvas.locator("..")).to_have_attribute("data-painted", "whole")
    red: list[int] = canvas.evaluate(
        "it => [...it.getContext('2d').getImageData(0, 0, it.width, it.height).data]"
        ".filter((_, i) => i % 148 === 0)"
    )
    return red


LAYERS = """() => Object.fromEntries([...document.querySelectorAll("#board [data-layer]")]
    .map(layer => [layer.dataset.layer, layer.innerHTML]))"""


PLACES = "() => [...document.querySelectorAll('main *')].map(e => e.getBoundingClientRect().y)"


@pytest.mark.every_engine
def test_the_live_page_equals_the_built_page_and_nothing_moves(visit: Visit) -> None:
    page = visit(state="loading=click")
    built, said, drawn = page.locator("main.lab").inner_html(), answer(page), page.evaluate(LAYERS)
    words, before = said.inner_html(), page.evaluate(PLACES)
    page.evaluate("knightsTour.start()")
    assert ready(page).evaluate(PLACES) == before
    now = page.locator("main.lab").inner_html()
    assert now.replace("&amp;loading=click", "") == built
    page.evaluate("location.hash = 'board=5x5'")
    expect(page.locator("svg[data-board='5x5'][data-tour]")).to_be_visible()
    page.evaluate("location.hash = ''")
    expect(page.locator("svg[data-board='8x8']")).to_be_visible()
    becomes(page, lambda: (page.evaluate(LAYERS), said.inner_html()), (drawn, words))


@pytest.mark.every_engine
def test_a_new_address_is_opened_even_if_the_page_writes_its_own_first(ask: Ask) -> None:
    page = ask("board=5x5&step=0")
    page.evaluate("""() => {
      location.hash = "board=5x6&step=0";
      document.querySelector(".show [name=graph]").click();
    }""")
    expect(page.locator("svg[data-board='5x6']")).to_be_visible()
    leads_to(page, "#board=5x6&step=0")


def test_the_back_button_undoes_a_preset_an_answer_and_a_mode(ask: Ask) -> None:
    page = ask("board=6x6&step=0")
    question(page).get_by_role("combobox", name="Known questions").select_option("preset-0")
    leads_to(page, "#board=5x5&ordering=textbook&prune=0&step=12")
    press(page, "Play yourself")
    leads_to(page, "&prune=0&mode=play")
    page.get_by_role("link", name="Watch").click()
    press(page, "Solve")
    expect(answer(page)).to_contain_text("Open tour found")
    for ending in (
        "&prune=0&step=0",
        "&prune=0&mode=play",
        "&prune=0&step=12",
        "#board=6x6&step=0",
    ):
        page.evaluate("history.back()")
        leads_to(page, ending)
    expect(page.locator("svg[data-board='6x6']")).to_be_visible()


def test_a_key_opens_a_list_in_which_enter_chooses(ask: Ask) -> None:
    page = ask("board=5x5&step=9")
    page.locator("#speed").press("ArrowUp")
    expect(page.locator("#speed:open")).to_have_value("3")
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("Enter")
    expect(page.locator("#speed")).to_have_value("2")


def test_a_layer_is_shown_and_hidden(ask: Ask) -> None:
    page = ask("board=8x8")
    for name in ("graph", "numbers", "degrees", "names"):
        layer = page.locator(f".{name} > *")
        show(page, name)
        expect(layer.first).to_be_visible()
        show(page, name, on=False)
        expect(layer.filter(visible=True)).to_have_count(0)


@pytest.mark.every_engine
def test_the_knight_is_dragged(ask: Ask) -> None:
    page = ask()
    page.locator("#board .piece").drag_to(page.locator("#board [data-square=f6]"), force=True)
    expect(question(page).get_by_role("textbox", name="Start")).to_have_value("f6")


@pytest.mark.every_engine
def test_the_keyboard_alone_moves_the_knight_and_solves(ask: Ask) -> None:
    page = ask()
    page.locator("[data-square][tabindex='0']").focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.page.keyboard.press(key)
    focused(page.get_by_role("gridcell", name="d2, start"))
    for _ in range(3):  # a key that moves the focus must not also press the button it moves to
        page.locator("#asked").press("Enter")
        focused(page.get_by_role("spinbutton", name="Rows"))
        page.page.keyboard.press("Enter")
        focused(page.locator("#asked"))
        expect(page.locator("#question")).to_be_hidden()
    expect(answer(page)).to_contain_text("Open tour found: 64 squares")
    expect(page.locator("#board svg")).to_have_attribute("data-tour", re.compile("^d2 "))


@pytest.mark.every_engine
def test_tab_reaches_every_control_in_order(ask: Ask) -> None:
    page = ask()
    page.locator("[data-square][tabindex='0']").focus()
    seen = []
    for _ in range(16):
        page.page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.name || document.activeElement.id"))
    steps = ["timeline", "first", "back", "play", "step", "last", "speed"]
    assert seen[:7] == steps
    assert seen[8:] == ["present", "play", "to-play", "", "asked", "recursive", "panel", ""]


def test_holes_are_made_with_shift_and_made_and_removed_with_the_hole_tool(ask: Ask) -> None:
    page = ask("board=5x6&step=0")
    page.get_by_role("gridcell", name="c3").click(modifiers=["Shift"])
    press(page, "More")
    expect(page.get_by_role("textbox", name="Holes")).to_have_value("c3")
    expect(page.locator("[data-from=c3], [data-to=c3]")).to_have_count(0)
    tool = page.get_by_role("button", name="Pick on board: squares to cut out")
    tool.click()
    expect(tool).to_have_attribute("aria-pressed", "true")
    page.get_by_role("alert").click(trial=True)  # the form does not cover the note
    page.get_by_role("gridcell", name="a1").click()
    expect(page.get_by_role("textbox", name="Holes")).to_have_value("a1 c3")
    expect(page.get_by_role("gridcell", name="b1, start")).to_be_visible()
    expect(page.locator("#square")).to_have_text("a1 is a hole; 28 squares are left.")
    page.get_by_role("gridcell", name="a1, hole").click()
    page.page.keyboard.press("Escape")
    expect(tool).to_have_attribute("aria-pressed", "false")
    page.get_by_role("gridcell", name="d4").click()
    expect(page.get_by_role("textbox", name="Holes")).to_have_value("c3")
    expect(page.get_by_role("gridcell", name="d4, start")).to_be_visible()


@pytest.mark.every_engine
def test_the_hole_tool_works_by_keyboard(ask: Ask) -> None:
    page = ask("board=5x6&step=0")
    press(page, "More")
    tool = page.get_by_role("button", name="Pick on board: squares to cut out")
    tool.press("Enter")
    expect(tool).to_have_attribute("aria-pressed", "true")
    page.locator("[data-square][tabindex='0']").focus()
    for key, square in (("ArrowUp", "a2"), ("ArrowRight", "b2"), ("Enter", "b2, hole")):
        page.page.keyboard.press(key)
        focused(page.get_by_role("gridcell", name=square))
    expect(page.get_by_role("textbox", name="Holes")).to_have_value("b2")


@pytest.mark.every_engine
def test_a_very_large_board_is_painted_in_the_colors_of_the_theme(ask: Ask) -> None:
    page = ask("board=201x200&ordering=best")
    expect(answer(page)).to_contain_text("Open tour found: 40,200 squares")
    line = page.get_by_role("img", name="The path from a1 to")
    expect(line).to_be_visible()
    expect(page.locator("svg[data-board='201x200']:not([data-tour])")).to_be_visible()
    light = painted(line)
    assert len(set(light)) > 200
    press(page, "Light or dark")
    becomes(page, lambda: painted(line) != light, wanted=True)
    question(page).get_by_role("spinbutton", name="Rows").fill("8")
    expect(line).to_have_count(0)


def test_a_long_search_offers_the_answer_and_shows_it(ask: Ask) -> None:
    page = ask("board=3x30&step=0")
    press(page, "Solve")
    offer = page.get_by_role("button", name="Show the tour")
    expect(offer).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    offer.click()
    expect(answer(page)).to_contain_text("Open tour found: 90 squares.")
    expect(offer).to_be_hidden()
    leads_to(page, "#board=3x30&ordering=best")


def test_a_hopeless_search_can_be_watched_and_stopped(ask: Ask) -> None:
    page = ask("ordering=textbook&prune=0")
    page.get_by_role("button", name="Stop").click()
    expect(answer(page)).to_contain_text(re.compile("Stopped after .* steps: no tour yet"))
    question(page).get_by_role("combobox", name="Move ordering").select_option("warnsdorff")
    press(page, "Solve")
    expect(answer(page)).to_contain_text(" ms.")  # only Solve gives its time


@pytest.mark.every_engine
def test_actions_before_python_is_ready_happen_when_it_is(visit: Visit) -> None:
    page = visit(state="loading=click")
    press(page, "Play yourself")
    page.locator("#board [data-square=b3]").click()
    press(page, "Share")
    page.evaluate("knightsTour.start()")
    expect(page.get_by_role("dialog", name="Share")).to_be_visible()
    expect(page.locator("#at")).to_have_text("2 of 64 squares")


# Runs the program of a start again; without builtins, it stops at its first import. If this
# compiled the program again, the cache would contain it twice.
COMPILED = """async (program) => {
  const python = await (await knightsTour.pyodide).loadPyodide({});  // which runs already
  python.runPython("from _pyodide import _kept; _kept.keeps = True");
  const nothing = python.toPy({ __builtins__: {} });
  await python.runPythonAsync(program, { globals: nothing }).catch(() => {});
  return python.runPython("_kept.keeps = False; [text for text, *_ in _kept._kept]").toJs();
}"""


def test_a_start_compiles_no_text(ask: Ask) -> None:
    texts = ask().evaluate(COMPILED, START)
    assert [texts.count(text) for text in TEXTS.values()] == [1, 1]
    assert TEXTS["seeding"] in (ROOT / "web/js/runtime.js").read_text("utf-8")


# Returns two numbers: the objects of the snapshot that the garbage collector follows, and the
# objects that it lists after a collection. Wrong links would crash Python, or lose objects.
FOLLOWED = """
import gc
frozen = gc.get_freeze_count()
gc.unfreeze()
gc.collect()
listed = len(gc.get_objects())
gc.freeze()
[frozen, listed]"""


def test_the_garbage_collector_follows_all_objects_of_the_snapshot(ask: Ask) -> None:
    frozen, listed = ask().evaluate(PYTHON, FOLLOWED)
    assert frozen > 20_000
    assert listed > frozen


# Sets a limit that has just passed, and returns whether it counts.
PASSED = """
import asyncio
loop, done = asyncio.get_running_loop(), asyncio.Event()
loop.call_at(loop.time() - 0.001, done.set)
await done.wait()"""


def test_a_limit_that_has_just_passed_is_no_error(ask: Ask) -> None:
    assert ask().evaluate(PYTHON, PASSED)


# Returns the most turns that the two tasks take while a message is on its way.
TURNS = """async () => {
  const python = await (await knightsTour.pyodide).loadPyodide({});  // which runs already
  const turns = python.runPython(`
import asyncio
turns = []
async def task():
    for _ in range(300):
        await asyncio.sleep(0)
        turns.append(0)
kept = [asyncio.create_task(task()) for _ in range(2)]
lambda: len(turns)`);
  const { port1, port2 } = new MessageChannel();
  const seen = [];
  while (turns() < 400) {
    const before = turns();
    await new Promise((resolve) => { port1.onmessage = resolve; port2.postMessage(0); });
    seen.push(turns() - before);
  }
  return Math.max(...seen);
}"""


@pytest.mark.every_engine
def test_two_python_tasks_do_not_delay_other_tasks(ask: Ask) -> None:
    assert ask().evaluate(TURNS) <= 6


def test_the_question_has_the_focus_again_after_a_long_search(ask: Ask) -> None:
    page = ask("board=100x100&step=0")
    page.locator("#asked").press("Enter")
    focused(page.get_by_role("spinbutton", name="Rows"))
    page.page.keyboard.press("Enter")
    focused(page.locator("#asked"))
