"""What has passed with just these files, so that it need not be asked again.

It is for tests that compare with thousands of answers or make everything twice, and leave nothing
to chance: the same files give the same answer. What is kept is a digest of all that an answer
depends on, a file a test, in .cache/passed/; with `--again` nothing there counts.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from web.make.steps import ROOT

KEPT = ROOT / ".cache" / "passed"
# What the tests of a folder rest on; a test that rests on more names it, `seeded("dist", ...)`.
CORE = ("kt_core", "tests/core", "tests/shared", "requirements-test.txt")
PARTS = {"core": CORE, "web": (*CORE, "web", "tests/web")}
MARKS = ("exhaustive", "seeded")


def is_known(item: pytest.Item) -> bool:
    """Return whether a test has passed before, with just these files."""
    kept = _kept(item)
    return kept.exists() and kept.read_text() == digest(_parts(item))


def keep(item: pytest.Item) -> None:
    """Note that a test has passed."""
    KEPT.mkdir(parents=True, exist_ok=True)
    _kept(item).write_text(digest(_parts(item)))


def is_settled(item: pytest.Item) -> bool:
    """Return whether a test's files alone decide it: it is marked so, and draws no examples."""
    drawn = isinstance(item, pytest.Function) and hasattr(item.obj, "hypothesis")
    return not drawn and _marker(item) is not None


@cache
def digest(parts: tuple[str, ...], root: Path = ROOT) -> str:
    """Return a digest of files and folders, and of the Python that runs them."""
    told = hashlib.sha256(sys.version.encode())
    told.update(os.environ.get("MUTANT_UNDER_TEST", "").encode())  # mutmut's, in equal files
    for part in parts:
        for path in _files(root / part):
            told.update(str(path.relative_to(root)).encode() + b"\0")
            told.update(hashlib.sha256(path.read_bytes()).digest())
    return told.hexdigest()


def _kept(item: pytest.Item) -> Path:
    return KEPT / hashlib.sha256(item.nodeid.encode()).hexdigest()[:20]


def _parts(item: pytest.Item) -> tuple[str, ...]:
    marker = _marker(item)
    return tuple(marker.args) if marker and marker.args else PARTS[item.path.parent.name]


def _marker(item: pytest.Item) -> pytest.Mark | None:
    return next(filter(None, map(item.get_closest_marker, MARKS)), None)


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for inner in sorted(path.iterdir()) if path.is_dir() else ():
        if inner.name != "__pycache__":
            yield from _files(inner)
