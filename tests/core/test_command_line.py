"""Commands answer, or print one sentence with the error and the accepted values."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kt_core import Board, solve, svg
from kt_core.__main__ import main
from kt_core.command import streams
from kt_core.command.options import COMMANDS
from kt_core.files import text
from tests.shared.terminal import answer, run

ROOT = Path(__file__).resolve().parents[2]
in_a_process = pytest.mark.skipif(sys.platform == "emscripten", reason="has no processes")

#: Invalid commands, each with a part of its error message.
WRONG = [
    ("", "command"),
    ("dance 8x8", "'dance'"),
    ("solve", "board"),
    ("solve 8x", "'8x' is not a board; write rows x columns, such as 8x8 or 3x10"),
    ("solve 8x8 --start z9", "'z9' is not a square of 8x8; squares are a1 to h8"),
    ("solve 8x8 --seed one", "'one' is not a whole number"),
    ("solve 8x8 --given d7", "'d7' is not a given number; write squares and numbers, as in d7=1"),
    (f"solve 8x8 --given d7={'9' * 5000}", "…' is not a given number; write squares"),
    ("solve 8x8 --given d7=1,D7=3", "D7 is given two numbers, 1 and 3"),
    ("solve 8x8 --given d7=2 --symmetry mirror", "leave the symmetry out"),
    ("puzzle 8x8 --givens 0", "'0' is not a whole number from 1 on"),
    ("puzzle 8x8 --givens 65", "65 given numbers are not possible on 8x8"),
    ("puzzle 8x8 --givens 15 --symmetry half-turn", "15 given numbers are not possible on 8x8"),
    ("puzzle 5x6 --symmetry quarter-turn", "5x6 has no quarter-turn that keeps its shape"),
    ("solve 8x8 --out .", "cannot write '.': it is there and is not a file; name a file"),
    ("solve 8x8 --out no/such/folder.txt", "cannot write 'no/such/folder.txt': No such file"),
    ("solve 5x5 --out=", "cannot write '': No such file or directory; name a file to write"),
    ("exists 3x4 --closed --proof=", "''"),
    ("graph 8x8 --format text", "'text'"),
    ("solve 8x8 --leaper 1", "'1' is not a leaper; write two numbers from 0 to 999"),
    ("trace 5x5 --ordering best", "'best' is not a move ordering; there are warnsdorff, roth"),
    ("trace 5x5 --limit 0", "'0' is not a whole number from 1 on"),
    ("graph 40x40 --format svg", "too many moves to be told apart in a picture"),
    (f"solve {'8' * 9000}", "is not a board"),
    (f"solve 8x8 --start {'a' * 9000}", "'aaaaaaa"),
    (f"solve 8x8 --{'a' * 9000}", "aaaaaaa…"),
    ("solve 8x8 --lang xx", "'xx' is not an available language; there are en"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in which commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def process(command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Return the finished process of a command."""
    run = [sys.executable, "-B", "-m", "kt_core", *command.split()]
    env, options = {**os.environ, "PYTHONPATH": str(ROOT)}, {"stdout": subprocess.PIPE, **options}
    return subprocess.run(run, env=env, stderr=subprocess.PIPE, text=True, check=False, **options)


@pytest.mark.sample(2)
@in_a_process
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("solve 8x8 --start a1", 0),
        ("solve 5x5 --closed", 1),
        ("solve 8x8 --start z9", 2),
        ("trace 5x5 --ordering warnsdorff", 0),
    ],
)
def test_a_command_is_a_process_with_a_status(command: str, status: int) -> None:
    done = process(command)
    assert done.returncode == status
    assert bool(done.stdout) == (status == 0)
    assert len(done.stderr.splitlines()) == (status != 0)
    assert "Traceback" not in done.stderr


@in_a_process
def test_a_closed_pipe_ends_the_command_quietly() -> None:
    run = [sys.executable, "-m", "kt_core", "trace", "8x8", "--limit", "99999"]
    with subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().split() == [b"visit", b"a1"]
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 74


@in_a_process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full disk")
def test_a_full_disk_is_reported_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = process("solve 8x8", stdout=full)
    assert done.returncode == 74
    assert done.stderr == "kt_core: cannot write the answer: No space left on device\n"


