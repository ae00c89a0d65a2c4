"""Keys set by the host page: a new question, or another view of the same one."""

import re
from urllib.parse import quote

import pytest

from kt_core.solve import solve
from tests.shared.fuzz import GOOD
from web.make.scripts import LISTS
from web.make.steps import ROOT
from web.question import address
from web.question.address import with_keys
from web.question.change import with_tour
from web.question.keys import KEYS, TASK_KEYS
from web.question.question import Question
from web.question.task import Task

OWN_TOUR = address.write(with_tour(Question(), solve(Question().board, start="c3")))


@pytest.mark.parametrize(
    ("before", "keys", "after"),
    [
        ("board=5x5&start=c3&end=a1", {"board": "6x6"}, "#board=6x6"),
        ("board=5x5&start=c3", {"start": "a1"}, "#board=5x5&start=a1"),
        ("board=5x5&start=c3", {"start": ""}, "#board=5x5"),
        ("end=b1", {"closed": "1"}, "#closed=1"),
        ("closed=1", {"end": "b1"}, "#end=b1"),
        ("step=7", {"seed": "3"}, "#seed=3"),
        ("step=0", {"seed": "3"}, "#step=0&seed=3"),
        ("step=7", {"show": "graph"}, "#step=7&show=graph"),
        ("embed=1", {"lock": "all"}, "#embed=1&lock=all"),
        ("embed=1&lock=all", {"lock": ""}, "#embed=1"),
        ("tour=euler-6x6", {"ordering": "roth"}, "#board=6x6&closed=1&ordering=roth"),
        (OWN_TOUR, {"seed": "3"}, "#start=c3&seed=3"),
    ],
)
def test_set_values_become_an_address(before: str, keys: dict[str, str], after: str) -> None:
    assert with_keys(address.read(before)[0], keys) == after


#: Every key of the address that asks nothing, and a value that it may have.
LOOKS = {key.name: GOOD[key.name][1] for key in KEYS if not key.asks}


def test_the_scripts_list_the_keys_of_the_table() -> None:
    for script, mark in (("frame", "settable"), ("embed", "attributes")):
        assert f"{{{mark}}}" in (ROOT / f"web/js/{script}.js").read_text()
    assert "{setters}" in (ROOT / "web/js/early.js").read_text()
    assert LISTS["settable"] == [key.name for key in KEYS if key.settable]
    assert {"path", "game"} & {*LISTS["attributes"]} == set()


@pytest.mark.parametrize("key", TASK_KEYS)
@pytest.mark.parametrize("text", ["0", "1", "9", "007", "board", "all", "x", " ", "-1", ""])
def test_the_pattern_of_a_key_finds_the_texts_that_set_a_task(key: str, text: str) -> None:
    question, _ = address.read(f"#{key}={quote(text)}")
    assert bool(re.search(TASK_KEYS[key].sets, text)) == Task.of(question).is_set


@pytest.mark.parametrize("key", LOOKS)
@pytest.mark.parametrize(
    "link",
    [
        "tour=jaenisch-1862&step=7&embed=1",
        "tour=euler-6x6&race=roth&seed=3",
        "board=5x5&mode=play&game=a1b3&hints=1",
        "board=5x5&ordering=textbook&step=9&lock=board&theme=light",
    ],
)
def test_a_key_of_the_view_changes_no_other_key(link: str, key: str) -> None:
    before, _ = address.read(link)
    after, faults = address.read(with_keys(before, {key: LOOKS[key]}))
    assert faults == []
    assert _rest(after, key) == _rest(before, key)


def _rest(question: Question, key: str) -> dict[str, str]:
    values = address.keys(question) | address.settings(question)
    return {name: text for name, text in values.items() if name != key}
