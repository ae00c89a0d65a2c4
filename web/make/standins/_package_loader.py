"""Stands in for pyodide._package_loader: the page installs no packages, so it needs no archives."""

from typing import Never

# A snapshot of Python's memory has it at this place.
from pyodide_js import loadedPackages  # type: ignore[import-not-found]  # noqa: F401


class Folder:
    """A folder whose name Pyodide asks for; a plain str would reach it as one of JavaScript's."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


SITE_PACKAGES = Folder("/lib/python3.14/site-packages")
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """Find the packages that are there: none."""


def unpack_buffer(*_: object, **__: object) -> Never:
    """Say why nothing is unpacked."""
    raise RuntimeError("this page carries all that it needs, and installs no packages")


get_install_dir = unpack_buffer
