#!/usr/bin/env python3
"""Build the page, open it, and run the tests.

python3 build.py [--open]                 builds the pages and embed.js in dist/ [and shows one]
python3 build.py --course ADDRESS         makes a SCORM package of a task ("board=5x5&lock=all")
python3 build.py test [pytest arguments]  runs the linters and the tests, or the selected tests;
                                          --all: the tests that take long and other browsers too;
                                          --install-browsers: on Debian, install those browsers;
                                          --browser-path FILE: test in this Chromium

It needs Python 3.11 and nothing else: it installs missing tools inside this folder, once.
"""

import sys

# This file uses no newer syntax, so that an older Python reaches this line.
if sys.version_info < (3, 11):  # noqa: UP036
    version = ".".join(map(str, sys.version_info[:3]))
    print("Knight's Tour needs Python 3.11 or newer; this is Python " + version, file=sys.stderr)
    sys.exit(2)

import argparse
import os
import signal
import subprocess
import webbrowser
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from web.make import catalogs
from web.make.archives import LATE
from web.make.chapter import cached_chapter
from web.make.pages import WHOLE, Shipped, one_file_template, program, site
from web.make.posters import posters
from web.make.runtime import pack, payload
from web.make.scripts import EMBED, LICENSES, lean, licenses, small, texts_on_demand
from web.make.setup import (
    INSTALL_BROWSERS,
    OPEN_EDX,
    Node,
    chromium,
    get_chromium,
    get_other_browsers,
    packages,
    pass_linters,
    ready_node,
    requirements,
    try_start,
)
from web.make.steps import ROOT, SetupError, Workshop, alone, run_concurrently, say, write
from web.share import course
from web.share.lines import PAGE

DIST = ROOT / "dist"


def main(arguments: list[str]) -> int:
    """Run the command line; return the exit status."""
    for name in ("SIGTERM", "SIGHUP"):  # handle SIGTERM like Ctrl-C
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        if arguments[:1] == ["test"]:
            return test(arguments[1:])
        options = command_line().parse_args(arguments)
        if options.course is not None:
            return make_course(options.course, options.title, options.edition)
        page = build()
        return show(page) if options.open else 0
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted; the next run continues from here.", file=sys.stderr)
        return 130


def command_line() -> argparse.ArgumentParser:
    """Return the parser for all arguments, except those after `test`, which go to pytest."""
    about = (__doc__ or "").partition("\n\n")
    usage = (
        "build.py [--open]\n"
        "       build.py test [--all] [--install-browsers] [--browser-path FILE]"
        " [pytest arguments]\n"
        "       build.py --course ADDRESS [--title TITLE] [--edition 1.2|2004]"
    )
    parser = argparse.ArgumentParser(
        prog="build.py", usage=usage, description=about[0], allow_abbrev=False
    )
    parser.add_argument("--open", action="store_true", help="show the page in the default browser")
    parser.add_argument("--course", metavar="ADDRESS", help="make a SCORM package of this task")
    parser.add_argument("--title", default="", help="what the course system calls the task")
    parser.add_argument("--edition", choices=course.EDITIONS, default="1.2", help="SCORM edition")
    return parser


def build() -> Path:
    """Install missing tools and write dist/; return the page in one file."""
    with alone():
        node = ready_node()
        workshop = Workshop(Path(node.node), ROOT / "node_modules", ROOT / ".cache")
        modules, _ = run_concurrently(ready_program, partial(ready_runtime, node, workshop))
        return write_pages(workshop, modules)


def ready_program() -> dict[str, bytes]:
    """Return the files that Python reads in the page, including the catalogs."""
    purpose = "Getting Babel and Zstandard from PyPI (16 MB, only once)"
    catalogs.ready(requirements("build", purpose))
    return program(ROOT)


def ready_runtime(node: Node, workshop: Workshop) -> None:
    """Prepare the browser runtime and everything made only from it."""
    packages(node)
    lean(workshop)


