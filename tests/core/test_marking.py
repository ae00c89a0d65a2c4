"""Grading: twelve student programs get the grades of a person, and values arrive unchanged."""

from functools import partial

import pytest

from kt_core.language import text_of
from kt_core.marking.calls import CallBudget, CallReply, ProgramCall, reply_to
from kt_core.marking.checks import is_tour
from kt_core.marking.session import MarkedTest, mark_test, score
from kt_core.marking.suite import read_tests
from kt_core.marking.values import NotPlainError
from tests.shared.marked_programs import CORRECT, TESTS

BUDGET = CallBudget(visits=20_000, seconds=5)
SUITE = read_tests(TESTS)
NAMES = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"


def results(source: str, tests: str = TESTS) -> dict[str, MarkedTest]:
    """Return the results of a program whose calls are answered in this process."""
    suite = read_tests(tests)
    answer = partial(reply_to, source)
    found = [mark_test(suite, test, answer, BUDGET) for test in suite.tests]
    assert all(isinstance(each, MarkedTest) for each in found)
    return {each.test.name: each for each in found if isinstance(each, MarkedTest)}


def result(source: str, body: str) -> MarkedTest:
    """Return the result of one test with this body."""
    return results(source, f"def test_one():\n    {body}\n")["test_one"]


def hint(source: str, body: str) -> str:
    """Return the hint of one test with this body."""
    return text_of(result(source, body).hint)


