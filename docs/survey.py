"""Ask all 6x6 boards with two holes for tours: python docs/survey.py FILE [SCHEDULER]."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from os import SEEK_END
from pathlib import Path
from typing import Any, BinaryIO

from kt_core import Board, NoTour, Undecided, solve
from kt_core.files import refutation, text

if sys.platform == "win32":
    import msvcrt

    def lock(out: BinaryIO) -> None:
        """Lock a file until it is closed; `OSError` if another process has locked it."""
        out.seek(1 << 30)  # a byte that nobody reads
        msvcrt.locking(out.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock(out: BinaryIO) -> None:
        """Lock a file until it is closed; `OSError` if another process has locked it."""
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)


def answers(first: int) -> str:
    """Return a line: for each board with this first hole and each question, a tour or a proof."""
    found = dict[str, str]()
    for board in (Board(6, 6, (first, second)) for second in range(first + 1, 36)):
        for start in ("", *board.names(board).split()):  # a closed tour, then open ones
            try:
                answer = text.tour_json(solve(board, start=start or None, closed=not start))
            except (NoTour, Undecided) as no:
                answer = refutation.proof_json(no) if isinstance(no, NoTour) else "undecided"
            found[f"{board.names(sorted(board.holes))} {start}"] = answer
    return json.dumps([first, found]) + "\n"


def saved(file: Path) -> set[int]:
    """Return the first holes with a complete line in a file, which may contain anything."""
    firsts = set[int]()
    for line in file.read_bytes().split(b"\n") if file.exists() else []:
        try:
            first, found = json.loads(line.decode("utf-8-sig"))
            firsts |= {first} if found else set()
        except (ValueError, TypeError):  # an empty line, or one that was cut off
            continue
    return firsts


@contextmanager
def opened(file: Path) -> Iterator[BinaryIO]:
    """Open a file for appending lines; end the program if another process has it open so."""
    with file.open("a+b") as out:
        try:
            lock(out)
        except OSError:
            raise SystemExit(f"another survey is writing to {file}; choose another file") from None
        out.seek(max(out.seek(0, SEEK_END) - 1, 0))
        if out.read() not in (b"", b"\n"):  # the last line was cut off
            out.write(b"\n")
        yield out


def survey(client: Any, file: Path) -> Iterator[str]:
    """Append a line to a file for each first hole that it lacks, and yield the line."""
    from distributed import as_completed

    with opened(file) as out:
        for future in as_completed(client.map(answers, sorted({*range(35)} - saved(file)))):
            out.write(future.result().encode())
            out.flush()
            yield future.result()


if __name__ == "__main__":
    from distributed import Client

    for line in survey(Client(*sys.argv[2:]), Path(sys.argv[1])):  # no address: this machine
        print("saved the boards whose first hole is", json.loads(line)[0])
