"""Separate Python processes for a reader's program, which might never end or might end Python.

`answer_of` asks one question: the process reads it from a JSON file, sends its answer as a line of
JSON, and ends when its parent ends.

A `ProgramProcess` answers calls, for tests. Each call and each reply is a line of JSON. The
program's standard streams lead nowhere, and its folder is empty. The tests run in the parent
process, which trusts nothing that the program's process sends. A fence refuses what a program
does to the machine (files, other processes, the network), so the program cannot open the tests; it
can read only Python's library. It allows what a program does to Python itself. The
fence is not secure: a program that is written to break it may succeed. Grade programs of strangers
in a container.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from time import sleep
from types import TracebackType
from typing import Any, BinaryIO, Self

from kt_core.language import current_language, speak
from kt_core.marking.calls import MOST_IMPORTS, CallReply, ProgramCall, reply_to
from kt_core.marking.values import MOST_CHARACTERS, NotPlainError
from kt_core.programs.run import RunSettings

QUESTION, PRINTED = "question.json", "printed"  # files in the folder that both processes use
LONGEST_ANSWER = 1 << 25  # bytes
PULSE_SECONDS = 0.2  # between two requests to stop
MOST_MEMORY = 2 << 30  # bytes
STACK = 512 << 20  # bytes, for deep recursion
DEEPEST_CALLS = 50_000
START_SECONDS = 20.0  # time for the start of a process, in addition to the program's time
ANSWER_SECONDS = 20.0  # time for the answer after the program has ended

Fields = dict[str, Any]
Ended = Callable[[], None]  # called when the program has ended
Answers = Callable[[Fields, Ended], Fields]
MOST_BYTES = 4 * MOST_CHARACTERS + 10_000  # limit for one line
GRACE_SECONDS = 1.0  # a call may exceed its budget by this time; then its process is killed
MOST_REPLIES = 2_000  # limit for cached replies
READY, BEGINS, ENDED = b"ready\n", b"begins\n", b"ended\n"
WAITING_LINES = 4  # limit for the lines of a process that are not read yet
#: Audit events by which a program changes the machine: files, other processes, the network.
FORBIDDEN = frozenset(
    f"{module}.{name}"
    for module, names in {
        "cpython": "PyInterpreterState_New",  # another interpreter has no fence
        "ctypes": "dlsym",
        "ftplib": "connect",
        "os": "chflags chmod chown exec fork forkpty kill killpg link lockf mkdir posix_spawn"
        " remove removexattr rename rmdir setxattr spawn startfile symlink system truncate utime",
        "pty": "spawn",
        "resource": "prlimit setrlimit",
        "socket": "bind connect getaddrinfo gethostbyname sendmsg sendto",
        "sqlite3": "connect enable_load_extension",
        "subprocess": "Popen",
        "winreg": "ConnectRegistry CreateKey DeleteKey OpenKey SetValue",
    }.items()
    for name in names.split()
)
#: Functions that open files or start processes without an audit event, by their modules.
UNHEARD: Mapping[str, str] = {
    "_dbm": "open",
    "_gdbm": "open",
    "_posixsubprocess": "fork_exec",
    "faulthandler": "dump_traceback_later enable register",
    "posix": "mkfifo mknod pidfd_open posix_fallocate setpriority chroot",
    "readline": "append_history_file read_history_file read_init_file write_history_file",
    "signal": "pidfd_send_signal",
}
READS = frozenset(("open", "os.listdir", "os.scandir"))
OURS = Path(__file__).parents[1]
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def answer_of(answers: Answers, question: Fields, seconds: float | None = None) -> Fields:
    """Return the answer of another Python process; of this one if no other can be started.

    `answers` is a function of a module that calls `serve` with it. Nothing in the answer may be
    trusted. If the process ended without one, it has only "printed", the text of the file that the
    question names; and "late" if the program takes more than `seconds`, or its evidence more than
    `ANSWER_SECONDS`.
    """
    if sys.platform == "emscripten" or not sys.executable:
        return answers(question, lambda: None)
    question = question | {"language": current_language(), "parent": os.getpid()}
    # A process in a new session cannot read the terminal.
    alone = sys.stdin is None or not sys.stdin.isatty()
    with TemporaryDirectory(prefix="kt_core-") as folder:
        printed = Path(folder, PRINTED)
        question["printed"] = str(printed)
        Path(folder, QUESTION).write_text(json.dumps(question), "utf-8")
        arguments = (answers.__module__, answers.__name__, folder)
        process, lines = _start(*arguments, most=LONGEST_ANSWER, start_new_session=alone)
        try:
            return _answer_in(lines, seconds) or {"printed": _text_of(printed)}
        except Empty:
            return {"late": True, "printed": _text_of(printed)}
        finally:
            _end(process)


def _start(
    module: str, *arguments: str, most: int, **options: Any
) -> tuple[subprocess.Popen[bytes], Queue[bytes]]:
    """Start a process of Python; return it and the queue of the lines that it writes."""
    command = [sys.executable, "-m", module, *arguments]
    with large_stack():
        process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, **options)
    lines = Queue[bytes](WAITING_LINES)
    Thread(target=_read_lines, args=(process.stdout, lines, most), daemon=True).start()
    return process, lines


def _read_lines(stream: BinaryIO, lines: Queue[bytes], most: int) -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(most):
            lines.put(line)
    lines.put(b"")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process; if it began a session, also all that it has started."""
    with suppress(OSError, AttributeError):
        if os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()