def test_the_tests_are_read_with_their_sentences_weights_and_budgets() -> None:
    assert [test.name for test in SUITE.tests][:2] == ["test_corner", "test_every_square"]
    assert SUITE.tests[2].sentence == "A tour of 5 × 5 is found."
    assert SUITE.tests[2].weight == 2
    assert SUITE.tests[3].budget(BUDGET) == CallBudget(3_000, 5)
    assert SUITE.functions == ("knights_tour", "legal_moves")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("x = 1", "there are no tests"),
        ("def test_a(:\n pass", "not Python"),
        ("def test_a(n):\n    pass", "no parameters"),
        ("async def test_a():\n    pass", "async"),
        ("@weight('2')\ndef test_a():\n    pass", "'2' is no weight"),
        ("@weight(-1)\ndef test_a():\n    pass", "-1 is no weight"),
        ("@budget(moves=3)\ndef test_a():\n    pass", "no such argument"),
        ("@skip\ndef test_a():\n    pass", "decorators"),
        ("def test_a():\n    pass\ndef test_a():\n    pass", "twice, in line 3"),
        ("#" * 60_000, "too long"),
    ],
)
def test_an_error_in_the_tests_is_named(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read_tests(text)


def test_the_score_is_the_weighted_share_of_passed_tests() -> None:
    found = results(CORRECT.replace("return path if", "return path[1:] if"))
    assert [each.passed for each in found.values()] == [True, True, False, False, True]
    assert score(found.values()) == 3 / 6


def test_a_test_runs_again_until_no_reply_is_missing() -> None:
    replies: dict[ProgramCall, CallReply] = {}
    rounds = 0
    while isinstance(call := mark_test(SUITE, SUITE.tests[1], replies.get, BUDGET), ProgramCall):
        replies[call] = reply_to(CORRECT, call)
        rounds += 1
    assert call.passed
    assert rounds == len(replies) == 26


def test_a_test_can_swallow_no_missing_reply_and_no_unfinished_call() -> None:
    text = "def test_a():\n    try:\n        f(1)\n    except:\n        pass\n"
    suite = read_tests(text)
    assert mark_test(suite, suite.tests[0], lambda _call: None) == ProgramCall.of("f", 1)
    body = "try:\n        f()\n    except:\n        pass"
    assert result("def f():\n    exit()", body).kind == "failed"
    assert result("def f():\n    return input()", body).kind == "failed"
    body = "assert all(map(lambda n: f() == n, range(3)))"
    assert result("def f():\n    raise StopIteration", body).kind == "failed"


NUMBERED = [*([*range(row, row + 5)] for row in (0, 5, 10, 15)), [20, 21, 22, 23, 3]]
#: A line of a program's function f, a test, and the hint; at least one for each row of `HINTS`.
FAILURES = """\
return 6 | f() == 4 | f() returned 6; the test expects 4.
return [6] | f()[0] == 4 | f() returned [6], and from it the test takes 6; the test expects 4.
return [], 9 | f()[1] == 4 |
    f() returned ([], 9), and from it the test takes 9; the test expects 4.
return [1, 2] | len(f()) == 3 | f() returned [1, 2]; its length is 2, and the test expects 3.
return [1, 3] | f() == [1, 2] | f() returned [1, 3]; 2 is missing.
return [1, 3] | 2 in f() | f() returned [1, 3]; 2 is missing.
return [1, 3] | {*f()} == {1} | f() returned [1, 3]; 3 is wrong here.
return [1, 1] | f() == [1] | f() returned [1, 1]; 1 is there 2 times instead of 1.
return [1, 2] | f() == [2, 1] |
    f() returned [1, 2]; only the order is wrong: the test expects [2, 1].
return '5' | f() == 5 | f() returned '5', of the type str; the test expects 5, of the type int.
return (1, 2) | f() == [1, 2] |
    f() returned (1, 2), of the type tuple; the test expects [1, 2], of the type list.
return [1] | [a for a, b in [f()]] |
    f() returned [1]; the test expects 2 results, as in return a, b.
return 3 | [a for a, b in [f()]] |
    f() returned 3; the test expects several results, as in return a, b.
return 6 | f() < 4 | f() returned 6; the test expects 6 < 4, which is false.
return 6 | not f() | f() returned 6, and the test expects something else.
return 6 | len(f()) |
    f() returned 6, and the test cannot use that: TypeError: object of type 'int' has no len().
pass | f() == 4 | f() returned None; the test expects 4. A function without return returns None.
pass | has_squares(f(), [], 5) |
    f() returned None; the test expects squares. A function without return returns None.
pass | is_tour(f(), 5) |
    f() returned None; the test expects a tour. A function without return returns None.
return [].sort() | f() == 4 |
    f() returned None; the test expects 4. sort() returns None: it changes the object before the
    dot. Call it first, then return that object.
return None | f() == 4 | f() returned None; the test expects 4.
print(4) | f() == 4 |
    f() returned None; the test expects 4. The function printed something and returned nothing:
    end it with return.
return [6] | f() is None | f() returned [6]; the test expects None.
return [(0, 0), (1, 2), (0, 0)] * 9 | is_tour(f(), 5) |
    f() returned no tour: square (0, 0) (a5) appears twice, as numbers 1 and 3.
return [[1, 4, 7], [8, 9, 2], [3, 6, 5]] | is_tour(f(), 3) |
    f() returned no tour: step 6, board[2][2] (c1) to board[2][1] (b1), is not a knight's move.
return [(1, 2), (8, 5)] | has_squares(f(), [(1, 2), (2, 1)], 8) |
    f() returned [(1, 2), (8, 5)]; (8, 5) is not on the board, whose rows are 0 to 7 and whose
    columns are 0 to 7.
return [(1, 2)] | has_squares(f(), [(1, 2), (2, 1)], 8) |
    f() returned [(1, 2)]; (2, 1) (b6) is missing.
return {numbered} | is_tour(f(), 5) |
    f() returned no tour: step 2, board[0][0] (a5) to board[0][1] (b5), is not a knight's move.
return [(0, 0), (1, 1)] * 5 | is_tour(f(), 5) |
    f() returned no tour: step 2, (0, 0) (a5) to (1, 1) (b4), is not a knight's move.
return 3 | has_squares(f(), [], 8) | f() returned 3; the test expects squares.
return [10] | has_squares(f(), [(1, 2)], 8) | f() returned [10]; 10 is no pair (row, column).
return {} | f()[0, 0] | f() returned {}; the key (0, 0) is missing.
return {} | sum(f()) == 336 | f() returned {}, and from it the test takes 0; the test expects 336.
return [1] | f() == ([1], 0) | f() returned [1]; the test expects 2 results, as in return a, b.
return [(n, n) for n in range(99)] | f() == 4 |
    f() returned [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), …]; the test expects 4.
return 1 / 0 | f() | f() stopped with an error: ZeroDivisionError: division by zero, in line 2.
return input() | f() | f() asks for input, and a test gives none.
exit() | f() | f() called exit(); end a function with return.
pass | g() | The program has no function g.
def g(): pass | g() | g is inside f; tests call a function at the left margin.
return [ | f() | The program does not run: SyntaxError: '[' was never closed, in line 2.
return f | f() |
    f() returned an object of the class function; a test reads numbers, texts, lists, tuples, sets
    and dicts.
return range(99_999) | f() |
    f() returned a value that is too large; a test reads numbers, texts, lists, tuples, sets and
    dicts.
"""


@pytest.mark.parametrize("failure", FAILURES.replace("\n    ", " ").splitlines())
def test_a_hint_says_what_was_returned_and_what_is_expected(failure: str) -> None:
    line, check, expected = failure.replace("{numbered}", str(NUMBERED)).split(" | ")
    assert hint(f"def f():\n    {line}\n", f"assert {check}") == expected


def test_a_method_of_the_program_is_not_taken_for_that_of_a_list() -> None:
    source = "class G:\n    def sort(self): pass\ndef f():\n    return G().sort()\n"
    assert hint(source, "assert f() == 4") == "f() returned None; the test expects 4."


@pytest.mark.parametrize(
    ("value", "start", "is_right"),
    [
        (NAMES, "a1", True),
        (NAMES.split(), "a1", True),
        (dict(enumerate(NAMES.split(), 1)), "a1", True),
        (NAMES, "c3", False),
        (f"{NAMES} a1", None, False),
        (f"{NAMES} {NAMES}", None, False),
        ('{"rows": 2, "columns": 2, "leaper": [0, 1], "path": [0, 1, 3, 2]}', None, False),
    ],
)
def test_a_tour_is_a_path_of_a_knight_over_the_whole_board(
    value: str | list[str] | dict[int, str], start: str | None, *, is_right: bool
) -> None:
    board = "2x2" if "leaper" in value else "3x4"
    assert bool(is_tour(value, board, start=start)) == is_right


def test_a_generator_of_squares_is_a_tour() -> None:
    source = CORRECT.replace(
        "return path if extend(0, 0) else None", "extend(0, 0)\n    yield from path"
    )
    assert result(source, "assert is_tour(knights_tour(5), 5)").passed


def test_a_search_before_the_call_does_not_replace_the_call() -> None:
    source = (
        CORRECT.replace("board[r][c] == -1", "(r, c) not in path")
        .replace("board[row][col] = ", "pass  # ")
        .replace("path = []", "path, board = [], None")
    )
    table = f"{source}\nTABLE = {{n: knights_tour(n) for n in (5, 6)}}\n"
    assert result(f"{table}\ndef f(n):\n    return TABLE[n]\n", "assert is_tour(f(6), 6)").passed


def test_errors_of_the_test_and_expected_errors_are_not_the_programs() -> None:
    found = result(CORRECT, "1 / 0")
    assert found.kind == "unrun"
    assert text_of(found.hint).startswith("The test itself has an error: ZeroDivisionError")
    source = "def f(n):\n    raise ValueError(n)"
    body = "with raises(ValueError):\n        f(3)"
    assert result(source, body).passed
    assert hint("def f(n):\n    return n", body) == "no ValueError was raised"


@pytest.mark.parametrize(
    ("source", "is_right"),
    [
        ("class Wrong(ValueError):\n    pass\ndef f(n):\n    raise Wrong(n)", True),
        ("def f(n):\n    return b'\\xff'.decode()", True),
        ("def f(n):\n    yield int('x')", True),
        ("import turtle\ndef f(n):\n    raise ValueError(n)", True),
        ("class Wrong(Exception):\n    pass\ndef f(n):\n    raise Wrong(n)", False),
        ("def f(n):\n    return n\nraise ValueError", False),
    ],
)
def test_an_expected_error_is_one_of_the_call_and_of_its_class(
    source: str, *, is_right: bool
) -> None:
    assert result(source, "with raises(ValueError):\n        f(3)").passed == is_right
    assert not result(source, "with raises(RuntimeError):\n        f(3)").passed


def test_changed_lists_and_functions_of_the_program_reach_the_test() -> None:
    source = "def f(path, seen, board):\n    path.append(1)\n    seen.add(2)\n    board[0][0] = 3"
    body = "a, b, c = [], set(), [[0]]\n    f(a, b, board=c)\n"
    body += "    assert (a, b, c) == ([1], {2}, [[3]])"
    assert result(source, body).passed
    source = (
        "def best(moves):\n    return moves[-1]\ndef first(moves, rule):\n    return rule(moves)"
    )
    assert result(source, "assert first([1, 2], best) == 2").passed


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -2.5, float("inf"), "a1 → b3", [], [1, [2, (3,)]], (1, 2), {1, 2},
        frozenset([(1, 2)]), {(0, 0): [(1, 2)], "a": {}}, range(1, 9, 2), 10**100,
    ],
)  # fmt: skip
def test_a_value_is_the_same_on_both_sides(value: object) -> None:
    source = f"inf = float('inf')\ndef f():\n    return {value!r}"
    body = f"inf = float('inf')\n    assert f() == {value!r} and type(f()) is type({value!r})"
    assert result(source, body).passed


