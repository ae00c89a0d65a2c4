"""The modules that a start of the page imports, found by following the imports of their sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

#: All modules of Python that the page ever imports, because the library is unpacked only when the
#: page is ready: those imported by PyScript and by our modules, early or late.
PYTHONS = (
    *("ast", "asyncio", "base64", "collections", "contextlib", "copy", "dataclasses", "fractions"),
    *(
        "functools",
        "gettext",
        "hashlib",
        "heapq",
        "importlib.machinery",
        "inspect",
        "io",
        "itertools",
        "json",
    ),
    *("linecache", "math", "pathlib", "random", "re", "struct", "textwrap", "token", "tokenize"),
    *("traceback", "types"),
)
APP = "web.app"  # runs after the snapshot is restored, and imports modules that only Pyodide has
IN_A_FRAME = "web.page.frame"  # a page in a frame imports it before it is ready
#: Modules that the first drawing of the lab or of a section imports inside functions.
FIRST_DRAWING = (
    *("kt_core.theory", "kt_core.proofs.cuts", "kt_core.proofs.degrees", "kt_core.proofs.parity"),
    *("kt_core.proofs.rectangles", "kt_core.solve", "kt_core.analysis"),
)


def snapshot_modules(files: Mapping[str, bytes]) -> list[str]:
    """Return the modules in the snapshot: Python's, and ours as paths of sources."""
    return [*PYTHONS, *sorted(_reachable(files, APP, *FIRST_DRAWING) - {APP})]


def modules_of_a_start(files: Mapping[str, bytes]) -> set[str]:
    """Return those of our modules that the page needs before it is ready."""
    return _reachable(files, APP, *FIRST_DRAWING, IN_A_FRAME)


def _reachable(files: Mapping[str, bytes], *names: str) -> set[str]:
    sources = {module_name(path): text for path, text in files.items() if path.endswith(".py")}
    reached, ahead = set[str](), [*names]
    while ahead:
        name = ahead.pop()
        if name in sources and name not in reached:
            reached.add(name)
            ahead += _imports(sources[name])
            ahead.append(name.rpartition(".")[0])  # its package
    return reached


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
