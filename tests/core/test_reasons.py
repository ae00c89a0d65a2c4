"""Snapshots of each sentence in proofs and theorems.

tests/shared/questions.jsonl has the questions with the methods that answer them. A question of the
method "theory" that it cannot answer has no line.
"""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from kt_core.methods import joints
from kt_core.proofs import check
from kt_core.theory import existence
from kt_core.tour import NoTour, Puzzle
from tests.shared.forge import listed_questions, refutation_by
from tests.shared.snapshots import assert_matches_snapshot

MOST_NAMED = 100  # only the number of more squares is shown


@pytest.mark.full
def test_the_reasons_of_each_question_match_their_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joints, "LEAST_SQUARES", 1)  # so that small boards have parts too
    reasons = [line for by, puzzle in listed_questions() for line in reasons_of(by, puzzle)]
    assert_matches_snapshot("reasons", "\n".join(reasons), "txt")


def reasons_of(by: str, puzzle: Puzzle) -> Iterator[str]:
    """Yield the question, the answer without a search, and the reason for no tour."""
    yield f"{by}: {puzzle}"
    with suppress(NoTour):
        if known := existence(puzzle):
            yield f"  theorem, {known.source}: {known.reason}"
    no = refutation_by(by, puzzle)
    if no:
        assert check(no)
        assert by != "theory" or all(no.witness.values())
        yield f"  {no.proof}: {no.reason}"
        for name, shown in no.witness.items():
            few = len(shown) <= MOST_NAMED
            yield f"    {name}: {puzzle.board.names(shown) if few else len(shown)}"
        yield from (f"    {name}" for name in no.log)
