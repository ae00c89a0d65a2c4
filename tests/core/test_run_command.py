"""The command `run`: its report, its exit status, and programs that try to survive it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kt_core.command import process
from tests.shared import terminal
from tests.shared.forum_programs import FORUM_PROGRAMS

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="has no processes")

TOUR, NO_TOUR, DOES_NOT_RUN, BUDGET = 0, 1, 2, 3


def run(tmp_path: Path, source: str, *options: str, given: str = "") -> terminal.Done:
    """Return the end of the command for a program; with an input, that of a separate process."""
    file = tmp_path / "program.py"
    file.write_text(source, "utf-8")
    words = ["run", str(file), *options]
    if not given:
        return terminal.run(words)
    command = [sys.executable, "-m", "kt_core", *words]
    done = subprocess.run(command, capture_output=True, text=True, input=given, check=False)
    return terminal.Done(done.returncode, done.stdout, done.stderr)


def report(tmp_path: Path, source: str, *options: str) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the report as JSON."""
    status, out, _ = run(tmp_path, source, "--format", "json", *options)
    return status, json.loads(out)


def test_a_tour_is_reported_with_its_path_and_board(tmp_path: Path) -> None:
    status, found = report(tmp_path, FORUM_PROGRAMS["counted from 1"].source)
    assert status == TOUR
    assert found["recognised"] is True
    assert found["store"]["name"] == "board"
    board = {"rows": 5, "columns": 5, "visits": 8840, "backtracks": 8815, "deepest": 25}
    assert found["boards"] == [board]
    assert found["result"]["kind"] == "tour"
    assert found["result"]["path"][:2] == ["a5", "c4"]
    assert found["error"] is None
    assert found["ended"]["returned"] is True


@pytest.mark.full
def test_the_report_names_what_else_could_be_watched_and_the_seed(tmp_path: Path) -> None:
    source = "import random\n" + FORUM_PROGRAMS["a set beside a list"].source
    _, found = report(tmp_path, source, "--seed", "7")
    assert found["store"]["name"] == "self.order"
    assert "self.seen" in [each["name"] for each in found["alternatives"]]
    assert "random starts with the seed 7" in found["notes"][0]
    _, out, _ = run(tmp_path, source)
    assert "Others that could be watched: self.seen" in out


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("a = [1\nfor x in a:\n", 1, "SyntaxError"),
        ("package main\nfunc main() {}", 1, "looks like a program in Go, and only Python"),
        ("a = 1\nb = a / 0\n", 2, "ZeroDivisionError"),
        ("import turtle\n", 1, "turtle draws, and there is no window"),
        ("import requests\n", 1, "no module requests here"),
        ("import os\nos.kill(os.getpid(), 9)\n", None, "ended Python itself"),
    ],
)
def test_a_program_that_does_not_run_has_status_2(
    tmp_path: Path, source: str, line: int | None, said: str
) -> None:
    status, found = report(tmp_path, source)
    assert status == DOES_NOT_RUN
    assert said in json.dumps(found)
    if line:
        assert found["error"]["line"] == line


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "source",
    [
        "while True:\n    try:\n        while True: pass\n    finally: continue",
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass",
    ],
    ids=["finally", "signal"],
)
def test_a_program_without_end_is_stopped(tmp_path: Path, source: str) -> None:
    status, found = report(tmp_path, source, "--seconds", "0.5")
    assert status == BUDGET, found


