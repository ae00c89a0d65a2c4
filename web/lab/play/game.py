"""The game: the reader moves the knight; a verdict says whether a tour is still possible. Pure.

An address stores the reader's progress: an `Account` of a game, or a `Forecast` of predictions.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kt_core.board import Board, Square, SquarePath
from kt_core.events import Progress
from kt_core.graph import KNIGHT, KnightGraph, knight_graph, onward
from kt_core.language import Sentence, short, value_error, whole
from kt_core.solve import solving
from kt_core.theory import refute
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
    """A path that may become the tour of a puzzle; `ValueError` if it breaks a rule.

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
        step_of: dict[Square, int] = {}
        for step, square in enumerate(map(self.board.square, self.path), start=1):
            if square in step_of:
                raise value_error(
                    "{square} was visited before, as step {n}",
                    square=name(square),
                    n=step_of[square],
                )
            if step > 1 and square not in self.graph[self.path[step - 2]]:
                move = Sentence(
                    "{start} to {end}", start=name(self.path[step - 2]), end=name(square)
                )
                raise value_error(
                    "{move} is not a {piece}'s move", move=move, piece=_piece(self.puzzle)
                )
            step_of[square] = step
            if wrong := self.contradiction(square, step):
                raise ValueError(wrong)

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.puzzle.board

    @cached_property
    def graph(self) -> KnightGraph:
        """The knight graph, or the graph of another leaper."""
        return knight_graph(self.board, self.puzzle.leaper)

    @cached_property
    def legal(self) -> Mapping[Square, int]:
        """The legal moves, ascending, each with its number of onward moves."""
        graph, path = self.graph, frozenset(self.path)
        return {
            square: len(onward(graph, path, square))
            for square in onward(graph, path, self.path[-1])
        }

    @cached_property
    def _given(self) -> tuple[Mapping[Square, int], Mapping[int, Square]]:
        numbers = self.puzzle.given
        return dict(numbers), {number: square for square, number in numbers}

    def contradiction(self, square: Square, step: int = 0) -> str:
        """Return the reason, as a clause, why a given number forbids a step; "" if none does.

        The step is by default the next one.
        """
        (number_of, square_of), name = self._given, self.board.name
        step = step or len(self.path) + 1
        if (number := number_of.get(square, step)) != step:
            return Sentence(
                "{square} has the number {number}, so it cannot be step {n}",
                square=name(square),
                number=number,
                n=step,
            )
        if (other := square_of.get(step, square)) != square:
            return Sentence(
                "{n} is given on {other}, so it cannot be on {square}",
                n=step,
                other=name(other),
                square=name(square),
            )
        return ""

    @property
    def tour(self) -> Tour | None:
        """The tour, checked, once the game is won."""
        is_complete = len(self.path) == len(self.board)
        return self._tour(self.path) if is_complete and not self._why_unfinished() else None

    @property
    def over(self) -> bool:
        """Whether no legal move is left: the game is won or lost."""
        return not self.legal

    @cached_property
    def refutation(self) -> NoTour | None:
        """The reason why no start has such a tour; None if no short argument shows it."""
        try:
            refute(replace(self.puzzle, start=None))
        except NoTour as no:
            return no.with_traceback(None)
        return None

    def after_move(self, to: str | Square) -> Game:
        """Return the game after a move; `ValueError` explains why a move is not legal."""
        return replace(self, path=(*self.path, self.board.square(to)))

    def undone(self) -> Game:
        """Return the game before its last move."""
        if len(self.path) == 1:
            raise value_error("there is no move to take back")
        return replace(self, path=self.path[:-1])

    def back_on(self, square: Square) -> Game:
        """Return the game at the step at which the knight visited this square of its path."""
        return replace(self, path=self.path[: self.path.index(square) + 1])

    def hint(self, proof: Tour | None = None, lost: Collection[SquarePath] = ()) -> Hint | None:
        """Return the next move: the one of the tour `proof` if it applies, else one by the rule.

        It is proven that no tour continues any of the `lost` paths. A hint by the rule leads
        neither to one of them nor to a dead end. Return None if no move remains.
        """
        length, legal = len(self.path), self.legal
        if not legal or self.refutation or self.lost(lost):
            return None
        if proof and proof.board == self.board and proof.path[:length] == self.path:
            return Hint(proof.path[length], proven=True)
        open_ = [square for square in legal if not self.after_move(square).lost(lost)]
        fewest = min(open_, key=lambda square: legal[square], default=None)
        return None if fewest is None else Hint(fewest, proven=False)

    def lost(self, lost: Collection[SquarePath]) -> bool:
        """Return True if the game is lost by a quick test or by the paths known to be lost."""
        if any(self.path[: len(path)] == path for path in lost):
            return True
        return bool(self._why_unfinished()) or (self.over and not self.tour)

    def lost_since(self, lost: Collection[SquarePath]) -> SquarePath:
        """Return the shortest prefix of the path that is lost, in a game without a hint.

        A path is lost if all moves from its end lead to lost paths.
        """
        known = [path for path in lost if self.path[: len(path)] == path]
        path = min(known, key=len, default=self.path)
        while len(path) > 1:
            before, known = replace(self, path=path[:-1]), [*lost, path]
            if not all(before.after_move(square).lost(known) for square in before.legal):
                break
            path = path[:-1]
        return path

    def hint_sentences(self, hint: Hint) -> tuple[str, str]:
        """Return a sentence that describes a hint, and one with the reason, or ""."""
        name = self.board.name(hint.square)
        if hint.deduced:
            return hint.deduced
        if hint.proven:
            return Sentence("Go to {square}: a known tour continues there.", square=name), ""
        return Sentence(
            "Warnsdorff’s rule goes to {square}; we do not know yet whether it works.",
            square=name,
        ), ""

    def loss_sentences(self, since: SquarePath) -> tuple[str, str]:
        """Return two sentences: the reason why there is no hint, and what the reader can do."""
        name = self.board.name
        if self.refutation:
            return Sentence("No hint: no start has such a tour."), self.refutation.reason
        if len(since) == 1:
            none = Sentence("No move leads to such a tour from {square}.", square=name(since[0]))
            if self.puzzle.closed:
                return none, Sentence(
                    "Nor is there one from another start, because it would visit every square."
                )
            return none, Sentence("Another start may have one.")
        start, end = name(since[-2]), name(since[-1])
        move = Sentence("{square}, number {n}", square=end, n=len(since))
        why = Sentence("No hint from here: since {move}, no tour is possible.", move=move)
        return why, Sentence(
            "Choose {square} to go back to it, or take moves back by Undo.", square=start
        )

    def rest(self) -> Puzzle:
        """Return the remaining puzzle: a path from the knight through all unvisited squares.

        The visited squares are holes, but in a puzzle with given numbers they are given. For a
        closed tour the path must return, so the first square remains, as the end. `NoTour` if the
        path so far excludes a tour by itself.
        """
        if reason := self._why_unfinished():
            raise NoTour(reason, "game", {"path": self.path})
        path, puzzle, board = self.path, self.puzzle, self.board
        if puzzle.given:  # the path's steps are given, too
            steps = tuple((square, step) for step, square in enumerate(path, start=1))
            try:
                return replace(puzzle, given=(*puzzle.given, *steps))
            except ValueError as wrong:
                raise NoTour(whole(str(wrong)), "game", {"path": path}) from None
        if len(path) == 1:
            return replace(puzzle, start=path[0])
        behind, end = (path[1:-1], path[0]) if puzzle.closed else (path[:-1], puzzle.end)
        rest = Board(board.rows, board.columns, board.holes.union(behind))
        return Puzzle(rest, path[-1], end, leaper=puzzle.leaper)

    def continuation(self, rest: Tour) -> Tour:
        """Join this path and a tour of the remaining puzzle into one tour, checked."""
        if self.puzzle.given:
            return rest
        ahead = rest.path[:-1] if self.puzzle.closed and len(self.path) > 1 else rest.path
        return self._tour((*self.path[:-1], *ahead))

    def _tour(self, path: tuple[Square, ...]) -> Tour:
        return Tour(self.board, path, self.puzzle.closed, self.puzzle.leaper)

    def _why_unfinished(self) -> str:
        """Return the reason why this path alone excludes a tour; "" if there is none."""
        path, end, name = self.path, self.puzzle.end, self.board.name
        is_complete = len(path) == len(self.board)
        if end is not None and end in path and not (is_complete and path[-1] == end):
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
    """The suggested move: of a known tour if `proven`, else by Warnsdorff's rule.

    In a puzzle, `deduced` are the sentences about it.
    """

    square: Square
    proven: bool
    deduced: tuple[str, str] | None = None  # its headline and its reason


