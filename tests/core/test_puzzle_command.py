"""`puzzle` makes puzzles with one solution; `check` and `solve` read puzzles."""

import json
from pathlib import Path

import pytest

from kt_core import Board
from kt_core.board import images
from kt_core.files.reader import read
from tests.shared.terminal import answer, run


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
def test_a_made_puzzle_has_one_solution(options: str, form: str, tmp_path: Path) -> None:
    file, made = str(tmp_path / "puzzle"), options.split()
    assert run(f"puzzle {options} --format {form} --out {file}").status == 0
    closed = " --closed" if "--closed" in made else ""
    found = json.loads(answer(f"check {file}{closed} --format json"))
    assert (found["verdict"], found["solutions"]) == ("puzzle", "one")
    assert found["closed"] == bool(closed)
    if "--givens" in made:
        assert len(found["given"]) == int(made[made.index("--givens") + 1])
    assert all(found["path"][number - 1] == name for name, number in found["given"].items())
    solved = json.loads(answer(f"solve {file}{closed} --format json"))
    assert solved["path"] == found["path"]
    assert answer(f"check {file}{closed}").startswith("A puzzle: ")


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
        (
            "1 4 7 10\n8 11 2 5\n3 6 9 12\n\n.. 3 ..\n1 .. 5",
            1,
            "Result 1 of 2: An open tour of 3x4",
        ),
        (".. 2 ..\n1 .. ..\n.. .. ..\n7 .. ..", 1, "a3 has the number 1 and b4 has 2: the squares"),
        ('{"rows":6,"columns":6,"closed":true,"given":{"a1":1,"c2":2}}', 1, "several solutions: "),
        ('{"rows":6,"columns":6,"given":{"a1":1,"c2":"2"}}', 2, "'c2' is given the number '2'"),
        ('{"rows":6,"columns":6,"given":{"a1":1,"a1":2}}', 2, "this JSON has 'a1' twice"),
        ('{"rows":6,"columns":6,"given":{"a1":%s}}' % ("9" * 5000), 1, "a number of thousands of"),
        ('{"rows":6,"given":{"a1":1,"c2":2}}', 2, "this JSON has no columns"),
        ('{"given":{"a1":1,"c2":2}}', 2, 'a puzzle has "rows", "columns" and "given"'),
    ],
)
def test_check_counts_the_solutions(content: str, status: int, says: str, tmp_path: Path) -> None:
    (tmp_path / "puzzle").write_text(content)
    done = run(f"check {tmp_path / 'puzzle'}")
    assert (done.status, says in done.out + done.err) == (status, True)


def test_a_piece_must_be_that_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "puzzle").write_text('{"rows":3,"columns":3,"leaper":[0,1],"given":{"a1":1}}')
    for command in ("check", "solve", "exists"):
        done = run(f"{command} {tmp_path / 'puzzle'} --leaper 1,2")
        says = "this is a puzzle for the (0, 1) leaper, not for the (1, 2) leaper"
        assert (done.status, says in done.out + done.err) == (2, True)
    assert run(f"solve {tmp_path / 'puzzle'} --leaper 0,1").status == 0


def test_a_puzzle_may_be_undecided(tmp_path: Path) -> None:
    written = json.dumps({"rows": 41, "columns": 41, "given": {"a1": 1, "c2": 2}})
    (tmp_path / "puzzle").write_text(written)
    done = run(f"check {tmp_path / 'puzzle'} --format json")
    assert (done.status, '"solutions": "undecided"' in done.out) == (3, True)


def test_signs_of_holes_are_holes_of_a_puzzle() -> None:
    found = read(".. ## 5\n1 .. ..\n.. 4 ..")
    assert (found.verdict, found.board) == ("puzzle", Board(3, 3, ["b3"]))


def test_a_proof_with_given_numbers_is_written_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "no.json"
    assert run(f"exists 5x5 --given b1=3 --proof {file}").status == 1
    assert json.loads(file.read_text())["given"] == {"b1": 3}
    assert "5x5 has no open tour with the given numbers" in answer(f"check {file}")
    assert answer("exists 5x5 --given a1=3")
