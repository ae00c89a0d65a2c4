"""A replacement for pyodide._package_loader, because the page installs no packages."""

from typing import Never

# The snapshot of memory expects this name here.
from pyodide_js import loadedPackages  # type: ignore[import-not-found]  # noqa: F401


class Folder:
    """A folder whose name Pyodide reads; a plain str would be converted to JavaScript's string."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


SITE_PACKAGES = Folder("/lib/python3.14/site-packages")
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """Do nothing: there are no packages."""


def unpack_buffer(*_: object, **__: object) -> Never:
    """Raise an error: the page installs no packages."""
    raise RuntimeError("this page carries all that it needs, and installs no packages")


get_install_dir = unpack_buffer
