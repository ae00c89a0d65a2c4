"""A process that answers calls of a program: its side, and the side of the tests.

A line of JSON is a call, and a line of JSON is the reply. The program's standard streams lead
nowhere, and its folder is empty. The tests are in the other process, and nothing that comes from
this one is trusted.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from types import TracebackType
from typing import BinaryIO, Self

from kt_core.command.fence import raise_fence
from kt_core.command.process import (
    DEEPEST_CALLS,
    alarm,
    end_with,
    environment,
    large_stack,
    limit_memory,
)
from kt_core.command.programs import START_SECONDS
from kt_core.marking.answer import reply_to
from kt_core.marking.calls import CallReply, ProgramCall
from kt_core.marking.values import MOST_CHARACTERS, NotPlainError
from kt_core.programs.run import RunSettings

MOST_BYTES = 4 * MOST_CHARACTERS + 10_000  # limit for one line
GRACE_SECONDS = 3.0  # a call may exceed its budget by this time; then its process is killed
MOST_REPLIES = 2_000  # limit for cached replies
READY = b"ready\n"


class ProgramProcess:
    """The process of a program, as the tests see it; a new one is started when it has ended."""

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


def main(asker: int) -> None:
    """Answer the calls on standard input, one line each, on standard output."""
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    Thread(target=end_with, args=(asker,), daemon=True).start()
    limit_memory()
    source = json.loads(calls.readline())
    raise_fence()
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


if __name__ == "__main__":
    main(int(sys.argv[1]))
    os._exit(0)