def _answer_in(lines: Queue[bytes], seconds: float | None) -> Fields:
    """Return the answer after the lines that say that the program begins and has ended."""
    is_timed, line = seconds is not None, b""
    for timeout in (START_SECONDS, seconds and seconds + GRACE_SECONDS, ANSWER_SECONDS):
        line = lines.get(timeout=timeout if is_timed else None)
        if line not in (READY, ENDED):
            break
    with suppress(ValueError, RecursionError):
        answer = json.loads(line)
        return answer if type(answer) is dict else {}
    return {}


def _text_of(file: Path) -> str:
    with suppress(OSError), file.open("rb") as content:
        return content.read(LONGEST_ANSWER).decode("utf-8", "replace")
    return ""


def environment() -> dict[str, str]:
    """Return the environment of a process that imports this package."""
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}


@contextmanager
def large_stack() -> Iterator[None]:
    """Give a larger stack to processes that a `with` block starts, if the system limits stacks."""
    try:
        import resource
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    most = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_STACK, (most, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def end_with(parent: int) -> None:
    """End this process when its parent process has ended, because the program may never end."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(130)


@contextmanager
def alarm(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` in this thread after `seconds`, and then repeatedly."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_signal: stop())
    signal.setitimer(signal.ITIMER_REAL, seconds, PULSE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _limit(name: str, most: int) -> None:
    """Limit a resource of this process, if the system can do so."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        kind = getattr(resource, name)
        resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def serve(*functions: Answers) -> None:
    """Answer the question with the function and the folder in `sys.argv`, and end this process."""
    name, folder = sys.argv[1:]
    answers = {each.__name__: each for each in functions}[name]
    try:
        _answer(answers, json.loads(Path(folder, QUESTION).read_text("utf-8")))
        os._exit(0)  # also ends the program's threads, and runs none of its exit functions
    except KeyboardInterrupt:
        sys.exit(130)


def _answer(answers: Answers, question: Fields) -> None:
    send = _sender(question["parent"])
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    speak(question["language"])
    send(READY)
    send(json.dumps(answers(question, lambda: send(ENDED))).encode() + b"\n")


def _sender(parent: int) -> Callable[[bytes], None]:
    """Return a function that sends a line to the parent; limit the process to its life."""
    replies, process = os.fdopen(os.dup(1), "wb"), os.getpid()
    Thread(target=end_with, args=(parent,), daemon=True).start()
    _limit("RLIMIT_AS", MOST_MEMORY)

    def send(line: bytes) -> None:
        if os.getpid() == process:  # else the program has forked, and this is the copy
            replies.write(line)
            replies.flush()

    return send


class ProgramProcess:
    """The process of a program; after it has ended, the next call starts another one."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._process: subprocess.Popen[bytes] | None = None
        self._lines = Queue[bytes](WAITING_LINES)
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
            line = BEGINS
            for _ in range(MOST_IMPORTS + 2):  # the imports, the call and the reply
                if line == BEGINS:
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
        self._process, self._lines = _start(
            "kt_core.command.process",
            str(os.getpid()),
            most=MOST_BYTES,
            cwd=self._folder.name,
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
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
        process, self._process = self._process, None
        if process:
            _end(process)


def answer_calls(parent: int) -> None:
    """Answer the calls on standard input, one line each, on standard output."""
    calls, send = os.fdopen(os.dup(0), "rb"), _sender(parent)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    source = json.loads(calls.readline())
    _raise_fence()
    send(READY)
    for line in calls:
        call = ProgramCall.from_json(line.decode())
        settings = RunSettings(
            deepest_calls=DEEPEST_CALLS,
            guard=lambda stop, call=call: alarm(call.budget.seconds, stop),  # type: ignore[misc]
        )
        reply = reply_to(source, call, settings, lambda: send(BEGINS))
        send(reply.to_json().encode() + b"\n")


def _raise_fence() -> None:
    """Forbid `FORBIDDEN`, `UNHEARD` and most files, for the rest of the process."""
    forbidden, reads, folders = FORBIDDEN, READS, _folders()

    def refuse(*_arguments: object, **_named: object) -> None:
        raise PermissionError("a test allows no files, processes and networks")

    def check(event: str, arguments: tuple[object, ...]) -> None:
        is_library = event == "ctypes.dlopen" and arguments[0] is not None
        if event in forbidden or is_library:
            refuse()
        if event in reads and not _is_readable(arguments, folders):
            refuse()

    for module, names in UNHEARD.items():
        with suppress(ImportError):
            found = import_module(module)
            vars(found).update(dict.fromkeys(vars(found).keys() & names.split(), refuse))
            if module == "posix":
                vars(os).update(dict.fromkeys(vars(os).keys() & names.split(), refuse))
    _limit("RLIMIT_FSIZE", 0)
    sys.addaudithook(check)


def _folders() -> Sequence[str]:
    """Return the folders of Python's library."""
    names = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return [os.path.realpath(name) + os.sep for name in names]


def _is_readable(arguments: tuple[object, ...], folders: Sequence[str]) -> bool:
    path = arguments[0]
    if isinstance(path, int):  # a stream that is open already
        return True
    if not isinstance(path, str | bytes):
        return False
    if path == os.devnull:
        return True
    writes = len(arguments) > 2 and isinstance(arguments[2], int) and arguments[2] & _WRITING
    name = os.path.realpath(os.fsdecode(path)) + os.sep
    is_ours = name.startswith(os.path.realpath(OURS) + os.sep)  # it has solvers
    return not (writes or is_ours) and any(name.startswith(folder) for folder in folders)


if __name__ == "__main__":
    answer_calls(int(sys.argv[1]))
    os._exit(0)
