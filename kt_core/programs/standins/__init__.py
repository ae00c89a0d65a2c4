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

#: The source text of each replaced module and of its parts.
SOURCES = {
    "pythonds.basic": BASIC,
    "pythonds3.basic": BASIC,
    "pythonds": GRAPHS,
    "pythonds3": GRAPHS,
    "numpy": numpy_arrays.SOURCE,
    "concurrent.futures": parallel.SOURCE,
    "concurrent": "import concurrent.futures as futures",
    "multiprocessing": parallel.SOURCE,
}
#: Modules within a replaced one that have all its names.
PARTS = ("graphs", "adjGraph", "adjacency_graph", "stack", "queue", "pool", "dummy")
PICTURES = N_(
    "{module} draws, and there is no window or picture here; delete what uses it: the board beside"
    " the program shows what it does"
)
ASYNCIO = N_("asyncio cannot run here; call the function directly")
UNKNOWN = N_(
    "there is no module {module} here, only Python's own, pythonds, pythonds3 and a part of numpy;"
    " if it is a file of yours, paste its text into this program; if it is a package, run the"
    " program elsewhere and paste what it prints"
)
#: Why a module cannot be imported, by its name.
REFUSED = dict.fromkeys(
    (
        *("turtle", "pygame", "tkinter", "Tkinter", "graphics", "arcade", "pyglet", "kivy"),
        *("matplotlib", "pylab", "PIL", "cv2", "seaborn", "plotly", "imageio"),
    ),
    PICTURES,
)
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
        if level == 0:
            replaced = next((each for each in SOURCES if f"{name}.".startswith(f"{each}.")), "")
            if replaced and (module := self._part(replaced, name)):
                return module if fromlist else self._package(name, module)
            top = name.partition(".")[0]
            is_known = top in self._known and not replaced
            if template := REFUSED.get(top, "" if is_known else UNKNOWN):
                missing = name if replaced else top
                raise ModuleNotFoundError(Sentence(template, module=missing), name=top)
        return self._find(name, globals_, locals_, fromlist or (), level)

    def _part(self, replaced: str, name: str) -> ModuleType | None:
        """Return a replaced module, or the part with this name; None if the part is missing."""
        module = self._standin(replaced)
        for part in name.removeprefix(replaced).split(".")[1:]:
            if not hasattr(module, part) and part not in PARTS:
                return None
            module = getattr(module, part, module)
        return module

    def _standin(self, name: str) -> ModuleType:
        text, top = SOURCES[name], name.partition(".")[0]
        if text not in self._modules:
            self._modules[text] = self._load(top, text)
            note = N_("{module} is answered by our own module with the same names.")
            self._notes.append(Sentence(note, module=top))
        return self._modules[text]

    def _package(self, name: str, module: ModuleType) -> ModuleType:
        """Return the outermost package of a name, with the module as its part."""
        for part in reversed(name.split(".")[1:]):
            package = ModuleType(name)
            setattr(package, part, module)
            module = package
        return module
