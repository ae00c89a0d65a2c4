"""The reader's progress in a game or a prediction, as stored in an address. Pure."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from kt_core.files.verdicts import Reading
from kt_core.graph import KNIGHT
from kt_core.language import Sentence, short, value_error
from kt_core.tour import Puzzle
from web.lab.play.game import Game
from web.question.change import in_mode
from web.question.question import Question, integer
from web.question.values import LONGEST_PATH, packed_path, unpacked_path


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
    game = replace(question, puzzle=puzzle, famous="", given=(), race="", symmetry="")
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
        falls = "In the address, {key} falls back to its default: {wrong}."
        return (Sentence(falls, key="game", wrong=wrong),)
    return ()
