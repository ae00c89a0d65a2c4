"""What has passed is not asked again until a file that it rests on is another."""

import sys
from pathlib import Path

import pytest

from tests.shared.passed import Passed, browsers, digest
from tests.shared.passed import group as parts_of

FILES = (
    *("kt_core/board.py", "tests/shared/cases.py", "tests/snapshots/board.svg", "docs/proofs.md"),
    *("pyproject.toml", ".venv/.ready", "node_modules/.ready", "tests/conftest.py"),
)
PAGE = ("web/view/board.py", "web/style.css", "web/locale/zh_Hans.po")
DIST = ("tests/browser/test_it.py", "tests/sites/mkdocs.yml", "dist/index.html")
BUILT = (*DIST, "README.md", "LICENSE", ".ci/run", "tests/browser/test_other.py")
# What no browser shows, and neither is compared with.
UNSEEN = {"tests/snapshots/board.svg", "docs/proofs.md"}
RESTING = {"core": FILES, "web": FILES + PAGE, "build": FILES + PAGE + BUILT}
RESTING["browser"] = tuple(name for name in FILES + PAGE + DIST if name not in UNSEEN)
PLAIN = "def test_it(): pass\n"
CHANCE = "from hypothesis import given, strategies as st\n@given(st.none())\n"
PROCESS = "import subprocess, sys\ndef run(): subprocess.run([sys.executable, '-c', ''])\n"
FIXTURE = PROCESS + "import pytest\n@pytest.fixture(scope='module')\ndef made(): run()\n"


class Project:
    """A folder with a file of each kind, and one test in one of its groups."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in RESTING["build"]:
            self.write(name, "")

    def write(self, name: str, text: str) -> None:
        """Write a file, and the folders above it."""
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def digest(self, group: str) -> str:
        """Return the digest of what the tests of a group rest on."""
        return digest(parts_of(self.root / f"tests/{group}/test_it.py", self.root), self.root)

    def outcomes(self, group: str, source: str = "", *, again: bool = False) -> list[str]:
        """Run the tests of a group once; return what became of each."""
        if source:
            self.write(f"tests/{group}/test_of_{group}.py", source)
        heard = Heard()
        options = ["-p", "no:terminal", "-p", "no:cacheprovider", "--capture=no", "--noconftest"]
        options += ["--import-mode=importlib", "-o", "markers=rests_on", f"--rootdir={self.root}"]
        plugins = [Passed(self.root, again=again), heard]
        status = pytest.main(
            [*options, "-c", "/dev/null", str(self.root / "tests" / group)], plugins
        )
        for name in [name for name in sys.modules if name.endswith(f".test_of_{group}")]:
            del sys.modules[name]
        is_well = {*heard.outcomes} <= {"passed", "left out", "skipped"}
        assert (status == pytest.ExitCode.OK) == is_well
        return heard.outcomes


class Heard:
    """A plugin that remembers how each test ends."""

    def __init__(self) -> None:
        self.outcomes = list[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what became of a test."""
        if report.when == "call" or not report.passed:
            self.outcomes.append(report.outcome)

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Remember what is not asked."""
        self.outcomes += ["left out"] * len(items)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember why none could be had."""
        if report.failed:
            self.outcomes.append(str(report.longrepr))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project that has its files; some plugins do not run twice in one process."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return Project(tmp_path)


@pytest.mark.parametrize("group", RESTING)
def test_what_has_passed_is_left_out_until_a_file_of_it_is_another(
    group: str, project: Project
) -> None:
    assert project.outcomes(group, PLAIN) == ["passed"]
    assert project.outcomes(group) == ["left out"]
    assert project.outcomes(group, again=True) == ["passed"]
    project.write(RESTING[group][-1], "# another")
    assert project.outcomes(group) == ["passed"]
    assert project.outcomes(group) == ["left out"]
    assert project.outcomes(group, PLAIN + "#") == ["passed"]


