"""A reader for tours in any notation: it finds a tour, a path, or the first error in a text.

    text ── tokens ──▶ blocks ── lists, grids ──▶ walks ──▶ readings ──▶ one `Reading`

A text is scanned for tokens, blocks of them are read in each possible way, and each way is
followed to its end or first error. The reading whose steps are moves is the answer. If two readings
are possible, the answer contains a question to the reader. Each tour is proven.
"""

from __future__ import annotations

import ast
import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, lookup
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from kt_core.board import Board, board_with_holes
from kt_core.events import Progress, ResultT, result_of
from kt_core.files.envelope import Envelope, envelope_of
from kt_core.files.lists import MOST_NUMBERS, lists
from kt_core.files.numbered import grids, walks_of
from kt_core.files.tokens import NAME, Tokens, plain, tokens_of
from kt_core.files.walks import (
    Reading,
    ReadingQuestion,
    ReadOptions,
    Request,
    Walk,
    board_of,
    puzzle_reading,
    reading_of,
)
from kt_core.graph import KNIGHT, Leaper
from kt_core.language import N_, Sentence, value_error, whole
from kt_core.tour import Tour

#: The most characters that are read: a tour of about 900x900, which a page can still read.
LONGEST_CHARACTERS = 8_000_000
ENOUGH_NAMES, ENOUGH_NUMBERS = 1, 3  # moves that a block among words must have
PART_CHARACTERS = 1 << 17  # size of the part at each end of a long text; lists must begin there
SURE_MOVES = 4  # moves of a list beside another result
MOST_NAMED = 6  # results of a text that are described
ONE_SQUARE = (1, 4)  # tokens of a text with one square: its name, or a row of our CSV
MOST_OF_NOTEBOOK = 2_000_000  # characters
HEAD_BYTES = 200  # the beginning of a file that shows its encoding
MOST_JUDGED = 16  # candidates followed to their first error
MOST_DEPTH = 3  # nesting of a value: a list of moves, each a pair of pairs of numbers
LARGEST_NUMBER = 10**7  # limit for a number in a value
_SIDES = re.compile(r"(?<![\w.\u00d7])([1-9][0-9]{0,3})[x\u00d7]([1-9][0-9]{0,3})(?![\w\u00d7])")
#: A comment in one of the first two lines that names the encoding of a program.
_CODING = re.compile(rb"(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
LANGUAGE_CHARACTERS = 20_000  # size of the beginning in which a programming language is recognized
#: Lines that only programs in other languages have; the first pattern that is found decides.
_PATTERNS = {
    "C++": r"#include *<\w+>|using +namespace +\w+ *;|.{0,200}\bcout *<<",
    "C": r"#include *[<\"]\w+\.h[>\"]",
    "C#": r"using +System[\w.]* *;|.{0,200}\bConsole\.Write",
    "Java": r"public +(?:final +)?class +\w|import +java\.|.{0,200}\bSystem\.out\.print",
    "JavaScript": r"function +\w+ *\(.{0,200}\{ *$|.{0,200}\bconsole\.log *\(",
    "Go": r"package +main *$",
    "Rust": r"fn +main *\(|.{0,200}\bprintln! *\(",
    "Pascal": r"(?i:program +\w+ *;|.{0,200}\bwriteln *\()",
    "Haskell": r"module +\w+ +where|main +:: +IO|import +Data\.",
}


class Unreadable(ValueError):
    """A text has neither a tour nor a path."""


class NotATour(ValueError):
    """A text was read, but it has no tour; `reading` has its content."""

    def __init__(self, why: str, reading: Reading) -> None:
        super().__init__(why)
        self.reading = reading


@dataclass(frozen=True)
class _Candidate:
    """One way to read a block: its alternatives, and how well they fit."""

    moves: int  # the number of moves among its first steps
    steps: int  # the number of first steps
    begin: int
    end: int
    walks: Sequence[Walk]
    rest: int = 0  # the tokens of the same kind outside the block

    @property
    def is_path(self) -> bool:
        """True if enough of its first steps are moves for a path."""
        return self.moves >= SURE_MOVES and self.moves * 2 >= self.steps


@dataclass(frozen=True)
class PartReading:
    """A reading of a part of a text, the moves among its first steps, and whether it is a path.

    `end` counts the lines up to the end of a board, or the tokens up to the end of a list.
    """

    reading: Reading
    moves: int
    fits: bool
    end: int
    walk: Walk


def encoding_of(begin: bytes) -> str:
    r"""Return the encoding of a text by its first bytes; UTF-8, with or without a mark, by default.

    It is UTF-16 after a byte order mark: Windows PowerShell writes that with `>`. A program may
    name its encoding in a comment.

    >>> encoding_of(b"# -*- coding: gbk -*-\nprint(1)")
    'gbk'
    """
    if begin[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        return "utf-16"
    named = _CODING.match(begin)
    try:
        name = lookup(named[1].decode()).name if named else "utf-8"
    except LookupError:
        name = "utf-8"
    return "utf-8-sig" if name == "utf-8" else name


def code_of_notebook(text: str) -> str:
    """Return the code of a notebook, all cells joined; "" if the text is no notebook."""
    is_notebook = text[:100].lstrip()[:1] == "{" and '"cells"' in text[:MOST_OF_NOTEBOOK]
    if not is_notebook or len(text) > MOST_OF_NOTEBOOK:
        return ""
    try:
        cells = json.loads(text)["cells"]
        code = (cell["source"] for cell in cells if cell["cell_type"] == "code")
        return "\n\n".join("".join(lines) for lines in code)
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""


def reading(
    text: str,
    board: Board | None = None,
    *,
    longest: int = LONGEST_CHARACTERS,
    **options: Unpack[ReadOptions],
) -> Generator[Progress, None, Reading]:
    """Return the same as `read`, in slices: yields `Progress` every few milliseconds."""
    if len(text) > longest:
        raise too_long(len(text), longest)
    request = Request.of(board, **options)
    envelope = yield from envelope_of(text)
    if envelope:
        return (yield from _reading_of_envelope(envelope, request, options.get("leaper")))
    plainly = yield from _within(plain(text), 0.0, 0.1)
    stated = [] if board else _stated_boards(plainly)
    found, rest = yield from _within(boards_in(plainly, request, stated), 0.1, 0.4)
    boards = [each for each in found if each.fits]
    named = yield from _within(lists_in(rest, request, stated, is_all=not boards), 0.4, 1.0)
    results = [*boards, *(each for each in named if each.fits)]
    results = results or [*found, *named]
    if not results:
        language = other_language(text)
        raise Unreadable(advice_on(language) if language else _unreadable(text))
    if not results[0].fits:
        results = [max(results, key=lambda each: each.moves)]
    return _together([each.reading for each in results])


def too_long(n: int, longest: int = LONGEST_CHARACTERS) -> ValueError:
    """Return the error of a text that has too many characters."""
    template = N_("a text of {text:,} characters is too long to be read; {longest:,} is the most")
    return value_error(template, text=n, longest=longest)


def read(text: str, board: Board | None = None, **options: Unpack[ReadOptions]) -> Reading:
    """Return the reading of a text: its tour, its path, or its first error.

    >>> read("[(0, 0), (1, 2), (2, 0)]").sentence
    '3 of 9 squares visited; you can play on from here.'

    `board` is the board, if it is known; by default it is the smallest that fits. `closed` is True
    if a tour must be closed, False if it counts as open, None if it is closed whenever its ends are
    a move apart. Rows, columns, squares or steps are counted from `base`, 0 or 1. `by`, "rows" or
    "columns", is the first number of a pair; `zeros`, "unvisited" or "holes", is the meaning of 0.
    An option that is None is inferred. Moves must be those of `leaper`, the knight by default, even
    if the text names another piece; only `reading` accepts that. Raises `Unreadable` if the text
    has neither a tour nor a path.
    """
    options["leaper"] = options.get("leaper") or KNIGHT
    return result_of(reading(text, board, **options))


def read_value(
    value: object, board: Board | None = None, **options: Unpack[ReadOptions]
) -> Reading:
    """Return the reading of a Python value: a matrix, a list or a dict of squares."""
    if type(value) not in (str, list, tuple, dict) or not is_plain(value):
        raise Unreadable(
            Sentence("this value is no tour; give a matrix, a list or a dict of squares or numbers")
        )
    return read(value if type(value) is str else repr(value), board, **options)


def is_plain(value: Any, depth: int = 0) -> bool:
    """Return True for numbers, texts, None, and lists, tuples and dicts of them.

    Their types are exactly the builtin ones, so that no code of a program runs.
    """
    if type(value) is int:
        return abs(value) < LARGEST_NUMBER
    if type(value) in (list, tuple, dict) and depth < MOST_DEPTH:
        inner = value.values() if type(value) is dict else ()
        return all(is_plain(each, depth + 1) for part in (value, inner) for each in part)
    return value is None or type(value) in (float, str)


def read_tour(text: str, board: Board | None = None, *, closed: bool | None = None) -> Tour:
    r"""Return the tour in a text; `NotATour` or `Unreadable` if it has none.

    >>> read_tour("a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    Tour(Board(3, 4), open, a1 to d3)
    >>> read_tour("3 8 5\n6 . 2\n1 4 7", Board(3, 3, ["b2"]))
    Tour(Board(3, 3, holes=['b2']), closed, a1 to b3)

    `board` and `closed` have the same meaning as for `read`, which has more options.
    """
    found = read(text, board, closed=closed)
    if not found.tour:
        raise NotATour(found.wrong or found.sentence, found)
    return found.tour


def _reading_of_envelope(
    envelope: Envelope, request: Request, leaper: Leaper | None
) -> Generator[Progress, None, Reading]:
    """Return the reading of a path in an envelope, which may name another board or leaper."""
    board = envelope.board or request.board
    if request.board and not envelope.tells_holes and str(board) == str(request.board):
        board = request.board
    own = replace(
        request,
        board=board,
        closed=envelope.closed if request.closed is None else request.closed,
        leaper=envelope.leaper or request.leaper,
    )
    if envelope.given is not None and envelope.board and not envelope.path:
        if leaper and own.leaper != leaper:
            template = N_("this is a puzzle for the {own} leaper, not for the {leaper} leaper")
            raise value_error(template, own=own.leaper, leaper=leaper)
        read_as = Sentence("Read as JSON of a puzzle.")
        return puzzle_reading(envelope.board, envelope.given, read_as, own)
    tokens = yield from _within(tokens_of(envelope.path), 0.0, 0.5)
    step = _no_square(tokens, envelope.path.count(",") + 1)
    if step is not None:
        raise Unreadable(Sentence("step {step} of this path is not a square", step=step + 1))
    found = (yield from _candidates(tokens, own, is_plain=True)) if tokens else []
    if not found:
        raise Unreadable(_unreadable())
    judged = yield from _within(_judged(found, own), 0.5, 1.0)
    reading = judged[0].reading
    wrong = _contradiction(reading, envelope, request.board, leaper)
    if not wrong or reading.wrong:
        return reading
    return replace(reading, verdict="wrong", wrong=wrong, sentence=whole(wrong), tour=None)


def _contradiction(
    reading: Reading, envelope: Envelope, board: Board | None, leaper: Leaper | None
) -> str:
    """Return the difference from the requested board or leaper, or the given numbers, or ""."""
    if leaper and reading.leaper != leaper:
        return Sentence("this is a tour by the {leaper} leaper", leaper=reading.leaper)
    if board and reading.board != board:
        return Sentence("this is a tour of {own}", own=board_with_holes(reading.board))
    for square, step in (envelope.given or {}).items():
        if reading.path[step - 1 : step] not in ((), (square,)):
            name = reading.board.name(square)
            return Sentence(
                "step {step} is given on {name}, and is not there", step=step, name=name
            )
    return ""


def _no_square(tokens: Tokens, entries: int) -> int | None:
    """Return the first step of a path that is not a square; None if all are."""
    codes = tokens.codes
    wrong = next(iter(tokens.words), None)
    if wrong is None and codes and min(codes) < NAME <= max(codes):
        wrong = next(i for i, code in enumerate(codes) if (code < NAME) != (codes[0] < NAME))
    if wrong is None and len(tokens) not in (0, entries):
        wrong = len(tokens)
    return wrong


def boards_in(
    text: str, request: Request, stated: Sequence[Board] | None
) -> Generator[Progress, None, tuple[list[PartReading], str]]:
    """Return the numbered boards of a text, and the text without those that fit."""
    found, lines = yield from grids(text)
    results = list[PartReading]()
    for grid in found:
        own, sides = request, (len(grid.rows), len(grid.rows[0]))
        if stated and sides not in [(each.rows, each.columns) for each in stated]:
            own = replace(request, board=stated[0])
        walks = (yield from walks_of(grid, own)) if grid.numbers and min(sides) > 1 else []
        if not walks:
            continue
        reading = yield from _reading_of_walks(walks, own)
        moves, fits = max(walk.score(request.leaper) for walk in walks)[0], grid.is_likely
        has_marks = any(entry and isinstance(entry, str) for row in grid.rows for entry in row)
        if fits and reading.verdict == "wrong" and not has_marks:
            block = "\n".join(lines[at] for at in grid.lines)
            named = yield from lists_in(block, request, stated, is_all=True)
            fits = not any(each.reading.verdict != "wrong" for each in named)
        results.append(PartReading(reading, moves, fits, grid.lines.stop, walks[0]))
        for at in grid.lines if fits else ():
            lines[at] = ""
    rest = "\n".join(lines) if any(each.fits for each in results) else text
    return results, rest


def _stated_boards(text: str) -> list[Board]:
    """Return the board whose sides a text states, such as 8x8, and the turned one.

    There is none if the text states several, or none.
    """
    sides = {(int(rows), int(columns)) for rows, columns in _SIDES.findall(text)}
    board = board_of(*sides.pop()) if len(sides) == 1 else None
    return [board, Board(board.columns, board.rows)] if board else []


def lists_in(
    text: str, request: Request, stated: Sequence[Board] | None, *, is_all: bool
) -> Generator[Progress, None, list[PartReading]]:
    """Return the lists of squares in a text that do not overlap, the most likely first."""
    if len(text) > PART_CHARACTERS and not (yield from _begins_or_ends(text, request)):
        return []
    tokens = yield from _within(tokens_of(text), 0.0, 0.4)
    best = list[PartReading]()
    boards: Sequence[Board | None] = stated or [request.board]
    for board in boards if tokens else ():
        own = replace(request, board=board)
        found = yield from _candidates(tokens, own, is_plain=is_all and tokens.is_plain)
        results = yield from _judged(found, own)
        if results and (not best or len(results[0].reading.path) > len(best[0].reading.path)):
            best = results
    return best


def _begins_or_ends(text: str, request: Request) -> Generator[Progress, None, bool]:
    """Return True if a long text has a list at its beginning or its end.

    So a text of several megabytes without a tour is refused at once.
    """
    for part in (text[:PART_CHARACTERS], text[-PART_CHARACTERS:]):
        tokens = yield from tokens_of(part)
        for each in (yield from _candidates(tokens, request, is_plain=False)):
            if each.moves >= max(each.steps - 1, ENOUGH_NUMBERS):
                return True
    return False


def _candidates(
    tokens: Tokens, request: Request, *, is_plain: bool
) -> Generator[Progress, None, list[_Candidate]]:
    """Return the readings of a text's blocks; blocks among words must have some moves.

    Numbers in one list may mean anything, unless most of the steps are moves.
    """
    found, names = list[_Candidate](), len(tokens.names or ())
    for block in tokens.blocks():
        is_all = is_plain and len(block) == len(tokens)
        own = sum(code >= NAME for code in block.codes)
        enough = 0 if is_all else ENOUGH_NAMES if own else ENOUGH_NUMBERS
        rest = names - own if own else len(tokens) - names - len(block)
        has_entries = any(map(block.has_period, range(2, MOST_NUMBERS + 1)))
        unsure = ("squares",) if has_entries else ("squares", "pairs")
        for alternatives in (yield from lists(block, request)):
            is_long = is_all and len(block) in ONE_SQUARE
            walks = [each for each in alternatives if each.length > 1 or each.fault or is_long]
            moves, steps = max((walk.score(request.leaper) for walk in walks), default=(-1, 0))
            is_sure = request.board or (walks and walks[0].form not in unsure)
            if moves >= enough and (is_sure or moves * 2 >= steps):
                found.append(_Candidate(moves, steps, block.begin, block.end, walks, rest))
    return found


def _judged(
    found: Sequence[_Candidate], request: Request
) -> Generator[Progress, None, list[PartReading]]:
    """Return the results of candidates that do not overlap: tours, then paths, then others."""
    likely = sorted(found, key=lambda each: (-each.moves, each.begin))[:MOST_JUDGED]
    pairs, kinds = list[tuple[int, _Candidate, Reading]](), ("tour", "path", "wrong")
    for each in likely:
        if any(reading.tour and _overlap(each, tour) for _kind, tour, reading in pairs):
            continue  # a tour is preferred to all other readings of its squares
        reading = yield from _reading_of_walks(each.walks, request)
        kind = kinds.index(reading.verdict) if each.moves * 2 >= likely[0].moves else len(kinds)
        pairs.append((kind, each, reading))
    pairs.sort(key=lambda pair: pair[0])
    results, taken = list[PartReading](), list[_Candidate]()
    for _kind, each, reading in pairs:
        if not taken or (each.is_path and not any(_overlap(each, other) for other in taken)):
            taken.append(each)
            is_told = each.rest and not results and (reading.form == "names" or not reading.tour)
            rest = Sentence.plural(
                "{n:,} more entry is left out.", "{n:,} more entries are left out.", each.rest
            )
            notes = (rest,) if is_told else ()
            fields = each.moves, each.is_path, each.end, each.walks[0]
            results.append(PartReading(replace(reading, notes=notes), *fields))
    return results


def _overlap(one: _Candidate, other: _Candidate) -> bool:
    return one.begin < other.end and other.begin < one.end


def _together(readings: Sequence[Reading]) -> Reading:
    """Return the reading that decides on a text, with the verdict on each of its results.

    A result that is no tour decides, unless it is the beginning of a tour in the same text.
    """
    results = [*{(each.board, each.path, each.sentence): each for each in readings}.values()]
    tours = [each for each in results if each.tour]

    def is_beginning(each: Reading) -> bool:
        n = len(each.path)
        return each.verdict == "path" and any(each.path == tour.path[:n] for tour in tours)

    others = [each for each in results if not (each.tour or is_beginning(each))]
    first = min(others, key=lambda each: each.verdict != "wrong") if others else results[0]
    if not others and tours:
        first = tours[0]
    if len(results) < 2:
        return first
    kept, n = results[:MOST_NAMED], len(results)
    notes = [
        Sentence("Result {i} of {n}: {sentence}", i=i, n=n, sentence=each.sentence)
        for i, each in enumerate(kept, start=1)
    ]
    if n > MOST_NAMED:
        notes.append(Sentence("{n:,} of the {all:,} results are tours.", n=len(tours), all=n))
    return replace(first, notes=(*first.notes, *notes))


def _reading_of_walks(
    walks: Sequence[Walk], request: Request
) -> Generator[Progress, None, Reading]:
    """Return the first reading without an error, with a question if another one is possible.

    For example, a board with zeros is a path until the reader chooses that they are holes.
    """
    readings = list[Reading]()
    for walk in walks:
        readings.append((yield from reading_of(walk, request)))
    right = [pair for pair in zip(readings, walks, strict=True) if not pair[0].wrong]
    if not right:
        return max(readings, key=lambda each: len(each.path))
    reading = right[0][0]
    choices = [(_label(walk.options), walk.options) for _, walk in right]
    others = [each for each in readings if each.wrong and each.form == reading.form == "board"]
    if others and not reading.tour:
        note = Sentence("Numbered from 0, it is no tour: {wrong}.", wrong=others[0].wrong)
        reading = replace(reading, notes=(*reading.notes, note))
    zeros = [options.get("zeros") for _, options in choices]
    if len(choices) < 2 or (reading.tour and (reading.closed or not zeros[0])):
        return reading
    sentence = Sentence("Counted from 0, or from 1?")
    if all(zeros):
        sentence = Sentence("Not visited, or holes?")
    elif any(zeros):
        sentence = Sentence("What does 0 mean?")
    return replace(reading, question=ReadingQuestion(sentence, choices))


def _label(options: Mapping[str, Any]) -> str:
    """Return the label of a choice between readings."""
    labels = {
        0: N_("From 0"),
        1: N_("From 1"),
        "unvisited": N_("Not visited"),
        "holes": N_("Holes"),
    }
    return Sentence(labels[options.get("zeros", options.get("base", 0))])


def _unreadable(text: str = "") -> Sentence:
    if len(text) > PART_CHARACTERS:
        return Sentence(
            "there is no tour in the first or the last {n:,} characters of this text; cut out the"
            " part with the tour",
            n=PART_CHARACTERS,
        )
    return Sentence(
        "there is no tour in this text; give squares such as a1 b3 c5, pairs such as (0, 0) (1, 2),"
        " or a numbered board with a line for each row"
    )


def _within(
    work: Generator[Progress, None, ResultT], begin: float, end: float
) -> Generator[Progress, None, ResultT]:
    """Return the result of a generator, with its progress scaled to `begin` to `end`."""
    share = 0.0
    while True:
        try:
            progress = next(work)
        except StopIteration as done:
            answer: ResultT = done.value
            return answer
        share = max(share, progress.share or 0.0)
        yield Progress("reading", begin + (end - begin) * share)


def other_language(text: str) -> str:
    r"""Return the language of a program that is not Python; "" if no line shows it.

    The text must be neither a tour nor Python: a string in a Python program may have any line.

    >>> other_language("#include <stdio.h>"), other_language("print(1)")
    ('C', '')
    """
    begin = text[:LANGUAGE_CHARACTERS]
    found = (
        name for name, each in _PATTERNS.items() if re.search(rf"(?m)^[ \t]*(?:{each})", begin)
    )
    return next(found, "")


def is_python(text: str) -> bool:
    """Return True if a text is a program in Python 3."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def advice_on(language: str) -> Sentence:
    """Return the advice to an author of a program in another language."""
    return Sentence(
        "this looks like a program in {language}, and only Python runs here; run it elsewhere, and"
        " paste its output to have it checked",
        language=language,
    )
