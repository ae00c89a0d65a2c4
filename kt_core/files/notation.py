"""Tours as people paste them: names of squares, our table, rows of numbers. Text in, a path out.

Every reader here works in slices, so that a page lives on while it reads megabytes, and raises
`ValueError` with one sentence that names the first thing that is wrong.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kt_core.board import LONGEST_SIDE, Board, Square, column, place
from kt_core.events import Progress
from kt_core.graph import KNIGHT, Leaper, move_name, steps
from kt_core.language import Sentence, short, value_error
from kt_core.tour import is_move

TABLE = "step,square,row,column"  # the first line of our table
CHARACTERS_PER_YIELD = 1 << 13  # read between two yields: about 2 ms
LONGEST_WORD = 100  # characters; what is longer is cut, and wrong in either part
LONGEST_LINE = 1 << 16  # characters, likewise
NUMBERS_PER_YIELD = 1 << 13  # that are put into their order between two yields

#: A number of a list, as in "1. a1 2. b3", or a word.
_WORD = re.compile(r"(?<![^\W_])[0-9]+[.):]|([^\W_]+)")
_ENTRY = re.compile(r"[^\s,;|\[\]]+")
_STEP = re.compile(r"[0-9]{1,7}", re.ASCII)
_HOLES = {".", "-"}
NOWHERE = -1
_BETWEEN_WORDS, _BETWEEN_LINES = re.compile(r"[\W_]"), re.compile(r"[\n\r\]]")


def of_names(text: str, board: Board | None = None) -> Generator[Progress, None, PathParser]:
    """Return the walk over the squares that a text names, whatever stands between them.

    >>> from kt_core.events import result_of
    >>> len(result_of(of_names("1. a1-b3, 2. c5-A6")))
    4
    """
    walk = PathParser(board)
    for begin, end in slices(text, _BETWEEN_WORDS, LONGEST_WORD):
        words = (found[1] for found in _WORD.finditer(text, begin, end))
        walk.go([word for word in words if word])
        yield Progress("reading", end / len(text))
    return walk


def of_table(text: str, board: Board | None = None) -> Generator[Progress, None, PathParser]:
    """Return the walk of a table as `kt_core.files.text.tour_csv` writes it."""
    walk, step = PathParser(board), 0
    for begin, end in slices(text, _BETWEEN_LINES, LONGEST_LINE):
        lines = [line for line in text[begin:end].splitlines() if line.strip()]
        if begin == 0:
            del lines[:1]
        names = [_of_line(step, line) for step, line in enumerate(lines, start=step + 1)]
        walk.go(names)
        step += len(names)
        yield Progress("reading", end / len(text))
    return walk


def of_numbers(text: str) -> Generator[Progress, None, tuple[Board, list[Square]]]:
    r"""Return the board and the path that rows of numbers show, the highest rank first.

    >>> from kt_core.events import result_of
    >>> result_of(of_numbers("1 . 3\n. . .\n. 2 ."))
    (Board(3, 3, holes=['a1', 'c1', 'a2', 'b2', 'c2', 'b3']), [6, 1, 8])
    """
    ranks: list[list[str]] = []
    # "[[1, 2], [3, 4]]" has its rows on one line; the others have a line each.
    for begin, end in slices(text, _BETWEEN_LINES, LONGEST_LINE):
        for line in _BETWEEN_LINES.split(text[begin:end]):
            if rank := _entries(line):
                _add(ranks, rank)
        yield Progress("reading", end / len(text) / 3)
    whole = Board(len(ranks), len(ranks[0]))
    return (yield from _in_order(whole, ranks))


def slices(text: str, between: re.Pattern[str], longest: int) -> Iterator[tuple[int, int]]:
    """Yield where parts of a text begin and end: behind a character that separates its words.

    A word that is longer than `longest` may be cut.
    """
    begin = 0
    while begin < len(text):
        end = min(begin + CHARACTERS_PER_YIELD, len(text))
        found = between.search(text, end, end + longest)
        end = found.end() if found else min(end + longest, len(text))
        yield begin, end
        begin = end


def _of_line(step: int, line: str) -> str:
    number, name, *rest = (*(field.strip() for field in line.split(",")), "")
    if number != str(step):
        raise value_error(
            "the table has {said} where step {step} should be", said=short(number), step=step
        )
    found = place(name)
    if not found:
        raise value_error(
            "step {step}, {name}, is not the name of a square, such as a1",
            step=step,
            name=short(name),
        )
    row, column = found
    if rest[:-1] != [str(row), str(column)]:
        raise value_error(
            "step {step}, {name}, is in row {row} and column {column}, from 0",
            step=step,
            name=name,
            row=row,
            column=column,
        )
    return name


def _add(ranks: list[list[str]], rank: list[str]) -> None:
    ranks.append(rank)
    if len(rank) != len(ranks[0]):
        raise value_error(
            "row {row} from the top has {n} numbers, and the first has {first}",
            row=len(ranks),
            n=len(rank),
            first=len(ranks[0]),
        )
    if max(len(ranks), len(rank)) > LONGEST_SIDE:
        Board(len(ranks), len(rank))  # which says that this is too many


def _entries(line: str) -> list[str]:
    is_rule = "--" in line and not line.strip("-+|=: \t")  # "+---+---+"
    return [] if is_rule else _ENTRY.findall(line)


@dataclass
class _Numbers:
    """The numbers of a board: the square of each, and the squares without one."""

    squares: list[Square]  # of each number, NOWHERE without
    beyond: dict[int, Square] = field(default_factory=dict)  # of numbers greater than any step's
    count: int = 0  # of numbers but 0
    zeros: list[Square] = field(default_factory=list)
    holes: list[Square] = field(default_factory=list)

    def put(self, board: Board, square: Square, entry: str) -> None:
        """Take in what a square has; `ValueError` where that is no number, or is elsewhere too."""
        if entry in _HOLES:
            self.holes.append(square)
            return
        number = _number(board, square, entry)
        if number == 0:
            self.zeros.append(square)
            return
        before = self._square(number)
        if before != NOWHERE:
            raise value_error(
                "the number {number} is on {one} and on {other}; each step has one square",
                number=number,
                one=board.name(before),
                other=board.name(square),
            )
        self.count += 1
        if number < len(self.squares):
            self.squares[number] = square
        else:
            self.beyond[number] = square

    @property
    def highest(self) -> int:
        """The highest number."""
        within = (n for n in reversed(range(len(self.squares))) if self.squares[n] != NOWHERE)
        return max(self.beyond, default=0) or next(within)

    def count_from_0(self, board: Board) -> bool:
        """Return whether the steps are counted from 0; then the 0 is no hole.

        Many programs do. A board with no other mark for a hole, on which the only 0 is a move away
        from the 1, is one of theirs: read as a hole it would lose its start.
        """
        if self.holes or len(self.zeros) != 1 or self._square(1) == NOWHERE:
            return False
        return is_move(board, self.zeros[0], self.squares[1])

    def _square(self, number: int) -> Square:
        if number < len(self.squares):
            return self.squares[number]
        return self.beyond.get(number, NOWHERE)


def _number(board: Board, square: Square, entry: str) -> int:
    if not _STEP.fullmatch(entry):
        raise value_error(
            "{square} has {entry}, which is not a step's number",
            square=board.name(square),
            entry=short(entry),
        )
    return int(entry)


def _in_order(
    whole: Board, ranks: list[list[str]]
) -> Generator[Progress, None, tuple[Board, list[Square]]]:
    numbers, square = _Numbers([NOWHERE] * (len(whole) + 1)), 0
    while ranks:
        for entry in ranks.pop():
            numbers.put(whole, square, entry)
            square += 1
        yield Progress("reading", (1 + square / len(whole)) / 3)
    holes, first, end = [*numbers.holes, *numbers.zeros], 1, numbers.count + 1
    if numbers.count_from_0(whole):
        numbers.squares[0], holes, first = numbers.zeros[0], [], 0
    for begin in range(first, end, NUMBERS_PER_YIELD):
        part = numbers.squares[begin : min(begin + NUMBERS_PER_YIELD, end)]
        if NOWHERE in part:
            missing = begin + part.index(NOWHERE)
            raise value_error(
                "the number {missing} is missing; the highest is {highest}",
                missing=missing,
                highest=numbers.highest,
            )
        yield Progress("reading", (2 + begin / end) / 3)
    return Board(whole.rows, whole.columns, holes), numbers.squares[first:end]


NAMES_PER_YIELD = 500  # names read between two yields: about 2 ms in a page
WIDTH = 20_000  # a place is row * WIDTH + column; the last column that has a name is 18,278

_LINES = re.compile(r"^([a-z]{1,3})([1-9][0-9]{0,3})$", re.ASCII | re.IGNORECASE | re.MULTILINE)


class PathParser:
    """A path, as far as it was read; every step of it is right."""

    def __init__(self, board: Board | None = None, leaper: Leaper = KNIGHT) -> None:
        self._given, self._leaper = board, leaper
        self._moves = {up * WIDTH + right for up, right in steps(leaper)}
        # Plain memory: what holds a million values takes a time to grow, and to be given back.
        self._places = array("I")
        self._seen = bytearray(LONGEST_SIDE * LONGEST_SIDE)
        self._sides = 0, 0  # rows and columns of the smallest board that has it all

    def __len__(self) -> int:
        return len(self._places)

    def go(self, names: Sequence[str]) -> None:
        """Append squares by name; `ValueError` names the first step that is wrong."""
        places = places_of(names)
        if places is None or not self._is_right(places):
            for name in names:
                self._step(name)
        else:
            self._take(places)

    def board(self) -> Board:
        """Return the board that was given, else the smallest; `ValueError` where is no step."""
        if not (self._given or self._places):
            raise value_error("there is no square in this text")
        return self._given or Board(*self._sides)

    def squares(self) -> Generator[Progress, None, list[Square]]:
        """Return the path as squares of its board."""
        columns, squares = self.board().columns, list[Square]()
        for begin in range(0, len(self), NAMES_PER_YIELD):
            part = self._places[begin : begin + NAMES_PER_YIELD]
            squares += [place // WIDTH * columns + place % WIDTH for place in part]
            yield Progress("reading", begin / len(self))
        return squares

    def _is_right(self, places: Sequence[int]) -> bool:
        # All at once: a million questions, one by one, would take seconds.
        walk = [*self._places[-1:], *places]
        moves = {there - here for here, there in pairwise(walk)}
        return (
            moves <= self._moves
            and self._are_on_board(places)
            and len(set(places)) == len(places)
            and not any(map(self._has_seen, places))
        )

    def _has_seen(self, place: int) -> bool:
        return bool(self._seen[_bit(place)])

    def _are_on_board(self, places: Sequence[int]) -> bool:
        board = self._given
        rows, columns = (board.rows, board.columns) if board else (LONGEST_SIDE, LONGEST_SIDE)
        up, right = _sides(places)
        holes = board.holes if board else frozenset()
        return (
            up <= rows
            and right <= columns
            and not (holes and holes & {p // WIDTH * columns + p % WIDTH for p in places})
        )

    def _take(self, places: Sequence[int]) -> None:
        self._places.extend(places)
        for spot in map(_bit, places):
            self._seen[spot] = 1
        if places:
            rows, columns = _sides(places)
            self._sides = max(self._sides[0], rows), max(self._sides[1], columns)

    def _step(self, name: str) -> None:
        step, found = len(self) + 1, place(name)
        if not found:
            raise value_error(
                "step {step}, {name}, is not the name of a square, such as a1",
                step=step,
                name=short(name),
            )
        self._look_up(step, name, *found)
        there, here = found[0] * WIDTH + found[1], self._places[-1:]
        if self._has_seen(there):
            raise value_error(
                "step {step} comes to {square} again; a tour visits a square once",
                step=step,
                square=name.lower(),
            )
        if here and there - here[0] not in self._moves:
            move = Sentence("{start} to {end}", start=_name(here[0]), end=name.lower())
            raise value_error(
                "step {step}, {move}, is not a {leaper_move}",
                step=step,
                move=move,
                leaper_move=move_name(self._leaper),
            )
        self._take([there])

    def _look_up(self, step: int, name: str, row: int, column: int) -> None:
        if not self._given:
            Board(row + 1, column + 1)  # which says what is too far out
            return
        try:
            self._given.square(name)
        except ValueError as wrong:
            raise value_error("step {step}: {wrong}", step=step, wrong=wrong) from None


def places_of(names: Iterable[str]) -> list[int] | None:
    """Return the places that names mean, or None where one of them is no name."""
    given = list(names)
    text = "\n".join(given)
    found = _LINES.findall(text)
    # As many lines as names, and no characters left over: so each name is a line of its own.
    read = sum(map(len, map("".join, found))) + max(len(found) - 1, 0)
    if len(found) != len(given) or read != len(text):
        return None
    return [(int(rank) - 1) * WIDTH + column(file.lower()) for file, rank in found]


def _bit(place: int) -> int:
    return place // WIDTH * LONGEST_SIDE + place % WIDTH


def _sides(places: Sequence[int]) -> tuple[int, int]:
    if not places:
        return 0, 0
    return max(places) // WIDTH + 1, max(place % WIDTH for place in places) + 1


def _name(place: int) -> str:
    row, column = divmod(place, WIDTH)
    return Board(row + 1, column + 1).name(row * (column + 1) + column)
