"""Assertions that give a reason: the two compared values, or the error in a tour."""

from __future__ import annotations

import ast
from copy import deepcopy

FAIL = "__kt_fail__"
VALUES = ("__kt_left__", "__kt_right__")
SIGNS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def with_reasons(tree: ast.Module) -> ast.Module:
    """Return tests in which a failing `assert` calls `__kt_fail__(message, sign, *values)`."""
    copied = deepcopy(tree)
    _Asserts().visit(copied)
    return ast.fix_missing_locations(copied)


class _Asserts(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        test = node.test
        message = node.msg or ast.Constant(None)
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            values, sign = [test.left, test.comparators[0]], SIGNS[type(test.ops[0])]
            names = [ast.Name(name, ast.Load()) for name in VALUES]
            holds: ast.expr = ast.Compare(names[0], test.ops, [names[1]])
        else:
            values, sign, names = [test], "", [ast.Name(VALUES[0], ast.Load())]
            holds = names[0]
        stored = [
            ast.Assign([ast.Name(name, ast.Store())], value)
            for name, value in zip(VALUES, values, strict=False)
        ]
        call = ast.Call(ast.Name(FAIL, ast.Load()), [message, ast.Constant(sign), *names], [])
        fails = ast.If(ast.UnaryOp(ast.Not(), holds), [ast.Expr(call)], [])
        return [ast.copy_location(each, node) for each in (*stored, fails)]
