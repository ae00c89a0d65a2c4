"""Two peers that answer the same questions: OR-Tools' CP-SAT, and Warnsdorff with backtracking.

OR-Tools comes from requirements-bench.txt, for nothing else. A peer works in a process of
its own, which is stopped when its time is over: building a model can take longer than solving it.
"""

import os
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Thread
from time import perf_counter, process_time

from kt_core import knight_graph, search
from kt_core.events import Found
from kt_core.orderings import warnsdorff
from kt_core.tour import Puzzle, Tour

Peer = Callable[[Puzzle], bool | None]  # whether there is a tour; None: gave up


def cp_sat(puzzle: Puzzle) -> bool | None:
    """Ask CP-SAT for a circuit, through one vertex more where the tour is open."""
    from ortools.sat.python import cp_model

    graph, model = knight_graph(puzzle.board, puzzle.leaper), cp_model.CpModel()
    number = {square: i for i, square in enumerate(graph)}
    arcs = [(number[a], number[b]) for a in graph for b in graph[a]]
    if not puzzle.closed:
        hub = len(number)
        starts = graph if puzzle.start is None else (puzzle.start,)
        ends = graph if puzzle.end is None else (puzzle.end,)
        arcs += [(hub, number[s]) for s in starts] + [(number[s], hub) for s in ends]
    model.add_circuit([(a, b, model.new_bool_var("")) for a, b in arcs])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    return {cp_model.OPTIMAL: True, cp_model.FEASIBLE: True, cp_model.INFEASIBLE: False}.get(status)


def plain_warnsdorff(puzzle: Puzzle) -> bool | None:
    """Search by Warnsdorff's rule with backtracking, without pruning, from the start if given."""
    start = puzzle.board.squares[0] if puzzle.start is None else puzzle.start
    graph = knight_graph(puzzle.board, puzzle.leaper)
    for event in search(graph, start, order=warnsdorff, ends=puzzle.ends(graph, start)):
        if isinstance(event, Found):
            Tour(puzzle.board, event.path, puzzle.closed, puzzle.leaper)  # type: ignore[arg-type]
            return True
    return False if puzzle.closed or puzzle.start is not None else None


PEERS: dict[str, Peer] = {"CP-SAT": cp_sat, "Warnsdorff": plain_warnsdorff}


def asked(peer: str, puzzle: Puzzle, limit: float) -> tuple[bool | None, float]:
    """Return a peer's answer and its seconds, None and the limit where it gave up.

    The time of starting its process and importing its library is not counted.
    """
    context = get_context("forkserver")  # which imports the library once: that takes seconds
    context.set_forkserver_preload(["ortools.sat.python.cp_model"])
    here, there = context.Pipe()
    process = context.Process(target=_answer, args=(peer, puzzle, there), daemon=True)
    process.start()
    try:
        if not here.poll(60) or here.recv() != "ready" or not here.poll(limit):
            return None, limit
        answer, seconds = here.recv()
        return answer, seconds
    except EOFError:  # it ran out of memory
        return None, limit
    finally:
        process.kill()
        process.join()


def _answer(peer: str, puzzle: Puzzle, there: Connection) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    if peer == "CP-SAT":
        import ortools.sat.python.cp_model  # noqa: F401
    there.send("ready")
    begun, worked = perf_counter(), process_time()
    answer = PEERS[peer](puzzle)
    # By the clock it would seem slow on a busy machine; by the processor its workers would add up.
    there.send((answer, min(perf_counter() - begun, process_time() - worked)))


def _end_with_parent() -> None:
    """Stop where the benchmark was killed: a solver without its limit goes on for hours."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
