"""The posters before Python: each has the checked answer for its board."""

import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kt_core import Tour
from kt_core.theory import refute
from kt_core.tour import NoTour
from tests.shared import parts
from tests.shared.browser import DIST
from tests.shared.states import opened
from web.make import posters
from web.make.pages import WEB
from web.make.setup import Node
from web.page.view import whole_patches
from web.question.keys import SETTINGS

NAMES = [*dict.fromkeys(map(posters.group, posters.SIDES))]
INDEX = json.loads(posters.index())
QUESTIONS = {posters.key(question): question for question in posters.questions()}
LONG = {f"board={a}x{b}" for side in range(8, 13) for a, b in ((4, side), (side, 4))}
TEMPLATE = (WEB / "index.html").read_text("utf-8")
NO_GRAPH = {posters.GRAPH: {"html": ""}}  # posters have none
#: Runs a function of the script, alone.
ASKED = """
const location = {{}}, asks = {asks};
{function}
const links = {links};
console.log(JSON.stringify(links.map((link) => (location.hash = link, searchKey()))));
"""


@cache
def groups() -> dict[str, str]:
    """Return every group from dist/, by name."""
    return {name: parts.shipped(name).decode() for name in NAMES}


@cache
def shipped() -> dict[str, Any]:
    """Return every poster from dist/, by key."""
    return {key: it for group in groups().values() for key, it in json.loads(group).items()}


@cache
def own() -> Mapping[str, Mapping[str, Any]]:
    """Return the looks of the page without a poster, by region."""
    return whole_patches(opened(""))


def looks(key: str) -> dict[str, Mapping[str, Any]]:
    """Return the looks that a poster writes, by region."""
    return dict(shipped()[key][1])


def board(key: str) -> Mapping[str, Any]:
    """Return the new board: all of it, or only changed attributes of its elements."""
    posted = looks(key)
    return posted.get("#board", {**own()["#board > svg"], **posted.get("#board > svg", {})})


def tour(key: str) -> list[str]:
    """Return the squares of the tour in a poster; empty without one."""
    shown = board(key)
    told = re.search(r'data-tour="([^"]*)"', shown.get("html", ""))
    return (told[1] if told else shown.get("data-tour") or "").split()


def test_every_board_from_3_to_12_has_a_poster_unless_its_search_takes_long() -> None:
    assert len(QUESTIONS) == 200
    assert set(QUESTIONS) - LONG == set(shipped())
    assert posters.state_of("#board=4x8") is None


def test_the_index_names_the_group_of_each_poster() -> None:
    for name, text in groups().items():
        found = [re.match(INDEX["keys"], key) for key in json.loads(text)]
        assert [posters.group(int(each[1])) for each in found if each] == [name] * len(found)
    for other in ("2x3", "3x13", "13x3", "3x3&closed=0", "3x3&seed=1", "33x3", "3x3x"):
        assert not re.match(INDEX["keys"], f"board={other}")
    assert all(set(others) == {"zh"} for *_, others in shipped().values())


def keys_of(rows: int) -> list[str]:
    """Return the keys of the posters of boards with this many rows."""
    return [key for key in shipped() if QUESTIONS[key].board.rows == rows]


@pytest.mark.parametrize("rows", posters.SIDES)
def test_a_poster_equals_the_page_with_a_tour_or_why_there_is_none(rows: int) -> None:
    for key in keys_of(rows):
        puzzle, squares = QUESTIONS[key].puzzle, tour(key)
        if squares:
            path = [puzzle.board.square(name) for name in squares]
            assert Tour(puzzle.board, path, puzzle.closed).path[0] == puzzle.start
            continue
        with pytest.raises(NoTour):
            refute(puzzle)
        words = looks(key)["#answer"]["html"]
        assert re.match(r'<div class="say"><h2>There is no [^<]*\.</h2><p>[^<]+</p>', words)
    for key in keys_of(rows):
        state = opened(shipped()[key][0])
        # Of a hopeless search, the page waits at the first step.
        hopeless = state.search.answer.whole.reason and state.search.answer.grows
        assert state.question == replace(QUESTIONS[key], step=0 if hopeless else None)
        page = posters.fill(TEMPLATE, own())
        posted, drawn = (posters.fill(page, each) for each in (looks(key), whole_patches(state)))
        assert in_order(posters.fill(posted, NO_GRAPH)) == in_order(posters.fill(drawn, NO_GRAPH))


def in_order(page: str) -> str:
    """Return a page with the attributes of its drawings in alphabetical order."""
    return re.sub("<svg[^>]*>", lambda tag: " ".join(sorted(re.split('"[ >]?', tag[0]))), page)


@pytest.mark.parametrize("key", ["board=8x8", "board=3x4&closed=1", "board=12x12"])
def test_a_poster_with_its_translations_equals_the_translated_poster(key: str) -> None:
    state = posters.state_of(shipped()[key][0])
    assert state
    whole = posters.looks_by_language(state)
    differing = dict(shipped()[key][2]["zh"])
    assert dict(whole["en"]) | differing == whole["zh"]
    assert "#board" not in differing  # the drawing is included only once


def test_the_script_finds_the_poster_of_every_address_that_has_one_and_no_other(node: Node) -> None:
    links = [link for link, *_ in shipped().values()]
    more = [f"#closed=1&board=5x5&lang=x&{key}=" for key in SETTINGS]
    more += ["#board=8x8", "", "#board=8x8&closed=1", "#closed=1"]
    expected = [*shipped(), *["board=5x5&closed=1"] * len(SETTINGS)]
    expected += ["board=8x8", "board=8x8", "board=8x8&closed=1", "board=8x8&closed=1"]
    assert run(node, [*links, *more]) == expected
    others = ["#board=5x5&start=c3", "#tour=euler-5x5", "#board=5x5&step=3", "#race=roth"]
    others += ["#board=8", "#board=99999x3", "#start=z9", "#ordering=__proto__", "#show=path,all"]
    assert not set(run(node, others)) & set(shipped())


def run(node: Node, links: list[str]) -> list[str]:
    """Return the keys that the script looks up for these addresses."""
    script = (WEB / "js" / "poster.js").read_text("utf-8")
    pattern = r"^  function searchKey\(\) \{.*?^  \}"
    (function,) = re.findall(pattern, script, re.DOTALL | re.MULTILINE)
    program = ASKED.format(
        function=function, links=json.dumps(links), asks=json.dumps(INDEX["asks"])
    )
    done = subprocess.run(
        [Path(node.node), "-e", program], capture_output=True, text=True, check=True
    )
    keys: list[str] = json.loads(done.stdout)
    return keys


@pytest.mark.parametrize("name", NAMES)
def test_a_group_is_small_enough_to_be_unpacked_for_one_poster(name: str) -> None:
    (script,) = DIST.glob(f"{name}-????????????.js")
    assert script.stat().st_size <= 121_000
    assert len(groups()[name]) <= 2_560_000


def test_nothing_in_the_index_ends_its_script() -> None:
    assert "</" not in posters.index()
    assert "<!--" not in posters.index()


def test_a_waiting_page_says_so_and_shows_nothing_of_the_earlier_question() -> None:
    assert set(INDEX["waiting"]) == {"en", "zh"}
    waiting = dict(INDEX["waiting"]["en"])
    words = f'<div class="say"><h2>{posters.WAITING}</h2></div>'
    assert waiting.pop("#answer") == {"html": words}
    assert all(look == {"html": ""} for look in waiting.values())
    assert set(waiting) <= set(own())
