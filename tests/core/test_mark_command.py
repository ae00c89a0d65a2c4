"""The command `mark`: twelve programs, three formats, and programs that attack their grader."""

import csv
import json
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.shared.marked_programs import ALL, CORRECT, PROGRAMS, TESTS
from tests.shared.terminal import Done, answer, run

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="has no processes")


def mark(folder: Path, sources: Mapping[str, str], tests: str = TESTS, form: str = "json") -> Done:
    """Return the end of the command for programs in a folder, with short budgets."""
    for name, source in {"tests": tests, **sources}.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    options = f"--tests {folder / 'tests.py'} --visits 20000 --seconds 1 --format {form}"
    return run(f"mark {folder} {options}")


Graded = dict[str, dict[str, dict[str, Any]]]


def graded(folder: Path, sources: Mapping[str, str], tests: str = TESTS) -> Graded:
    """Return the graded tests of each program, by name; one command grades all."""
    done = mark(folder, sources, tests)
    assert done.status == 0, done.err
    assert (folder / "tests.py").read_text("utf-8") == tests
    return {
        Path(program["program"]).stem: {each["name"]: each for each in program["tests"]}
        for program in json.loads(done.out)
    }


def test_a_program_gets_the_grade_of_a_person(tmp_path: Path, *, thorough: bool) -> None:
    programs = PROGRAMS if thorough else PROGRAMS[::4]
    found = graded(tmp_path, {program.name: program.source for program in programs})
    passes = {
        name: {test for test in tests if tests[test]["passed"]} for name, tests in found.items()
    }
    assert passes == {program.name: program.passes for program in programs}
    assert set(found["correct"]) == ALL
    tour = found["correct"]["test_tour"]
    assert (tour["passed"], tour["sentence"]) == (True, "A tour of 5 × 5 is found.")


def test_a_line_of_each_program_has_the_first_failing_test_and_no_hidden_file_has_one(
    tmp_path: Path,
) -> None:
    for folder in (".hidden", "inner"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "anna.py").write_text(CORRECT, "utf-8")
    (tmp_path / "latin.py").write_bytes(b"# \xe9\xff\n")
    wrong = "def legal_moves(row, col, n):\n    return []\n"
    done = mark(tmp_path, {"ben": wrong}, form="text")
    assert done.status == 0
    first, second, third = sorted(done.out.splitlines())
    expected = "0%  test_corner: legal_moves(0, 0, 8) returned []; (1, 2) is missing."
    assert re.search(rf"/ben.py +{re.escape(expected)}$", first)
    assert re.search("inner/anna.py +100%  all 5 tests passed$", second)
    assert re.search("latin.py +0%  test_corner: .*UTF-8", third)