@pytest.mark.parametrize("group", RESTING)
def test_a_group_rests_on_each_of_its_files_and_on_none_of_others(
    group: str, project: Project
) -> None:
    before = project.digest(group)
    for name in RESTING["build"]:
        project.write(name, "# another")
        assert (project.digest(group) != before) == (name in RESTING[group]), name
        project.write(name, "")
        assert project.digest(group) == before
    (project.root / "kt_core/board.py").rename(project.root / "kt_core/boards.py")
    assert (renamed := project.digest(group)) != before
    (project.root / "kt_core/boards.py").unlink()
    assert project.digest(group) not in {before, renamed}


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        (CHANCE + "def test_it(_): pass", "passed"),
        (PROCESS + "def test_it(): run()", "passed"),
        (FIXTURE + "def test_it(made): pass", "passed"),
        (FIXTURE + "@pytest.fixture\ndef of(made): pass\ndef test_it(of): pass", "passed"),
        ("import socket\ndef test_it(): socket.create_server(('127.0.0.1', 0)).close()", "passed"),
        ("def test_it(): assert False", "failed"),
        ("import pytest\ndef test_it(): pytest.skip('not here')", "skipped"),
    ],
    ids=["chance", "process", "its fixture", "a fixture's", "connection", "failure", "skip"],
)
def test_what_more_than_files_decides_is_asked_each_time(
    source: str, outcome: str, project: Project
) -> None:
    assert project.outcomes("core", source) == [outcome]
    notes = project.root / ".cache" / "passed"
    assert not notes.exists()


def test_the_second_test_with_a_fixture_that_met_more_is_asked_each_time(project: Project) -> None:
    source = FIXTURE + "def test_it(made): pass\ndef test_other(made): pass"
    assert project.outcomes("web", source) == ["passed"] * 2
    assert project.outcomes("web") == ["passed"] * 2


def test_who_says_what_its_processes_read_is_left_out_until_that_is_another(
    project: Project,
) -> None:
    marked = "import pytest\n@pytest.mark.rests_on('tests/core', 'LICENSE')\n"
    assert project.outcomes("core", PROCESS + marked + "def test_it(): run()") == ["passed"]
    assert project.outcomes("core") == ["left out"]
    project.write("kt_core/board.py", "# another")
    assert project.outcomes("core") == ["left out"]
    project.write("LICENSE", "# another")
    assert project.outcomes("core") == ["passed"]


@pytest.mark.parametrize("name", ["README.md", "web/style.css", "tests/build/test_board.py"])
def test_a_file_that_it_is_not_said_to_rest_on_fails_a_test(name: str, project: Project) -> None:
    project.write(name, "")
    source = f"def test_it(): open({str(project.root / name)!r}).close()"
    assert project.outcomes("core", source) == ["failed"]
    assert project.outcomes("build", source) == ["passed"]
    (said,) = project.outcomes("core", f"open({str(project.root / name)!r}).close()\n" + PLAIN)
    assert said.startswith(f"not said to rest on {name}: ")


@pytest.mark.parametrize("name", ["DISPLAY", "FONTCONFIG_FILE", "PATH"])
def test_a_browser_test_rests_on_the_machine_that_shows_the_page(
    name: str, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, core = project.digest("browser"), project.digest("core")
    monkeypatch.setenv(name, str(project.root))
    browsers.cache_clear()
    try:
        assert project.digest("browser") != browser
    finally:
        monkeypatch.undo()
        browsers.cache_clear()
    assert (project.digest("browser"), project.digest("core")) == (browser, core)


def test_what_is_changed_while_it_runs_is_asked_again(project: Project) -> None:
    path = project.root / FILES[0]
    source = f"import pathlib\ndef test_it(): pathlib.Path({str(path)!r}).write_text('#')"
    assert project.outcomes("core", source) == ["passed"]
    assert project.outcomes("core") == ["passed"]
