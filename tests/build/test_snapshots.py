"""A drawing takes a snapshot's place after the difference was shown, and only if asked."""

from pathlib import Path

import pytest

from tests.shared.snapshots import difference

OLD, NEW = "<svg><g/></svg>", "<svg><b/></svg>"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A snapshot of the old drawing."""
    path = tmp_path / "board.svg"
    difference(OLD, path, taken=False)
    difference(OLD, path, taken=True)
    return path


def test_an_equal_drawing_has_nothing_to_show(kept: Path) -> None:
    assert difference(OLD, kept, taken=False) == ""
    assert [path.name for path in kept.parent.iterdir()] == ["board.svg"]


def test_a_changed_drawing_is_shown_and_then_taken(kept: Path) -> None:
    shown = difference(NEW, kept, taken=False)
    assert {"-<g/>", "+<b/>", " </svg>"} <= set(shown.splitlines())
    assert "<g/>" in kept.read_text()
    assert difference(NEW, kept, taken=True) == ""
    assert "<b/>" in kept.read_text()
    assert difference(NEW, kept, taken=False) == ""


def test_what_was_not_shown_is_not_taken(kept: Path) -> None:
    assert "+<b/>" in difference(NEW, kept, taken=True)
    assert "+<i/>" in difference("<svg><i/></svg>", kept, taken=True)
    assert "<g/>" in kept.read_text()
