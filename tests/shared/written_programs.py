"""Programs for the knight's tour, written by hand in the styles of students, books and forums.

Each comes with the container to watch in a plain trace, the kind of its verdict, and a part of the
verdict's text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.shared.plain_trace import Watch

MOVES = "MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]\n"


@dataclass(frozen=True)
class Written:
    """A program written by hand; its plain trace is compared if `watch` is given."""

    name: str
    source: str
    kind: str
    says: str
    watch: Watch | None = None


def _graph_key(vertex: Any) -> tuple[int, int]:
    return divmod(getattr(vertex, "id", getattr(vertex, "_key", 0)), 5)


GRAPH = (
    MOVES
    + """
def build(n):
    graph = Graph()
    for row in range(n):
        for col in range(n):
            for dr, dc in MOVES:
                if 0 <= row + dr < n and 0 <= col + dc < n:
                    graph.{add}(row * n + col, (row + dr) * n + col + dc)
    return graph

def walk(depth, path, vertex, limit):
    vertex.{gray}
    path.append(vertex)
    if depth == limit:
        return True
    for other in list(vertex.{neighbors}()):
        if other.{color} == "white" and walk(depth + 1, path, other, limit):
            return True
    path.pop()
    vertex.{white}
    return False

path = []
print(walk(0, path, build(5).{get}(0), 24))
"""
)
PYTHONDS = "from pythonds.graphs import Graph, Vertex\n" + GRAPH.format(
    add="addEdge", gray="setColor('gray')", white="setColor('white')", color="getColor()",
    neighbors="getConnections", get="getVertex",
)  # fmt: skip
PYTHONDS3 = "from pythonds3.graphs import Graph\n" + GRAPH.format(
    add="add_edge", gray="color = 'gray'", white="color = 'white'", color="color",
    neighbors="get_neighbors", get="get_vertex",
)  # fmt: skip

PROGRAMS = [
    Written("textbook graph", PYTHONDS, "tour", "open tour of 5 × 5",
            Watch("path", "path", square=_graph_key)),
    Written("textbook graph, third edition", PYTHONDS3, "tour", "open tour of 5 × 5",
            Watch("path", "path", square=_graph_key)),
    Written("array", "import numpy as np\nN = 5\nboard = np.full((N, N), -1)\n" + MOVES + """
def go(r, c, k):
    board[r, c] = k
    if k == N * N - 1:
        return True
    for dr, dc in MOVES:
        a, b = r + dr, c + dc
        if 0 <= a < N and 0 <= b < N and board[a][b] == -1:
            if go(a, b, k + 1):
                return True
    board[r, c] = -1
    return False
if go(0, 0, 0):
    print(board)
""", "tour", "open tour of 5 × 5"),
    Written("Python 2", """
def solve(n, x, y):
\tboard = [[0] * n for i in xrange(n)]
\tmoves = [(1,2),(2,1),(2,-1),(1,-2),(-1,-2),(-2,-1),(-2,1),(-1,2)]
        def go(x, y, k):
\t\tboard[x][y] = k
\t\tif k == n * n: return True
\t\tfor a, b in moves:
\t\t\tif 0 <= x+a < n and 0 <= y+b < n and board[x+a][y+b] == 0:
\t\t\t\tif go(x+a, y+b, k+1): return True
\t\tboard[x][y] = 0
\t\treturn False
\tif go(x, y, 1):
\t\tfor row in board:
\t\t\tfor v in row: print "%3d" % v,
\t\t\tprint
\telse:
\t\tprint "none", n / 2
solve(5, 0, 0)
""", "tour", "open tour of 5 × 5"),
    Written("border of sentinels", "N = 6\n" + MOVES + """
board = [[99] * (N + 4) for _ in range(N + 4)]
for i in range(2, N + 2):
    for j in range(2, N + 2):
        board[i][j] = 0
def count(r, c):
    return sum(board[r + a][c + b] == 0 for a, b in MOVES)
def go(r, c, k):
    board[r][c] = k
    if k == N * N:
        return True
    options = [(r + a, c + b) for a, b in MOVES if board[r + a][c + b] == 0]
    for a, b in sorted(options, key=lambda s: count(*s)):
        if go(a, b, k + 1):
            return True
    board[r][c] = 0
    return False
go(2, 2, 1)
for row in board[2:-2]:
    print(*row[2:-2])
""", "tour", "open tour of 6 × 6"),
    Written("counted from 1", "n = 5\nboard = [[0] * (n + 1) for _ in range(n + 1)]\n" + MOVES + """
def attempt(k, x, y):
    for a, b in MOVES:
        u, v = x + a, y + b
        if 1 <= u <= n and 1 <= v <= n and not board[u][v]:
            board[u][v] = k
            if k == n * n or attempt(k + 1, u, v):
                return True
            board[u][v] = 0
    return False
