"""Lists of squares: names, pairs of a row and a column, or numbers of squares.

LIST = ENTRY+, each perhaps with the number of its step before or after it, in any order;
       or moves from one ENTRY to another, most from the end of the previous move
ENTRY = NAME: a1, or the squares of moves: 1. Nb3 2. Nc5, where the start may be missing
      | (row, column) or (column, row), counted from 0 or 1, with any signs between and around
      | row * columns + column, from a1, counted from 0 or 1
       or the numbers of all steps, each once, on the squares of a board, row by row
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import isqrt
from typing import TypeVar, get_args

from kt_core.board import LONGEST_SIDE, Board
from kt_core.files.numbered import Grid, walks_of
from kt_core.files.tokens import NAME, WIDTH, Block, number_text
from kt_core.files.walks import (
    MANY_NUMBERS,
    Alternatives,
    By,
    Request,
    Walk,
    WalkGroups,
    board_of,
    in_order,
    part_of,
)
from kt_core.graph import Leaper, steps
from kt_core.language import N_, Sentence

COLUMN_FIRST = {("x", "y"), ("col", "row"), ("column", "row")}
AXIS_PAIRS = [{*pair} for pair in COLUMN_FIRST]
MOST_NUMBERS = 5  # limit for one entry: a step and two squares
EntryT = TypeVar("EntryT", bound=object)
_LETTER = re.compile(r"[^\W\d_]")


def lists(block: Block, request: Request) -> WalkGroups:
    """Return the readings of a block as a list, in groups, the most likely first."""
    if max(block.codes) >= NAME:
        return [(yield from _names(block, request))]
    codes, works = block.codes, list[Alternatives]()
    request = replace(request, by=request.by or _order_in_words(block))
    for period in range(2, MOST_NUMBERS + 1):
        if block.has_period(period):
            columns, gaps = [codes[i::period] for i in range(period)], block.gaps[:period]
            if any(_LETTER.search(block.texts[gap]) for gap in gaps):
                columns = _without_constants(columns)
            is_move = period > 3 and gaps[-1] == gaps[-3] != gaps[-2]
            works += _entries(columns, request, is_move=is_move)
    if not works and len(codes) % 2 == 0:
        works.append(_pairs(codes[::2], codes[1::2], request))
    works += [_squares(codes, request), _rows(block, request)]
    found = list[list[Walk]]()
    for work in works:
        found += [(yield from work)]
    return found


def _order_in_words(block: Block) -> By | None:
    """Return "columns" if the words between the first numbers name the column first."""
    between = " ".join(block.texts[gap] for gap in block.gaps[:3])
    words = re.findall(r"[a-z]+", between.lower())
    first = next((pair for pair in pairwise(words) if {*pair} in AXIS_PAIRS), ())
    return "columns" if first in COLUMN_FIRST else None


def _without_constants(columns: list[Sequence[int]]) -> list[Sequence[int]]:
    """Return columns without those that repeat one number, such as 64 in "step 1 of 64"."""
    changing = [column for column in columns if min(column) != max(column)]
    return changing if len(columns) > 2 and len(changing) > 1 else columns


def _entries(
    columns: list[Sequence[int]], request: Request, *, is_move: bool
) -> Iterator[Alternatives]:
    """Yield the readings of entries with two numbers or more, by columns."""
    if len(columns) == 2:
        one, two = columns
        yield _pairs(one, two, request)
        yield _squares(two, request, labels=one)
        yield _squares(one, request, labels=two)
        if path := _path_of(one, two):
            yield _squares(array("i", path), request)
    elif len(columns) == 3:
        one, two, three = columns
        yield _pairs(two, three, request, labels=one)
        yield _pairs(one, two, request, labels=three)
    else:
        a, b, c, d = columns[-4:]
        starts, ends = [*zip(a, b, strict=True)], [*zip(c, d, strict=True)]
        if moves := _path_of(starts, ends, is_sure=is_move):
            one, two = (array("i", column) for column in zip(*moves, strict=True))
            yield _pairs(one, two, request)


def _path_of(
    starts: Sequence[EntryT], ends: Sequence[EntryT], *, is_sure: bool = False
) -> list[EntryT]:
    """Return the path of moves; if unsure, only if most start at the end of the previous one."""
    path = [*starts[:1]]
    for start, end in zip(starts, ends, strict=False):
        path += [end] if start == path[-1] else [start, end]
    is_path = len(starts) == len(ends) > 1 and len(path) * 2 <= len(starts) * 3 + 1
    return path if is_sure or is_path else []


# Names


def _names(block: Block, request: Request) -> Alternatives:
    names, labels = _columns(block)
    width = max((name - NAME) % WIDTH for name in names) + 1
    board = request.board or board_of((max(names) - NAME) // WIDTH + 1, width)
    if not board:
        return []
    (ordered,), fields = yield from in_order([names], labels, lambda i: _name(names[i]))
    path: Sequence[int] = _path_of(ordered[::2], ordered[1::2]) or ordered
    read_as = Sentence("Read as names of squares.")
    fields["length"] = min(fields["length"], len(path))
    part = part_of(board, lambda name: divmod(name - NAME, WIDTH), path)
    has_piece = block.texts[block.gaps[-1]][-1:].isupper()
    walk = Walk("names", read_as, board, 0, part, lambda i: _name(path[i]), lacks_start=has_piece)
    return [replace(walk, **fields)]


def _columns(block: Block) -> tuple[Sequence[int], Sequence[int]]:
    """Return the names of a block, and their labels, if any."""
    codes = block.codes
    where = [i for i, code in enumerate(codes) if code >= NAME]
    names, labels = array("i", [codes[i] for i in where]), list[Sequence[int]]()
    first, period = where[0], where[1] - where[0] if len(where) > 1 else len(codes)
    if len(codes) == len(names) * period and where == [*range(first, len(codes), period)]:
        labels = [codes[i::period] for i in range(period) if i != first]
    return names, next((each for each in labels if min(each) != max(each)), ())


def _name(code: int) -> str:
    row, column = divmod(code - NAME, WIDTH)
    return Board(1, min(column + 1, LONGEST_SIDE)).files[-1] + str(row + 1)


# Pairs


def _pairs(
    first: Sequence[int], second: Sequence[int], request: Request, labels: Sequence[int] = ()
) -> Alternatives:
    low, most = min(*map(min, (first, second))), (max(first), max(second))
    is_full = len(first) == most[0] * most[1]
    (one, other), fields = yield from in_order(
        [first, second], labels, lambda i: f"({first[i]}, {second[i]})"
    )

    def text_of(i: int) -> str:
        return Sentence("({one}, {other})", one=number_text(one[i]), other=number_text(other[i]))

    found = []
    for base in _bases(low, request, is_full=is_full):
        walks = []
        for by, top_down in product([request.by] if request.by else get_args(By), (True, False)):
            path, sides = ((one, other), most) if by == "rows" else ((other, one), most[::-1])
            if board := request.board or board_of(*(each - base + 1 for each in sides)):
                walk = _pair_walk(board, *path, base=base, by=by, top_down=top_down)
                walks.append(replace(walk, text_of=text_of, **fields))
        found += sorted(walks, key=lambda walk: walk.misfits(request))[:1]
    return found


def _pair_walk(
    board: Board,
    down: Sequence[int],
    right: Sequence[int],
    *,
    base: int,
    by: By,
    top_down: bool,
) -> Walk:
    low, sign = (board.rows - 1 + base, -1) if top_down else (-base, 1)
    part = part_of(board, lambda row, column: (low + sign * row, column - base), down, right)
    template = N_("Read as (row, column) pairs counted from {base}; {pair} is {corner}.")
    if by == "columns":
        template = N_("Read as (column, row) pairs counted from {base}; {pair} is {corner}.")
    corner = board.name((board.rows - 1) * board.columns if top_down else 0)
    read_as = Sentence(template, base=base, pair=f"({base}, {base})", corner=corner)
    return Walk("pairs", read_as, board, len(down), part, str, options={"base": base})


def _bases(low: int, request: Request, *, is_full: bool) -> list[int]:
    """Return the possible first numbers of rows, columns or squares, the likely one first."""
    if request.base is not None:
        return [request.base]
    return [0] if low < 1 else [1] if is_full else [1, 0]


# Numbers of squares


def _squares(codes: Sequence[int], request: Request, labels: Sequence[int] = ()) -> Alternatives:
    if codes[-1] == -1 and len(codes) > 1 and not labels:
        codes = codes[:-1]  # -1 ends a list in TSPLIB
    low, most = min(codes), max(codes)
    (path,), fields = yield from in_order([codes], labels, lambda i: str(codes[i]))
    found = []
    for base in _bases(low, request, is_full=len(codes) == most):
        boards = [request.board] if request.board else _boards(path, most - base + 1, request)
        walks = [_square_walk(board, path, base, request.by) for board in boards]
        if walks:
            walk = max(walks, key=lambda walk: walk.score(request.leaper)[0])
            found.append(replace(walk, **fields))
    return found


def _rows(block: Block, request: Request) -> Alternatives:
    """Return the readings of a board's numbers, each once, in one list, row by row."""
    codes, signs = block.codes, {block.texts[gap].strip() for gap in {*block.gaps[1:]}}
    total, base = len(codes), min(codes)
    is_numbered = base in (0, 1) and {*codes} == {*range(base, base + total)}
    if total > MANY_NUMBERS or len(signs) > 1 or not is_numbered:
        return []
    order, found = sorted(range(total), key=codes.__getitem__), list[Walk]()
    for side in sorted(_sides(order, request.leaper)):
        if total % side == 0:
            rows = [codes[at : at + side] for at in range(0, total, side)]
            found += yield from walks_of(Grid(rows, range(0)), replace(request, base=base))
    return sorted(found, key=lambda walk: walk.score(request.leaper))[-1:]


