"""Builds use exactly the packages of the lock files, by hash; all others are refused."""

import base64
import hashlib
import io
import json
import re
import subprocess
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.shared.browser import DIST
from web.make.licences import LICENCES, PACKAGES
from web.make.scripts import lean, pyodide_script
from web.make.setup import VENV, Node, python_of
from web.make.steps import ROOT, Workshop

LOCK = json.loads((ROOT / "package-lock.json").read_text())["packages"]


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_every_package_has_its_hash_in_a_lock() -> None:
    assert all(
        each.get("integrity", "").startswith("sha512-") for name, each in LOCK.items() if name
    )
    for lock in ROOT.glob("requirements-*.txt"):
        pins = re.findall(r"^[\w.-]+==\S+ .*\\\n((?:    --hash=\S+.*\n?)+)", lock.read_text(), re.M)
        assert len(pins) == len(re.findall(r"^[\w.-]+==", lock.read_text(), re.M)) > 0


def test_the_build_says_the_versions_that_are_pinned() -> None:
    said = (DIST / LICENCES).read_text()
    for name in PACKAGES:
        version = LOCK[f"node_modules/{name}"]["version"]
        there = json.loads((ROOT / "node_modules" / name / "package.json").read_text())["version"]
        assert there == version
        assert f"{name} {version}: " in said


@pytest.mark.parametrize("damaged", [False, True])
def test_npm_refuses_what_differs_from_the_lock(node: Node, tmp_path: Path, damaged: bool) -> None:
    about = {"name": "tour", "version": "1.0.0"}
    with tarfile.open(tmp_path / "tour.tgz", "w:gz") as archive:
        data = json.dumps(about).encode()
        entry = tarfile.TarInfo("package/package.json")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    digest = hashlib.sha512((tmp_path / "tour.tgz").read_bytes() + b"x" * damaged).digest()
    pinned = {"version": "1.0.0", "resolved": "file:tour.tgz"}
    pinned["integrity"] = f"sha512-{base64.b64encode(digest).decode()}"
    own = {"name": "own", "dependencies": {"tour": "file:tour.tgz"}}
    lock = {**own, "lockfileVersion": 3, "packages": {"": own, "node_modules/tour": pinned}}
    (tmp_path / "package.json").write_text(json.dumps(own))
    (tmp_path / "package-lock.json").write_text(json.dumps(lock))
    done = run(*node.npm, "ci", "--ignore-scripts", "--offline", "--no-audit", cwd=tmp_path)
    assert ("EINTEGRITY" in done.stderr) == bool(done.returncode) == damaged, done.stderr


@pytest.mark.parametrize("damaged", [False, True])
def test_pip_refuses_what_differs_from_the_lock(tmp_path: Path, damaged: bool) -> None:
    wheel = tmp_path / "tour-1.0-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        archive.writestr("tour.py", "")
        archive.writestr(
            "tour-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tour\nVersion: 1.0\n"
        )
        archive.writestr("tour-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("tour-1.0.dist-info/RECORD", "")
    digest = hashlib.sha256(wheel.read_bytes() + b"x" * damaged).hexdigest()
    (tmp_path / "pins.txt").write_text(f"tour==1.0 --hash=sha256:{digest}\n")
    get = ("download", "--require-hashes", "--no-deps", "--no-index", "--find-links", tmp_path)
    done = run(
        python_of(VENV), "-m", "pip", *get, "-d", tmp_path / "out", "-r", "pins.txt", cwd=tmp_path
    )
    assert ("DO NOT MATCH THE HASHES" in done.stderr) == bool(done.returncode) == damaged


def test_the_version_stands_in_one_place() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert "version" not in json.loads((ROOT / "package.json").read_text())
    assert "version" not in LOCK[""]
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text()


def test_pyodide_loads_no_script_from_an_address(node: Node) -> None:
    # The policy allows import() to trusted scripts, and the worker of a reader's code is one.
    workshop = Workshop(Path(node.node), ROOT / "node_modules", ROOT / ".cache")
    script = pyodide_script(workshop, lean(workshop)).glue
    in_node = (
        r'await import\(\w+\):await import\([\w.]+\(\w+\)\.href\)\}\w+\(\w+,"nodeLoadScript"\)'
    )
    rest = re.sub(in_node, "", script)
    assert re.findall(r'.{40}\bawait import\((?!"node:).{40}', rest) == []
