"""Reasons why a run has no tour: usual mistakes that the run and its text show, and dead ends.

They are added to the verdict on a result that is no tour; a correct result has none. The text shows
a wrong or missing move, and a result that is dropped.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice, pairwise

from kt_core.board import Square
from kt_core.graph import Graph, knight_graph
from kt_core.language import N_, Sentence
from kt_core.programs.followers import CallFollower, MarkFollower
from kt_core.programs.recognize import Store
from kt_core.programs.recording import Frame, visited_squares
from kt_core.programs.results import FullPath, frames_of
from kt_core.programs.run import Run
from kt_core.programs.shown import result_of_value
from kt_core.programs.slow import fewest_first
from kt_core.programs.squares import Pair, is_knight_move
from kt_core.programs.values import plain

MARKS = ("matrix", "map", "attribute")  # kinds of stores that have a mark for each square
MOST_JUMPS = 20_000
COLUMNS = (-2, -1, 1, 2)  # column steps of a knight's moves

SAME_ROWS = N_(
    "All rows of {name} are one and the same list, so a mark in one row is in every row: write"
    " [[x] * n for _ in range(n)] in place of [[x] * n] * n."
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
WRAPS = N_(
    "From {one} to {other}, in line {line}, the knight leaves the board at one edge and comes back"
    " at the other: its squares are numbers, so test the row and the column of a move too."
)
NEVER_RELEASED = N_(
    "No square was ever released. In a search for a tour a square must be {empty} again after a"
    " dead end, so that another path can use it."
)
NEVER_REMOVED = N_(
    "No square was ever taken from the path again; in a search for a tour it must be, after a dead"
    " end."
)
AGAIN = N_(
    "A call went to a square that is on the path already, {n:,} times: is the square marked before"
    " the next call?"
)
DROPPED = N_(
    "Line {line} calls {name} and drops what it returns, so a success is not passed on: write"
    " if {name}(…): return True."
)
DROPPED_GENERATOR = N_(
    "Line {line} calls {name} and does not use what it yields: write yield from {name}(…)."
)
FIRST_ONLY = N_(
    "Line {line} returns what {name} gives for the first move, so the loop tries no other: write"
    " if {name}(…): return True."
)
REVERSED = N_(
    "After {n:,} visits every square was occupied, and then the program took every square back,"
    " without trying another: is a test reversed (if done for if not done)?"
)
UNMARKED_START = N_(
    "The first call is at {start}, but the first square that is marked is {square}, in line {line}:"
    " the start is never marked before the first move."
)
WENT_ON = N_(
    "After {n:,} visits every square was occupied, but the program went on and took them all back."
    " If that is not meant: does each call pass on that it has succeeded"
    " (if solve(…): return True)?"
)
LEAST_MOVES = 20  # moves that show a rule behind the choices, not a coincidence
Degree = Callable[[Square, set[Square]], int]

DEAD_END = N_(
    "{square} is a dead end: no free square is a knight's move away, and it does not go back."
)
HAS_NOT_GONE_BACK = N_(
    "Its last square, {square}, is a dead end: no free square is a knight's move away, and it has"
    " not gone back."
)
GAVE_UP = N_(
    "After {n:,} visits it took every square back without trying another move: does the loop end"
    " too early, or is the test for success wrong?"
)
NEVER_AGAIN = N_(
    "It went back from {square} although {other} had been left before and was free again: is"
    " {other} still marked somewhere?"
)
EXISTS = N_("There is a tour from {square}, so the search leaves something out.")
UNVISITED = N_("It was never on {square}: are the bounds right?")
MISSING = N_("{offset} is a knight's move that is missing in line {line}.")
STATIC = N_(
    "Its first {n:,} moves each go to a square with the fewest moves on the empty board, but not"
    " always to one with the fewest moves left: count the free squares again before each move."
)
KNIGHT_MOVES = 5  # the fewest in a table of knight's moves; its other entries are mistakes
ORIGIN = (0, 0)


def mistakes(run: Run, full: FullPath | None) -> list[Sentence]:
    """Return sentences about the mistakes of a run without a tour, the clearest first."""
    return [*_mistakes(run, full)]


def _mistakes(run: Run, full: FullPath | None) -> Iterator[Sentence]:
    follower, store = run.follower, run.store
    if run.tree and (generator := dropped_generator(run.tree)):
        yield Sentence(DROPPED_GENERATOR, name=generator[0], line=generator[1])
        return
    if follower is None or store is None:
        return
    if isinstance(follower, MarkFollower) and follower.same_rows:
        yield Sentence(SAME_ROWS, name=store.name)
        return
    if follower.negative:
        yield Sentence(NEGATIVE, line=follower.negative)
    elif full and run.tree and (dropped := dropped_result(run.tree, _tours_returned(run))):
        yield Sentence(DROPPED, line=dropped[1], name=dropped[0])
        return
    else:
        yield from _jumps(run, store)
    yield from _about_calls(run)
    yield from _unmarked_start(run, store)
    if full and not run.recording.path and run.ended == "returned":
        after = run.recording.events[full.step :]
        is_reversed = len(after) == len(full.squares) and all(event < 0 for event in after)
        yield Sentence(REVERSED if is_reversed else WENT_ON, n=full.visits)


def _about_calls(run: Run) -> Iterator[Sentence]:
    if isinstance(run.follower, CallFollower) and run.follower.again:
        yield Sentence(AGAIN, n=run.follower.again)
    if run.tree and (first := only_first_move(run.tree)):
        yield Sentence(FIRST_ONLY, name=first[0], line=first[1])


def _tours_returned(run: Run) -> set[int]:
    """Return the lines in which a recursive call returned a tour to its caller."""
    found = set[int]()
    for site, value in run.inner_results.items():
        result = result_of_value(plain(value), frames_of(run))
        if result and result.is_tour:
            found.add(run.sites[site].line)
    return found


def _unmarked_start(run: Run, store: Store) -> Iterator[Sentence]:
    """Yield a sentence if the first marked square is one move from the first call's square."""
    recording = run.recording
    calls = next((each for each in run.stores if each.kind == "call"), None)
    if store.kind not in MARKS or calls is None or calls.family is None or not recording.events:
        return
    assert store.family is not None
    call, mark = (each.members[0].steps[0] for each in (calls.family, store.family))
    start, square = calls.projection(call.element), recording.squares[recording.events[0] - 1]
    if start and call.at < mark.at and is_knight_move(start, square):
        yield Sentence(
            UNMARKED_START, start=str(start), square=str(square), line=recording.lines[0]
        )


