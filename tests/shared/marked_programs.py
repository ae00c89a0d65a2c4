"""Twelve programs as students submit them for one exercise, and the tests that each passes."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("exercise")
TESTS, CORRECT, PATCHING, CHEATING = (
    (FOLDER / f"{name}.txt").read_text("utf-8")
    for name in ("tests", "correct", "patching", "cheating")
)
ALL = frozenset(("test_corner", "test_every_square", "test_tour", "test_fast", "test_no_tour"))
MOVES = frozenset(("test_corner", "test_every_square"))

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
