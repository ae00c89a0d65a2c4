"""Boards with the number of its step on each square; the top row is the highest rank.

BOARD = ROW+      as many squares in each; around and between them frames and other signs,
ROW = SQUARE+     beside them labels of ranks, above or below labels of files
SQUARE = NUMBER   of its step, counted from 0 or 1
       | HOLE     . - # x * _, or a blank
       | UNVISITED   -1, None, or 0 unless steps are counted from 0
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.events import Progress
from kt_core.files.tokens import NAME, Block, slices
from kt_core.files.walks import PER_YIELD, Alternatives, Request, Walk, WalkGroups, Zeros, order_of
from kt_core.language import N_, Sentence

HOLE = -9_999_999  # the number for the mark of a hole
MOST_ALIGNED = 1 << 20  # characters of a text whose blanks may be holes
ROW_ENDS = ("]", "}", ")", "\\\\", "/tr", "\n", ";")  # the strongest first

_BESIDE = r"\s|│┃║,;&\[\]{}()'\"<>"
_MARK = re.compile(
    rf"(?<![^{_BESIDE}])(?:(?:[.#*_]+|-+|[xX])|(None|null|nan|NaN|NA|nil))(?![^{_BESIDE}])"
)
_RULE = re.compile(
    r"[-+|=: \t\u2500-\u257f]*(?:--|==|[\u2500\u2501\u2550]{2})[-+|=: \t\u2500-\u257f]*"
)
_EMPTY = re.compile(r"(?<=[|│┃║,;\t&])[ ]*(?=[|│┃║,;\t&])|<td></td>|<td>&nbsp;</td>")
_DRAWN = re.compile(r"[ .#*_xX0-9-]*[0-9][ .#*_xX0-9-]*")
_CHOICES: Mapping[object, str] = {
    0: N_("From 0"),
    1: N_("From 1"),
    "unvisited": N_("Not visited"),
    "holes": N_("Holes"),
}


def with_marks(text: str) -> Generator[Progress, None, str]:
    """Return a text with numbers in place of the marks of holes and of squares not visited."""
    if len(text) <= MOST_ALIGNED:
        runs = groupby(text.split("\n"), lambda line: bool(_DRAWN.fullmatch(line)))
        text = "\n".join(
            line for is_drawn, run in runs for line in (_aligned([*run]) if is_drawn else run)
        )
    parts = []
    for begin, end in slices(text, re.compile(r"[\s,;>]")):
        lines = [line for line in text[begin:end].split("\n") if not is_rule(line)]
        part = _EMPTY.sub(f" {HOLE} ", "\n".join(lines))
        parts.append(_MARK.sub(lambda found: " -1 " if found[1] else f" {HOLE} ", part))
        yield Progress("reading")
    return "".join(parts)


def is_rule(line: str) -> bool:
    """Return True if a line is part of a frame: +---+---+."""
    return bool(_RULE.fullmatch(line))


def _aligned(lines: list[str]) -> list[str]:
    """Return lines of numbers with a hole for each blank square, if there are any."""
    spans = [[found.span() for found in re.finditer(r"\S+", line)] for line in lines]
    if len({*map(len, spans)}) < 2:
        return lines
    columns = list[tuple[int, int]]()
    for begin, end in sorted(span for line in spans for span in line):
        if columns and begin < columns[-1][1]:
            columns[-1] = columns[-1][0], max(end, columns[-1][1])
        else:
            columns.append((begin, end))
    ends = [end for _, end in columns]
    pitch = min((b - a for a, b in pairwise(ends)), default=1)
    if all((end - ends[0]) % pitch == 0 for end in ends):
        ends = [*range(ends[0], ends[-1] + 1, pitch)]  # also columns that are blank
    squares = ([line[a:b].strip() or str(HOLE) for a, b in pairwise([0, *ends])] for line in lines)
    return [" ".join(row) for row in squares]


def grids(block: Block, request: Request) -> WalkGroups:
    """Return the readings of a block as a board, in groups, the most likely first."""
    if max(block.codes) >= NAME or len(block) > (LONGEST_SIDE + 2) ** 2:
        return []
    rows = list[Sequence[int]]()
    for row_end in ROW_ENDS:
        rows = yield from _rows(block, row_end)
        if len(rows) > 1 and len({*map(len, rows)}) == 1:
            found = [(yield from _board(rows, request))]
            if (inner := _without_labels(rows)) != rows:
                found.append((yield from _board(inner, request)))
            return found
    rows = yield from _rows(block, "\n")
    return [(yield from _board(rows, request) if len(rows) == 1 else _ragged(rows, request))]


def _rows(block: Block, row_end: str) -> Generator[Progress, None, list[Sequence[int]]]:
    ends, cuts = {i for i, text in enumerate(block.texts) if row_end in text}, list[int]()
    for begin in range(0, len(block) if ends else 0, PER_YIELD):
        gaps = block.gaps[begin : begin + PER_YIELD]
        cuts += [i for i, gap in enumerate(gaps, start=begin) if gap in ends and i]
        yield Progress("reading")
    rows = [block.codes[begin:end] for begin, end in pairwise([0, *cuts, len(block)])]
    for at in (0, -1):  # a number in a title, or labels of the files
        if len(rows) > 2 and len(rows[at]) != len(rows[1]) and _is_label(rows[at]):
            del rows[at]
    return rows


def _without_labels(rows: list[Sequence[int]]) -> list[Sequence[int]]:
    """Return the rows without labels, in reverse order if the ranks go downward."""
    for at, rest in ((0, slice(1, None)), (-1, slice(-1))):
        labels = [row[at] for row in rows]
        if len(rows[0]) > 1 and len(rows) > 1 and _is_label(labels):
            rows = [row[rest] for row in rows][:: 1 if labels[0] != 1 else -1]
    return rows


def _is_label(numbers: Sequence[int]) -> bool:
    return {abs(b - a) for a, b in pairwise(numbers)} <= {1}


def _ragged(rows: list[Sequence[int]], request: Request) -> Alternatives:
    """Return the reading of rows if some are too short or too long."""
    width = max(map(len, rows))
    if len(rows) < 2 or width < 3 or max(width, len(rows)) > LONGEST_SIDE:
        return []
    odd = next(i for i, row in enumerate(rows) if len(row) != len(rows[0]))
    fault = Sentence(
        "row {row} from the top has {n} numbers, and the first has {first}",
        row=odd + 1,
        n=len(rows[odd]),
        first=len(rows[0]),
    )
    padded = [array("i", [*row, *[-1] * (width - len(row))]) for row in rows]
    return (yield from _board(padded, request, fault))


def _board(rows: Sequence[Sequence[int]], request: Request, fault: str = "") -> Alternatives:
    height, width = len(rows), len(rows[0])
    if max(height, width) > LONGEST_SIDE:
        return []
    numbers = array("i")
    for row in reversed(rows):
        numbers.extend(row)
    found = []
    for base, zeros in _assumptions(numbers, request):
        name = Board(height, width).name
        indices, length, wrong = yield from order_of(numbers, base, name)
        board = yield from _board_of(numbers, height, width, zeros)
        if board:
            wrong = fault or wrong
            walk = _walk(board, indices, wrong, request.board, base=base, zeros=zeros)
            found.append(replace(walk, length=length))
    return found


def _assumptions(numbers: Sequence[int], request: Request) -> list[tuple[int, Zeros | None]]:
    """Return the possible first numbers of steps, with the meaning of 0 if it is none."""
    zeros = numbers.count(0)
    bases = [0, 1] if zeros == 1 and (1 in numbers or len(numbers) == 1) else [1]
    if request.base is not None:
        bases = [request.base]
    found = list[tuple[int, Zeros | None]]()
    for base in bases:
        if base == 0 or not zeros:
            found.append((base, None))
        elif request.zeros or request.board:
            found.append((base, request.zeros or "unvisited"))
        else:
            found += [(base, "unvisited"), (base, "holes")]
    return found


def _board_of(
    numbers: Sequence[int], height: int, width: int, zeros: Zeros | None
) -> Generator[Progress, None, Board | None]:
    marks, holes = {HOLE, 0} if zeros == "holes" else {HOLE}, list[int]()
    for begin in range(0, len(numbers), PER_YIELD):
        some = numbers[begin : begin + PER_YIELD]
        holes += [i for i, number in enumerate(some, start=begin) if number in marks]
        yield Progress("reading")
    return Board(height, width, holes) if len(holes) < len(numbers) else None


def _walk(
    own: Board,
    indices: Sequence[Square],
    fault: str,
    given: Board | None,
    *,
    base: int,
    zeros: Zeros | None,
) -> Walk:
    board = given or own
    if str(board) != str(own):
        fault = Sentence("this is a board of {own}, not of {board}", own=own, board=board)
        board = own

    def part(begin: int, end: int) -> list[Square]:
        return [*indices[begin:end]]

    def text_of(i: int) -> str:
        return board.name(indices[i])

    template = N_("Read as a numbered board counted from {base}; its top row is rank {rank}.")
    if zeros == "unvisited":
        template = N_(
            "Read as a numbered board counted from {base}, where 0 means not visited;"
            " its top row is rank {rank}."
        )
    elif zeros == "holes":
        template = N_(
            "Read as a numbered board counted from {base}, where 0 means a hole;"
            " its top row is rank {rank}."
        )
    read_as = Sentence(template, base=base, rank=own.rows)
    choice = Sentence(_CHOICES[zeros or base])
    options = {"base": base} | ({"zeros": zeros} if zeros else {})
    return Walk("board", read_as, board, len(indices), part, text_of, fault, choice, options)
