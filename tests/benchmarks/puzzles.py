"""The time to tell whether a puzzle has none, one or several solutions, relative to CP-SAT.

    .venv/bin/python -m tests.benchmarks.puzzles

CP-SAT comes with `pip install ortools`; without it, only our times are measured. It has two
workers, a circuit of moves, and a step for each square. Both sides answer each puzzle in turn.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from kt_core import Board, knight_graph, solve
from kt_core.events import result_of
from kt_core.puzzles import Solutions, deciding
from kt_core.tour import Puzzle, Undecided
from tests.benchmarks.rows import Row

PUZZLES = 60
SIDES = (5, 10)
SHARES = (0.1, 0.35)
LONGEST = 10.0  # seconds
PATIENCE = 60.0  # seconds of CP-SAT
COUNTS = ("none", "one", "several")


def puzzles(count: int, seed: int = 1) -> Iterator[Puzzle]:
    """Yield puzzles made of mixed tours, half of them with one solution; others may have none."""
    random = Random(seed)
    for i in range(count):
        while not (puzzle := _puzzle(random, has_one=i % 2 == 0)):
            pass
        yield puzzle


def _puzzle(random: Random, *, has_one: bool) -> Puzzle | None:
    board = Board(random.randint(*SIDES), random.randint(*SIDES))
    closed = len(board) % 2 == 0 and random.random() < 0.3
    path = solve(board, closed=closed, seed=random.randrange(10**6)).path
    number = {square: step for step, square in enumerate(path, start=1)}
    chosen = random.sample(path, round(random.uniform(*SHARES) * len(board)))
    if not has_one:
        if random.random() < 0.3:  # two numbers of one color change places
            one = random.choice(chosen)
            other = min(
                {*chosen} - {one}, key=lambda s: (number[s] - number[one]) % 2 or abs(s - one)
            )
            number[one], number[other] = number[other], number[one]
        return _question(board, {square: number[square] for square in chosen}, closed=closed)
    while len(chosen) <= SHARES[1] * len(board):
        puzzle = _question(board, {square: number[square] for square in chosen}, closed=closed)
        try:
            found = result_of(deciding(puzzle, 1000)) if puzzle else Solutions()
        except Undecided:
            return None
        if found.count != "several":
            return puzzle
        chosen.append(random.choice([s for s in found.differences() if s not in chosen]))
    return None


def _question(board: Board, given: dict[int, int], *, closed: bool) -> Puzzle | None:
    try:
        return Puzzle.of(board, closed=closed, given=given)
    except ValueError:  # exchanged numbers that contradict each other at sight
        return None


def answer_of_cp_sat(puzzle: Puzzle) -> str:
    """Return the answer of CP-SAT, or "undecided"."""
    from ortools.sat.python import cp_model

    graph, model = knight_graph(puzzle.board), cp_model.CpModel()
    index = {square: i for i, square in enumerate(graph, start=1)}
    step = {s: model.new_int_var(1, len(graph), "") for s in graph}
    begin = {s: model.new_bool_var("") for s in graph}
    end = {s: model.new_bool_var("") for s in graph}
    moves = {(s, to): model.new_bool_var("") for s in graph for to in graph[s]}
    arcs: list[Any] = [(index[s], index[to], move) for (s, to), move in moves.items()]
    arcs += [(0, index[s], begin[s]) for s in graph] + [(index[s], 0, end[s]) for s in graph]
    model.add_circuit(arcs)
    model.add_all_different(step.values())
    for (s, to), move in moves.items():
        model.add(step[to] == step[s] + 1).only_enforce_if(move)
    for s in graph:
        model.add(step[s] == 1).only_enforce_if(begin[s])
        model.add(step[s] == len(graph)).only_enforce_if(end[s])
        if puzzle.closed:
            model.add_bool_or(begin[s].negated(), *(end[to] for to in graph[s]))
    for square, number in puzzle.numbers:
        model.add(step[square] == number)
    for count in range(2):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 2, PATIENCE
        status = solver.solve(model)
        if status == cp_model.UNKNOWN:
            return "undecided"
        if status == cp_model.INFEASIBLE:
            return COUNTS[count]
        model.add_bool_or(move.negated() for move in moves.values() if solver.value(move))
    return COUNTS[2]


def rows(quick: bool) -> Iterator[Row]:
    """Yield the ratio of the median times, if CP-SAT is installed, and our longest time."""
    ours, theirs, counts = list[float](), list[float](), Counter[str]()
    for puzzle in puzzles(PUZZLES // 3 if quick else PUZZLES):
        began = perf_counter()
        count = result_of(deciding(puzzle)).count
        ours.append(perf_counter() - began)
        counts[count] += 1
        if find_spec("ortools"):
            began = perf_counter()
            other = answer_of_cp_sat(puzzle)
            theirs.append(perf_counter() - began)
            assert other in (count, "undecided"), (puzzle, puzzle.given)
    print(f"# {dict(counts)}; our median {median(ours):.3f} s", file=sys.stderr)
    if theirs:
        print(
            f"# CP-SAT: median {median(theirs):.3f} s, longest {max(theirs):.1f} s", file=sys.stderr
        )
        yield Row("puzzles: median time, relative to CP-SAT", median(ours) / median(theirs), 1)
    yield Row("puzzles: longest time, in seconds", max(ours), LONGEST)


if __name__ == "__main__":
    for row in rows(quick="--quick" in sys.argv):
        print(row)
