"""The core's tests a second time, inside Pyodide, with the very modules that the page has.

And with those of the command line, which it has not.

What a machine of 32 bits, another memory and a shallow stack may change comes up in the first
examples. So there are fewer of them by chance, at most three values of what is asked with many, and
none of what is marked as exhaustive. Chance is Hypothesis's profile "ci", the same each time: what
has passed passes until a file of it changes.
"""

import hashlib
import json
import re
import subprocess
from pathlib import Path
from zipfile import ZipFile

import hypothesis
import pytest

from tests.shared.passed import digest, read
from web.make.archives import archives
from web.make.pages import TERMINAL, program
from web.make.setup import Node
from web.make.steps import ROOT, Workshop

PYODIDE = ROOT / "node_modules" / "pyodide"
KEPT = ROOT / ".cache" / "pyodide"
PARTS: tuple[str, ...] = (
    "tests/core",
    "tests/shared",
    "tests/snapshots",
    "docs",
    "package-lock.json",
)
PARTS += ("tests/build/test_in_pyodide.py", "tests/build/in_pyodide.mjs")


@pytest.mark.long
def test_the_core_passes_its_tests_inside_pyodide(
    node: Node, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    core = tmp_path / "program.zip"
    KEPT.mkdir(exist_ok=True)
    workshop = Workshop(Path(node.node), ROOT / "node_modules", KEPT)  # a build keeps its own
    paths = (path for name in TERMINAL for path in (ROOT / name, *(ROOT / name).glob("*.py")))
    files = [path for path in paths if path.is_file()]
    terminal = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files}
    core.write_bytes(archives(workshop, program(ROOT) | terminal).program)
    passed = KEPT / "passed"
    asked = everything(core)
    if read(passed) == asked and not pytestconfig.option.again:
        pytest.skip("passed before, with just these files; nothing there is left to chance")
    options = {
        "pyodide": str(PYODIDE),
        "project": str(ROOT),
        "packages": str(Path(hypothesis.__file__).parent.parent),
        "core": str(core),
        "kept": str(KEPT),
    }
    run = [
        node.node,
        str(Path(__file__).with_name("in_pyodide.mjs")),
        json.dumps(options),
        "-q",
        "-m",
        "not exhaustive",
        "tests/core",
    ]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert re.search(r"\d\d+ passed", done.stdout), done.stdout[-2000:]
    assert "kt_core from /core.zip/kt_core/__init__.py" in done.stdout
    passed.write_text(asked)


def everything(core: Path) -> str:
    """Return a digest of all that the answer depends on: what is tested, by what, and in what."""
    told = hashlib.sha256(digest(PARTS).encode())
    with ZipFile(core) as archive:
        for name in sorted(archive.namelist()):
            if name.startswith("kt_core/"):
                told.update(name.encode() + archive.read(name))
    return told.hexdigest()
