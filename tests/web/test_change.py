"""Changes of the question by controls, and refused changes."""

import re

import pytest

from kt_core.board import Board
from kt_core.language import speaking, text_of
from kt_core.solve import solve
from kt_core.tour import Puzzle, Tour
from tests.shared.snapshots import assert_matches_snapshot
from web.question.address import read, write
from web.question.change import in_mode, with_field, with_hole, with_layer, with_tour
from web.question.keys import KEYS, Key
from web.question.question import Question

#: Fields with values that they refuse, by the address of the question.
REFUSED: dict[str, tuple[tuple[str, str], ...]] = {
    "#": (
        *(("rows", "0"), ("rows", "1001"), ("columns", ""), ("columns", "8.5"), ("start", "z9")),
        *(("end", "a1"), ("holes", "c3,zz"), ("symmetry", "circle"), ("seed", "two")),
    ),
    "#board=2x2&holes=b2&end=b1": (
        *(("start", "b2"), ("start", "b1"), ("holes", "a1 b1 a2 b2"), ("rows", "1001")),
    ),
    "#closed=1": (("end", "b3"), ("ordering", "worst")),
}


def refusal(question: Question, field: str, value: str) -> str:
    """Return the message about a refused value."""
    with pytest.raises(ValueError, match=".") as refused:
        with_field(question, field, value)
    return f"{field} {value!r}: {refused.value}"


def test_the_refusals_of_fields_match_their_snapshot() -> None:
    told = [refusal(read(link)[0], *each) for link in REFUSED for each in REFUSED[link]]
    assert_matches_snapshot("refusals-of-fields", "\n".join(told), "txt")


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_a_wrong_value_of_an_address_is_named_in_chinese(key: Key) -> None:
    for text in ("~", "9" * 16, "x" * 100):
        for fault in read(f"#{key.name}={text}")[1]:
            with speaking("zh"):
                assert not re.search("[a-z]+ [a-z]+", text_of(fault))


def test_a_new_question_has_no_answer_yet() -> None:
    assert Question().step is None
    assert with_field(Question(), "rows", "6").step == 0


def test_squares_stay_where_they_are_on_another_board() -> None:
    question = Question(Puzzle.of(Board(8, 8, holes=("b2", "h8")), start="c3", end="d4"))
    smaller = with_field(question, "columns", "5")
    assert smaller.board == Board(8, 5, holes=["b2"])
    assert smaller.board.name(smaller.start) == "c3"
    assert smaller.board.name(smaller.puzzle.end or 0) == "d4"


def test_squares_outside_a_smaller_board_are_dropped() -> None:
    question = Question(Puzzle.of(Board(8, 8), start="h8", end="g7"))
    smaller = with_field(question, "rows", "3")
    assert smaller.puzzle == Puzzle(Board(3, 8), start=0)


def test_a_smaller_board_made_only_of_holes_loses_its_holes() -> None:
    question = Question(Puzzle(Board(2, 1, holes=("a1",)), start=1))
    assert with_field(question, "rows", "1").board == Board(1, 1)


def test_a_closed_tour_has_no_end() -> None:
    question = with_field(Question(), "end", "b1")
    assert with_field(question, "closed", "1").puzzle.end is None


def test_a_hole_is_cut_and_restored() -> None:
    cut = with_hole(Question(), 18)
    assert cut.board == Board(8, 8, holes=["c3"])
    assert with_hole(cut, 18).puzzle == Question().puzzle


def test_the_knight_moves_off_a_hole() -> None:
    assert with_hole(Question(), 0).start == 1


def test_the_last_square_cannot_be_cut_out() -> None:
    with pytest.raises(ValueError, match="every square of 1x1 is a hole"):
        with_hole(Question(Puzzle(Board(1, 1), start=0)), 0)


def test_layers_are_shown_and_hidden_in_one_order() -> None:
    shown = with_layer(with_layer(Question(), "names"), "graph")
    assert shown.show == ("path", "graph", "names")
    assert with_layer(shown, "path").show == ("graph", "names")


@pytest.mark.parametrize("mode", ["predict", "play"])
def test_the_mode_is_in_the_address(mode: str) -> None:
    asked = in_mode(Question(), mode)
    assert write(asked) == f"#mode={mode}"
    assert read(f"#mode={mode}")[0] == asked
    assert with_field(asked, "rows", "6").mode == mode
    assert with_field(asked, "rows", "250").mode == "watch"


def test_a_prediction_uses_warnsdorffs_rule() -> None:
    assert in_mode(Question(ordering="textbook"), "predict").ordering == "warnsdorff"
    assert in_mode(Question(ordering="roth"), "predict").ordering == "roth"


@pytest.mark.parametrize("closed", [False, True])
def test_the_readers_tour_is_shown_completely(closed: bool) -> None:
    tour = solve(Board(6, 6), closed=closed)
    shown = with_tour(Question(race="textbook", ordering="roth", famous="euler-5x5"), tour)
    assert (shown.board, shown.start, shown.puzzle.closed) == (tour.board, tour.path[0], closed)
    assert (shown.given, shown.step, shown.race, shown.famous) == (tour.path, None, "", "")
    assert shown.is_shown


@pytest.mark.parametrize(
    ("field", "value"), [("rows", "7"), ("start", "b2"), ("ordering", "roth"), ("famous", "")]
)
def test_changing_the_question_drops_the_readers_tour(field: str, value: str) -> None:
    shown = with_tour(Question(), Tour(Board(1, 1), [0]))
    assert with_field(with_tour(shown, solve(Board(6, 6))), field, value).given == ()
    assert with_hole(with_tour(shown, solve(Board(6, 6))), 9).given == ()
    assert with_layer(shown, "names").given == shown.given
