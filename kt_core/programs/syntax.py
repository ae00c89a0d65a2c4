"""Questions about a program's syntax tree: recursive functions, expressions, targets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

MAKERS = {"list", "tuple", "set", "frozenset", "copy", "deepcopy", "union", "dict", "sorted"}
TAKERS = {"pop", "popleft", "heappop", "get"}
DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)
SHORT_RANGE = 1_000  # iterations of a loop that are not counted
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def generators(tree: ast.AST) -> set[str]:
    """Return the names of functions that yield."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    kinds = (ast.Yield, ast.YieldFrom)
    return {
        each.name for each in functions if any(isinstance(node, kinds) for node in ast.walk(each))
    }


def recursive_functions(tree: ast.AST) -> set[str]:
    """Return the names of functions that call themselves, directly or through others."""
    functions = [*_named_functions(tree)]
    names = {name for name, _function in functions}
    calls: dict[str, set[str]] = {name: set() for name in names}
    for name, function in functions:
        calls[name] |= {*_names_in(function)} & names
    return {name for name in names if name in _reachable(calls, name)}


def _named_functions(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(tree):
        if isinstance(node, FunctionNode):
            yield node.name, node
        elif isinstance(node, ast.Assign) and (name := name_of_lambda(node)):
            yield name, node.value


def name_of_lambda(node: ast.Assign) -> str:
    """Return the name to which a lambda is assigned, "" for any other assignment."""
    is_lambda = isinstance(node.value, ast.Lambda)
    return node.targets[0].id if is_lambda and isinstance(node.targets[0], ast.Name) else ""


def _names_in(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _reachable(calls: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    left = [*calls[start]]
    while left:
        name = left.pop()
        if name not in seen:
            seen.add(name)
            left += calls[name]
    return seen


def is_pure(node: ast.AST) -> bool:
    """Return True if an expression can be evaluated twice."""
    kinds = (
        ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.UnaryOp, ast.Subscript, ast.Tuple,
        ast.operator, ast.unaryop, ast.expr_context,
    )  # fmt: skip
    return all(isinstance(each, kinds) for each in ast.walk(node))


def is_new_container(value: ast.expr) -> bool:
    """Return True if an expression may return a container without any other name."""
    if isinstance(value, DISPLAYS):
        return True
    if isinstance(value, ast.BinOp):
        return is_new_container(value.left) or is_new_container(value.right)
    if isinstance(value, ast.Subscript):
        return isinstance(value.slice, ast.Slice)
    return isinstance(value, ast.Call) and called_name(value) in MAKERS | TAKERS


def called_name(call: ast.Call) -> str:
    """Return the last name of the called function, "" if it has none."""
    function = call.func
    return getattr(function, "id", "") or getattr(function, "attr", "")


def is_item(node: ast.AST) -> bool:
    """Return True for an item such as a[i], not for a slice."""
    return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)


def as_load(node: ast.expr) -> ast.expr:
    """Return a copy of a target that reads it."""
    if isinstance(node, ast.Name):
        return ast.Name(node.id, ast.Load())
    return ast.parse(ast.unparse(node), mode="eval").body


def is_small(number: ast.expr) -> bool:
    """Return True for a number of at most `SHORT_RANGE`."""
    value = number.value if isinstance(number, ast.Constant) else None
    return type(value) is int and value <= SHORT_RANGE


def leaves_of(node: ast.Assign) -> list[ast.expr]:
    """Return the targets of an assignment, those within tuples too."""
    found: list[ast.expr] = []
    left = [*node.targets]
    while left:
        target = left.pop(0)
        if isinstance(target, (ast.Tuple, ast.List)):
            left[:0] = target.elts
        else:
            found.append(target.value if isinstance(target, ast.Starred) else target)
    return found


def arguments_of(node: ast.FunctionDef | ast.Lambda) -> list[ast.arg]:
    """Return the parameters of a function without * and **."""
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def indexes_of(*items: ast.Subscript) -> tuple[str, ...]:
    """Return the names of the indexes of items, "" for an expression."""
    parts = (
        items[0].slice.elts if isinstance(items[0].slice, ast.Tuple) else [i.slice for i in items]
    )
    return tuple(getattr(part, "id", "") for part in parts)


def text_of(node: ast.expr) -> str:
    """Return the text of an expression, "" if it is long."""
    text = node.id if isinstance(node, ast.Name) else ast.unparse(node)
    return text if len(text) <= 40 else ""
