"""The verdict on a program: a tour, several, a wrong result, or none.

It is made from evidence, outside the interpreter that ran the program: `shown` judges everything
that was printed or returned, the last one is the answer, and this module writes the sentence. A
tour that is not shown counts as none.

Of a game that a person plays with a program, the answers to its input() are judged. The numbers
among them are the board's size, the start, and moves. A program refuses all but knight's moves to
new squares, so only those count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kt_core.board import Board, Square
from kt_core.graph import is_move
from kt_core.judge import verdict as verdict_on_path
from kt_core.language import N_, Sentence
from kt_core.programs.evidence import STDIN, Evidence
from kt_core.programs.recording import Frame
from kt_core.programs.shown import LEAST_SHARE, PRINTED, Result, results_in_text, results_of_value
from kt_core.programs.squares import Pair
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle

Kind = Literal["tour", "wrong", "many", "none"]

OPEN = N_("Your program found an open tour of {board}. Checked.")
CLOSED = N_("Your program found a closed tour of {board}. Checked.")
MANY = N_("Your program found {n:,} different tours of {board}. All are checked.")
SOME = N_("Tours among its {n:,} results: {right:,}. The first wrong one: {sentence}")
BUT_OTHER = N_("Your program found a tour of {board}, but {where} another path: {wrong}.")
ALSO_WRONG = N_("It also {where} another path: {wrong}.")
ALSO_TOUR = N_("It also {where} another tour, of {board}.")
WRONG = N_("Not a tour ({where}): {wrong}.")
PART = N_("Your program {where} a path over {squares:,} of {total:,} squares.")
STILL = N_("Still searching after {n:,} visits.")
STILL_RUNNING = N_("Stopped after {seconds} s, in line {line}; no board was recognized.")
STILL_RUNNING_SOMEWHERE = N_("Stopped after {seconds} s; no board was recognized.")
CUT_OFF = N_("After that it went on, and was stopped after {seconds} s, in line {line}.")
CUT_OFF_SOMEWHERE = N_("After that it went on, and was stopped after {seconds} s.")
CUT_OFF_VISITS = N_("After that it went on, and was stopped after {n:,} visits.")
ASKS = N_("Your program asks for input: {prompt}")
ASKS_LINE = N_("Your program reads sys.stdin: answer with a line; an empty answer ends the input.")
PLAYED = N_("You have visited {n:,} of {total:,} squares of {board}.")
PLAYED_OPEN = N_("You have made an open tour of {board}. Checked.")
PLAYED_CLOSED = N_("You have made a closed tour of {board}. Checked.")
NONE_SHOWN = N_(
    "Your program ended after {n:,} visits and does not show its result: print it or return it."
)
ENDED_WITHOUT = N_("Your program ended after {n:,} visits without a tour.")
ENDED_EMPTY = N_("Your program took back every visit and ended without a tour, after {n:,} visits.")
WAS_OPEN = N_(
    "After {n:,} visits it had been on every square once, by knight's moves: that is an open tour."
)
WAS_CLOSED = N_(
    "After {n:,} visits it had been on every square once, by knight's moves: that is a closed tour."
)
ONLY_RETURNED = N_("It was returned; no path that can be read was printed.")
NO_BOARD = N_("Your program ran, and nothing in it looks like a knight's path on a board.")
UNUSED = N_(
    "Your program defines {names}, and no line outside these calls one. Add a call at its end:"
    " {call}"
)
UNUSED_ELSE = N_(
    "Your program defines {names}, and no line outside these calls one. Add a call at its end."
)
NONE_EXISTS = N_("That is right. {reason}")
NONE_THERE = N_("There is no tour from its first square. {reason}")
ERROR = N_("Your program stopped with an error: {error}.")
TOO_LONG = N_(
    "What your program shows is too long to be checked here as a whole. Run it on the command line:"
    " python3 -m kt_core run."
)
RETURNED = N_("returned")
STOPPED = ("visits", "seconds")  # a run that ends so was still searching: its board is no result
MOST_PROVEN = 64  # squares of the largest board for which a proof is looked for
LEAST_SIDE, LONGEST_SIDE = 3, 56
LEAST_PATH = 3  # squares of a game that is over; a solver may ask for two squares
_NUMBERS = re.compile(r"\s*(\d{1,2})(?:[\s,;x]+(\d{1,2}))?\s*")


@dataclass(frozen=True)
class PlayedGame:
    """The board, and the player's path: squares of the board."""

    board: Board
    path: tuple[Square, ...]


@dataclass(frozen=True)
class Verdict:
    """The verdict on a run.

    `path` are squares of `board`, in order, up to the first error of a wrong result; `bad` is the
    target of the wrong step. `details` give the reasons and hints.
    """

    kind: Kind
    sentence: Sentence
    details: tuple[str, ...] = ()
    board: Board | None = None
    path: tuple[Square, ...] = ()
    closed: bool = False
    bad: Square | None = None
    is_game: bool = False


