"""What was written is read back; what is wrong is named in one sentence."""

import json
import random
import sys
from collections import deque
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kt_core import Board, Tour, solve
from kt_core.__main__ import main
from kt_core.events import result_of
from kt_core.files import text
from kt_core.files.notation import TABLE
from kt_core.files.reading import LONGEST_CHARACTERS, read_tour, reading
from kt_core.tour import is_move
from tests.shared.cases import ORACLES, path_of, walks

SMALL = solve(Board(3, 4), start="a1")
RING = Tour(Board(3, 3, ["b2"]), ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"], closed=True)
WALK = Tour(Board(2, 3), ["a1", "b1", "c1", "c2", "b2", "a2"], closed=True, leaper=(0, 1))
GOOD = json.loads(text.tour_json(RING))
NAMES = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"
RANKS = "3 6 9 12\n8 11 2 5\n1 4 7 10"

#: What is read, and what its one sentence must name.
WRONG = [
    ("", "there is no tour in this text; give the JSON"),
    (". - .", "there is no tour"),
    ("\u00b2", "step 1, '\u00b2', is not the name"),
    ("\u0663", "there is no tour in this text"),  # digits, but not ours
    ("a1 b3 d3", "step 3, b3 to d3, is not a knight's move"),
    ("a1 c2 a1 b3", "step 3 comes to a1 again; a tour visits a square once"),
    ("a1 b3 hello c5", "step 3, 'hello', is not the name of a square, such as a1"),
    ("a1 b0", "step 2, 'b0'"),
    ("a1 b3 c\u0665", "step 3, 'c\u0665'"),
    ("a1 zzz1000", "a board of 18278 columns is not possible"),
    ("a1 b9999", "a board of 9999 rows is not possible"),
    ("a1 " + 50_000 * "x", "xxx\u2026, is not the name"),
    ("a1 c2 b4", "the path ends before it has come to b1"),
    ("1 2\n3", "row 2 from the top has 1 numbers, and the first has 2"),
    ("1 2\n3 3", "the number 3 is on a1 and on b1"),
    (RANKS.replace("7", "0"), "the number 7 is missing; the highest is 12"),
    (RANKS.replace("7", "99"), "the number 7 is missing; the highest is 99"),
    (RANKS.replace("7", "-7"), "c1 has '-7', which is not a step's number"),
    (RANKS.replace("7", "7.5"), "c1 has '7.5'"),
    (RANKS.replace("7", "9" * 5000), "c1 has '999"),
    ("1 2 3\n4 5 6\n7 8 9", "step 2, a3 to b3, is not a knight's move"),
    ("0 0\n0 0", "every square of 2x2 is a hole"),
    (2000 * "1 ", "a board of 2000 columns is not possible"),
    ("step,square,row,column", "there is no square"),
    ("step,square,row,column\n1,a1,0,0\n3,b3,2,1", "the table has '3' where step 2 should be"),
    ("step,square,row,column\n1,a1,0,0\n2,b3,1,2", "step 2, b3, is in row 2 and column 1"),
    ("step,square,row,column\n1,a1,0,0\n2", "step 2, '', is not the name of a square"),
    ("step,square,row,column\n1,a1", "step 1, a1, is in row 0 and column 0"),
    ('{"v":1', "this is not JSON: Expecting ',' delimiter at line 1, character 7"),
    ("{" * 10_000, "this JSON has more than 100 brackets"),
    ('{"v":' + "1" * 5000 + "}", "this JSON has a number of thousands of digits"),
    ('{"__proto__":{"v":1},"constructor":1}', 'this JSON has no "v"'),
]


def fault_of(wrong: str) -> str:
    """Return the sentence with which a text is refused."""
    with pytest.raises(ValueError, match=r"\A.+\Z") as refused:
        read_tour(wrong)
    return str(refused.value)


def changed(**keys: Any) -> str:
    """Return the JSON of a tour with some keys changed; those of None are left out."""
    return json.dumps({key: value for key, value in (GOOD | keys).items() if value is not None})


WRONG_JSON: list[tuple[dict[str, Any], str]] = [
    ({key: None}, f'this JSON has no "{key}"; a tour has v, rows, columns') for key in GOOD
]
WRONG_JSON += [
    ({"v": 2}, '"v" is 2; only version 1 of the format is known'),
    ({"v": True}, '"v" is True; it must be a whole number'),
    ({"v": "1"}, "\"v\" is '1'"),
    ({"rows": 3.0}, '"rows" is 3.0; it must be a whole number'),
    ({"rows": 0}, '"rows" is 0; it must be 1 to 1000'),
    ({"columns": 10**400}, '"columns" is 1000'),
    ({"columns": [3]}, '"columns" is [3]'),
    ({"closed": 1}, '"closed" is 1; it must be true or false'),
    ({"closed": "false"}, "it must be true or false"),
    ({"holes": "b2"}, "\"holes\" is 'b2'; it must be a list"),
    ({"holes": [4]}, 'number 1 of "holes" is 4, not the name of a square'),
    ({"holes": ["d1"]}, "'d1' is not a square of 3x3"),
    ({"holes": []}, "the path ends before it has come to b2"),
    ({"path": {}}, '"path" is {}; it must be a list'),
    ({"path": []}, "the path ends before it has come to a1"),
    ({"path": ["a1", ["c2"]]}, "number 2 of \"path\" is ['c2']"),
    ({"path": ["a1", "x" * 10**6]}, "xxx\u2026, not the name of a square"),
    ({"path": ["a1", "c2", "d4"]}, "step 3: 'd4' is not a square of 3x3"),
    ({"path": ["a1", "b2"]}, "step 2: b2 is a hole"),
    ({"path": ["a1", "c2", "b3"]}, "step 3, c2 to b3, is not a knight's move"),
    ({"path": GOOD["path"][1:]}, "the path ends before it has come to a1"),
    ({"path": GOOD["path"] + ["a1"]}, "step 9 comes to a1 again"),
    (json.loads(text.tour_json(SMALL)) | {"closed": True}, "the tour is not closed"),
]


@given(walks(), st.booleans())
def test_a_tour_is_read_back_from_its_json(walk: tuple[Board, list[int]], spaced: bool) -> None:
    tour = Tour(*walk)
    written = text.tour_json(tour)
    assert read_tour(json.dumps(json.loads(written), indent=2) if spaced else written) == tour


@given(walks(), st.sampled_from([" ", "\t", ",", " ; ", "|", ", "]), st.sampled_from(".-0"))
def test_a_tour_is_read_back_from_its_numbers(
    walk: tuple[Board, list[int]], between: str, hole: str
) -> None:
    tour = Tour(*walk)
    holes, path = tour.board.holes, tour.path
    # A single 0 a move away from the 1 is a step of those who count from 0.
    assume(hole != "0" or len(holes) != 1 or not is_move(tour.board, min(holes), path[0]))
    lines = text.tour(tour).split("\n")
    written = "\r\n".join(between.join(line.split()).replace(".", hole) for line in lines)
    assert read_tour(written, closed=False) == tour


@given(walks(), st.sampled_from([" ", "-", ", ", " \u2192 ", "\n", '","', "; "]))
def test_a_tour_is_read_back_from_its_squares(walk: tuple[Board, list[int]], between: str) -> None:
    tour = Tour(*walk)
    written = between.join(tour.board.names(tour.path).split())
    assert read_tour(written, tour.board, closed=False) == tour
    assert read_tour(written.upper(), tour.board, closed=False) == tour


@given(walks())
def test_a_tour_is_read_back_from_its_table(walk: tuple[Board, list[int]]) -> None:
    tour = Tour(*walk)
    assert read_tour(text.tour_csv(tour), tour.board, closed=False) == tour


@pytest.mark.parametrize("known", ORACLES["gallery"], ids=lambda known: known["name"])
def test_a_famous_tour_is_read_as_it_was_printed(known: dict[str, Any]) -> None:
    grid = known["grid"]
    assert list(read_tour(str(grid)).path) == path_of(grid)
    boxed = "+--+\n" + "\n+--+\n".join(f"| {' | '.join(map(str, rank))} |" for rank in grid)
    assert read_tour(boxed) == read_tour(str(grid))


@pytest.mark.parametrize(("wrong", "named"), WRONG, ids=[named for _, named in WRONG])
def test_a_wrong_text_is_refused_in_one_sentence(wrong: str, named: str) -> None:
    assert named in (fault := fault_of(wrong))
    assert len(fault) < 160


@pytest.mark.parametrize(("keys", "named"), WRONG_JSON, ids=[named for _, named in WRONG_JSON])
def test_wrong_json_is_refused_in_one_sentence(keys: dict[str, Any], named: str) -> None:
    assert named in (fault := fault_of(changed(**keys)))
    assert len(fault) < 160


@given(
    st.one_of(st.text(max_size=60), st.text('{}[]":,.-+|019abtruefalsnvowcmhdp \n', max_size=60))
)
def test_any_text_is_a_tour_or_one_sentence(anything: str) -> None:
    try:
        assert isinstance(read_tour(anything), Tour)
    except ValueError as wrong:
        assert 0 < len(str(wrong)) < 250
        assert "\n" not in str(wrong)


@given(
    st.sampled_from(sorted(GOOD)),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=5,
    ),
)
def test_any_value_in_a_tour_is_taken_or_refused(key: str, value: Any) -> None:
    try:
        assert isinstance(read_tour(json.dumps(GOOD | {key: value})), Tour)
    except ValueError as wrong:
        assert len(str(wrong)) < 250


