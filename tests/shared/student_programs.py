"""Random programs in the style of students, assembled from containers, controls and mistakes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

from tests.shared.forum_programs import programs_in
from tests.shared.plain_trace import Watch

KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def backtracking(n: int, start: str, moves: Sequence[tuple[int, int]] = KNIGHT) -> str:
    """Return the usual program on n x n: it numbers a matrix, and ends with its first tour."""
    return f"""
n, MOVES = {n}, {moves}
board = [[0] * n for _ in range(n)]
def go(r, c, k):
    board[r][c] = k
    if k == n * n:
        return True
    for a, b in MOVES:
        if 0 <= r + a < n and 0 <= c + b < n and not board[r + a][c + b]:
            if go(r + a, c + b, k + 1):
                return True
    board[r][c] = 0
    return False
go({start}, 1)
"""


@dataclass(frozen=True)
class Container:
    """A way to store squares in a program; {r}, {c} and {k} are row, column and number.

    `square` turns a key or an element and the number of columns into a pair, `mark` gives the value
    to compare with an empty one.
    """

    setup: str
    free: str
    put: str
    take: str
    empties: tuple[str, ...] = ("0",)
    head: str = ""
    result: str = ""  # an expression of the path in order, as pairs
    kind: str = "marks"
    square: Callable[[Any, int], Any] = lambda key, columns: key
    mark: Callable[[Any], Any] = lambda value: value


def _by_number(number: int, columns: int) -> tuple[int, int]:
    return divmod(number, columns)


NUMBERED = "[s for _, s in sorted((v, s) for s, v in {items} if v != {e})]"
CONTAINERS: dict[str, Container] = {
    "matrix": Container(
        "board = [[{e}] * COLUMNS for _ in range(ROWS)]",
        "board[{r}][{c}] == {e}",
        "board[{r}][{c}] = {k}",
        "board[{r}][{c}] = {e}",
        ("-1", "0", "None", "''", "False"),
        result=NUMBERED.format(
            items="(((i, j), v) for i, row in enumerate(board) for j, v in enumerate(row))", e="{e}"
        ),
    ),
    "list": Container(
        "board = [{e}] * (ROWS * COLUMNS)",
        "board[({r}) * COLUMNS + {c}] == {e}",
        "board[({r}) * COLUMNS + {c}] = {k}",
        "board[({r}) * COLUMNS + {c}] = {e}",
        ("-1", "0", "None"),
        result=NUMBERED.format(
            items="((divmod(p, COLUMNS), v) for p, v in enumerate(board))", e="{e}"
        ),
        square=_by_number,
    ),
    "dict": Container(
        "board = {{(i, j): {e} for i in range(ROWS) for j in range(COLUMNS)}}",
        "board[{r}, {c}] == {e}",
        "board[({r}, {c})] = {k}",
        "board[({r}, {c})] = {e}",
        ("-1", "0", "None"),
        result=NUMBERED.format(items="board.items()", e="{e}"),
    ),
    "seen": Container(
        "board = {{}}",
        "({r}, {c}) not in board",
        "board[{r}, {c}] = {k}",
        "del board[{r}, {c}]",
        result="list(board)",
    ),
    "names": Container(
        "board = {{}}",
        "name({r}, {c}) not in board",
        "board[name({r}, {c})] = {k}",
        "board.pop(name({r}, {c}))",
        head="def name(r, c):\n    return 'abcdefghij'[c] + str(r + 1)\n",
        result="[(int(s[1:]) - 1, ord(s[0]) - 97) for s in board]",
        square=lambda key, columns: (int(key[1:]) - 1, ord(key[0]) - 97),
    ),
    "path": Container(
        "board = []",
        "({r}, {c}) not in board",
        "board.append(({r}, {c}))",
        "board.pop()",
        result="board",
        kind="path",
    ),
    "lists": Container(
        "board = []",
        "[{r}, {c}] not in board",
        "board.append([{r}, {c}])",
        "board.remove([{r}, {c}])",
        result="board",
        kind="path",
        square=lambda pair, columns: tuple(pair),
    ),
    "numbers": Container(
        "board = []",
        "({r}) * COLUMNS + {c} not in board",
        "board.append(({r}) * COLUMNS + {c})",
        "del board[-1]",
        result="[divmod(p, COLUMNS) for p in board]",
        kind="path",
        square=_by_number,
    ),
    "objects": Container(
        "board = {{(i, j): Square(i, j) for i in range(ROWS) for j in range(COLUMNS)}}",
        "not board[{r}, {c}].visited",
        "board[{r}, {c}].visited = {k}",
        "board[{r}, {c}].visited = 0",
        head=(
            "class Square:\n    def __init__(self, row, col):\n"
            "        self.row, self.col, self.visited = row, col, 0\n"
        ),
        result="[s for v, s in sorted((q.visited, s) for s, q in board.items() if q.visited)]",
        mark=attrgetter("visited"),
    ),
    "grid": Container(
        "board = [[Square() for _ in range(COLUMNS)] for _ in range(ROWS)]",
        "not board[{r}][{c}].number",
        "board[{r}][{c}].number = {k}",
        "board[{r}][{c}].number = 0",
        head="class Square:\n    def __init__(self):\n        self.number = 0\n",
        result=(
            "[s for v, s in sorted((q.number, (i, j)) for i, row in enumerate(board)"
            " for j, q in enumerate(row) if q.number)]"
        ),
        mark=attrgetter("number"),
    ),
}
FROM_1 = {"objects", "grid"}  # 0 means not visited

#: Searches as templates, whose slots a container fills.
CONTROLS = dict(programs_in(Path(__file__).with_name("controls.txt")))
CALL = "# call: "  # begins a line that calls a function
MISTAKES = ("", "", "", "", "offset", "offset", "never released", "no bound", "late stop")


@dataclass(frozen=True)
class Program:
    """A program, its container to watch, and the parts it is made of."""

    source: str
    watch: Watch
    name: str
    rows: int
    columns: int
    start: tuple[int, int]
    mistake: str


def student_program(random: Random) -> Program:
    """Return a random program."""
    kind = random.choice([*CONTAINERS])
    control = random.choice([*CONTROLS])
    mistake = random.choice(MISTAKES)
    scope = random.choice(["global", "closure", "class"])
    rows, columns = random.choice([(5, 5), (5, 5), (6, 6), (3, 4), (5, 6), (4, 4), (8, 8), (7, 5)])
    return program(
        kind, control, scope, mistake, rows, columns,
        (random.randrange(rows), random.randrange(columns)),
        random.sample(KNIGHT, 8), random.choice(CONTAINERS[kind].empties),
    )  # fmt: skip


def program(
    kind: str,
    control: str,
    scope: str,
    mistake: str,
    rows: int,
    columns: int,
    start: tuple[int, int],
    moves: list[tuple[int, int]],
    empty: str,
) -> Program:
    """Return the program made of these parts."""
    container = CONTAINERS[kind]
    first = 0 if empty in ("-1", "None", "''") and kind not in FROM_1 else 1
    if mistake == "offset":
        moves = [*moves[:3], (2, 2), *moves[4:]]
    body = CONTROLS[control]
    if mistake == "never released":
        body = "\n".join(
            f"{line[: len(line) - len(line.lstrip())]}pass" if "{take:" in line else line
            for line in body.split("\n")
        )
    if mistake == "no bound" and kind in ("seen", "path", "lists"):
        body = body.replace("0 <= b < COLUMNS and ", "").replace(" and b < COLUMNS", "")
    if mistake == "late stop":
        body = body.replace("k == LAST", "k == LAST + 1").replace("k > LAST", "k > LAST + 1")
    slots = {part: Slot(getattr(container, part), empty) for part in ("put", "take", "free")}
    body = body.format(start=f"{start[0]}, {start[1]}", call=CALL, **slots)
    settings = (
        f"ROWS, COLUMNS = {rows}, {columns}\nFIRST = {first}\n"
        f"LAST = FIRST + ROWS * COLUMNS - 1\nMOVES = {moves}\n{container.head}"
    )
    setup = container.setup.format(e=empty)
    result = container.result.replace("{e}", empty)
    source = settings + _scoped(scope, setup, body, result)
    watch = Watch(
        container.kind,
        "self.board" if scope == "class" else "board",
        eval(empty),
        square=lambda key: container.square(key, columns),
        mark=container.mark,
    )
    name = f"{kind}/{control}/{scope}/{mistake or 'right'}/{rows}x{columns}/{start}/{empty}"
    return Program(source, watch, name, rows, columns, start, mistake)


@dataclass(frozen=True)
class Slot:
    """A place in a template, such as {put:r,c,k}, to fill with a row, a column and a number."""

    text: str
    empty: str

    def __format__(self, names: str) -> str:
        values = dict(zip("rck", names.split(","), strict=False))
        return self.text.format(e=self.empty, **{"k": "", **values})


def _scoped(scope: str, setup: str, body: str, result: str) -> str:
    show = f"if found:\n    print({result})\nelse:\n    print('no tour')\n"
    lines = body.strip("\n").split("\n")
    definitions = [line for line in lines if not line.startswith(CALL)]
    calls = [line.removeprefix(CALL) for line in lines if line.startswith(CALL)]
    functions, run = "\n".join(definitions), "\n".join(calls)
    if scope == "global":
        return f"{setup}\n{functions}\n{run}\n{show}"
    if scope == "closure":
        inner = f"{setup}\n{functions}\n{run}\n{show}"
        return f"def tour():\n{indent(inner, '    ')}\ntour()\n"
    text = f"{functions}\ndef run(self):\n{indent(run, '    ')}\n{indent(show, '    ')}"
    for name in ("solve(", "onward(", "neighbors("):
        text = text.replace(name, f"self.{name}").replace(f"def self.{name}", f"def {name}self, ")
    text = text.replace("board", "self.board")
    init = f"def __init__(self):\n    self.{setup}"
    return f"class Tour:\n{indent(init, '    ')}\n{indent(text, '    ')}\nTour().run()\n"
