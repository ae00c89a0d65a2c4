"""Reasons why a run has no tour, each verified on this run.

A sentence states an event of the run, or a mistake in the text with its effect on the run. The
function that yields it tests the condition that makes it true. A correct result has no reasons.
A search that takes long has sentences about its longest path, and about Warnsdorff's rule.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from typing import TypeGuard

from kt_core.board import Board, Square
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph, steps
from kt_core.language import N_, Sentence
from kt_core.orderings import ordering
from kt_core.programs.instrument import called_name
from kt_core.programs.recognize import CALLS
from kt_core.programs.recording import Frame, FullPath, ProgramRecording, visited_squares
from kt_core.programs.run import Run
from kt_core.programs.squares import Pair, is_knight_move, items_of
from kt_core.search import search

MOST_EVENTS = 200_000  # limit for the events that are followed to verify a sentence

SAME_ROWS = N_(
    "All rows of {name} are one and the same list, so a mark in one row is in every row: write"
    " [[x] * n for _ in range(n)] in place of [[x] * n] * n."
)
ONE_OBJECT = N_(
    "All {n:,} results that were returned are one and the same list: append a copy, such as"
    " found.append([row[:] for row in board])."
)
NEGATIVE = N_(
    "Line {line} writes at a negative index, which Python counts from the end, so the knight"
    " leaves the board at one edge and comes back at the other: test that row and column are at"
    " least 0."
)
OFFSET = N_("{offset} is one of the moves, and a knight does not move so (line {line}).")
JUMP = N_(
    "The first visit that is no knight's move goes from {one} to {other}, in line {line}: it is"
    " visit {n:,}."
)
NEVER_RELEASED = N_(
    "{name} keeps each visited square. In a search for a tour, a step back must free its square"
    " there again, so that another path can use it."
)
KEPT_STEPS = N_(
    "The result has all squares in the order of their visits, also those that {name} released: with"
    " each step back, take the last square from the result, too."
)
DROPPED = N_(
    "Line {line} calls {name} and drops what it returns, so a success is not passed on: write"
    " found = {name}(…), and then if found: return found."
)
DROPPED_GENERATOR = N_(
    "Line {line} calls {name} and does not use what it yields: write yield from {name}(…)."
)
FIRST_ONLY = N_(
    "Line {line} returns what {name} gives for the first move, so the loop tries no other: write"
    " found = {name}(…), and then if found: return found."
)
DEAD_END = N_(
    "{square} is a dead end: no free square is a knight's move away, and it has not gone back."
)
NOT_TRIED = N_(
    "It went back from {square} without a visit to {other}, a knight's move away and not on its"
    " path."
)
UNVISITED = N_("{name} has the square {square}, and the program was never on it.")
KNIGHT_MOVES = 5  # the fewest in a table of knight's moves; its other entries are mistakes
ORIGIN = (0, 0)
#: A function's name, its nodes, its calls of itself, and those whose value is not used.
Recursion = tuple[str, list[ast.AST], list[ast.Call], list[ast.Call]]


def mistakes(run: Run, full: FullPath | None) -> Iterator[Sentence]:
    """Yield sentences about the mistakes of a run without a tour, the clearest first."""
    follower, store = run.follower, run.store
    if n := _same_results(run):
        yield Sentence(ONE_OBJECT, n=n)
    elif generator := dropped_generator(run.tree):
        yield Sentence(DROPPED_GENERATOR, name=generator[0], line=generator[1])
    elif follower is None or store is None:
        return
    elif follower.same_rows:
        yield Sentence(SAME_ROWS, name=store.name)
    elif full and full.is_tour:
        yield from _after_tour(run, full)
    else:
        if follower.negative:
            yield Sentence(NEGATIVE, line=follower.negative)
        else:
            yield from _jumps(run)
        if (first := only_first_move(run.tree)) and _never_went_on(run):
            yield Sentence(FIRST_ONLY, name=first[0], line=first[1])


def _same_results(run: Run) -> int:
    """Return the number of results in a list if all of them are one path or one board."""
    watched = run.follower.container if run.follower else None
    for items in map(items_of, run.results.values()):
        if items and len(items) > 1 and all(each is items[0] for each in items):
            one = items[0]
            if one is watched or (type(one) is list and all(type(row) is list for row in one)):
                return len(items)
    return 0


def _after_tour(run: Run, full: FullPath) -> Iterator[Sentence]:
    """Yield a sentence if the program dropped a success, and searched on after a tour.

    A search that goes on makes two visits in turn; a call that only sees that the search is over
    makes one.
    """
    after = [*takewhile(bool, run.recording.events[full.step :])]  # the same board's
    goes_on = any(one > 0 and other > 0 for one, other in pairwise(after))
    if goes_on and (dropped := dropped_result(run.tree)):
        yield Sentence(DROPPED, line=dropped[1], name=dropped[0])


def kept_steps(run: Run, frame: Frame, wrong: Sequence[Square]) -> Iterator[Sentence]:
    """Yield a sentence if a wrong path is the first visits, some of them released.

    `wrong` are squares of the frame, up to the wrong one.
    """
    visits, is_released = list[Square | None](), False
    for event in run.recording.events[:MOST_EVENTS]:
        if len(visits) == len(wrong):
            break
        is_released |= event < 0
        visits += [frame.square(run.recording.squares[event - 1])] if event > 0 else []
    if run.store and is_released and visits == [*wrong]:
        yield Sentence(KEPT_STEPS, name=run.store.name)


def _never_went_on(run: Run) -> bool:
    """Return True if no square was visited after the first release."""
    events = run.recording.events
    released = next((at for at, event in enumerate(events) if event <= 0), len(events))
    return all(event < 0 for event in events[released:])


def _jumps(run: Run) -> Iterator[Sentence]:
    """Yield a sentence about the visits that are no knight's moves.

    A line that makes only such visits prepares the board.
    """
    recording = run.recording
    if not recording.has_jumps:
        return
    lines, steps = recording.lines, [*_steps(run)]
    searching = {lines[step] for _before, step, a, b in steps if is_knight_move(a, b)}
    jumps = [
        (step, one, other)
        for before, step, one, other in steps
        if not is_knight_move(one, other)
        and lines[step] in searching
        and (not before or lines[before] in searching)
    ]
    if not jumps:
        return
    made = Counter((b[0] - a[0], b[1] - a[1]) for _step, a, b in jumps)
    for offset, line in wrong_moves(run.tree).items():
        if made[offset] or made[offset[1], offset[0]]:
            yield Sentence(OFFSET, offset=f"({offset[0]}, {offset[1]})", line=line)
            return
    if not recording.backtracks and _returns(jumps, run):
        name = run.store.name if run.store else ""
        yield Sentence(NEVER_RELEASED, name=name or Sentence("Your program"))
        return
    step, one, other = jumps[0]
    visits = sum(1 for event in recording.events[: step + 1] if event > 0)
    yield Sentence(JUMP, one=str(one), other=str(other), line=recording.lines[step], n=visits)


def _steps(run: Run) -> Iterator[tuple[int, int, Pair, Pair]]:
    """Yield each visit after another: their events, and the two squares.

    The number of the first event is 0.
    """
    squares, visited = run.recording.squares, dict[int, int]()
    for step, event, path in run.recording.replay(MOST_EVENTS):
        if event > 0:
            if path:
                yield visited[path[-1]], step, squares[path[-1]], squares[event - 1]
            visited[event - 1] = step


def _returns(jumps: list[tuple[int, Pair, Pair]], run: Run) -> bool:
    """Return True if each jump ends a knight's move from some square of its path."""
    targets, squares = {step: other for step, _one, other in jumps[:200]}, run.recording.squares
    return all(
        any(is_knight_move(squares[number], targets[step]) for number in path)
        for step, _event, path in run.recording.replay(max(targets) + 1)
        if step in targets
    )


