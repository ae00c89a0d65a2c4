"""The tests of an exercise, read from their text: functions named `test_…` with `assert`.

    @weight(2)
    def test_finds_a_tour():
        "A tour of 5 × 5 is found."
        assert is_tour(knights_tour(5), 5)

The docstring is the sentence that the student reads. A name that the text neither defines nor
imports, such as `knights_tour`, is a function of the program. An assertion gives a reason: the two
compared values, or the error in a tour.

Tests can call `is_tour`, `has_squares` and the other functions of `GIVEN` without an import.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import CodeType
from typing import Any, Self

from kt_core.board import Board
from kt_core.exercise import MOST_CHARACTERS, MOST_TESTS, is_test, sentence
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence, value_error
from kt_core.marking.calls import MOST_SECONDS, MOST_VISITS, CallBudget
from kt_core.marking.checks import has_squares, is_tour, read_tour
from kt_core.tour import Tour

FILE = "<tests>"
#: Decorators of a test, and their arguments with the largest values.
DECORATORS: Mapping[str, Mapping[str, int]] = {
    "weight": {"weight": 1_000},
    "budget": {"visits": MOST_VISITS, "seconds": MOST_SECONDS},
}
EMPTY = N_(
    "there are no tests; a test is a function such as def test_first(): assert is_tour(f(5), 5)"
)
FAIL = "__kt_fail__"
VALUES = ("__kt_left__", "__kt_right__")
SIGNS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


@dataclass(frozen=True)
class SuiteTest:
    """One test: its function, the sentence for the student, its weight and its budget."""

    name: str
    sentence: str
    line: int
    weight: float = 1.0
    visits: int | None = None  # None: the usual number
    seconds: float | None = None

    def budget(self, usual: CallBudget) -> CallBudget:
        """Return the budget of each call."""
        return CallBudget(self.visits or usual.visits, self.seconds or usual.seconds)


@dataclass(frozen=True)
class Suite:
    """Tests in the order of their text; build one with `read_tests`."""

    tests: tuple[SuiteTest, ...]
    functions: tuple[str, ...]  # the functions of the program, in alphabetical order
    code: CodeType  # a failing `assert` calls `FAIL(message, sign, *values)`


def read_tests(text: str) -> Suite:
    """Return the tests in a text; `ValueError` names the first line that is wrong."""
    if len(text) > MOST_CHARACTERS:
        raise value_error(
            "tests of {n:,} characters are too long; {most:,} are the most",
            n=len(text),
            most=MOST_CHARACTERS,
        )
    try:
        tree = ast.parse(text)
        compile(text, FILE, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise value_error(
            "the tests are not Python: {error}, in line {line}",
            error=getattr(error, "msg", None) or str(error),
            line=getattr(error, "lineno", None) or 1,
        ) from None
    tree.body = [node for node in tree.body if not _is_import_of_program(node)]
    tests = tuple(_test(node) for node in tree.body if is_test(node))
    if not tests:
        raise value_error(EMPTY)
    if len(tests) > MOST_TESTS:
        raise value_error(
            "{n} tests are too many; {most} are the most", n=len(tests), most=MOST_TESTS
        )
    _require_different_names(tests)
    functions = tuple(sorted(_free_names(tree)))
    tree = ast.fix_missing_locations(_Asserts().visit(tree))
    return Suite(tests, functions, compile(tree, FILE, "exec", dont_inherit=True))


def _is_import_of_program(node: ast.stmt) -> bool:
    """Return True for an import from a module that does not exist, such as the program."""
    if not isinstance(node, ast.ImportFrom):
        return False
    try:
        return bool(node.level) or find_spec((node.module or "").partition(".")[0]) is None
    except (ImportError, ValueError):
        return True


def _test(node: ast.stmt) -> SuiteTest:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    if isinstance(node, ast.AsyncFunctionDef):
        raise _error(node, N_("a test is written with def, not with async def"))
    arguments = node.args
    if arguments.args or arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg:
        raise _error(node, N_("a test has no parameters"))
    settings: dict[str, Any] = {}
    for decorator in node.decorator_list:
        settings |= _settings(node, decorator)
    return SuiteTest(node.name, sentence(node), node.lineno, **settings)


def _settings(node: ast.FunctionDef, decorator: ast.expr) -> dict[str, Any]:
    """Return the weight or the budget of a decorator."""
    name = getattr(getattr(decorator, "func", None), "id", "")
    if not isinstance(decorator, ast.Call) or name not in DECORATORS:
        raise _error(node, N_("a test may have the decorators @weight(2) and @budget(visits=1000)"))
    most = DECORATORS[name]
    values = dict(zip(most, decorator.args, strict=False))
    values |= {each.arg or "": each.value for each in decorator.keywords}
    if len(decorator.args) > len(most) or not {*values} <= {*most}:
        raise _error(node, N_("@{name} has no such argument"), name=name)
    return {each: _number(node, each, value, most[each]) for each, value in values.items()}


def _number(node: ast.FunctionDef, name: str, value: ast.expr, most: int) -> float:
    number = getattr(value, "value", None)
    if isinstance(number, int | float) and 0 < number <= most:
        return int(number) if name == "visits" else float(number)
    template = N_("{value} is no {name}; give a number above 0, at most {most:,}")
    raise _error(node, template, value=ast.unparse(value)[:40], name=name, most=most)


def _require_different_names(tests: tuple[SuiteTest, ...]) -> None:
    first = {test.name: test for test in reversed(tests)}
    for test in tests:
        if test != first[test.name]:
            template = "{name} is defined twice, in line {line} too"
            raise value_error(template, name=test.name, line=test.line)


def _error(
    node: ast.FunctionDef | ast.AsyncFunctionDef, template: str, **values: Any
) -> ValueError:
    why = Sentence(template, **values)
    return value_error("{name}, in line {line}: {why}", name=node.name, line=node.lineno, why=why)


def _free_names(tree: ast.Module) -> set[str]:
    """Return the global names that are used and nowhere defined."""
    table = symtable.symtable(ast.unparse(tree), FILE, "exec")
    used = {*_globals_of(table)}
    bound = {each.get_name() for each in table.get_symbols() if _is_bound(each)}
    return used - bound - vars(builtins).keys() - GIVEN.keys()


def _is_bound(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()


def _globals_of(table: symtable.SymbolTable) -> Iterator[str]:
    is_top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (is_top or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _globals_of(inner)


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


def _mark(*_arguments: float, **_named: float) -> Callable[[Any], Any]:
    """Return a decorator that changes nothing: `read_tests` reads weights and budgets."""
    return lambda function: function


class raises:  # noqa: N801 - used like a function, as in pytest
    """A block that must raise an exception of this class."""

    def __init__(self, expected: type[BaseException]) -> None:
        self._expected = expected

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> bool:
        if kind is None:
            raise AssertionError(Sentence("no {name} was raised", name=self._expected.__name__))
        return issubclass(kind, self._expected)


_GIVEN = (Board, Tour, has_squares, is_tour, knight_graph, raises, read_tour)
GIVEN: Mapping[str, Any] = dict.fromkeys(DECORATORS, _mark) | {it.__name__: it for it in _GIVEN}