board[1][1] = 1
attempt(2, 1, 1)
for i in range(1, n + 1):
    print(" ".join("%2d" % v for v in board[i][1:]))
""", "tour", "open tour of 5 × 5", Watch("marks", "board", 0)),
    Written("stack of paths", MOVES + """
def tour(n, start):
    stack = [[start]]
    while stack:
        path = stack.pop()
        if len(path) == n * n:
            return path
        r, c = path[-1]
        for a, b in MOVES:
            square = (r + a, c + b)
            if 0 <= r + a < n and 0 <= c + b < n and square not in path:
                stack.append(path + [square])
print(tour(5, (0, 0)))
""", "tour", "open tour of 5 × 5"),
    Written("bit mask", "N = 5\n" + MOVES + """
near = [[] for _ in range(N * N)]
for p in range(N * N):
    r, c = divmod(p, N)
    for a, b in MOVES:
        if 0 <= r + a < N and 0 <= c + b < N:
            near[p].append((r + a) * N + c + b)
def go(p, mask, k):
    if k == N * N:
        return [p]
    for q in near[p]:
        if not mask >> q & 1:
            rest = go(q, mask | 1 << q, k + 1)
            if rest:
                return [p] + rest
    return []
print(go(0, 1, 1))
""", "tour", "open tour of 5 × 5",
            Watch("call", "p", function="go", square=lambda p: divmod(p, 5))),
    Written("a lambda that calls itself", MOVES + """
n = 5
go = lambda path: path if len(path) == n * n else next((
    tour for a, b in MOVES for r, c in [(path[-1][0] + a, path[-1][1] + b)]
    if 0 <= r < n and 0 <= c < n and (r, c) not in path
    for tour in [go(path + [(r, c)])] if tour), None)
print(go([(0, 0)]))
""", "tour", "open tour of 5 × 5", Watch("call", "path[-1]", function="<lambda>")),
    Written("tuples by value", MOVES + """
def tours(path, n):
    if len(path) == n * n:
        yield path
        return
    for a, b in MOVES:
        square = (path[-1][0] + a, path[-1][1] + b)
        if square not in path and 0 <= square[0] < n and 0 <= square[1] < n:
            yield from tours(path + (square,), n)
print(next(tours(((0, 0),), 5)))
""", "tour", "open tour of 5 × 5", Watch("call", "path[-1]", function="tours")),
    Written("Warnsdorff in a loop", "import random\nrandom.seed(4)\n" + MOVES + """
size = 8
board = [[None for _ in range(size)] for _ in range(size)]
def free(r, c):
    return [(r + a, c + b) for a, b in MOVES
            if 0 <= r + a < size and 0 <= c + b < size and board[r + a][c + b] is None]
r, c = 0, 0
for number in range(size * size):
    board[r][c] = number
    options = free(r, c)
    if not options:
        break
    fewest = min(len(free(*s)) for s in options)
    r, c = random.choice([s for s in options if len(free(*s)) == fewest])
for row in board:
    print("\\t".join("." if v is None else str(v) for v in row))
""", "tour", "open tour of 8 × 8", Watch("marks", "board", None)),
    Written("a set beside a list", MOVES + """
class Solver:
    def __init__(self, n):
        self.n, self.seen, self.order = n, set(), []
    def near(self, square):
        return [(square[0] + a, square[1] + b) for a, b in MOVES
                if 0 <= square[0] + a < self.n and 0 <= square[1] + b < self.n]
    def solve(self, square):
        self.seen.add(square)
        self.order.append(square)
        if len(self.order) == self.n ** 2:
            return True
        for other in self.near(square):
            if other not in self.seen and self.solve(other):
                return True
        self.order.pop()
        self.seen.discard(square)
        return False
solver = Solver(5)
solver.solve((2, 2))
print(solver.order)
""", "tour", "open tour of 5 × 5", Watch("path", "self.order")),
    Written("several starts", "n = 5\n" + MOVES + """
def tour(start):
    board = [[0] * n for _ in range(n)]
    def go(r, c, k):
        board[r][c] = k
        if k == n * n:
            return True
        for a, b in MOVES:
            if 0 <= r + a < n and 0 <= c + b < n and board[r + a][c + b] == 0:
                if go(r + a, c + b, k + 1):
                    return True
        board[r][c] = 0
        return False
    go(*start, 1)
    return board
for start in ((0, 0), (2, 2), (4, 4)):
    print(tour(start))
""", "tour", "open tour of 5 × 5"),
    Written("all rows one list", "n = 5\nboard = [[0] * n] * n\n" + MOVES + """