def test_containers_of_other_classes_are_sent_as_plain_ones() -> None:
    source = (
        "from collections import UserDict, UserList, defaultdict, deque, namedtuple\n"
        "Square = namedtuple('Square', 'row col')\n"
        "def f():\n"
        "    graph = defaultdict(list)\n"
        "    graph[Square(0, 0)].append(Square(1, 2))\n"
        "    lists = deque([1]), UserList({1: 2}.keys())\n"
        "    return graph, *lists, (n for n in range(3)), UserDict({1: 2})\n"
    )
    body = "a, b, c, d, e = f()\n"
    body += "    assert (a, b, c, list(d), e) == ({(0, 0): [(1, 2)]}, [1], [1], [0, 1, 2], {1: 2})"
    assert result(source, body).passed


@pytest.mark.parametrize(
    "line",
    [
        "print(g())", "x = g()", "g.x = g()",
        "if __name__ == '__main__':\n    1 / 0",
        "n = int(input())\nprint(n)\nm = n\n1 / m", "exit()", "import turtle as t\nt.done()",
        "raise SystemExit", "open('board.txt')",
        "class Gone(OSError):\n    pass\nraise Gone", "import sys\nn = sys.argv[1]",
        "while True:\n    pass", "from math import sqrt\nfor k in range(N, 9):\n    input(k)",
    ],
)  # fmt: skip
def test_a_program_is_imported_as_far_as_it_can_finish(line: str) -> None:
    source = f"N = 3\ndef g():\n    return N\n{line}\ndef f():\n    return g()\n"
    budget = "@budget(seconds=0.3)\n" if "while" in line else ""
    tests = f"{budget}def test_one():\n    assert f() == 3\n"
    assert results(source, tests)["test_one"].passed


