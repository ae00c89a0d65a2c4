"""Tours in many written forms; each form is a function from a tour to a text."""

# ruff: noqa: RUF001 - Chinese punctuation

import json
from collections.abc import Callable, Sequence
from itertools import pairwise

from kt_core import Tour, svg
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
    """Return the moves from each entry to the next, one per line."""
    moves = pairwise(entries)
    return "\n".join(template.format(i + 1, *move) for i, move in enumerate(moves))


#: Lists of squares by name, by row and column, and by number.
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


def columns_first(tour: Tour, base: int = 0) -> list[tuple[int, int]]:
    """Return the column and the row of each step, the top row first."""
    return [(column, row) for row, column in pairs(tour, base)]


def each(template: str, entries: Sequence[object], between: str = "\n", base: int = 1) -> str:
    """Return the entries, each in a template with the number of its step."""
    return between.join(
        template.format(*entry if isinstance(entry, tuple) else (entry,), step=step)
        for step, entry in enumerate(entries, start=base)
    )


def table(tour: Tour, between: str, end: str = "\n", base: int = 1) -> str:
    """Return the numbers of a board, each row in one piece."""
    return end.join(between.join(map(str, row)) for row in matrix(tour, base))


def ruled(tour: Tour, rule: str) -> str:
    """Return a numbered board with files above and below, ranks at both sides, and rules."""
    rows, files = tour.board.rows, "    " + "".join(f"{file:>3}" for file in tour.board.files)
    line = "    " + rule * tour.board.columns
    lines = [
        f"{rows - i:3} |{row} |{rows - i:3}" for i, row in enumerate(padded(matrix(tour), " "))
    ]
    return "\n".join([files, line, *lines, line, files])


def with_indices(tour: Tour) -> str:
    """Return a numbered board with the numbers of rows and columns from 0."""
    rows = padded(matrix(tour, 0), " ")
    above = "    " + " ".join(f"{i:2}" for i in range(tour.board.columns))
    return "\n".join([above, *(f"{i:2}: {row}" for i, row in enumerate(rows))])


