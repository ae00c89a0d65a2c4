"""A fence around a program under test: no files, no processes, no network.

It keeps a program from reading the tests and from changing other files by Python's own functions.
It is no wall: a program that is written against it may get through. Grade programs of strangers
in a container.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

#: Audit events that a program for the knight's tour has no reason for.
FORBIDDEN = frozenset(
    (
        "ctypes.dlopen",
        "ctypes.dlsym",
        "gc.get_objects",
        "gc.get_referrers",
        "mmap.__new__",
        "object.__setattr__",
        "os.chdir",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.kill",
        "os.killpg",
        "os.link",
        "os.mkdir",
        "os.posix_spawn",
        "os.putenv",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.spawn",
        "os.startfile",
        "os.symlink",
        "os.system",
        "os.truncate",
        "resource.prlimit",
        "resource.setrlimit",
        "signal.pthread_kill",
        "socket.__new__",
        "subprocess.Popen",
        "winreg.OpenKey",
    )
)
READS = frozenset(("open", "os.listdir", "os.scandir"))


def raise_fence() -> None:
    """Forbid these events from now on, for the rest of the process."""
    forbidden, reads, folders = FORBIDDEN, READS, _folders()

    def check(event: str, arguments: tuple[object, ...]) -> None:
        if event in forbidden:
            raise PermissionError(f"a program under test may not do this: {event}")
        if event in reads and not _is_readable(arguments, folders):
            raise PermissionError("a program under test may not open files")

    sys.addaudithook(check)


def _folders() -> Sequence[str]:
    """Return the folders of Python's library and of this package."""
    names = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    names.add(str(Path(__file__).parents[1]))
    return [os.path.realpath(name) + os.sep for name in names]


def _is_readable(arguments: tuple[object, ...], folders: Sequence[str]) -> bool:
    path = arguments[0]
    if isinstance(path, int):  # a stream that is open already
        return True
    if not isinstance(path, str | bytes):
        return False
    writes = len(arguments) > 2 and isinstance(arguments[2], int) and arguments[2] & _WRITING
    name = os.path.realpath(os.fsdecode(path)) + os.sep
    return not writes and any(name.startswith(folder) for folder in folders)


_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
