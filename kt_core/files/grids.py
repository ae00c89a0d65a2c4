"""Boards with the number of a step on each square; the top row is the highest rank.

BOARD = ROW+      rows of equal length, with frames or other signs around and between them;
ROW = SQUARE+     labels of ranks may be beside the rows, labels of files above or below
SQUARE = NUMBER   the number of its step, counted from 0 or 1
       | HOLE     # x *, or a blank
       | . - _    a hole, or not visited: a question, unless only one of them is possible
       | 0        not visited or a hole, unless steps are counted from 0: a question
       | UNVISITED   -1, None
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby, pairwise

from kt_core.board import LONGEST_SIDE, Board, Square
from kt_core.events import Progress
from kt_core.files.tokens import NAME, Block, slices
from kt_core.files.walks import (
    MANY_NUMBERS,
    PER_YIELD,
    Alternatives,
    Request,
    Walk,
    WalkGroups,
    Zeros,
    order_of,
    starts_of,
)
from kt_core.graph import steps
from kt_core.language import N_, Sentence

HOLE = -9_999_999  # the number for the mark of a hole
MARKS = {"-": -9_999_997, ".": -9_999_996, "_": -9_999_995}  # no number: a hole, or not visited
MOST_ALIGNED = 1 << 17  # characters of a text whose blanks may be holes
ROW_ENDS = ("]", "}", ")", "\\\\", "/tr", "\n", ";")  # the ends of rows, the strongest first

_BESIDE = r"\s|│┃║,;&\[\]{}()'\"<>"
_MARK = re.compile(
    rf"(?<![^{_BESIDE}])(?:([.#*_-])\1*|[xX]|(None|null|nan|NaN|NA|nil))(?![^{_BESIDE}]|[(\[])"
)
_FRAME = "-+|=: \t" + "".join(map(chr, range(0x2500, 0x2580)))
_LINES = re.compile(r"--|==|[\u2500\u2501\u2550]{2}")
_EMPTY = re.compile(r"(?<=[|│┃║,;\t&])[ ]*(?=[|│┃║,;\t&])|<td></td>|<td>&nbsp;</td>")
_DIGITS = "0123456789"
_CHOICES: Mapping[object, str] = {
    0: N_("From 0"),
    1: N_("From 1"),
    "unvisited": N_("Not visited"),
    "holes": N_("Holes"),
}


def with_marks(text: str) -> Generator[Progress, None, str]:
    """Return a text with numbers in place of marks for holes and for unvisited squares."""
    if len(text) <= MOST_ALIGNED:
        runs = groupby(text.split("\n"), _is_drawn)
        text = "\n".join(
            line for is_drawn, run in runs for line in (_aligned_lines([*run]) if is_drawn else run)
        )
    parts = []
    for begin, end in slices(text, re.compile(r"[\s,;>]")):
        lines = [line for line in text[begin:end].split("\n") if not is_rule(line)]
        part = _EMPTY.sub(f" {HOLE} ", "\n".join(lines))
        parts.append(_MARK.sub(_number_of_mark, part))
        yield Progress("reading")
    return "".join(parts)


def _number_of_mark(mark: re.Match[str]) -> str:
    return f" {-1 if mark[2] else MARKS.get(mark[1], HOLE)} "


def is_rule(line: str) -> bool:
    """Return True if a line is part of a frame: +---+---+."""
    return not line.strip(_FRAME) and bool(_LINES.search(line))


def _is_drawn(line: str) -> bool:
    """Return True if a line has numbers, and nothing else except marks and blanks."""
    return not line.strip(f" .#*_xX-{_DIGITS}") and any(digit in line for digit in _DIGITS)


def _aligned_lines(lines: list[str]) -> list[str]:
    """Return lines of numbers with a hole for each blank square, if there are any."""
    spans = [[found.span() for found in re.finditer(r"\S+", line)] for line in lines]
    if len({*map(len, spans)}) < 2 or _has_title(spans) or _has_title(spans[::-1]):
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
        ends = [*range(ends[0], ends[-1] + 1, pitch)]  # including blank columns
    squares = ([line[a:b].strip() or str(HOLE) for a, b in pairwise([0, *ends])] for line in lines)
    return [" ".join(row) for row in squares]


def _has_title(spans: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Return True if all rows except the first are full, and the first is not aligned."""
    first, *rest = spans
    if len({*map(len, rest)}) != 1:
        return False
    for side in (0, 1):
        columns, *others = ({span[side] for span in row} for row in rest)
        if all(other == columns for other in others):
            return not columns.issuperset(span[side] for span in first)
    return True


