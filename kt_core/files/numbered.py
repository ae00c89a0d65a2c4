"""Boards with the number of a step on each square; the top row is the highest rank.

BOARD = ROW+     rows of equal length; a frame and labels of ranks and files are left out
ROW = SQUARE+    a line, a row of a table, or the entries between two brackets
SQUARE = NUMBER  the number of its step, counted from 0 or 1
       | MARK    any other sign, a blank, None, -1, and 0 if steps are counted from 1

A board keeps its rows and columns. Each mark is a square that is not visited, unless the caller
says that marks are holes. Blank lines and words divide boards.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, pairwise

from kt_core.board import LONGEST_SIDE, Board
from kt_core.events import Progress
from kt_core.files.tokens import CHARACTERS_PER_YIELD, MOST_DIGITS, NO_NUMBER, number_text
from kt_core.files.walks import NOWHERE, Alternatives, Request, Walk, order_of, starts_of
from kt_core.language import N_, Sentence

BoardEntry = int | str  # the number of a step, or a mark
BLANK = ""
HOLES = "*#"  # signs of holes in a puzzle, if another sign marks the other squares
UNVISITED = ("-1", "None", "null", "nan", "NaN", "NA", "nil")  # marks that no hole has
MOST_LINES = 10_000  # lines at each end of a text that are searched for boards
LONGEST_LINE = 40 * LONGEST_SIDE  # characters
_NOT_A_NUMBER = -9_999_999  # the number of a square that has a mark
_QUOTES = str.maketrans("\"'`()[]{}<>", " " * 11)
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_NEXT_BOARD = re.compile(r"[\])}]\s*,?\s*[\[({]\Z")  # between the rows of two matrices
NO_ROW = "="  # a line that divides boards
_END = re.compile(r"\\\\|</?tr>|(?<=[0-9]) */ *(?=[0-9]+ )")
_TAG = re.compile(r"</t[dh]>\s*<t[dh]>|</?t[dh]>")
_SEPARATOR = re.compile(r" *(?:[|│┃║‖&,;]\s*|\t *)")
_BARS = (*"|│┃║‖",)
_BOLD = re.compile(r"\*+([0-9]+)\*+")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]+)?")
_LABEL = re.compile(r"([0-9]+)[:\-)]")
_RULE = re.compile(
    r"[-+=:|_\s\u2500-\u257f]*(?:--|==|:-|-:|[\u2500\u2501\u2550])[-+=:|_\s\u2500-\u257f]*"
)
_RUN = re.compile(r"-+|=+|_+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Line:
    """A line of a text: its entries if it may be a row of a board, and its place in the text."""

    at: int
    text: str
    entries: tuple[BoardEntry, ...]
    is_rule: bool = False


@dataclass(frozen=True)
class Grid:
    """A rectangle of numbers and marks, the highest rank first.

    `top` is the label of its first row, `fault` its error if its rows have different lengths.
    `lines` are the places of its lines in the text.
    """

    rows: Sequence[Sequence[BoardEntry]]
    lines: range
    top: int = 0
    fault: str = ""

    @property
    def numbers(self) -> list[int]:
        """The numbers, row by row."""
        return [entry for row in self.rows for entry in row if isinstance(entry, int)]

    @property
    def is_likely(self) -> bool:
        """True if this is a board: it has two rows, three columns, and few numbers twice."""
        steps = [number for number in self.numbers if number > 0]
        is_large = len(self.rows) > 1 and len(self.rows[0]) > 2 and len(steps) > 0
        return is_large and len({*steps}) * 4 >= len(steps) * 3


def grids(text: str) -> Generator[Progress, None, tuple[list[Grid], list[str]]]:
    """Return the rectangles of a text, and its lines, to which they refer."""
    lines = yield from _lines(text)
    if len(lines) > 2 * MOST_LINES:
        lines[MOST_LINES:-MOST_LINES] = ["\n".join(lines[MOST_LINES:-MOST_LINES])]
    parsed, found = list[Line | None](), list[Grid]()
    size = 0
    for at, line in enumerate(lines):
        parsed.append(None if "\n" in line else _line(at, line))
        size += len(line) + 1
        if size > CHARACTERS_PER_YIELD:
            yield Progress("reading", at / len(lines))
            size = 0
    for block in _blocks(parsed):
        at = block[0].at
        before = [line for line in lines[max(0, at - 2) : at] if line.strip()]
        rows = _without_frame(block, before[-1][:LONGEST_LINE] if before else "")
        if any(isinstance(entry, int) for line in rows for entry in line.entries):
            found.append(_grid(rows))
        yield Progress("reading")
    return found, lines


def is_rule(line: str) -> bool:
    """Return True if a line may be part of a frame: +---+---+."""
    return bool(_RULE.fullmatch(line))


# Lines and their entries


def _lines(text: str) -> Generator[Progress, None, list[str]]:
    """Return the lines of a text, a line for each row of a table or matrix."""
    if "<t" in text:
        text = _TAG.sub("|", text)
    if any(sign in text for sign in "\\</"):
        text = _END.sub("\n", text)
    rows, between, end, reported = list[str](), list[str](), 0, 0
    for group in _GROUP.finditer(text):
        inner = group[1]
        if inner.count(",") > 1 or len(inner.translate(_QUOTES).replace(",", " ").split()) > 2:
            gap = text[end : group.start()]
            is_next = not gap.strip(" \t\n,;") and gap.count("\n") < 2
            between += ["" if is_next else f"{_NEXT_BOARD.sub(NO_ROW, gap)}\n"]
            rows += [inner.replace(";", ";\n")]
            end = group.end()
        if group.end() > reported + CHARACTERS_PER_YIELD:
            reported = group.end()
            yield Progress("reading")
    if len(rows) > 1:  # each is a row of a matrix, perhaps on several lines
        rows = [row if ";" in row else row.replace("\n", " ") for row in rows]
    parts = (f"{gap}{row}\n" for gap, row in zip(between, rows, strict=True))
    return ("".join(parts) + text[end:]).split("\n")


def _line(at: int, text: str) -> Line | None:
    """Return a line that may be a row or part of a frame; None for words or a long line."""
    if len(text) > LONGEST_LINE or "->" in text:
        return None
    cells = _cells(text)
    if cells and (label := _LABEL.fullmatch(cells[0])):
        cells[0] = label[1]
    if is_rule(text):
        are_marks = all(not cell or _RUN.fullmatch(cell) for cell in cells)
        return Line(at, text, tuple(cells) if are_marks else (), is_rule=True)
    entries = [entry for cell in cells if (entry := _entry(cell)) is not None]
    if len(entries) < len(cells) or _are_files(cells):
        return None
    return Line(at, text, tuple(entries))


def _cells(text: str) -> list[str]:
    """Return the entries of a line as texts; "" for a blank entry between two separators."""
    plain = text.translate(_QUOTES)
    if "*" in plain:
        plain = _BOLD.sub(r"\1", plain)
    parts = _SEPARATOR.split(plain.strip(" "))
    if not any(parts) and len(parts) < 3:
        return []
    if len(parts) == 1 or any(len(part.split()) > 1 for part in parts):
        return [cell for part in parts for cell in part.split()]
    begin = parts[0] == "" and plain.strip()[:1] in _BARS
    end = len(parts) - (parts[-1].strip() == "" and plain.strip()[-1:] in _BARS)
    return [part.strip() for part in parts[begin:end]]


def _entry(cell: str) -> BoardEntry | None:
    """Return a number or a mark; None for a word."""
    if _NUMBER.fullmatch(cell):
        value = float(cell)
        is_whole = value.is_integer() and abs(value) < 10**MOST_DIGITS
        number = int(value) if is_whole else NO_NUMBER
        return "-1" if number == -1 else number
    if "=" in cell or ":" in cell:
        return None
    if cell in UNVISITED or len({*cell}) < 2 or (len(cell) < 4 and not any(map(str.isalnum, cell))):
        return cell
    return None


def _are_files(cells: Sequence[str]) -> bool:
    """Return True if the entries are labels of files: a b c d."""
    letters = "".join(cells).lower()
    return 1 < len(letters) == sum(map(bool, cells)) and letters in _LETTERS


# Blocks of lines


def _blocks(lines: Sequence[Line | None]) -> Iterator[list[Line]]:
    """Yield runs of lines without a blank line; blank lines between single rows divide nothing."""
    for is_row, some in groupby(lines, lambda line: line is not None):
        groups = groupby(
            (line for line in some if line), lambda line: bool(line.entries or line.is_rule)
        )
        texts = ([*block] for is_text, block in groups if is_text)
        blocks = [block for block in texts if any(line.entries for line in block)]
        for width, run in groupby(blocks if is_row else (), _width_of_row):
            together = [*run]
            if width and len(together) > 1:
                together = [[line for block in together for line in block]]
            yield from together


def _width_of_row(block: list[Line]) -> int:
    """Return the number of entries if a block has a single row, perhaps below a title, else 0."""
    rows = [line for line in block if line.entries]
    has_title = len(rows) == 2 and len(rows[0].entries) < 3
    return len(rows[-1].entries) if len(rows) == 1 + has_title else 0


def _grid(rows: list[Line]) -> Grid:
    """Return the rectangle of lines; shorter ones are a fault, and filled up with blanks."""
    part = _without_ends(_aligned(_without_title(rows)))
    widths = [len(line.entries) for line in part]
    odd = next((i for i, width in enumerate(widths) if width != widths[0]), None)
    padded = [[*line.entries, *[BLANK] * (max(widths) - len(line.entries))] for line in part]
    inner, top = _without_labels(padded)
    grid = Grid(inner, range(part[0].at, part[-1].at + 1), top)
    ones = grid.numbers.count(1)
    if ones > 1 and max(grid.numbers) < len(grid.numbers):
        template = N_(
            "the number 1 is there {n} times; if these are {n} boards, divide them by blank lines"
        )
        return replace(grid, fault=Sentence(template, n=ones))
    if odd is None:
        return grid
    template = N_("row {row} from the top has {n} numbers, and the first has {first}")
    return replace(grid, fault=Sentence(template, row=odd + 1, n=widths[odd], first=widths[0]))


def _without_ends(lines: list[Line]) -> list[Line]:
    """Return lines without blanks beside separators that only end, or only begin, the lines."""
    blanks = sum(line.entries.count(BLANK) for line in lines)
    for at, inner in ((-1, slice(-1)), (0, slice(1, None))):
        if sum(line.entries[at] == BLANK for line in lines) == blanks >= max(len(lines) - 1, 1):
            return [
                replace(line, entries=line.entries[inner]) if line.entries[at] == BLANK else line
                for line in lines
            ]
    return lines


def _without_frame(block: list[Line], before: str) -> list[Line]:
    """Return the lines of a block without its frame: rules that are no rows of marks.

    A rule with as many entries as a row is a row, except the one below the head of a table, which
    may be the line `before` the block.
    """
    rows = [line for line in block if not line.is_rule and line.entries]
    width = Counter(len(line.entries) for line in rows).most_common(1)[0][0] if rows else 0
    marks = {entry for line in rows for entry in line.entries if isinstance(entry, str)}
    first = block[0]
    has_head = first.is_rule and len(_cells(before)) == width
    has_labels = not first.is_rule and (not any(first.entries) or _are_consecutive(first.entries))

    def is_below_head(at: int, line: Line) -> bool:
        own = [str(entry) for entry in line.entries]
        is_drawn = "|" in line.text and all(len(mark) > 2 for mark in own)
        is_other = has_labels or marks.isdisjoint(own)
        return is_drawn and len(own) == width and (at == 0 if has_head else at == 1 and is_other)

    rules = [line for at, line in enumerate(block) if line.is_rule and is_below_head(at, line)]
    if rules and not any(first.entries):
        rules.append(first)
    return [
        line
        for line in block
        if line not in rules and (len(line.entries) == width if line.is_rule else line.entries)
    ]


def _aligned(lines: list[Line]) -> list[Line]:
    """Return lines with an entry for each blank square, if blanks alone separate the entries.

    The columns must have the same width, and their entries be aligned at their ends or beginnings.
    """
    spans = [[found.span() for found in re.finditer(r"\S+", line.text)] for line in lines]
    longest = max(end - begin for line in spans for begin, end in line)
    are_plain = all(len(own) == len(line.entries) for own, line in zip(spans, lines, strict=True))
    has_signs = any(_SEPARATOR.search(line.text.strip()) for line in lines)
    if len({*map(len, spans)}) < 2 or has_signs or not are_plain:
        return lines
    for side in (1, 0):
        first, *others = sorted({span[side] for line in spans for span in line})
        pitch = min((b - a for a, b in pairwise((first, *others))), default=0)
        if pitch > longest and not any((place - first) % pitch for place in others):
            columns, found = range(first, (first, *others)[-1] + 1, pitch), list[Line]()
            for line, own in zip(lines, spans, strict=True):
                at = dict(zip((span[side] for span in own), line.entries, strict=True))
                entries = tuple(at.get(place, BLANK) for place in columns)
                found.append(replace(line, entries=entries))
            return found
    return lines


def _without_title(lines: list[Line]) -> list[Line]:
    """Return lines without a first or last one that has labels, or the size of the others."""
    for at, rest in ((0, slice(1, None)), (-1, slice(-1))):
        if len(lines) < 2:
            break
        own, others = lines[at].entries, lines[rest]
        height, width = len(others), len(others[at].entries)
        is_size = len(own) < 3 and not {height, width, height * width}.isdisjoint(own)
        if len(own) != width and (is_size or (height > 1 and _are_consecutive(own))):
            lines = others
    return lines


def _without_labels(rows: list[list[BoardEntry]]) -> tuple[list[list[BoardEntry]], int]:
    """Return the rows without labels, the highest rank first, and the label of the top one."""
    top = 0
    for at, rest in ((0, slice(1, None)), (-1, slice(-1))):
        if len(rows) > 2 and _are_labels([each for each in rows[at] if each], rows[rest]):
            rows = rows[rest]
        labels, inner = [row[at] for row in rows], [row[rest] for row in rows]
        if len(rows[0]) > 2 and len(rows) > 1 and _are_labels(labels, inner):
            rows = inner
            if labels[0] == 1 and not top:
                rows.reverse()
                top = 1
    return rows, top


def _are_labels(labels: Sequence[BoardEntry], rest: Sequence[Sequence[BoardEntry]]) -> bool:
    """Return True if a line has labels, and the rest is a board.

    No knight goes along a line by steps of 1, so consecutive numbers are no part of its path.
    """
    if not _are_consecutive(labels):
        return False
    entries = [entry for row in rest for entry in row]
    others = {*entries}
    if len(labels) == 2 and 0 in labels and entries.count(0) > 1:
        return False  # 0 is a mark, beside a 1
    are_ranks = labels[-1] == 1 and labels[0] == len(rest)
    has_both = {*map(type, others)} == {int, str}
    return not others.isdisjoint((0, 1)) or (are_ranks and has_both)


def _are_consecutive(entries: Sequence[BoardEntry]) -> bool:
    numbers = [entry for entry in entries if isinstance(entry, int)]
    changes = {b - a for a, b in pairwise(numbers)}
    return len(numbers) == len(entries) > 1 and changes in ({1}, {-1}) and min(numbers) in (0, 1)


# Walks


def walks_of(grid: Grid, request: Request) -> Alternatives:
    """Return the readings of a rectangle: by its first number, and by the meaning of its marks."""
    if max(len(grid.rows), len(grid.rows[0])) > LONGEST_SIDE:
        return []
    found, bases = list[Walk](), [0, 1] if grid.numbers.count(0) == 1 else [1]
    for base in bases if request.base is None else [request.base]:
        yield Progress("reading")
        found += yield from _walks(grid, request, base)
    return found


def _walks(grid: Grid, request: Request, base: int) -> Alternatives:
    whole = Board(len(grid.rows), len(grid.rows[0]))
    entries = [entry for row in reversed(grid.rows) for entry in row]
    codes = array("i", [e if isinstance(e, int) else _NOT_A_NUMBER for e in entries])
    signs = {entry for entry in entries if isinstance(entry, str)}
    signs |= {"0"} if base == 1 and 0 in codes else set()
    indices, length, wrong = yield from order_of(codes, base, partial(request.place, whole))
    board, fault = request.board or whole, grid.fault
    if str(board) != str(whole):
        template = N_("this is a board of {own}, not of {board}")
        board, fault = whole, fault or Sentence(template, own=whole, board=board)
    if (odd := next((number for number in grid.numbers if number < 0), None)) is not None:
        template = N_("{number} is not the number of a step")
        fault = fault or wrong or Sentence(template, number=number_text(odd))
    steps = {i: code + 1 - base for i, code in enumerate(codes) if code >= base}
    is_puzzle = wrong and odd is None and indices[length] == NOWHERE
    is_puzzle = is_puzzle and (bool(signs - {"0"}) or len(codes) > len(steps) + 1)
    walk = Walk(
        "board",
        _read_as(grid, base, signs, N_(", where {sign} means not visited")),
        board,
        length,
        lambda begin, end: [*indices[begin:end]],
        lambda i: request.place(board, indices[i]),
        fault if is_puzzle else fault or wrong,
        options={"base": base} | ({"zeros": "unvisited"} if signs else {}),
        starts=starts_of(indices, codes, base),
    )
    if is_puzzle:
        hole = max((each for each in signs if each and {*each} <= {*HOLES}), default="")
        if hole and len(signs) > 1:
            without = board.holes | {i for i, entry in enumerate(entries) if entry == hole}
            meaning = N_(", where {sign} means not visited and {hole} a hole")
            read_as = _read_as(grid, base, signs - {hole}, meaning, hole)
            walk = replace(walk, board=board.without(frozenset(without)), read_as=read_as)
        return [replace(walk, given=steps, gap=wrong)]
    if request.zeros == "unvisited" or request.board or not (signs and steps):
        return [walk]
    holes = replace(
        walk,
        read_as=_read_as(grid, base, signs, N_(", where {sign} means a hole")),
        board=whole.without(frozenset({*whole} - {*steps})),
        options={"base": base, "zeros": "holes"},
    )
    if request.zeros == "holes":
        return [holes]
    return [walk] if signs <= {*UNVISITED} else [walk, holes]


def _read_as(
    grid: Grid, base: int, signs: AbstractSet[str], meaning: str, hole: str = ""
) -> Sentence:
    sign = ", ".join(each or Sentence("a blank") for each in sorted(signs))
    return Sentence(
        "Read as a numbered board counted from {base}{marks}; its top row is rank {rank}.",
        base=base,
        marks=Sentence(meaning, sign=sign, hole=hole) if signs else "",
        rank=grid.top or len(grid.rows),
    )
