"""Keys that the page around sets ask another question, or the same one seen in another way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core.solve import solve
from web.question import address
from web.question.change import with_tour
from web.question.keys import LOOKS, with_keys
from web.question.question import Question


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
    ],
)
def test_what_is_set_becomes_an_address(before: str, keys: dict[str, str], after: str) -> None:
    assert with_keys(address.read(before)[0], keys) == after


def test_a_famous_tour_gives_way_to_another_question() -> None:
    question, faults = address.read("#tour=euler-6x6")
    assert faults == []
    assert question.famous == "euler-6x6"
    link = with_keys(question, {"ordering": "roth"})
    after, faults = address.read(link)
    assert (after.board, after.puzzle.closed, after.famous) == (question.board, True, "")
    assert faults == []


def test_a_tour_of_the_readers_gives_way_to_another_question() -> None:
    question = with_tour(Question(), solve(Question().board, start="c3"))
    assert "path" in address.said(question)
    link = with_keys(question, {"seed": "3"})
    assert link == "#start=c3&seed=3"


@settings(deadline=None)
@given(st.sampled_from(sorted(LOOKS)), st.text(max_size=9))
def test_looks_leave_the_question_as_it_is(key: str, text: str) -> None:
    question, _ = address.read("#tour=euler-6x6&race=roth&seed=3")
    after, _ = address.read(with_keys(question, {key: text}))
    assert after.searched == question.searched
