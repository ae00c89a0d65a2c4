"""Changes of the question by controls, and refused changes."""

import re

import pytest

from kt_core.language import speaking, text_of
from tests.shared.changes import TOURS, changed
from tests.shared.snapshots import assert_matches_snapshot
from web.question.address import read, write
from web.question.change import with_tour
from web.question.keys import KEYS, Key
from web.question.question import Question

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
