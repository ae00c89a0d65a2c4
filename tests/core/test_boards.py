"""Boards are read from drawings; the meaning of each character is inferred and stated."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, read_board, solve
from kt_core.files.boards import MOST_CHARACTERS, read_drawing
from kt_core.files.text import tour_json
from tests.shared.terminal import answer, run

#: The first board of Rosetta Code's "Solve a holy knight's tour", as it is printed there.
HOLY = """\
  0 0 0
  0   0 0
  0 0 0 0 0 0 0
0 0 0     0   0
0   0     0 0 0
1 0 0 0 0 0 0
    0 0   0
      0 0 0
"""
#: The same board as programs there write it: signs side by side, with dots, or as strings in C.
HOLY_FORMS = {
    "side by side": " 000\n 0 00\n 0000000\n000  0 0\n0 0  000\n1000000\n  00 0\n   000",
    "dots": (
        "    . 0 0 0\n    . 0 . 0 0\n    . 0 0 0 0 0 0 0\n    0 0 0 . . 0 . 0\n"
        "    0 . 0 . . 0 0 0\n"
        "    1 0 0 0 0 0 0\n    . . 0 0 . 0\n    . . . 0 0 0\n"
    ),
    "strings": (
        '" xxx    ",\n" x xx   ",\n" xxxxxxx",\n"xxx  x x",\n"x x  xxx",\n"1xxxxxx ",\n'
        '"  xx x  ",\n"   xxx  "};'
    ),
}
COINS = Board(8, 8, ["c7", "f3"])
COIN_FORMS = {
    "stars": "........\n..*.....\n" + 3 * "........\n" + ".....*..\n........\n........",
    "crosses": "........\n..x.....\n" + 3 * "........\n" + ".....x..\n........\n........",
    "walls": "00000000\n00#00000\n" + 3 * "00000000\n" + "00000#00\n00000000\n00000000",
    "runs": "8/2x5/8/8/8/5x2/8/8",
    "sides and holes": "8x8: c7, f3",
    "holes alone": "c7 f3",
    "words": "8x8 without c7, f3",
}


@pytest.mark.parametrize("form", [HOLY, *HOLY_FORMS.values()], ids=["printed", *HOLY_FORMS])
def test_the_holy_board_is_read_as_it_is_printed(form: str) -> None:
    drawing = read_drawing(form)
    board = drawing.board
    assert (str(board), len(board)) == ("8x8", 36)
    assert drawing.start == board.square("a3")
    assert solve(board, start=drawing.start).path[0] == drawing.start


@pytest.mark.parametrize("form", COIN_FORMS.values(), ids=COIN_FORMS)
def test_coins_on_a_board_are_its_holes(form: str) -> None:
    assert read_board(form) == COINS


@pytest.mark.parametrize(
    ("drawn", "board"),
    [
        ("8x8", Board(8, 8)),
        ("3 . . x .\n2 . . . .\n1 x . . .\n  a b c d", Board(3, 4, ["c3", "a1"])),
        ("+---+---+\n| 0 |   |\n+---+---+\n| 0 | 0 |\n+---+---+", Board(2, 2, ["b2"])),
        ("+---+\n|...|\n|. .|\n+---+", Board(2, 3, ["b1"])),
        ("0,0,0\n0,,0\n0,0,0", Board(3, 3, ["b2"])),
        ("00000\n00-00\n00000", Board(3, 5, ["c2"])),
        ("____\n_#__\n____", Board(3, 4, ["b2"])),
        (tour_json(solve(COINS)), COINS),
    ],
)
def test_other_drawings_are_read(drawn: str, board: Board) -> None:
    assert read_board(drawn) == board


@given(
    st.integers(1, 12),
    st.integers(2, 12),
    st.data(),
    st.sampled_from(["0#", "0 ", "0.", "0-", "_*", ".#", "0x"]),
    st.sampled_from(["", " ", ",", "|"]),
)
def test_a_drawn_board_is_read_back(
    rows: int, columns: int, data: st.DataObject, signs: str, between: str
) -> None:
    holes = data.draw(st.sets(st.integers(0, rows * columns - 1), max_size=rows * columns - 1))
    drawn = [
        between.join(signs[row * columns + column in holes] for column in range(columns))
        for row in reversed(range(rows))
    ]
    board = Board(rows, columns, holes)
    blanks = signs[1] == " "
    edges = {0, columns - 1} & {hole % columns for hole in holes}
    if (blanks and (edges or rows < 3)) or rows == 1:
        return  # blanks at an edge, or a row of blanks, cannot be seen
    if any(len({*row} - {between}) < 2 and blanks for row in drawn) or not holes:
        return
    assert read_board("\n".join(drawn)) == board


def test_dots_are_holes_and_a_row_of_dashes_holes_or_a_frame() -> None:
    read_as = read_drawing("sx\nx.").read_as
    assert read_as == "Read as a drawn board; squares: 'x', 's'; holes: '.'."
    for between in ("", "|", " "):
        drawn = "\n".join(between.join(row) for row in ("000", "---", "0-0"))
        assert read_board(drawn) == Board(3, 3, ["a2", "b2", "c2", "b1"])


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "hello world", "a text\nof words", "1 2 3\n4 5 6", "   \n  ", "0" * 2000, "9x0"),
        *("8x8 z9", "{", "()"),
    ],
)
def test_other_texts_are_refused_in_one_sentence(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"\A.{10,180}\Z"):
        read_board(wrong)
    with pytest.raises(ValueError, match="too long to be a board"):
        read_board("0" * (MOST_CHARACTERS + 1))


@given(st.text(" 01.#x-*_|/\nKS8", max_size=60))
def test_any_text_is_a_board_or_refused_in_one_sentence(anything: str) -> None:
    try:
        assert len(read_board(anything)) > 0
    except ValueError as wrong:
        assert 0 < len(str(wrong)) < 250


def test_a_file_draws_a_board_of_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, tour = tmp_path / "board.txt", tmp_path / "tour"
    file.write_text(HOLY, encoding="utf-8")
    assert answer(f"solve {file} --format json --out {tour}") == ""
    checked = answer(f"check {tour} --start a3")
    assert checked.startswith("An open tour of 8x8 with 28 holes: 35 moves.")
    with file.open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert answer("solve - --start d1 --seed 2")
    assert run(f"exists {file} --holes b8,c8").status in (0, 1, 3)
    file.write_text("hello", encoding="utf-8")
    wrong = {tmp_path / "none.txt": "is not a board; write rows x columns"}
    for name, says in (wrong | {file: "there is no board in this text"}).items():
        done = run(f"solve {name}")
        assert (done.status, says in done.err) == (2, True)
