"""What has passed with just these files, so that it is not asked again.

The same files give the same answer, but for a test that draws examples by chance, or that meets
what no digest holds: a process, a connection. An audit hook sees what a test does, so nobody need
say it; only of a process it cannot see which files that reads, so a test with the mark `rests_on`
answers for its own. A test fails that opens a file of the project on which it is not said to rest.

A browser's test meets processes and connections, and yet rests on files: those of dist/, its own
module, what it compares with, and the machine's browsers, fonts and screen. So a fresh clone asks
all of them, and so does a run in which one of these is another.

What is kept is a digest, a file a test, in .cache/passed/; with `--again` nothing there counts.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any

import pytest

from web.make.setup import PROGRAMS, program
from web.make.steps import ROOT

Parts = tuple[str, ...]
# pyproject.toml says how tests run; the stamps say which packages stand there.
TOOLS = (
    "pyproject.toml",
    "requirements-test.txt",
    "tests/conftest.py",
    ".venv/.ready",
    "node_modules/.ready",
)
CORE = ("kt_core", "tests/core", "tests/shared", "tests/snapshots", "docs/proofs.md")
#: A part that is no path: what of this machine shows a page. See `browsers`.
BROWSERS = "<browsers>"
#: What the tests below a folder rest on, and each on its own module.
#: What stands below none of these is asked each time.
GROUPS: dict[str, Parts] = {
    "README.md": ("kt_core", "README.md"),
    "docs": ("kt_core", "docs"),
    "kt_core": CORE,
    "web": (*CORE, "web"),
    "tests/core": CORE,
    "tests/web": (*CORE, "web", "tests/web"),
    "tests/build": (".",),
    "tests/browser": (
        *("dist", "kt_core", "web", "tests/shared", "tests/sites", "tests/browser/conftest.py"),
        BROWSERS,
    ),
}
#: What tools have made of what is digested.
TOOLED = {".venv", "node_modules", ".cache"}
#: What no part of the project is made of.
PASSING = {".git", ".hypothesis", ".setup.lock", "__pycache__", "mutants", "test-results"}
PASSING |= {".import_linter_cache", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
#: Events of an audit hook: something is read here, or the world beyond files has a say.
READING = {"open", "os.listdir", "os.scandir"}
WORLDLY = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
WORLDLY |= {"socket.bind", "socket.connect", "socket.getaddrinfo"}
OF_INTEREST = READING | WORLDLY


class Passed:
    """A plugin: it leaves out what has passed, and notes what passes now."""

    def __init__(self, root: Path = ROOT, *, again: bool = False) -> None:
        self._root, self._again = root, again
        self._before = dict[Parts, str]()
        self._opened, self._is_worldly = set[Path](), False
        self._fixtures = set[str]()  # that met the world, perhaps for more tests than one
        self._passed = dict[str, Parts]()
        self._left_out = 0
        WATCHING.append(self)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """Take the digest before a module is imported; hold that to what its tests rest on."""
        parts = group(collector.path, self._root)
        if not (parts and isinstance(collector, pytest.Module)):
            return (yield)
        self._digest(parts)
        self._opened.clear()
        report: Any = yield
        if said := self._complaint(parts):
            report.outcome, report.longrepr = "failed", said
        return report  # type: ignore[no-any-return]

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """Note which fixtures meet the world."""
        before, self._is_worldly = self._is_worldly, False
        try:
            return (yield)
        finally:
            if self._is_worldly:
                self._fixtures.add(fixturedef.argname)
            self._is_worldly |= before

    @pytest.hookimpl(trylast=True)  # after the marks that folders give
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out what has passed: a test that is skipped costs as much as a small one."""
        if self._again:
            return
        passed = {item for item in items if self._has_passed(item)}
        config.hook.pytest_deselected(items=[*passed])
        items[:] = [item for item in items if item not in passed]
        self._left_out = len(passed)

    def pytest_runtest_setup(self) -> None:
        """Begin to note what a test meets."""
        self._opened.clear()
        self._is_worldly = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Remember what passes by the files that it rests on alone."""
        yield
        if not (parts := self._parts(item)):
            return
        if said := self._complaint(parts):
            pytest.fail(said, pytrace=False)
        met = self._is_worldly or self._fixtures.intersection(getattr(item, "fixturenames", ()))
        if not met or item.get_closest_marker("rests_on"):
            self._passed[item.nodeid] = parts

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Forget what fails while it is put away."""
        if report.failed:
            self._passed.pop(report.nodeid, None)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep what has passed, unless its files are no longer what they were at the beginning.

        Where nothing is left to ask, all is well.
        """
        getattr(session.config, "workeroutput", {})["left_out"] = self._left_out
        if self._left_out and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
        WATCHING.remove(self)
        now = {parts: digest(parts, self._root) for parts in {*self._passed.values()}}
        for name, parts in self._passed.items():
            if now[parts] == self._digest(parts):
                self._note(name).parent.mkdir(parents=True, exist_ok=True)
                self._note(name).write_text(now[parts])

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Hear of one of several processes what it left out: the same as every other."""
        self._left_out = getattr(node, "workeroutput", {}).get("left_out", 0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how many were left out."""
        if self._left_out:
            said = "have passed before with just these files; --again asks them too"
            terminalreporter.write_line(f"{self._left_out} tests {said}")

    def see(self, event: str, args: tuple[Any, ...]) -> None:
        """Take in one event of an audit hook."""
        if event in WORLDLY:
            self._is_worldly = True
        elif isinstance(args[0], str | os.PathLike):
            self._opened.add(Path(args[0]).absolute())

    def _has_passed(self, item: pytest.Item) -> bool:
        parts = self._parts(item)
        return bool(parts) and read(self._note(item.nodeid)) == self._digest(parts)

    def _parts(self, item: pytest.Item) -> Parts:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            return ()
        marker = item.get_closest_marker("rests_on")
        return marker.args if marker and marker.args else group(item.path, self._root)

    def _digest(self, parts: Parts) -> str:
        if parts not in self._before:
            self._before[parts] = digest(parts, self._root)
        return self._before[parts]

    def _note(self, name: str) -> Path:
        return self._root / ".cache/passed" / hashlib.sha256(name.encode()).hexdigest()[:20]

    def _complaint(self, parts: Parts) -> str:
        strange = sorted({*beyond(self._opened, (*parts, *TOOLS), self._root)})
        return f"not said to rest on {', '.join(strange)}: see {__name__}" if strange else ""


WATCHING = list[Passed]()


def watch(event: str, args: tuple[Any, ...]) -> None:
    """Tell of an event, most of which matter to nobody; a hook stays for good, so there is one."""
    if event in OF_INTEREST:
        for each in WATCHING:
            each.see(event, args)


sys.addaudithook(watch)


def group(path: Path, root: Path = ROOT) -> Parts:
    """Return what the tests of a file rest on; () where that is more than files."""
    names = [name for name in GROUPS if path.is_relative_to(root / name)]
    if not names:
        return ()
    parts = GROUPS[names[0]]
    is_in = any(path.is_relative_to(root / part) for part in parts)
    return parts if is_in else (*parts, path.relative_to(root).as_posix())


def beyond(paths: Iterable[Path], parts: Parts, root: Path) -> Iterator[str]:
    """Yield those of the paths that lie in the project, but in none of the parts."""
    folders = [root / part for part in parts]
    for path in map(source_of, paths):
        if not path.is_relative_to(root) or any(map(path.is_relative_to, folders)):
            continue
        inner, is_above = path.relative_to(root), any(each.is_relative_to(path) for each in folders)
        if path.exists() and not is_above and inner.parts[0] not in PASSING | TOOLED:
            yield inner.as_posix()


def source_of(path: Path) -> Path:
    """Return the module that a file was compiled from; any other file as it is."""
    if path.suffix != ".pyc":
        return path
    plain = path.name.partition("-pytest-")[0].removesuffix(".pyc")  # pytest compiles tests itself
    return Path(source_from_cache(path.with_name(f"{plain}.pyc")))


def digest(parts: Parts, root: Path = ROOT) -> str:
    """Return a digest of files and folders, and of what runs them."""
    told = hashlib.sha256(sys.version.encode())
    told.update(os.environ.get("MUTANT_UNDER_TEST", "").encode())  # mutmut's, in equal files
    node = shutil.which("node")
    told.update(f"{node} {node and Path(node).stat().st_mtime_ns}".encode())
    if BROWSERS in parts:
        told.update(browsers().encode())
    for part in (*parts, *TOOLS):
        for path in _files(root / part):
            told.update(str(path.relative_to(root)).encode() + b"\0")
            told.update(hashlib.sha256(path.read_bytes()).digest())
    return told.hexdigest()


@cache
def browsers() -> str:
    """Return which browsers, fonts and screen this machine has, and which language it speaks.

    Those that Playwright has downloaded are its own version's, which a stamp in .venv names.
    """
    programs = [program(name) for name in PROGRAMS]
    dates = [path and Path(path).stat().st_mtime_ns for path in programs]
    names = ("DISPLAY", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "LANG", "LC_ALL", "TZ")
    listing = shutil.which("fc-list")
    fonts = subprocess.run([listing], check=True, capture_output=True).stdout if listing else b""
    around = [os.environ.get(name) for name in names]
    return f"{programs} {dates} {around} {platform.platform()} {sorted(fonts.splitlines())}"


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for inner in sorted(path.iterdir()) if path.is_dir() else ():
        if inner.name not in PASSING | TOOLED and ".changed." not in inner.name:  # see snapshots.py
            yield from _files(inner)


def read(path: Path) -> str:
    """Return what a file holds; "" where there is none."""
    return path.read_text() if path.exists() else ""
