"""The verdict on a run: a tour, several, a wrong result, or none; it states only certain facts.

For a program that defines functions or classes and calls none of them, it proposes a call.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import Literal

from kt_core.board import Board, Square
from kt_core.files.reader import advice_on, other_language
from kt_core.files.walks import Reading
from kt_core.language import N_, Sentence, whole
from kt_core.programs.proposal import has_calls, proposal
from kt_core.programs.reasons import dead_ends, mistakes
from kt_core.programs.recording import Frame
from kt_core.programs.results import (
    PRINTED,
    FullPath,
    Result,
    Several,
    frames_of,
    full_path,
    results,
)
from kt_core.programs.run import Run
from kt_core.programs.slow import UnfinishedSearch, progress
from kt_core.theory import refute
from kt_core.tour import NoTour, Puzzle

Kind = Literal["tour", "wrong", "many", "none"]

OPEN = N_("Your program found an open tour of {board}. Checked.")
CLOSED = N_("Your program found a closed tour of {board}. Checked.")
MANY = N_("Your program found {n:,} different tours of {board}. All are checked.")
SAME_TOUR = N_("Your program gave {n:,} tours of {board}, all of them the same. Checked.")
SOME = N_("Of {n:,} results of your program {right:,} are tours. The first wrong one: {sentence}")
ONE_OBJECT = N_(
    "Your program {where} {n:,} results, and all of them are one and the same list: append a copy,"
    " such as found.append([row[:] for row in board])."
)
BUT_OTHER = N_("Your program found a tour of {board}, but {where} another path: {wrong}.")
WRONG = N_("Not a tour ({where}): {wrong}.")
PART = N_("Your program {where} a path over {squares:,} of {total:,} squares.")
STILL = N_("Still searching after {n:,} visits.")
STILL_RUNNING = N_("Still running after {seconds} s, in line {line}; no board was recognized.")
STILL_RUNNING_SOMEWHERE = N_("Still running after {seconds} s; no board was recognized.")
ASKS = N_("Your program asks for input: {prompt}")
NONE_LEFT = N_("Your program ended after {n:,} visits and left no tour to check.")
ENDED_WITHOUT = N_("Your program ended after {n:,} visits without a tour.")
ENDED_EMPTY = N_("Your program took back every visit and ended without a tour, after {n:,} visits.")
WAS_TOUR = N_(
    "After {n:,} visits it had been on every square once, by knight's moves; that path is a tour."
)
NO_BOARD = N_("Your program ran, and nothing in it looks like a knight's path on a board.")
CALLS_NOTHING = N_("Your program defines {names}, and calls nothing. Add a call at its end: {call}")
ONLY_TESTS = N_(
    "Your program defines {names}, and calls only its doctests. Add a call at its end: {call}"
)
CALLS_NOTHING_ELSE = N_("Your program defines {names}, and calls nothing. Add a call at its end.")
UNDONE = N_("Before that it had taken back every visit without a tour.")
TEST_RESULT = N_(
    "A function that finds nothing returns None here: test its result before it is used."
)
NONE_EXISTS = N_("That is right. {reason}")
ERROR = N_("Your program stopped with an error: {error}.")


@dataclass(frozen=True)
class Verdict:
    """The verdict on a run.

    `path` are squares of `board`, in order, up to the first error of a wrong result; `bad` is the
    target of the wrong step. `details` give the reasons and hints.
    """

    kind: Kind
    sentence: Sentence
    details: tuple[Sentence, ...] = ()
    board: Board | None = None
    path: tuple[Square, ...] = ()
    closed: bool = False
    bad: Square | None = None
    step: int | None = None
    call: str = ""  # a call to add
    progress: UnfinishedSearch | None = None
    frames: tuple[Frame, ...] = field(default=(), compare=False)


def verdict(run: Run) -> Verdict:
    """Return the verdict on a finished run."""
    frames = frames_of(run)
    found = [*results(run, frames)]
    judged = (
        _tours(run, found)
        or _verdict_on_stop(run, frames)
        or _wrong(run, found, frames)
        or _nothing(run, frames)
    )
    return replace(judged, frames=tuple(frames))


def _tours(run: Run, found: list[Result | Several]) -> Verdict | None:
    """Return the verdict on the first result that is a tour, or several."""
    details = _error_details(run)
    several = [each for each in found if isinstance(each, Several) and each.right == each.count]
    for each in sorted(several, key=lambda each: -each.count):
        if each.first and each.count > 1:
            template = MANY if each.different > 1 else SAME_TOUR
            n = each.different if each.different > 1 else each.count
            sentence = Sentence(template, n=n, board=_size(each.first.board))
            return _with_reading("many", sentence, each.first, details)
    for one in found:
        reading = one.first if isinstance(one, Several) else one.reading
        if reading and reading.verdict == "tour" and (isinstance(one, Result) or one in several):
            if other := _other_path(found, one, reading.board):
                return _with_reading("wrong", other[0], other[1], details)
            sentence = Sentence(CLOSED if reading.closed else OPEN, board=_size(reading.board))
            return _with_reading("tour", sentence, reading, details)
    return None


def _other_path(
    found: list[Result | Several], tour: Result | Several, board: Board
) -> tuple[Sentence, Reading] | None:
    """Return a wrong path over all squares that a program gave as well as a tour, if any.

    It must have been printed, or returned after the tour: a stored path may be an earlier attempt.
    """
    for one in found:
        is_later = one.where == Sentence(PRINTED) or found.index(one) < found.index(tour)
        if is_later and isinstance(one, Result) and one.squares == len(board) and one.reading.wrong:
            wrong = one.reading.wrong
            return Sentence(
                BUT_OTHER, board=_size(board), where=one.where, wrong=wrong
            ), one.reading
    return None


def _error_details(run: Run) -> tuple[Sentence, ...]:
    """Return a sentence about the run's error, and its usual cause."""
    if run.error is None:
        return ()
    causes = [Sentence(run.error.cause)] if run.error.cause else []
    if run.error.name == "SyntaxError" and (language := other_language(run.source)):
        causes = [whole(advice_on(language))]
    return Sentence(ERROR, error=run.error.sentence), *causes


