"""What a teacher has frozen stays so, whatever the reader does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board
from web.question import address
from web.question.lock import ALL, changed, disabled, locked, task, with_hole
from web.question.question import Question

CHANGES = [
    *(("rows", "6"), ("columns", "7"), ("start", "b2"), ("end", "d5"), ("closed", "1")),
    *(("holes", "e5"), ("ordering", "roth"), ("seed", "9"), ("prune", ""), ("famous", "euler-6x6")),
]


def asked(text: str) -> Question:
    """Return the question of an address."""
    return address.read("#" + text)[0]


@pytest.mark.parametrize("change", CHANGES, ids="=".join)
def test_a_page_with_everything_locked_keeps_its_question(change: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="cannot be changed here"):
        changed(asked("board=5x5&lock=all"), *change)
    assert changed(asked("board=5x5"), *change) != asked("board=5x5")


def test_what_is_not_locked_can_be_changed() -> None:
    question = asked("board=5x5&lock=board,start")
    assert changed(question, "ordering", "roth").ordering == "roth"
    assert changed(question, "end", "d5").puzzle.end is not None


def test_no_change_moves_a_locked_start() -> None:
    question = asked("board=5x5&start=e5&lock=start")
    with pytest.raises(ValueError, match="the start cannot be changed here"):
        changed(question, "rows", "4")
    with pytest.raises(ValueError, match="the start"):
        with_hole(question, question.start)
    assert changed(question, "rows", "7").board == Board(7, 5)


def test_a_square_stays_where_holes_are_locked() -> None:
    with pytest.raises(ValueError, match="the holes"):
        with_hole(asked("lock=holes"), 0)
    assert with_hole(asked("lock=start"), 9).board.holes == {9}


def test_a_lock_disables_its_controls() -> None:
    assert disabled(asked("")) == set()
    names = disabled(asked("lock=board"))
    assert {"rows", "columns", "rows+1", "famous"} <= names
    assert not {"start", "solve", "stop", "closed"} & names


def test_the_page_says_what_is_asked() -> None:
    assert task(asked("")) == ""
    for lock, words in (
        ("all", "Find an open tour from a1. The question cannot be changed."),
        ("start", "Find a tour from a1. The start cannot be changed."),
        ("tour", "Find a tour. The famous tour cannot be changed."),
        ("closed,board", "Find an open tour. The board and the kind of tour cannot be changed."),
    ):
        assert task(asked(f"lock={lock}")) == words
    assert task(asked("end=b1&lock=end")).startswith("Find a tour to b1.")
    assert task(asked("closed=1&lock=all")).startswith("Find a closed tour from a1.")


@given(st.text(max_size=30))
def test_no_lock_is_an_error(text: str) -> None:
    question = Question(kept=(("lock", text),))
    assert locked(question) <= ALL | {"step"}
    task(question)