def _piece(puzzle: Puzzle) -> str:
    if puzzle.leaper == KNIGHT:
        return Sentence("knight")
    return Sentence("{leaper} leaper", leaper=puzzle.leaper)


@dataclass(frozen=True)
class GameVerdict:
    """Whether a tour is still possible: yes with a `tour`, no with a `reason`, else undecided.

    One of the moves `since` (first, last) lost the last tour; usually the range is a single move.
    Move 0 is the choice of the first square.
    """

    tour: Tour | None = None
    reason: NoTour | None = None  # why there is none after the last of those moves
    since: tuple[int, int] = (0, 0)

    def sentences(self, game: Game) -> tuple[str, str]:
        """Return the verdict as a sentence, and its reason, or ""."""
        if self.tour:
            unfinished = len(game.path) < len(game.board)
            still = Sentence("From here a tour still exists.")
            return (still if unfinished else Sentence("Won!")), ""
        if not self.reason:
            return Sentence("Whether a tour still exists cannot be told yet."), ""
        first, last = self.since
        name = game.board.name
        if last == 0:
            start = Sentence("There is no such tour from {square}.", square=name(game.path[0]))
            return start, self.reason.reason
        move = Sentence("{square}, number {n},", square=name(game.path[last]), n=last + 1)
        reason = self.reason.reason
        if self.reason.proof not in _WHOLE:
            reason = Sentence("Why: {reason}", reason=reason)
        return _loss_sentence(move, first, last), reason


