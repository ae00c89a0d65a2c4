"""The survey of docs/surveys.md by one process and by two workers of Dask: how much sooner.

Run it on a quiet machine with two cores, after `.venv/bin/pip install -r requirements-survey.txt`:
python -m tests.benchmarks.survey [--rounds 3]. Workers and processes are started before the clock;
the answers are compared, line by line.
"""

import argparse
import runpy
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any, NamedTuple

from tests.benchmarks.rows import Row
from web.make.steps import ROOT

LEAST = 1.6


def recipe() -> SimpleNamespace:
    """Return what docs/survey.py defines; its functions travel to workers as they are written."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "docs/survey.py")))


@contextmanager
def cluster(workers: int, **how: Any) -> Iterator[Any]:
    """Yield a client of so many workers on this machine, each a process, with kt_core imported."""
    connect: Any = import_module("distributed").Client  # which has no types, where it is there
    with connect(n_workers=workers, threads_per_worker=1, dashboard_address=None, **how) as client:
        client.run(recipe().answers, 34)
        yield client


class Cost(NamedTuple):
    """Seconds by the clock, and of the busiest core where two share all the processors' time."""

    clock: float
    core: float


def by_workers(client: Any) -> tuple[Cost, set[str]]:
    """Return what a whole survey takes two workers, and its lines."""
    with tempfile.TemporaryDirectory() as folder:
        file, begun, spent = Path(folder, "survey.jsonl"), perf_counter(), _processors(client)
        for _ in recipe().survey(client, file):
            pass
        clock = perf_counter() - begun
        each = [after - before for after, before in zip(_processors(client), spent, strict=True)]
        return Cost(clock, max(sum(each) / 2, *each)), set(file.read_text().splitlines())


def _processors(client: Any) -> list[float]:
    return [process_time(), *client.run(process_time).values()]


def alone() -> tuple[Cost, set[str]]:
    """Return what this process takes for the same, and its lines."""
    answers, begun, spent = recipe().answers, perf_counter(), process_time()
    lines = {answers(first).rstrip() for first in range(35)}
    return Cost(perf_counter() - begun, process_time() - spent), lines


def main() -> None:
    """Print what both take, and how much sooner two are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    ratios = []
    with cluster(2) as client:
        alone()
        for _ in range(rounds):
            (one, lines), (two, others) = alone(), by_workers(client)
            if lines != others:
                raise SystemExit("the answers differ")
            ratios.append([a / b for a, b in zip(one, two, strict=True)])
            print(f"one process {one.clock:.2f} s, two workers {two.clock:.2f} s", flush=True)
    for name, by in zip(("clock", "processor time"), zip(*ratios, strict=True), strict=True):
        print(Row(f"survey, one process / two workers, {name}", median(by), LEAST, least=True))


if __name__ == "__main__":
    main()
