"""The core's tests a second time, inside Pyodide, against the very files that the page ships.

What a machine of 32 bits, another memory and a shallow stack may change comes up in the first
examples. So there are fewer of them by chance, and none of what is marked as exhaustive.
"""

import json
import re
import subprocess
from pathlib import Path

import hypothesis
import pytest

from tests.shared.parts import shipped
from web.make.setup import Node
from web.make.steps import ROOT

CORE = sorted((ROOT / "tests/core").rglob("test_*.py"))
PYODIDE = ROOT / "node_modules" / "pyodide"


#: How long the longest take there, where most take one: seconds on a quick machine.
SECONDS = {"strips": 8, "tiles": 12, "verdicts": 15, "theory": 5, "exact": 5, "film": 8}
SECONDS |= {"laws": 6, "solve": 3, "factor": 4, "orderings": 3, "count": 5}
PARTS = 2


def parts() -> list[list[str]]:
    """Return the test files of the core, dealt to parts that take about as long."""
    by_time = {path: SECONDS.get(path.stem.removeprefix("test_"), 1) for path in CORE}
    dealt: list[list[Path]] = [[] for _ in range(PARTS)]
    for path in sorted(CORE, key=lambda path: -by_time[path]):
        min(dealt, key=lambda part: sum(by_time[each] for each in part)).append(path)
    return [[path.relative_to(ROOT).as_posix() for path in part] for part in dealt]


@pytest.mark.long
@pytest.mark.parametrize("files", parts(), ids=lambda files: Path(files[0]).stem)
def test_the_core_passes_its_tests_inside_pyodide(
    node: Node, tmp_path: Path, files: list[str]
) -> None:
    core = tmp_path / "program.zip"
    core.write_bytes(shipped("program"))
    options = {
        "pyodide": str(PYODIDE),
        "project": str(ROOT),
        "packages": str(Path(hypothesis.__file__).parent.parent),
        "core": str(core),
    }
    run = [
        node.node,
        str(Path(__file__).with_name("in_pyodide.mjs")),
        json.dumps(options),
        "-q",
        "-m",
        "not exhaustive",
        *files,
    ]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert re.search(r"\d\d+ passed", done.stdout), done.stdout[-2000:]
    assert "kt_core from /core.zip/kt_core/__init__.py" in done.stdout
