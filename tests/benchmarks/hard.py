"""Hard boards of eleven kinds, beside CP-SAT: `python -m tests.benchmarks.hard --count 2000`.

With `--leapers` every leaper, on full boards, grids and those kinds, with none, one or two ends.

Each question is asked once, with a limit of five seconds of the processor; the peer has 20 seconds
of the clock, and `--alone` leaves it out. Verdicts must be equal; each refutation is checked.
With `--keep FILE` a run that was cut off goes on where it was: 2,000 boards take some hours.
"""

import argparse
import json
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

from kt_core import NoTour, Undecided
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.benchmarks.kinds import crossed, puzzles
from tests.benchmarks.peers import asked
from web.make.setup import requirements

LIMIT, PEER_LIMIT = 5.0, 20.0  # seconds


def ours(puzzle: Puzzle) -> tuple[bool | None, float, str]:
    """Return the answer, its seconds, and what became of the check of a refutation."""
    begun, work = process_time(), solving(puzzle)
    try:
        while process_time() - begun < LIMIT:
            next(work)
    except StopIteration:
        return True, process_time() - begun, ""
    except Undecided:
        return None, process_time() - begun, ""
    except NoTour as no:
        seconds = process_time() - begun
        try:
            check(no)
        except ValueError as wrong:
            return False, seconds, f"unchecked: {wrong}"
        return False, seconds, ""
    return None, process_time() - begun, ""


@dataclass(frozen=True)
class Row:
    """What one question gave; `peer` is CP-SAT's seconds, None where it was not asked."""

    kind: str
    squares: int
    answer: bool | None
    seconds: float
    peer: float | None
    fault: str


def both(kind: str, puzzle: Puzzle, *, alone: bool) -> Row:
    """Ask one question of ourselves and, unless it is left out, of the peer."""
    answer, seconds, fault = ours(puzzle)
    peer = None
    if not alone:
        its, peer = asked("CP-SAT", puzzle, PEER_LIMIT)
        if None not in (its, answer) and its != answer:
            fault = f"CP-SAT says {its}"
    return Row(kind, len(puzzle.board), answer, seconds, peer, fault)


def kept(file: Path | None) -> list[Row]:
    """Return the rows of a run before; a last line that was cut off does not count."""
    if file is None or not file.exists():
        return []
    lines = file.read_text("utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    file.write_text("".join(whole), "utf-8")
    return [Row(**json.loads(line)) for line in whole]


def tell(rows: list[Row]) -> None:
    """Print a line for each kind, and the ratio."""
    answers: dict[str, Counter[bool | None]] = defaultdict(Counter)
    times = defaultdict[str, list[float]](list)
    for row in rows:
        answers[row.kind][row.answer] += 1
        times[row.kind].append(row.seconds)
    for kind, found in answers.items():
        told = f"median {1000 * median(times[kind]):.1f} ms, slowest {max(times[kind]):.2f} s"
        print(f"{kind:10} yes {found[True]}, no {found[False]}, undecided {found[None]}, {told}")
    if ratios := [row.seconds / row.peer for row in rows if row.peer]:
        print(f"our time to that of CP-SAT: median {median(ratios):.3f} of {len(ratios)} boards")


def main() -> None:
    """Ask, and print each question that is slow or in doubt as it comes, then the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=220)
    parser.add_argument("--skip", type=int, default=0, help="boards at the beginning, not asked")
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--alone", action="store_true", help="without CP-SAT")
    parser.add_argument("--keep", type=Path, help="a file of rows, JSON, to go on from")
    parser.add_argument("--leapers", action="store_true", help="not only the knight")
    options = parser.parse_args()
    made = crossed if options.leapers else puzzles
    if not options.alone:
        requirements("bench", "Getting OR-Tools from PyPI (60 MB, only once)")
    rows = kept(options.keep)
    begin = options.skip + len(rows)
    for i, (kind, puzzle) in enumerate(
        islice(made(options.count, options.seed), begin, None), begin
    ):
        rows.append(row := both(kind, puzzle, alone=options.alone))
        if options.keep is not None:
            with options.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(row)) + "\n")
        if row.answer is None or row.fault or row.seconds > 1:
            print(f"{i}", *asdict(row).values(), flush=True)
    tell(rows)


if __name__ == "__main__":
    main()