def _jumps(run: Run, store: Store) -> Iterator[Sentence]:
    recording = run.recording
    jumps = [*islice(recording.jumps(), MOST_JUMPS)]
    if not jumps:
        return
    slips = wrong_moves(run.tree) if run.tree else {}
    made = Counter((b[0] - a[0], b[1] - a[1]) for _step, a, b in jumps)
    for offset, line in slips.items():
        if made[offset] or made[offset[1], offset[0]]:
            yield Sentence(OFFSET, offset=f"({offset[0]}, {offset[1]})", line=line)
            return
    if not recording.backtracks and _returns(jumps, run):
        if store.kind in MARKS:
            yield Sentence(NEVER_RELEASED, empty=text_of_mark(store.empty))
        else:
            yield Sentence(NEVER_REMOVED)
        return
    step, one, other = jumps[0]
    if _wraps(one, other, store.projection.width):
        yield Sentence(WRAPS, one=str(one), other=str(other), line=recording.lines[step])
        return
    visits = sum(1 for event in recording.events[: step + 1] if event > 0)
    yield Sentence(JUMP, one=str(one), other=str(other), line=recording.lines[step], n=visits)


def _wraps(one: Pair, other: Pair, width: int) -> bool:
    """Return True if a jump crosses an edge of a board whose squares are numbers.

    The difference of the two numbers is then that of a knight's move.
    """
    if abs(other[1] - one[1]) <= 2:
        return False
    number = (other[0] - one[0]) * width + other[1] - one[1]
    rows = ((number - column) / width for column in COLUMNS) if width else ()
    return any(abs(row * column) == 2 for row, column in zip(rows, COLUMNS, strict=False))


def _returns(jumps: list[tuple[int, Pair, Pair]], run: Run) -> bool:
    """Return True if each jump ends a knight's move from some square of its path."""
    for step, _one, other in jumps[:200]:
        path = run.recording.path_at(step)
        if not any(is_knight_move(square, other) for square in path):
            return False
    return True


