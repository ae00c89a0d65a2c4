"""The game: the reader moves the knight; a verdict says whether a tour is still possible. Pure.

An address stores the reader's progress: an `Account` of a game, or a `Forecast` of predictions.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from kt_core.board import Board, Square, SquarePath
from kt_core.events import Progress
from kt_core.graph import KNIGHT, KnightGraph, knight_graph, onward
from kt_core.language import N_, Sentence, short, value_error, whole
from kt_core.solve import solving
from kt_core.tour import NoTour, Puzzle, Tour, Undecided
from web.question.change import in_mode
from web.question.question import (
    LONGEST_PATH,
    Question,
    ignored_key,
    integer,
    packed_path,
    unpacked_path,
)

if TYPE_CHECKING:
    from kt_core.files.walks import Reading

BUDGET_EVENTS = 1_000_000  # limit for the search that judges a path, some seconds
_WHOLE = {"game", "search"}  # kinds of proofs whose reasons concern the whole path, not its rest


@dataclass(frozen=True)
class Game:
    """Numbers on squares that may become a knight's tour; `ValueError` if one breaks a rule.

    `path` has the squares in the order of choice. The first gets the number 1, each other one the
    number after that of the knight's square, or its given number. From a given number that is not
    the next one, the knight continues, so the numbers may form several pieces. If a piece reaches
    another, the knight goes to that one's end; it also goes to the end of a piece chosen again.

    >>> game = Game(Puzzle(Board(3, 4)), (0,)).after_move("b3")
    >>> game.legal
    {2: 2, 7: 1}
    """

    puzzle: Puzzle
    path: tuple[Square, ...]

    def __post_init__(self) -> None:
        if not self.path:
            raise value_error("a game begins with the knight on a square; choose one")
        first, name = self.puzzle.start, self.board.name
        if first is not None and self.path[0] != first:
            raise value_error("the tour is to start on {square}", square=name(first))
        _ = self._numbers

    @cached_property
    def _numbers(self) -> tuple[Mapping[Square, int], Mapping[int, Square], int]:
        """The numbers by square, the squares by number, and the number of the knight's square."""
        number_of, square_of, here = dict[Square, int](), dict[int, Square](), 0
        for square in map(self.board.square, self.path):
            if square not in number_of:
                number = self._given[0].get(square, self._after(here))
                if wrong := self._fault(square, number, square_of, here):
                    raise ValueError(wrong)
                number_of[square], square_of[number] = number, square
            elif not self._is_end(square_of, number_of[square], here):
                raise value_error(
                    "{square} was visited before, as step {n}",
                    square=self.board.name(square),
                    n=number_of[square],
                )
            is_complete = len(square_of) == len(self.board)
            here = len(self.board) if is_complete else number_of[square]
            while not is_complete and self._is_joined(square_of, here):
                here = self._after(here)
        return number_of, square_of, here

    def _after(self, number: int) -> int:
        """Return the number after one: after the last comes 1."""
        return number % len(self.board) + 1

    def _is_joined(self, square_of: Mapping[int, Square], number: int) -> bool:
        """Return True if the number after this one is on a square where it can be."""
        after = square_of.get(self._after(number))
        if after is None or not self.puzzle.given:
            return False
        return self._is_anywhere(self._after(number)) or after in self.graph[square_of[number]]

    def _is_end(self, square_of: Mapping[int, Square], number: int, here: int) -> bool:
        """Return True if a number is the end of another piece than the knight's."""
        is_other = bool(self.puzzle.given) and number != here
        return is_other and not self._is_joined(square_of, number)

    def _is_anywhere(self, number: int) -> bool:
        """Return True if a number needs no move from the one before it: the 1 of an open tour."""
        return number == 1 and not self.puzzle.closed

    def _fault(
        self, square: Square, number: int, square_of: Mapping[int, Square], here: int
    ) -> str:
        """Return the reason, as a clause, why a free square cannot get a number; "" if it can."""
        if (other := {**self._given[1], **square_of}.get(number, square)) != square:
            return Sentence(
                "{n} is on {other}, so it cannot be on {square}",
                n=number,
                other=self.board.name(other),
                square=self.board.name(square),
            )
        is_step = here and number == self._after(here) and not self._is_anywhere(number)
        if is_step and square not in self.graph[square_of[here]]:
            return Sentence(
                "{start} to {end} is not a knight's move",
                start=self.board.name(square_of[here]),
                end=self.board.name(square),
            )
        return ""

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.puzzle.board

    @cached_property
    def graph(self) -> KnightGraph:
        """The knight graph of the board."""
        return knight_graph(self.board)

    @cached_property
    def _given(self) -> tuple[Mapping[Square, int], Mapping[int, Square]]:
        numbers = self.puzzle.given
        return dict(numbers), {number: square for square, number in numbers}

    @property
    def number_of(self) -> Mapping[Square, int]:
        """The number of each chosen square."""
        return self._numbers[0]

    @property
    def here(self) -> Square:
        """The square of the knight."""
        return self._numbers[1][self._numbers[2]]

    @property
    def next(self) -> int:
        """The number after that of the knight's square."""
        return self._after(self._numbers[2])

    @cached_property
    def pieces(self) -> Mapping[int, SquarePath]:
        """The squares of consecutive numbers by the first of these numbers, ascending."""
        pieces, square_of, first = dict[int, SquarePath](), self._numbers[1], 0
        for number in sorted(square_of):
            square, before = square_of[number], square_of.get(number - 1)
            if before is None or square not in self.graph[before]:
                first = number
            pieces[first] = (*pieces.get(first, ()), square)
        return pieces

    @property
    def first(self) -> int:
        """The first number of the piece that ends at the knight."""
        return next(first for first, piece in self.pieces.items() if self.here in piece)

    @cached_property
    def near(self) -> Collection[Square]:
        """The free squares that a move reaches, ascending."""
        number_of, square_of, _ = self._numbers
        if self.next in square_of:
            return ()
        squares = self.board if self._is_anywhere(self.next) else sorted(self.graph[self.here])
        return tuple(square for square in squares if square not in number_of)

    @cached_property
    def legal(self) -> Mapping[Square, int]:
        """The legal moves, ascending, each with its number of onward moves."""
        return {
            square: len(onward(self.graph, self.number_of, square))
            for square in self.near
            if not self.contradiction(square)
        }

    def contradiction(self, square: Square) -> str:
        """Return the reason, as a clause, why a number forbids the next one on a free square."""
        if (number := self._given[0].get(square, self.next)) != self.next:
            return Sentence(
                "{square} has the number {number}, so it cannot be step {n}",
                square=self.board.name(square),
                number=number,
                n=self.next,
            )
        return self._fault(square, number, *self._numbers[1:])

    def continues(self, square: Square) -> int:
        """Return the number of a square from which the knight can continue; 0 if there is none.

        It is a given number that is not the next one, or the end of another piece.
        """
        number_of, square_of, here = self._numbers
        if number := number_of.get(square, 0):
            return number if self._is_end(square_of, number, here) else 0
        number = self._given[0].get(square, 0)
        return number if number != self.next else 0

    @property
    def tour(self) -> Tour | None:
        """The tour, checked, once the game is won."""
        is_complete = len(self.number_of) == len(self.board) and len(self.pieces) == 1
        return self._tour(self.pieces[1]) if is_complete and not self._why_unfinished() else None

    @property
    def stuck(self) -> bool:
        """Whether no legal move is left, although there is no tour."""
        return not (self.legal or self.tour)

    def after_move(self, to: str | Square) -> Game:
        """Return the game after a choice; `ValueError` explains why it is not legal."""
        return replace(self, path=(*self.path, self.board.square(to)))

    def back_on(self, square: Square) -> Game:
        """Return the game at the step at which the knight visited this square of its path."""
        return replace(self, path=self.path[: self.path.index(square) + 1])

    def agreeing(self, tour: Tour) -> int:
        """Return the number of choices, from the first on, that a tour agrees with."""
        wrong = (
            count
            for count, square in enumerate(self.path)
            if tour.path[self.number_of[square] - 1] != square
        )
        return next(wrong, len(self.path))

    def hint(self, tour: Tour | None) -> Hint | None:
        """Return the next move of a tour as a hint; None if it does not continue this game."""
        if not tour or self.tour or self.agreeing(tour) < len(self.path):
            return None
        square = tour.path[self.next - 1]
        move = N_("Go to {square}: a known tour continues there.")
        if self.puzzle.given:
            move = N_(
                "Nothing can be deduced here without a trial; a solution has {n} on {square}."
            )
        return Hint(square, (Sentence(move, n=self.next, square=self.board.name(square)), ""))

    def hint_by_rule(self, lost: Collection[SquarePath]) -> Hint | None:
        """Return the move by Warnsdorff's rule as a hint; None if no move is left.

        It leads neither to a dead end nor to one of the `lost` paths, which no tour continues.
        """
        after = {square: self.after_move(square) for square in self.legal}
        free = [to for to, game in after.items() if not game.lost and game.path not in lost]
        if not free:
            return None
        square = min(free, key=lambda to: self.legal[to])
        said = Sentence(
            "Warnsdorff’s rule goes to {square}; we do not know yet whether it works.",
            square=self.board.name(square),
        )
        return Hint(square, (said, ""))

    @property
    def lost(self) -> bool:
        """Whether the path alone shows that no tour continues it."""
        return bool(self._why_unfinished()) or self.stuck

    def lost_part(self, lost: Collection[SquarePath]) -> SquarePath:
        """Return the shortest of the lost paths that this path continues; () if there is none."""
        return min((path for path in lost if self.path[: len(path)] == path), key=len, default=())

    def rest(self) -> Puzzle:
        """Return the remaining puzzle: a path from the knight through all unvisited squares.

        The visited squares are holes, but in a puzzle with given numbers they are given. For a
        closed tour the path must return, so the first square remains, as the end. `NoTour` if the
        path so far excludes a tour by itself.
        """
        if reason := self._why_unfinished():
            raise NoTour(reason, "game", {"path": self.path})
        path, puzzle, board = self.path, self.puzzle, self.board
        if puzzle.given:  # the chosen numbers are given, too
            try:
                return replace(puzzle, given=(*puzzle.given, *self.number_of.items()))
            except ValueError as wrong:
                raise NoTour(whole(str(wrong)), "game", {"path": path}) from None
        if len(path) == 1:
            return replace(puzzle, start=path[0])
        behind, end = (path[1:-1], path[0]) if puzzle.closed else (path[:-1], puzzle.end)
        rest = Board(board.rows, board.columns, board.holes.union(behind))
        return Puzzle(rest, path[-1], end)

    def continuation(self, rest: Tour) -> Tour:
        """Join this path and a tour of the remaining puzzle into one tour, checked."""
        if self.puzzle.given:
            return rest
        ahead = rest.path[:-1] if self.puzzle.closed and len(self.path) > 1 else rest.path
        return self._tour((*self.path[:-1], *ahead))

    def _tour(self, path: tuple[Square, ...]) -> Tour:
        return Tour(self.board, path, self.puzzle.closed)

    def _why_unfinished(self) -> str:
        """Return the reason why this path alone excludes a tour; "" if there is none."""
        end, name, path = self.puzzle.end, self.board.name, tuple(chain(*self.pieces.values()))
        is_complete = len(path) == len(self.board)
        is_early = not (self.puzzle.given or (is_complete and path[-1] == end))
        if end is not None and end in path and is_early:
            return Sentence(
                "{square}, where the tour is to end, was visited before the other squares.",
                square=name(end),
            )
        if not self.puzzle.closed:
            return ""
        if len(self.board) < 3:
            return Sentence("A closed tour needs at least three squares.")
        if is_complete and path[0] not in self.graph[path[-1]]:
            return Sentence(
                "Every square was visited, but from {end} no move leads back to {start}.",
                end=name(path[-1]),
                start=name(path[0]),
            )
        return ""


