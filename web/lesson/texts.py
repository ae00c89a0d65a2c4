"""The texts of the chapter, beside this module: in the page both lie in an archive of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def chapter_text(name: str) -> str:
    """Return a file of `web/chapter/`."""
    assert __spec__ is not None
    loader: Any = __spec__.loader
    text: bytes = loader.get_data(str(Path(__file__).parents[1] / "chapter" / name))
    return text.decode("utf-8")
