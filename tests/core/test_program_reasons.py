"""A reason is stated if the run meets its condition, and not for a program that nearly does."""

import pytest

from kt_core.programs.errors import cause_of
from kt_core.programs.findings import evidence_of
from kt_core.programs.run import RunSettings, run
from kt_core.programs.verdict import verdict
from tests.shared.student_programs import KNIGHT, backtracking

RIGHT, NONE = backtracking(5, "0, 0"), backtracking(4, "0, 0")  # 4 x 4 has no tour
CALL = "            if go(r + a, c + b, k + 1):\n                return True\n"
UNDO = "    board[r][c] = 0\n"
MATRIX = "board = [[0] * n for _ in range(n)]"


def from_the_bottom(source: str) -> str:
    """Return a program whose rows are counted from the bottom, by negative indexes."""
    source = source.replace("board[r][c]", "board[-r - 1][c]")
    return source.replace("board[r + a][c + b]", "board[-(r + a) - 1][c + b]")


def in_bytes(source: str) -> str:
    """Return a program whose board is a bytearray, which is not watched: its calls are."""
    source = source.replace(MATRIX, "board = bytearray(n * n)").replace("= k\n", "= 1\n")
    source = source.replace("board[r][c]", "board[r * n + c]")
    return source.replace("board[r + a][c + b]", "board[(r + a) * n + c + b]")


DROPPED = RIGHT.replace(CALL, "            go(r + a, c + b, k + 1)\n")
ENDS = DROPPED.replace("return True", "raise KeyError").replace("return False", "return k")
ENDS = ENDS.replace("\ngo(0, 0, 1)\n", "\ntry:\n    go(0, 0, 1)\nexcept KeyError:\n    board = 0\n")
FLAG = DROPPED.replace("return True", "found.append(k)").replace("return False", "return k")
FLAG = FLAG.replace(
    "\ndef go(r, c, k):\n", "\nfound = []\ndef go(r, c, k):\n    if found: return\n"
)
JUMPS = RIGHT.replace("and not board", "and 5 > board").replace("k == n * n", "k > 40")
PREPARED = NONE.replace(
    MATRIX, "board = [[0] * 5 for _ in range(4)]\nfor row in board:\n    row[4] = 9"
)
EARLY = RIGHT.replace(CALL, CALL + "            break\n")
SMALL = NONE.replace(MATRIX, "board = [[0] * 8 for _ in range(8)]")
RETURNED = RIGHT.replace(CALL, "            return go(r + a, c + b, k + 1)\n")

KEPT = f"""
path, seen, steps = [], set(), {KNIGHT}

def go(r, c):
    path.append((r, c))
    seen.add((r, c))
    if len(seen) == 25:
        return True
    for a, b in steps:
        if 0 <= r + a < 5 and 0 <= c + b < 5 and (r + a, c + b) not in seen and go(r + a, c + b):
            return True
    seen.discard((r, c))
    return False

go(0, 0)
print(path[:99])
"""

UNPOPPED = f"""
MOVES, visited, path = {KNIGHT}, set(), []
def go(r, c):
    visited.add((r, c)); path.append((r, c))
    if len(visited) == 25: return True
    for a, b in MOVES:
        s = (r + a, c + b)
        if 0 <= s[0] < 5 and 0 <= s[1] < 5 and s not in visited and go(*s): return True
    visited.remove((r, c))
    return False
go(0, 0)
print(path)
"""

#: Parts of sentences, each with a program of which it is true, and one that nearly meets it.
CASES = {
    "writes at a negative index": (
        RIGHT.replace("0 <= r + a < n and 0 <= c + b", "r + a < n and c + b"),
        from_the_bottom(NONE),
    ),
    "drops what it returns": (DROPPED, ENDS),
    "calls go and drops": (DROPPED, in_bytes(FLAG)),
    "The first visit that is no knight's move": (JUMPS, PREPARED),
    "a knight's move away and not on its path": (EARLY, NONE),
    "without a visit to": (EARLY, in_bytes(EARLY)),
    "board has the square (0, 4)": (SMALL, NONE),
    "one and the same list": (NONE.replace(MATRIX, "board = [[0] * n] * n"), NONE),
    "squares in the order of their visits": (
        KEPT,
        KEPT.replace("seen.discard((r, c))\n", "seen.discard((r, c))\n    path.pop()\n").replace(
            "print(path[:99]", "print(path[:23] + path[24:] + path[23:24]"
        ),
    ),
    "for the first move, so the loop tries no other": (RETURNED, EARLY),
    "path keeps each visited square": (
        UNPOPPED,
        UNPOPPED.replace("    visited.r", "    path.pop()\n    visited.r"),
    ),
}


def details(source: str, visits: int = 9_000) -> str:
    """Return the verdict on a program and its reasons, as one text."""
    found = verdict(evidence_of(run(source, RunSettings(visits=visits))))
    return " ".join([found.sentence, *found.details])


@pytest.mark.parametrize("part", CASES)
def test_a_reason_is_stated_only_if_it_is_true_of_the_run(part: str) -> None:
    true, nearly = CASES[part]
    assert part in details(true)
    assert part not in details(nearly)


def test_a_path_with_a_jump_is_not_called_the_longest_path() -> None:
    source = backtracking(8, "0, 0")
    assert "The longest path so far has" in details(source, visits=50)
    jumping = details(source.replace(UNDO, ""), visits=50)
    assert "Still searching" in jumping
    assert "The longest path so far has" not in jumping


@pytest.mark.parametrize(
    ("source", "cause", "is_true"),
    [
        ("import sys\nn = int(sys.argv[1])", "reads its arguments", True),
        ("argv = []\nrow = [1]\nrow[len(argv) + 1]", "reads its arguments", False),
        ("[][0]", "outside the board", False),
        ("{}['empty']", "nothing to take", False),
        ("set().pop()", "nothing to take", True),
        ("''.split('')", "nothing to take", False),
        ("min([])", "nothing to take", True),
        ("range(8 / 2)", "decimal number", True),
        ("range([])", "decimal number", False),
        ("raise EOFError('EOF when reading a line')", "standard input has no line left", True),
    ],
)
def test_the_cause_of_an_error_is_true_of_it(source: str, cause: str, is_true: bool) -> None:
    assert (cause in details(source)) is is_true


def test_a_seed_is_told_only_if_random_numbers_are_used() -> None:
    seeded = "random starts with the seed 1"
    assert seeded not in str(run("import numpy", RunSettings()).notes)
    assert seeded in str(run("import numpy\nnumpy.random.rand()", RunSettings()).notes)


def test_a_deep_search_is_not_called_endless() -> None:
    assert "or the board is" in cause_of("RecursionError", "maximum recursion depth exceeded")


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("import chessboard", "if it is a file of yours, paste its text into this program"),
        ("import numpy\nnumpy.where([0])", "numpy.where is not here"),
        ("import numpy\nnumpy.zeros(3).argmax()", "numpy.array.argmax is not here"),
    ],
)
def test_what_is_missing_is_named(source: str, part: str) -> None:
    assert part in details(source)


WALK = """
board = [["."] * 5 for _ in range(5)]
path = [(0, 0), (1, 2), (0, 4), (2, 3), (4, 4), (3, 2), (1, 1), (3, 0), (4, 2), (3, 4)]
for (r, c), (y, x) in zip(path, path[1:]):
    board[r][c] = "#"
    board[y][x] = "K"
"""


def test_the_mark_of_the_current_square_does_not_mean_empty() -> None:
    watched = evidence_of(run(WALK, RunSettings())).stores[0].sentence
    assert watched == "Watching board, a board of 5 × 5 where '.' means empty"
