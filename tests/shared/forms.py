"""Tours in many written forms; each form is a function from a tour to a text."""

# ruff: noqa: RUF001 - Chinese punctuation

import json
from collections.abc import Callable, Iterator
from itertools import count, pairwise

from kt_core import Tour, svg
from kt_core.files import text
from kt_core.files.reader import LONGEST_CHARACTERS

Form = Callable[[Tour], str]


def names(tour: Tour) -> list[str]:
    """Return the names of the squares in the order of the steps."""
    return tour.board.names(tour.path).split()


def pairs(tour: Tour) -> list[tuple[int, int]]:
    """Return the row and the column of each step from 0, the top row first."""
    rows, columns = tour.board.rows, tour.board.columns
    return [(rows - 1 - s // columns, s % columns) for s in tour.path]


def matrix(tour: Tour, base: int = 1) -> list[list[object]]:
    """Return the number of the step on each square, the top row first."""
    rows, columns = tour.board.rows, tour.board.columns
    step = {square: i for i, square in enumerate(tour.path, start=base)}
    return [
        [step.get(row * columns + column, ".") for column in range(columns)]
        for row in reversed(range(rows))
    ]


def steps(template: str, between: str = "\n", before: str = "", after: str = "") -> Form:
    """Return a form with each step in a template.

    In it, i, r, c and square count steps, rows, columns and squares from 0; n, row, column and p
    count them from 1. `before` may name the number of steps, {all}, too.
    """

    def written(tour: Tour) -> str:
        made = between.join(template.format(**step) for step in _steps(tour))
        return before.replace("{all}", str(len(tour.path))) + made + after

    return written


def moves(template: str, between: str = "\n") -> Form:
    """Return a form with each move in a template, which also names `to_name`, `to_r` and `to_c`."""

    def written(tour: Tour) -> str:
        every = pairwise(_steps(tour))
        ends = ({**a, **{f"to_{key}": value for key, value in b.items()}} for a, b in every)
        return between.join(template.format(**move) for move in ends)

    return written


def _steps(tour: Tour) -> Iterator[dict[str, object]]:
    """Yield the values that a template may name, step by step."""
    every = zip(names(tour), tour.path, pairs(tour), strict=True)
    for i, (name, square, (r, c)) in enumerate(every):
        from_0 = {"i": i, "r": r, "c": c, "square": square}
        from_1 = {"n": i + 1, "row": r + 1, "column": c + 1, "p": square + 1}
        yield {"name": name, "all": len(tour.path), **from_0, **from_1}


def grid(
    between: str, end: str = "\n", before: str = "", after: str = "", base: int = 1, fill: str = ""
) -> Form:
    """Return a form with the numbers of a board, right-aligned if there is a sign to fill with."""

    def written(tour: Tour) -> str:
        rows = [[str(entry) for entry in row] for row in matrix(tour, base)]
        width = max(len(entry) for row in rows for entry in row) if fill else 0
        padded = ([e.rjust(width, " " if e == "." else fill or " ") for e in row] for row in rows)
        return before + end.join(map(between.join, padded)) + after

    return written


#: Lists of squares by name, by row and column, and by number.
LISTS: dict[str, Form] = {
    "names": steps("{name}", " "),
    "names with dashes": steps("{name}", "-"),
    "names with arrows": steps("{name}", "→"),
    "names with ASCII arrows": steps("{name}", " -> "),
    "a list of names": steps("'{name}'", ", ", "[", "]"),
    "names in capital letters": lambda tour: ", ".join(names(tour)).upper(),
    "a line for each name": steps("{name}"),
    "numbered names": steps("{n}. {name}"),
    "numbered moves": steps("{n}. N{name}", " "),
    "moves": moves("{n}. N{name}-{to_name}"),
    "steps with words": steps("Step {i}: {name}"),
    "Chinese steps": steps("第{n}步：{name}", "，"),
    "letters and ranks": lambda tour: repr([(name[0], int(name[1:])) for name in names(tour)]),
    "tuples": steps("({r}, {c})", ", ", "[", "]"),
    "tuples from 1": steps("({row}, {column})", ", ", "[", "]"),
    "lists of two": steps("[{r}, {c}]", ", ", "[", "]"),
    "tuples with arrows": steps("({r},{c})", "->"),
    "full-width pairs": steps("（{r}，{c}）", "、"),
    "lines of two numbers": steps("{r} {c}"),
    "lines of two numbers from 1": steps("{row},{column}"),
    "pairs with semicolons": steps("{r},{c}", "; "),
    "pairs of Prolog": steps("{r}/{c}", ",", "[", "]"),
    "vectors of Clojure": steps("[{r} {c}]", " ", "(", ")"),
    "conses of Lisp": steps("({r} . {c})", " ", "(", ")"),
    "structs of Go": steps("{{{r} {c}}}", " "),
    "arrays of C": steps("{{{r}, {c}}}", ", ", "int path[][2] = {", "};"),
    "structs of Rust": steps("Square {{ row: {r}, {c} }}", ",\n", "[", "]"),
    "rows and columns in words": steps("Step {n}: row {r}, column {c}"),
    "numbered pairs": steps("{n}: ({r}, {c})"),
    "moves of a knight": moves("Knight from ({r}, {c}) to ({to_r}, {to_c})"),
    "numbered moves of a knight": moves("Move {n}: ({r}, {c}) -> ({to_r}, {to_c})"),
    "numbers of squares": steps("{square}", " "),
    "a list of numbers": steps("{square}", ", ", "[", "]"),
    "a list of numbers from 1": steps("{p}", ", ", "[", "]"),
    "TSPLIB": steps(
        "{p}", "\n", "NAME : knight\nTYPE : TOUR\nDIMENSION : {all}\nTOUR_SECTION\n", "\n-1\nEOF\n"
    ),
    "Concorde": lambda tour: (
        f"{len(tour.path)}\n"
        + "\n".join(" ".join(map(str, tour.path[i : i + 10])) for i in range(0, len(tour.path), 10))
    ),
    "a dict by square": lambda tour: repr(dict(sorted(zip(pairs(tour), count(1), strict=False)))),
    "a dict by name": lambda tour: repr(dict(sorted(zip(names(tour), count(1), strict=False)))),
    "a dict by step": steps("{i}: ({r}, {c})", ", ", "{", "}"),
    "a path in JSON": lambda tour: json.dumps({"path": pairs(tour)}, indent=1),
    "our table": text.tour_csv,
    "a transcript": steps("({r}, {c})", ", ", ">>> solve(5)\n[", "]\n>>> "),
}


def markdown(tour: Tour) -> str:
    """Return a numbered board as a Markdown table, with a header of files."""
    head = [[*tour.board.files], ["---"] * tour.board.columns]
    return "\n".join(f"| {' | '.join(row)} |" for row in head) + grid(
        " | ", " |\n| ", "\n| ", " |"
    )(tour)


def with_labels(between: str) -> Form:
    """Return the form of a board with its ranks on the left and its files below."""

    def written(tour: Tour) -> str:
        lines = grid(" ", fill="0")(tour).split("\n")
        ranks = [f"{tour.board.rows - i}{between} {line}" for i, line in enumerate(lines)]
        return "\n".join([*ranks, "   " + "  ".join(tour.board.files)])

    return written


def boxed(top: str, rule: str, bottom: str, bar: str) -> Form:
    """Return the form of a board in a frame."""
    end = f" {bar}\n{rule}\n{bar} "
    return grid(f" {bar} ", end, f"{top}\n{bar} ", f" {bar}\n{bottom}", fill=" ")


BOARDS: dict[str, Form] = {
    "our text": text.tour,
    "a board from 0": grid(" ", base=0, fill=" "),
    "tabs": grid("\t"),
    "commas": grid(","),
    "commas at the end": grid(", ", ", \n", after=", "),
    "semicolons": grid(";"),
    "a box": boxed("+----+", "+----+", "+----+", "|"),
    "a box of lines": boxed("┌────┐", "├────┤", "└────┘", "│"),
    "a box of double lines": boxed("╔════╗", "╠════╣", "╚════╝", "║"),
    "Markdown": markdown,
    "LaTeX": grid(
        " & ",
        " \\\\ \\hline\n",
        "\\begin{tabular}{|c|c|}\\hline\n",
        " \\\\ \\hline\n\\end{tabular}",
    ),
    "HTML": grid(
        "</td><td width=30>",
        "</td></tr><tr><td width=30>",
        "<table border=1><tr><td width=30>",
        "</td></tr></table>",
    ),
    "MATLAB": grid(" ", "; ", "T = [", "];"),
    "a list of lists": lambda tour: repr(matrix(tour)),
    "a list of lists in JSON": lambda tour: json.dumps(matrix(tour), indent=2),
    "numpy": grid(" ", "]\n [", "[[", "]]", fill=" "),
    "numpy with floats": grid("., ", ".],\n       [", "array([[", ".]])"),
    "leading zeros": grid(" ", fill="0"),
    "ranks and files": with_labels("-"),
    "ranks with bars": with_labels("|"),
    "blank lines": grid("  ", "\n\n", fill=" "),
    "words around": lambda tour: f"Solution found:\n\n{text.tour(tour)}\n\nTime: 0.03 s\n",
}


def ruled(tour: Tour) -> str:
    """Return a numbered board with files above and below, ranks at both sides, and rules."""
    rows, files = tour.board.rows, "    " + "".join(f"{file:>3}" for file in tour.board.files)
    line = "    " + "---" * tour.board.columns
    numbered = enumerate(grid(" ", fill=" ")(tour).split("\n"))
    lines = [f"{rows - i:3} |{row} |{rows - i:3}" for i, row in numbered]
    return "\n".join(["Tour length = 25", files, line, *lines, line, files])


def with_indices(tour: Tour) -> str:
    """Return a numbered board with the numbers of rows and columns from 0."""
    rows = grid(" ", base=0, fill=" ")(tour).split("\n")
    above = "    " + " ".join(f"{i:2}" for i in range(tour.board.columns))
    return "\n".join([above, *(f"{i:2}: {row}" for i, row in enumerate(rows))])


def in_digits(zero: str, between: str) -> Form:
    """Return the form of a board with other digits."""
    digits = {ord("0") + i: ord(zero) + i for i in range(10)}
    return lambda tour: grid(between)(tour).translate(digits)


def rows_within(template: str, between: str = " ") -> Form:
    """Return the form of a board with each row in a template, which also names its number."""

    def written(tour: Tour) -> str:
        rows = grid(between)(tour).split("\n")
        return "\n".join(template.format(n=n, row=row) for n, row in enumerate(rows, start=1))

    return written


#: Forms found on the web: answers on forums, output of solvers, and other programming languages.
OUTSIDE: dict[str, Form] = {
    "chess with checks": steps("{n}. N{name}+", " ", after="#"),
    "chess with captures": moves("N{name}x{to_name}"),
    "chess in German": steps("{n}. S{name}", " "),
    "chess in Russian": steps("{n}. К{name}", " "),
    "chess figurines": steps("{n}. ♘{name}!", " "),
    "a PGN file": steps("{n}. N{name}", " ", '[Event "Tour"]\n[Result "*"]\n\n', " *"),
    "moves of UCI": moves("{name}{to_name}", " "),
    "names in one word": steps("{name}", ""),
    "names with underscores": steps("{name}", "_"),
    "names in Chinese": steps("{name}", "，", "马："),
    "Chinese rows and columns": steps("第{n}步：第{row}行第{column}列"),
    "a sentence": lambda tour: (
        f"The knight starts on {names(tour)[0]} and then visits {', '.join(names(tour)[1:-1])},"
        f" and {names(tour)[-1]}."
    ),
    "Markdown list": steps("* **{name}**"),
    "Markdown steps": steps("| {n} | {name} |", "\n", "| Step | Square |\n|-----:|:------|\n"),
    "CSV with a header": steps("{c},{r}", "\n", "x,y\n"),
    "CSV with quotes": steps('"{n}","{name}"', "\n", '"move","square"\n'),
    "CSV in German": steps("{n};{row};{column}", "\n", "Schritt;Zeile;Spalte\n"),
    "pandas": steps("{i:<3} {r:>4} {c:>4}", "\n", "   row  col\n"),
    "JSON objects": steps('{{"row": {r}, "col": {c}}}', ", ", "[", "]"),
    "JSON of points": steps('{{"x": {c}, "y": {r}}}', ", ", "[", "]"),
    "JSON with a path of objects": steps(
        '{{"row": {r}, "col": {c}}}', ", ", '{"size": 8, "path": [', "]}"
    ),
    "JSON with a board": lambda tour: json.dumps({"rows": 5, "board": matrix(tour), "time": 0.35}),
    "JavaScript's console": steps("  [ {r}, {c} ],", "\n", "[\n", "\n]"),
    "YAML": steps("  - [{r}, {c}]", "\n", "path:\n"),
    "XML": steps('<move row="{r}" col="{c}"/>', ""),
    "HTML list": steps("<li class=move>{name}</li>", "", "<ol>", "</ol>"),
    "numbers of numpy": steps("(np.int64({r}), np.int64({c}))", ", "),
    "pairs of numpy": steps("{r} {c}", "]\n [", "[[", "]]"),
    "tensors": grid(", ", "],\n        [", "tensor([[", "]])"),
    "points of Java": steps("java.awt.Point[x={c},y={r}]", ", "),
    "pairs of C++": steps("make_pair({r}, {c})", ", "),
    "a board of C": grid(",", "}, {", "int b[8][8] = { {", "} };"),
    "slices of Go": grid(" ", "] [", "[[", "]]"),
    "debug output of Rust": steps("    (\n        {r},\n        {c},\n    ),"),
    "terms of Prolog": steps("pos({row}, {column})", ", ", "T = [", "] ;"),
    "tuples of Haskell": steps("({row},{column})", ",", "Just [", "]"),
    "hashes of Ruby": steps("[{r}, {c}]=>{n}", ", "),
    "arrays of PHP": steps("  [{n}] => Array\n    (\n      [0] => {r}\n      [1] => {c}\n    )\n"),
    "vectors of Racket": grid(" ", ") #(", "#(#(", "))"),
    "a matrix of Julia": lambda tour: (
        f"{tour.board.rows}×{tour.board.columns} Matrix{{Int64}}:\n" + grid("  ", "\n ")(tour)
    ),
    "Rosetta Code, C++": lambda tour: f"Board ({tour.board}, c3):\n" + grid(",")(tour),
    "Rosetta Code, Python": grid(", ", before="boardsize: 5\nStart position: c3\n", after="\n"),
    "Rosetta Code, Icon": ruled,
    "Rosetta Code, ALGOL 68": lambda tour: (
        f"{with_labels('|')(tour)}\n    +578929 iterations,     +578894 backtracks"
    ),
    "arrows over lines": steps("{name}", "->\n"),
    "indices of rows and columns": with_indices,
    "sides before the board": lambda tour: (
        f"{tour.board.rows} {tour.board.columns}\n{grid(' ', fill=' ')(tour)}"
    ),
    "the length before the list": steps("{r} {c}", "\n", "{all}\n"),
    "LKH": steps(
        "{p}",
        "\n",
        "COMMENT : Length = 25\nCOMMENT : Found by LKH [Keld Helsgaun] Wed Nov 1 10:00:00 2023\n"
        "TYPE : TOUR\nDIMENSION : 25\nTOUR_SECTION\n",
        "\n-1",
    ),
    "flat coordinates": steps("{r}, {c}", ", "),
    "R1C1": steps("R{row}C{column}", " "),
    "assignments": steps("board[{r}][{c}] = {n};"),
    "visits, counted": steps("Visiting ({r}, {c}) ({n}/{all})"),
    "a log": steps("[12:00:{n:02}] Knight moves to {name}"),
    "LaTeX in bold": grid(
        "} & \\textbf{", "} \\\\ \\hline\n\\textbf{", "\\begin{tabular}{|c|}\n\\textbf{", "}"
    ),
    "a matrix of LaTeX in one line": grid(" & ", "\\\\", "\\begin{bmatrix}", "\\end{bmatrix}"),
    "letters and ranks in CSV": lambda tour: "\n".join(f"{n[0]},{n[1:]}" for n in names(tour)),
    "letters and ranks in brackets": lambda tour: " ".join(
        f"({name[0]}, {name[1:]})" for name in names(tour)
    ),
    "a flat list of a board": lambda tour: repr([n for row in matrix(tour) for n in row]),
    "a flat list of a board from 0": grid(", ", ", ", base=0),
    "rows with slashes": grid(" ", "/"),
    "rows with slashes and blanks": grid(" ", " / "),
    "rows of YAML": rows_within("- [{row}]", ", "),
    "rows with words": rows_within("Row {n}: {row}"),
    "rows with Chinese words": rows_within("第{n}行： {row}"),
    "rows with names": rows_within("r{n} = [{row}]", ", "),
    "rows with comments": rows_within("{row}  # row {n}"),
    "LaTeX arrows": steps("{name}", " \\to ", "$", "$"),
    "a table of a wiki": grid(" || ", "\n|-\n| ", "{| class=x\n|-\n| ", "\n|}"),
    "a table of Org": grid(" | ", " |\n|-\n| ", "|-\n| ", " |\n|-"),
    "aligned Markdown": lambda tour: (
        f"|{'|'.join(tour.board.files)}|\n|{':-:|' * tour.board.columns}\n"
        + grid("|", "|\n|", "|", "|")(tour)
    ),
    "numbers in brackets": grid("][", "]\n[", "[", "]"),
    "underlined cells": grid("_|_", "_|\n|_", "|_", "_|"),
    "colors of a terminal": grid(" \x1b[0m\x1b[97;100m ", "\x1b[0m\n\x1b[47;30m ", "\x1b[47;30m "),
    "a quoted mail": grid(" ", "\n> ", "> ", fill=" "),
    "a comment": grid(" ", "\n * ", "/*\n * ", "\n */", fill=" "),
    "Windows": grid("\t", "\r\n", "\ufeff", "\r\n"),
    "full-width digits": in_digits("０", "　"),
    "Arabic digits": in_digits("٠", " "),
    "thousands of blank lines": grid(" ", "\n" * 2000),
    "our SVG": svg.tour,
    "our JSON": text.tour_json,
}
FORMS = LISTS | BOARDS | OUTSIDE


#: Lines of texts without a tour. Each text repeats one line, with its number in place of "{}".
HOSTILE = [
    *("Step {}: moving on\n", "{},x,{}\n", "\u7b2c{}\u6b65", "w{}x 5 ", "<td a=1>", "<b 1>2", "' "),
    *(". 1 _\n", "a1-b3-", "a1b3", "1-", "1\n", '{{"a":', "\x1b[0m5 "),
    *("board[i][0] = {}; print(5)\n", '<svg data-tour="a1"', ' data-board="8"'),
]


def hostile(line: str, length: int = LONGEST_CHARACTERS) -> str:
    """Return a text of some length that repeats a line; by default the longest that is read."""
    count = length // len(line.format(10**5, 10**5))
    return "".join(line.format(i, i) for i in range(count))[:length]
