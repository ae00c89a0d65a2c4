"""The core's tests run a second time inside Pyodide, against the very files that the page ships.

KT_CORE names the zip of .pyc files (or a folder kt_core/) to test, KT_PYODIDE the folder of the npm
package; without them, the sources and node_modules/pyodide.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import hypothesis
import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PYODIDE = Path(os.environ.get("KT_PYODIDE", ROOT / "node_modules" / "pyodide"))
CORE = Path(os.environ.get("KT_CORE", ROOT / "kt_core"))

NODE = shutil.which("node") or "node"


def core_tests() -> list[str]:
    """Return the test files of the core: one a module, the laws, and the command line."""
    modules = [path.stem for path in sorted(ROOT.glob("kt_core/*.py"))]
    names = [f"test_{name}.py" for name in (*modules, "laws", "command_line")]
    return [name for name in names if (TESTS / name).exists()]


@pytest.mark.skipif(not PYODIDE.exists(), reason=f"needs Pyodide in {PYODIDE}")
def test_the_core_passes_its_tests_inside_pyodide() -> None:
    options = {
        "pyodide": str(PYODIDE),
        "project": str(ROOT),
        "packages": str(Path(hypothesis.__file__).parent.parent),
        "core": str(CORE.resolve()),
    }
    files = [f"tests/{name}" for name in core_tests()]
    run = [NODE, str(TESTS / "in_pyodide.mjs"), json.dumps(options), "-q", *files]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed, done.stdout[-2000:]
    assert int(passed[1]) > 500
    source = "/core.zip/" if CORE.suffix == ".zip" else "/core/"
    assert f"kt_core from {source}kt_core/__init__.py" in done.stdout
