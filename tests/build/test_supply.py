"""Builds use exactly the packages of the lock files, by hash; all others are refused."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

from tests.shared.browser import DIST
from web.make.scripts import LICENSES, PACKAGES, Pyodide, pyodide_script
from web.make.steps import ROOT, Workshop

LOCK = json.loads((ROOT / "package-lock.json").read_text())["packages"]


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_every_package_has_its_hash_in_a_lock() -> None:
    assert all(it.get("integrity", "").startswith("sha512-") for name, it in LOCK.items() if name)
    for lock in ROOT.glob("requirements-*.txt"):
        pins = re.findall(r"^[\w.-]+==\S+ .*\\\n((?:    --hash=\S+.*\n?)+)", lock.read_text(), re.M)
        assert len(pins) == len(re.findall(r"^[\w.-]+==", lock.read_text(), re.M)) > 0


def test_the_build_names_the_pinned_versions() -> None:
    said = (DIST / LICENSES).read_text()
    for name in PACKAGES:
        version = LOCK[f"node_modules/{name}"]["version"]
        there = json.loads((ROOT / "node_modules" / name / "package.json").read_text())["version"]
        assert there == version
        assert f"{name} {version}: " in said


def test_the_version_is_written_in_one_place() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert "version" not in json.loads((ROOT / "package.json").read_text())
    assert "version" not in LOCK[""]
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text()


def test_pyodide_loads_no_script_from_an_address(workshop: Workshop, pyodide: Pyodide) -> None:
    # The policy allows import() to trusted scripts, and the worker of a reader's code is one.
    script = pyodide_script(workshop, pyodide).glue
    in_node = (
        r'await import\(\w+\):await import\([\w.]+\(\w+\)\.href\)\}\w+\(\w+,"nodeLoadScript"\)'
    )
    rest = re.sub(in_node, "", script)
    assert re.findall(r'.{40}\bawait import\((?!"node:).{40}', rest) == []
