"""Read the text files of late-loaded folders; the page has them in this module's archive."""

from __future__ import annotations

from typing import Any

WEB = __file__.replace("\\", "/").rsplit("/", 3)[0]  # pathlib loads later


def late_text(path: str) -> str:
    """Return a text file of `web/` by its path in that folder: "chapter/en/graph.md"."""
    assert __spec__ is not None
    loader: Any = __spec__.loader
    text: bytes = loader.get_data(f"{WEB}/{path}")
    return text.decode("utf-8")
