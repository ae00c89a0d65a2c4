"""Tours in all forms are read back, and errors are named in terms of the text."""

import json
import random
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Unpack, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, Tour, read_tour, solve
from kt_core.events import result_of
from kt_core.files import text
from kt_core.files.reader import (
    NotATour,
    Unreadable,
    read,
    read_value,
    reading,
)
from kt_core.files.walks import PER_YIELD, Reading, ReadingForm, ReadOptions, Request
from tests.shared.cases import walks
from tests.shared.forms import BOARDS, FORMS, HOSTILE, LISTS, Form, hostile, matrix, names, pairs

SQUARE = solve(Board(5, 5), start="a1", seed=3)
WIDE = solve(Board(3, 10), seed=1)
CLOSED = solve(Board(6, 6), closed=True, seed=2)
SMALL = solve(Board(3, 4), start="a1")
RING = Tour(Board(3, 3, ["b2"]), ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"], closed=True)
RANKS = "3 6 9 12\n8 11 2 5\n1 4 7 10"
GOOD = json.loads(text.tour_json(RING))
FEW_SQUARES = 4  # these could mean anything among words
GIRAFFE_TOUR = solve(Board(10, 10), leaper=(1, 4), seed=1)
LEAPER_TOURS = [solve(Board(5, 6), leaper=(0, 1), seed=1), GIRAFFE_TOUR]


def changed(**keys: Any) -> str:
    """Return the JSON of a tour with some keys changed; None removes a key."""
    return json.dumps({key: value for key, value in (GOOD | keys).items() if value is not None})


# Correct tours


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_tour_is_read_back_from_every_form(form: Form) -> None:
    for tour in (SQUARE, WIDE, CLOSED):
        found = read(form(tour))
        assert found.tour == tour, (found.read_as, found.sentence)
        assert (found.question, found.notes) == (None, ())
    for tour in LEAPER_TOURS:
        assert read(form(tour), leaper=tour.leaper, closed=tour.closed).path == tour.path


@given(st.sampled_from(sorted(LISTS)), walks())
def test_a_list_on_a_given_board_is_read_back(name: str, walk: tuple[Board, list[int]]) -> None:
    tour = Tour(*walk)
    written, base = LISTS[name](tour), int("from 1" in name or name == "TSPLIB")
    returns = name == "Concorde" and tour.path[-1] == len(tour.path)  # begins with this number too
    if len(tour.path) > FEW_SQUARES and not returns:
        assert read(written, tour.board, closed=False, base=base, by="rows").tour == tour


@given(st.sampled_from(sorted(BOARDS)), walks())
def test_a_board_with_holes_is_read_back(name: str, walk: tuple[Board, list[int]]) -> None:
    tour = Tour(*walk)
    if len(tour.path) > FEW_SQUARES:
        assert read(BOARDS[name](tour), closed=False, zeros="holes").tour == tour


def test_every_reading_says_how_it_was_read() -> None:
    for written, read_as in (
        (LISTS["names"](SQUARE), "Read as names of squares."),
        (LISTS["tuples"](SQUARE), "Read as (row, column) pairs counted from 0; (0, 0) is a5."),
        (
            LISTS["a list of numbers"](SQUARE),
            "Read as numbers of squares counted from 0, row by row on 5x5; 0 is a1.",
        ),
        (
            BOARDS["a board from 0"](SQUARE),
            "Read as a numbered board counted from 0; its top row is rank 5.",
        ),
    ):
        assert read(written).read_as == read_as


def test_columns_may_come_first() -> None:
    turned = repr([(column, row) for row, column in pairs(WIDE)])
    found = read(turned, by="columns")
    assert found.tour == WIDE
    assert found.read_as == "Read as (column, row) pairs counted from 0; (0, 0) is a3."
    assert read(turned, Board(3, 10)).tour == WIDE  # the only way to be on this board
    by_columns = [square % 10 * 3 + square // 10 for square in WIDE.path]
    assert read(repr(by_columns), Board(3, 10), by="columns").tour == WIDE


def test_labels_words_and_ends_decide_between_reflections() -> None:
    lines = text.tour(SQUARE).split("\n")[::-1]
    found = read("\n".join(f"{rank} | {line}" for rank, line in enumerate(lines, start=1)))
    assert found.tour == SQUARE
    assert found.read_as.endswith("its top row is rank 1.")
    points = [{"x": column, "y": row} for row, column in pairs(WIDE)]
    found = read(json.dumps(points))
    assert (found.tour, found.read_as[:28]) == (WIDE, "Read as (column, row) pairs ")
    upwards = repr([divmod(square, 5) for square in SQUARE.path])
    assert read(upwards).path[0] == SQUARE.board.square("a5")
    found = read(upwards, start="a1")
    assert found.tour == SQUARE
    assert found.read_as.endswith("(0, 0) is a1.")


def test_a_list_of_moves_may_lack_its_start_or_name_it_again() -> None:
    moves = " ".join(f"{i}. N{name}" for i, name in enumerate(names(SQUARE)[1:], start=1))
    found = read(moves)
    assert found.tour == SQUARE
    assert found.read_as == "Read as names of squares. The start, a1, is left out."
    assert read(moves.replace("N", "")).verdict == "path"
    assert read(" ".join([*names(CLOSED), names(CLOSED)[0]])).tour == CLOSED
    assert read(repr([*pairs(CLOSED), pairs(CLOSED)[0]])).tour == CLOSED


@pytest.mark.parametrize(
    ("value", "tour"),
    [
        (matrix(SQUARE), SQUARE),
        (tuple(map(tuple, matrix(SQUARE, 0))), SQUARE),
        (pairs(WIDE), WIDE),
        ([list(pair) for pair in pairs(WIDE)], WIDE),
        (list(WIDE.path), WIDE),
        (names(WIDE), WIDE),
        ({pair: i for i, pair in enumerate(pairs(WIDE))}, WIDE),
        (dict(enumerate(pairs(WIDE), start=1)), WIDE),
        ({name: i for i, name in enumerate(names(WIDE), start=1)}, WIDE),
        ([*zip(pairs(WIDE), pairs(WIDE)[1:], strict=False)], WIDE),
        (text.tour(WIDE), WIDE),
        ([[float(str(step)) for step in row] for row in matrix(SQUARE)], SQUARE),
    ],
)
def test_values_of_python_are_read(value: object, tour: Tour) -> None:
    assert read_value(value).tour == tour


class Evil(list[Any]):
    """A list whose methods must never be called."""

    def __iter__(self) -> Any:
        raise AssertionError

    def __len__(self) -> int:
        raise AssertionError

    def __repr__(self) -> str:
        raise AssertionError


@pytest.mark.parametrize(
    "value", [None, 7, True, [True], [[True]], {"a1": Evil()}, Evil(), [Evil()], [[[[1]]]], ["who"]]
)
def test_other_values_are_refused_without_running_their_code(value: object) -> None:
    with pytest.raises(Unreadable):
        read_value(value)


LISTINGS = {
    "C": "#include <stdio.h>\nint dr[] = {1, 2};\nint main(void) { return 0; }",
    "C++": "#include <iostream>\nusing namespace std;\nint main() { cout << 1; }",
    "C#": 'using System;\nclass Tour { static void Main() { Console.Write("no"); } }',
    "Java": 'public class Tour {\n  void run() { System.out.println("no"); }\n}',
    "JavaScript": "function tour(n) {\n  return [[1, 2], [2, 1]];\n}\nconsole.log(tour(8));",
    "Go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(1) }',
    "Rust": 'fn main() {\n    println!("no");\n}',
    "Pascal": "PROGRAM Tour;\nBEGIN\n  writeln('no');\nEND.",
    "Haskell": "module Main where\nimport Data.List\nmain :: IO ()\nmain = print [(1,2),(2,1)]",
}


@pytest.mark.parametrize("language", LISTINGS)
def test_a_program_in_another_language_is_named(language: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(f"a program in {language}, and only Python")):
        read(LISTINGS[language])


def test_a_tour_in_a_listing_of_another_language_is_read() -> None:
    rows = ",".join(f"{{{','.join(row.split())}}}" for row in RANKS.split("\n"))
    assert read(f"#include <stdio.h>\nint tour[3][4] = {{{rows}}};").tour == read(RANKS).tour


# Unfinished tours and texts with two readings

ZEROS = [
    [step if isinstance(step, int) and step <= 15 else 0 for step in row] for row in matrix(SQUARE)
]


def test_zeros_are_unvisited_squares_unless_the_reader_says_that_they_are_holes() -> None:
    found = read(repr(ZEROS))
    assert found.verdict == "path"
    assert found.sentence == "15 of 25 squares visited; you can play on from here."
    assert found.path == SQUARE.path[:15]
    assert found.question
    assert found.question.sentence == "Not visited, or holes?"
    unvisited, holes = (read(repr(ZEROS), **options) for _, options in found.question.choices)
    assert (unvisited.verdict, unvisited.question) == ("path", None)
    assert holes.tour == Tour(Board(5, 5, SQUARE.path[15:]), SQUARE.path[:15])
    assert "where 0 means a hole" in holes.read_as


@pytest.mark.parametrize("unvisited", [-1, None, "nan"])
def test_other_marks_of_unvisited_squares_leave_no_question(unvisited: object) -> None:
    found = read(repr([[step or unvisited for step in row] for row in ZEROS]).replace("'", ""))
    assert (found.verdict, found.question, found.path) == ("path", None, SQUARE.path[:15])


def test_a_given_board_decides_what_zeros_and_marks_are() -> None:
    board = Board(5, 5, SQUARE.path[15:])
    assert read(repr(ZEROS), board).tour
    assert read(repr(ZEROS).replace(" 0", " '.'"), board).tour
    assert read(repr(ZEROS).replace(" 0", " '.'"), Board(5, 5)).verdict == "path"


def test_a_single_zero_is_the_first_step_only_if_that_is_possible() -> None:
    assert read(BOARDS["a board from 0"](SQUARE)).question is None
    last = repr(matrix(SQUARE)).replace("25", "0")
    found = read(last)
    assert (found.verdict, found.sentence[:8]) == ("path", "24 of 25")
    assert found.notes[0].startswith("Numbered from 0, it is no tour: step 2, ")
    ring = read("3 8 5\n6 0 2\n1 4 7")
    assert ring.question
    assert read("3 8 5\n6 0 2\n1 4 7", zeros="holes").tour == RING


def test_pairs_without_a_zero_that_fill_no_board_may_be_counted_from_either() -> None:
    found = read("[(1, 1), (2, 3), (3, 5)]")
    assert found.question
    assert found.question.sentence == "Counted from 0, or from 1?"
    assert [options for _, options in found.question.choices] == [{"base": 1}, {"base": 0}]
    assert read("[(1, 1), (2, 3), (3, 5)]", base=0).read_as.startswith(
        "Read as (row, column) pairs counted from 0"
    )


def test_the_docs_list_each_reading_by_its_name() -> None:
    docs = Path("docs/command-line.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \| (?:LIST|BOARD)", docs, re.M) == [*get_args(ReadingForm)]


DEAD_END = "6 9 . 11\n. 2 5 8\n. 7 10 3\n1 4 . ."
TABLE = "{head}\n|---|---|---|---|\n|1|4|7|10|\n|8|---|2|5|\n|3|6|9|---|\n"
TWO_TABLES = f"{TABLE}\n{TABLE}"
MARKS = [*"-_#xX*?o\u00b7.", "--", "---", "__", "..", "None", "-1"]
BETWEEN = {"blanks": " ", "tabs": "\t", "bars": " | ", "commas": ",", "LaTeX": " & "}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("between", BETWEEN)
def test_a_mark_is_a_square_that_is_not_visited(mark: str, between: str) -> None:
    end = " \\\\\n" if between == "LaTeX" else "\n"
    rows = [line.replace(".", mark).split(" ") for line in DEAD_END.split("\n")]
    rows[1:1] = [[mark] * 4] * 2  # rows without numbers
    rows.append([mark] * 4)
    found = read(end.join(map(BETWEEN[between].join, rows)) + end)
    assert (str(found.board), found.verdict) == ("7x4", "wrong")
    rows = [row for row in rows if row != [mark] * 4]
    rows = [[mark] * 4, *rows, [mark] * 4]
    found = read(end.join(map(BETWEEN[between].join, rows)) + end)
    assert (str(found.board), found.sentence[:8]) == ("6x4", "11 of 24")
    assert (found.question is None) is (mark in ("None", "-1"))
    if found.question:
        holes = read(end.join(map(BETWEEN[between].join, rows)) + end, zeros="holes")
        assert holes.tour
        assert len(holes.board) == 11


@pytest.mark.parametrize(
    ("written", "verdict", "sentence", "notes"),
    [
        ("-- -- -- --\n-- 02 -- --\n-- -- -- --\n01 -- -- --", "path", "2 of 16", 0),
        (f"8x8\n{' '.join(names(SQUARE))}", "path", "25 of 64", 0),
        (f"8x8\n{text.tour(SQUARE)}", "wrong", "This is a board of 5x5, not of 8x8.", 0),
        (f"5x5\n{text.tour(SQUARE)}", "tour", "An open tour of 5x5", 0),
        (f"{text.tour(SQUARE)}\n\n{text.tour(CLOSED)}", "tour", "An open tour of 5x5", 2),
        (f"{text.tour(SQUARE)}\n{text.tour(CLOSED)}", "wrong", "The number 1 is there 2 times", 0),
        (f"{text.tour(SQUARE)}\n\n{RANKS.replace('12', '13')}", "wrong", "The number 12 is", 2),
        (f"{text.tour(SQUARE)}\n\n{' '.join(names(SQUARE)[:-1])} a1", "wrong", "Square a1 app", 2),
        (f"{text.tour(SQUARE)}\n\n{' '.join(names(SQUARE)[:9])}", "tour", "An open tour of 5x5", 2),
        (
            "\n".join(f"{row}   {row}" for row in RANKS.split("\n")),
            "wrong",
            "The number 1 is there 2 times; if these are 2 boards, divide them by blank lines.",
            0,
        ),
        ("3 4\n. 12 . 3\n\n7 . . .\n\n. . 1 .", "puzzle", "A puzzle: 3x4, 4 given numbers.", 0),
        ("Steps:\n--- | --- | ---\n3 | 8 | 5\n6 | . | 2\n1 | 4 | 7", "path", "8 of 12", 0),
        ("1 & 4 & \\\\\n & & 2 \\\\\n3 & & 5 \\\\", "path", "5 of 9", 0),
        ("3 | 3 6 9 12\n2 | 8 11 2 5\n1 | 1 4 10 7\n    a b c d", "wrong", "Step 7, b3 to d1", 0),
        (".. 12 .. 3\n7 .. .. ..\n.. .. 1 ..", "puzzle", "A puzzle: 3x4, 4 given numbers.", 0),
        (",12,,3\n7,,,\n,,1,", "puzzle", "A puzzle: 3x4, 4 given numbers.", 0),
        ("3 . 12 . 3\n2 7 . . .\n1 . . 9 .", "puzzle", "A puzzle: 3x4, 4 given numbers.", 0),
        ("\t12\t3\n\t\t\n\t\t1\n", "puzzle", "A puzzle: 3x3, 3 given numbers.", 0),
        ("12,3,\n,,\n,1,\n", "puzzle", "A puzzle: 3x3, 3 given numbers.", 0),
        ('[["", 12, ""], ["", "", ""], [1, "", ""]]', "puzzle", "A puzzle: 3x3, 2 given num", 0),
        ("1 . 7\n. . .\n. 7 .", "puzzle", "A puzzle: 3x3, 3 given numbers.", 0),
        ("0 . 2\n. . .\n. 7 .", "puzzle", "A puzzle: 3x3, 3 given numbers.", 0),
        (changed(given={"a1": 1, "b3": 8}), "tour", "A closed tour of 3x3", 0),
        (changed(given={"a1": 1, "b3": 2}), "wrong", "Step 2 is given on b3, and is not there.", 0),
        ("1 . 99\n. . .\n. 7 .", "puzzle", "A puzzle: 3x3, 3 given numbers.", 0),
        (RANKS.replace("12", "-12"), "wrong", "-12 is not the number of a step.", 0),
        (RANKS.replace("12", "12.5"), "wrong", "A number that is not whole or too large is not", 0),
        (RANKS.replace("\n", ",\n").replace(" ", ","), "tour", "An open tour of 3x4", 0),
        (RANKS.replace(" ", ",").replace("\n", "\n, "), "tour", "An open tour of 3x4", 0),
        (f"{RANKS}\n\n3 10 7\n8 5 2\n11 4 9", "wrong", "The number 1 is missing", 2),
        ("1\n* *\n* *", "path", "1 of 6", 0),
        (f"{json.dumps(matrix(SQUARE), indent=1)}\n\n{RANKS}", "tour", "An open tour of 5x5", 2),
        ("[[1, 'o', 3], ['o', 'o', '\\u00b7'], ['o', 2, 'o']]", "path", "3 of 9", 0),
        ("|1|4|7|10|\n|---|---|---|---|\n|8|11|2|5|\n|3|6|9|12|", "tour", "An open tour of 3x4", 0),
        ("|1|4|7|10|\n|8|11|2|5|\n|3|6|9|12|\n|---|---|---|---|", "path", "12 of 16", 0),
        (TWO_TABLES.format(head="| | | | |"), "path", "10 of 12 squares", 0),
        (TWO_TABLES.format(head="|1|2|3|4|"), "path", "10 of 12 squares", 0),
        (repr([complex(*pair) for pair in pairs(SQUARE)]), "tour", "An open tour of 5x5", 0),
        (RANKS.replace(" ", "\t").replace("\n", "\t\n") + "\t", "tour", "An open tour of 3x4", 0),
    ],
)
def test_a_text_is_judged_by_all_that_it_shows(
    written: str, verdict: str, sentence: str, notes: int
) -> None:
    found = read(written)
    assert (found.verdict, found.sentence[: len(sentence)]) == (verdict, sentence)
    assert len(found.notes) == notes


def test_the_result_that_is_no_tour_decides_and_each_is_named() -> None:
    beginning = RANKS.replace("11", ".").replace("12", ".")
    wrong = RANKS.replace("4", "x").replace("5", "4").replace("x", "5")
    tour = "An open tour of 3x4: 11 moves."
    both = read(f"{beginning}\n\n{RANKS}")
    assert both.notes[0].startswith("Result 1 of 2: 10 of 12 squares")
    assert (both.sentence, both.notes[1]) == (tour, f"Result 2 of 2: {tour}")
    other = "\n".join(reversed(beginning.split("\n")))
    found = read(f"{RANKS}\n\n{other}\n\n{wrong}")
    assert found.sentence == "Step 4, a3 to d2, is not a knight's move."
    assert found.notes[2] == f"Result 3 of 3: {found.sentence}"
    tours = {text.tour(solve(Board(5, 5), seed=seed)) for seed in range(40)}
    many = read("\n\n".join([*sorted(tours)[:7], wrong]))
    assert (many.verdict, len(many.notes)) == ("wrong", 7)
    assert many.notes[-1] == "7 of the 8 results are tours."


def test_a_puzzle_has_its_given_numbers_by_square() -> None:
    found = read(".. 12 .. 3\n7 .. .. ..\n.. .. 1 ..")
    given = {found.board.name(square): number for square, number in found.given.items()}
    assert given == {"c1": 1, "a2": 7, "b3": 12, "d3": 3}
    assert (found.path, found.tour) == ((), None)
    assert found.wrong == "the number 2 is missing; the highest is 12"


#: "Solve a holy knight's tour" of Rosetta Code, solved by the programs in Ada and C++.
HOLY_SOLVED = [
    """\
>holy_knight 8 < standard_problem.txt
Tour:
   -   -  30  15  20   -   -   -
   -   -  21   -  29  16   -   -
   -  33  14  31  22  19   6  17
  13  36  23   -   -  28   -   8
  34   -  32   -   -   7  18   5
   1  12  35  24  27   4   9   -
   -   -   2  11   -  25   -   -
   -   -   -  26   3  10   -   -
""",
    """\
   17 14 29
   28    18 15
   13 16 27 30 19 32 07
25 02 11       06    20
12    26       31 08 33
01 24 03 10 05 34 21
      36 23    09
         04 35 22
""",
]


@pytest.mark.parametrize("printed", HOLY_SOLVED, ids=["Ada", "C++"])
def test_a_solved_board_with_holes_is_read_as_it_is_printed(printed: str) -> None:
    found = read(printed, zeros="holes")
    assert found.tour
    assert (str(found.board), len(found.board)) == ("8x8", 36)
    assert read(printed).tour or read(printed).question


def test_further_squares_and_numbers_are_counted() -> None:
    found = read("a1 b3 c5 d7 and nothing else, never h8 or h7")
    assert found.notes == ("2 more entries are left out.",)
    found = read("[(0, 0), (1, 2), (2, 4), (0, 3)] and (5, 6)")
    assert found.notes == ("2 more entries are left out.",)


# Wrong tours

WRONG = [
    ("a1-b3 b3-c5 c5-e4 d1-b2 b2-a4", "Step 5, e4 to d1, is not a knight's move."),
    (
        "(0, 0) to (1, 2), (1, 2) to (2, 4), (2, 4) to (4, 3), (4, 2) to (3, 4)",
        "Step 5, (4, 3) to (4, 2), is not a knight's move.",
    ),
    ("a1 \u2192 b2\nc3 \u2192 d4", "Step 2, a1 to b2, is not a knight's move."),
    ("(0, 0) -> (1, 1)\n(3, 3) -> (4, 4)", "Step 2, (0, 0) to (1, 1), is not a knight's move."),
    ("n,file,rank\n1,a,1\n2,b,3\n3,b,5", "Step 3, b3 to b5, is not a knight's move."),
    ("a1 b3 d3", "Step 3, b3 to d3, is not a knight's move."),
    ("a1 c2 a1 b3", "Square a1 appears twice, as numbers 1 and 3."),
    ("[(0, 0), (1, 2), (3, 3), (1, 2)]", "Square (1, 2) appears twice, as numbers 2 and 4."),
    ("[(0, 0), (1, 2), (3, 4)]", "Step 3, (1, 2) to (3, 4), is not a knight's move."),
    ("[0, 7, 14, 3, 0]", "Square 0 appears twice, as numbers 1 and 5."),
    (RANKS.replace("7", "0"), "The number 7 is missing; the highest is 12."),
    (RANKS.replace("7", "99"), "The number 7 is missing; the highest is 99."),
    (RANKS.replace("7", "-7"), "The number 7 is missing; the highest is 12."),
    (RANKS.replace("7", "7.5"), "The number 7 is missing; the highest is 12."),
    (RANKS.replace("7", "9" * 5000), "The number 7 is missing; the highest is 12."),
    (RANKS.replace("7", "3"), "The number 3 is on c1 and on a3; each step has one square."),
    (
        BOARDS["commas"](SQUARE).replace(",12", ""),
        "Row 4 from the top has 4 numbers, and the first has 5.",
    ),
    ("1 0 0 0 0\n0 0 0 2 0" + "\n0 0 0 0 0" * 3, "Step 2, a5 to d4, is not a knight's move."),
    ("1 0 0 0 0\n0 0 0 2 0", "Step 2, a2 to d1, is not a knight's move."),
    ("1 2 3\n4 5 6\n7 8 9", "Step 2, a3 to b3, is not a knight's move."),
    ("step,square,row,column\n1,a1,0,0\n3,b3,2,1", "The number 2 is missing; the highest is 3."),
    (changed(path=["a1", "c2", "d4"]), "Step 3, d4, is not on 3x3."),
    (changed(path=["a1", "b2"]), "Step 2, b2, is a hole."),
    (f"3 6 9 12\n. . . .\n{RANKS[9:]}", "Step 3, c2 to a4, is not a knight's move."),
    (changed(path=["a1", "c2", "b3"]), "Step 3, c2 to b3, is not a knight's move."),
]


@pytest.mark.parametrize(("written", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_the_first_error_is_named_in_terms_of_the_text(written: str, sentence: str) -> None:
    found = read(written)
    assert (found.verdict, found.sentence, found.tour) == ("wrong", sentence, None)
    assert found.step == len(found.path) + 1
    with pytest.raises(NotATour) as refused:
        read_tour(written)
    assert refused.value.reading == found


HOLE_LISTS = ('"a1",', ',"a1"', '"a1",,"b1"', '"a1" "b1"', "true", '{"a":1}')
UNREADABLE = [
    *("", ". - .", "\u00b2", "\u2167", "hello", "I have 3 apples, 20 pears and 37 plums"),
    *("1234567890 1 2 3", "[3, 6, 0, 0, 0, 0, 2, 5, 1, 4, 0, 0]", "[3, 6, None, 2, 5, 1, 4, None]"),
    *("[3, 6, '.', 2, 5, 1, 4, '.']", "17 4 99 12 44"),
    *("a1 zzz1000", "a1 b9999", "a1 " + 50_000 * "x", "{" * 10_000),
    *('{"__proto__":{"v":1},"constructor":1}', "step,square,row,column", changed(path=None)),
    *(changed(path=[]), changed(path=["a1", "hello", "c2"]), changed(path=["a1", "c2", "hello"])),
    *(changed(path=["a1", {"c2": 1}]), changed(path=None, given={"a1": 1, "A1": 2})),
    *(changed(path=["a1", 7]), changed(v=2), changed(v=True), changed(rows=0), changed(rows=3.0)),
    *(changed(columns=10**400), changed(columns=[3]), changed(closed=1), changed(closed="false")),
    *(changed(holes="b2"), changed(holes=["d1"])),
    *(f'{{"rows": 3, "columns": 4, "path": ["c1"], "holes": [{holes}]}}' for holes in HOLE_LISTS),
    *(changed(leaper=[1]), changed(leaper="1,4"), changed(leaper=[0, 0])),
]


@pytest.mark.parametrize("written", UNREADABLE, ids=[each[-60:] for each in UNREADABLE])
def test_a_text_without_a_tour_is_refused_in_one_sentence(written: str) -> None:
    with pytest.raises(ValueError, match=r"\A.{10,160}\Z"):
        read(written)


def test_json_names_the_board_and_the_leaper_of_its_tour() -> None:
    wazir = solve(Board(5, 6), closed=True, leaper=(0, 1))
    assert result_of(reading(text.tour_json(wazir))).tour == wazir
    assert read_tour(changed(author={"name": "Euler"}, __proto__=[1])) == RING
    assert read_tour(changed(v=None, rows=None, columns=None), RING.board) == RING
    assert not read_tour(changed(closed=False)).closed
    for wrong, why in (
        (read(text.tour_json(wazir)), "this is a tour by the (0, 1) leaper"),
        (read(changed(), Board(3, 3)), "this is a tour of 3x3 without b2"),
        (read(text.tour_json(SMALL), closed=True), "the tour is not closed: a2 to a1 is not a"),
    ):
        assert wrong.verdict == "wrong"
        assert wrong.wrong.startswith(why)


def test_the_ends_and_the_kind_of_a_tour_can_be_required() -> None:
    written, ends = text.tour(SMALL), (names(SMALL)[0], names(SMALL)[-1])
    assert read(written, start=ends[0], end=ends[1]).tour == SMALL
    assert read(written, start="b2").wrong == "it starts on a1, not on b2"
    assert read(written, end="b2").wrong == f"it ends on {ends[1]}, not on b2"
    assert read(written, start="z99").wrong == "it starts on a1, not on z99"
    assert read(written, Board(5, 5)).wrong == "this is a board of 3x4, not of 5x5"
    assert not read(text.tour(CLOSED), end=names(CLOSED)[-1]).closed


@pytest.mark.parametrize("seed", range(20))
def test_a_mistyped_square_is_named(seed: int) -> None:
    chance, tour = random.Random(seed), solve(Board(6, 6), seed=seed)
    step = chance.randrange(1, 36)
    path = names(tour)
    path[step] = chance.choice([name for name in path if name != path[step]])
    found = read(" ".join(path))
    # Both of its moves may be wrong, or the second alone.
    assert found.step in (step + 1, step + 2)
    assert found.path == tour.path[: found.step - 1] or found.step == step + 2


@given(st.sampled_from(sorted(FORMS)), st.integers(0, 10**9), st.integers(0, 3))
def test_a_changed_text_is_refused_or_means_what_it_says(name: str, seed: int, kind: int) -> None:
    chance, written = random.Random(seed), FORMS[name](SQUARE)
    at = chance.randrange(len(written))
    sign = chance.choice("0123456789abcdeh,.-() \n")
    changed_text = (
        written[:at] + sign + written[at:],
        written[:at] + written[at + 1 :],
        written[:at] + sign + written[at + 1 :],
        written[:at] + written[chance.randrange(at, len(written)) :],
    )[kind]
    try:
        found = read(changed_text)
    except ValueError:  # also of an envelope without its sides
        return
    if found.tour:
        # A sign around the tour was changed, or its numbers still say the same.
        assert found.tour.board.names(found.tour.path)
        assert {*found.tour.path} == {*SQUARE.path} or len(found.tour.path) < 5


@given(
    st.one_of(st.text(max_size=60), st.text('{}[]()":,.-+|019abtruefalsnvowcmhdp \n', max_size=60))
)
def test_any_text_is_read_or_refused_in_one_sentence(anything: str) -> None:
    try:
        found = read(anything)
    except Unreadable as refused:
        assert 0 < len(str(refused)) < 250
    else:
        assert isinstance(found, Reading)
        assert "\n" not in found.sentence + found.read_as
        assert (found.tour is not None) == (found.verdict == "tour")


LARGE = solve(Board(200, 150), seed=1)
LONG_FORMS = ["our text", "HTML", "a dict by square", "a path in JSON", "steps with words"]
LONG_FORMS += ["a list of lists", "names", "tuples", "our table", "a list of numbers"]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", LONG_FORMS)
def test_a_long_text_is_read_to_its_end(name: str) -> None:
    assert read(FORMS[name](LARGE)).tour == LARGE


def test_a_tour_is_found_before_and_after_a_long_text() -> None:
    rest = "debug: line 17 of 5\n" * 20_000
    for written in (f"{text.tour(SQUARE)}\n{rest}", rest + LISTS["tuples"](SQUARE)):
        assert read(written).tour == SQUARE
    with pytest.raises(Unreadable, match="in the first or the last 131,072 characters of"):
        read(f"{rest}{text.tour(SQUARE)}\n{rest}")


# Slices do not depend on the machine: in Pyodide one text shows its memory.
@pytest.mark.parametrize(
    "line",
    [HOSTILE[0], *(pytest.param(line, marks=pytest.mark.full) for line in HOSTILE[1:])],
)
def test_the_longest_text_without_a_tour_is_refused_at_once(line: str) -> None:
    slices = list[object]()
    with pytest.raises(ValueError, match="."):
        slices.extend(reading(hostile(line)))
    assert len(slices) < 5000


def test_the_options_of_read_are_those_of_a_request() -> None:
    assert ReadOptions.__annotations__.keys() == {each.name for each in fields(Request)} - {"board"}
    for function in (read, reading, read_value):
        assert get_type_hints(function)["options"] == Unpack[ReadOptions]


HOLES = 20_000  # holes of a board of 200x200


def test_the_holes_of_a_board_are_marked_in_slices() -> None:
    boards = Board(200, 200), Board(200, 200, range(HOLES))
    full, without = (sum(1 for _ in reading("a200 b198", board)) for board in boards)
    assert without - full >= HOLES // PER_YIELD
