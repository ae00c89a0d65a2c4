"""`check` reads tours from files, and accepts everything that `solve` writes."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from kt_core import Board, solve
from tests.shared.forms import pairs
from tests.shared.terminal import Done, run

RANKS = "3 6 9 12\n8 11 2 5\n1 4 7 10"
RING = "3 8 5\n6 . 2\n1 4 7"
SMALL = solve(Board(3, 4), start="a1")
ON_TOP = "its top row is rank 3."


def check(content: str | bytes, options: str, folder: Path) -> Done:
    """Return the end of `check` for a file."""
    data = content if isinstance(content, bytes) else content.encode()
    (folder / "tour").write_bytes(data)
    return run(f"check {folder / 'tour'} {options}")


#: Boards and options that have a tour.
PUZZLES = [
    *("1x1", "5x7", "9x6", "8x5 --start a2", "7x7 --start c3", "6x9 --start b4 --end c4"),
    *("5x5 --start a1 --end e5", "8x9 --seed 3 --holes h8", "7x6 --holes b2,c4 --end a1"),
    "6x6 --start a1 --end b3",  # its ends are a move apart
    *("6x6 --closed", "8x8 --closed --holes c3,c4", "3x10 --closed --seed 2"),
    *("10x10 --leaper 1,4", "5x6 --leaper 0,1 --closed", "1x7 --leaper 0,1 --start a1"),
]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_check_accepts_output_of_solve_with_the_same_options(puzzle: str, tmp_path: Path) -> None:
    board, _, given = re.sub(r"--seed \d+", "", puzzle).partition(" ")
    kind = "A closed tour" if "--closed" in given else "A"
    for form in ("text", "csv", "json", "svg"):
        assert run(f"solve {puzzle} --format {form} --out {tmp_path / 'tour'}").status == 0
        for known in (f"--board {board}", *([] if "--holes" in given else [""])):
            done = run(f"check {tmp_path / 'tour'} {known} {given}")
            assert (done.status, done.out.startswith(kind)) == (0, True), (form, done)


def test_check_says_how_it_reads_a_tour_as_its_options_require(tmp_path: Path) -> None:
    turned = repr([(column, row) for row, column in pairs(SMALL)])
    read_as = "Read as (column, row) pairs counted from 0; (0, 0) is a3."
    done = check(turned, "--by columns", tmp_path)
    assert done[:2] == (0, f"An open tour of 3x4: 11 moves.\n{read_as}\n")
    for base in ("0", "1"):
        done = check("[(1, 1), (2, 3), (3, 5)]", f"--from {base}", tmp_path)
        assert (done.status, f"counted from {base}; " in done.err) == (1, True)


@pytest.mark.parametrize(
    ("options", "content", "status", "message"),
    [
        ("", "a1 b3 d3", 1, "Step 3, b3 to d3, is not a knight's move. Read as names of squares."),
        (
            "",
            RING,
            1,
            f"where . means not visited; {ON_TOP} If they are holes, add --board 3x3 --holes b2.",
        ),
        ("", ". 2 . . . .\n. . . 1 . .", 1, "--holes a1,b1,c1,e1,f1,a2,c2,d2,e2,f2."),
        ("", "\n".join([". " * 12] * 9 + ["1" + " ." * 11]), 1, "and name them by --holes."),
        ("", "[(1, 1), (2, 3), (3, 5)]", 1, "To count from 0, add --from 0."),
        ("--holes a1", "a1", 2, "kt_core: --holes needs a --board"),
        ("", "hello", 2, "such as a1 b3 c5, pairs such as (0, 0) (1, 2), or a numbered board"),
        ("", "# 骑士 coding: gbk\na1 b3 d3".encode("gbk"), 1, "Step 3, b3 to d3, is not a"),
        ("", b"\x80", 2, "is not a text in UTF-8; name a file with a tour"),
        ("", b"\xff\xfea", 2, "is not a text in UTF-8; name a file with a tour"),
        ("--from 2", RANKS, 2, "argument --from: invalid choice: 2"),
    ],
)
def test_errors_are_on_standard_error(
    options: str, content: str | bytes, status: int, message: str, tmp_path: Path
) -> None:
    done = check(content, options, tmp_path)
    assert done[:2] == (status, "")
    assert message in done.err


def test_a_missing_file_is_named() -> None:
    for name in ("none", ""):
        done = run(["check", name])
        assert (done.status, "': No such file" in done.err) == (2, True)


def test_a_verdict_is_written_as_json(tmp_path: Path) -> None:
    def told(content: str, status: int, options: str = "") -> Any:
        done = check(content, f"--format json {options}", tmp_path)
        assert done.status == status
        return json.loads(done.out)

    keys = ["read_as", "board", "holes", "closed", "path", "verdict", "wrong", "step", "about"]
    found = told(RING, 0, "--board 3x3 --holes b2")
    assert list(found) == keys
    assert (found["board"], found["holes"], found["closed"]) == ("3x3", ["b2"], True)
    assert (found["verdict"], found["wrong"], found["step"]) == ("tour", None, None)
    assert found["path"][:3] == ["a1", "c2", "a3"]
    found = told("a1 b3 d3", 1)
    assert (found["verdict"], found["step"], found["path"]) == ("wrong", 3, ["a1", "b3"])
    assert found["wrong"] == "step 3, b3 to d3, is not a knight's move"
    assert told("a1 b3 c5", 1)["verdict"] == "path"
    found = told(".. 12 .. 3\n7 .. .. ..\n.. .. 1 ..", 1)
    seen = found["verdict"], found["solutions"], found["given"]["b3"]
    assert seen == ("puzzle", "none", 12)


MARKED = ("utf-8-sig", "utf-16", "utf-16-be")  # encodings with a byte order mark, common on Windows


def marked(written: str, encoding: str) -> bytes:
    """Return a text with its byte order mark, which Python adds in two of the encodings."""
    return (written if encoding != "utf-16-be" else f"\ufeff{written}").encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", *MARKED])
def test_files_and_standard_input_are_read_with_any_byte_order_mark(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tour").write_bytes(marked(RANKS, encoding))
    with (tmp_path / "tour").open(encoding="ascii") as heard:
        monkeypatch.setattr(sys, "stdin", heard)
        for name in (str(tmp_path / "tour"), "-"):
            assert run(["check", name]).out.startswith("An open tour of 3x4: 11 moves.\n")
