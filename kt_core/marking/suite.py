"""The tests of an exercise, read from their text: functions named `test_…` with `assert`.

    @weight(2)
    def test_finds_a_tour():
        "A tour of 5 × 5 is found."
        assert is_tour(knights_tour(5), 5)

The docstring is the sentence that the student reads. A name that the text neither defines nor
imports, such as `knights_tour`, is a function of the program. An assertion gives a reason: the two
compared values, or the error in a tour.

Tests can call `is_tour`, `read_tour`, `Board` and the other functions of `GIVEN` without an import.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from itertools import pairwise
from types import CodeType
from typing import Any, Self

from kt_core.board import Board, Square
from kt_core.exercise import MOST_CHARACTERS, MOST_TESTS, is_test, sentence
from kt_core.files.reader import NotATour, Unreadable, read_value
from kt_core.files.walks import Reading
from kt_core.graph import KNIGHT, knight_graph, move_name
from kt_core.judge import verdict
from kt_core.language import N_, Sentence, short, text_of, value_error
from kt_core.marking.calls import MOST_SECONDS, MOST_VISITS, CallBudget
from kt_core.tour import Tour

FILE = "<tests>"
MOST_WEIGHT = 1_000
#: Decorators of a test, and their arguments.
DECORATORS = {"weight": ("weight",), "budget": ("visits", "seconds")}
EMPTY = N_(
    "there are no tests; a test is a function such as def test_first(): assert is_tour(f(5), 5)"
)
FAIL = "__kt_fail__"
VALUES = ("__kt_left__", "__kt_right__")
SIGNS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
FEW = 5  # a list with fewer squares is a fault: it might be read as another form
BoardLike = Board | int | str | tuple[int, int]


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

    text: str
    tests: tuple[SuiteTest, ...]
    functions: tuple[str, ...]  # the functions of the program, in alphabetical order
    tree: ast.Module = field(compare=False, repr=False)

    @cached_property
    def code(self) -> CodeType:
        """The compiled tests, whose assertions give reasons."""
        return compile(with_reasons(self.tree), FILE, "exec", dont_inherit=True)


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
    tree.body = [*_without_imports_of_program(tree)]
    tests = tuple(_test(node) for node in tree.body if is_test(node))
    if not tests:
        raise value_error(EMPTY)
    if len(tests) > MOST_TESTS:
        raise value_error(
            "{n} tests are too many; {most} are the most", n=len(tests), most=MOST_TESTS
        )
    _require_different_names(tests)
    return Suite(text, tests, tuple(sorted(_free_names(tree))), tree)


def _without_imports_of_program(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements except imports of modules that do not exist, such as the program."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and not _exists(node.module or "", node.level):
            continue
        yield node


def _exists(module: str, level: int) -> bool:
    try:
        return not level and find_spec(module.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return False


def _test(node: ast.stmt) -> SuiteTest:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    if isinstance(node, ast.AsyncFunctionDef):
        raise _error(node, Sentence("a test is written with def, not with async def"))
    arguments = node.args
    if arguments.args or arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg:
        raise _error(node, Sentence("a test has no parameters"))
    settings: dict[str, Any] = {}
    for decorator in node.decorator_list:
        settings |= _settings(node, decorator)
    return SuiteTest(node.name, sentence(node), node.lineno, **settings)


def _settings(node: ast.FunctionDef, decorator: ast.expr) -> dict[str, Any]:
    """Return the weight or the budget of a decorator."""
    name = getattr(getattr(decorator, "func", None), "id", "")
    if not isinstance(decorator, ast.Call) or name not in DECORATORS:
        raise _error(
            node, Sentence("a test may have the decorators @weight(2) and @budget(visits=1000)")
        )
    names = DECORATORS[name]
    values = dict(zip(names, decorator.args, strict=False))
    values |= {each.arg or "": each.value for each in decorator.keywords}
    if len(decorator.args) > len(names) or not {*values} <= {*names}:
        raise _error(node, Sentence("@{name} has no such argument", name=name))
    return {each: _number(node, each, value) for each, value in values.items()}


def _number(node: ast.FunctionDef, name: str, value: ast.expr) -> float:
    most = {"weight": MOST_WEIGHT, "visits": MOST_VISITS, "seconds": MOST_SECONDS}[name]
    number = getattr(value, "value", None)
    if isinstance(number, int | float) and 0 < number <= most:
        return int(number) if name == "visits" else float(number)
    raise _error(
        node,
        Sentence(
            "{value} is no {name}; give a number above 0, at most {most:,}",
            value=ast.unparse(value)[:40],
            name=name,
            most=most,
        ),
    )


def _require_different_names(tests: tuple[SuiteTest, ...]) -> None:
    seen: set[str] = set()
    for test in tests:
        if test.name in seen:
            raise value_error(
                "{name} is defined twice, in line {line} too", name=test.name, line=test.line
            )
        seen.add(test.name)


def _error(node: ast.FunctionDef | ast.AsyncFunctionDef, why: Sentence) -> ValueError:
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


@dataclass(frozen=True)
class TourCheck:
    """The answer of `is_tour`: true unless `wrong` has a reason, which is a clause."""

    wrong: str = ""
    reading: Reading | None = None  # the path up to the first error, if there is one

    def __bool__(self) -> bool:
        return not self.wrong


def is_tour(
    value: object,
    board: BoardLike | None = None,
    *,
    closed: bool = False,
    start: str | Square | tuple[int, int] | None = None,
) -> TourCheck:
    """Return true if a value is a tour of the board, in any notation: pairs, names or a matrix.

    `board` is a `Board`, a size such as 5, or a text such as "5x6"; by default it is the smallest
    board that fits. With `closed`, a move must lead from the last square to the first. `start` is
    the first square in the notation of the value, a pair (row, column) in a matrix.

    >>> str(is_tour("a1 b3 c1 a1 b3 d4", 4).wrong)
    'square a1 appears twice, as numbers 1 and 4'
    """
    if isinstance(value, Iterator):
        value = [*value]
    wanted = None if board is None else board_of(board)
    found = _tour_check(value, wanted, closed=closed)
    if found and start is not None:
        first, expected = _first(value, found.reading), _square(start)
        if first != expected:
            return TourCheck(Sentence("it starts on {first}", first=str(first)), found.reading)
    return found


def _tour_check(value: object, board: Board | None, *, closed: bool) -> TourCheck:
    try:
        found = read_value(value, board, closed=True if closed else None)
    except ValueError as error:  # including `Unreadable`
        return TourCheck(_simple_fault(value, board) or text_of(error))
    is_board = found.verdict == "tour" and board in (None, found.board)
    if is_board and verdict(found.board, found.path, closed=closed or None).kind == "tour":
        return TourCheck(reading=found)
    if closed and _tour_check(value, board, closed=False):
        open_tour = Sentence("it is open: no move leads from its last square to its first")
        return TourCheck(open_tour, found)
    if board is not None and str(found.board) != str(board) and (move := _wrong_move(value)):
        return TourCheck(move)  # pairs were read as a board of two columns
    simple = None if isinstance(value, str) else _simple_fault(value, board)
    wrong = simple or found.wrong or _part(len(found.path), found.board)
    return TourCheck(wrong, found)


def _wrong_move(value: object) -> Sentence | None:
    """Return the fault that names the first pair of squares that are no knight's move apart."""
    if not isinstance(value, list | tuple) or not all(map(_is_pair, value)):
        return None
    for step, (one, other) in enumerate(pairwise(map(tuple, value)), start=2):
        if {abs(one[0] - other[0]), abs(one[1] - other[1])} != {1, 2}:
            move = Sentence("{start} to {end}", start=str(one), end=str(other))
            template = N_("step {step}, {move}, is not a {leaper_move}")
            return Sentence(template, step=step, move=move, leaper_move=move_name(KNIGHT))
    return None


