"""Replacements of modules that textbooks' programs import: pythonds, pythonds3, numpy.

They have the names that programs use and share no code with the originals.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from kt_core.language import N_, Sentence
from kt_core.programs.standins import numpy_arrays, parallel
from kt_core.programs.standins.pythonds import BASIC, GRAPHS

#: The source text of each replaced module.
SOURCES = {
    "pythonds": GRAPHS,
    "pythonds.graphs": GRAPHS,
    "pythonds.graphs.adjGraph": GRAPHS,
    "pythonds3": GRAPHS,
    "pythonds3.graphs": GRAPHS,
    "pythonds3.graphs.adjacency_graph": GRAPHS,
    **dict.fromkeys(
        (
            f"{package}.basic{part}"
            for package in ("pythonds", "pythonds3")
            for part in ("", ".stack", ".queue")
        ),
        BASIC,
    ),
    "numpy": numpy_arrays.SOURCE,
    "concurrent": "import concurrent.futures as futures",
    "concurrent.futures": parallel.SOURCE,
    **dict.fromkeys(
        ("multiprocessing", "multiprocessing.pool", "multiprocessing.dummy"), parallel.SOURCE
    ),
}
WINDOWS = N_(
    "{module} opens a window, and there is none here; delete what uses it: the board beside the"
    " program shows what it does"
)
PICTURES = N_(
    "{module} draws pictures, which cannot be shown here; delete what uses it: the board beside the"
    " program shows what it does"
)
ASYNCIO = N_("asyncio cannot run here; call the function directly")
UNKNOWN = N_(
    "there is no module {module} here, only Python's own, pythonds, pythonds3 and a part of numpy;"
    " if it is a file of yours, paste its text into this program; if it is a package, run the"
    " program elsewhere and paste what it prints"
)
#: Why a module cannot be imported, by its name.
REFUSED = {
    **dict.fromkeys(
        ("turtle", "pygame", "tkinter", "Tkinter", "graphics", "arcade", "pyglet", "kivy"), WINDOWS
    ),
    **dict.fromkeys(
        ("matplotlib", "pylab", "PIL", "cv2", "seaborn", "plotly", "imageio"), PICTURES
    ),
}
if sys.platform == "emscripten":
    REFUSED["asyncio"] = ASYNCIO


class Imports:
    """Imports modules for a program.

    `find` imports Python's own modules, and the package `known`. `load` makes a module from the
    name and the text of a replacement.
    """

    def __init__(
        self,
        find: Callable[..., Any],
        load: Callable[[str, str], ModuleType],
        notes: list[Sentence],
        known: str = "",
    ) -> None:
        self._find, self._load, self._notes = find, load, notes
        self._known = sys.stdlib_module_names | {"__main__", known}
        self._modules: dict[str, ModuleType] = {}

    def load(
        self,
        name: str,
        globals_: Mapping[str, Any] | None = None,
        locals_: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        """Import a module as `__import__` does."""
        if level == 0 and name in SOURCES:
            module = self._standin(name)
            return module if fromlist or "." not in name else self._parent(name)
        top = name.partition(".")[0]
        if level == 0 and top in REFUSED:
            raise ModuleNotFoundError(Sentence(REFUSED[top], module=top), name=top)
        is_part = top in SOURCES  # a part of a replaced module that the replacement lacks
        if level == 0 and (is_part or top not in self._known):
            raise ModuleNotFoundError(Sentence(UNKNOWN, module=name if is_part else top), name=top)
        return self._find(name, globals_, locals_, fromlist or (), level)

    def _standin(self, name: str) -> ModuleType:
        module = self._modules.get(SOURCES[name])
        if module is None:
            module = self._load(name.partition(".")[0], SOURCES[name])
            self._modules[SOURCES[name]] = module
            note = N_("{module} is answered by our own module with the same names.")
            self._notes.append(Sentence(note, module=name.partition(".")[0]))
        return module

    def _parent(self, name: str) -> ModuleType:
        """Return the package that `import pythonds.graphs` binds, with all its parts."""
        parts = name.split(".")
        package = top = ModuleType(parts[0])
        for place, part in enumerate(parts[1:], start=2):
            whole = ".".join(parts[:place])
            inner = self._standin(whole)
            setattr(package, part, inner)
            package = inner
        return top
