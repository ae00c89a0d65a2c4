"""The messages and exit statuses of build.py, and when cached results are reused."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import pytest

from web.make.archives import Archives
from web.make.runtime import snapshot
from web.make.scripts import Pyodide
from web.make.setup import BROWSERS, has_browser, pass_linters
from web.make.steps import ROOT, SetupError, Workshop, alone, run, run_concurrently, write

OLD = "import runpy, sys; sys.version_info = (3, 10, 4); sys.argv = ['build.py']; "


def outcome(*command: str) -> tuple[int, str]:
    """Return the exit status and both output streams of Python with these arguments."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_an_old_python_is_refused_with_the_needed_version() -> None:
    status, words = outcome("-c", OLD + "runpy.run_path('build.py', run_name='__main__')")
    assert status == 2
    assert words.startswith("Knight's Tour needs Python 3.11 or newer")


@pytest.mark.sample(1)
@pytest.mark.parametrize("wrong", ["--opne", "tests", "--open=1"])
def test_a_wrong_argument_is_named(wrong: str) -> None:
    status, words = outcome("build.py", wrong)
    assert status == 2
    assert wrong.partition("=")[0] in words


def test_a_file_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    write(tmp_path / "page.html", "old")
    with pytest.raises(UnicodeEncodeError):
        write(tmp_path / "page.html", "new \ud800")
    assert (tmp_path / "page.html").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_second_run_waits_for_the_first() -> None:
    waiting = [sys.executable, "-c", "from web.make.steps import alone\nwith alone(): print('in')"]
    with alone():
        process = subprocess.Popen(waiting, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert "waiting" in process.stdout.readline()
    assert process.communicate()[0] == "in\n"


def test_an_error_ends_the_other_commands() -> None:
    fails = partial(run, "Failing", [sys.executable, "-c", "raise SystemExit(3)"])
    lasts = partial(run, "Lasting", [sys.executable, "-c", "import time; time.sleep(600)"])
    with pytest.raises(SetupError, match="^Failing did not work"):
        run_concurrently(int, lasts, fails, lasts)


@pytest.mark.parametrize(
    ("source", "linter", "said"),
    [("import os\n", "ruff check", "unused"), ("answer  = 42\n", "ruff format", "wrong.py")],
)
def test_a_failing_linter_is_named_with_its_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], source: str, linter: str, said: str
) -> None:
    (tmp_path / "wrong.py").write_text(source)
    assert not pass_linters(Path(sys.executable), tmp_path)
    words = capfd.readouterr().out
    assert words.rpartition("Running ")[2].startswith(linter)
    assert said in words


@pytest.mark.skipif(sys.platform == "win32", reason="knows its programs by other names")
def test_only_webkit_needs_a_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not any(map(has_browser, BROWSERS))
    for name in ("firefox", "WebKitWebDriver"):
        (tmp_path / name).touch(mode=0o755)
    assert [*filter(has_browser, BROWSERS)] == ["firefox"]
    (tmp_path / "Xvfb").touch(mode=0o755)
    assert [*filter(has_browser, BROWSERS)] == ["firefox", "webkit"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/no/chromium", sys.executable])
def test_a_wrong_browser_path_is_named_before_any_work(path: str) -> None:
    status, words = outcome("build.py", "test", "--browser-path", path)
    assert status == 1
    assert words.startswith(f"{path} does not start: ")
    assert words.endswith("--browser-path takes the program of a Chromium or Chrome.\n")


class Asked(Workshop):
    """A workshop that makes nothing and records the inputs of a cached result."""

    def results(
        self, inputs: Mapping[str, Iterable[bytes]], make: Callable[[list[str], Path], None]
    ) -> dict[str, bytes]:
        """Return all inputs of each file, joined."""
        return {name: b"\n".join(each) for name, each in inputs.items()}


@pytest.mark.parametrize("changed", range(2))
def test_a_cached_result_is_remade_when_an_input_changes(changed: int, tmp_path: Path) -> None:
    workshop = Workshop(Path(), Path(), tmp_path)
    inputs = [b"glue", b"archive"]
    assert workshop.result("snapshot.bin", inputs, lambda: b"old") == b"old"
    assert workshop.result("snapshot.bin", inputs, lambda: b"new") == b"old"
    inputs[changed] += b"!"
    assert workshop.result("snapshot.bin", inputs, lambda: b"new") == b"new"
    assert len(list(tmp_path.iterdir())) == 1  # the stale file was deleted


def test_a_snapshot_depends_on_all_that_is_in_it() -> None:
    workshop = Asked(Path(), Path(), Path())
    zips = Archives(b"a library", b"a program")
    into = snapshot(workshop, Pyodide("a glue", b"a wasm", b"", b""), zips, ["a.module"])
    for each in (b"a glue", b"a wasm", b"a library", b"a program", b'"a.module"'):
        assert each in into