def test_a_tour_of_another_leaper_is_read_back_from_its_json() -> None:
    tour = solve(Board(5, 6), closed=True, leaper=(0, 1))
    assert read_tour(text.tour_json(tour)) == tour
    wrongs: list[Any] = [[1], [1, 2, 3], [0, 0], [1, True], [1, 1000], "1,4", 14, {}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match='^"leaper" is .*; it must be two numbers'):
            read_tour(changed(leaper=wrong))


def test_unknown_keys_are_ignored() -> None:
    assert read_tour(changed(author={"name": "Euler"}, __proto__=[1])) == RING


def test_a_text_beyond_the_limit_is_not_looked_at() -> None:
    with pytest.raises(ValueError, match="too long to be read; 2,000,000 is the most"):
        read_tour("{" + 10_000_000 * " ")
    with pytest.raises(ValueError, match="a text of 35 characters"):
        read_tour(NAMES, longest=34)
    assert len(text.tour_json(solve(Board(40, 40)))) < LONGEST_CHARACTERS


@pytest.mark.parametrize(
    "hostile",
    ['"\\"' * 500_000, "{" + '"' * 999_999, "-" * 1_000_000 + "x", "1" * 1_000_000, "+-" * 500_000],
)
def test_a_hostile_text_is_refused_at_once(hostile: str) -> None:
    assert len(fault_of(hostile)) < 160


