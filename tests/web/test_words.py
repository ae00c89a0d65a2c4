"""Sentences of the page are right, and text from outside the page is escaped in them."""

import re
from dataclasses import replace

import pytest

from kt_core.events import Progress
from tests.shared.states import opened
from web.lab.view import boards, words
from web.lab.view.blocks import drawing
from web.make.steps import ROOT
from web.question.address import read
from web.question.question import Question
from web.search.answer import scene
from web.search.recording import Outcome


def answered(address: str, milliseconds: int | None = None) -> tuple[Question, Outcome]:
    """Return the question of an address, and the visible part of its answer."""
    state = opened(address)
    outcome = scene(state.question, state.search.answer)
    return state.question, replace(outcome, milliseconds=milliseconds)


@pytest.mark.parametrize("ordering", ["warnsdorff", "best"])
def test_the_witness_of_a_refutation_is_marked_and_named(ordering: str) -> None:
    question, outcome = answered(f"#start=a1&end=c1&ordering={ordering}")
    drawn = "".join(drawing(boards.layers(question, outcome)["witness"]))
    legend = words.legend(question, outcome.witness)
    sets = len(outcome.witness)
    assert sets >= 1
    assert drawn.count('class="sign w') == legend.count("<li>") == min(sets, 4)


def test_an_answer_names_its_time() -> None:
    said = words.verdict(*answered("#board=6x6&closed=1", 1204))[0]
    assert said == "Closed tour found: 36 squares, one dead end, 1,204 ms."


def test_a_legend_names_few_squares_and_counts_many() -> None:
    witness = {"cut <squares>": [0, 9], "none at all": [], "the rest": range(20), "d": [1], "e": []}
    said = re.findall("<span>(.*?)</span>", words.legend(Question(), witness))
    assert said == [
        *("cut &lt;squares&gt;: a1, b2", "none at all: none", "the rest: 20 squares", "d: b1"),
    ]


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome(steps=1200, dead_ends=3), "Searching: 1,200 steps, three dead ends so far."),
        (Outcome(progress=Progress("tiles", 0.4)), "Building from tiles: 40% …"),
        (Outcome(progress=Progress("proof")), "Checking the tour …"),
        (Outcome(progress=Progress("magic")), "magic …"),
    ],
)
def test_running_work_is_described(outcome: Outcome, said: str) -> None:
    assert words.work_in_progress(outcome) == said


def test_stopped_and_undecided_work_is_described() -> None:
    question, _ = read("#ordering=best")
    stopped = Outcome(method="factor", progress=Progress("factor"))
    assert words.verdict(question, stopped)[0] == "Stopped: no tour yet. Joining rings."
    given_up = Outcome(undecided="9 steps did not settle it", method="search")
    assert words.verdict(question, given_up)[0].startswith("Not settled: 9 steps did not settle it")


def test_a_fault_is_never_markup() -> None:
    question, faults = read("#board=%3Cimg%20src=x%20onerror=alert(1)%3E&start=%22%3E")
    assert len(faults) == 2
    answer = words.sentences_html(words.verdict(question, Outcome()), faults)
    assert answer.count("<small>") == 2
    assert "<img" not in answer
    assert "&lt;img src=x onerror=alert(1)&gt;" in answer


def test_each_method_is_named_in_the_readers_language() -> None:
    rooms = ("methods", "proofs")
    files = [path for room in rooms for path in (ROOT / "kt_core" / room).rglob("*.py")]
    files += [ROOT / "kt_core" / f"{name}.py" for name in ("connectivity", "solve", "tour")]
    texts = "".join(path.read_text("utf-8") for path in files)
    at_work = set(re.findall(r'Progress\("(\w+)"', texts))
    at_work -= {"frontier", "narrow"}  # not used by the page
    assert {"exact", "joints", "check"} < at_work <= set(words.METHODS)
