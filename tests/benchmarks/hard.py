"""Hard boards of eleven kinds, beside CP-SAT: `python -m tests.benchmarks.hard --count 2000`.

Each question is asked once, with a limit of five seconds of the processor; the peer has 60 seconds
of the clock, and `--alone` leaves it out. Verdicts must be equal; each refutation is checked.
"""

import argparse
from collections import Counter, defaultdict
from statistics import median
from time import process_time

from kt_core import NoTour, Undecided
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.benchmarks.kinds import puzzles
from tests.benchmarks.peers import asked
from web.make.setup import requirements

LIMIT, PEER_LIMIT = 5.0, 60.0  # seconds


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


def main() -> None:
    """Print a line for each kind, and each question that is slow or in doubt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=220)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--alone", action="store_true", help="without CP-SAT")
    options = parser.parse_args()
    if not options.alone:
        requirements("bench", "Getting OR-Tools from PyPI (60 MB, only once)")
    answers: dict[str, Counter[bool | None]] = defaultdict(Counter)
    times, ratios = defaultdict[str, list[float]](list), list[float]()
    for i, (kind, puzzle) in enumerate(puzzles(options.count, options.seed)):
        answer, seconds, fault = ours(puzzle)
        answers[kind][answer] += 1
        times[kind].append(seconds)
        if not options.alone:
            peers, its = asked("CP-SAT", puzzle, PEER_LIMIT)
            ratios.append(seconds / its)
            if None not in (peers, answer) and peers != answer:
                fault = f"CP-SAT says {peers}"
        if answer is None or fault or seconds > 1:
            print(f"{i} {kind} {len(puzzle.board)} squares: {answer}, {seconds:.2f} s {fault}")
    for kind, found in answers.items():
        told = f"median {1000 * median(times[kind]):.1f} ms, slowest {max(times[kind]):.2f} s"
        print(f"{kind:10} yes {found[True]}, no {found[False]}, undecided {found[None]}, {told}")
    if ratios:
        print(f"our time to that of CP-SAT: median {median(ratios):.3f}")


if __name__ == "__main__":
    main()
