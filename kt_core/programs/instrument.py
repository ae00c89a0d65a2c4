"""Hooks in a program's syntax tree, at the places where a container or an attribute changes.

Each place is a `Site` with a flag. A statement `board[r][c] = v` becomes

    if __kt_on__[7]: __kt_cell__(7, v, board, r, c)
    else: board[r][c] = v

with the same line numbers and order of evaluation, so a place whose flag is off costs one look-up.
Recursive functions have a hook at their beginning and one at their end. Loops and recursive calls
count their iterations, so that an endless one is noticed even if it changes nothing. Names of hooks
end in two underscores, so that classes do not mangle them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from kt_core.graph import distances

ON, STOP, CALL, SPIN = "__kt_on__", "__kt_stop__", "__kt_this_call__", "__kt_spin__"
MUTATORS = {
    "append", "pop", "add", "remove", "discard", "insert", "extend", "clear", "popleft",
    "appendleft", "update", "popitem",
}  # fmt: skip
DEEPEST = 4  # limit for nested calls with hooks: each level doubles the code
MOST_ARGUMENTS = 8
RANGES = {"range", "xrange", "count", "cycle", "repeat", "product", "permutations", "iter"}
# Functions and methods that return a new container, or one that is in no other place.
MAKERS = {"list", "tuple", "set", "frozenset", "copy", "deepcopy", "union", "dict", "sorted"}
TAKERS = {"pop", "popleft", "heappop", "get"}
DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)
SHORT_RANGE = 1_000  # iterations of a loop that are not counted
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Site:
    """A place with a hook: its line, the hook, and the name of the container in the program."""

    line: int
    hook: str
    name: str
    arguments: tuple[str, ...] = ()


def instrument(tree: ast.Module, sites: list[Site], *, own: bool = True) -> ast.Module:
    """Add hooks to a tree, and to `sites` a site for each; `own` is False for a stand-in module."""
    editor = _Instrument(sites, recursive_functions(tree), generators(tree), own=own)
    return ast.fix_missing_locations(cast("ast.Module", editor.visit(tree)))


class _Instrument(ast.NodeTransformer):
    def __init__(
        self, sites: list[Site], recursive: set[str], generators: set[str], *, own: bool
    ) -> None:
        self._sites, self._recursive, self._own = sites, recursive, own
        self._generators = generators
        self._classes: list[str] = []
        self._functions: list[str] = []  # the functions around the visited node
        self._depth = 0

    # Places and hooks

    def _site(self, node: Any, hook: str, name: str, arguments: tuple[str, ...] = ()) -> int:
        line = node.lineno if self._own else 0
        self._sites.append(Site(line, hook, name, arguments))
        return len(self._sites) - 1

    def _flag(self, site: int) -> ast.expr:
        return ast.Subscript(ast.Name(ON, ast.Load()), ast.Constant(site), ast.Load())

    def _hook(self, site: int, *arguments: ast.expr) -> ast.Call:
        name = f"__kt_{self._sites[site].hook}__"
        return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(site), *arguments], [])

    def _instead(self, site: int, call: ast.expr, statement: ast.stmt) -> ast.If:
        return ast.If(self._flag(site), [ast.Expr(call)], [statement])

    def _after(self, node: Any, hook: str, name: str, *arguments: ast.expr) -> ast.If:
        site = self._site(node, hook, name)
        return ast.If(self._flag(site), [ast.Expr(self._hook(site, *arguments))], [])

    def _with_location(self, statements: Iterable[ast.stmt], node: ast.stmt) -> list[ast.stmt]:
        # Their parts get the same location at the end of `instrument`.
        return [ast.copy_location(each, node) for each in statements]

    # Statements

    def visit_Assign(self, node: ast.Assign) -> Any:
        name, value = name_of_lambda(node), node.value
        if isinstance(value, ast.Lambda) and name in self._recursive:
            made: Any = ast.parse(f"def {name}(): return").body[0]
            made.args = value.args
            made.body = [ast.copy_location(ast.Return(value.body), value.body)]
            return self.visit_FunctionDef(ast.copy_location(made, node))
        is_new = is_new_container(value)
        self.generic_visit(node)
        if len(node.targets) == 1 and (call := self._assignment(node, node.targets[0])):
            return self._with_location([call], node)
        unpacks_item = isinstance(node.value, ast.Subscript)  # path, square = stack[-1]
        after = list[ast.stmt]()
        for leaf in leaves_of(node):
            several = leaf not in node.targets
            after += self._after_each(node, leaf, grows=is_new or (several and unpacks_item))
        return self._with_location([node, *after], node)

    def _assignment(self, node: ast.Assign, target: ast.expr) -> ast.stmt | None:
        """Return an assignment to an item or an attribute with its hook; None for another one."""
        if isinstance(target, ast.Attribute):
            site = self._site(node, "attribute", target.attr)
            parts = [target.value, *self._name_and_place(target)]
        elif isinstance(target, ast.Subscript) and is_item(target):
            parts = parts_of(target)
            site = self._site(node, "cell" if parts[2:] else "item", text_of(parts[0]))
        else:
            return None
        return self._instead(site, self._hook(site, node.value, *parts), node)

    def _name_and_place(self, target: ast.Attribute) -> list[ast.expr]:
        """Return the name of an attribute, and the row and column of its owner in a matrix."""
        name = target.attr
        if self._classes and name.startswith("__") and not name.endswith("__"):
            name = f"_{self._classes[-1].lstrip('_')}{name}"
        return [ast.Constant(name), *place_of(target.value)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is not None and not isinstance(node.target, ast.Name):
            return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        grows = is_new_container(node.value) or isinstance(node.op, ast.BitOr)
        return self._with_location([node, *self._after_each(node, node.target, grows=grows)], node)

    def _after_each(
        self, node: ast.stmt, target: ast.expr, *, grows: bool = False
    ) -> Iterator[ast.stmt]:
        """Yield the hook after a statement that changes a target; `grows`: it may be a path."""
        if isinstance(target, ast.Subscript) and is_item(target):
            if is_pure(target):
                parts = parts_of(target)
                yield self._after(node, "item_read", text_of(parts[0]), *map(as_load, parts))
        elif isinstance(target, ast.Attribute) and isinstance(node, ast.Assign):
            if is_pure(target):
                parts = [as_load(target.value), *self._name_and_place(target)]
                yield self._after(node, "attribute_read", target.attr, *parts)
        else:
            container = target.value if isinstance(target, ast.Subscript) else target
            if (grows or container is not target) and is_pure(container):
                yield self._after(node, "bound", text_of(container), as_load(container))

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        if len(node.targets) != 1 or not isinstance(target := node.targets[0], ast.Subscript):
            return node
        if not is_item(target):
            return self._with_location([node, *self._after_each(node, target)], node)
        site = self._site(node, "delete", text_of(target.value))
        call = self._hook(site, target.value, target.slice)
        return self._with_location([self._instead(site, call, node)], node)

    def visit_While(self, node: ast.While) -> Any:
        self.generic_visit(node)
        node.body[:0] = self._with_location([ast.Expr(_spin())], node.body[0])
        return node

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        if self._may_be_endless(node.iter):
            node.body[:0] = self._with_location([ast.Expr(_spin())], node.body[0])
        return node

    def _may_be_endless(self, iterable: ast.expr) -> bool:
        """Return True for a loop over a long range, or over values that are made on demand."""
        if not isinstance(iterable, ast.Call):
            return False
        is_short = all(is_small(each) for each in iterable.args) and bool(iterable.args)
        name = called_name(iterable)
        return name in self._generators or (name in RANGES and not is_short)

    def visit_Try(self, node: ast.Try) -> Any:
        """Prevent a bare `except` from catching the request to stop."""
        self.generic_visit(node)
        swallows = any(
            each.type is None or "BaseException" in ast.unparse(each.type) for each in node.handlers
        )
        if swallows:
            stop = ast.ExceptHandler(ast.Name(STOP, ast.Load()), None, [ast.Raise()])
            node.handlers.insert(0, ast.copy_location(stop, node.handlers[0]))
        return node

    # Expressions

    def visit_Call(self, node: ast.Call) -> Any:
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1
        called = node.func
        if not isinstance(called, ast.Attribute) or called.attr not in MUTATORS:
            return node
        if self._depth >= DEEPEST:
            return node
        site = self._site(node, "call", text_of(called.value))
        call = self._hook(site, called, *node.args)
        call.keywords = node.keywords
        return ast.copy_location(ast.IfExp(self._flag(site), call, node), node)

    # Functions and their results

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self._functions.append(node.name)
        self.generic_visit(node)
        self._functions.pop()
        parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        names = tuple(each.arg for each in parameters[:MOST_ARGUMENTS])
        if self._own and node.name in self._recursive and names:
            self._hook_calls(node, names)
        return node

    def _hook_calls(self, node: ast.FunctionDef, names: tuple[str, ...]) -> None:
        """Put the body between a hook that begins a call and one that ends it."""
        site = self._site(node, "enter", node.name, names)
        enter = self._hook(site, *(ast.Name(each, ast.Load()) for each in names))
        call = ast.Name(CALL, ast.Load())
        is_on = ast.Compare(call, [ast.IsNot()], [ast.Constant(None)])
        leave = ast.Call(ast.Name("__kt_leave__", ast.Load()), [ast.Constant(site), call], [])
        head = 1 if ast.get_docstring(node, clean=False) is not None else 0
        body = node.body[head:] or [ast.Pass()]
        begin = ast.IfExp(self._flag(site), enter, _spin())
        inner: list[ast.stmt] = [
            ast.Assign([ast.Name(CALL, ast.Store())], begin),
            ast.Try(body, [], [], [ast.If(is_on, [ast.Expr(leave)], [])]),
        ]
        node.body[head:] = self._with_location(
            inner, body[0] if hasattr(body[0], "lineno") else node
        )

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        value = node.value
        kinds = (*DISPLAYS, ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.IfExp)
        if not self._own or not (isinstance(value, kinds) or (value and is_new_container(value))):
            return node
        is_recursive = bool(self._functions) and self._functions[-1] in self._recursive
        site = self._site(node, "result", text_of(value) if isinstance(value, ast.Name) else "")
        node.value = ast.copy_location(self._hook(site, value, ast.Constant(is_recursive)), node)
        return node


def _spin() -> ast.Call:
    """Return a call that counts an iteration and returns None."""
    return ast.Call(ast.Name(SPIN, ast.Load()), [], [])


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
    calls: dict[str, list[str]] = {name: [] for name in names}
    for name, function in functions:
        calls[name] += {*_names_in(function)} & names
    return {name for name in names if any(name in calls[to] for to, _n in distances(calls, name))}


def _named_functions(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(tree):
        if isinstance(node, FunctionNode):
            yield node.name, node
        elif isinstance(node, ast.Assign) and (name := name_of_lambda(node)):
            yield name, node.value


def name_of_lambda(node: ast.Assign) -> str:
    """Return the name to which a lambda is assigned, "" for any other assignment."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Lambda()):
            return name
    return ""


def _names_in(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


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


def parts_of(item: ast.Subscript) -> list[ast.expr]:
    """Return the container of an item and its key, or a matrix, a row and a column."""
    row = item.value
    if isinstance(row, ast.Subscript) and is_item(row):
        return [row.value, row.slice, item.slice]
    return [row, item.slice]


def place_of(node: ast.expr) -> list[ast.expr]:
    """Return the row and the column of an object in a matrix; nothing for others."""
    match node:
        case ast.Subscript(ast.Subscript(_, row), column) if is_pure(node):
            return [as_load(row), as_load(column)]
    return []


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


def text_of(node: ast.expr) -> str:
    """Return the text of an expression, "" if it is long."""
    text = node.id if isinstance(node, ast.Name) else ast.unparse(node)
    return text if len(text) <= 40 else ""
