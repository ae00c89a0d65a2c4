"""A new drawing replaces a snapshot only after its difference was shown, and only on request."""

from pathlib import Path

import pytest

from tests.shared.snapshots import difference

OLD, NEW = "<svg><g/></svg>", "<svg><b/></svg>"


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    """A snapshot of the old drawing."""
    path = tmp_path / "board.svg"
    difference(OLD, path, accept=False)
    difference(OLD, path, accept=True)
    return path


def test_an_equal_drawing_shows_no_difference(snapshot: Path) -> None:
    assert difference(OLD, snapshot, accept=False) == ""
    assert [path.name for path in snapshot.parent.iterdir()] == ["board.svg"]


def test_a_changed_drawing_is_shown_and_then_accepted(snapshot: Path) -> None:
    shown = difference(NEW, snapshot, accept=False)
    assert {"-<g/>", "+<b/>", " </svg>"} <= set(shown.splitlines())
    assert "<g/>" in snapshot.read_text()
    assert difference(NEW, snapshot, accept=True) == ""
    assert "<b/>" in snapshot.read_text()
    assert difference(NEW, snapshot, accept=False) == ""


def test_a_drawing_that_was_not_shown_is_not_accepted(snapshot: Path) -> None:
    assert "+<b/>" in difference(NEW, snapshot, accept=True)
    assert "+<i/>" in difference("<svg><i/></svg>", snapshot, accept=True)
    assert "<g/>" in snapshot.read_text()