def test_csv_has_a_line_and_no_formula(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tests.py").write_text(TESTS, "utf-8")
    Path("=1+1.py").write_text("", "utf-8")
    head, line = csv.reader(answer("mark =1+1.py --tests tests.py --format csv").splitlines())
    assert head == ["program", "score", "first failing test", "sentence"]
    sentence = "The program has no function legal_moves."
    assert line == ["'=1+1.py", "0", "test_corner", sentence]


def test_no_program_is_graded_with_wrong_tests(tmp_path: Path) -> None:
    done = mark(tmp_path, {"a": CORRECT}, tests="x = 1")
    assert done[:2] == (2, "")
    assert "there are no tests" in done.err


ATTACKS = {
    "reads the tests": "open({tests!r}).read()",
    "changes the tests": "open({tests!r}, 'w').write('')",
    "removes the tests": "import os\n    os.remove({tests!r})",
    "hides the tests": "import os\n    os.chmod({tests!r}, 0)\n    return 1",
    "takes our solver": (
        "import importlib, sys\n    sys.modules.clear()\n"
        "    return len(importlib.import_module('kt_core').solve.__name__) == 5"
    ),
    "reads history": "import readline\n    readline.read_history_file({tests!r})\n    return 1",
    "opens a database": "import sqlite3\n    sqlite3.connect({tests!r})\n    return 1",
    "signals by a file": "import os\n    os.pidfd_open(os.getppid())\n    return 1",
    "floods its grader": (
        "import os\n    while True:\n        for stream in range(3, 9):\n            try:\n"
        "                os.write(stream, b'x' * 10 ** 6)\n            except OSError:\n"
        "                pass"
    ),
    "ends its grader": "import os, signal\n    os.kill(os.getppid(), signal.SIGKILL)",
    "starts a process": "import subprocess\n    subprocess.run(['true'])",
    "forks": "import os\n    os.fork()",
    "writes replies": (
        "import os\n    for stream in range(64):\n        try:\n"
        '            os.write(stream, b\'{{"kind": "value", "value": "3"}}\\n\' * 9)\n'
        "        except OSError:\n            pass"
    ),
    "closes everything": "import os\n    os.closerange(0, 64)",
    "ends Python": "import os\n    os._exit(0)",
    "breaks Python": "import sys\n    sys.modules.clear()\n    sys.stdout = None",
    "never ends in C": "sum(iter(int, 1))",
    "swallows everything": (
        "while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass"
    ),
    "goes too deep": "return f()",
    "prints without end": "while True:\n        print('x' * 10 ** 6)",
    "uses all memory": "n = [0]\n    while True:\n        n += n",
    "stops its timer": "import signal\n    signal.setitimer(0, 0)\n    while True: pass",
}


def test_an_attack_makes_only_its_own_test_fail(tmp_path: Path, *, thorough: bool) -> None:
    tests = "def test_attack():\n    assert f() == 1\ndef test_after():\n    assert g() == 2\n"
    bodies = {
        name: ATTACKS[name].format(tests=str(tmp_path / "tests.py"))
        for name in [*ATTACKS][:: 1 if thorough else 7]
    }
    sources = {
        name: f"def f():\n    {body}\ndef g():\n    return 2\n" for name, body in bodies.items()
    }
    found = graded(tmp_path, sources, tests)
    passed = {name: each["test_attack"]["passed"] for name, each in found.items()}
    assert passed == dict.fromkeys(sources, False)
    assert [each for each in found.values() if not each["test_after"]["passed"]] == []


LIBRARY = """
def refused():
    import importlib, sys
    found = []
    for name in sorted(sys.stdlib_module_names - {"antigravity", "idlelib", "this"}):
        try:
            importlib.import_module(name)
        except PermissionError:
            found.append(name)
        except ImportError:
            pass
    return found
"""


def test_the_fence_allows_what_python_does_to_itself(tmp_path: Path) -> None:
    idioms = Path(__file__).parents[1].joinpath("shared", "idioms.txt").read_text("utf-8")
    sources = {"idioms": f"{idioms}\ndef refused(): return []\n", "library": LIBRARY}
    tests = "@budget(seconds=60)\ndef test_a(): assert refused() == []"
    for found in graded(tmp_path, sources, tests).values():
        assert found["test_a"]["passed"], found["test_a"]["sentence"]


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
def test_an_interrupt_keeps_what_has_been_graded(tmp_path: Path) -> None:
    (tmp_path / "tests.py").write_text("def test_a():\n    assert f() == 1\n", "utf-8")
    (tmp_path / "a.py").write_text("def f():\n    return 1\n", "utf-8")
    (tmp_path / "b.py").write_text("def f():\n    while True:\n        pass\n", "utf-8")
    command = [sys.executable, "-m", "kt_core", "mark", str(tmp_path), "--seconds", "300"]
    with subprocess.Popen(
        [*command, "--tests", str(tmp_path / "tests.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell makes its background jobs ignore this signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()  # the second program runs from here on
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "a.py  100%" in first
    assert out == ""
    assert process.returncode == 130
    assert "1 of 2 programs" in errors


def test_an_endless_test_does_not_stop_the_others(tmp_path: Path) -> None:
    tests = "def test_a():\n    while f() == 1:\n        pass\ndef test_b():\n    assert f() == 1\n"
    found = graded(tmp_path, {"program": "def f():\n    return 1\n"}, tests)["program"]
    assert [each["passed"] for each in found.values()] == [False, True]
