"""Mutants of a program: each has one small error, made in its syntax tree."""

import ast
from collections.abc import Collection, Iterator

COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
OPPOSITES = {ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
SIGNS = {ast.Add: ast.Sub, ast.Sub: ast.Add}


def mutants(source: str, functions: Collection[str]) -> list[str]:
    """Return the programs that differ from this one by one error in one of these functions."""
    tree = ast.parse(source)
    found: dict[str, None] = {}
    chosen = (each for each in tree.body if getattr(each, "name", "") in functions)
    for parent in (inner for each in chosen for inner in ast.walk(each)):
        for name, value in ast.iter_fields(parent):
            items = value if isinstance(value, list) else [value]
            for i, node in enumerate(items):
                for other in _others(node):
                    changed = [*items[:i], other, *items[i + 1 :]]
                    setattr(parent, name, changed if isinstance(value, list) else other)
                    found[ast.unparse(ast.fix_missing_locations(tree))] = None
            setattr(parent, name, value)
    found.pop(ast.unparse(tree), None)
    return [*found]


def _others(node: object) -> Iterator[ast.AST]:
    """Yield the replacements of a node: comparison, sign, order, condition, return."""
    if isinstance(node, ast.Compare):
        yield from _other_comparisons(node)
    elif isinstance(node, ast.stmt):
        yield from _other_statements(node)
    else:
        yield from _other_expressions(node)


def _other_comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    left, ops, items = node.left, node.ops, node.comparators
    for i, op in enumerate(ops):
        for cls in COMPARISONS if isinstance(op, COMPARISONS) else (OPPOSITES[type(op)],):
            yield ast.Compare(left, [*ops[:i], cls(), *ops[i + 1 :]], items)
    if len(ops) > 1:
        yield ast.Compare(items[0], ops[1:], items[1:])
        yield ast.Compare(left, ops[:-1], items[:-1])


def _other_statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Return():
            yield from (ast.Pass(), ast.Return(ast.Constant(None)), ast.Return(ast.Constant(True)))
            yield ast.Return(ast.List([], ast.Load()))
        case ast.If(body=body, orelse=other):
            yield from (ast.If(ast.Constant(value), body, other) for value in (True, False))
        case ast.For() | ast.Assign() | ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield ast.Pass()


def _other_expressions(node: object) -> Iterator[ast.AST]:
    match node:
        case ast.BoolOp(values=values):
            yield from values
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            yield ast.BinOp(left, SIGNS[type(op)](), right)
        case ast.Tuple(elts=[one, other], ctx=context):
            yield ast.Tuple([other, one], context)
        case ast.comprehension(target=target, iter=iterable, ifs=[_, *_]):
            yield ast.comprehension(target, iterable, [], 0)
        case ast.IfExp(body=body, orelse=other):
            yield from (body, other)
