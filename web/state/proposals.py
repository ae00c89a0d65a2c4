"""What a reader may like to ask once a tour is found: other questions, one click away. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kt_core.board import Board
from kt_core.language import N_
from kt_core.tour import Puzzle
from web.question import address
from web.question.question import Question, first_square
from web.state.state import State, outcome

LARGER = {(3, 4): 5, (5, 5): 6, (6, 6): 7, (7, 7): 8, (8, 8): 10}  # sides of the board after it


@dataclass(frozen=True)
class Proposal:
    """Another question: what its button says, and its address."""

    title: str
    address: str


def proposals(state: State) -> tuple[Proposal, ...]:
    """Return what is proposed: nothing in a task or an embed, nor before a tour is found here."""
    question, settings = state.question, state.question.settings
    found = state.doing is None and outcome(state).tour is not None and not question.is_shown
    if not found or state.task.is_set or settings.embed or question.is_race:
        return ()
    return tuple(_proposals(state))


def _proposals(state: State) -> Iterator[Proposal]:
    question, board = state.question, state.question.board
    plays = question.mode == "play"
    plain = Question(ordering=question.ordering, mode=question.mode, step=0 if plays else None)

    def proposal(title: str, puzzle: Puzzle) -> Proposal:
        return Proposal(title, address.write(replace(plain, puzzle=puzzle)) or "#")

    if plays and state.hand.hints:
        yield proposal(N_("Again, without hints"), question.puzzle)
    if larger := LARGER.get((board.rows, board.columns)):
        yield proposal(N_("A larger board"), Puzzle(Board(larger, larger), 0))
    if not question.puzzle.closed and _may_be_closed(board):
        yield proposal(N_("A closed tour"), Puzzle(board, question.start, closed=True))
    yield proposal(N_("Another start"), Puzzle(board, _other_start(question)))
    if not plays and question.can_be_watched:
        yield Proposal(N_("Play it yourself"), address.write(_played(question)))


def _played(question: Question) -> Question:
    return replace(question, mode="play", step=0, race="", settings=Question().settings)


def _may_be_closed(board: Board) -> bool:
    """Return whether this board is known to have a closed tour (Schwenk, 1991)."""
    return not board.holes and min(board.rows, board.columns) >= 5 and len(board) % 2 == 0


def _other_start(question: Question) -> int:
    """Return the square of the same colour that is three on, from which a tour is as possible."""
    board = question.board
    same = [s for s in board.squares if board.colour(s) == board.colour(question.start)]
    return same[(same.index(question.start) + 3) % len(same)] if same else first_square(board)