def _with_reading(
    kind: Kind, sentence: Sentence, reading: Reading, details: tuple[Sentence, ...]
) -> Verdict:
    return Verdict(
        kind,
        sentence,
        details,
        board=reading.board,
        path=reading.path,
        closed=reading.closed,
        bad=reading.bad,
        step=reading.step,
    )


def _size(board: Board) -> str:
    return f"{board.rows} × {board.columns}"


def _verdict_on_stop(run: Run, frames: list[Frame]) -> Verdict | None:
    """Return the verdict on a run that was stopped, or that ended with an error."""
    if run.error is not None:
        return _verdict_on_error(run, frames)
    if run.ended == "input":
        return Verdict("none", Sentence(ASKS, prompt=run.question.strip() or "input()"))
    if run.ended not in ("visits", "seconds"):
        return None
    if not run.recording.visits or not frames:
        template = STILL_RUNNING if run.stopped_in else STILL_RUNNING_SOMEWHERE
        seconds = f"{run.settings.seconds:g}"
        return Verdict("none", Sentence(template, seconds=seconds, line=run.stopped_in))
    known = progress(run.recording, frames[0])
    full = full_path(run)
    details = [*([] if _full_tour(full) else known.sentences), *_reasons(run, frames, full)]
    sentence = Sentence(STILL, n=run.recording.visits)
    return Verdict("none", sentence, tuple(details), progress=known)


def _verdict_on_error(run: Run, frames: list[Frame]) -> Verdict:
    sentence, *details = _error_details(run)
    error, recording, full = run.error, run.recording, full_path(run)
    if error and error.is_about_none and recording.backtracks:
        reasons = _reasons(run, frames, full)
        if not full and not recording.path and frames and frames[0].is_known:
            details = [Sentence(UNDONE), *reasons, Sentence(TEST_RESULT)]
        else:
            details = reasons or details
    elif (run.follower and run.follower.negative) or (error and error.name == "RecursionError"):
        details += mistakes(run, full)
    elif frames:
        details += _existence(run, frames[0])
    return Verdict("none", sentence, tuple(details))


