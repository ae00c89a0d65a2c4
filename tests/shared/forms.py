"""Tours in many written forms: one function for each form, from a tour to a text."""

# ruff: noqa: RUF001 - Chinese punctuation

import json
from collections.abc import Callable, Sequence
from itertools import pairwise

from kt_core import Tour
from kt_core.files import text

Form = Callable[[Tour], str]


def names(tour: Tour) -> list[str]:
    """Return the names of the squares in the order of the steps."""
    return tour.board.names(tour.path).split()


def pairs(tour: Tour, base: int = 0) -> list[tuple[int, int]]:
    """Return the row and the column of each step, the top row first."""
    rows, columns = tour.board.rows, tour.board.columns
    return [(rows - 1 - s // columns + base, s % columns + base) for s in tour.path]


def matrix(tour: Tour, base: int = 1, hole: object = ".") -> list[list[object]]:
    """Return the number of the step on each square, the top row first."""
    rows, columns = tour.board.rows, tour.board.columns
    step = {square: i for i, square in enumerate(tour.path, start=base)}
    return [
        [step.get(row * columns + column, hole) for column in range(columns)]
        for row in reversed(range(rows))
    ]


def padded(rows: Sequence[Sequence[object]], between: str, fill: str = " ") -> list[str]:
    """Return the rows as lines, each number right-aligned."""
    width = max(len(str(entry)) for row in rows for entry in row)
    return [
        between.join(str(entry).rjust(width, fill if entry != "." else " ") for entry in row)
        for row in rows
    ]


def boxed(tour: Tour, top: str, rule: str, bottom: str, bar: str) -> str:
    """Return a board in a frame."""
    lines = [f"{bar} {line} {bar}" for line in padded(matrix(tour), f" {bar} ")]
    return "\n".join([top, f"\n{rule}\n".join(lines), bottom])


def with_labels(tour: Tour, between: str) -> str:
    """Return a board with its ranks on the left and its files below."""
    rows = tour.board.rows
    lines = padded(matrix(tour), " ", "0")
    ranks = [f"{rows - i}{between} {line}" for i, line in enumerate(lines)]
    return "\n".join([*ranks, "   " + "  ".join(tour.board.files)])


def chained(entries: Sequence[str], template: str) -> str:
    """Return the moves from each entry to the next one, a line each."""
    moves = pairwise(entries)
    return "\n".join(template.format(i + 1, *move) for i, move in enumerate(moves))


#: Lists by name, by row and column, by the number of the square.
LISTS: dict[str, Form] = {
    "names": lambda tour: " ".join(names(tour)),
    "names with dashes": lambda tour: "-".join(names(tour)),
    "names with arrows": lambda tour: "→".join(names(tour)),
    "names with ASCII arrows": lambda tour: " -> ".join(names(tour)),
    "a list of names": lambda tour: repr(names(tour)),
    "names in capital letters": lambda tour: ", ".join(names(tour)).upper(),
    "a line for each name": lambda tour: "\n".join(names(tour)),
    "numbered names": lambda tour: "\n".join(
        f"{i}. {name}" for i, name in enumerate(names(tour), start=1)
    ),
    "numbered moves": lambda tour: " ".join(
        f"{i}. N{name}" for i, name in enumerate(names(tour), start=1)
    ),
    "moves": lambda tour: chained(names(tour), "{0}. N{1}-{2}"),
    "steps with words": lambda tour: "\n".join(
        f"Step {i}: {name}" for i, name in enumerate(names(tour))
    ),
    "Chinese steps": lambda tour: "，".join(
        f"第{i}步：{name}" for i, name in enumerate(names(tour), start=1)
    ),
    "letters and ranks": lambda tour: repr([(name[0], int(name[1:])) for name in names(tour)]),
    "tuples": lambda tour: repr(pairs(tour)),
    "tuples from 1": lambda tour: repr(pairs(tour, 1)),
    "lists of two": lambda tour: repr([list(pair) for pair in pairs(tour)]),
    "tuples with arrows": lambda tour: "->".join("({},{})".format(*pair) for pair in pairs(tour)),
    "full-width pairs": lambda tour: "、".join("（{}，{}）".format(*pair) for pair in pairs(tour)),
    "lines of two numbers": lambda tour: "\n".join("{} {}".format(*pair) for pair in pairs(tour)),
    "lines of two numbers from 1": lambda tour: "\n".join(
        "{},{}".format(*pair) for pair in pairs(tour, 1)
    ),
    "pairs with semicolons": lambda tour: "; ".join("{},{}".format(*pair) for pair in pairs(tour)),
    "pairs of Prolog": lambda tour: f"[{','.join('{}/{}'.format(*pair) for pair in pairs(tour))}]",
    "vectors of Clojure": lambda tour: f"({' '.join('[{} {}]'.format(*p) for p in pairs(tour))})",
    "conses of Lisp": lambda tour: f"({' '.join('({} . {})'.format(*p) for p in pairs(tour))})",
    "structs of Go": lambda tour: " ".join("{{{} {}}}".format(*pair) for pair in pairs(tour)),
    "arrays of C": lambda tour: (
        f"int path[][2] = {{{', '.join(f'{{{r}, {c}}}' for r, c in pairs(tour))}}};"
    ),
    "structs of Rust": lambda tour: (
        repr(pairs(tour)).replace("(", "Square { row: ").replace(", S", ",\nS").replace(")", " }")
    ),
    "rows and columns in words": lambda tour: "\n".join(
        f"Step {i}: row {row}, column {column}"
        for i, (row, column) in enumerate(pairs(tour), start=1)
    ),
    "numbered pairs": lambda tour: "\n".join(
        f"{i}: {pair}" for i, pair in enumerate(pairs(tour), start=1)
    ),
    "moves of a knight": lambda tour: chained([*map(str, pairs(tour))], "Knight from {1} to {2}"),
    "numbered moves of a knight": lambda tour: chained(
        [*map(str, pairs(tour))], "Move {0}: {1} -> {2}"
    ),
    "numbers of squares": lambda tour: " ".join(map(str, tour.path)),
    "a list of numbers": lambda tour: repr(list(tour.path)),
    "a list of numbers from 1": lambda tour: repr([square + 1 for square in tour.path]),
    "TSPLIB": lambda tour: (
        f"NAME : knight\nTYPE : TOUR\nDIMENSION : {len(tour.path)}\nTOUR_SECTION\n"
        + "\n".join(str(square + 1) for square in tour.path)
        + "\n-1\nEOF\n"
    ),
    "Concorde": lambda tour: (
        f"{len(tour.path)}\n"
        + "\n".join(" ".join(map(str, tour.path[i : i + 10])) for i in range(0, len(tour.path), 10))
    ),
    "a dict by square": lambda tour: repr(
        {pair: i for i, pair in sorted(enumerate(pairs(tour), start=1), key=lambda each: each[1])}
    ),
    "a dict by name": lambda tour: repr(
        dict(sorted((name, i) for i, name in enumerate(names(tour), start=1)))
    ),
    "a dict by step": lambda tour: repr(dict(enumerate(pairs(tour)))),
    "a path in JSON": lambda tour: json.dumps({"path": pairs(tour)}, indent=1),
    "our table": text.tour_csv,
    "a transcript": lambda tour: f">>> solve(5)\n{pairs(tour)}\n>>> ",
}


def markdown(tour: Tour) -> str:
    """Return a numbered board as a Markdown table, with a header of files."""
    numbers = [[str(entry) for entry in row] for row in matrix(tour)]
    rows = [[*tour.board.files], ["---"] * tour.board.columns, *numbers]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


BOARDS: dict[str, Form] = {
    "our text": text.tour,
    "a board from 0": lambda tour: "\n".join(padded(matrix(tour, 0), " ")),
    "tabs": lambda tour: "\n".join("\t".join(map(str, row)) for row in matrix(tour)),
    "commas": lambda tour: "\n".join(",".join(map(str, row)) for row in matrix(tour)),
    "commas at the end": lambda tour: "\n".join(
        ", ".join([*map(str, r), ""]) for r in matrix(tour)
    ),
    "semicolons": lambda tour: "\n".join(";".join(map(str, row)) for row in matrix(tour)),
    "a box": lambda tour: boxed(tour, "+----+", "+----+", "+----+", "|"),
    "a box of lines": lambda tour: boxed(tour, "┌────┐", "├────┤", "└────┘", "│"),
    "a box of double lines": lambda tour: boxed(tour, "╔════╗", "╠════╣", "╚════╝", "║"),
    "Markdown": markdown,
    "LaTeX": lambda tour: (
        "\\begin{tabular}{|c|c|}\\hline\n"
        + "\n".join(f"{' & '.join(map(str, row))} \\\\ \\hline" for row in matrix(tour))
        + "\n\\end{tabular}"
    ),
    "HTML": lambda tour: (
        "<table border=1>"
        + "".join(
            "<tr>" + "".join(f"<td width=30>{entry}</td>" for entry in row) + "</tr>"
            for row in matrix(tour)
        )
        + "</table>"
    ),
    "MATLAB": lambda tour: f"T = [{'; '.join(' '.join(map(str, row)) for row in matrix(tour))}];",
    "a list of lists": lambda tour: repr(matrix(tour)),
    "a list of lists in JSON": lambda tour: json.dumps(matrix(tour), indent=2),
    "numpy": lambda tour: "[[" + "]\n [".join(padded(matrix(tour), " ")) + "]]",
    "numpy with floats": lambda tour: (
        "array([["
        + "],\n       [".join(", ".join(f"{entry}." for entry in row) for row in matrix(tour))
        + "]])"
    ),
    "leading zeros": lambda tour: "\n".join(padded(matrix(tour), " ", "0")),
    "ranks and files": lambda tour: with_labels(tour, "-"),
    "ranks with bars": lambda tour: with_labels(tour, "|"),
    "blank lines": lambda tour: "\n\n".join(padded(matrix(tour), "  ")),
    "words around": lambda tour: f"Solution found:\n\n{text.tour(tour)}\n\nTime: 0.03 s\n",
}
FORMS = LISTS | BOARDS
