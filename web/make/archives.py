"""The archives that Python in the page imports from: its library and our program, compiled.

The modules that a start of the page imports are found by following the imports of their sources;
what loads late is in separate archives. library.txt lists the modules of Python.
"""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from web.make.steps import HERE, SetupError, Workshop
from web.page.late import PARTS, is_late
from web.share.course import zip_of

_NAMES = [
    name
    for line in (HERE / "library.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for name in line.split()
]
#: Python's modules and packages in the page, and the beginnings of those that are left out.
LIBRARY = tuple(name for name in _NAMES if not name.startswith("-"))
LEFT_OUT = tuple(name.removeprefix("-") for name in _NAMES if name.startswith("-"))

# Modules imported at every start that the page does not need: standins/ has shorter replacements.
STAND_INS = {
    "_colorize.py": "_colorize.py",
    "_pyodide/_kept.py": "_kept.py",
    "asyncio/__init__.py": "asyncio.py",
    "pyodide/_package_loader.py": "_package_loader.py",
}
LATE_LOGGER = """
class LateLogger:
    def __getattr__(self, name):
        import logging
        return getattr(logging.getLogger("concurrent.futures"), name)

LOGGER = LateLogger()
"""
#: Module -> texts in it -> their replacements. The originals would import modules for processes,
#: sockets and logs, which a start does not use.
PATCHES = {
    "asyncio/events.py": {
        "import socket\nimport subprocess\n": "",
        "=subprocess.PIPE": "=-1",
        "=socket.AF_UNSPEC": "=0",
        "=socket.AI_PASSIVE": "=1",
    },
    "asyncio/futures.py": {"import logging\n": "", "logging.DEBUG": "10"},
    "concurrent/futures/_base.py": {
        "import logging\n": "",
        'LOGGER = logging.getLogger("concurrent.futures")': LATE_LOGGER,
    },
}
#: Modules of PyScript's package; its __init__ is empty here, because it would import all of it.
PYSCRIPT = ("context", "ffi", "util")
#: All modules of Python that the page ever imports, because the library is unpacked only when the
#: page is ready: those imported by PyScript and by our modules, early or late.
PYTHONS = (
    "ast", "asyncio", "collections", "contextlib", "copy", "dataclasses", "fractions",
    "functools", "gettext", "hashlib", "heapq", "importlib.machinery", "inspect", "io",
    "itertools", "json", "linecache", "math", "random", "re", "struct", "textwrap",
    "token", "tokenize", "traceback", "types",
)  # fmt: skip
APP = "web.app"  # runs after the snapshot is restored, and imports modules that only Pyodide has
IN_A_FRAME = "web.page.frame"  # a page in a frame imports it before it is ready
#: Modules that the first drawing of the lab or of a section imports inside functions.
FIRST_DRAWING = (
    *("kt_core.theory", "kt_core.proofs.cuts", "kt_core.proofs.degrees", "kt_core.proofs.parity"),
    *("kt_core.proofs.rectangles", "kt_core.solve", "kt_core.analysis"),
)


def is_wanted(name: str) -> bool:
    """Return True if the page's library contains this member of Python's library."""
    module = name.removesuffix(".py")
    kept = [len(each) for each in LIBRARY if f"{module}/".startswith(f"{each}/")]
    left = [len(each) for each in LEFT_OUT if module.startswith(each)]
    return module != name and max(kept, default=0) > max(left, default=0)


#: Paths of the archives in the page.
PYTHON = "python314"  # the archive of Python's library
PROGRAM, STDLIB = "/lib/program.zip", f"/lib/{PYTHON}.zip"
ENDING = ".zip"
HEADER_BYTES = 30  # length of a file's header in a zip, before its name
KEEPING = """
from _pyodide._kept import keeping
_parse_and_compile_gen = keeping(_parse_and_compile_gen)
"""
#: The folders of the archives that load late: those of the page, then that of workers.
LATE = PARTS | {"programs": ("kt_core/programs/", "kt_core/marking/")}
LISTED = "kt_core/search.py"  # source files that the page reads


@dataclass(frozen=True)
class Archives:
    """Zips of compiled modules: Python's library, our program with its data, and late folders."""

    library: bytes
    program: bytes
    late: Mapping[str, bytes] = field(default_factory=dict)  # the names are those in `LATE`


def archives(workshop: Workshop, files: Mapping[str, bytes]) -> Archives:
    """Return the archives of a page whose program consists of these files."""
    parts = in_parts(files)
    parts["program"] |= pyscript_package(workshop)
    code = bytecode_archives(workshop, {PYTHON: standard_library(workshop), **parts})
    wholes = {name: zip_of(zip_members(code[name]) | _data(part)) for name, part in parts.items()}
    return Archives(code[PYTHON], wholes.pop("program"), wholes)


def in_parts(files: Mapping[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Return our files by archive: "program", which a start needs, and those of `LATE`."""
    first = modules_of_a_start(files)
    parts: dict[str, dict[str, bytes]] = {"program": {}, **{name: {} for name in LATE}}
    for path, data in files.items():
        folder = next((name for name in LATE if path.startswith(LATE[name])), None)
        other = "more" if path.endswith(".py") else "program"
        parts["program" if module_name(path) in first else folder or other][path] = data
    return parts


def standard_library(workshop: Workshop) -> dict[str, bytes]:
    """Return the sources of Python's library, Pyodide's and PyScript's packages, trimmed."""
    original = (workshop.node_modules / "pyodide/python_stdlib.zip").read_bytes()
    sources = {name: text for name, text in zip_members(original).items() if is_wanted(name)}
    for name, stand_in in STAND_INS.items():
        sources[name] = (HERE / "standins" / stand_in).read_bytes()
    for name, changes in PATCHES.items():
        sources[name] = _with_patches(name, sources[name].decode(), changes).encode()
    sources["_pyodide/_base.py"] += KEEPING.encode()
    return sources


def _with_patches(name: str, text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        if old not in text:
            raise SetupError(f"A patch no longer fits: {name} does not contain {old!r}.")
        text = text.replace(old, new)
    return text


def _data(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that are no modules, and the source to list."""
    return {path: files[path] for path in files if not path.endswith(".py") or path == LISTED}


def pyscript_package(workshop: Workshop) -> dict[str, bytes]:
    """Return the Python files of PyScript that the page needs."""
    folder = workshop.node_modules / "@pyscript/core/src/stdlib/pyscript"
    package = {f"pyscript/{name}.py": (folder / f"{name}.py").read_bytes() for name in PYSCRIPT}
    return package | {"pyscript/__init__.py": b""}


def bytecode_archives(
    workshop: Workshop, wanted: Mapping[str, Mapping[str, bytes]]
) -> dict[str, bytes]:
    """Return zips of .pyc files, compiled in one start of the Pyodide that will run them.

    `wanted` are files by the name of their archive; those that are no modules are left out.
    """
    pyodide = workshop.node_modules / "pyodide"
    version = (pyodide / "package.json").read_bytes()
    zips = {
        name + ENDING: zip_of({path: files[path] for path in files if path.endswith(".py")})
        for name, files in wanted.items()
    }

    def make(missing: list[str], folder: Path) -> None:
        for name in missing:
            Path(folder, name).write_bytes(zips[name])
        purpose = f"Compiling {' and '.join(missing)}"
        workshop.run(purpose, "compile.mjs", str(pyodide), str(folder), *missing)
        for made in (folder / name for name in missing):
            made.write_bytes(zip_of(zip_members(made.read_bytes())))

    results = workshop.results({name: (each, version) for name, each in zips.items()}, make)
    return {name: results[name + ENDING] for name in wanted}


def without(archive: bytes, origins: Iterable[str], place: str) -> bytes:
    """Return an archive with these files overwritten by zeros.

    The importers in the snapshot know the offset of each file, so the offsets must not change.
    """
    blank = bytearray(archive)
    names = {origin.removeprefix(f"{place}/") for origin in origins if origin.startswith(place)}
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        for member in members.infolist():
            if member.filename in names:
                begin = member.header_offset + HEADER_BYTES + len(member.filename.encode())
                blank[begin : begin + member.file_size] = bytes(member.file_size)
    return bytes(blank)


def zip_members(archive: bytes) -> dict[str, bytes]:
    """The files in a zip, by name."""
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        return {name: members.read(name) for name in members.namelist() if not name.endswith("/")}


def snapshot_modules(files: Mapping[str, bytes]) -> list[str]:
    """Return the modules in the snapshot: Python's, and ours as paths of sources."""
    return [*PYTHONS, *sorted(_reachable(files, APP, *FIRST_DRAWING) - {APP})]


def modules_of_a_start(files: Mapping[str, bytes]) -> set[str]:
    """Return those of our modules that the page needs before it is ready."""
    return _reachable(files, APP, *FIRST_DRAWING, IN_A_FRAME)


def _reachable(files: Mapping[str, bytes], *names: str) -> set[str]:
    sources = {module_name(path): text for path, text in files.items() if _is_early(path)}
    reached, ahead = set[str](), [*names]
    while ahead:
        name = ahead.pop()
        if name in sources and name not in reached:
            reached.add(name)
            ahead += _imports(sources[name])
            ahead.append(name.rpartition(".")[0])  # its package
    return reached


def _is_early(path: str) -> bool:
    """Return True for a module that a start may import; a package is one, because it is empty."""
    is_package = path.endswith("/__init__.py")
    return path.endswith(".py") and (is_package or not is_late(module_name(path)))


def module_name(path: str) -> str:
    """Return the name of the module whose source is at this path.

    >>> module_name("web/lab/__init__.py"), module_name("web/app.py")
    ('web.lab', 'web.app')
    """
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(source: bytes) -> Iterator[str]:
    r"""Yield the modules that a module imports when it is itself imported.

    >>> sorted(_imports(b"import a\nfrom b import c\nif c: import d\ndef f(): import e"))
    ['a', 'b', 'b.c']
    """
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