def _boards(path: Sequence[int], total: int, request: Request) -> list[Board]:
    """Return the boards of this size, or the smallest larger ones, that the path may be on.

    Boards of exactly this size come first; the last one is nearly square.
    """
    sides = sorted(_sides(path, request.leaper), key=lambda side: (-total % side, side))
    sides.append(isqrt(max(total, 1) - 1) + 1)
    return [board for side in sides if (board := board_of(-(-total // side), side))]


def _sides(path: Sequence[int], leaper: Leaper) -> set[int]:
    """Return the numbers of columns that make one of the first steps a move."""
    found = set[int]()
    for here, there in pairwise(path[:4]):
        for down, right in steps(leaper):
            if down > 0 and (abs(there - here) - right) % down == 0:
                found.add((abs(there - here) - right) // down)
    return {side for side in found if 0 < side <= LONGEST_SIDE}


def _square_walk(board: Board, path: Sequence[int], base: int, by: By | None) -> Walk:
    template = N_(
        "Read as numbers of squares counted from {base}, row by row on {board}; {base} is a1."
    )
    part = part_of(board, lambda n: divmod(n - base, board.columns), path)
    if by == "columns":
        template = N_(
            "Read as numbers of squares counted from {base}, column by column on {board};"
            " {base} is a1."
        )
        part = part_of(board, lambda n: divmod(n - base, board.rows)[::-1], path)
    read_as = Sentence(template, base=base, board=board)
    return Walk(
        "squares",
        read_as,
        board,
        len(path),
        part,
        lambda i: number_text(path[i]),
        options={"base": base},
    )