def verdict(found: Evidence) -> Verdict:
    """Return the verdict on a finished run."""
    if found.answers and (game := game_of(found.answers, is_over=found.question is None)):
        return _played(game, found)
    where, frames = Sentence(RETURNED), found.frames
    shown = [each for value in found.returned for each in results_of_value(value, where, frames)]
    shown += results_in_text(found.printed, frames)
    is_search = frames or any(each.moves >= LEAST_SHARE * each.steps for each in shown)
    paths = shown if is_search else []
    return _shown(found, paths) or _on_stop(found) or _shown_part(found, paths) or _nothing(found)


def _played(game: PlayedGame, found: Evidence) -> Verdict:
    """Return the verdict on a game: on the path of the player's answers."""
    judged = verdict_on_path(game.board, game.path)
    asks = [_asks(found.question)] if found.question else []
    details = (*asks, *_error_details(found))
    n, total, board = len(judged.path), len(game.board), _size(game.board)
    if judged.kind == "tour":
        sentence = Sentence(PLAYED_CLOSED if judged.closed else PLAYED_OPEN, board=board)
    else:
        sentence = Sentence(PLAYED, n=n, total=total, board=board)
    kind: Kind = "tour" if judged.kind == "tour" else "none"
    return Verdict(kind, sentence, details, game.board, judged.path, judged.closed, is_game=True)


def game_of(answers: Sequence[str], *, is_over: bool) -> PlayedGame | None:
    """Return the game that a person plays; None if the answers are none.

    The first numbers are the sides of the board, columns before rows, then those of the start,
    column before row. A program that has ended needs a move to be a game.

    >>> game_of(["4 3", "1 1", "y", "2 3", "2 2", "4 2"], is_over=False)
    PlayedGame(board=Board(3, 4), path=(0, 9, 7))
    """
    given = [
        [int(each) for each in found.groups() if each]
        for found in map(_NUMBERS.fullmatch, answers)
        if found
    ]
    sides = next((each for each in given if min(each) >= LEAST_SIDE), None)
    if sides is None or max(sides) > LONGEST_SIDE:
        return None
    columns, rows = sides[0], sides[-1]
    board, path = Board(rows, columns), list[Square]()
    pairs = _pairs(given[given.index(sides) + 1 :])
    base = 0 if any(0 in pair for pair in pairs) else 1
    for column, row in pairs:
        square = (row - base) * columns + column - base
        inside = base <= column < columns + base and base <= row < rows + base
        if inside and (not path or (square not in path and is_move(board, path[-1], square))):
            path.append(square)
    least = LEAST_PATH if is_over else 1
    return PlayedGame(board, tuple(path)) if len(path) >= least else None