@dataclass(frozen=True)
class Hint:
    """The suggested move, with two sentences: what to do, and the reason or ""."""

    square: Square
    sentences: tuple[str, str]


@dataclass(frozen=True)
class GameVerdict:
    """Whether a tour is still possible: yes with a `tour`, no with a `reason`, else undecided.

    One of the moves `since` (first, last) lost the last tour; usually the range is a single move.
    Move 0 is the choice of the first square.
    """

    tour: Tour | None = None
    reason: NoTour | None = None  # why there is none after the last of those moves
    since: tuple[int, int] = (0, 0)
    hint: Hint | None = None  # the next move, if one is wanted

    def sentences(self, game: Game) -> tuple[str, str]:
        """Return the verdict as a sentence, and its reason, or ""."""
        if self.tour:
            return Sentence("From here a tour still exists."), ""
        if not self.reason:
            return Sentence("Whether a tour still exists cannot be told yet."), ""
        first, last = self.since
        name, end = game.board.name, game.path[last]
        if last == 0:
            if end in dict(game.puzzle.given):
                return Sentence("There is no tour with the given numbers."), self.reason.reason
            start = Sentence("There is no such tour from {square}.", square=name(game.path[0]))
            return start, self.reason.reason
        move = Sentence("{square}, number {n},", square=name(end), n=game.number_of[end])
        reason = self.reason.reason
        if self.reason.proof not in _WHOLE:
            reason = Sentence("After {square}: {reason}", square=name(end), reason=reason)
        least = game.number_of[game.path[first]] if first else 0
        return _loss_sentence(move, least, is_one=first == last), reason


