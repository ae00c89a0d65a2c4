"""Every figure that is promised, beside its bound.

Run it after python3 build.py: python -m tests.benchmarks.all --quick
Processor time and ratios, so that a machine may be busy; without `--quick`
more rounds and questions. The exit status is 1 where a bound is missed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping

from tests.benchmarks import answers, chapter, phone, play, search, start, tasks
from tests.benchmarks.rows import Row

PARTS: Mapping[str, Callable[[bool], Iterator[Row]]] = {
    "search": search.rows,
    "answers": answers.rows,
    "play": play.rows,
    "tasks": tasks.rows,
    "start": start.rows,
    "chapter": chapter.rows,
    "phone": phone.rows,
}


def main() -> int:
    """Print a line for each figure; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="in under three minutes")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    given = parser.parse_args()
    missed = 0
    for name, rows in PARTS.items():
        if given.only in (None, name):
            for row in rows(given.quick):
                print(row, flush=True)
                missed += not row.met
    print(f"{missed} missed" if missed else "all met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
