"""A call to add to a program that defines functions or classes and calls none of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

SIZE = 5  # rows and columns in a proposed call
_SIZE = re.compile(
    r"(n|m|size|(board|chess|bd)_?(size|board_size)?|bdsize|dim(ension)?s?|board_?dim|side|"
    r"(num_?|n_?)?(rows?|cols?|columns?)(_?count)?|width|height|w|h|nrows|ncols)",
    re.IGNORECASE,
)
_ZERO = re.compile(
    r"(s|start|init|initial|curr|current|cur|pos|position)?_?(x|y|r|c|i|j|row|col|column)_?(0|1)?"
    r"|(x|y|row|col|r|c)_?(start|pos|curr?|init)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(start|pos|position|begin|origin|square|start_?(pos|position|square))", re.I)
_LIKELY = re.compile(r"knight|tour|solve|solution|search|main|run|start|kt|find|caballo|play", re.I)


def has_calls(tree: ast.Module) -> bool:
    """Return True if the program calls a function outside definitions."""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    outside = [node for node in tree.body if not isinstance(node, kinds)]
    calls = (node for each in outside for node in ast.walk(each) if isinstance(node, ast.Call))
    return any(getattr(call.func, "attr", "") != "testmod" for call in calls)


def proposal(tree: ast.Module, source: str) -> str:
    r"""Return a call such as "print(solve(5))", "" if the names suggest none.

    >>> source = "def solve_kt(n):\n    return n"
    >>> proposal(ast.parse(source), source)
    'print(solve_kt(5))'
    >>> source = "def legal_moves(row, col, n): ..."
    >>> proposal(ast.parse(source), source)
    'print(legal_moves(0, 0, 5))'
    """
    used = {*_used_elsewhere(tree)}
    calls = [*_textbook_calls(tree, source), *_calls(tree)]
    found = [(_rank(name, used), place, call) for place, (name, call) in enumerate(calls)]
    return min(found)[2] if found else ""


def _textbook_calls(tree: ast.Module, source: str) -> Iterator[tuple[str, str]]:
    """Yield a call of knightTour(n, path, u, limit) on the graph that another function returns."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    makers = [each.name for each in functions if "graph" in each.name.lower()]
    vertex = "get_vertex" if "pythonds3" in source else "getVertex"
    for function in functions:
        names = [parameter.arg for parameter in function.args.args]
        if makers and len(names) == 4 and names[1] == "path" and names[3] == "limit":
            graph = f"{makers[0]}({SIZE}).{vertex}(0)"
            call = f"{function.name}(0, path, {graph}, {SIZE * SIZE - 1})"
            yield function.name, f"path = []; print({call})"


def _rank(name: str, used: set[str]) -> tuple[bool, bool]:
    """Return a sort key: smaller for a function that is more likely meant to be called."""
    return name in used, not _LIKELY.search(name)


def _used_elsewhere(tree: ast.AST, inside: str = "") -> Iterator[str]:
    """Yield the names that are used, except a function's name within itself."""
    for node in ast.iter_child_nodes(tree):
        name = node.name if isinstance(node, ast.FunctionDef) else inside
        used = getattr(node, "id", "") or getattr(node, "attr", "")
        if used and used != inside:
            yield used
        yield from _used_elsewhere(node, name)


def _calls(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield a name and a call for each function and method whose arguments can be guessed."""
    for node in reversed(tree.body):
        if isinstance(node, ast.FunctionDef):
            arguments = _arguments(node)
            if arguments is not None:
                yield node.name, f"print({node.name}({arguments}))"
        elif isinstance(node, ast.ClassDef):
            yield from _methods(node)


def _methods(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    inits = [each for each in methods if each.name == "__init__"]
    init_arguments = _arguments(inits[0], skipped=1) if inits else ""
    if init_arguments is None:
        return
    for method in methods:
        arguments = _arguments(method, skipped=1)
        if arguments is not None and not method.name.startswith("_"):
            yield method.name, f"print({node.name}({init_arguments}).{method.name}({arguments}))"


def _arguments(function: ast.FunctionDef, *, skipped: int = 0) -> str | None:
    """Return arguments for the parameters; None if the name of one is unknown."""
    parameters = function.args.args[skipped:]
    needed = parameters[: len(parameters) - len(function.args.defaults)]
    names = [parameter.arg for parameter in needed]
    # In solve(row, col) these may be numbers of rows and columns; beside a size, they are a square.
    has_size = any(_SIZE.fullmatch(each) and not _ZERO.fullmatch(each) for each in names)
    values = [_value(each, has_size=has_size) for each in names]
    if any(value is None for value in values) or function.args.kwonlyargs:
        return None
    return ", ".join(value for value in values if value is not None)


def _value(name: str, *, has_size: bool) -> str | None:
    if _SIZE.fullmatch(name) and not (has_size and _ZERO.fullmatch(name)):
        return str(SIZE)
    if _ZERO.fullmatch(name):
        return "0"
    return "(0, 0)" if _PAIR.fullmatch(name) else None
