"""Changes of the question by controls, refused changes, and what the controls show."""

import re

import pytest

from kt_core import Board
from kt_core.language import speaking, text_of
from kt_core.tour import Puzzle
from tests.shared.changes import TOURS, changed
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import opened
from web.page.view import whole_patches
from web.question.address import LONGEST_CHARACTERS, read, write
from web.question.change import applies, field_values, with_field, with_tour
from web.question.keys import KEYS, Key
from web.question.question import SHOWABLE, Question

OPENED = write(with_tour(Question(), TOURS[1]))
#: Changes of a question, by its address.
CHANGES: dict[str, tuple[str, ...]] = {
    "#": (
        *("rows 6", "rows 0", "rows 1001", "columns ", "columns 8.5", "start z9", "end a1"),
        *("holes c3,zz", "symmetry circle", "seed two", "hole 18", "hole 0", "layer names"),
        *("mode predict", "mode play"),
    ),
    "#holes=b2,h8&start=c3&end=d4": ("columns 5",),  # squares stay where they are
    "#start=h8&end=g7": ("rows 3",),  # squares outside are dropped
    "#board=2x1&holes=a1": ("rows 1",),  # no board is made of holes alone
    "#board=2x2&holes=b2&end=b1": ("start b2", "start b1", "holes a1 b1 a2 b2", "rows 1001"),
    "#board=1x1": ("hole 0",),
    "#holes=c3": ("hole 18",),
    "#end=b1": ("closed 1",),
    "#closed=1": ("end b3", "ordering worst"),
    "#show=path,names": ("layer graph",),
    "#show=path,graph,names": ("layer path",),
    "#mode=predict": ("rows 6", "rows 250"),
    "#mode=play": ("rows 6", "rows 250"),
    "#board=250x8": ("mode play",),  # too large
    "#ordering=textbook": ("mode predict",),  # only rules can be predicted
    "#ordering=roth": ("mode predict",),
    "#race=textbook&ordering=roth": ("tour 0", "tour 1"),
    "#tour=euler-5x5": ("start a1", "famous ", "hole 9", "layer names", "tour 0", "tour 1"),
    OPENED: ("rows 7", "start b2", "ordering roth", "famous ", "hole 9", "layer names"),
}


def test_the_changes_of_questions_match_their_snapshot() -> None:
    told = list[str]()
    for link, changes in CHANGES.items():
        for change in changes:
            try:
                result = write(changed(read(link)[0], *change.split(" ", 1))) or "#"
            except ValueError as refused:
                result = f"refused: {refused}"
            told.append(f"{link} {change} -> {result}")
    assert_matches_snapshot("changes-of-questions", "\n".join(told), "txt")


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_a_wrong_value_of_an_address_is_named_in_chinese(key: Key) -> None:
    for text in ("~", "9" * 16, "x" * 100):
        for fault in read(f"#{key.name}={text}")[1]:
            with speaking("zh"):
                assert not re.search("[a-z]+ [a-z]+", text_of(fault))


def test_fields_show_the_question() -> None:
    question, _ = read("#board=5x6&holes=c3,d4&start=b2&end=e5&ordering=roth&seed=7&prune=0")
    set_ones = {"rows": "5", "columns": "6", "start": "b2", "end": "e5", "holes": "c3 d4"}
    others = {**dict.fromkeys(("race", "symmetry", "famous"), ""), "prune": False, "closed": False}
    assert field_values(question) == set_ones | {"ordering": "roth", "seed": "7"} | others
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


def test_too_many_holes_for_a_field_are_counted_and_too_long_texts_refused() -> None:
    few, many = (Question(Puzzle(Board(100, 100, range(5000, 5000 + n)), 0)) for n in (2000, 2001))
    assert str(field_values(few)["holes"]).count(" ") == 1999
    assert len(write(few)) < LONGEST_CHARACTERS
    assert read(write(few)) == (few, [])
    assert field_values(many)["holes"] == "2,001 holes"
    assert "holes" not in write(many)
    with pytest.raises(ValueError, match="no more than 16,000 characters: open"):
        with_field(Question(), "holes", "c3,d4," * 4000)


def test_a_task_shows_no_control_that_is_locked() -> None:
    regions = whole_patches(opened("#board=5x5&mode=play&lock=all"))
    fields = [name for name in regions if name.endswith("-field")]
    assert all(regions[name]["hidden"] for name in (*fields, "#solve", "#more@there"))
    regions = whole_patches(opened("#board=5x5&mode=play&lock=board"))
    assert regions["#size-field"]["hidden"]
    assert not regions["#start-field"]["hidden"]