def test_squares_may_be_a_numbered_list() -> None:
    counted = "\n".join(f"{i}. {name}" for i, name in enumerate(NAMES.split(), start=1))
    assert read_tour(counted) == read_tour("\ufeff  " + NAMES) == Tour(Board(3, 4), NAMES.split())


def test_a_tour_is_closed_where_its_ends_are_a_move_apart() -> None:
    ring = RING.board.names(RING.path)
    assert read_tour(ring, RING.board) == RING
    assert not read_tour(ring, RING.board, closed=False).closed
    assert not read_tour(text.tour_json(RING), closed=False).closed
    assert not read_tour("a1 c2", Board(2, 3, ["b1", "c1", "a2", "b2"])).closed
    assert not read_tour(NAMES).closed
    with pytest.raises(ValueError, match="not closed: d3 to a1"):
        read_tour(NAMES, closed=True)
    assert not read_tour(changed(closed=False)).closed


def test_a_board_that_is_given_is_the_board() -> None:
    with pytest.raises(ValueError, match="this is a tour of 3x4, not of 5x5|3x4, not 5x5"):
        read_tour(RANKS, Board(5, 5))
    with pytest.raises(ValueError, match="this is a tour of 3x3 with other holes"):
        read_tour(changed(), Board(3, 3))
    with pytest.raises(ValueError, match="step 2: 'c2' is not a square of 3x2"):
        read_tour("a1 c2", Board(3, 2))
    with pytest.raises(ValueError, match="ends before it has come to d1"):
        read_tour("a1 c2 a3 b1", Board(3, 4, ["c1"]))


def test_steps_may_be_numbered_from_0() -> None:
    from_0 = "\n".join(
        " ".join(str(int(step) - 1) for step in rank.split()) for rank in RANKS.split("\n")
    )
    assert read_tour(from_0) == read_tour(RANKS) == Tour(Board(3, 4), path_of_text(RANKS))
    # One 0 that is no move from the 1 is a hole, as is each of several.
    assert read_tour("3 8 5\n6 0 2\n1 4 7") == RING
    assert read_tour("1 0 0\n0 0 2").board.holes == {0, 1, 4, 5}
    assert read_tour(". 0 .\n. . 2\n1 . .").path == (0, 5)


def path_of_text(ranks: str) -> list[int]:
    """Return the path of a board of numbers."""
    return path_of([[int(step) for step in rank.split()] for rank in ranks.split("\n")])


@pytest.mark.parametrize("seed", range(20))
def test_a_mistyped_square_is_named(seed: int) -> None:
    chance, tour = random.Random(seed), solve(Board(6, 6), seed=seed)
    step = chance.randrange(1, 36)
    names = tour.board.names(tour.path).split()
    names[step] = chance.choice([name for name in names if name != names[step]])
    # Both of its moves may be wrong, or the second alone.
    fault = fault_of(" ".join(names))
    assert f"step {step + 1}" in fault or f"step {step + 2}" in fault