def _loss_sentence(move: str, least: int, *, is_one: bool) -> str:
    lost = N_("You can’t finish from here: {move} was too early, or no tour begins like this.")
    if is_one:
        lost = N_("You can’t finish from here: {move} was too early.")
    elif least:
        lost = N_(
            "You can’t finish from here: {move} or a square before it, from number {n} on, was too"
            " early."
        )
    return Sentence(lost, move=move, n=least)


def verdict(game: Game, budget: int = BUDGET_EVENTS) -> Generator[Progress, None, GameVerdict]:
    """Judge a game in slices of a few milliseconds, yielding `Progress`; return the verdict.

    Each path that is judged may take `budget` events of a search.
    """
    answer = yield from _answer(game, budget)
    if isinstance(answer, NoTour):
        return (yield from _verdict_with_loss(game, answer, budget))
    return GameVerdict(tour=answer)


def _verdict_with_loss(
    game: Game, reason: NoTour, budget: int
) -> Generator[Progress, None, GameVerdict]:
    # A tour that continues a path continues each of its prefixes. So a tour continues the shorter
    # prefixes, none continues the longer ones, and bisection finds the border. After an undecided
    # prefix, the bisection continues with longer ones; the border is in the range of the verdict.
    path = game.path
    # Lengths of prefixes: the longest that a known tour continues, the longest that is not refuted
    # so far, the shortest that is refuted.
    proven, low, lost = 0, 0, len(path)
    while lost - low > 1:
        middle = (low + lost) // 2
        answer = yield from _answer(replace(game, path=path[:middle]), budget)
        if isinstance(answer, NoTour):
            lost, reason = middle, answer
        else:
            proven = game.agreeing(answer) if answer else proven
            low = max(middle, proven)
    return GameVerdict(reason=reason, since=(proven, lost - 1))


