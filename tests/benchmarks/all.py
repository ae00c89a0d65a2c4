"""Every promised figure beside its bound, as ratios that are valid on any machine."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping

from tests.benchmarks import answers, puzzles, start, tasks, worker
from tests.benchmarks.rows import Row

PARTS: Mapping[str, Callable[[bool], Iterator[Row]]] = {
    "answers": answers.rows,
    "puzzles": puzzles.rows,
    "start": start.rows,
    "tasks": tasks.rows,
    "worker": worker.rows,
}


def main() -> int:
    """Print a line for each figure; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="in about three minutes")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    options = parser.parse_args()
    missed = 0
    for name, rows in PARTS.items():
        if options.only in (None, name):
            for row in rows(options.quick):
                print(row, flush=True)
                missed += not row.met
    print(f"{missed} missed" if missed else "all met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