def grids(block: Block, request: Request) -> WalkGroups:
    """Return the readings of a block as a board, in groups, the most likely first."""
    if max(block.codes) >= NAME or len(block) > (LONGEST_SIDE + 2) ** 2:
        return []
    found = dict[int, list[Walk]]()
    for row_end in ROW_ENDS:
        rows = yield from _rows(block, row_end)
        if len({*map(len, rows)}) == 1 < len(rows) and len(rows) not in found:
            framed = rows if request.board else _without_walls(rows)
            found[len(rows)] = yield from _board(framed, request)
            inner, top = _without_labels(framed)
            if inner != framed:
                found[-len(rows)] = yield from _board(inner, request, top=top)
    if not any(found.values()):
        rows = yield from _rows(block, "\n")
        return [
            (yield from _board(rows, request) if len(rows) == 1 else _ragged_rows(rows, request))
        ]
    return [*found.values()]


def _rows(block: Block, row_end: str) -> Generator[Progress, None, list[Sequence[int]]]:
    """Return the rows of a block; if it is a part of a long text, without rows that were cut."""
    ends, cuts = {i for i, text in enumerate(block.texts) if row_end in text}, list[int]()
    for begin in range(0, len(block) if ends else 0, PER_YIELD):
        gaps = block.gaps[begin : begin + PER_YIELD]
        cuts += [i for i, gap in enumerate(gaps, start=begin) if gap in ends and i]
        yield Progress("reading")
    rows = [block.codes[begin:end] for begin, end in pairwise([0, *cuts, len(block)])]
    is_part = len(block) >= MANY_NUMBERS and len({*map(len, rows[1:-1])}) == 1
    return rows[1:-1] if is_part and len({*map(len, rows)}) > 1 else rows


def _without_walls(rows: list[Sequence[int]]) -> list[Sequence[int]]:
    """Return the rows without sides that have only marks for holes: frames or comment signs."""
    while len(rows) > 1 and len(rows[0]) > 1:
        sides = rows[0], rows[-1], [row[0] for row in rows], [row[-1] for row in rows]
        top, bottom, left, right = (all(n == HOLE for n in side) for side in sides)
        if not (top or bottom or left or right):
            break
        rows = [row[left : len(row) - right] for row in rows[top : len(rows) - bottom]]
    return rows


def _without_labels(rows: list[Sequence[int]]) -> tuple[list[Sequence[int]], int]:
    """Return the rows without labels, the highest rank first, and the label of the top one."""
    top = 0
    for at, rest in ((0, slice(1, None)), (-1, slice(-1))):
        if len(rows) > 2 and _is_label([n for n in rows[at] if n != HOLE]):
            rows = rows[rest]
        labels = [row[at] for row in rows]
        if len(rows[0]) > 1 and len(rows) > 1 and _is_label(labels):
            rows = [row[rest] for row in rows]
            if labels[0] == 1 and not top:
                rows.reverse()
                top = 1
    return rows, top


def _is_label(numbers: Sequence[int]) -> bool:
    return {abs(b - a) for a, b in pairwise(numbers)} <= {1}


def _ragged_rows(rows: list[Sequence[int]], request: Request) -> Alternatives:
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