#: Programs that change the code around them, or write to the pipe of their process.
CHEATS = {
    "a replaced judge": "import sys\nfor module in [*sys.modules.values()]:\n"
    "    for name in ('verdict', 'evidence_of', 'results_in_text'):\n"
    "        if hasattr(module, name): setattr(module, name, lambda *_: 'closed tour')",
    "a note": "import sys\nframe = sys._getframe()\nwhile frame:\n"
    "    run = getattr(frame.f_locals.get('self'), 'result', None)\n"
    "    if run: run.notes.append('a closed tour. Checked.')\n    frame = frame.f_back",
    "a text": "import os\nfor pipe in range(3, 20):\n"
    "    try: os.write(pipe, b'a closed tour. Checked.\\n')\n    except OSError: pass",
    "a flood": "import os\nfor pipe in range(3, 20):\n    try:\n"
    "        while True: os.write(pipe, b'[' * 10_000_000)\n    except OSError: pass",
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", CHEATS)
def test_nothing_in_the_process_of_a_program_reaches_the_judge(tmp_path: Path, name: str) -> None:
    status, out, _ = run(tmp_path, CHEATS[name], "--seconds", "2")
    assert status in (NO_TOUR, DOES_NOT_RUN)
    assert "tour" not in out.rpartition("\n\n")[2]  # below what it printed


def test_a_program_out_of_reach_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.2)
    stuck = "sum(range(10 ** 12))"
    status, found = report(tmp_path, stuck, "--seconds", "0.5")
    assert (status, found["ended"]["why"]) == (BUDGET, "seconds")
    tour = f"print('a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3', end='')\n{stuck}"
    status, found = report(tmp_path, tour, "--seconds", "0.5")
    assert (status, found["result"]["kind"], found["printed"][:5]) == (0, "tour", "a1 c2")
    assert found["result"]["details"] == ["After that it went on, and was stopped after 0.5 s."]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "source",
    [
        "import sys\nsys.setrecursionlimit(10 ** 7)\ndef f(n): return sorted('ab', key=f)\nf(0)",
        "import sys\nsys.setrecursionlimit(10 ** 7)\ndef f(n): return f(n + 1)\nf(0)",
        "a = []\nwhile True: a.append('x' * 10 ** 8)",
    ],
    ids=["recursion through C", "recursion", "memory"],
)
def test_a_program_that_exhausts_python_is_survived(tmp_path: Path, source: str) -> None:
    status, found = report(tmp_path, source, "--seconds", "5")
    assert status in (DOES_NOT_RUN, BUDGET)
    assert found["result"]["kind"] == "none"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_processes_that_a_program_starts_end_with_it(tmp_path: Path) -> None:
    source = "import subprocess\nprint('process', subprocess.Popen(['sleep', '600']).pid)"
    status, out, _ = run(tmp_path, source, given="\n")
    assert status == NO_TOUR
    number = out.split("process ")[1].split()[0]
    process = Path("/proc", number, "stat")
    assert not process.exists() or process.read_text("utf-8").split()[2] == "Z"


def test_a_program_that_found_no_tour_has_status_1_and_is_reported_once(tmp_path: Path) -> None:
    assert run(tmp_path, "print('hello')")[0] == NO_TOUR
    source = "import os\nif os.fork() == 0: raise ValueError('the copy')\nos.wait()\nprint('done')"
    status, found = report(tmp_path, source)
    assert (status, found["printed"], found["error"]) == (NO_TOUR, "done\n", None)


def test_the_programs_own_arguments_and_input_reach_it_after_its_output(tmp_path: Path) -> None:
    source = "import sys\nprint(sys.argv[1:], input('size? '))"
    status, out, errors = run(tmp_path, source, "--", "5", "-x", given="7\n")
    assert status == NO_TOUR
    assert "['5', '-x'] 7" in out
    assert "size? " in errors
    source = "print('a board')\ninput('move? ')\nprint('the next')\ninput('move? ')"
    assert run(tmp_path, source, given="b3\nd4\n")[2] == "a board\nmove? b3\nthe next\nmove? "


@pytest.mark.full
def test_random_numbers_are_seeded(tmp_path: Path) -> None:
    source = "import random\nprint(random.random())"
    outputs = {run(tmp_path, source, "--seed", seed)[1] for seed in ("3", "3", "4")}
    assert len(outputs) == 2


@pytest.mark.full
def test_a_film_shows_what_the_program_did(tmp_path: Path) -> None:
    film = tmp_path / "film.svg"
    status, _, _ = run(tmp_path, FORUM_PROGRAMS["a wrong offset"].source, "--film", str(film))
    assert status == BUDGET
    assert film.read_text("utf-8").startswith("<svg")


@pytest.mark.sample(1)
@pytest.mark.parametrize("seconds", ["0", "x", "-1", "nan", "1e9"])
def test_an_invalid_time_is_refused(tmp_path: Path, seconds: str) -> None:
    status, _, errors = run(tmp_path, "pass", "--seconds", seconds)
    assert status == 2
    assert "is not a time" in errors