def _loss_sentence(move: str, first: int, last: int) -> str:
    if first == last:
        return Sentence("You can’t finish from here: {move} was too early.", move=move)
    if first:
        return Sentence(
            "You can’t finish from here: {move} or a square before it, from number {n} on, was too"
            " early.",
            move=move,
            n=first + 1,
        )
    return Sentence(
        "You can’t finish from here: {move} was too early, or no tour begins like this.",
        move=move,
    )


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
            proven = _common_length(answer.path, path) if answer else proven
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


def _common_length(a: tuple[Square, ...], b: tuple[Square, ...]) -> int:
    """Return the number of squares in the common prefix of two paths."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(b))


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
        path = unpacked_path(question.board, question.start, moves)
        return cls(Game(question.puzzle, tuple(path)), hints, undos)

    def text(self) -> str:
        """Return the text to store; "" for a game that has not begun or is too long to store.

        >>> from web.question.address import read
        >>> question = read("#board=3x4&mode=play&game=A2E,1,2")[0]
        >>> Account.of(question).game.path, Account.of(question).text()
        ((0, 6, 8, 1), 'A2E,1,2')
        """
        moves = packed_path(self.game.board, self.game.path)
        nothing = len(self.game.path) == 1 and not (self.hints or self.undos)
        return "" if nothing or not moves else f"{moves},{self.hints},{self.undos}"


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