def test_a_hint_names_the_line_that_an_import_cannot_run() -> None:
    source = "def f():\n    return 1\nn = int(input())\nprint(n)\n"
    assert "Line 3 cannot finish" in hint(source, "assert f() == 2")
    source = "import turtle\ndef f():\n    turtle.done()"
    assert "turtle draws, and there is no window" in hint(
        source, "with raises(Exception):\n        f()\n    f()"
    )
    assert "The program does not run: ZeroDivisionError: division by zero, in line 3" in hint(
        "def f():\n    return 1\n1 / 0", "f()"
    )


@pytest.mark.parametrize(
    "source",
    [
        "moves = []\nmoves.append(3)\ndef f():\n    return moves[0]",
        "def setup():\n    global size\n    size = 3\nsetup()\ndef f():\n    return size",
        "count = 0\ndef f():\n    global count\n    count += 1\n    return count\nf()\nprint(f())",
        "from math import *\ndef f():\n    return int(sqrt(9))",
        "import sys\nsys.setrecursionlimit(5000)\ndef f(n=900):\n    return f(n - 1) if n else 3",
        "try:\n    import numpy\nexcept ImportError:\n    pass\nn = 3\ndef f():\n    return n",
        "class A:\n    n = 3\n    def f(self):\n        return A.n\nf = A().f",
        "def f():\n    print 'hello'\n    return 7 / 2",
        (
            "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int = 3\ndef f():\n"
            "    return A().n"
        ),
        "def f():\n    return f.n\nf.n = 3",
        (
            "known = {}\ndef add(g):\n    known[g.__name__] = 3\n    return g\n@add\n"
            "def g(): pass\ndef f():\n    return known['g']"
        ),
        (
            "class A: pass\nclass B(A): pass\nclass C(A): pass\nfor each in A, B, C:\n"
            "    each.n = 3\ndef f():\n    return len(A.__subclasses__()) + A.n - 2"
        ),
        "q = []\nadd = q.append\nfor n in 1, 2, 3:\n    add(n)\nf = q.__len__",
    ],
)
def test_what_an_import_prepares_is_there(source: str) -> None:
    assert result(source, "assert f() == 3").passed


def test_no_call_depends_on_the_import_or_an_earlier_one() -> None:
    source = f"{CORRECT}\nprint(knights_tour(6))\n"
    found = results(source, "@budget(visits=60)\ndef test_a():\n    assert knights_tour(6)\n")
    assert found["test_a"].passed
    source = "seen = []\ndef f(n):\n    seen.append(n)\n    return len(seen)"
    assert result(source, "assert f(1) == f(2) == 1").passed


REPLY = CallReply("value", "3").to_json()
FORGED = ["", "[]", "{}", "\x00", "[" * 100_000, '{"kind": "value"}']
FORGED += ['{"kind": 1, "value": "null"}']
FORGED += [REPLY.replace('"3"', f'"{value}"') for value in ("[" * 26, "{[1]}", "range(0, 99999)")]
FORGED += [REPLY.replace('"value",', '"passed",'), REPLY.replace('"line": ""', '"line": "-1"')]
FORGED += [REPLY.replace('"arguments": ""', f'"arguments": "{text}"') for text in ("([", "5")]


@pytest.mark.parametrize("text", FORGED)
def test_a_forged_reply_is_refused(text: str) -> None:
    assert CallReply.from_json(REPLY).value == "3"
    with pytest.raises(NotPlainError):
        CallReply.from_json(text)


@pytest.mark.full
def test_a_test_may_use_a_loop_over_many_calls_up_to_the_limit() -> None:
    found = result("def f(n):\n    return n", "for n in range(2_000):\n        f(n)")
    assert not found.passed
    assert "more than 1,000 calls" in text_of(found.hint)
