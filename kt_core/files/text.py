"""Writers of tours, graphs and events as text, for a terminal, a file, or another program."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from kt_core.board import Board, Square
from kt_core.events import Backtrack, Event, Found, Progress, Visit
from kt_core.graph import KNIGHT, knight_graph
from kt_core.tour import Puzzle, Tour

NAMES_PER_PART = 500  # names of squares to a part

GRAPH_SQUARES = 10_000  # squares whose neighbors are cached at a time


def tour(tour: Tour) -> str:
    """Return the board with the number of the step on each square, the highest rank first."""
    board, step = tour.board, {square: i for i, square in enumerate(tour.path, start=1)}
    width = len(str(len(board)))
    ranks = (range(row * board.columns, (row + 1) * board.columns) for row in range(board.rows))
    lines = [" ".join(f"{step.get(s, '.'):>{width}}" for s in rank) for rank in ranks]
    return "\n".join(reversed(lines))


def tour_json(tour: Tour) -> str:
    """Return a tour as one JSON object: v, rows, columns, holes, closed, path.

    For a leaper other than the knight, it also has the key leaper.
    """
    return "".join(object_parts(tour))


def object_parts(tour: Tour) -> Iterator[str]:
    """Yield the parts of `tour_json`, which has megabytes for a large board."""
    board = tour.board
    yield f'{{"v":1,"rows":{board.rows},"columns":{board.columns},"holes":['
    yield from _names(board, sorted(board.holes))
    yield f'],"closed":{json.dumps(tour.closed)},"path":['
    yield from _names(board, tour.path)
    leaper = "" if tour.leaper == KNIGHT else f',"leaper":[{tour.leaper[0]},{tour.leaper[1]}]'
    yield f"]{leaper}}}"


def _names(board: Board, squares: Sequence[Square]) -> Iterator[str]:
    for begin in range(0, len(squares), NAMES_PER_PART):
        names = board.names(squares[begin : begin + NAMES_PER_PART]).replace(" ", '","')
        yield f'{"," * (begin > 0)}"{names}"'


def tour_csv(tour: Tour) -> str:
    """Return a tour as a table: step, square, row, column; step from 1, rows and columns from 0."""
    return "\n".join(table(tour))


def table(tour: Tour) -> Iterator[str]:
    """Yield the lines of `tour_csv`, a million for a large board."""
    board = tour.board
    yield "step,square,row,column"
    for step, square in enumerate(tour.path, start=1):
        yield f"{step},{board.name(square)},{square // board.columns},{square % board.columns}"


def graph_json(board: Board) -> Iterator[str]:
    """Yield the parts of a JSON object: each square's name with its neighbors' names.

    The whole text for 1000x1000 would fill a gigabyte.
    """
    yield f'{{"v":1,"rows":{board.rows},"columns":{board.columns},"graph":{{'
    for turn, (name, near) in enumerate(_neighbors(board)):
        names = '","'.join(near)
        quoted = f'"{names}"' if near else ""
        yield f'{"," * (turn > 0)}"{name}":[{quoted}]'
    yield "}}"


def graph_csv(board: Board) -> Iterator[str]:
    """Yield the parts of a table of the knight graph's directed edges: from, to."""
    yield "from,to"
    for name, near in _neighbors(board):
        yield "".join(f"\n{name},{other}" for other in near)


def _neighbors(board: Board) -> Iterator[tuple[str, list[str]]]:
    """Yield each square's name with its neighbors' names, without storing them."""
    for begin in range(0, len(board), GRAPH_SQUARES):
        graph = knight_graph(board)  # a new one, because a graph caches its rows
        for square in board.squares[begin : begin + GRAPH_SQUARES]:
            yield board.name(square), board.names(graph[square]).split()


def event(board: Board, event: Event) -> str:
    """Return an event as a line: "visit a1", "backtrack a1", "found a1 b3 ..."."""
    match event:
        case Visit(square):
            return f"visit {_name(board, square)}"
        case Backtrack(square):
            return f"backtrack {_name(board, square)}"
        case Found(path):
            return " ".join(("found", *(_name(board, square) for square in path)))
        case Progress(method):
            return f"at work: {method}"


def _name(board: Board, square: object) -> str:
    assert isinstance(square, int)
    return board.name(square)


def puzzle(puzzle: Puzzle) -> str:
    """Return the board with its given numbers, the highest rank first; `##` is a hole."""
    board, number = puzzle.board, dict(puzzle.numbers)
    width = max(len(str(len(board))), 2)
    signs = {**dict.fromkeys(board, "." * width), **dict.fromkeys(board.holes, "#" * width)}
    ranks = (range(row * board.columns, (row + 1) * board.columns) for row in range(board.rows))
    lines = [" ".join(f"{number.get(s, signs[s]):>{width}}" for s in rank) for rank in ranks]
    return "\n".join(reversed(lines))


def puzzle_json(puzzle: Puzzle) -> str:
    """Return a puzzle as one JSON object: v, rows, columns, holes, closed, given, and leaper."""
    fields = puzzle_fields(puzzle)
    fields["given"] = {puzzle.board.name(square): number for square, number in puzzle.numbers}
    if puzzle.leaper == KNIGHT:
        del fields["leaper"]
    return json.dumps(fields, separators=(",", ":"))


def puzzle_fields(puzzle: Puzzle) -> dict[str, object]:
    """Return the fields of a puzzle in JSON, except its numbers."""
    board, closed, leaper = puzzle.board, puzzle.closed, puzzle.leaper
    sides = {"v": 1, "rows": board.rows, "columns": board.columns}
    holes = board.names(sorted(board.holes)).split()
    return {**sides, "holes": holes, "closed": closed, "leaper": leaper}
