"""The files of the chapter, and which sections there are, in their order."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def sections() -> tuple[str, ...]:
    """Return the names of the sections, as `web/chapter/contents.txt` lists them."""
    return tuple(file("contents.txt").split())


def file(name: str) -> str:
    """Return a file of `web/chapter/`, which in the page lies in the same zip as this module."""
    assert __spec__ is not None
    loader: Any = __spec__.loader
    text: bytes = loader.get_data(str(Path(__file__).parents[1] / "chapter" / name))
    return text.decode("utf-8")
