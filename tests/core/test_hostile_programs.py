"""Programs that try to notice or to survive being watched."""

import io
import sys
import time
from contextlib import redirect_stdout
from typing import Any

import pytest

from kt_core.programs.findings import evidence_of
from kt_core.programs.run import Run, RunSettings, run
from kt_core.programs.verdict import Verdict, verdict
from tests.shared.student_programs import backtracking

CALLS = """
calls = {}
NAMES = ["__eq__", "__ne__", "__hash__", "__str__", "__repr__", "__bool__", "__len__", "__iter__",
         "__getitem__", "__contains__", "__format__", "__getattribute__", "__index__", "__int__",
         "__lt__", "__call__", "__reversed__", "__get__", "__setitem__", "__delitem__", "__iadd__"]
def counted(name, inner):
    def method(self, *values):
        calls[name] = calls.get(name, 0) + 1
        return inner(self, *values)
    return method
def spied(base):
    methods = {name: counted(name, getattr(base, name)) for name in NAMES if hasattr(base, name)}
    return type("Spied" + base.__name__, (base,), methods)
"""
SEARCH = """
MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
def solve(r, c, k):
    {put}
    if k == 25:
        return True
    for dr, dc in MOVES:
        a, b = r + dr, c + dc
        if 0 <= a < 5 and 0 <= b < 5 and (a, b) not in used:
            used.add((a, b))
            if solve(a, b, k + 1):
                return True
            used.discard((a, b))
    {take}
    return False
used = {{(0, 0)}}
solve(0, 0, 1)
"""
OBJECT = """
class Plain:
    def __init__(self, row, col): self.row, self.col = row, col
    def __eq__(self, other): return (self.row, self.col) == (other.row, other.col)
    def __hash__(self): return hash((self.row, self.col))
    def __bool__(self): return True
    def __len__(self): return 2
Square = spied(Plain)
squares = {(r, c): Square(r, c) for r in range(5) for c in range(5)}
"""
#: Programs whose classes count each call of their methods.
SPIES = {
    "marks": "Mark = spied(int)\nboard = [[Mark(0)] * 5 for _ in range(5)]\n"
    + SEARCH.format(put="board[r][c] = Mark(k)", take="board[r][c] = Mark(0)"),
    "rows": "Row = spied(list)\nboard = Row(Row([0] * 5) for _ in range(5))\n"
    + SEARCH.format(put="board[r][c] = k", take="board[r][c] = 0"),
    "a dict": "Map = spied(dict)\nboard = Map()\n"
    + SEARCH.format(put="board[r, c] = k", take="del board[r, c]"),
    "keys": OBJECT
    + "board = {}\n"
    + SEARCH.format(put="board[squares[r, c]] = k", take="del board[squares[r, c]]"),
    "a path": OBJECT
    + "path = []\n"
    + SEARCH.format(put="path.append(squares[r, c])", take="path.pop()"),
    "a set": OBJECT
    + "seen = set()\n"
    + SEARCH.format(put="seen.add(squares[r, c])", take="seen.remove(squares[r, c])"),
    "attributes": OBJECT
    + SEARCH.format(put="squares[r, c].visited = True", take="squares[r, c].visited = False"),
    "texts": "Name = spied(str)\npath = []\n"
    + SEARCH.format(put="path.append(Name('abcde'[c] + str(r + 1)))", take="path.pop()"),
    "a list": "List = spied(list)\npath = List()\n"
    + SEARCH.format(put="path.append((r, c))", take="path.pop()"),
    "pairs": "Pair = spied(tuple)\npath = []\n"
    + SEARCH.format(put="path.append(Pair((r, c)))", take="path.remove(Pair((r, c)))"),
}


@pytest.mark.parametrize("name", SPIES)
def test_no_method_of_the_program_runs_because_it_is_watched(name: str) -> None:
    source = CALLS + SPIES[name]
    alone: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, "<alone>", "exec"), alone)
    done = run(source, RunSettings(visits=10**9, seconds=60))
    verdict(evidence_of(done))
    assert done.ended == "returned", done.error
    assert done.namespace["calls"] == alone["calls"]


def judged(source: str, **settings: Any) -> tuple[Run, Verdict]:
    """Return the run of a program and its verdict."""
    done = run(source, RunSettings(**{"seconds": 0.3, **settings}))
    return done, verdict(evidence_of(done))


