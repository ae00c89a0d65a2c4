"""The text files of `web/`, which are in the archive of this module."""

import sys

from web.chapter.text import text_beside


def late_text(path: str) -> str:
    """Return a text file by its path in `web/`: "chapter/en/graph.md"."""
    return text_beside(sys.modules[__name__], path)