def _board(
    rows: Sequence[Sequence[int]], request: Request, fault: str = "", top: int = 0
) -> Alternatives:
    height, width = len(rows), len(rows[0])
    if max(height, width) > LONGEST_SIDE:
        return []
    numbers = array("i")
    for row in reversed(rows):
        numbers.extend(row)
    found, sign = [], ""
    for base, zeros in _assumptions(numbers, request):
        name, sign = Board(height, width).name, _sign(numbers, base) if zeros else ""
        indices, length, wrong = yield from order_of(numbers, base, name)
        board = yield from _board_of(numbers, height, width, _holes(zeros, sign))
        if board:
            walk = _walk(
                board, indices, request.board, base=base, zeros=zeros, sign=sign, top=top or height
            )
            wrong = fault or walk.fault or wrong
            found.append(
                replace(walk, length=length, fault=wrong, starts=starts_of(indices, numbers, base))
            )
    if len(found) == 2 and sign not in ("", "0") and not _can_continue(numbers, found[0], request):
        found.reverse()  # holes first
    return found


def _holes(zeros: Zeros | None, sign: str) -> set[int]:
    """Return the numbers that mean holes."""
    if sign == "0":
        return {HOLE, *MARKS.values()} | ({0} if zeros == "holes" else set())
    return {HOLE} if zeros == "unvisited" else {HOLE, *MARKS.values()}


def _sign(numbers: Sequence[int], base: int) -> str:
    """Return the sign that may mean a hole or a square that is not visited; "" if none does."""
    if base and 0 in numbers:
        return "0"
    signs = [sign for sign, number in MARKS.items() if number in numbers]
    return "" if -1 in numbers else ", ".join(signs)


def _can_continue(numbers: Sequence[int], walk: Walk, request: Request) -> bool:
    """Return True if a move leads from the last step to a square that has a mark."""
    if not walk.length:
        return False
    rows, columns = walk.board.rows, walk.board.columns
    row, column = divmod(walk.part(walk.length - 1, walk.length)[0], columns)
    near = ((row + down, column + right) for down, right in steps(request.leaper))
    on_board = (r * columns + c for r, c in near if 0 <= r < rows and 0 <= c < columns)
    return any(numbers[square] in MARKS.values() for square in on_board)


def _assumptions(numbers: Sequence[int], request: Request) -> list[tuple[int, Zeros | None]]:
    """Return the possible numbers of the first step, each with a possible meaning of 0 or marks."""
    is_first = numbers.count(0) == 1 and (1 in numbers or len(numbers) == 1)
    bases = [0, 1] if is_first else [1]
    if request.base is not None:
        bases = [request.base]
    found = list[tuple[int, Zeros | None]]()
    for base in bases:
        if not _sign(numbers, base):
            found.append((base, None))
        elif request.zeros or request.board:
            found.append((base, request.zeros or "unvisited"))
        else:
            found += [(base, "unvisited"), (base, "holes")]
    return found


def _board_of(
    numbers: Sequence[int], height: int, width: int, marks: AbstractSet[int]
) -> Generator[Progress, None, Board | None]:
    holes = list[int]()
    for begin in range(0, len(numbers), PER_YIELD):
        some = numbers[begin : begin + PER_YIELD]
        holes += [i for i, number in enumerate(some, start=begin) if number in marks]
        yield Progress("reading")
    return Board(height, width, holes) if len(holes) < len(numbers) else None


def _walk(
    own: Board,
    indices: Sequence[Square],
    given: Board | None,
    *,
    base: int,
    zeros: Zeros | None,
    sign: str,
    top: int,
) -> Walk:
    board, fault = given or own, ""
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
            "Read as a numbered board counted from {base}, where {sign} means not visited;"
            " its top row is rank {rank}."
        )
    elif zeros == "holes":
        template = N_(
            "Read as a numbered board counted from {base}, where {sign} means a hole;"
            " its top row is rank {rank}."
        )
    read_as = Sentence(template, base=base, rank=top, sign=sign)
    choice = Sentence(_CHOICES[zeros or base])
    options = {"base": base} | ({"zeros": zeros} if zeros else {})
    walk = Walk("board", read_as, board, 0, part, text_of, fault, choice, options)
    return replace(walk, is_sorted=True)
