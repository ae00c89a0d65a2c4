"""The page as strings: right words, nothing from outside as markup, equal before and after."""

import re

import pytest
from web.search.best import begun
from web.search.run import Outcome

from kt_core.events import Progress
from web.draw import board
from web.question.address import read
from web.question.question import SHOWABLE, Question, changed
from web.view import words


def answered(address: str, milliseconds: int | None = None) -> tuple[Question, Outcome]:
    """Return the question of an address and its outcome."""
    question, _ = read(address)
    work = begun(question)
    while work.advance(100):
        pass
    return question, work.outcome(milliseconds)


@pytest.mark.parametrize(
    ("address", "milliseconds", "sentence"),
    [
        ("", 3, "Open tour found: 63 moves, no dead end, 3 ms."),
        ("", None, "Open tour found: 63 moves, no dead end."),
        ("#board=6x6&closed=1", 1204, "Closed tour found: 36 moves, one dead end, 1,204 ms."),
        ("#board=1x1", None, "Open tour found: no move, no dead end."),
        ("#step=12", None, "No tour yet after 12 steps: the path has 12 of 64 squares."),
        ("#start=c3&step=0", None, "The knight stands on c3, with eight moves."),
        ("#board=3x5&start=b2&step=0", None, "The knight stands on b2, with two moves."),
        ("#ordering=best", 3, "Open tour found: 63 moves, 3 ms."),
        ("#ordering=best&step=12", 3, "Step 12 of the tour: the path has 12 of 64 squares."),
    ],
)
def test_the_answer_is_a_sentence(address: str, milliseconds: int | None, sentence: str) -> None:
    answer = words.answer(*answered(address, milliseconds))
    assert answer.split("<small>")[0] == sentence


def test_the_answer_says_why_there_is_no_tour() -> None:
    answer = words.answer(*answered("#start=a1&end=c1"))
    assert answer.split("<ul")[0] == (
        "There is no open tour from a1 to c1.<span>a1 and c1 have the same colour, and a tour of an"
        " even number of squares joins different colours.</span>"
    )


@pytest.mark.parametrize("ordering", ["warnsdorff", "best"])
def test_what_shows_that_there_is_no_tour_is_marked_and_named(ordering: str) -> None:
    question, outcome = answered(f"#start=a1&end=c1&ordering={ordering}")
    drawn, legend = board.board(question, outcome), words.answer(question, outcome)
    sets = len(outcome.witness)
    assert sets >= 1
    assert drawn.count('class="sign w') == legend.count("<li>") == min(sets, 4)


def test_no_closed_tour_has_no_start_either() -> None:
    answer = words.answer(*answered("#board=3x3&closed=1"))
    assert answer.startswith("There is no closed tour.<span>")


def test_a_legend_names_few_squares_and_counts_many() -> None:
    witness = {"cut <squares>": [0, 9], "none at all": [], "the rest": range(20), "d": [1], "e": []}
    said = re.findall("<span>(.*?)</span>", words.legend(Question(), witness))
    assert said == [
        "cut &lt;squares&gt;: a1, b2",
        "none at all: none",
        "the rest: 20 squares",
        "d: b1",
    ]


def test_the_method_that_answered_is_said_in_plain_words() -> None:
    question, outcome = answered("#ordering=best")
    assert outcome.method in words.METHODS
    assert f"Best method: {words.METHODS[outcome.method][1]}." in words.answer(question, outcome)


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome(steps=1200, dead_ends=3), "Searching: 1,200 steps, three dead ends so far."),
        (Outcome(progress=Progress("tiles", 0.4)), "Building from tiles: 40 % …"),
        (Outcome(progress=Progress("proof")), "Checking the tour …"),
        (Outcome(progress=Progress("magic")), "magic …"),
    ],
)
def test_work_that_goes_on_is_said(outcome: Outcome, said: str) -> None:
    assert words.at_work(outcome) == said


def test_work_that_was_stopped_or_given_up_is_said() -> None:
    question, _ = read("#ordering=best")
    stopped = Outcome(method="factor", progress=Progress("factor"))
    assert words.answer(question, stopped) == "Stopped: no tour yet. Joining rings."
    given_up = Outcome(undecided="9 steps did not settle it", method="search")
    assert words.answer(question, given_up).startswith("Not settled: 9 steps did not settle it")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("", ""),
        ("#board=40x40", ""),
        ("#board=41x40", "On so large a board"),
        ("#board=2x900", "On so large a board"),
        ("#end=b1", "With an end given"),
        ("#holes=c3", "Around holes"),
        ("#holes=c3&end=b1&board=200x200&ordering=best", ""),
    ],
)
def test_the_best_method_is_proposed_where_searches_fail(address: str, why: str) -> None:
    question, _ = read(address)
    assert words.proposal(question) == why
    assert words.hint(question).startswith(why or "or drag the knight")


