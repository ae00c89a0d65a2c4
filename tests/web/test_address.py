"""The page's address: every key, every default, and reading a written address back."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core.board import Board
from kt_core.gallery import GALLERY
from kt_core.orderings import ORDERINGS
from kt_core.solve import solve
from tests.shared.changes import changed
from tests.shared.snapshots import assert_matches_snapshot
from web.lab.view.form import page_link
from web.question.address import LONGEST_CHARACTERS, read, write
from web.question.change import with_tour
from web.question.keys import KEYS
from web.question.question import BEST, MODES, SHOWABLE, Question
from web.question.task import ALL, Task

LONG = "A" * 9000  # more than the path of any tour
#: Addresses that are read otherwise than they are written, by the subject that decides.
READ: dict[str, tuple[str, ...]] = {
    "wrong values of the question": (
        *("board=9", "board=0x8", "board=8x1001", "board=%3Cb%3E", "board=9999x3", "holes=z9"),
        *("start=i1", "holes=c3&start=c3", "end=a9", "end=a1", "closed=1&end=b1", "closed=yes"),
        *("ordering=worst", "seed=1e9", "seed=" + "9" * 99, "prune=2", "show=path,walls"),
        *("step=-1", "step=last", "race=foo", "race=best", "mode=chess", "tour=kasparov"),
    ),
    "wrong values of a task": (
        *("hints=-1", "hints=two", "hints=1e9", "hints=1001", "hints=2,3", "undos=two"),
        *("budget=0,5", "budget=5", "budget=1,2,3", "budget=99999999999,1", "budget=1,601"),
        *("view=graph&questions=Degree", "view=graph&questions=nothing", "solutions=no"),
        *("mode=play&lock=al", "lock=All", "lock=bord", "lock=hints,bord", "lock=board,,start"),
    ),
    "wrong values of the view": (
        *("embed=yes", "splice=true", "loading=now", "present=2", "theme=black", "lang=fr"),
        *("lang=en,zh", "theme=light,dark", "panels=code,", "panels=code,heap"),
        "theme=dark&embed=1&panels=stack,code",
    ),
    "languages": ("lang=zh-Hans", "lang=zh_CN", "lang=ZH", "lang=en-GB"),
    "paths": ("path=", "path=junk", "board=5x5&path=AAAA", "path=%00", "path=é", "path=" + LONG),
    "puzzles": (
        *("given=d7:1,e7:18", "closed=1&given=d7:5,e7:22", "given=e7:18,d7:1&start=a1", "given="),
        *("given=d7:1,e7:17", "given=d7:1,d7:2", "given=d7:1,e7:1", "given=d7=1", "given=d7:01"),
        *("given=d7", "given=d7:65", "given=d7:0", "given=z9:1", "holes=d7&given=d7:1,e7:18"),
        *("board=1x1&given=a1:1", "given=d7:1", "given=h8:64", "given=a1:1,h8:64"),
        "given=d7:1&start=b1",
        *("board=1000x1000&given=a1:1,c2:2", "given=d7:5&start=b1", "given=d7:5&start=a1"),
        *("given=d7:5&ordering=textbook&race=roth&mode=predict", "given=d7:5&mode=play&lock=all"),
        *("symmetry=half-turn&given=d7:1,e7:18", "given=d7:1,e7:18&mode=predict&race=roth"),
        *("given=d7:1,e7:18&end=e7", "given=d7:1,e7:18&end=e6", "tour=euler-1759&given=d7:1,e7:18"),
        "board=3x4&given=a1:1,c2:2,a3:3,b1:4,d2:5,b3:6,c1:7,a2:8,c3:9,d1:10,b2:11,d3:12",
    ),
    "unknown keys, of another script too": (
        "colour=red&ordring=best&lang=zh&lock=board,start&view=lab",
        "view=%3Cb%20onload%3E%26%23",
    ),
    "famous tours": (
        *("tour=euler-1759&board=1x5", "board=1x5&tour=euler-1759", "board=8x8&tour=euler-1759"),
        *("tour=euler-1759&end=a2", "tour=euler-1759&end=t20"),
        "board=5x5&tour=euler-1759&end=b2&holes=a1",
    ),
    "the figure of the chapter for the six letters of an old address": (
        *("tour=letters", "tour=letters&step=3&ordering=textbook", "tour=letters&step=12345"),
        *("tour=letters&step=9&board=5x5&lang=zh", "tour=letters&step=end&embed=1"),
    ),
    "keys given twice, of which the stricter value counts": (
        *("lock=all&lock=board", "lock=board&lock=all", "lock=board&lock=", "lock=&lock=board"),
        *("lock=all&%6Cock=board", "lock=board&lock=strat", "hints=0&hints=5", "hints=5&hints=0"),
        *("hints=many&hints=3", "hints=5&hints=" + "9" * 5000, "undos=9&undos=1&undos=4"),
        *("ordering=own&check=2000&check=1000", "ordering=own&check=1000&check=0"),
        *("splice=1&splice=0", "splice=0&splice=1", "board=5x5&board=6x6"),
        *("view=graph&questions=degree&questions=all", "view=graph&questions=all&questions=any"),
        *("solutions=1&solutions=0", "solutions=0&solutions=1", "mode=play&lock=all&mode=watch"),
    ),
}


def test_the_readings_of_addresses_match_their_snapshot() -> None:
    told = list[str]()
    for subject, addresses in READ.items():
        told.append(f"# {subject}")
        for address in addresses:
            question, faults = read(f"#{address}")
            link = write(question)
            assert read(link) == (question, []), address
            refused = any("so all is locked" in fault for fault in faults)
            assert not refused or Task.of(question).locked >= ALL, address
            told += [f"{address:.70} -> {link or '#'}", *(f"  {fault}" for fault in faults)]
    assert_matches_snapshot("readings-of-addresses", "\n".join(told), "txt")


@pytest.mark.parametrize("address", ["", "#", "#lang=zh", "#theme=dark&loading=click&view=graph"])
def test_an_address_that_names_no_search_asks_first(address: str) -> None:
    assert read(address)[0].step == 0
    assert read("#board=8x8") == (Question(), [])
    assert write(Question()) == "#board=8x8"


def test_an_embed_shows_no_panel_unless_its_address_names_it() -> None:
    assert read("#embed=1")[0].panels == ()
    assert len(read("")[0].panels) == 7


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_address_is_an_error(address: str) -> None:
    question, _ = read(address)
    assert read(write(question)) == (question, [])


#: The values that parts of a question are set to.
VALUES: dict[str, tuple[str, ...]] = {
    "rows columns": ("1", "5", "8", "39", "40"),
    "start end": ("a1", "b1", "c3", "e5", ""),
    "closed prune": ("", "1"),
    "holes": ("", "a1", "b2 c3"),
    "ordering race": (*ORDERINGS, BEST, ""),
    "seed": ("0", "7", "-3"),
    "symmetry": ("none", "half-turn", "mirror", "circle"),
    "famous": (*GALLERY, ""),
    "mode": MODES,
    "layer": SHOWABLE,
    "hole": ("0", "9", "18"),
    "tour": ("0", "1", "2"),
    "puzzle": ("0", "1", "2"),
    "step": ("0", "1", "9", ""),
}


def test_every_reachable_question_has_an_address_that_restores_it() -> None:
    chance = Random(1)
    for _ in range(300):
        question = Question()
        for _ in range(chance.randrange(1, 9)):
            parts = chance.choice([*VALUES])
            what, value = chance.choice(parts.split()), chance.choice(VALUES[parts])
            with suppress(ValueError):  # the change is refused
                question = changed(question, what, value)
            assert read(write(question)) == (question, []), write(question)


def test_a_tour_too_long_for_an_address_leaves_its_board_and_longer_ones_are_ignored() -> None:
    tour = solve(Board(100, 100))
    question, faults = read(write(with_tour(Question(), tour)))
    assert write(with_tour(Question(), tour)) == "#board=100x100"
    assert (str(question.board), question.opened, faults) == ("100x100", (), [])
    longest = "#board=5x5&view=" + "x" * (LONGEST_CHARACTERS - 16)
    assert len(longest) == LONGEST_CHARACTERS
    assert (str(read(longest)[0].board), read(longest)[1]) == ("5x5", [])
    too_long = "The address has 80,001 characters; 80,000 are the most"
    assert read(longest + "x") == (Question(), [too_long])


def test_every_key_that_sets_a_limit_has_a_stricter_value() -> None:
    looks = {"view", "embed", "ask"}  # these describe the task without a limit
    assert {it.name for it in KEYS if it.stricter} == {it.name for it in KEYS if it.task} - looks


@pytest.mark.parametrize(
    "key", ["lock=board", "%6Cock=board", "undos=0", "splice=1", "solutions=0"]
)
def test_a_limiting_address_that_is_too_long_locks_everything(key: str) -> None:
    question, faults = read(f"#{key}&code={'x' * LONGEST_CHARACTERS}")
    assert (question.settings.lock, question.settings.solutions) == (("all",), False)
    assert len(faults) == 1


@pytest.mark.parametrize(
    "link",
    [
        *("#board=8x8", "#board=5x5&closed=1&step=3", "#race=textbook", "#lock=start,board"),
        "#board=6x6&lang=en",
    ],
)
def test_the_full_page_opened_from_an_embed_has_the_same_question(link: str) -> None:
    framed = read(f"{link}&embed=1&theme=dark&panels=code&loading=click&splice=1")[0]
    assert read(page_link(framed))[0] == read(link)[0]
    assert page_link(read("#embed=1")[0]) == "#board=8x8"