@in_a_process
@pytest.mark.skipif(os.name != "posix", reason="closes a descriptor in a shell")
def test_a_closed_standard_output_has_status_74() -> None:
    run = f'"{sys.executable}" -m kt_core solve 5x5 >&-'
    done = subprocess.run(["sh", "-c", run], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (74, b"")


@in_a_process
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="has no streams by name")
def test_a_file_that_others_write_to_is_never_replaced(folder: Path) -> None:
    notes = folder / "notes.txt"
    notes.write_text("notes\n", encoding="utf-8")
    for name in ("/dev/stdout", "notes.txt", "/proc/self/fd/1"):
        with notes.open("a", encoding="utf-8") as out:
            assert process(f"solve 5x5 --out {name}", stdout=out).returncode == 2
        assert notes.read_text("utf-8") == "notes\n"


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        (
            RuntimeError("two\nlines"),
            70,
            "kt_core: a fault of this program, RuntimeError: two lines",
        ),
        (MemoryError(), 70, "kt_core: there is too little memory"),
        (RecursionError("deep"), 70, "kt_core: a fault of this program, RecursionError"),
        (KeyboardInterrupt(), 130, ""),
    ],
    ids=repr,
)
def test_each_kind_of_failure_has_its_exit_status(
    fault: BaseException, status: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(_: object) -> None:
        raise fault

    monkeypatch.setitem(COMMANDS, "solve", (breaks, *COMMANDS["solve"][1:]))
    done = run("solve 8x8")
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(message)
    assert done.err.count("\n") == bool(message)


@in_a_process
@pytest.mark.skipif(os.name != "posix", reason="has no such terminals")
def test_progress_is_shown_on_a_terminal_but_not_in_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import pty

    ours, theirs = pty.openpty()
    monkeypatch.setattr(streams, "SHOWN_SECONDS", -1)
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        assert main(["count", "4x5"]) == 0
    assert capsys.readouterr().out == "164\n"
    assert b"counting (frontier, " in os.read(ours, 10_000)
    os.close(ours)


@pytest.mark.parametrize(("command", "named"), WRONG, ids=[command[:40] for command, _ in WRONG])
def test_a_wrong_command_is_refused_in_one_sentence(command: str, named: str, folder: Path) -> None:
    status, out, err = run(command)
    assert (status, out) == (2, "")
    assert err.startswith("kt_core: ")
    assert named in err
    assert err.count("\n") == 1
    assert len(err) < 400
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("text_", ["8x8\nx", "\u0663x8", "8x8\x00", "\udcff"])
def test_an_odd_text_is_shown_on_one_line(text_: str) -> None:
    done = run(["solve", text_])
    assert done.status == 2
    assert done.err.startswith(f"kt_core: {text_!r} is not a board")


def test_a_tour_and_a_graph_are_printed_in_each_format() -> None:
    tour = solve(Board(6, 6), start="b2", closed=True, seed=4)
    command = "solve 6x6 --start b2 --closed --seed 4"
    assert answer(command) == text.tour(tour)
    assert answer(f"{command} --format json") == text.tour_json(tour)
    assert answer(f"{command} --format csv") == text.tour_csv(tour)
    assert answer(f"{command} --format svg") == svg.tour(tour)
    board = Board(4, 4, ["b2"])
    assert answer("graph 4x4 --holes b2") == "".join(text.graph_json(board))
    assert answer("graph 4x4 --holes b2 --format csv") == "".join(text.graph_csv(board))
    assert answer("graph 4x4 --holes b2 --format svg") == svg.graph(board)


def test_exists_prints_whether_there_is_a_tour() -> None:
    known = answer("exists 1000x1000 --closed")
    assert known.startswith("Yes, 1000x1000 has such a closed tour. A full board has a closed tour")
    assert known.endswith("(Schwenk, Mathematics Magazine 64 (1991) 325)")
    made = answer("exists 5x18 --start a1 --end b1")
    assert made.startswith("Yes, 5x18 has such an open tour. One was made and checked")
    assert "such a closed tour" in answer("exists 4x4 --closed --leaper 0,1")


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("3x3 --closed", "3x3 has no closed tour. "),
        ("5x6 --holes a1,b2,c3 --start b1", "5x6 without a1, b2 and c3 has no open tour from b1. "),
        ("4x9 --start b2", "4x9 has no open tour from b2. "),
        ("2x9", "2x9 has no open tour. No move leads from 5 of the squares to the other 13."),
        ("3x5 --start a1 --end c3", "3x5 has no open tour from a1 to c3. "),
        ("4x4 --end a2", "4x4 has no open tour to a2. "),
        ("5x5 --leaper 0,1 --closed", "5x5 has no closed tour by the (0, 1) leaper. "),
        ("5x5 --holes a1,b1,c1,d1,e1,a2,b2,c2,d2", "5x5 with 9 holes has no open tour. "),
        ("8x8 --closed --symmetry quarter-turn", "8x8 has no closed tour that a quarter-turn lays"),
    ],
)
def test_a_proof_is_written_and_checked(question: str, claim: str, folder: Path) -> None:
    assert run(f"exists {question} --proof no.json").status == 1
    fields = json.loads((folder / "no.json").read_text("utf-8"))
    fields["reason"] = "7x7 has no tour\x1b[2J."  # is not read
    (folder / "no.json").write_text(json.dumps(fields), encoding="utf-8")
    assert answer("check no.json").startswith(f"Proven, and checked: {claim}")
    chess: dict[str, object] = {"rows": 8, "columns": 8, "holes": [], "leaper": [1, 2]}
    chess |= dict.fromkeys(("start", "end", "symmetry"))  # this has a tour
    for wrong in (chess, {"proof": "magic"}, {"log": "?"}):
        (folder / "wrong.json").write_text(json.dumps(fields | wrong), encoding="utf-8")
        done = run("check wrong.json")
        assert (done.status, done.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "option",
    [
        *("--board 8x8", "--board 3x4 --holes a1", "--closed", "--start c3", "--end c3"),
        *("--start a1 --end a2", "--leaper 0,1", "--end a1", "--start a2"),
    ],
)
def test_a_proof_or_a_tour_of_another_question_is_refused(option: str, folder: Path) -> None:
    asks = "--board 5x5 --start a1 --end a2 --leaper 1,2"
    if option != "--start a1 --end a2":
        assert run("exists 5x5 --start a1 --end a2 --proof no.json").status == 1
        assert answer(f"check no.json {asks}").startswith("Proven, and checked: 5x5 has no")
        done = run(f"check no.json {option}")
        assert (done.status, done.err.count("\n")) == (2, 1)
    answer("solve 5x5 --start a1 --end e5 --format json --out tour.json")
    assert answer("check tour.json --board 5x5 --start a1 --end e5 --leaper 1,2")
    done = run(f"check tour.json {option}")
    assert (done.status, done.err.count("\n")) == (1, 1)


