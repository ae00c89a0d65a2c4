"""The page's address: every key, every default, and reading a written address back."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kt_core.board import Board
from kt_core.gallery import GALLERY
from kt_core.orderings import ORDERINGS
from kt_core.solve import solve
from kt_core.tour import Tour
from tests.shared.snapshots import assert_matches_snapshot
from web.lab.view.form import page_link
from web.question.address import LONGEST_CHARACTERS, non_default_keys, read, write
from web.question.change import in_mode, with_field, with_hole, with_layer, with_tour
from web.question.keys import KEYS
from web.question.question import BEST, MODES, SHOWABLE, Question, Settings
from web.question.task import ALL, Task

#: Addresses whose last key has a wrong value.
WRONG = (
    *("board=9", "board=0x8", "board=8x1001", "board=%3Cb%3E", "board=9999x3", "holes=z9"),
    *("start=i1", "holes=c3&start=c3", "end=a9", "end=a1", "closed=1&end=b1", "closed=yes"),
    *("ordering=worst", "seed=1e9", "seed=" + "9" * 99, "prune=2", "show=path,walls", "step=-1"),
    *("step=last", "race=foo", "race=best", "mode=chess", "tour=kasparov", "path=junk"),
    *("hints=-1", "hints=two", "hints=1e9", "hints=1001", "hints=2,3", "undos=two"),
)


@pytest.mark.parametrize("address", WRONG)
def test_a_wrong_value_falls_back_and_is_named(address: str) -> None:
    question, faults = read(f"#{address}")
    key = address.rsplit("&", maxsplit=1)[-1].partition("=")[0]
    assert len(faults) == 1
    assert faults[0].startswith(f"In the address, {key} falls back to its default:")
    assert getattr(question, key, None) == getattr(Question(), key, None)
    assert question.settings == Settings()
    assert key not in non_default_keys(question)


def test_the_faults_of_addresses_match_their_snapshot() -> None:
    faults = [f"{address}: {read(f'#{address}')[1][0]}" for address in WRONG]
    assert_matches_snapshot("faults-of-addresses", "\n".join(faults), "txt")


def test_an_empty_address_asks_for_an_open_tour_of_8x8_from_a1() -> None:
    assert read("") == (Question(), [])
    assert write(Question()) == ""


def test_every_key_is_read() -> None:
    question, faults = read(
        "#board=5x6&holes=c3,d4&start=b2&end=e5&ordering=random&seed=7&prune=0&show=graph,path&step=12"
    )
    assert faults == []
    assert question.board == Board(5, 6, holes=("c3", "d4"))
    assert (question.board.name(question.start), question.ordering) == ("b2", "random")
    assert (question.seed, question.prune, question.show, question.step) == (
        *(7, False),
        *(("path", "graph"), 12),
    )


def test_unknown_keys_are_named_and_removed_and_other_scripts_keys_stay() -> None:
    question, faults = read("#colour=red&ordring=best&lang=zh&lock=board,start&view=lab")
    assert faults == [
        "In the address, 'colour' is no key, so it changes nothing.",
        "In the address, 'ordring' is no key; perhaps ordering was meant.",
    ]
    assert write(question) == "#view=lab&lang=zh&lock=board,start"


@pytest.mark.parametrize(
    ("text", "keys", "wrong"),
    [
        ("al", "all", "'al'"),
        ("All", "all", "'All'"),
        ("bord", "all", "'bord'"),
        ("hints,bord", "hints,all", "'bord'"),
        ("board,,start", "board,start,all", "''"),
    ],
)
def test_an_invalid_lock_locks_everything_and_is_reported(text: str, keys: str, wrong: str) -> None:
    question, faults = read(f"#mode=play&lock={text}")
    assert ",".join(question.settings.lock) == keys
    assert Task.of(question).locked >= ALL
    assert len(faults) == 1
    assert f"lock names {wrong}, which cannot be locked, so all is locked" in faults[0]
    assert read(write(question)) == (question, [])


@pytest.mark.parametrize("pair", ["embed=yes", "splice=true", "loading=now", "present=2"])
def test_a_wrong_switch_is_reported_and_removed(pair: str) -> None:
    question, faults = read(f"#{pair}")
    assert len(faults) == 1
    assert write(question) == ""


@pytest.mark.parametrize(
    ("tag", "key"), [("zh-Hans", "zh"), ("zh_CN", "zh"), ("ZH", "zh"), ("en-GB", "en")]
)
def test_a_language_is_known_by_its_tag(tag: str, key: str) -> None:
    question, faults = read(f"#lang={tag}")
    assert (faults, question.settings.lang) == ([], key)


@pytest.mark.parametrize("pair", ["lang=en,zh", "theme=light,dark", "panels=code,", "lang=fr"])
def test_one_value_is_one_value(pair: str) -> None:
    question, faults = read(f"#{pair}")
    assert len(faults) == 1
    assert write(question) == ""


def test_text_from_an_address_is_reported_only_as_text() -> None:
    assert write(read("#view=%3Cb%20onload%3E%26%23")[0]) == "#view=%3Cb%20onload%3E%26%23"


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_address_is_an_error(address: str) -> None:
    question, _ = read(address)
    assert read(write(question)) == (question, [])


TOURS = [
    solve(Board(3, 4)),
    solve(Board(6, 6), closed=True),
    solve(Board(5, 5, ["c3"]), start="b1"),
]
SOME = st.sampled_from
CHANGES = st.one_of(
    st.tuples(SOME(["rows", "columns"]), SOME(["1", "5", "8", "39", "40"])),
    st.tuples(SOME(["start", "end"]), SOME(["a1", "b1", "c3", "e5", ""])),
    st.tuples(SOME(["closed", "prune"]), SOME(["", "1"])),
    st.tuples(st.just("holes"), SOME(["", "a1", "b2 c3"])),
    st.tuples(SOME(["ordering", "race"]), SOME([*ORDERINGS, BEST, ""])),
    st.tuples(st.just("seed"), SOME(["0", "7", "-3"])),
    st.tuples(st.just("symmetry"), SOME(["none", "half-turn", "mirror", "circle"])),
    st.tuples(st.just("famous"), SOME([*GALLERY, ""])),
    st.tuples(st.just("mode"), SOME(MODES)),
    st.tuples(st.just("layer"), SOME(SHOWABLE)),
    st.tuples(st.just("hole"), SOME(["0", "9", "18"])),
    st.tuples(st.just("tour"), SOME(["0", "1", "2"])),
    st.tuples(st.just("step"), SOME(["0", "1", "9", ""])),
)


OTHERWISE: dict[str, Callable[[Question, str], Question]] = {
    "mode": in_mode,
    "layer": with_layer,
    "hole": lambda question, value: with_hole(question, int(value)),
    "tour": lambda question, value: with_tour(question, TOURS[int(value)]),
    "step": lambda question, value: replace(question, step=int(value) if value else None),
}


def reached(question: Question, what: str, value: str) -> Question:
    """Return the question that an address leads to; the same if it is refused."""
    try:
        if what in OTHERWISE:
            return OTHERWISE[what](question, value)
        return with_field(question, what, value)
    except ValueError:
        return question


@settings(deadline=None, max_examples=300)
@given(st.lists(CHANGES, max_size=8))
def test_every_reachable_question_has_an_address_that_restores_it(
    changes: list[tuple[str, str]],
) -> None:
    question = Question()
    for what, value in changes:
        question = reached(question, what, value)
        assert read(write(question)) == (question, [])


@pytest.mark.parametrize("tour", TOURS, ids=str)
def test_a_tour_that_was_opened_is_in_the_address(tour: Tour) -> None:
    question = with_tour(Question(), tour)
    link = write(question)
    assert "path=" in link
    assert read(link) == (question, [])
    assert read(f"{link}&step=3")[0].step == 3


def test_a_tour_too_long_for_an_address_leaves_its_board() -> None:
    tour = solve(Board(100, 100))
    question, faults = read(write(with_tour(Question(), tour)))
    assert write(with_tour(Question(), tour)) == "#board=100x100"
    assert (str(question.board), question.given, faults) == ("100x100", (), [])


@pytest.mark.parametrize(
    "address", ["path=", "board=5x5&path=AAAA", "path=%00", "path=é", "path=" + "A" * 9000]
)
def test_an_invalid_path_is_reported_and_left_out(address: str) -> None:
    question, faults = read(f"#{address}")
    assert question.given == ()
    assert len(faults) == (address != "path=")
    assert all(fault.startswith("In the address, path falls back") for fault in faults)
    assert "path" not in non_default_keys(question)


@pytest.mark.parametrize(
    "address", ["tour=euler-1759&board=1x5", "tour=euler-1759&end=a2", "board=1x5&tour=euler-1759"]
)
def test_an_example_overrules_other_keys_of_its_address(address: str) -> None:
    question, faults = read(f"#{address}")
    assert question.board == Board(8, 8)
    assert len(faults) <= 1
    assert read(write(question)) == (question, [])
    assert write(question) == "#tour=euler-1759"


@pytest.mark.parametrize(
    ("address", "figure"),
    [
        ("#tour=letters", "#view=search"),
        ("#tour=letters&step=3&ordering=textbook", "#view=search&at=search:0.3"),
        ("#tour=letters&step=9&board=5x5&lang=zh", "#view=search&at=search:0.8&lang=zh"),
        ("#tour=letters&step=12345", "#view=search&at=search:0.8"),
        ("#tour=letters&step=end&embed=1", "#view=search&embed=1"),
    ],
)
def test_the_six_letters_of_an_old_address_open_the_figure_of_the_chapter(
    address: str, figure: str
) -> None:
    assert read(address) == read(figure)
    assert read(address)[1] == []


def test_an_invalid_end_is_reported_beside_an_example() -> None:
    question, faults = read("#tour=euler-1759&end=t20")
    assert question == read("#tour=euler-1759")[0]
    assert len(faults) == 1
    assert "'t20' is not a square of 8x8" in faults[0]


def test_an_address_that_is_too_long_is_reported_and_ignored() -> None:
    longest = "#board=5x5&view=" + "x" * (LONGEST_CHARACTERS - 16)
    assert len(longest) == LONGEST_CHARACTERS
    assert (str(read(longest)[0].board), read(longest)[1]) == ("5x5", [])
    assert read(longest + "x") == (
        Question(),
        ["The address has 80,001 characters; 80,000 are the most"],
    )


def test_unknown_layers_and_panels_are_reported() -> None:
    question, faults = read("#theme=dark&embed=1&panels=stack,code")
    assert (question.settings.theme, question.panels, faults) == ("dark", ("code", "stack"), [])
    assert read(write(question))[0] == question
    question, faults = read("#theme=black&panels=code,heap")
    assert question.settings == Settings()
    assert [fault.partition(" falls")[0] for fault in faults] == [
        "In the address, theme",
        "In the address, panels",
    ]
    assert "'heap' is not among code, own, stack, tree, degrees, facts" in faults[1]
    assert read("#embed=1")[0].panels == ()
    assert len(read("")[0].panels) == 6


@pytest.mark.parametrize(
    ("text", "wrong", "link"),
    [
        (
            "#board=5x5&tour=euler-1759&end=b2&holes=a1",
            ["board", "holes", "end"],
            "#tour=euler-1759",
        ),
        ("#board=8x8&tour=euler-1759", [], "#tour=euler-1759"),
    ],
)
def test_a_key_that_an_example_overrules_is_reported(
    text: str, wrong: list[str], link: str
) -> None:
    question, faults = read(text)
    name = question.famous
    told = [f"In the address, {key} changes nothing: {name} has its own." for key in wrong]
    assert sorted(map(str, faults)) == sorted(told)
    assert write(question) == link
    assert read(link) == (question, [])


@pytest.mark.parametrize(
    ("link", "same"),
    [
        ("lock=all&lock=board", "lock=all,board"),
        ("lock=board&lock=all", "lock=board,all"),
        ("lock=board&lock=", "lock=board"),
        ("lock=&lock=board", "lock=board"),
        ("lock=all&%6Cock=board", "lock=all,board"),
        ("lock=board&lock=strat", "lock=board,all"),
        ("hints=0&hints=5", "hints=0"),
        ("hints=5&hints=0", "hints=0"),
        ("hints=many&hints=3", "hints=3"),
        ("undos=9&undos=1&undos=4", "undos=1"),
        ("ordering=own&check=2000&check=1000", "ordering=own&check=1000"),
        ("ordering=own&check=1000&check=0", "ordering=own&check=1000"),
        (f"hints=5&hints={'9' * 5000}", "hints=5"),
        ("splice=1&splice=0", "splice=1"),
        ("splice=0&splice=1", "splice=1"),
        ("board=5x5&board=6x6", "board=5x5"),
        ("mode=play&lock=all&mode=watch", "mode=play&lock=all"),
    ],
)
def test_of_a_key_given_twice_the_stricter_value_counts_and_it_is_reported(
    link: str, same: str
) -> None:
    question, faults = read(f"#{link}")
    assert question == read(f"#{same}")[0]
    assert any("occurs more than once" in fault for fault in faults)
    assert not any("occurs more than once" in fault for fault in read(write(question))[1])


def test_every_key_that_sets_a_limit_has_a_stricter_value() -> None:
    looks = {"view", "embed", "ask"}  # these describe the task without a limit
    assert {key.name for key in KEYS if key.stricter} == {
        key.name for key in KEYS if key.task
    } - looks


@pytest.mark.parametrize("key", ["lock=board", "%6Cock=board", "hints=0", "undos=0", "splice=1"])
def test_a_limiting_address_that_is_too_long_locks_everything(key: str) -> None:
    question, faults = read(f"#{key}&code={'x' * LONGEST_CHARACTERS}")
    assert question.settings.lock == ("all",)
    assert len(faults) == 1


@pytest.mark.parametrize(
    "link", ["", "#board=5x5&closed=1&step=3", "#race=textbook", "#lock=start,board", "#lang=en"]
)
def test_the_full_page_opened_from_an_embed_has_the_same_question(link: str) -> None:
    framed = read(f"{link or '#'}&embed=1&theme=dark&panels=code&loading=click&splice=1")[0]
    assert read(page_link(framed))[0] == read(link)[0]
    assert page_link(read("#embed=1")[0]) == "#"