def _answer(game: Game, budget: int) -> Generator[Progress, None, Tour | NoTour | None]:
    try:
        rest = yield from solving(game.rest(), None, budget)
    except NoTour as no:
        return no.with_traceback(None)
    except Undecided:
        return None
    return game.continuation(rest)


# --- Progress as stored in an address -------------------------------------------------------------


@dataclass(frozen=True)
class Account:
    """A game, with the number of hints and undone moves."""

    game: Game
    hints: int = 0
    undos: int = 0

    @classmethod
    def of(cls, question: Question) -> Account:
        """Return the game stored in a question, or a new one if the stored text is invalid."""
        try:
            return cls.read(question, question.settings.game)
        except ValueError:
            return cls(Game(question.puzzle, (question.start,)))

    @classmethod
    def read(cls, question: Question, text: str) -> Account:
        """Parse the stored text of a question's game; `ValueError` if it is invalid."""
        moves, *counts = text.split(",")
        if len(counts) != 2:
            raise value_error("{text} is no game", text=short(text))
        hints, undos = (max(integer(count), 0) for count in counts)
        board, (first, *others) = question.board, moves.split(".")
        if len(others) % 2:
            raise value_error("{text} is no game", text=short(text))
        path = unpacked_path(board, question.start, first) if first or not others else []
        for start, part in zip(others[::2], others[1::2], strict=True):
            path += unpacked_path(board, board.square(start), part)
        return cls(Game(question.puzzle, tuple(path)), hints, undos)

    def text(self) -> str:
        """Return the text to store; "" for a game that has not begun or is too long to store.

        Where the knight continues from another number, the square's name is between two points.

        >>> from web.question.address import read
        >>> question = read("#board=3x4&mode=play&game=A2E,1,2")[0]
        >>> Account.of(question).game.path, Account.of(question).text()
        ((0, 6, 8, 1), 'A2E,1,2')
        """
        board, parts = self.game.board, self._parts()
        packed = [packed_path(board, part) for part in parts]
        text = "".join(
            f".{board.name(part[0])}.{moves}" for part, moves in zip(parts, packed, strict=True)
        )
        begins = self.game.number_of[self.game.path[0]] == 1
        nothing = begins and len(self.game.path) == 1 and not (self.hints or self.undos)
        if nothing or not all(packed):
            return ""
        text = text.removeprefix(f".{board.name(parts[0][0])}.") if begins else text
        return f"{text},{self.hints},{self.undos}"

    def _parts(self) -> list[list[Square]]:
        """Return the squares in the order of choice, in parts whose squares are moves apart."""
        path, graph = self.game.path, self.game.graph
        parts = [[path[0]]]
        for before, square in pairwise(path):
            if square in graph[before]:
                parts[-1].append(square)
            else:
                parts.append([square])
        return parts