#: Forms found on the web: answers on forums, output of solvers, and other programming languages.
OUTSIDE: dict[str, Form] = {
    "chess with checks": lambda tour: each("{step}. N{0}+", names(tour), " ") + "#",
    "chess with captures": lambda tour: chained(names(tour), "N{1}x{2}"),
    "chess in German": lambda tour: each("{step}. S{0}", names(tour), " "),
    "chess in Russian": lambda tour: each("{step}. К{0}", names(tour), " "),
    "chess figurines": lambda tour: each("{step}. ♘{0}!", names(tour), " "),
    "a PGN file": lambda tour: (
        f'[Event "Tour"]\n[Result "*"]\n\n{each("{step}. N{0}", names(tour), " ")} *'
    ),
    "moves of UCI": lambda tour: " ".join(a + b for a, b in pairwise(names(tour))),
    "names in one word": lambda tour: "".join(names(tour)),
    "names with underscores": lambda tour: "_".join(names(tour)),
    "names in Chinese": lambda tour: "马：" + "，".join(names(tour)),
    "Chinese rows and columns": lambda tour: each("第{step}步：第{0}行第{1}列", pairs(tour, 1)),
    "a sentence": lambda tour: (
        f"The knight starts on {names(tour)[0]} and then visits {', '.join(names(tour)[1:-1])},"
        f" and {names(tour)[-1]}."
    ),
    "Markdown list": lambda tour: each("* **{0}**", names(tour)),
    "Markdown steps": lambda tour: (
        "| Step | Square |\n|-----:|:------|\n" + each("| {step} | {0} |", names(tour))
    ),
    "CSV with a header": lambda tour: "x,y\n" + each("{0},{1}", columns_first(tour)),
    "CSV with quotes": lambda tour: '"move","square"\n' + each('"{step}","{0}"', names(tour)),
    "CSV in German": lambda tour: "Schritt;Zeile;Spalte\n" + each("{step};{0};{1}", pairs(tour, 1)),
    "pandas": lambda tour: "   row  col\n" + each("{step:<3} {0:>4} {1:>4}", pairs(tour), base=0),
    "JSON objects": lambda tour: json.dumps([{"row": r, "col": c} for r, c in pairs(tour)]),
    "JSON of points": lambda tour: json.dumps([{"x": x, "y": y} for x, y in columns_first(tour)]),
    "JSON with a path of objects": lambda tour: json.dumps(
        {"size": 8, "path": [{"row": r, "col": c} for r, c in pairs(tour)]}
    ),
    "JSON with a board": lambda tour: json.dumps({"rows": 5, "board": matrix(tour), "time": 0.35}),
    "JavaScript's console": lambda tour: "[\n" + each("  [ {0}, {1} ],", pairs(tour)) + "\n]",
    "YAML": lambda tour: "path:\n" + each("  - [{0}, {1}]", pairs(tour)),
    "XML": lambda tour: each('<move row="{0}" col="{1}"/>', pairs(tour), ""),
    "HTML list": lambda tour: f"<ol>{each('<li class=move>{0}</li>', names(tour), '')}</ol>",
    "numbers of numpy": lambda tour: each("(np.int64({0}), np.int64({1}))", pairs(tour), ", "),
    "pairs of numpy": lambda tour: "[[" + each("{0} {1}", pairs(tour), "]\n [") + "]]",
    "tensors": lambda tour: "tensor([[" + table(tour, ", ", "],\n        [") + "]])",
    "points of Java": lambda tour: each("java.awt.Point[x={0},y={1}]", columns_first(tour), ", "),
    "pairs of C++": lambda tour: each("make_pair({0}, {1})", pairs(tour), ", "),
    "a board of C": lambda tour: f"int b[8][8] = {{ {{{table(tour, ',', '}, {')}}} }};",
    "slices of Go": lambda tour: f"[[{table(tour, ' ', '] [')}]]",
    "debug output of Rust": lambda tour: each(
        "    (\n        {0},\n        {1},\n    ),", pairs(tour)
    ),
    "terms of Prolog": lambda tour: f"T = [{each('pos({0}, {1})', pairs(tour, 1), ', ')}] ;",
    "tuples of Haskell": lambda tour: f"Just [{each('({0},{1})', pairs(tour, 1), ',')}]",
    "hashes of Ruby": lambda tour: each("[{0}, {1}]=>{step}", pairs(tour), ", "),
    "arrays of PHP": lambda tour: each(
        "  [{step}] => Array\n    (\n      [0] => {0}\n      [1] => {1}\n    )\n",
        pairs(tour),
    ),
    "vectors of Racket": lambda tour: f"#(#({table(tour, ' ', ') #(')}))",
    "a matrix of Julia": lambda tour: "5×5 Matrix{Int64}:\n" + table(tour, "  ", "\n "),
    "Rosetta Code, C++": lambda tour: f"Board (5x5, c3):\n{table(tour, ',')}",
    "Rosetta Code, Python": lambda tour: f"boardsize: 5\nStart position: c3\n{table(tour, ', ')}\n",
    "Rosetta Code, Icon": lambda tour: f"Tour length = 25\n{ruled(tour, '---')}",
    "Rosetta Code, ALGOL 68": lambda tour: (
        f"{with_labels(tour, '|')}\n    +578929 iterations,     +578894 backtracks"
    ),
    "arrows over lines": lambda tour: "->\n".join(names(tour)),
    "indices of rows and columns": with_indices,
    "sides before the board": lambda tour: (
        f"{tour.board.rows} {tour.board.columns}\n" + "\n".join(padded(matrix(tour), " "))
    ),
    "the length before the list": lambda tour: f"{len(tour.path)}\n{each('{0} {1}', pairs(tour))}",
    "LKH": lambda tour: (
        f"COMMENT : Length = 25\nCOMMENT : Found by LKH [Keld Helsgaun] Wed Nov 1 10:00:00 2023\n"
        f"TYPE : TOUR\nDIMENSION : 25\nTOUR_SECTION\n{each('{0}', [s + 1 for s in tour.path])}\n-1"
    ),
    "flat coordinates": lambda tour: each("{0}, {1}", pairs(tour), ", "),
    "R1C1": lambda tour: each("R{0}C{1}", pairs(tour, 1), " "),
    "assignments": lambda tour: each("board[{0}][{1}] = {step};", pairs(tour)),
    "visits, counted": lambda tour: each(
        f"Visiting ({{0}}, {{1}}) ({{step}}/{len(tour.path)})", pairs(tour)
    ),
    "a log": lambda tour: each("[12:00:{step:02}] Knight moves to {0}", names(tour)),
    "LaTeX in bold": lambda tour: (
        "\\begin{tabular}{|c|}\n\\textbf{"
        + table(tour, "} & \\textbf{", "} \\\\ \\hline\n\\textbf{")
        + "}"
    ),
    "LaTeX arrows": lambda tour: "$" + " \\to ".join(names(tour)) + "$",
    "a table of a wiki": lambda tour: (
        "{| class=x\n|-\n| " + table(tour, " || ", "\n|-\n| ") + "\n|}"
    ),
    "a table of Org": lambda tour: "|-\n| " + table(tour, " | ", " |\n|-\n| ") + " |\n|-",
    "aligned Markdown": lambda tour: (
        "|"
        + "|".join(tour.board.files)
        + "|\n|"
        + ":-:|" * tour.board.columns
        + "\n|"
        + table(tour, "|", "|\n|")
        + "|"
    ),
    "numbers in brackets": lambda tour: "[" + table(tour, "][", "]\n[") + "]",
    "underlined cells": lambda tour: "|_" + table(tour, "_|_", "_|\n|_") + "_|",
    "colors of a terminal": lambda tour: (
        "\x1b[47;30m " + table(tour, " \x1b[0m\x1b[97;100m ", "\x1b[0m\n\x1b[47;30m ")
    ),
    "a quoted mail": lambda tour: "> " + "\n> ".join(padded(matrix(tour), " ")),
    "a comment": lambda tour: "/*\n * " + "\n * ".join(padded(matrix(tour), " ")) + "\n */",
    "Windows": lambda tour: "\ufeff" + table(tour, "\t", "\r\n") + "\r\n",
    "full-width digits": lambda tour: table(tour, "　").translate(
        {48 + i: 0xFF10 + i for i in range(10)}
    ),
    "Arabic digits": lambda tour: table(tour, " ").translate(
        {48 + i: 0x660 + i for i in range(10)}
    ),
    "thousands of blank lines": lambda tour: table(tour, " ", "\n" * 2000),
    "our SVG": svg.tour,
    "our JSON": text.tour_json,
}
FORMS = LISTS | BOARDS | OUTSIDE
