"""The part of a program that a call of one of its functions needs, without the program's runs.

A student's program often ends with a run: `print(knights_tour(8))`, a loop with input(), or a
main block. A test calls only one function. So of the statements at the top level, only those that
the function needs are executed:

    needed      imports, definitions and assignments of the names that it uses, directly or not
    setup       statements that change a variable that it uses: `moves.append((1, 2))`, `init()`
    left out    a main block, and every other statement; a statement that calls the tested
                function itself, directly or through others, is a run

The result is found from the text alone, so it does not depend on time or on earlier calls.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kt_core.programs.prepare import parse_program

#: Modules whose settings apply to the whole program: sys.setrecursionlimit, random.seed.
SETTINGS_OF = frozenset(("random", "sys", "threading"))
#: Names by which a program reaches all its variables.
ALL_NAMES = frozenset(("eval", "exec", "globals", "vars"))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)


@dataclass(frozen=True)
class _Part:
    """A statement at the top level: the names that it binds, uses, changes and calls."""

    statement: ast.stmt
    binds: frozenset[str]
    uses: frozenset[str]
    changes: frozenset[str]
    calls: frozenset[str]

    @property
    def is_definition(self) -> bool:
        return isinstance(self.statement, DEFINITIONS)

    @property
    def is_run(self) -> bool:
        """True if the statement may do more than define names."""
        return not isinstance(self.statement, (*DEFINITIONS, ast.Import, ast.ImportFrom))


def without_runs(source: str, names: Iterable[str]) -> str:
    """Return the program without the statements that these functions do not need.

    Lines keep their numbers. `SyntaxError` if the text is not a program.
    """
    text, _changed_tree, _notes = parse_program(source)
    tree = ast.parse(text)
    needed = _needed_statements(tree, {*names})
    dropped = [node for node in tree.body if node not in needed]
    blank = _text_without(_lines(source), _lines(text), dropped)
    try:
        parse_program(blank)
    except SyntaxError:
        return ast.unparse(ast.Module([*filter(needed.__contains__, tree.body)], []))
    return blank


def defined_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that a program binds at its top level, except in a main block."""
    parts = [_part(node) for node in tree.body if not _is_main_block(node)]
    return frozenset[str]().union(*(part.binds for part in parts))


def place_of(name: str, tree: ast.Module) -> str:
    r"""Return the name of the function or class that contains a function; "" if there is none.

    >>> place_of("f", ast.parse("class A:\n    def f(self):\n        pass"))
    'A'
    """
    for node in tree.body:
        if isinstance(node, DEFINITIONS):
            inner = (each for each in ast.walk(node) if isinstance(each, FUNCTIONS))
            if any(each.name == name for each in inner):
                return node.name
    return ""


def _needed_statements(tree: ast.Module, names: set[str]) -> set[ast.stmt]:
    parts = [_part(node) for node in tree.body if not _is_main_block(node)]
    users = _users(parts, names)
    runs = {part.statement for part in parts if part.is_run and part.calls & users}
    if any(ALL_NAMES & part.uses for part in parts):
        return {part.statement for part in parts} - runs
    needed = {part.statement for part in parts if "__future__" in part.binds}
    while True:
        left = [part for part in parts if part.statement not in needed]
        more = [part for part in left if _is_needed(part, names, parts, runs)]
        if not more and names - vars(builtins).keys() - frozenset().union(
            *(part.binds for part in parts)
        ):
            more = [part for part in left if "*" in part.binds]
        if not more:
            return needed
        needed |= {part.statement for part in more}
        names = names.union(*(part.uses for part in more))


def _is_needed(part: _Part, names: set[str], parts: list[_Part], runs: set[ast.stmt]) -> bool:
    if part.statement in runs:
        others = (each.binds for each in parts if each.statement not in runs)
        return bool((part.binds & names).difference(*others))
    return bool(part.binds & names) or _is_setup(part, names, parts)


def _is_setup(part: _Part, names: set[str], parts: list[_Part]) -> bool:
    """Return True if a statement changes a needed variable or a setting of the whole program."""
    if part.is_definition:
        return False
    variables = {name for each in parts if each.is_run for name in each.binds} & names
    if part.changes & (variables | SETTINGS_OF):
        return True
    called = [each for each in parts if each.is_definition and each.binds & part.calls]
    if any(_globals_of(each.statement) & names for each in called):
        return True
    return bool(called and part.uses & variables)


def _users(parts: list[_Part], names: set[str]) -> set[str]:
    """Return the functions and classes that use one of these names, directly or not."""
    found = {*names}
    while True:
        more = {
            name
            for part in parts
            if part.is_definition and part.uses & found
            for name in part.binds - found
        }
        if not more:
            return found
        found |= more


def _is_main_block(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in _names(node.test)


def _part(node: ast.stmt) -> _Part:
    calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    return _Part(
        node,
        binds=frozenset(_bound_names(node)),
        uses=frozenset(_global_names(node)),
        changes=frozenset(_changed_names(node)),
        calls=frozenset(name for each in calls for name in _names(each)),
    )


def _global_names(node: ast.stmt) -> Iterator[str]:
    """Yield the global names that a statement uses, also within its functions."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return
    alone = ast.unparse(node)
    yield from _globals_in(symtable.symtable(alone, "", "exec"))


def _globals_in(table: symtable.SymbolTable) -> Iterator[str]:
    is_top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() if is_top else symbol.is_global():
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _globals_in(inner)


def _names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id


def _bound_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement binds outside functions and classes."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
            return
        case ast.ImportFrom(module="__future__"):
            yield "__future__"
        case ast.Import() | ast.ImportFrom():
            yield from (each.asname or each.name.partition(".")[0] for each in node.names)
        case ast.Name(ctx=ast.Store()):
            yield node.id
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return
    for each in ast.iter_child_nodes(node):
        yield from _bound_names(each)


def _changed_names(node: ast.stmt) -> Iterator[str]:
    """Yield the variables that a statement changes by an item, an attribute or a method."""
    for each in ast.walk(node):
        match each:
            case ast.Subscript() | ast.Attribute() if not isinstance(each.ctx, ast.Load):
                yield _root(each)
            case ast.Call(func=ast.Attribute() as method):
                yield _root(method)
            case ast.AugAssign(target=ast.Name(id=name)):
                yield name


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _globals_of(node: ast.stmt) -> set[str]:
    inner = (each for each in ast.walk(node) if isinstance(each, ast.Global))
    return {name for each in inner for name in each.names}


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").split("\n")


def _text_without(source: list[str], text: list[str], dropped: list[ast.stmt]) -> str:
    """Return a source with `pass` in place of each of these statements.

    The statements are from `text`, which has the same lines as Python 3.
    """
    lines = [*source]
    for node in reversed(dropped):
        first, last = _first_line(node) - 1, (node.end_lineno or node.lineno) - 1
        if source[first] == text[first] and source[last] == text[last]:
            before = lines[first].encode()[: node.col_offset].decode()
            after = lines[last].encode()[node.end_col_offset :].decode()
        else:
            before = after = ""
        lines[first] = f"{before}pass{after}"
        lines[first + 1 : last + 1] = [""] * (last - first)
    return "\n".join(lines)


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])
