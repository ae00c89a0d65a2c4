"""The browsers that the tests drive: the machine's own, else what can be had."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from web.make.steps import SetupError, run, say

#: Best first. The shell is Chromium without windows: a start of the page in it takes 2.2 s of
#: processor time, where the whole of Chromium takes 3.2. Playwright's own default is the same.
PROGRAMS = {
    "chromium": (
        *("chromium-headless-shell", "chromium", "chromium-browser"),
        *("google-chrome", "google-chrome-stable"),
    ),
    "firefox": ("firefox-esr", "firefox"),
}
INSTALL = "--install-browsers"  # the flag that allows it
PACKAGES = {browser: programs[0] for browser, programs in PROGRAMS.items()}  # of Debian


def program(browser: str) -> str | None:
    """Return where the PATH has this browser ("chromium" or "firefox"), or None."""
    found = (shutil.which(name) for name in PROGRAMS[browser])
    return next((path for path in found if path), None)


def get_browsers(python: Path, *, may_install: bool) -> None:
    """Get the browsers that the PATH lacks; say so, and go on, where one cannot be had.

    Where Debian's packages bring them, something is installed only if that is allowed: by the flag
    (`may_install`), or by whoever sits at the terminal.
    """
    missing = [browser for browser in PROGRAMS if program(browser) is None]
    if may_install and _rules_debian():
        missing = [browser for browser, best in PACKAGES.items() if shutil.which(best) is None]
    if missing and _rules_debian() and not (may_install or is_agreed_to(missing)):
        names = " ".join(PACKAGES[browser] for browser in missing)
        say(f"Nothing is installed; the tests in {' and '.join(missing)} are going to fail. To get")
        say(f"what they need: python3 build.py test {INSTALL}, or apt-get install {names}")
        return
    for browser in missing:
        try:
            _get(python, browser)
        except SetupError as error:
            instead = program(browser)
            come = f"run in {instead}" if instead else "are going to fail"
            print(f"{error}\nThe tests in {browser} {come}.", file=sys.stderr)


def is_agreed_to(browsers: Sequence[str]) -> bool:
    """Ask at the terminal, if there is one, whether Debian's packages may be installed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    names = " and ".join(PACKAGES[browser] for browser in browsers)
    try:
        return input(f"Install {names} with apt-get, for the tests? [y/N] ").lower() in ("y", "yes")
    except EOFError:
        return False


def _get(python: Path, browser: str) -> None:
    # Debian's package brings its libraries along, which Playwright's download does not.
    if _rules_debian():
        _get_package(PACKAGES[browser])
    else:
        download = (python, "-m", "playwright", "install", browser)
        run(f"Getting Playwright's {browser} for the tests", download)


def _rules_debian() -> bool:
    # Not Ubuntu: its packages of these names only point to snaps.
    system = Path("/etc/os-release")
    named = system.is_file() and "ID=debian" in system.read_text().splitlines()
    return sys.platform == "linux" and named and os.geteuid() == 0


def _get_package(name: str) -> None:
    apt = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3")
    quietly = ("env", "DEBIAN_FRONTEND=noninteractive", *apt)
    run("Reading Debian's list of packages", [*quietly, "update"])
    install = ("install", "--yes", "--no-install-recommends", name)
    run(f"Installing Debian's package {name} for the tests", [*quietly, *install])
