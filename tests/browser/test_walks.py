"""The view is a function of the state in a browser too, after all actions of a reader."""

from pathlib import Path

import pytest

from tests.shared.browser import Ask

#: A reader who quickly takes random actions: a function of a number of actions and a seed.
MONKEY = Path(__file__).with_name("monkey.js").read_text("utf-8")
ADDRESSES = (
    *("board=5x5", "board=5x5&step=0", "board=5x6&closed=1&show=path,graph,numbers"),
    *("board=5x5&mode=play", "board=5x5&mode=predict", "board=3x4&start=a1"),
    *("board=5x5&race=textbook", "board=5x5&start=c3&lock=start,board", "board=6x6&ordering=best"),
    *("board=5x5&mode=play&lock=all", "board=4x4"),
)
# Returns the document, and the document drawn from scratch, as soon as no work is under way.
BOTH = """async () => {
  const seen = () => {
    const controls = [...document.querySelectorAll("main :is(input, select)")];
    const root = [...document.documentElement.attributes].map(({name, value}) => name + value);
    const dialogs = [...document.querySelectorAll("dialog")].map(it => [it.open, it.innerHTML]);
    const values = controls.map(it => [it.name, it.value, it.checked, it.disabled]);
    return JSON.stringify([document.querySelector("main").innerHTML, values, root, dialogs]);
  };
  for (;;) {
    // Each time, for what the last action began may come later.
    for (const button of document.querySelectorAll("main :is([name=pause], [name=stop])"))
      button.click();
    const before = seen();
    if (knightsTour.redraw()) return [before, seen()];
    await new Promise(requestAnimationFrame);
  }
}"""


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 1 + len(ADDRESSES)))
def test_after_random_actions_the_document_is_one_drawn_from_scratch(ask: Ask, seed: int) -> None:
    page = ask(ADDRESSES[seed % len(ADDRESSES)])
    page.evaluate(MONKEY, {"actions": 60, "seed": seed})
    before, after = page.evaluate(BOTH)
    assert before == after