def game_with_path(question: Question, found: Reading) -> Question:
    """Return the question whose game begins with a path that was read.

    Its board is that of the text if the text has one, otherwise that of the question if the board
    contains the whole path. `ValueError` for a path that is too short or too long, or of another
    leaper.
    """
    nowhere = ValueError(found.sentence)
    if found.leaper != KNIGHT or not 0 < len(found.path) <= LONGEST_PATH * 2:
        raise nowhere
    board, path = found.board, found.path
    if not found.has_board:
        with suppress(ValueError):
            path = tuple(question.board.square(board.name(square)) for square in path)
            board = question.board
    closed = found.closed or (question.puzzle.closed and not found.has_board)
    puzzle = Puzzle(board, path[0], None, closed)
    game = replace(question, puzzle=puzzle, famous="", opened=(), race="", symmetry="")
    text = Account(Game(puzzle, path)).text()
    if not text:
        raise nowhere
    return in_mode(game, "play").with_settings(game=text)


@dataclass(frozen=True)
class Forecast:
    """Progress of a prediction: the last step shown, the right guesses, and all guesses.

    >>> Forecast.read("12,9,11").text()
    '12,9,11'
    """

    step: int = 0
    right: int = 0
    guesses: int = 0

    @classmethod
    def of(cls, question: Question) -> Forecast:
        """Return the progress stored in a question, or none if the stored text is invalid."""
        try:
            return cls.read(question.settings.game)
        except ValueError:
            return cls()

    @classmethod
    def read(cls, text: str) -> Forecast:
        """Parse the stored text of a prediction; `ValueError` if it is invalid."""
        counts = [integer(count) for count in text.split(",")] if text.count(",") == 2 else [-1]
        if min(counts) < 0 or counts[1] > counts[2]:
            raise value_error(
                "{text} says of no predictions; write a step, and so many right of all,"
                " as in 12,9,11",
                text=short(text),
            )
        return cls(*counts)

    def text(self) -> str:
        """Return the text to store; "" before the first guess."""
        return f"{self.step},{self.right},{self.guesses}" if self.guesses else ""


def faults(question: Question) -> tuple[str, ...]:
    """Return sentences that explain why the stored progress cannot be used."""
    text = question.settings.game
    if not text:
        return ()
    try:
        if question.mode == "watch":
            raise value_error("who watches plays no game; add mode=play or mode=predict")
        Forecast.read(text) if question.mode == "predict" else Account.read(question, text)
    except ValueError as wrong:
        return (ignored_key("game", wrong),)
    return ()
