"""Thousands of random addresses, command lines, proofs, boards and readers of tasks."""

import argparse
from collections.abc import Callable
from time import process_time

from tests.shared.fuzz import CASES

HANG_SECONDS = 1.0


def main() -> int:
    """Run the cases; return 1 if any answer was wrong, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=CASES)
    parser.add_argument("--begin", type=int, default=0, help="the first seed")
    parser.add_argument("--times", type=float, default=1.0, help="of the usual number")
    asked = parser.parse_args()
    wrong = 0
    for kind in [asked.kind] if asked.kind else CASES:
        case, count = CASES[kind]
        seeds = range(asked.begin, asked.begin + max(1, round(count * asked.times)))
        wrong += _run(kind, case, seeds)
    return min(wrong, 1)


def _run(kind: str, case: Callable[[int], str], seeds: range) -> int:
    faults, worst = 0, (0.0, 0)
    for seed in seeds:
        begin = process_time()
        try:
            case(seed)
        except Exception as fault:  # noqa: BLE001 - any exception is reported
            faults += 1
            print(f"{kind}, seed {seed}: {type(fault).__name__}: {fault}", flush=True)
        worst = max(worst, (process_time() - begin, seed))
    slow = " (a hang)" if worst[0] > HANG_SECONDS else ""
    print(f"{kind}: {len(seeds)} cases, {faults} wrong; the slowest {worst[0]:.2f} s{slow}", end="")
    print(f", seed {worst[1]}", flush=True)
    return faults


if __name__ == "__main__":
    raise SystemExit(main())
