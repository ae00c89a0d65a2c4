"""Which modules a start of the page imports: they are in the picture of Python's memory.

What is imported later, from inside a function, comes from the archive: more in the picture is more
that has to travel before the page is ready.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

#: Of Python's own all that the page ever imports, for the library is unpacked once it is ready:
#: what PyScript imports, and ours, at once or later.
PYTHONS = (
    *("ast", "asyncio", "base64", "collections", "contextlib", "copy", "dataclasses", "fractions"),
    *("functools", "gettext", "hashlib", "heapq", "inspect", "io", "itertools", "json"),
    *("linecache", "math", "pathlib", "random", "re", "struct", "textwrap", "token", "tokenize"),
    *("traceback", "types"),
)
PROGRAM = "web.app"  # which runs once the picture is there, and imports what Pyodide alone has
#: What PyScript is given to run.
START = f"from {PROGRAM} import main; await main()"
#: What a start runs beside Pyodide's own: compiled when the picture is taken. The first is said in
#: runtime.js again.
TEXTS = {"seeding": "import random; random.seed()", "program": START}
#: What the first drawing asks for from inside its functions, of the lab or of a section.
FIRST_DRAWING = (
    *("kt_core.theory", "kt_core.proofs.cuts", "kt_core.proofs.degrees", "kt_core.proofs.parity"),
    *("kt_core.proofs.rectangles", "kt_core.solve", "kt_core.analysis"),
)


def snapshot_modules(files: Mapping[str, bytes]) -> list[str]:
    """Return the modules in the picture: Python's, and ours by the paths of their sources."""
    sources = {_module_name(path): text for path, text in files.items() if path.endswith(".py")}
    reached, ahead = set[str](), [PROGRAM, *FIRST_DRAWING]
    while ahead:
        name = ahead.pop()
        if name in sources and name not in reached:
            reached.add(name)
            ahead += _imports(sources[name])
    return [*PYTHONS, *sorted(reached - {PROGRAM})]


def _module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(source: bytes) -> Iterator[str]:
    r"""Yield what a module imports as it is imported itself.

    >>> sorted(_imports(b"import a\nfrom b import c\nif c: import d\ndef f(): import e"))
    ['a', 'b', 'b.c']
    """
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
