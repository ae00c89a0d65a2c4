"""Parts of sentences have the right words and stay short."""

from kt_core import Board
from kt_core.board import NAMED_SQUARES, name_list, short_name_list
from kt_core.language import conjunction, short


def test_words_are_said_one_after_the_other() -> None:
    assert [conjunction("abc"[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


def test_a_few_squares_are_named_and_many_are_counted() -> None:
    board = Board(8, 8)
    assert name_list(board, [2, 0]) == "c1 and a1"
    assert short_name_list(board, [2, 0]) == "a1 and c1"
    assert short_name_list(board, range(NAMED_SQUARES)).endswith("g1 and h1")
    assert short_name_list(board, range(NAMED_SQUARES + 1)) == "9 marked squares"


def test_a_long_value_is_cut() -> None:
    assert short("a1") == "'a1'"
    assert len(short("a" * 100)) == len(short([1] * 100)) == 42
