"""Drawings of the board: every layer on every board, each in separate parts."""

import re
from xml.etree import ElementTree as ET

import pytest

from kt_core import svg
from kt_core.board import Board
from kt_core.tour import Puzzle
from tests.shared.states import opened, patch
from web.lab.view import boards
from web.lab.view.blocks import EMPTY, drawing
from web.question.address import read
from web.question.question import SHOWABLE, Question
from web.search.answer import scene
from web.search.game import Game
from web.search.recording import NOTHING, Outcome
from web.share.export import Seen, picture


def answered(address: str) -> tuple[Question, Outcome]:
    """Return the question of an address, and the visible part of its answer."""
    state = opened(address)
    return state.question, scene(state.question, state.search.answer)


def drawn(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return the picture of a board."""
    return "".join(picture(Seen(question, outcome)))


def test_the_board_names_the_squares_of_a_whole_tour_that_is_not_painted() -> None:
    small, outcome = answered("#board=6x5")
    names = small.board.names(outcome.path)
    assert "".join(boards.tour_names(small, outcome) or ()) == names
    assert f'data-board="6x5" data-tour="{names}"' in drawn(small, outcome)
    assert "data-tour" not in drawn(*answered("#step=12"))
    for large in ("#board=1000x1000", "#board=201x200"):
        assert boards.tour_names(read(large)[0], outcome) is None


def test_vertices_without_the_path_and_the_turn_of_a_symmetric_tour_are_drawn() -> None:
    for show, count in (("graph", 64), ("path,graph", 52)):
        parts = boards.layers(*answered(f"#step=12&show={show}"))
        assert "".join(drawing(parts["vertices"])).count("z") == count  # each ends a circle
    asked = "#board=6x6&closed=1&symmetry=quarter-turn"
    for address, turns in ((asked, True), (f"{asked}&step=9", False), ("#board=6x6", False)):
        question, outcome = answered(address)
        turned = "".join(drawing(boards.layers(question, outcome)["symmetry"]))
        assert ("--by:90deg" in turned) == turns
    assert "ghost" not in "".join(picture(Seen(*answered(asked))))  # there is no animation


@pytest.mark.parametrize("layer", SHOWABLE)
@pytest.mark.parametrize("sides", ["8x8", "1x1", "2x9", "40x3", "60x60&ordering=best"])
def test_every_layer_can_be_drawn_on_every_board(layer: str, sides: str) -> None:
    question, outcome = answered(f"#board={sides}&show={layer}&step=9")
    assert drawn(question, outcome).endswith("</svg>")


@pytest.mark.parametrize("address", ["", "#board=3x9&holes=b2", "#board=41x40"])
def test_an_empty_board_has_the_layers_of_a_full_one(address: str) -> None:
    question, outcome = answered(address)
    ground = boards.ground(str(question.board))
    assert re.findall(r'data-layer="([^"]*)"></g>', ground) == list(
        boards.layers(question, outcome)
    )


def test_layers_of_equal_questions_are_equal() -> None:
    first, again = (boards.layers(*answered("#board=5x5&step=9")) for _ in range(2))
    later = boards.layers(*answered("#board=5x5&step=10"))
    assert first == again
    assert {name for name in first if first[name] != later[name]} == {
        *("vertices", "ends", "line", "knight")
    }


@pytest.mark.parametrize("square", [0, 27])
def test_tab_stops_at_one_square_only(square: int) -> None:
    squares = "".join(drawing(boards.layers(Question(), cursor=square)["squares"]))
    (name,) = re.findall(r'tabindex="0" aria-label="(\w+)', squares)
    assert name == Question().board.name(square)


def test_the_knight_makes_room_for_marks_and_no_moves_lead_from_a_hole() -> None:
    lit = "".join(boards.pointed_moves(Question(), 0).value())
    assert lit.count("<") >= 2
    for address, square in (("#holes=c3", 18), ("#board=60x60", 0)):
        assert boards.pointed_moves(read(address)[0], square) == EMPTY
    for address, place in (("#board=4x4", "(.19 3.81) scale(.5)"), ("", "(.5 7.5) scale(1)")):
        state = opened(f"{address}&step=0" if address else "#step=0")
        seen = scene(state.question, state.search.answer)
        assert f'class="piece" transform="translate{place}"' in drawn(state.question, seen)


def test_every_square_has_a_name_and_a_board_is_inside_a_square_of_its_width() -> None:
    question, _ = read("#board=3x3&holes=b2&start=c3")
    squares = "".join(drawing(boards.layers(question)["squares"]))
    said = re.findall(r'aria-label="([^"]*)"', squares)
    names = [*["a1", "b1", "c1", "a2"], "b2", "c2", "a3", "b3", "c3"]
    assert said == names  # `cells` has their contents
    assert boards.frame(read("#board=3x12")[0]).value()["style"] == "--ratio:4;--side:12"
    assert boards.frame(Question(show=())).value()["data-show"] == ""


def test_reachable_squares_are_highlighted_with_onward_moves_on_demand() -> None:
    played = Game(Puzzle(Board(8, 8), 0), (0, 17))
    lit = "".join(boards.legal_moves(Question(), played).value())
    assert lit.count("<circle") == len(played.legal) == 5
    assert "<text" not in lit
    shown = Question(show=("path", "degrees"))
    with_degrees = "".join(boards.legal_moves(shown, played, hinted=2).value())
    assert with_degrees.count("<text") == 5
    assert with_degrees.count('class="chosen"') == (2 in played.legal)


def test_degrees_and_names_of_squares_describe_the_step() -> None:
    exits = ET.fromstring(f"<p>{''.join(svg.exits(Board(8, 8), [0, 10], 10))}</p>")
    texts = [text.text for text in exits.iter("text")]
    assert len(texts) == 57  # 62, without five for the next moves
    assert texts[0] == "3"  # b1: to a3, c3 and d2
    assert texts[13] == "5"  # b3: six moves, but one is back to a1
    told = boards.cells(Board(2, 3, [4]), 0, {1: (0, 5)}).split("|")
    assert told == ["a1, start, step 1", "b1", "c1", "a2", "b2, hole", "c2, step 2, knight"]
    assert boards.cells(Board(2, 2), 1, {}) == "a1|b1, start, knight|a2|b2"
    assert boards.cells(Board(3, 2), 0, {1: (0,)}).endswith("|a3|b3, possible move")
    assert boards.cells(Board(3, 2), 0, {1: (0,)}, lit=False).endswith("|a3|b3")
    for link in ("#", "#mode=play"):
        assert "|c2, possible move|" in str(patch(opened(link), "#board@cells")["cells"])
