#!/usr/bin/env python3
"""The one door to the project: build the page, open it, run the tests.

python3 build.py [--open]                 makes the pages and embed.js in dist/
python3 build.py --course ADDRESS         makes a SCORM package of a task ("board=5x5&lock=all")
python3 build.py test [pytest arguments]  lints and tests all, or tests what the arguments pick;
                                          on Debian --install-browsers gets browsers unasked;
                                          --with-open-edx tests course packages in Open edX too

It needs Python 3.11 and nothing else: what is missing is set up inside this folder, once.
"""

import sys

# An older Python must get as far as this line, so no newer syntax stands in this file.
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

from web.course import package as course
from web.make import catalogues
from web.make.chapter import kept_chapter
from web.make.licences import LICENCES, licences
from web.make.pages import WHOLE, Shipped, frame, program, site
from web.make.posters import posters
from web.make.runtime import pack, payload
from web.make.scripts import EMBED, film_texts, lean, own_texts, small
from web.make.setup import (
    COURSES,
    INSTALL,
    OPEN_EDX,
    Node,
    are_content,
    get_browsers,
    packages,
    ready_node,
    requirements,
)
from web.make.steps import ROOT, SetupError, Workshop, alone, say, together, write
from web.share.lines import PAGE

DIST = ROOT / "dist"
LESSONS = "lessons"  # the archive of what only the chapter asks for, as a text


def main(arguments: list[str]) -> int:
    """Do what the command line asks for; return the exit status."""
    for name in ("SIGTERM", "SIGHUP"):  # an end from outside is an interruption too
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        if arguments[:1] == ["test"]:
            return test(arguments[1:])
        options = command_line().parse_args(arguments)
        if options.course is not None:
            return make_course(course.Package.read(options.course, options.title), options.edition)
        page = build()
        return show(page) if options.open else 0
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except course.WrongTask as error:
        print(f"No course package: {error}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted; the next run takes up from here.", file=sys.stderr)
        return 130


def command_line() -> argparse.ArgumentParser:
    """Return the parser of everything but `test`, whose arguments are pytest's."""
    about = (__doc__ or "").partition("\n\n")
    usage = (
        "build.py [--open]\n"
        "       build.py test [--install-browsers] [--with-open-edx] [pytest arguments]\n"
        "       build.py --course ADDRESS [--title TITLE] [--edition 1.2|2004]"
    )
    parser = argparse.ArgumentParser(
        prog="build.py", usage=usage, description=about[0], allow_abbrev=False
    )
    parser.add_argument("--open", action="store_true", help="show the page in the default browser")
    parser.add_argument("--course", metavar="ADDRESS", help="make a SCORM package of this task")
    parser.add_argument("--title", default="", help="what the course system calls the task")
    parser.add_argument("--edition", choices=course.EDITIONS, default="1.2", help="of SCORM")
    return parser


def build() -> Path:
    """Set up what is missing and write dist/; return the page that is one file."""
    with alone():
        node = ready_node()
        workshop = Workshop(Path(node.node), ROOT / "node_modules", ROOT / ".cache")
        modules, _ = together(ready_program, partial(ready_runtime, node, workshop))
        return write_pages(workshop, modules)


def ready_program() -> dict[str, bytes]:
    """Return what Python reads in the page, with its catalogues."""
    catalogues.ready(requirements("build", "Getting Babel from PyPI (10 MB, only once)"))
    return program(ROOT)


def ready_runtime(node: Node, workshop: Workshop) -> None:
    """Have the browser runtime, and what is made of that alone."""
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
    """Return the files of dist/, by their names."""
    scripts = small(workshop)
    shipped = scripts.__getitem__
    texts, (zips, parts) = together(
        partial(page_texts, workshop, modules, shipped), partial(payload, workshop, modules)
    )
    plain = {name: text.encode() for name, text in texts.items()}
    plain[LESSONS] = zips.lessons.decode("latin-1").encode()  # for the door that texts come by
    one, beside = site(texts[WHOLE], pack(workshop, zips.library, plain | parts), shipped)
    archive = {f"{course.NAME}.zip": package(course.Package.read(""), one)}
    return {PAGE: one, **beside, LICENCES: texts[LICENCES], EMBED: shipped(EMBED), **archive}


def page_texts(
    workshop: Workshop, modules: Mapping[str, bytes], shipped: Shipped
) -> dict[str, str]:
    """Return the texts that the page unpacks, by their names."""
    texts = posters(workshop, modules)
    texts |= {"chapter": kept_chapter(workshop, modules, shipped("chapter.css"))}
    texts |= {LICENCES: licences(workshop.node_modules)}
    texts |= own_texts(workshop, shipped("own.js"), shipped("worker.js"))
    texts |= film_texts(workshop, shipped("films.js"))
    return texts | {WHOLE: frame([*texts, LESSONS], shipped)}


def package(task: course.Package, page: str, edition: str = "1.2") -> bytes:
    """Return the course package of a task."""
    around = course.files(task, edition)
    return course.archive({name: text.encode() for name, text in (around | {PAGE: page}).items()})


def make_course(task: course.Package, edition: str) -> int:
    """Write the package of a task into this folder, and say where it is."""
    page = build()
    file = Path.cwd() / course.file_name(task)
    write(file, package(task, page.read_text(encoding="utf-8"), edition))
    say(f"The course package is {file}")
    return 0


def show(page: Path) -> int:
    """Open the page in the default browser, or print its address where there is no screen."""
    address = page.as_uri()
    if not (has_screen() and webbrowser.open(address)):
        say("No browser to open here; the page is at " + address)
    return 0


def has_screen() -> bool:
    """Tell whether windows can be shown (elsewhere webbrowser may take over the terminal)."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def test(arguments: list[str]) -> int:
    """Build, set up the tests' tools and browsers, lint, and run pytest; return its status.

    All arguments are pytest's but two, that allow to install browsers, and a course system.
    """
    page = build()
    flags = {INSTALL, COURSES} & {*arguments}
    arguments, may_install = [each for each in arguments if each not in flags], INSTALL in flags
    with alone():
        python = requirements("test", "Getting the tests' tools from PyPI (200 MB, only once)")
        get_browsers(python, may_install=may_install)
        if COURSES in flags:
            requirements("edx", "Getting Open edX's SCORM block (60 MB, only once)", OPEN_EDX)
    if not (arguments or are_content(python)):
        return 1
    say("Testing what stands in " + str(page.parent))
    chosen = arguments or ["--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal"]
    command: list[str | Path] = [python, "-m", "pytest", *chosen]
    with subprocess.Popen(command, cwd=ROOT, env=with_bytecode(os.environ)) as pytest:
        try:
            return pytest.wait()
        except KeyboardInterrupt:  # pytest heard it too, and sums up what it has
            return pytest.wait()


def with_bytecode(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which Python compiles a module once, and not at every start.

    Where nothing may lie beside the sources, what is compiled lies in a folder of ours.
    """
    forbids = "PYTHONDONTWRITEBYTECODE"
    if not environment.get(forbids):
        return dict(environment)
    allowed = {name: value for name, value in environment.items() if name != forbids}
    return {"PYTHONPYCACHEPREFIX": str(ROOT / ".cache" / "bytecode"), **allowed}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