def text_of_mark(mark: object) -> str:
    """Return the mark of an empty square in the notation of the program."""
    if type(mark) in (int, str, bool, float, type(None)):
        return repr(mark)
    return "empty"


def dead_ends(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a run that has ended, or is still searching, without a tour."""
    recording = run.recording
    missing = missing_moves(run.tree) if run.tree else {}
    yield from (Sentence(MISSING, offset=str(m), line=line) for m, line in missing.items())
    if len(recording.boards) > 1:
        return
    yield from _static_degrees(run, frame)
    if run.ended == "visits" or recording.has_jumps:
        return
    if not recording.backtracks:
        yield from _dead_end_reason(run, frame)
    elif run.ended == "seconds":
        return
    elif not recording.path:
        yield from _reasons_for_giving_up(run, frame)


def _dead_end_reason(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield a sentence if the path ends in a dead end."""
    pairs = [run.recording.squares[number] for number in run.recording.path]
    path = [square for pair in pairs if (square := frame.square(pair)) is not None]
    if frame.is_known and path and not {*knight_graph(frame.board)[path[-1]]}.difference(path):
        template = HAS_NOT_GONE_BACK if run.ended == "seconds" else DEAD_END
        yield Sentence(template, square=str(pairs[-1]))


def _reasons_for_giving_up(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield sentences about a run that released every square."""
    recording, board = run.recording, run.recording.boards[0]
    visited = visited_squares(recording, board)
    if board.deepest == board.visits:
        yield Sentence(GAVE_UP, n=board.visits)
        return
    if len(visited) == board.visits:
        yield from _missed_move(run)
    first = recording.squares[recording.events[0] - 1]
    start = frame.square(first)
    if start is None or not frame.is_known or frame.total > 64:
        return
    if fewest_first(frame.board, start):
        yield Sentence(EXISTS, square=str(first))
        pairs = {frame.pair(square) for square in knight_graph(frame.board)}
        if left := pairs - visited:
            yield Sentence(UNVISITED, square=str(min(left)))


def _missed_move(run: Run) -> Iterator[Sentence]:
    """Yield a sentence if a search without any second visit missed a move to a released square."""
    recording, left = run.recording, list[Pair]()
    for event in recording.events:
        square = recording.squares[abs(event) - 1]
        if event < 0:
            if other := next((each for each in left if is_knight_move(each, square)), None):
                yield Sentence(NEVER_AGAIN, square=str(square), other=str(other))
                return
            left.append(square)


def _static_degrees(run: Run, frame: Frame) -> Iterator[Sentence]:
    """Yield a sentence if the first moves follow degrees that count visited squares too.

    Only the moves up to the first dead end are examined.
    """
    recording = run.recording
    ends = (at for at, event in enumerate(recording.events) if event < 0)
    squares = recording.path_at(next(ends, len(recording.events)))
    path = [square for pair in squares if (square := frame.square(pair)) is not None]
    if len(path) <= LEAST_MOVES or len(path) < len(squares) or not frame.is_known:
        return
    graph = knight_graph(frame.board)
    if not _is_greedy(path, graph, lambda square, used: len(graph[square])):
        return
    if not _is_greedy(path, graph, lambda square, used: len({*graph[square]} - used)):
        yield Sentence(STATIC, n=len(path) - 1)


def _is_greedy(path: Sequence[Square], graph: Graph[Square], degree: Degree) -> bool:
    """Return True if each move goes to a free square of the least degree."""
    used: set[Square] = set()
    for square, after in pairwise(path):
        used.add(square)
        degrees = {each: degree(each, used) for each in graph[square] if each not in used}
        if after not in degrees or degrees[after] > min(degrees.values()):
            return False
    return True


def wrong_moves(tree: ast.AST) -> dict[Pair, int]:
    """Return the offsets that are no knight's moves in a program's table of moves, with lines."""
    for table in _tables(tree):
        knightly = sum(is_knight_move(ORIGIN, move) for move in table)
        if len(table) - 2 <= knightly and KNIGHT_MOVES <= knightly < len(table) <= 9:
            return {move: line for move, line in table.items() if not is_knight_move(ORIGIN, move)}
    return {}


def missing_moves(tree: ast.AST) -> dict[Pair, int]:
    """Return the knight's moves that the program's only table of moves lacks, with its line."""
    every = {(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)}
    tables = [table for table in _tables(tree) if len(every.intersection(table)) >= KNIGHT_MOVES]
    if len(tables) != 1 or not every.issuperset(tables[0]):
        return {}
    return dict.fromkeys(sorted(every.difference(tables[0])), min(tables[0].values()))


def _tables(tree: ast.AST) -> Iterator[dict[Pair, int]]:
    """Yield possible tables of moves: for each pair of numbers, its line."""
    yield from (_pairs_of(node) for node in ast.walk(tree))
    yield from (_pairs_of_two(one, other) for one, other in _neighbors(tree))


def _pairs_of(node: ast.AST) -> dict[Pair, int]:
    """Return the pairs of numbers in a list or tuple, with their lines."""
    if not isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return {}
    found: dict[Pair, int] = {}
    for element in node.elts:
        if isinstance(element, (ast.List, ast.Tuple)) and len(element.elts) == 2:
            row, column = (_number(each) for each in element.elts)
            if row is not None and column is not None:
                found[row, column] = element.lineno
    return found


def _number(node: ast.AST) -> int | None:
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        sign, node = -1, node.operand
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return sign * node.value
    return None


def _neighbors(tree: ast.AST) -> Iterator[tuple[ast.List, ast.List]]:
    """Yield pairs of lists of eight numbers, assigned one after the other: dx and dy."""
    lists = [node for node in ast.walk(tree) if isinstance(node, (ast.List, ast.Tuple))]
    eights = [node for node in lists if len(node.elts) == 8]
    eights.sort(key=lambda node: (node.lineno, node.col_offset))
    for one, other in pairwise(eights):
        if other.lineno - one.lineno <= 3:
            yield one, other  # type: ignore[misc]


def _pairs_of_two(one: ast.List, other: ast.List) -> dict[Pair, int]:
    rows, columns = ([_number(each) for each in node.elts] for node in (one, other))
    return {
        (row, column): one.lineno
        for row, column in zip(rows, columns, strict=True)
        if row is not None and column is not None
    }


def dropped_result(tree: ast.AST, tours: Collection[int]) -> tuple[str, int] | None:
    """Return the name and line of a recursive call whose success is not used, if there is one.

    The function returns True somewhere, or a tour in one of the lines `tours`, so its caller could
    know of the success.
    """
    for function, call in _unused_calls(tree):
        last = function.end_lineno or function.lineno
        if _returns_true(function) or any(function.lineno <= line <= last for line in tours):
            return function.name, call.lineno
    return None


def only_first_move(tree: ast.AST) -> tuple[str, int] | None:
    """Return the name and line of a function's only call of itself, if a loop returns it at once.

    Such a loop makes no second call.
    """
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            calls = [node for node in _own_nodes(function) if _is_call_of(node, function.name)]
            found = [node for node in _returned_in_loops(function) if node in calls]
            if len(calls) == len(found) == 1:
                return function.name, found[0].lineno
    return None


def _returned_in_loops(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield the values that `for` loops return, directly or in an `if`."""
    for loop in _own_nodes(function):
        for each in loop.body if isinstance(loop, ast.For) else ():
            for node in (each, *(each.body if isinstance(each, ast.If) else ())):
                if isinstance(node, ast.Return) and node.value:
                    yield node.value


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and _called_name(node.func) == name


def dropped_generator(tree: ast.AST) -> tuple[str, int] | None:
    """Return the name and line of a generator's call of itself that is not iterated over."""
    for function, call in _unused_calls(tree):
        if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in _own_nodes(function)):
            return function.name, call.lineno
    return None


def _unused_calls(tree: ast.AST) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """Yield each function with each of its calls of itself whose value is not used."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in _own_nodes(function):
            call = node.value if isinstance(node, ast.Expr) else None
            if isinstance(call, ast.Call) and _is_call_of(call, function.name):
                yield function, call


def _returns_true(function: ast.FunctionDef) -> bool:
    returns = [node.value for node in _own_nodes(function) if isinstance(node, ast.Return)]
    return any(isinstance(value, ast.Constant) and value.value is True for value in returns)


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body without those of functions within it."""
    left: list[ast.AST] = [*function.body]
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            left += ast.iter_child_nodes(node)


def _called_name(node: ast.expr) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")