def _pairs(given: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the answers with two numbers; if there are none, each two numbers as a pair."""
    pairs = [(each[0], each[1]) for each in given if len(each) == 2]
    single = [each[0] for each in given]
    return pairs or [*zip(single[::2], single[1::2], strict=False)]


def _asks(prompt: str) -> Sentence:
    return Sentence(ASKS_LINE if prompt == STDIN else ASKS, prompt=prompt.strip() or "input()")


def _shown(found: Evidence, shown: list[Result]) -> Verdict | None:
    """Return the verdict on the whole results that were shown, of which the last is the answer.

    If something was printed, that is the answer, because a person sees it.
    """
    whole = [each for each in _printed(shown) or shown if each.is_whole]
    if not whole:
        return None
    answer, right = whole[-1], [each for each in shown if each.is_tour]
    group = [each for each in whole if _place(each) == _place(answer)]
    tours = [each for each in group if each.is_tour]
    if answer.several and 0 < len(tours) < len(group):
        wrong = next(each for each in group if not each.is_tour)
        first = Sentence("{Clause}.", Clause=wrong.wrong)
        sentence = Sentence(SOME, n=len(group), right=len(tours), sentence=first)
        return _with_result("wrong", sentence, wrong, _details(found))
    if not answer.is_tour:
        size = _size((right or whole)[-1].board)
        if right:
            sentence = Sentence(BUT_OTHER, board=size, where=answer.where, wrong=answer.wrong)
        else:
            sentence = Sentence(WRONG, where=answer.where, wrong=answer.wrong)
        return _with_result("wrong", sentence, answer, _details(found))
    others = _others(answer, [each for each in shown if each.is_whole])
    unseen = [] if _printed(shown) else [Sentence(ONLY_RETURNED)]
    details = (*unseen, *others, *_error_details(found), *_cut_off(found), *found.reasons)
    different = len({each.path for each in tours})
    if different > 1:
        sentence = Sentence(MANY, n=different, board=_size(answer.board))
        return _with_result("many", sentence, answer, details)
    sentence = Sentence(CLOSED if answer.closed else OPEN, board=_size(answer.board))
    return _with_result("tour", sentence, answer, details)


def _printed(shown: Sequence[Result]) -> list[Result]:
    return [each for each in shown if each.where == Sentence(PRINTED)]


def _others(answer: Result, whole: list[Result]) -> list[Sentence]:
    """Return sentences about the results that differ from the answer, in other places or forms."""
    found: dict[Sentence, None] = {}
    for each in whole:
        if not each.is_tour:
            found[Sentence(ALSO_WRONG, where=each.where, wrong=each.wrong)] = None
        elif _place(each) != _place(answer) and _images(each).isdisjoint(_images(answer)):
            found[Sentence(ALSO_TOUR, where=each.where, board=_size(each.board))] = None
    return [*found][:3]


def _place(result: Result) -> tuple[str, str, Board]:
    return result.where, result.form, result.board


def _images(result: Result) -> set[tuple[tuple[int, int], ...]]:
    """Return a path and its reflections, as a board and a list of its squares may show it."""
    rows, columns = result.board.rows - 1, result.board.columns - 1
    pairs = [divmod(square, columns + 1) for square in result.path]
    flips = [pairs, [(rows - r, c) for r, c in pairs]]
    return {(*flip,) for flip in flips} | {tuple((c, r) for r, c in flip) for flip in flips}


def _with_result(
    kind: Kind, sentence: Sentence, result: Result, details: tuple[str, ...]
) -> Verdict:
    return Verdict(
        kind, sentence, details, result.board, result.path, result.closed, result.bad
    )  # fmt: skip


def _size(board: Board) -> str:
    return f"{board.rows} × {board.columns}"


def _details(found: Evidence) -> tuple[str, ...]:
    """Return the reasons why there is no tour."""
    template = NONE_THERE if found.ended in STOPPED else NONE_EXISTS
    none = no_tour(found.start, found.frames[0]) if found.start and found.frames else None
    known = [Sentence(template, reason=none.reason)] if none else []
    cut = [Sentence(TOO_LONG)] if found.is_cut else []
    return (*_walked(found), *cut, *known, *found.reasons)


def no_tour(start: Pair, frame: Frame) -> NoTour | None:
    """Return the proof that no open tour starts from a square of a small board, if there is one."""
    square = frame.square(start)
    if square is None or not frame.is_known or frame.total > MOST_PROVEN:
        return None
    try:
        refute(Puzzle(frame.board, square))
    except NoTour as no:
        return no
    return None


def _walked(found: Evidence) -> list[Sentence]:
    """Return a sentence about the path of the search over all squares, if it was a tour."""
    if not found.walked or not found.frames:
        return []
    for frame in found.frames:
        judged = verdict_on_path(frame.board, [frame.square(pair) for pair in found.walked])
        if judged.kind == "tour":
            return [Sentence(WAS_CLOSED if judged.closed else WAS_OPEN, n=found.walked_visits)]
    return []


def _error_details(found: Evidence) -> tuple[Sentence, ...]:
    if found.error is None:
        return ()
    return Sentence(ERROR, error=found.error), *found.causes


def _cut_off(found: Evidence) -> Iterator[Sentence]:
    if found.ended == "seconds":
        template = CUT_OFF if found.line else CUT_OFF_SOMEWHERE
        yield Sentence(template, seconds=f"{found.limit:g}", line=found.line)
    elif found.ended == "visits":
        yield Sentence(CUT_OFF_VISITS, n=found.visits)


def _on_stop(found: Evidence) -> Verdict | None:
    """Return the verdict on a run that was stopped, or that ended with an error."""
    if found.error is not None:
        head, *causes = _error_details(found)
        return Verdict("none", head, (*causes, *_details(found)))
    if found.question is not None:
        return Verdict("none", _asks(found.question))
    if found.ended not in STOPPED:
        return None
    if not found.visits or not found.frames:
        template = STILL_RUNNING if found.line else STILL_RUNNING_SOMEWHERE
        return Verdict("none", Sentence(template, seconds=f"{found.limit:g}", line=found.line))
    return Verdict("none", Sentence(STILL, n=found.visits), _details(found))


def _shown_part(found: Evidence, shown: Sequence[Result]) -> Verdict | None:
    """Return the verdict on results of which none is whole: a wrong one, or the longest path."""
    pool = _printed(shown) or shown
    wrong = [each for each in pool if each.wrong]
    if not pool:
        return None
    best = wrong[-1] if wrong else max(pool, key=lambda each: len(each.path))
    others = _others(best, [each for each in shown if each.is_whole])
    details = (*([best.note] if best.note else ()), *others, *_details(found))
    if wrong:
        sentence = Sentence(WRONG, where=best.where, wrong=best.wrong)
        return _with_result("wrong", sentence, best, details)
    part = Sentence(PART, where=best.where, squares=len(best.path), total=len(best.board))
    return _with_result("none", part, best, details)


def _nothing(found: Evidence) -> Verdict:
    """Return the verdict on a run without a path."""
    if found.visits and found.frames:
        was_tour = _walked(found)
        template = ENDED_EMPTY if found.is_undone else NONE_SHOWN if was_tour else ENDED_WITHOUT
        return Verdict("none", Sentence(template, n=found.visits), _details(found))
    if not found.names:
        return Verdict("none", Sentence(NO_BOARD), _details(found))
    names = ", ".join(found.names)
    template = UNUSED if found.call else UNUSED_ELSE
    return Verdict("none", Sentence(template, names=names, call=found.call))
