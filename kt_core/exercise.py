"""The tests in the text of an exercise, and their sentences for the student.

Nothing here runs a test or decides whether it is right: `marking.suite` does.
"""

from __future__ import annotations

import ast

PREFIX = "test_"
MOST_TESTS = 100
MOST_CHARACTERS = 50_000  # limit for all tests of a task together


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of the tests in a text; none if it is not Python.

    >>> sentences("def test_one_square(): assert tour(1)")
    ('One square.',)
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and is_test(node)]
    return tuple(map(sentence, tests[:MOST_TESTS]))


def is_test(node: ast.stmt) -> bool:
    """Return True if a statement defines a test."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return isinstance(node, kinds) and node.name.startswith(PREFIX)


def sentence(node: ast.FunctionDef) -> str:
    """Return the first paragraph of a test's docstring, otherwise its name in words."""
    text = ast.get_docstring(node)
    if text:
        return " ".join(text.partition("\n\n")[0].split())
    words = node.name.removeprefix(PREFIX).replace("_", " ").strip()
    return f"{words[:1].upper()}{words[1:]}."