def write_pages(workshop: Workshop, modules: Mapping[str, bytes]) -> Path:
    """Pack the runtime, fill the template, and write dist/; return the page that is one file."""
    files = dist_files(workshop, modules)
    for name, text in files.items():
        write(DIST / name, text)
    for old in DIST.iterdir():
        if old.name not in files:
            old.unlink()
    return DIST / PAGE


def dist_files(workshop: Workshop, modules: Mapping[str, bytes]) -> dict[str, str | bytes]:
    """Return the files of dist/, by name."""
    scripts = small(workshop)
    shipped = scripts.__getitem__
    texts, (zips, parts) = run_concurrently(
        partial(page_texts, workshop, modules, shipped), partial(payload, workshop, modules)
    )
    plain = {name: text.encode() for name, text in texts.items()}
    packed = pack(workshop, {**plain, **zips.late, **parts})
    one, beside = site(texts[WHOLE], packed, shipped)
    package = {f"{course.NAME}.zip": course.archive(course.Package.read(""), one.encode())}
    return {PAGE: one, **beside, LICENSES: texts[LICENSES], EMBED: shipped(EMBED), **package}


def page_texts(
    workshop: Workshop, modules: Mapping[str, bytes], shipped: Shipped
) -> dict[str, str]:
    """Return the texts that the page unpacks, by name."""
    texts = posters(workshop, modules)
    texts |= {"chapter": cached_chapter(workshop, modules, shipped("chapter.css"))}
    texts |= {LICENSES: licenses(workshop.node_modules)}
    texts |= texts_on_demand(workshop, shipped)
    return texts | {WHOLE: one_file_template([*texts, *LATE], shipped)}


def make_course(link: str, title: str, edition: str) -> int:
    """Write the package of an address into this folder, and print its path."""
    try:
        task = course.Package.read(link, title)
    except ValueError as error:
        print(f"No course package: {str(error).removesuffix('.')}.", file=sys.stderr)
        return 2
    page = build()
    file = Path.cwd() / course.file_name(task)
    write(file, course.archive(task, page.read_bytes(), edition))
    say(f"The course package is {file}")
    return 0


def show(page: Path) -> int:
    """Open the page in the default browser; without a screen, print its address."""
    address = page.as_uri()
    if not (has_screen() and webbrowser.open(address)):
        say("No browser can be opened here; the page is at " + address)
    return 0


def has_screen() -> bool:
    """Return True if windows can be shown; without them, a browser may take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def test(arguments: list[str]) -> int:
    """Install the test tools and the browser, build, lint, and run pytest; return its status.

    All arguments go to pytest, except the one that allows this to install browsers.
    """
    may_install = INSTALL_BROWSERS in arguments
    arguments = [each for each in arguments if each != INSTALL_BROWSERS]
    options, chosen = test_options().parse_known_args(arguments)
    if options.browser_path:
        try_start(chromium(options.browser_path))
    with alone():
        python = requirements("test", "Getting the test tools from PyPI (200 MB, only once)")
        get_chromium(ready_node(), python)
        if options.all:
            get_other_browsers(python, may_install=may_install)
            requirements("edx", "Getting Open edX's SCORM block (60 MB, only once)", OPEN_EDX)
    page = build()
    if not (chosen or pass_linters(python)):
        return 1
    say("Testing the pages in " + str(page.parent))
    workers = () if chosen else ("--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal")
    command: list[str | Path] = [python, "-m", "pytest", *workers, *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=with_bytecode(os.environ)) as pytest:
        try:
            return pytest.wait()
        except KeyboardInterrupt:  # pytest was interrupted too, and prints its summary
            return pytest.wait()


def test_options() -> argparse.ArgumentParser:
    """Return the parser for the options of pytest that change what this installs."""
    parser = argparse.ArgumentParser(prog="build.py test", add_help=False, allow_abbrev=False)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--browser-path", type=Path)
    return parser


def with_bytecode(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which Python caches the compiled modules.

    If the cache must not be beside the sources, it is in a folder of this project.
    """
    forbids = "PYTHONDONTWRITEBYTECODE"
    if not environment.get(forbids):
        return dict(environment)
    allowed = {name: value for name, value in environment.items() if name != forbids}
    return {"PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "bytecode"), **allowed}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
