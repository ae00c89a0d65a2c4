"""What holds for every file: form, types, and lock files that any machine can follow."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHECKS = {
    "ruff": ["ruff", "check", "--quiet", "."],
    "ruff format": ["ruff", "format", "--check", "--quiet", "."],
    "mypy": ["mypy", "--no-error-summary"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_every_file_passes(check: str) -> None:
    command = [sys.executable, "-m", *CHECKS[check]]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, f"{check} says:\n{told.stdout}{told.stderr}"


@pytest.mark.parametrize("name", ["package-lock.json", *map(str, ROOT.glob("requirements-*.txt"))])
def test_a_lock_file_names_no_host_and_no_path(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"://|\bresolved\b|--(extra-)?index-url|--find-links|file:", text)


def test_every_npm_package_is_locked_with_its_hash() -> None:
    lock = (ROOT / "package-lock.json").read_text()
    assert lock.count('"node_modules/') == lock.count('"integrity": "sha512-')


def test_build_py_can_be_read_by_an_old_python() -> None:
    ast.parse((ROOT / "build.py").read_text(), feature_version=(3, 7))