@pytest.mark.parametrize(
    ("command", "content", "said"),
    [
        ("", RANKS, "An open tour of 3x4: 11 moves."),
        ("", text.tour_json(RING), "A closed tour of 3x3 without b2: 8 moves."),
        ("", text.tour_json(WALK), "A closed tour of 2x3 by the (0, 1) leaper: 6 moves."),
        ("--closed", text.tour(RING), "A closed tour of 3x3 without b2: 8 moves."),
        (
            "--board 3x3 --holes b2",
            text.tour_csv(RING),
            "A closed tour of 3x3 without b2: 8 moves.",
        ),
        (
            "--board 2x3 --holes a2,b2,b1,c1",
            "a1 c2",
            "An open tour of 2x3 without b1, c1, a2 and b2: 1 move.",
        ),
    ],
)
def test_check_says_what_tour_a_file_has(
    command: str, content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tour").write_text(content, encoding="utf-8")
    assert main(["check", str(tmp_path / "tour"), *command.split()]) == 0
    assert capsys.readouterr().out == said + "\n"


@pytest.mark.parametrize(
    ("command", "content", "said"),
    [
        ("", b"a1 b3 d3", "kt_core: step 3, b3 to d3, is not a knight's move"),
        ("--closed", NAMES.encode(), "kt_core: the tour is not closed: d3 to a1"),
        ("--holes a1", b"a1", "kt_core: --holes needs a --board"),
        ("", b"\x80", "is not a text in UTF-8; name a file with a tour"),
        ("", b"\xff\xfea", "is not a text in UTF-8; name a file with a tour"),
    ],
)
def test_check_says_what_is_wrong(
    command: str, content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tour").write_bytes(content)
    assert main(["check", str(tmp_path / "tour"), *command.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    for none in (str(tmp_path / "none"), ""):
        assert main(["check", none]) == 2
        assert "': No such file" in capsys.readouterr().err


MARKED = ("utf-8-sig", "utf-16", "utf-16-be")  # with a byte order mark, as Windows writes them


def marked(text: str, encoding: str) -> bytes:
    """Return a text with its mark, which Python writes for two of the encodings by itself."""
    return (text if encoding != "utf-16-be" else f"\ufeff{text}").encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", *MARKED])
def test_check_reads_files_and_standard_input_with_any_mark(
    encoding: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "tour").write_bytes(marked(RANKS, encoding))
    with (tmp_path / "tour").open(encoding="ascii") as heard:
        monkeypatch.setattr(sys, "stdin", heard)
        for name in (str(tmp_path / "tour"), "-"):
            assert main(["check", name]) == 0
            assert capsys.readouterr().out == "An open tour of 3x4: 11 moves.\n"


LARGE = solve(Board(90, 90))
WRITTEN = (
    text.tour_json(LARGE),
    text.tour_csv(LARGE),
    text.tour(LARGE),
    LARGE.board.names(LARGE.path),
)


@pytest.mark.parametrize("written", WRITTEN, ids=["json", "table", "numbers", "squares"])
def test_a_long_text_is_read_in_slices_and_tells_its_progress(written: str) -> None:
    shares = [progress.share or 0.0 for progress in reading(written, closed=False)]
    assert shares == sorted(shares)
    assert len(shares) >= 10
    assert shares[0] < 0.2
    assert 0.7 < shares[-1] <= 1  # what is left, the proof, takes no time
    assert result_of(reading(written, closed=False)) == LARGE


@pytest.mark.parametrize("again", ["a1 b3 ", "1,a1,0,0\n"])
def test_the_first_wrong_step_ends_the_reading(again: str) -> None:
    began = TABLE + "\n" if "," in again else ""
    slices = reading(began + 100_000 * again, longest=10**9)
    with pytest.raises(ValueError, match=r"step 3 comes to a1 again|step 2 should be"):
        deque(islice(slices, 3))


def test_steps_that_are_wrong_are_found_in_any_slice() -> None:
    names = LARGE.board.names(LARGE.path).split()
    for step in (1, 1999, 2000, 2001, 5000, len(names) - 1):
        twice = [*names[:step], names[step - 1], *names[step + 1 :]]
        assert fault_of(" ".join(twice)).startswith(f"step {step + 1} comes to")
        far = [*names[:step], names[(step + 100) % len(names)], *names[step + 1 :]]
        assert fault_of(json.dumps(json.loads(WRITTEN[0]) | {"path": far})).startswith(
            f"step {step + 1}"
        )
