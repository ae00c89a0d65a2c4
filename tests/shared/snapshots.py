"""Compare drawings and texts with the snapshots in tests/snapshots/.

A failing test shows the difference and writes the new drawing beside the snapshot. If the new
drawing is right, `python3 build.py test -k snapshot --refresh-snapshots` replaces the snapshot by
it, but only if the same difference was shown before.
"""

from difflib import unified_diff
from pathlib import Path

import pytest

SNAPSHOTS = Path(__file__).parent.parent / "snapshots"
REFRESH = "python3 build.py test -k snapshot --refresh-snapshots"
refresh = False  # True with --refresh-snapshots


def lines(drawing: str) -> str:
    """Return a drawing with one element or style rule per line, for readable differences."""
    return drawing.replace("><", ">\n<").replace("}@", "}\n@") + "\n"


def assert_matches_snapshot(name: str, drawing: str, kind: str = "svg") -> None:
    """Fail if a drawing, or a text, differs from its snapshot."""
    if changes := difference(drawing, SNAPSHOTS / f"{name}.{kind}", accept=refresh):
        pytest.fail(changes, pytrace=False)


def difference(drawing: str, snapshot: Path, *, accept: bool) -> str:
    """Return the difference of a drawing from its snapshot; "" if equal, or accepted now."""
    drawn, changed = lines(drawing), snapshot.with_suffix(f".changed{snapshot.suffix}")
    before, shown = (it.read_text("utf-8") if it.exists() else "" for it in (snapshot, changed))
    if drawn == before:
        changed.unlink(missing_ok=True)
        return ""
    if accept and drawn == shown:
        changed.replace(snapshot)
        return ""
    changed.write_text(drawn, "utf-8")
    differing = unified_diff(before.splitlines(), drawn.splitlines(), snapshot.name, changed.name)
    return "\n".join([*differing, f"Look at {changed}. If it is right:", REFRESH])
