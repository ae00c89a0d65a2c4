"""The text files of `web/`, which are in the archive of this module."""

from kt_core.language import package_file


def late_text(path: str) -> str:
    """Return a text file by its path in `web/`: "chapter/en/graph.md"."""
    return package_file(path, __name__).decode()
