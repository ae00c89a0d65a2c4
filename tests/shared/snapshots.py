"""Drawings are compared with those kept in snapshots/; how a changed one differs is shown first.

A test that fails shows the difference, and puts the drawing beside the one that was kept. If it is
right, `python3 build.py test -k was_kept --refresh-snapshots` lets it take that one's place: this
drawing and no other, for what was not shown before is shown, and not taken.
"""

from difflib import unified_diff
from pathlib import Path

import pytest

SNAPSHOTS = Path(__file__).parent.parent / "snapshots"
refresh = False  # whether what was shown before is right: --refresh-snapshots


def lines(drawing: str) -> str:
    """Return a drawing with an element, or a rule of its style, a line: a change can be read."""
    return drawing.replace("><", ">\n<").replace("}@", "}\n@") + "\n"


def holds_to_what_was_kept(name: str, drawing: str, kind: str = "svg") -> None:
    """Fail where a drawing, or a text, is not the one in the snapshots."""
    if said := difference(drawing, SNAPSHOTS / f"{name}.{kind}", taken=refresh):
        pytest.fail(said, pytrace=False)


def difference(drawing: str, kept: Path, *, taken: bool) -> str:
    """Return how a drawing differs from what was kept; "" if it does not, or is taken now."""
    drawn, changed = lines(drawing), kept.with_suffix(f".changed{kept.suffix}")
    before, shown = (path.read_text("utf-8") if path.exists() else "" for path in (kept, changed))
    if drawn == before:
        changed.unlink(missing_ok=True)
        return ""
    if taken and drawn == shown:
        changed.replace(kept)
        return ""
    changed.write_text(drawn, "utf-8")
    differing = unified_diff(before.splitlines(), drawn.splitlines(), kept.name, changed.name)
    return "\n".join([*differing, f"Look at {changed}. If it is right:", REFRESH])


REFRESH = "python3 build.py test -k was_kept --refresh-snapshots"
