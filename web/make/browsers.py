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
    "webkit": ("WebKitWebDriver",),  # knows where the browser is that it drives, and comes with it
}
INSTALL = "--install-browsers"  # the flag that allows it
#: Of Debian. WebKit has windows only.
PACKAGES = {
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
        say(f"python3 build.py test {INSTALL}, or apt-get install {' '.join(packages(missing))}")
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


def packages(browsers: Sequence[str]) -> list[str]:
    """Return the packages of Debian with these browsers."""
    return [name for browser in browsers for name in PACKAGES[browser]]


def is_agreed_to(browsers: Sequence[str]) -> bool:
    """Ask at the terminal, if there is one, whether Debian's packages may be installed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    names = " and ".join(packages(browsers))
    try:
        return input(f"Install {names} with apt-get, for the tests? [y/N] ").lower() in ("y", "yes")
    except EOFError:
        return False


def _get(python: Path, browser: str) -> None:
    # Debian's package brings its libraries along, which Playwright's download does not.
    if _rules_debian():
        _get_packages(PACKAGES[browser])
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
