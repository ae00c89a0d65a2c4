"""Snapshots of each sentence in proofs and theorems.

tests/shared/questions.jsonl has the questions with the methods that answer them. Random small
questions were tried until each sentence had one.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kt_core import Board, NoTour
from kt_core.methods import exact, two_factors
from kt_core.methods import separators as joints
from kt_core.methods.frontier import strips
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.theory import existence
from kt_core.tour import Puzzle
from tests.shared.snapshots import assert_matches_snapshot

QUESTIONS = (Path(__file__).parents[1] / "shared/questions.jsonl").read_text("utf-8").splitlines()
METHODS: Mapping[str, Any] = {
    "solving": solving,
    "exact": exact.tours,
    "factor": two_factors.tours,
    "strips": strips.tours,
    "joints": lambda puzzle: joints.tours(puzzle, None, solving=solving),
}


@pytest.mark.exhaustive
def test_the_reasons_of_each_question_match_their_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joints, "LEAST_SQUARES", 1)  # so that small boards have parts too
    reasons = [line for question in QUESTIONS for line in reasons_of(**json.loads(question))]
    assert_matches_snapshot("reasons", "\n".join(reasons), "txt")


def reasons_of(
    by: str, rows: int, columns: int, holes: list[int], leaper: tuple[int, int], **asked: Any
) -> Iterator[str]:
    """Yield the question, the answer without a search, and the reason for no tour."""
    board = Board(rows, columns, holes)
    puzzle = Puzzle(board, leaper=(leaper[0], leaper[1]), **asked)
    yield f"{by}: {puzzle}"
    known = existence(puzzle)
    if known and known.exists:
        yield f"  {known.basis}, {known.source}: {known.reason}"
    elif known:
        yield f"  {known.basis}, {known.source}"
    no = refuted(METHODS[by](puzzle))
    if no:
        assert check(no, puzzle)
        yield f"  {no.proof}: {no.reason}"
        yield from (f"    {name}: {board.names(shown)}" for name, shown in no.witness.items())
        yield from (f"    {name}" for name in no.log)


def refuted(work: Iterable[object]) -> NoTour | None:
    """Return the reason for no tour; None if there is one."""
    try:
        for _ in work:
            pass
    except NoTour as no:
        return no
    return None
