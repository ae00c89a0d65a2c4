"""The kinds of a reader's code: a whole program, or a function that the page calls."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from kt_core.own import SIGNATURES

_SEARCH = re.compile(r"^(?:def\s+search\s*\(|search\s*=)", re.MULTILINE)
_FUNCTION = re.compile(r"^(?:def\s+(?:order|search)\s*\(|(?:order|search)\s*=)", re.MULTILINE)


def function_in(text: str) -> str:
    """Return the function that the page calls: "order" or "search"; "" in a program.

    >>> function_in("def search(graph, start, ends): ..."), function_in("print(1)")
    ('search', '')
    """
    if is_program(text):
        return ""
    return "search" if _SEARCH.search(text) else "order"


@lru_cache(maxsize=4)  # views call it repeatedly with the same text
def is_program(text: str) -> bool:
    r"""Return True if a text runs as a program, because it has neither of the two functions.

    A student's `search(x, y, n)` that the text itself calls is part of a program.

    >>> is_program("print(1)"), is_program("def order(choices, onward, path, board): pass")
    (True, False)
    >>> is_program("def search(r, c, k): pass\nsearch(0, 0, 1)")
    True
    """
    if not _FUNCTION.search(text):
        return True
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not any(_is_called_by_the_page(node, tree) for node in tree.body)


def _is_called_by_the_page(node: ast.stmt, tree: ast.Module) -> bool:
    if isinstance(node, ast.Assign):  # order = functools.partial(…), for example
        return any(isinstance(each, ast.Name) and each.id in SIGNATURES for each in node.targets)
    if not isinstance(node, ast.FunctionDef) or node.name not in SIGNATURES:
        return False
    names = SIGNATURES[node.name]
    arguments = [argument.arg for argument in node.args.args]
    if arguments == [*names]:
        return True
    has_call = any(isinstance(each, (ast.Expr, ast.If)) and _calls(each) for each in tree.body)
    return not has_call


def _calls(node: ast.stmt) -> bool:
    return any(isinstance(each, ast.Call) for each in ast.walk(node))
