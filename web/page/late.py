"""The parts of the program that load after the start of the page.

A part is an archive of modules; js/late.js writes it to Python's file system. `PARTS` lists
them. A module that the start needs can still import a late one at the top, as in
`from web.search import tours`: until the part is here, a stand-in takes its place. Using an
attribute of the stand-in imports the module, or raises `PartMissing`; then the page repeats the
action once the part has loaded.
"""

from __future__ import annotations

import _imp
import asyncio
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, cast

PACKAGES = ("kt_core", "web")
#: The beginnings of the paths of late modules, by part, in the order in which the parts load. The
#: first part also has all modules that only late ones import.
PARTS = {
    "more": (
        *("kt_core/files/reader", "kt_core/proofs/checker/", "kt_core/proofs/deduction"),
        "kt_core/puzzles",
        *(f"web/lab/view/{name}" for name in ("deduction", "facts", "modes", "signs")),
        *(f"web/search/{name}" for name in ("advice", "game", "predict", "tours")),
        *(f"web/programs/{name}" for name in ("feed", "job", "marking/view", "reports", "view")),
        *("web/files/", "web/page/worker", "web/question/reading"),
    ),
    "lessons": (
        *(f"web/chapter/{name}/" for name in ("content", "exercises", "figures", "en", "zh")),
        "web/share/",
        *(f"web/page/{name}" for name in ("background", "share")),
    ),
}


JUDGE = "programs"  # the part of workers; the page itself judges what a program shows
DATA_WITH = "more"  # js/late.js writes the data that Python lacks before this part has loaded


class PartMissing(ImportError):
    """A module is in a part of the program that has not loaded yet."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def part_of(module: str) -> str:
    """Return the name of the part that contains a late module.

    >>> part_of("web.share.export"), part_of("kt_core.count")
    ('lessons', 'more')
    """
    path = module.replace(".", "/") + "/"
    return next((name for name, folders in PARTS.items() if path.startswith(folders)), "more")


def is_late(module: str) -> bool:
    """Return True if a part lists this module.

    >>> is_late("web.search.tours"), is_late("web.search.watch"), is_late("web.share")
    (True, False, True)
    """
    path = module.replace(".", "/") + "/"
    return any(path.startswith(beginnings) for beginnings in PARTS.values())


class StandIn(ModuleType):
    """Replaces a module that is not here yet, until it is used."""

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the module, which is imported first."""
        if name.startswith("__"):  # Python asks all modules for their file, for example
            raise AttributeError(name)
        return getattr(import_late(self.__name__), name)


def is_here(module: str) -> bool:
    """Return True if a module has been imported."""
    return not isinstance(sys.modules.get(module), StandIn | None)


def import_late(module: str) -> ModuleType:
    """Import a module, even if a stand-in replaces it; its part may be missing."""
    known = sys.modules.get(module)
    if not isinstance(known, StandIn):
        return import_module(module)
    finder = known.__loader__
    assert isinstance(finder, StandIns)
    finder.require(part_of(module))
    del sys.modules[module]
    try:
        return import_module(module)
    except BaseException:
        sys.modules[module] = known
        raise


class StandIns:
    """The last finder of `sys.meta_path`, for late modules until their parts have loaded."""

    def __init__(self) -> None:
        self.missing = [*PARTS]

    def require(self, part: str) -> None:
        """Raise `PartMissing` unless this part has loaded."""
        if part in self.missing:
            raise PartMissing(part)

    def find_spec(self, module: str, path: object = None, target: object = None) -> Any:
        """Return the spec of a stand-in for a module of a missing part."""
        is_ours, loader = module.partition(".")[0] in PACKAGES, cast(Any, self)
        return ModuleSpec(module, loader) if is_ours and part_of(module) in self.missing else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the stand-in."""
        return StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave the stand-in empty."""


def stand_ins() -> StandIns:
    """Return the finder of stand-ins, which is added if there is none yet."""
    found = next((each for each in sys.meta_path if isinstance(each, StandIns)), None)
    if not found:
        found = StandIns()
        sys.meta_path.append(found)
    return found


class Archive:
    """Finds our modules in an archive, for `sys.meta_path`."""

    def __init__(self, name: str) -> None:
        self._folder = f"/lib/{name}.zip"

    def find_spec(self, module: str, path: object = None, target: object = None) -> Any:
        """Return the spec of a module, or None."""
        package = module.rpartition(".")[0]
        if not package.startswith(PACKAGES):
            return None
        return PathFinder.find_spec(module, [f"{self._folder}/{package.replace('.', '/')}"])


def mount(archive: str) -> None:
    """Make the modules of an archive importable."""
    sys.meta_path.insert(0, Archive(archive))
    finder = stand_ins()
    if archive in finder.missing:
        finder.missing.remove(archive)


class Parts:
    """Loads the parts.

    It is the first finder of `sys.meta_path` while Python itself lacks the data of some modules,
    which web/make/data.mjs takes out of Python's WebAssembly.
    """

    def __init__(self, window: Any) -> None:
        self._scripts = window.knightsTour
        self._look = window.document.documentElement.dataset
        self._stand_ins = stand_ins()
        self.missing, self.require = self._stand_ins.missing, self._stand_ins.require
        self._has_judge = False
        sys.meta_path.insert(0, self)

    def find_spec(self, module: str, path: object = None, target: object = None) -> None:
        """Raise `PartMissing` for a module whose data is missing."""
        if module == "unicodedata" or _imp.is_frozen(module):
            self.require(DATA_WITH)

    async def load(self, part: str) -> None:
        """Load a part that the reader needs; the page says so if it takes long, or fails."""
        await self._load(part, self._scripts.mountForReader)

    async def load_workers(self) -> None:
        """Load what a worker needs, for a reader who waits for it."""
        try:
            await self._scripts.forReader("run", self._scripts.edit())
            await self._scripts.forReader("run", self._scripts.bench.load())
            await self.load(DATA_WITH)
            await self._scripts.mountForReader(JUDGE)
            if not self._has_judge:
                self._has_judge = True
                mount(JUDGE)
        except asyncio.CancelledError:  # the reader pressed Stop
            self._scripts.notForReader("run")
            raise

    async def load_quietly(self, part: str) -> None:
        """Load a part in the background."""
        await self._load(part, self._scripts.mount)

    async def _load(self, part: str, bring: Callable[[str], Awaitable[object]]) -> None:
        if part in self.missing:
            await bring(part)
        if part in self.missing:  # unless another load of it has ended first
            if part == DATA_WITH:
                sys.meta_path.remove(self)
            mount(part)
            if not self.missing:
                self._look.parts = "here"
