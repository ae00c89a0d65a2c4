"""The core's tests a second time, inside Pyodide, against the very files that the page ships."""

import base64
import gzip
import json
import re
import subprocess
from pathlib import Path

import hypothesis
import pytest

from tests.shared.browser import DIST
from web.make.setup import Node

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PYODIDE = ROOT / "node_modules" / "pyodide"


def core_tests() -> list[str]:
    """Return the test files of the core."""
    return [f"tests/core/{path.name}" for path in sorted((TESTS / "core").glob("test_*.py"))]


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """The zip of our modules, unpacked from the payload of the built page."""
    (script,) = DIST.glob("program-*.js")
    text = script.read_text().split('"')[-2]
    core = tmp_path / "program.zip"
    core.write_bytes(gzip.decompress(base64.b64decode(text)))
    return core


def test_the_core_passes_its_tests_inside_pyodide(node: Node, shipped: Path) -> None:
    options = {
        "pyodide": str(PYODIDE),
        "project": str(ROOT),
        "packages": str(Path(hypothesis.__file__).parent.parent),
        "core": str(shipped),
    }
    run = [
        node.node,
        str(Path(__file__).with_name("in_pyodide.mjs")),
        json.dumps(options),
        "-q",
        *core_tests(),
    ]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed, done.stdout[-2000:]
    assert int(passed[1]) > 500
    assert "kt_core from /core.zip/kt_core/__init__.py" in done.stdout
