"""What has passed is asked again as soon as a file of it is another."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shared.passed import digest

CHANGES: dict[str, Callable[[Path], object]] = {
    "a letter": lambda folder: (folder / "inner/one.py").write_text("2"),
    "a name": lambda folder: (folder / "inner/one.py").rename(folder / "inner/two.py"),
    "one more": lambda folder: (folder / "inner/two.py").write_text("1"),
    "one less": lambda folder: (folder / "three.py").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_file_is_another_digest(change: Callable[[Path], object], tmp_path: Path) -> None:
    (folder := tmp_path / "parts" / "inner").mkdir(parents=True)
    (folder / "one.py").write_text("1")
    (tmp_path / "parts" / "three.py").write_text("3")
    before = digest.__wrapped__(("parts",), tmp_path)
    assert digest.__wrapped__(("parts",), tmp_path) == before
    change(tmp_path / "parts")
    assert digest.__wrapped__(("parts",), tmp_path) != before
