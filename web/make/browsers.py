"""The browsers that the tests drive: the machine's own, else what can be had."""

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from web.make.steps import SetupError, run

PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox": ("firefox-esr", "firefox"),
}
PACKAGES = {"chromium": "chromium", "firefox": "firefox-esr"}


def program(browser: str) -> str | None:
    """Return where the PATH has this browser ("chromium" or "firefox"), or None."""
    found = (shutil.which(name) for name in PROGRAMS[browser])
    return next((path for path in found if path), None)


def get_browsers(python: Path, browsers: Iterable[str] = PROGRAMS) -> None:
    """Get the browsers that the PATH lacks; say so, and go on, where one cannot be had."""
    for browser in browsers:
        if program(browser) is None:
            try:
                _get(python, browser)
            except SetupError as error:
                print(f"{error}\nThe tests in {browser} are going to fail.", file=sys.stderr)


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
