"""Drawings are compared with those kept in snapshots/; a changed one is written beside it."""

from pathlib import Path

import pytest

SNAPSHOTS = Path(__file__).parent.parent / "snapshots"


def lines(drawing: str) -> str:
    """Return a drawing with an element, or a rule of its style, a line: a change can be read."""
    return drawing.replace("><", ">\n<").replace("}@", "}\n@") + "\n"


def holds_to_what_was_kept(name: str, drawing: str) -> None:
    """Fail where a drawing is not the one in the snapshots; put it beside that one."""
    drawn, kept = lines(drawing), SNAPSHOTS / f"{name}.svg"
    if not kept.exists() or kept.read_text("utf-8") != drawn:
        changed = kept.with_suffix(".changed.svg")
        changed.write_text(drawn, encoding="utf-8")
        pytest.fail(f"look at {changed}; if it is right, let it take the place of {kept.name}")
