"""`puzzle` makes puzzles with one solution; `check` and `solve` read puzzles."""

import json
from pathlib import Path

import pytest

from kt_core import Board
from kt_core.__main__ import main
from kt_core.board import images
from kt_core.files.reader import read


def run(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return the exit status and all that a command prints."""
    status = main(command.split())
    printed = capsys.readouterr()
    return status, printed.out + printed.err


@pytest.mark.parametrize(
    ("options", "form"),
    [
        ("5x5", "text"),
        ("5x6 --closed --givens 9 --seed 2", "text"),
        ("5x5 --holes c3 --seed 3", "text"),
        ("6x6 --closed --symmetry half-turn --givens 12", "json"),
        ("4x4 --leaper 0,1 --closed", "json"),
        ("3x5 --leaper 0,1", "json"),
    ],
)
def test_a_made_puzzle_has_one_solution(
    options: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, made = str(tmp_path / "puzzle"), options.split()
    assert main(["puzzle", *made, "--format", form, "--out", file]) == 0
    closed = " --closed" if "--closed" in made else ""
    status, printed = run(f"check {file}{closed} --format json", capsys)
    found = json.loads(printed)
    assert (status, found["verdict"], found["solutions"]) == (0, "puzzle", "one")
    assert found["closed"] == bool(closed)
    if "--givens" in made:
        assert len(found["given"]) == int(made[made.index("--givens") + 1])
    assert all(found["path"][number - 1] == name for name, number in found["given"].items())
    status, printed = run(f"solve {file}{closed} --format json", capsys)
    assert (status, json.loads(printed)["path"]) == (0, found["path"])
    assert run(f"check {file}{closed}", capsys)[1].startswith("A puzzle: ")


def test_a_puzzle_is_its_own_image() -> None:
    from kt_core.events import result_of
    from kt_core.puzzles import making
    from kt_core.tour import Puzzle

    board = Board(6, 6)
    made = result_of(making(Puzzle(board, closed=True), seed=1, symmetry="half-turn"))
    given = {square for square, _ in made.given}
    assert given == {next(images(board, "half-turn")).of[square] for square in given}


@pytest.mark.parametrize(
    ("content", "status", "says"),
    [
        (".. .. ..\n1 .. ..\n.. 3 ..", 1, "It has no solution"),
        (".. 2 ..\n1 .. ..\n.. .. ..\n7 .. ..", 1, "a3 has the number 1 and b4 has 2: the squares"),
        ('{"rows":6,"columns":6,"closed":true,"given":{"a1":1,"c2":2}}', 1, "several solutions: "),
        ('{"rows":6,"columns":6,"given":{"a1":1,"c2":"2"}}', 2, "'c2' is given the number '2'"),
        ('{"rows":6,"columns":6,"given":{"a1":1,"a1":2}}', 2, "this JSON has 'a1' twice"),
        ('{"rows":6,"columns":6,"given":{"a1":%s}}' % ("9" * 5000), 1, "a number of thousands of"),
        ('{"rows":6,"given":{"a1":1,"c2":2}}', 2, '"columns" is'),
        ('{"given":{"a1":1,"c2":2}}', 2, 'a puzzle has "rows", "columns" and "given"'),
    ],
)
def test_check_says_how_many_solutions_a_puzzle_has(
    content: str, status: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "puzzle").write_text(content)
    found, printed = run(f"check {tmp_path / 'puzzle'}", capsys)
    assert found == status
    assert says in printed


def test_a_puzzle_may_be_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = json.dumps({"rows": 41, "columns": 41, "given": {"a1": 1, "c2": 2}})
    (tmp_path / "puzzle").write_text(written)
    status, printed = run(f"check {tmp_path / 'puzzle'} --format json", capsys)
    assert (status, '"solutions": "undecided"' in printed) == (3, True)


def test_signs_of_holes_are_holes_of_a_puzzle() -> None:
    found = read(".. ## 5\n1 .. ..\n.. 4 ..")
    assert (found.verdict, found.board) == ("puzzle", Board(3, 3, ["b3"]))


def test_a_proof_with_given_numbers_is_written_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "no.json"
    assert run(f"exists 5x5 --given b1=3 --proof {file}", capsys)[0] == 1
    assert json.loads(file.read_text())["given"] == {"b1": 3}
    status, printed = run(f"check {file}", capsys)
    assert (status, "5x5 has no open tour with the given numbers" in printed) == (0, True)
    assert run("exists 5x5 --given a1=3", capsys)[0] == 0
