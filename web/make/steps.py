"""Steps of set-up and build: progress messages, atomic files, a lock, a cache, and concurrency.

`run_concurrently` runs independent steps at the same time. The `Workshop` caches the results of
slow steps by a hash of all their inputs, so an unchanged build repeats no slow step.
"""

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parents[2]
OWN_GROUP = None if sys.platform == "win32" else 0  # 0 gives a command its own process group
_running: set[subprocess.Popen[bytes]] = set()


class SetupError(Exception):
    """Set-up cannot continue; the text is a sentence for the person at the terminal."""


def say(line: str) -> None:
    """Print one line of progress immediately, even if the output is a file."""
    print(line, flush=True)


def run(purpose: str, command: Sequence[str | Path], *, hint: str = "") -> None:
    """Run a long command: print its purpose first, and its output only if it fails."""
    say(f"{purpose} ...")
    started, brief = time.monotonic(), purpose.partition(" (")[0]
    status, words = _status_and_output(command)
    if status:
        last = "\n".join(f"  {line}" for line in words.strip().splitlines()[-6:])
        fault = f"{Path(command[0]).name} ended with status {status} and said:\n{last}"
        raise SetupError(f"{brief} did not work. {hint}{fault}")
    say(f"  {brief}: done in {time.monotonic() - started:.0f} s")


def run_concurrently(*works: Callable[[], Any]) -> tuple[Any, ...]:
    """Return the results of these functions, which start at the same time.

    The first runs in this thread, which receives Ctrl-C, so it may be pure Python; the others
    should mostly wait for commands. If one fails, the commands that are still running are ended.
    """
    own, *others = works
    with ThreadPoolExecutor(len(works)) as pool:
        jobs = [pool.submit(work) for work in others]
        try:
            answer = own()
            ended, _ = wait(jobs, return_when=FIRST_EXCEPTION)
            for job in ended:
                job.result()  # re-raises its exception
            return answer, *(job.result() for job in jobs)
        except BaseException:
            while not all(job.done() for job in jobs):  # one may have started a new command
                for process in [*_running]:
                    _end(process)
                wait(jobs, timeout=0.05)
            raise


def _status_and_output(command: Sequence[str | Path]) -> tuple[int, str]:
    # The command inherits the descriptor of the lock: see alone().
    with subprocess.Popen(
        list(command),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        close_fds=False,
        process_group=OWN_GROUP,
    ) as process:
        _running.add(process)
        try:
            words, _ = process.communicate()
            return process.returncode, words.decode(errors="replace")
        finally:
            _running.discard(process)
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stop a command that still runs, for example after Ctrl-C, and everything that it started."""
    if process.poll() is None:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def write(path: Path, content: str | bytes) -> None:
    """Write a file atomically: a reader sees either the old or the new content."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def digest(*facts: str | Path) -> str:
    """Return the hash of texts and of the files at paths."""
    parts = (fact.read_bytes() if isinstance(fact, Path) else fact.encode() for fact in facts)
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other run of this project is active, and lock out others meanwhile.

    The system releases the lock when a run ends in any way, so there are no stale locks. The
    commands that a run starts inherit the lock, so the next run also waits for the commands that a
    killed run leaves behind.
    """
    with (ROOT / ".setup.lock").open("a+b") as file:
        if not _try_lock(file.fileno()):
            say("Another run of build.py is at work in this folder; waiting for it ...")
            while not _try_lock(file.fileno()):
                time.sleep(0.2)
        os.set_inheritable(file.fileno(), True)  # noqa: FBT003
        yield


if sys.platform == "win32":

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


HERE = Path(__file__).parent


@dataclass(frozen=True)
class Workshop:
    """The folders used by the build."""

    node: Path
    node_modules: Path
    cache: Path

    def result(self, name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
        """Return the result of `make`, from the cache if no input has changed."""

        def store(_: list[str], folder: Path) -> None:
            Path(folder, name).write_bytes(make())

        return self.results({name: inputs}, store)[name]

    def results(
        self, inputs: Mapping[str, Iterable[bytes]], make: Callable[[list[str], Path], None]
    ) -> dict[str, bytes]:
        """Return the contents of files by name; `make` writes the uncached ones into a folder."""
        paths = {name: self._place(name, each) for name, each in inputs.items()}
        missing = [name for name, path in paths.items() if not path.exists()]
        with tempfile.TemporaryDirectory() as folder:
            if missing:
                make(missing, Path(folder))
            for name in missing:
                for old in self.cache.glob(f"{name}-*"):
                    old.unlink()
                write(paths[name], Path(folder, name).read_bytes())
        return {name: path.read_bytes() for name, path in paths.items()}

    def _place(self, name: str, inputs: Iterable[bytes]) -> Path:
        digest = hashlib.sha256()
        for data in [name.encode(), *own_sources(), *inputs]:
            digest.update(len(data).to_bytes(8, "big") + data)
        return self.cache / f"{name}-{digest.hexdigest()[:20]}"

    def run(self, purpose: str, script: str, *arguments: str) -> None:
        """Run one of this folder's scripts with Node; `SetupError` has its output."""
        run(purpose, [self.node, HERE / script, *arguments])


def own_texts(folder: Path) -> list[Path]:
    """Return the texts in a folder, but not the bytecode that Python leaves there."""
    return sorted(
        path for path in folder.rglob("*") if path.suffix in {".css", ".html", ".js", ".md", ".txt"}
    )


def own_sources() -> list[bytes]:
    """Return the contents of this folder's sources, on which every cached result depends."""
    return [path.read_bytes() for path in sorted(HERE.iterdir()) if path.suffix in {".py", ".mjs"}]
