"""The cost of watching a program in the page's worker, relative to the same program unwatched."""

import json
import subprocess
from collections.abc import Iterator
from statistics import median

from tests.benchmarks.programs import PROGRAMS
from tests.benchmarks.rows import Row
from web.make.setup import ready_node
from web.make.steps import ROOT

#: Prints the ratios of all pairs, by container, as JSON.
TRIAL = """
import json
from kt_core.board import Board
from tests.benchmarks.programs import PROGRAMS, alone
from tests.benchmarks.rows import in_turn
from web.programs.job import Job
from web.programs.worker import serve

def watched(source):
    job = Job(source, Board(8, 8), (0,), visits=10**9, seconds=600.0).to_json()
    sizes, began = [], cpu()
    serve(job, lambda data: sizes.append(len(data)))
    seconds = cpu() - began
    assert sum(sizes) > 60_000 * 4, sizes
    return seconds

print(json.dumps({
    name: [*in_turn(lambda: watched(source), lambda: alone(source, cpu), PAIRS)]
    for name, (_most, source) in PROGRAMS.items()
}))
"""


def rows(quick: bool) -> Iterator[Row]:
    """Yield the median of watched time by unwatched time for each container."""
    options = {"pyodide": str(ROOT / "node_modules/pyodide"), "project": str(ROOT)}
    trial = TRIAL.replace("PAIRS", "3" if quick else "9")
    script = ROOT / "tests/benchmarks/in_worker.mjs"
    done = subprocess.run(
        [ready_node().node, str(script), json.dumps(options), trial],
        capture_output=True,
        text=True,
        check=True,
    )
    for name, ratios in json.loads(done.stdout.splitlines()[-1]).items():
        title = f"watching a {name} in the page, by the program unwatched"
        yield Row(title, median(ratios), PROGRAMS[name][0])
