"""Programs that search long on 8 × 8: one numbers its moves, the other has a graph."""

NUMBERED = """
def solve(n, x, y):
    move_x = [2, 1, -1, -2, -2, -1, 1, 2]
    move_y = [1, 2, 2, 1, -1, -2, -2, -1]
    board = [[-1] * n for _ in range(n)]

    def go(x, y, number):
        board[x][y] = number
        if number == n * n - 1:
            return True
        for i in range(8):
            next_x, next_y = x + move_x[i], y + move_y[i]
            if 0 <= next_x < n and 0 <= next_y < n and board[next_x][next_y] == -1:
                if go(next_x, next_y, number + 1):
                    return True
        board[x][y] = -1
        return False

    go(x, y, 0)
    print(board)
"""
GRAPH = """
steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
squares = [(r, c) for r in range(8) for c in range(8)]
graph = {(r, c): [(r + a, c + b) for a, b in steps if (r + a, c + b) in squares]
    for r, c in squares}
path = []
def go(square):
    path.append(square)
    if len(path) == len(graph):
        return True
    for other in graph[square]:
        if other not in path and go(other):
            return True
    path.pop()
go((4, 3))
print(path)
"""
