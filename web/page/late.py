"""The parts of the program that load after the start of the page.

A part is an archive of modules; js/late.js writes it to Python's file system. Until then, importing
one of its modules raises `PartMissing`, and the page repeats the action once the part has loaded.
"""

from __future__ import annotations

import _imp
import asyncio
import sys
from importlib.machinery import PathFinder
from typing import Any

PACKAGES = ("kt_core", "web")
#: The folders of each part, in the order in which the parts load. The first has no list: it has
#: all modules that are neither in another part nor needed at the start.
PARTS = {
    "more": (),
    "lessons": (
        *(f"web/chapter/{name}/" for name in ("content", "exercises", "figures", "en", "zh")),
        "web/share/",
        *(f"web/page/{name}" for name in ("ahead", "counting", "share")),
    ),
}


JUDGE = "programs"  # the part of workers; the page itself judges what a program shows
DATA_WITH = "more"  # js/late.js writes the data of `HeldModules` before this part has loaded


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
    sys.meta_path.append(Archive(archive))


class HeldModules:
    """The first finder of `sys.meta_path` while Python itself lacks the data of some modules.

    web/make/data.mjs takes that data out of Python's WebAssembly.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def find_spec(self, module: str, path: object = None, target: object = None) -> None:
        """Raise `PartMissing` for a module whose data is missing."""
        if module == "unicodedata" or _imp.is_frozen(module):
            self._parts.require(DATA_WITH)


class Parts:
    """Loads the parts; until all have loaded, it is the last finder of `sys.meta_path`."""

    def __init__(self, window: Any) -> None:
        self._scripts = window.knightsTour
        self._look = window.document.documentElement.dataset
        self.missing = [*PARTS]
        self._has_judge = False
        self._held = HeldModules(self)
        sys.meta_path.insert(0, self._held)
        sys.meta_path.append(self)

    def find_spec(self, module: str, path: object = None, target: object = None) -> None:
        """Raise `PartMissing` for a module that no other finder has found."""
        if module.partition(".")[0] in PACKAGES:
            self.require(part_of(module))

    def require(self, part: str) -> None:
        """Raise `PartMissing` unless this part has loaded."""
        if part in self.missing:
            raise PartMissing(part)

    async def load(self, part: str) -> None:
        """Load a part that the reader needs; the page says so if it takes long, or fails."""
        if part in self.missing:
            await self._scripts.mountForReader(part)
            self._mount(part)

    async def load_workers(self) -> None:
        """Load what a worker needs, for a reader who waits for it."""
        try:
            await self._scripts.forReader("run", self._scripts.edit())
            await self._scripts.forReader("run", self._scripts.bench.load())
            await self.load(DATA_WITH)
            await self._scripts.mountForReader(JUDGE)
            if not self._has_judge:
                self._has_judge = True
                self._add(JUDGE)
        except asyncio.CancelledError:  # the reader pressed Stop
            self._scripts.notForReader("run")
            raise

    async def load_quietly(self, part: str) -> None:
        """Load a part in the background."""
        if part in self.missing:
            await self._scripts.mount(part)
            self._mount(part)

    def _mount(self, part: str) -> None:
        if part not in self.missing:
            return
        if part == DATA_WITH:
            sys.meta_path.remove(self._held)
        self.missing.remove(part)
        self._add(part)
        if not self.missing:
            sys.meta_path.remove(self)
            self._look.parts = "here"

    def _add(self, part: str) -> None:
        """Make the modules of a part importable, before this finder says that they are missing."""
        mount(part)
        if self in sys.meta_path:
            sys.meta_path.remove(self)
            sys.meta_path.append(self)
