"""A process that runs a program and answers calls, and the object with which tests use it.

Each call and each reply is a line of JSON. The program's standard streams lead nowhere, and its
folder is empty. The tests are in the other process, which trusts nothing from this one.

A fence blocks access to files, other processes and the network, so the program cannot read the
tests or change other files with Python's own functions. The fence is not secure: a program that is
written to break it may succeed. Grade programs of strangers in a container.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from types import TracebackType
from typing import BinaryIO, Self

from kt_core.command.process import (
    DEEPEST_CALLS,
    alarm,
    end_with,
    environment,
    large_stack,
    limit_memory,
)
from kt_core.command.programs import START_SECONDS
from kt_core.marking.calls import CallReply, ProgramCall, reply_to
from kt_core.marking.values import MOST_CHARACTERS, NotPlainError
from kt_core.programs.run import RunSettings

MOST_BYTES = 4 * MOST_CHARACTERS + 10_000  # limit for one line
GRACE_SECONDS = 3.0  # a call may exceed its budget by this time; then its process is killed
MOST_REPLIES = 2_000  # limit for cached replies
READY = b"ready\n"
#: Audit events that no program for the knight's tour needs.
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
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class ProgramProcess:
    """The process of a program; after it has ended, the next call starts another one."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._replies: dict[ProgramCall, CallReply] = {}

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory(prefix="kt_core-", ignore_cleanup_errors=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._end()
        self._folder.cleanup()

    def reply(self, call: ProgramCall) -> CallReply:
        """Return the reply to a call; a call that was made before has the same reply."""
        if call not in self._replies:
            reply = self._reply(call)
            if len(self._replies) >= MOST_REPLIES:
                return reply
            self._replies[call] = reply
        return self._replies[call]

    def _reply(self, call: ProgramCall) -> CallReply:
        if self._process is None and not self._start():
            return CallReply("ended")
        try:
            self._send(call.to_json())
            line = self._lines.get(timeout=call.budget.seconds + GRACE_SECONDS)
            reply = CallReply.from_json(line.decode())
        except Empty:
            reply = CallReply("seconds")
        except (OSError, UnicodeError, NotPlainError):
            reply = CallReply("ended")
        if reply.kind in ("seconds", "memory", "ended"):
            self._end()
        return reply

    def _start(self) -> bool:
        """Start a process; return False if it does not become ready."""
        with large_stack():
            self._process = process = subprocess.Popen(
                [sys.executable, "-m", "kt_core.command.program_process", str(os.getpid())],
                env=environment(),
                cwd=self._folder.name,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._lines = SimpleQueue()
        Thread(target=_read_lines, args=(process.stdout, self._lines), daemon=True).start()
        with suppress(OSError, Empty):
            self._send(json.dumps(self._source))
            if self._lines.get(timeout=START_SECONDS) == READY:
                return True
        self._end()
        return False

    def _send(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def _end(self) -> None:
        """End the process and all that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError, AttributeError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]


def _read_lines(stream: BinaryIO, lines: SimpleQueue[bytes]) -> None:
    with suppress(OSError, ValueError):
        while line := stream.readline(MOST_BYTES):
            lines.put(line)
    lines.put(b"")


def main(parent: int) -> None:
    """Answer the calls on standard input, one line each, on standard output."""
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    Thread(target=end_with, args=(parent,), daemon=True).start()
    limit_memory()
    source = json.loads(calls.readline())
    _raise_fence()
    replies.write(READY)
    replies.flush()
    for line in calls:
        call = ProgramCall.from_json(line.decode())
        settings = RunSettings(
            deepest_calls=DEEPEST_CALLS,
            guard=lambda stop, call=call: alarm(call.budget.seconds, stop),  # type: ignore[misc]
        )
        replies.write(reply_to(source, call, settings).to_json().encode() + b"\n")
        replies.flush()


def _raise_fence() -> None:
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


if __name__ == "__main__":
    main(int(sys.argv[1]))
    os._exit(0)
