"""The page's address: every key, every fallback, and the way there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core.board import Board
from kt_core.orderings import ORDERINGS
from web.question.address import read, write
from web.question.question import Question

WRONG = {
    "board=9": "'9' is not a board",
    "board=0x8": "'0x8' is not a board",
    "board=8x1001": "'8x1001' is not a board",
    "board=%3Cb%3E": "'<b>' is not a board",
    "holes=z9": "'z9' is not a square of 8x8",
    "start=i1": "'i1' is not a square of 8x8",
    "holes=c3&start=c3": "c3 is a hole",
    "end=a9": "'a9' is not a square of 8x8",
    "end=a1": "start and end are both a1",
    "closed=1&end=b1": "a closed tour has no end",
    "closed=yes": "'yes' is not a switch",
    "ordering=worst": "'worst' is not a move ordering",
    "seed=1e9": "'1e9' is not a whole number",
    "seed=" + "9" * 99: "is not a whole number of up to 15 digits",
    "prune=2": "'2' is not a switch",
    "show=path,walls": "'walls' cannot be shown",
    "step=-1": "-1 is not a step",
    "step=last": "'last' is not a whole number",
}


@pytest.mark.parametrize("address", WRONG)
def test_a_wrong_value_falls_back_and_is_named(address: str) -> None:
    question, faults = read(f"#{address}")
    key = address.rsplit("&", maxsplit=1)[-1].partition("=")[0]
    assert len(faults) == 1
    assert faults[0].startswith(f"In the address, {key} falls back to its default:")
    assert WRONG[address] in faults[0]
    assert getattr(question, key, None) == getattr(Question(), key, None)


def test_no_address_asks_for_an_open_tour_of_8x8_from_a1() -> None:
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


def test_unknown_keys_go_and_keys_of_others_stay() -> None:
    question, faults = read("#colour=red&lang=zh&lock=board,start&view=lab")
    assert faults == []
    assert write(question) == "#view=lab&lang=zh&lock=board,start"


def test_what_others_wrote_goes_back_as_no_more_than_text() -> None:
    assert write(read("#lang=%3Cb%20onload%3E%26%23")[0]) == "#lang=%3Cb%20onload%3E%26%23"


@pytest.mark.parametrize("name", [*ORDERINGS, "best"])
def test_every_ordering_can_be_asked_for(name: str) -> None:
    assert read(f"#ordering={name}")[0].ordering == name


@given(st.text(max_size=200))
def test_no_address_is_an_error(address: str) -> None:
    question, _ = read(address)
    assert read(write(question)) == (question, [])


@given(
    st.integers(1, 12),
    st.integers(1, 12),
    st.sets(st.integers(0, 143), max_size=9),
    st.sampled_from(sorted(ORDERINGS)),
    st.integers(-99, 99),
    st.none() | st.integers(0, 99),
)
def test_an_address_says_all_that_is_asked(
    rows: int, columns: int, cut: set[int], name: str, seed: int, step: int | None
) -> None:
    holes = ",".join(Board(12, 12).name(square) for square in cut)
    ending = "end" if step is None else step
    address = f"#board={rows}x{columns}&holes={holes}&ordering={name}&seed={seed}&step={ending}"
    question, _ = read(address)
    assert read(write(question)) == (question, [])


def test_a_part_that_there_is_not_is_named() -> None:
    assert read("#mode=chess")[1] == [
        (
            "In the address, mode falls back to its default: 'chess' is not a mode; there are"
            " watch, predict, play."
        )
    ]
