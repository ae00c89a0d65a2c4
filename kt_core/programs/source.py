"""Mistakes that the text of a program shows: a wrong or missing move, a result that is dropped."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from itertools import pairwise

from kt_core.programs.squares import Pair, is_knight_move

KNIGHT_MOVES = 5  # the fewest in a table of knight's moves; its other entries are mistakes
ORIGIN = (0, 0)


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
    yield from (_pairs_of_two(one, other) for one, other in _neighbours(tree))


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


def _neighbours(tree: ast.AST) -> Iterator[tuple[ast.List, ast.List]]:
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
    """Yield the values that a loop over values returns, with or without a test before."""
    for loop in _own_nodes(function):
        for each in loop.body if isinstance(loop, ast.For) else ():
            for node in (each, *(each.body if isinstance(each, ast.If) else ())):
                if isinstance(node, ast.Return) and node.value:
                    yield node.value


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) == name


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


def _name(node: ast.expr) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")