ENDLESS = {
    "a loop": "while True: pass",
    "a bare except": "while True:\n    try:\n        while True: pass\n    except: pass",
    "finally": "while True:\n    try:\n        while True: pass\n    finally: continue",
    "every error": "while True:\n    try: x = 1\n    except BaseException: pass",
    "a long range": "for i in range(10 ** 12): pass",
    "a generator": "def f():\n    while True: yield 1\nfor x in f(): pass",
    "recursion": "def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\nf(60)",
    "output": "while True: print('x' * 100_000)",
    "sleep": "import time\nwhile True: time.sleep(1000)",
    "a thread": "import threading\ndef f():\n    while True: pass\n"
    "t = threading.Thread(target=f)\nt.start()\nt.join()",
    "count": "import itertools\nfor i in itertools.count(): pass",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_program_without_end_is_stopped_without_an_interrupt(name: str) -> None:
    done, found = judged(ENDLESS[name])
    assert done.ended == "seconds"
    assert found.kind == "none"
    assert found.sentence.startswith("Stopped after 0.3 s")


def test_the_line_in_which_a_program_was_stopped_is_named() -> None:
    assert "in line 3" in judged("x = 1\nwhile True:\n    x += 1")[1].sentence


CHANGES = {
    "patched builtins": "import builtins\nbuiltins.len = builtins.print = None\nprint(len)",
    "deleted builtins": "import builtins\ndel builtins.range\nbuiltins.type = 1",
    "its own builtins": "__builtins__.clear() if isinstance(__builtins__, dict) else None",
    "streams": "import sys\nsys.stdout = sys.stderr = None\nprint('x')",
    "the recursion limit": "import sys\nsys.setrecursionlimit(10 ** 7)",
    "the trace function": "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: 0)",
    "modules": "import sys\nsys.modules.clear()",
    "the path": "import sys\nsys.path.clear()\nsys.meta_path.clear()",
    "exit": "import sys\nsys.exit(3)",
    "a hard exit": "import os\nos._exit(3)",
    "exit functions": "import atexit\natexit.register(int)",
    "random": "import random\nrandom.seed = random.random = None",
    "time": "import time\ntime.sleep = time.time = time.perf_counter = None",
    "a closed stream": "import sys\nsys.stdout.close()\nprint('x')",
    "the linecache": "import linecache\nlinecache.cache = None",
    "hooks": "__kt_on__ = __kt_cell__ = None\nb = [[0]]\nb[0][0] = 1",
    "an error that fails": "class E(Exception):\n    def __str__(self): raise self\nraise E(E())",
    "an error without end": "e = ValueError()\ne.__context__ = e.__cause__ = e\nraise e",
    "an exit that fails": "class C:\n    def __repr__(self): 1 / 0\nraise SystemExit(C())",
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_program_that_changes_python_changes_only_its_own_run(name: str) -> None:
    before = (sys.stdout, sys.stderr, sys.getrecursionlimit(), sys.gettrace(), [*sys.path])
    modules, sleep = {*sys.modules}, time.sleep
    judged(CHANGES[name])
    assert (sys.stdout, sys.stderr, sys.getrecursionlimit(), sys.gettrace(), [*sys.path]) == before
    assert modules <= {*sys.modules}
    assert time.sleep is sleep
    assert judged("print(len('abc'), type(1), [*range(2)])")[0].output.first == (
        "3 <class 'int'> [0, 1]\n"
    )


def test_a_thread_for_a_larger_stack_is_watched() -> None:
    search = backtracking(5, "0, 0").replace("\n", "\n    ")
    source = f"import sys, threading\ndef main():{search}\n    for row in board: print(*row)\n"
    source += "sys.setrecursionlimit(10 ** 6)\nthreading.stack_size(2 ** 27)\n"
    source += "threading.Thread(target=main).start()\n"
    done, found = judged(source, seconds=60)
    assert (done.ended, found.kind, done.recording.visits) == ("returned", "tour", 8_840)


def test_output_is_bounded_and_goes_to_the_run_alone() -> None:
    done, _ = judged("for i in range(1000): print('x' * 999_999)", seconds=60)
    assert done.output.count == 1_000_000_000
    assert len(done.output.first) + len(done.output.last) < 600_000
    out = io.StringIO()
    with redirect_stdout(out):
        judged("print('hello')")
    assert not out.getvalue()
