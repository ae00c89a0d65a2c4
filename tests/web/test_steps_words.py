"""What a step did is said with its true reason."""

from kt_core import Board
from tests.shared.searches import CHESS, FIVE, letters, searched
from web.view.steps import happened


def test_each_step_of_the_letters_is_said() -> None:
    trace = letters()
    assert [happened(trace, step) for step in range(10)] == [
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
    trace = searched(CHESS, "warnsdorff")
    assert happened(trace, 1) == "step 1: a1, a tie: c2 and b3 have 5 onward moves; c2 is next"
    assert "tie" not in happened(searched(CHESS, "textbook", steps=9), 1)


def test_a_search_in_vain_gives_up_its_start() -> None:
    trace = searched(Board(3, 3))
    end = len(trace.record)
    assert happened(trace, end) == f"step {end}: a1 is given up: every path from it was tried"