def _is_pair(entry: object) -> bool:
    return isinstance(entry, list | tuple) and [*map(type, entry)] == [int, int]


def _simple_fault(value: object, board: Board | None) -> Sentence | None:
    """Return the fault of a value that is far from a tour: no list, a short one, equal numbers."""
    if not isinstance(value, Sequence | dict) or isinstance(value, str):
        return Sentence("{value} is no list of squares and no numbered board", value=short(value))
    if isinstance(value, dict) or board is None:
        return None
    rows = [row for row in value if isinstance(row, Sequence)]
    is_matrix = len(rows) == len(value) == board.rows and {*map(len, rows)} == {board.columns}
    if is_matrix and all(entry == rows[0][0] for row in rows for entry in row):
        entry = short(rows[0][0])
        return Sentence("each square of this board has the same number, {entry}", entry=entry)
    return None if is_matrix or len(value) >= FEW else _part(len(value), board)


def _first(value: Any, reading: Reading | None) -> Any:
    """Return the first square of a tour in its own notation; a place in a matrix is a pair."""
    if isinstance(value, str) and reading is not None:
        return reading.board.name(reading.path[0])
    if isinstance(value, dict):
        return min(value, key=value.__getitem__)
    if isinstance(value[0], list | tuple) and len(value[0]) != 2:
        places = ((row, column) for row in range(len(value)) for column in range(len(value[row])))
        return min(places, key=lambda place: value[place[0]][place[1]])
    return _square(value[0])


def _square(square: Any) -> Any:
    return tuple(square) if isinstance(square, list) else square


def read_tour(value: object, board: BoardLike | None = None, *, closed: bool = False) -> Tour:
    """Return the tour that a value describes, in any notation; `NotATour` names the first error."""
    found = is_tour(value, board, closed=closed)
    if found.reading is None or found.reading.tour is None:
        if found.reading is None:
            raise Unreadable(found.wrong)
        raise NotATour(found.wrong, found.reading)
    return found.reading.tour


def board_of(board: BoardLike) -> Board:
    """Return a board for its size: 5, (5, 6), "5x6" or a `Board`."""
    match board:
        case Board():
            return board
        case int():
            return Board(board, board)
        case str():
            return Board.parse(board)
        case (rows, columns):
            return Board(rows, columns)
    raise value_error(
        '{board} is not a board; write 5, (5, 6), "5x6" or Board(5, 6)', board=repr(board)[:40]
    )


def _part(count: int, board: Board) -> Sentence:
    return Sentence("it visits {n:,} of {total:,} squares", n=count, total=len(board))


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


GIVEN: Mapping[str, Any] = {
    "Board": Board,
    "Tour": Tour,
    "budget": _mark,
    "is_tour": is_tour,
    "knight_graph": knight_graph,
    "raises": raises,
    "read_tour": read_tour,
    "weight": _mark,
}