def test_a_large_proof_is_recognized(folder: Path) -> None:
    assert run("exists 3x4 --closed --proof no.json").status == 1
    fields = json.loads((folder / "no.json").read_text("utf-8"))
    around = {"witness": {**fields["witness"], "x": ["a1"] * 30_000}, "proof": fields.pop("proof")}
    much = {"reason": "x" * 150_000, **fields, **around, "log": fields["log"]}
    (folder / "no.json").write_text(json.dumps(much), encoding="utf-8")
    assert answer("check no.json").startswith("Proven, and checked: 3x4 has no closed tour")


def test_undecided_is_reported_with_the_work_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kt_core.command.commands.BUDGET_SLICES", 1)
    status, out, err = run("exists 30x30 --holes c3,d9")
    assert (status, out) == (3, "")
    assert err.startswith("Undecided: the budget of work was not enough for 30x30; slices spent")
    assert run("exists 40x40 --start a1 --end b1").status == 0  # a theorem
    assert run("exists 40x42 --start a1 --end b1").status == 3


def test_tours_are_counted() -> None:
    assert answer("count 3x4") == "16"
    assert answer("count 3x4 --start a1 --end d3") == "1"
    assert answer("count 4x4 --closed --leaper 0,1") == "6"


def test_a_search_is_printed_with_one_event_per_line_up_to_its_limit() -> None:
    assert answer("trace 3x3 --limit 9").split("\n") == [
        *("visit a1", "visit c2", "visit a3", "visit b1", "visit c3"),
        *("visit a2", "visit c1", "visit b3", "backtrack b3"),
    ]
    lines = answer("trace 5x5 --start c3 --ordering roth").split("\n")
    assert lines[0] == "visit c3"
    assert lines[-1].startswith("found c3 ")
    assert len(lines) == 26
    assert len(answer("trace 5x5 --start b1").split("\n")) == 1000
    assert len(answer("trace 3x3 --limit 99").split("\n")) == 30


def test_an_answer_is_written_to_a_file_a_link_or_standard_output(folder: Path) -> None:
    for name in ("tour.svg", "n" * 255):
        assert answer(f"solve 5x5 --format svg --out {name}") == ""
        assert (folder / name).read_text("utf-8") == svg.tour(solve(Board(5, 5))) + "\n"
        (folder / name).unlink()
    assert list(folder.iterdir()) == []
    assert answer("solve 5x5 --out -") == answer("solve 5x5")
    assert list(folder.iterdir()) == []
    (folder / "link").symlink_to("tour.txt")
    answer("solve 5x5 --out link")
    assert (folder / "link").is_symlink()
    assert (folder / "tour.txt").read_text("utf-8").count("\n") == 5


def test_a_file_is_unchanged_if_there_is_no_answer(folder: Path) -> None:
    (folder / "tour.txt").write_text("as it was", encoding="utf-8")
    for wrong, status in (("--closed", 1), ("--start z9", 2)):
        assert run(f"solve 5x5 {wrong} --out tour.txt")[:2] == (status, "")
    assert (folder / "tour.txt").read_text("utf-8") == "as it was"


@in_a_process
@pytest.mark.skipif(os.name != "posix", reason="limits the size of files")
def test_an_output_file_is_written_completely_or_not_at_all(folder: Path) -> None:
    (folder / "tour.svg").write_text("as it was", encoding="utf-8")
    run = f'trap "" XFSZ; ulimit -f 4; "{sys.executable}" -B -m kt_core solve 12x12 '
    run += "--format svg --out tour.svg"
    done = subprocess.run(
        ["sh", "-c", run],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 74
    assert done.stderr.startswith("kt_core: cannot write 'tour.svg': File too large")
    assert [file.name for file in folder.iterdir()] == ["tour.svg"]
    assert (folder / "tour.svg").read_text("utf-8") == "as it was"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_printed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    assert "python3 -m kt_core" in capsys.readouterr().out
