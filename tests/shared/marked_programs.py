"""Twelve programs as students submit them for one exercise, and the tests that each passes."""

from __future__ import annotations

from dataclasses import dataclass

TESTS = """
from knights import legal_moves, knights_tour

def test_corner():
    "A corner of 8 × 8 has two moves."
    assert sorted(legal_moves(0, 0, 8)) == [(1, 2), (2, 1)]

def test_every_square():
    "Every square of 5 × 5 has two to eight moves, or none in the middle of 3 × 3."
    for row in range(5):
        for col in range(5):
            assert 2 <= len(legal_moves(row, col, 5)) <= 8
    assert not legal_moves(1, 1, 3)

@weight(2)
def test_tour():
    "A tour of 5 × 5 is found."
    assert is_tour(knights_tour(5), 5)

@budget(visits=3_000)
def test_fast():
    "A tour of 6 × 6 is found within 3,000 visits."
    assert is_tour(knights_tour(6), 6)

def test_no_tour():
    "There is no tour of 3 × 3."
    assert knights_tour(3) is None
"""
ALL = frozenset(("test_corner", "test_every_square", "test_tour", "test_fast", "test_no_tour"))
MOVES = frozenset(("test_corner", "test_every_square"))

CORRECT = """
STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

def legal_moves(row, col, n):
    places = [(row + down, col + right) for down, right in STEPS]
    return [(r, c) for r, c in places if 0 <= r < n and 0 <= c < n]

def knights_tour(n):
    board = [[-1] * n for _ in range(n)]
    path = []

    def free(square):
        return [(r, c) for r, c in legal_moves(*square, n) if board[r][c] == -1]

    def extend(row, col):
        board[row][col] = len(path)
        path.append((row, col))
        if len(path) == n * n:
            return True
        for r, c in sorted(free((row, col)), key=lambda square: len(free(square))):
            if extend(r, c):
                return True
        board[row][col] = -1
        path.pop()
        return False

    return path if extend(0, 0) else None
"""
SLOW = CORRECT.replace(
    "sorted(free((row, col)), key=lambda square: len(free(square)))", "free((row, col))"
)
RUNS = """
n = int(input("How large is the board? "))
tour = knights_tour(n)
print(tour)
while True:
    print(legal_moves(int(input("row ")), int(input("col ")), n))
"""
MAIN_BLOCK = """
def main():
    size = int(input())
    for square in knights_tour(size):
        print(square)

if __name__ == "__main__":
    main()
    raise SystemExit(3)
"""
PATCHING = """
import builtins, json, random, sys
builtins.len = lambda value: 5
builtins.sorted = lambda value, key=None: [(1, 2), (2, 1)]
builtins.AssertionError = ZeroDivisionError
json.dumps = lambda value: '{"kind": "value"}'
sys.modules.clear()
STEPS = [(1, 2)]

def legal_moves(row, col, n):
    builtins.len = lambda value: 5
    builtins.all = builtins.any = builtins.bool = lambda value: True
    import kt_core.marking.suite as given
    given.is_tour = given.GIVEN = lambda *values, **named: True
    return [(1, 2)]

def knights_tour(n):
    try:
        import __main__
        __main__.is_tour = lambda *values: True
    except BaseException:
        pass
    return [(0, 0)] * (n * n)
"""
CHEATING = """
class Always:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __len__(self): return 25
    def __iter__(self): return iter([(0, 0)])
    def __lt__(self, other): return True
    def __le__(self, other): return True

class Tour(list):
    def __eq__(self, other): return True
    def __len__(self): return 4

def legal_moves(row, col, n):
    return Tour([Always()])

def knights_tour(n):
    import gc, sys
    for frame in sys._current_frames().values():
        while frame:
            frame.f_globals["is_tour"] = lambda *values, **named: True
            frame = frame.f_back
    return Tour([(0, 0)]) if n != 3 else None
"""


@dataclass(frozen=True)
class StudentProgram:
    """A program, and the names of the tests that pass in a person's judgment."""

    name: str
    source: str
    passes: frozenset[str]


PROGRAMS = (
    StudentProgram("correct", CORRECT, ALL),
    StudentProgram("slow", SLOW, ALL - {"test_fast"}),
    StudentProgram(
        "wrong",
        CORRECT.replace("return path if", "return path[:-1] + path[:1] if"),
        MOVES | {"test_no_tour"},
    ),
    StudentProgram("cheating", CHEATING, frozenset(("test_no_tour",))),
    StudentProgram("broken", CORRECT.replace("path = []", "path = [", 1), frozenset()),
    StudentProgram(
        "endless",
        CORRECT.replace("    board = [[", "    while True:\n        pass\n    board = [["),
        MOVES,
    ),
    StudentProgram(
        "memory", CORRECT.replace("    path = []", "    path = [0] * 10 ** 12", 1), MOVES
    ),
    StudentProgram(
        "prints",
        CORRECT.replace(
            "return path if extend(0, 0) else None", "print(path if extend(0, 0) else 0)"
        ),
        MOVES | {"test_no_tour"},
    ),
    StudentProgram("input", CORRECT + RUNS, ALL),
    StudentProgram("main block", CORRECT + MAIN_BLOCK, ALL),
    StudentProgram(
        "exit", CORRECT.replace("    path = []", "    import sys\n    sys.exit(0)", 1), MOVES
    ),
    StudentProgram("patching", PATCHING, frozenset()),
)
