"""The timeline marks what happened where it happened, and a hover says it."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.test_svg import holds_to_what_was_kept
from web.search.context import happened

from kt_core import Board, knight_graph, search
from kt_core.graph import LETTERS, onward
from kt_core.orderings import ORDERINGS
from tests.shared.searches import CHESS, FIVE, letters, searched
from web.draw.timeline import BARS, step_at, ties, timeline
from web.question.question import BY_RULE
from web.search.record import Record

DRAWINGS: dict[str, Callable[[], str]] = {
    "timeline-letters": lambda: timeline(letters(), 4),
    "timeline-ties": lambda: timeline(searched(CHESS, "random", seed=339), 37),
    "timeline-long": lambda: timeline(searched(FIVE, steps=9000), 4500),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_the_one_that_was_kept(name: str) -> None:
    holds_to_what_was_kept(name, DRAWINGS[name]())


def path_of(drawing: str, look: str) -> str:
    """Return the `d` of the path with this class."""
    found = re.search(rf'<path class="{look}"[^>]* d="([^"]*)"', drawing)
    return found[1] if found else ""


def test_each_step_of_the_letters_is_said() -> None:
    context = letters()
    assert [happened(context, step) for step in range(10)] == [
        "step 0: nothing is visited yet",
        "step 1: A, 1 of 6 vertices",
        "step 2: B, 2 of 6 vertices",
        "step 3: C, a dead end: every move from C leads to a visited vertex",
        "step 4: back from C to B",
        "step 5: D, 3 of 6 vertices",
        "step 6: E, 4 of 6 vertices",
        "step 7: F, 5 of 6 vertices",
        "step 8: C, 6 of 6 vertices: the last one",
        "step 9: 6 of 6 vertices are on the path: a tour",
    ]


def test_a_dead_end_is_said_with_its_true_reason() -> None:
    plain = searched(CHESS, "random", seed=339)
    (first, *_) = plain.record.ends_between(0, len(plain.record))
    said = happened(plain, first - 1)
    assert said.endswith("a dead end: every move from h3 leads to a visited square")
    skipping = searched(FIVE, "textbook", prune=True, steps=300)
    reasons = {
        happened(skipping, s - 1).split(": ", 1)[1] for s in skipping.record.ends_between(0, 300)
    }
    assert any("no tour goes on from" in each for each in reasons)
    complete = searched(Board(6, 6), "textbook", closed=True, steps=400_000)
    deep = [
        s for s in complete.record.ends_between(0, 400_000) if complete.record.depth_at(s) == 35
    ]
    assert happened(complete, deep[0] - 1).endswith(
        "a dead end: all is visited, but a tour may not end here"
    )


def test_a_tie_is_said_with_who_ties_and_who_is_next() -> None:
    context = searched(CHESS, "warnsdorff")
    assert happened(context, 1) == "step 1: a1, a tie: c2 and b3 have 5 onward moves; c2 is next"
    assert "tie" not in happened(searched(CHESS, "textbook", steps=9), 1)


def test_a_search_in_vain_gives_up_its_start() -> None:
    context = searched(Board(3, 3))
    end = len(context.record)
    assert happened(context, end) == f"step {end}: a1 is given up: every path from it was tried"


@pytest.mark.parametrize("name", sorted(BY_RULE))
@given(seed=st.integers(0, 99), start=st.integers(0, 35))
def test_a_tie_is_a_visit_with_two_least_onward_moves(name: str, seed: int, start: int) -> None:
    graph = knight_graph(Board(6, 6))
    record = Record(graph, search(graph, start, order=ORDERINGS[name].make(Board(6, 6), seed)))
    record.pull(120)
    expected = []
    for step in range(1, len(record) + 1):
        moment = record.at(step)
        if moment.left is None and not moment.found:
            moves = onward(graph, moment.path, moment.path[-1])
            counts = sorted(len(onward(graph, moment.path, v)) for v in moves)
            if counts[:1] == counts[1:2] != []:
                expected.append(step)
    assert ties(record, graph, len(record)) == expected


def test_ties_follow_edges_that_go_one_way() -> None:
    # From A: B has C and D left, D has E. From B: C has none, D has one. From E: B is visited.
    assert ties(letters().record, LETTERS, 9) == []
    fork = {"A": ("B", "C"), "B": ("A",), "C": ("A",), "D": ("B",)}
    record = Record(fork, search(fork, "A"))
    record.pull(9)
    assert ties(record, fork, 9) == [1]


def test_each_dead_end_has_its_cross_where_it_died() -> None:
    context = searched(CHESS, "random", seed=339)
    total = len(context.record)
    crosses = re.findall(
        r"M([\d.]+) [\d.]+l", path_of(timeline(context, 0, width=total * 10), "dead")
    )
    at = [round((float(x) + 2.6) / 10) for x in crosses]
    assert at == [step - 1 for step in context.record.ends_between(0, total)]
    assert all(context.record.at(step).left is None for step in at)


def test_a_long_timeline_is_short_and_counts_all_dead_ends() -> None:
    context = searched(FIVE, steps=9000)
    drawing = timeline(context, 9000)
    assert len(drawing) < 16_000
    assert path_of(drawing, "dead") == ""
    assert 1 <= path_of(drawing, "died").count("M") <= BARS


def test_only_what_was_played_is_bold() -> None:
    context = letters()
    widths = [re.search(r'-played"><rect width="([\d.]+)"', timeline(context, s, width=900))
              for s in range(10)]  # fmt: skip
    assert [float(w[1]) for w in widths if w] == [100 * s for s in range(10)]
    assert 'id="second-depths"' in timeline(context, 1, name="second")


def test_before_the_first_step_there_is_a_timeline_too() -> None:
    record = Record(LETTERS, search(LETTERS, "A"))
    assert step_at(record, 0.5) == 0
    assert "nan" not in timeline(letters(), 0)


@given(share=st.floats(-1, 2))
def test_a_pointer_is_always_at_a_step(share: float) -> None:
    assert 0 <= step_at(letters().record, share) <= 9