def test_a_painted_tour_is_not_told_in_names() -> None:
    small, outcome = answered("#board=6x5")
    assert "".join(board.told(small, outcome)) == small.board.names(outcome.path)
    assert "".join(board.told(read("#board=1000x1000")[0], outcome)) == ""
    assert "data-tour" not in board.board(read("#board=201x200")[0], outcome)


def test_the_graph_is_counted_as_the_issue_has_it() -> None:
    assert words.facts(Question()).endswith(
        "336 directed edges, that is 168 lines, 8.2 % of the 64 x 64 matrix."
    )


def test_facts_of_a_million_squares_are_at_hand() -> None:
    facts = words.facts(read("#board=1000x1000")[0])
    assert "7,976,016 directed edges, that is 3,988,008 lines, 0.0008 % of" in facts


def test_nothing_of_a_fault_is_markup() -> None:
    question, faults = read("#board=%3Cimg%20src=x%20onerror=alert(1)%3E&start=%22%3E")
    assert len(faults) == 2
    answer = words.answer(question, faults=faults)
    assert set(re.findall(r"<[^>]*>", answer)) == {"<small>", "</small>"}
    assert "&lt;img src=x onerror=alert(1)&gt;" in answer


def test_the_board_has_every_directed_edge_once() -> None:
    edges = re.findall(r'data-from="(\w+)" data-to="(\w+)"', board.board(*answered("")))
    assert len(edges) == len(set(edges)) == 336


def test_the_board_carries_the_tour_that_was_found() -> None:
    question, outcome = answered("#board=5x5")
    names = question.board.names(outcome.path)
    assert f'data-board="5x5" data-tour="{names}"' in board.board(question, outcome)


def test_a_path_half_way_is_no_tour() -> None:
    assert "data-tour" not in board.board(*answered("#step=12"))


@pytest.mark.parametrize("layer", SHOWABLE)
@pytest.mark.parametrize("sides", ["8x8", "1x1", "2x9", "40x3", "60x60"])
def test_every_layer_can_be_drawn_on_every_board(layer: str, sides: str) -> None:
    question, outcome = answered(f"#board={sides}&show={layer}&step=9")
    assert board.board(question, outcome).endswith("</svg>")


def test_parts_joined_are_the_board() -> None:
    question, outcome = answered("#board=6x6&show=path,graph,numbers,degrees,names")
    drawn = {name: "".join(parts) for name, parts in board.layers(question, outcome).items()}
    assert board.assembled(question, drawn, outcome) == board.board(question, outcome)


def test_a_square_is_said_with_its_moves() -> None:
    assert words.spoken(Question(), 0) == "a1: two moves, to c2 b3"
    assert words.spoken(changed(Question(), "rows", "1"), 0) == "a1: no move"


def test_every_square_has_a_name_that_can_be_said() -> None:
    question, _ = read("#board=3x3&holes=b2&start=c3")
    said = re.findall(r'aria-label="([^"]*)"', board.board(question))[1:]
    names = [*["a1", "b1", "c1", "a2"], "b2, hole", "c2", "a3", "b3", "c3, start"]
    assert said == names


def test_fields_show_the_question() -> None:
    question, _ = read("#board=5x6&holes=c3,d4&start=b2&end=e5&ordering=roth&seed=7&prune=0")
    assert board.fields(question) == {
        "rows": "5",
        "columns": "6",
        "start": "b2",
        "end": "e5",
        "holes": "c3 d4",
        "ordering": "roth",
        "race": "",
        "seed": "7",
        "prune": False,
        "famous": "",
        "closed": False,
    }
    for field, value in board.fields(question).items():
        text = ("1" if value else "") if isinstance(value, bool) else value
        assert changed(question, field, text).puzzle == question.puzzle


def test_a_board_is_drawn_inside_a_square_of_its_width() -> None:
    assert board.frame(read("#board=3x12")[0])["style"] == "--ratio:4;--side:12"
    assert board.frame(Question(show=()))["data-show"] == ""