def _wrong(run: Run, found: list[Result | Several], frames: list[Frame]) -> Verdict | None:
    """Return the verdict on the first result that is no tour."""
    full = full_path(run)
    for each in found:
        if isinstance(each, Several):
            return _several(run, each, full)
    readings = [each for each in found if isinstance(each, Result)]
    for each in readings:
        if each.reading.verdict == "wrong":
            wrong = Sentence(WRONG, where=each.where, wrong=each.reading.wrong)
            return _with_reading("wrong", wrong, each.reading, tuple(mistakes(run, full)))
    if not readings:
        return None
    best = max(readings, key=lambda each: len(each.reading.path))
    squares, total = len(best.reading.path), len(best.reading.board)
    part = Sentence(PART, where=best.where, squares=squares, total=total)
    return _with_reading("none", part, best.reading, tuple(_reasons(run, frames, full)))


def _several(run: Run, found: Several, full: FullPath | None) -> Verdict:
    if found.is_one_object:
        one = Sentence(ONE_OBJECT, where=found.where, n=found.count)
        return Verdict("wrong", one, tuple(_full_tour(full)))
    assert found.first_wrong is not None
    sentence = found.first_wrong.sentence
    some = Sentence(SOME, n=found.count, right=found.right, sentence=sentence)
    return _with_reading("wrong", some, found.first_wrong, tuple(mistakes(run, full)))


def _nothing(run: Run, frames: list[Frame]) -> Verdict:
    """Return the verdict on a run without any result that is meant as a tour."""
    recording = run.recording
    if not recording.visits or not frames:
        return _without_board(run)
    full = full_path(run)
    has_full_tour = _full_tour(full)
    details = _reasons(run, frames, full)
    is_undone = bool(recording.backtracks) and not recording.path
    template = NONE_LEFT if has_full_tour else ENDED_EMPTY if is_undone else ENDED_WITHOUT
    sentence = Sentence(template, n=recording.visits)
    return Verdict("none", sentence, tuple(details))


def _reasons(run: Run, frames: list[Frame], full: FullPath | None) -> list[Sentence]:
    """Return the certain reasons why a run has no tour."""
    found = [*_full_tour(full), *mistakes(run, full)]
    if found or not frames:
        return found
    return _existence(run, frames[0]) or [*dead_ends(run, frames[0])]


def _full_tour(full: FullPath | None) -> list[Sentence]:
    """Return a sentence about a path over all squares, if it was a tour."""
    return [Sentence(WAS_TOUR, n=full.visits)] if full and full.is_tour else []


def _existence(run: Run, frame: Frame) -> list[Sentence]:
    """Return sentences about the existence of an open tour from the program's first square."""
    recording = run.recording
    is_over = run.ended not in ("visits", "seconds") and len(recording.path) < 2
    if not is_over or not recording.backtracks:
        return []
    first = next((event for event in recording.events if event > 0), 0)
    start = frame.square(run.recording.squares[first - 1]) if first else None
    if start is None or not frame.is_known or frame.total > 64:
        return []
    board = frame.board
    try:
        refute(Puzzle(board, start))
    except NoTour as no:
        return [Sentence(NONE_EXISTS, reason=no.reason)]
    return []


def _without_board(run: Run) -> Verdict:
    tree = run.tree or ast.parse("")
    names = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    if names and not run.output.count and run.ended == "returned" and not has_calls(tree):
        call = proposal(tree, run.text)
        listed = ", ".join(names[:4])
        if call:
            template = ONLY_TESTS if "testmod" in run.text else CALLS_NOTHING
            return Verdict("none", Sentence(template, names=listed, call=call), call=call)
        return Verdict("none", Sentence(CALLS_NOTHING_ELSE, names=listed))
    return Verdict("none", Sentence(NO_BOARD), tuple(mistakes(run, None)))
