"""The controls show the question, and controls without effect are marked."""

import pytest

from kt_core import Board
from kt_core.tour import Puzzle
from tests.shared.states import opened
from web.question.address import LONGEST_CHARACTERS, read, write
from web.question.change import applies, field_values, with_field
from web.question.question import SHOWABLE, Question
from web.view import whole_patches


def test_fields_show_the_question() -> None:
    question, _ = read("#board=5x6&holes=c3,d4&start=b2&end=e5&ordering=roth&seed=7&prune=0")
    assert field_values(question) == {
        "rows": "5",
        "columns": "6",
        "start": "b2",
        "end": "e5",
        "holes": "c3 d4",
        "ordering": "roth",
        "race": "",
        "seed": "7",
        "symmetry": "",
        "prune": False,
        "famous": "",
        "closed": False,
    }
    for field, value in field_values(question).items():
        text = ("1" if value else "") if isinstance(value, bool) else value
        assert with_field(question, field, text).puzzle == question.puzzle


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("", {"prune", "race", "modes", "steps", "panels", "layers"}),
        ("ordering=random", {"seed", "prune", "race", "modes", "steps", "panels", "layers"}),
        ("ordering=best", {"seed", "modes", "steps", "panels", "layers"}),
        ("race=roth", {"prune", "race", "modes", "steps", "panels", "layers"}),
        ("mode=play", {"prune", "race", "modes", "game", "layers"}),
        ("mode=predict", {"prune", "race", "modes", "steps", "layers"}),
        ("board=60x60", {"prune", "race", "steps", "layers"}),
    ],
)
def test_a_part_of_the_page_is_shown_only_where_it_applies(address: str, what: set[str]) -> None:
    question, faults = read(f"#{address}")
    parts = {"seed", "prune", "race", "modes", "steps", "game", "panels", "layers"}
    assert (faults, {part for part in parts if applies(question, part)}) == ([], what)


def test_a_large_board_offers_only_the_path_layer() -> None:
    large, small = read("#board=60x60")[0], read("#board=12x12")[0]
    assert [layer for layer in SHOWABLE if applies(large, layer)] == ["path"]
    assert [layer for layer in SHOWABLE if applies(small, layer)] == list(SHOWABLE)


def test_too_many_holes_for_a_field_are_counted() -> None:
    few, many = (
        Question(Puzzle(Board(100, 100, range(5000, 5000 + count)), 0)) for count in (2000, 2001)
    )
    assert str(field_values(few)["holes"]).count(" ") == 1999
    assert len(write(few)) < LONGEST_CHARACTERS
    assert read(write(few)) == (few, [])
    assert field_values(many)["holes"] == "2,001 holes"
    assert "holes" not in write(many)


def test_a_field_refuses_a_text_of_megabytes() -> None:
    with pytest.raises(ValueError, match="no more than 16,000 characters: open"):
        with_field(Question(), "holes", "c3,d4," * 4000)


def test_a_task_shows_no_control_that_is_locked() -> None:
    regions = whole_patches(opened("#board=5x5&mode=play&lock=all"))
    fields = [name for name in regions if name.endswith("-field")]
    assert all(regions[name]["hidden"] for name in (*fields, "#solve", "#more@there"))
    regions = whole_patches(opened("#board=5x5&mode=play&lock=board"))
    assert regions["#size-field"]["hidden"]
    assert not regions["#start-field"]["hidden"]
