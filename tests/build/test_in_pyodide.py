"""The core's tests again, inside Pyodide, with the modules of the page and the command line.

A 32-bit machine, other memory limits and a shallow stack show in the first examples. So Hypothesis
draws fewer, a test with many parameters runs with at most three of them, and tests marked `full`
are left out. Hypothesis's profile "ci" draws the same examples each time.
"""

import json
import re
import subprocess
from pathlib import Path

import hypothesis
import pytest

from web.make.archives import archives, zip_members
from web.make.pages import TERMINAL, program
from web.make.setup import Node
from web.make.steps import ROOT, Workshop
from web.share.course import zip_of

PYODIDE = ROOT / "node_modules" / "pyodide"
KEPT = ROOT / ".cache" / "pyodide"


@pytest.mark.full
@pytest.mark.long
def test_the_core_passes_its_tests_inside_pyodide(node: Node, tmp_path: Path) -> None:
    core = tmp_path / "program.zip"
    KEPT.mkdir(exist_ok=True)
    workshop = Workshop(Path(node.node), ROOT / "node_modules", KEPT)  # a build keeps its own
    paths = (path for name in TERMINAL for path in (ROOT / name, *(ROOT / name).glob("*.py")))
    files = [path for path in paths if path.is_file()]
    terminal = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files}
    made = archives(workshop, program(ROOT) | terminal)
    late = zip_members(made.late["more"]) | zip_members(made.late["programs"])
    core.write_bytes(zip_of(zip_members(made.program) | late))
    options = {
        "pyodide": str(PYODIDE),
        "project": str(ROOT),
        "packages": str(Path(hypothesis.__file__).parent.parent),
        "core": str(core),
        "kept": str(KEPT),
    }
    script = str(Path(__file__).with_name("in_pyodide.mjs"))
    run = [node.node, script, json.dumps(options), "-q", "-m", "not full", "tests/core"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert re.search(r"\d\d+ passed", done.stdout), done.stdout[-2000:]
    assert "kt_core from /core.zip/kt_core/__init__.py" in done.stdout
