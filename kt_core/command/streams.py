"""Files and streams of the command line; `ValueError` for files that cannot be used."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Generator, Iterable, Iterator
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from time import monotonic
from typing import TextIO

from kt_core.events import Progress, ResultT, result_of
from kt_core.files.reader import HEAD_BYTES, encoding_of
from kt_core.language import N_, Sentence, value_error

SHOWN_SECONDS = 0.2  # between two lines of progress on a terminal
#: Errors caused by the name, not by the disk.
NO_FILE = {errno.ENOENT, errno.EINVAL, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM}
NO_FILE |= {errno.ENAMETOOLONG, errno.ELOOP, errno.EROFS}
#: Frequent messages of operating systems, marked for translation; others are shown untranslated.
SYSTEM_MESSAGES = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("No space left on device"),
    N_("Read-only file system"),
    N_("File name too long"),
    N_("Bad file descriptor"),
    N_("Input/output error"),
)


def read(name: str, most: int, wanted: str = N_("name a file with a tour")) -> str:
    """Return the first `most` characters of a file; "-" is standard input."""
    if name == "-":
        return _standard_input(most)
    try:
        with _path(name).open("rb") as file:
            return _text(file, most)
    except OSError as wrong:
        raise value_error(
            "cannot read {name}: {strerror}; name a file to read",
            name=repr(name),
            strerror=_why(wrong),
        ) from wrong
    except UnicodeError:
        raise value_error(
            "{name} is not a text in UTF-8; {wanted}", name=repr(name), wanted=Sentence(wanted)
        ) from None


def is_file(name: str) -> bool:
    """Return True if there is a file with this name."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long, or with a null character
        return False


def _path(name: str) -> Path:
    """Return the path of a name; `OSError` for an empty name, which `Path` takes for a folder."""
    if not name:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    return Path(name)


def _text(file: BufferedReader, most: int) -> str:
    """Return the first `most` characters of a file; `UnicodeError` if it is not a text."""
    text = TextIOWrapper(file, encoding_of(file.peek(HEAD_BYTES)[:HEAD_BYTES]))
    try:
        return text.read(most)
    finally:
        text.detach()


def write(result: Iterable[str], out: str | None) -> None:
    """Write a result, in one or more parts, to a file; None or "-" is standard output.

    `ValueError` if the name is not that of a writable file, `OSError` if writing fails.
    """
    if out is None or out == "-":
        for part in _parts(result):
            print(part, end="")
        return
    try:
        _replace(_path(out), result)
    except OSError as wrong:
        if wrong.errno in NO_FILE:
            raise value_error(
                "cannot write {out}: {strerror}; name a file to write",
                out=repr(out),
                strerror=_why(wrong),
            ) from wrong
        why = Sentence("cannot write {out}: {strerror}", out=repr(out), strerror=_why(wrong))
        raise OSError(wrong.errno, why) from wrong


def _why(wrong: OSError) -> Sentence:
    return Sentence(wrong.strerror or str(wrong))


def result_with_progress(
    work: Generator[Progress, None, ResultT], what: str, terminal: TextIO | None = None
) -> ResultT:
    """Return the result of `work`; show progress if standard error, or `terminal`, is one."""
    line, last = StatusLine(terminal or sys.stderr), monotonic()
    if not line.is_shown:
        return result_of(work)
    try:
        while True:
            progress = next(work)
            if monotonic() - last > SHOWN_SECONDS:
                share = "" if progress.share is None else f", {progress.share:.0%}"
                line.show(f"{what} ({progress.method}{share}) …")
                last = monotonic()
    except StopIteration as done:
        answer: ResultT = done.value
        return answer
    finally:
        line.clear()


class StatusLine:
    """A line at the end of a terminal that changes; not shown on a stream that is no terminal."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream, self._line = stream, ""
        self.is_shown = stream is not None and stream.isatty()

    def show(self, line: str) -> None:
        """Replace the line."""
        if self.is_shown:
            print(f"\r{line:{len(self._line)}}", end="", file=self._stream, flush=True)
            self._line = line

    def clear(self) -> None:
        """Remove the line."""
        if self._line:
            self.show("")
            print(end="\r", file=self._stream, flush=True)


def _parts(result: Iterable[str]) -> Iterator[str]:
    yield from [result] if isinstance(result, str) else result
    yield "\n"


def _replace(name: Path, result: Iterable[str]) -> None:
    path = name.resolve()
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is there and is not a file")
    # /dev/stdout may lead to a file that another program is writing to.
    if _is_a_stream(name, path):
        raise OSError(errno.EINVAL, "it is a stream, and no file of its own")
    # Atomic: written to a temporary file beside the target, then renamed.
    part = path.with_name(f".kt_core-{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.writelines(_parts(result))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _is_a_stream(name: Path, path: Path) -> bool:
    """Return True if a name leads to a device, or to the file of a standard stream."""
    if name.absolute().parts[1:2] in (("dev",), ("proc",)) or path.parts[1:2] in (("dev",),):
        return True
    if not path.exists():
        return False
    for descriptor in range(3):
        try:
            if os.path.samestat(path.stat(), os.fstat(descriptor)):
                return True
        except OSError:
            continue
    return False


def _standard_input(most: int) -> str:
    if sys.stdin is None:
        raise OSError(errno.EBADF, Sentence("cannot read standard input: it is closed"))
    try:
        return _text(sys.stdin.buffer, most)  # type: ignore[arg-type]
    except UnicodeError:
        raise value_error("standard input is not a text in UTF-8; give a tour") from None
    except OSError as wrong:
        why = Sentence("cannot read standard input: {strerror}", strerror=_why(wrong))
        raise OSError(wrong.errno, why) from wrong