def dead_ends(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a run that has ended, or is still searching, without a tour."""
    recording = run.recording
    if len(recording.boards) > 1 or run.ended == "visits" or recording.has_jumps:
        return
    if not recording.backtracks:
        yield from _dead_end_reason(run, frame)
    elif run.ended != "seconds" and not recording.path:
        yield from _left_out(run, frame)


def _dead_end_reason(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield a sentence if the path ends in a dead end."""
    pairs = [run.recording.squares[number] for number in run.recording.path]
    path = [square for pair in pairs if (square := frame.square(pair)) is not None]
    if frame.is_known and path and not {*knight_graph(frame.board)[path[-1]]}.difference(path):
        yield Sentence(DEAD_END, square=str(pairs[-1]))


def _left_out(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about what a search left out that has released every square."""
    recording = run.recording
    if not run.store or run.store.kind in CALLS:  # the end of a call releases a square
        return
    visited = visited_squares(recording, recording.boards[0])
    if recording.is_stack and len(recording.events) <= MOST_EVENTS:
        yield from _not_tried(run, visited)
    if frame.is_known and (left := {*map(frame.pair, frame.board)} - visited):
        yield Sentence(UNVISITED, name=run.store.name, square=str(min(left)))


def _not_tried(run: Run, visited: set[Pair]) -> Iterator[Sentence]:
    """Yield a sentence about the first square that was left with a neighbor not tried.

    The neighbor was not on the path. The program was on it at another time, so it is a square of
    its board.
    """
    tried: list[set[Pair]] = [set()]  # the squares visited after each depth
    squares = run.recording.squares
    for _step, event, path in run.recording.replay():
        square = squares[abs(event) - 1]
        if event > 0:
            tried[-1].add(square)
            tried.append(set())
            continue
        neighbors = {(square[0] + r, square[1] + c) for r, c in steps()} & visited
        if left := neighbors - {squares[number] for number in path} - tried.pop():
            yield Sentence(NOT_TRIED, square=str(square), other=str(min(left)))
            return


def wrong_moves(tree: ast.AST) -> dict[Pair, int]:
    """Return the offsets that are no knight's moves in a program's table of moves, with lines."""
    for table in _tables(tree):
        knightly = sum(is_knight_move(ORIGIN, move) for move in table)
        if len(table) - 2 <= knightly and KNIGHT_MOVES <= knightly < len(table) <= 9:
            return {move: line for move, line in table.items() if not is_knight_move(ORIGIN, move)}
    return {}


def _tables(tree: ast.AST) -> Iterator[dict[Pair, int]]:
    """Yield possible tables of moves: for each pair of numbers, its line."""
    lists = [node for node in ast.walk(tree) if isinstance(node, (ast.List, ast.Tuple, ast.Set))]
    lists.sort(key=lambda node: (node.lineno, node.col_offset))
    for node in lists:
        pairs = [(_numbers(each), each.lineno) for each in node.elts]
        yield {(pair[0], pair[1]): line for pair, line in pairs if len(pair) == 2}
    for one, other in pairwise(node for node in lists if len(_numbers(node)) == 8):
        pairs_of_two = zip(_numbers(one), _numbers(other), strict=True)  # dx and dy
        yield dict.fromkeys(pairs_of_two, one.lineno)


def _numbers(node: ast.expr) -> Sequence[int]:
    """Return the whole numbers that a list or tuple has; none if it has anything else."""
    try:
        found = ast.literal_eval(node)
    except (ValueError, TypeError):
        return ()
    are_numbers = type(found) in (list, tuple) and all(type(each) is int for each in found)
    return found if are_numbers else ()


def dropped_result(tree: ast.AST) -> tuple[str, int] | None:
    """Return the name and line of a recursive call whose success is not used, if there is one.

    The function returns a value, so its caller could know of the success, and none of its calls of
    itself is used.
    """
    for name, nodes, calls, unused in _recursions(tree):
        values = [node.value for node in nodes if isinstance(node, ast.Return)]
        if unused == calls and any(map(_is_success, values)):
            return name, calls[0].lineno
    return None


def _is_success(value: ast.expr | None) -> bool:
    return value is not None and not (isinstance(value, ast.Constant) and not value.value)


def only_first_move(tree: ast.AST) -> tuple[str, int] | None:
    """Return the name and line of a function's only call of itself, if a loop returns it at once.

    Such a loop makes no second call.
    """
    for name, nodes, calls, _unused in _recursions(tree):
        inner = (each for loop in nodes if isinstance(loop, ast.For) for each in ast.walk(loop))
        returned = [each.value for each in inner if isinstance(each, ast.Return)]
        if len(calls) == 1 and calls[0] in returned:
            return name, calls[0].lineno
    return None


def dropped_generator(tree: ast.AST) -> tuple[str, int] | None:
    """Return the name and line of a generator's call of itself that is not iterated over."""
    for name, nodes, _calls, unused in _recursions(tree):
        if unused and any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes):
            return name, unused[0].lineno
    return None


def _recursions(tree: ast.AST) -> Iterator[Recursion]:
    """Yield each recursive function: its name, its nodes, its calls of itself, and unused ones."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            nodes = [*own_nodes(function)]
            calls = [node for node in nodes if _is_call_of(node, function.name)]
            statements = [node.value for node in nodes if isinstance(node, ast.Expr)]
            if calls:
                yield function.name, nodes, calls, [each for each in calls if each in statements]


def _is_call_of(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    """Return True for name(...) and self.name(...)."""
    if not isinstance(node, ast.Call) or called_name(node) != name:
        return False
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    return owner is None or (isinstance(owner, ast.Name) and owner.id == "self")


def own_nodes(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body without those of functions within it."""
    left: list[ast.AST] = [*function.body]
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            left += ast.iter_child_nodes(node)


# --- A search that takes long ---------------------------------------------------------------------

MOST_SQUARES = 10_000  # limit for the board of our search
MOST_RULE_EVENTS = 20_000  # limit for the events of our search with one ordering
DEEPEST = N_("The longest path so far has {deepest:,} of {total:,} squares.")
SOME = N_("The longest path so far has {deepest:,} squares.")
#: The sentence if an ordering by the rule finds a tour; the simplest ordering is first.
ALONGSIDE = {
    "warnsdorff": N_(
        "Warnsdorff's rule, to try the move with the fewest onward moves first, finds a tour from"
        " the same square after {n:,} visits: it was run alongside."
    ),
    "roth": N_(
        "Warnsdorff's rule, to try the move with the fewest onward moves first, and of several such"
        " moves the one farthest from the center, finds a tour from the same square after {n:,}"
        " visits: it was run alongside."
    ),
}
UNTRIED = N_(
    "Warnsdorff's rule, to try the move with the fewest onward moves first, often needs no step"
    " back."
)


def progress(recording: ProgramRecording, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a search that has used up its budget.

    The size of the board is named only if it is certain.
    """
    if not recording.has_jumps and recording.deepest:
        is_one = _is_certain(frame) and len(recording.boards) == 1
        yield Sentence(DEEPEST if is_one else SOME, deepest=recording.deepest, total=frame.total)
    unchanged, since = recording.unchanged_beginning()
    if unchanged:
        yield Sentence.plural(
            "Its first square has not changed since visit {since:,}.",
            "Its first {n:,} squares have not changed since visit {since:,}.",
            unchanged,
            since=since,
        )


def advice(recording: ProgramRecording, frame: Frame) -> Sentence:
    """Return a sentence about Warnsdorff's rule: what it finds."""
    start = frame.square(recording.squares[recording.path[0]]) if recording.path else None
    is_searched = _is_certain(frame) and start is not None and frame.total <= MOST_SQUARES
    return tour_by_rule(frame.board, start) if is_searched else Sentence(UNTRIED)


def _is_certain(frame: Frame) -> bool:
    return frame.is_known or frame.least == frame.total


@lru_cache(maxsize=4)  # a running program is reported again and again
def tour_by_rule(board: Board, start: Square) -> Sentence:
    """Return a sentence about the first ordering by the rule that soon finds a tour."""
    graph = knight_graph(board)
    for name, template in ALONGSIDE.items():
        order, visits = ordering(name).make(board, 0), 0
        for event in islice(search(graph, start, order=order), MOST_RULE_EVENTS):
            visits += isinstance(event, Visit)
            if isinstance(event, Found):
                return Sentence(template, n=visits)
    return Sentence(UNTRIED)