def go(r, c, k):
    board[r][c] = k
    if k == n * n:
        return True
    for a, b in MOVES:
        if 0 <= r + a < n and 0 <= c + b < n and board[r + a][c + b] == 0:
            if go(r + a, c + b, k + 1):
                return True
    board[r][c] = 0
    return False
print(go(0, 0, 1))
for row in board:
    print(row)
""", "none", "one and the same list"),
    Written("negative index", "board = [[0] * 5 for _ in range(5)]\n" + MOVES + """
def go(r, c, k):
    board[r][c] = k
    if k == 25:
        return True
    for a, b in MOVES:
        try:
            if board[r + a][c + b] == 0 and go(r + a, c + b, k + 1):
                return True
        except IndexError:
            pass
    board[r][c] = 0
    return False
go(0, 0, 1)
print(board)
""", "wrong", "negative index"),
    Written("result dropped", "n = 5\nboard = [[0] * n for _ in range(n)]\n"
            + MOVES + """
def go(r, c, k):
    board[r][c] = k
    if k == n * n:
        return True
    for a, b in MOVES:
        if 0 <= r + a < n and 0 <= c + b < n and board[r + a][c + b] == 0:
            go(r + a, c + b, k + 1)
    board[r][c] = 0
    return False
print(go(0, 0, 1))
""", "none", "drops what it returns"),
    Written("one list appended again and again", MOVES + """
found = []
board = [['.'] * 5 for _ in range(5)]
def place(r, c, k):
    board[r][c] = k
    if k == 25:
        found.append(board)
    else:
        for a, b in MOVES:
            if 0 <= r + a < 5 and 0 <= c + b < 5 and board[r + a][c + b] == '.':
                place(r + a, c + b, k + 1)
                if len(found) == 3:
                    break
    board[r][c] = '.'
place(0, 0, 1)
""", "wrong", "append a copy"),
    Written("never released", "board = [[-1] * 6 for _ in range(6)]\n" + MOVES + """
def go(r, c, k):
    board[r][c] = k
    if k == 35:
        return True
    for a, b in MOVES:
        if 0 <= r + a < 6 and 0 <= c + b < 6 and board[r + a][c + b] == -1:
            if go(r + a, c + b, k + 1):
                return True
    return False
print(go(0, 0, 0))
""", "wrong", "No square was ever released", Watch("marks", "board", -1)),
    Written("a wrong offset", "n = 5\nboard = [[0] * n for _ in range(n)]\n"
            "dx = [1, 2, 2, 1, -1, -2, -2, 2]\ndy = [2, 1, -1, -2, -2, -1, 1, 2]\n" + """
def go(r, c, k):
    board[r][c] = k
    if k == n * n:
        return True
    for i in range(8):
        a, b = r + dx[i], c + dy[i]
        if 0 <= a < n and 0 <= b < n and board[a][b] == 0 and go(a, b, k + 1):
            return True
    board[r][c] = 0
    return False
print(go(0, 0, 1))
for row in board:
    print(row)
""", "none", "(2, 2) is one of the moves", Watch("marks", "board", 0)),
    Written("nothing is called", "def knights_tour(n):\n    return [[0] * n for _ in range(n)]\n",
            "none", "print(knights_tour(5))"),
    Written("no tour exists", "n = 4\nboard = [[0] * n for _ in range(n)]\n" + MOVES + """
def go(r, c, k):
    board[r][c] = k
    if k == n * n:
        return True
    for a, b in MOVES:
        if 0 <= r + a < n and 0 <= c + b < n and board[r + a][c + b] == 0:
            if go(r + a, c + b, k + 1):
                return True
    board[r][c] = 0
    return False
print(go(0, 0, 1))
""", "none", "That is right", Watch("marks", "board", 0)),
    Written("an index beyond the board", "board = [[0] * 5 for _ in range(5)]\n" + MOVES + """
def go(r, c, k):
    board[r][c] = k
    for a, b in MOVES:
        if r + a >= 0 and c + b >= 0 and board[r + a][c + b] == 0:
            go(r + a, c + b, k + 1)
go(0, 0, 1)
""", "none", "0 <= row < rows"),
    Written("eight queens", """
board = [[0] * 8 for _ in range(8)]
def safe(r, c):
    return all(not board[i][j] or (j != c and abs(i - r) != abs(j - c))
               for i in range(r) for j in range(8))
def place(r):
    if r == 8:
        return True
    for c in range(8):
        if safe(r, c):
            board[r][c] = 1
            if place(r + 1):
                return True
            board[r][c] = 0
    return False
place(0)
for row in board:
    print(*row)
""", "none", "nothing in it looks like a knight's path"),
]  # fmt: skip
BY_NAME = {program.name: program for program in PROGRAMS}
