"""Files as the command line reads and writes them; `ValueError` where one cannot be."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from kt_core.language import Sentence


def read(name: str, most: int) -> str:
    """Return the first `most` characters of a file, or of standard input for "-"."""
    try:
        if name == "-":
            return sys.stdin.read(most)
        with Path(name).open(encoding="utf-8") as file:
            return file.read(most)
    except OSError as wrong:
        raise ValueError(
            Sentence(
                "cannot read {name}: {strerror}; name a file to read",
                name=repr(name),
                strerror=wrong.strerror,
            )
        ) from wrong
    except UnicodeDecodeError:
        raise ValueError(
            Sentence("{name} is not a text in UTF-8; name a file with a tour", name=repr(name))
        ) from None


def write(result: str, out: str | None) -> None:
    """Write a result to a file, or to standard output for None."""
    if out is None:
        print(result)
        return
    try:
        _replace(Path(out).resolve(), result + "\n")
    except OSError as wrong:
        raise ValueError(
            Sentence(
                "cannot write {out}: {strerror}; name a file to write",
                out=repr(out),
                strerror=wrong.strerror,
            )
        ) from wrong


def _replace(path: Path, content: str) -> None:
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is there and is not a file")
    # Whole or not at all: written beside its place, then moved there in one step.
    part = path.with_name(f".kt_core-{os.getpid()}.part")
    try:
        part.write_text(content, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
