"""Verdicts on a walk: a tour, the beginning of one, or wrong."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kt_core.board import Board, Square, board_with_holes
from kt_core.events import Progress
from kt_core.files.trail import Trail
from kt_core.files.walks import ReadingForm, Request, Walk
from kt_core.graph import KNIGHT, Leaper
from kt_core.language import N_, Sentence, whole
from kt_core.tour import Tour

PathVerdict = Literal["tour", "path", "wrong"]


@dataclass(frozen=True)
class ReadingQuestion:
    """A question about a text: a sentence, and the label and options of each choice."""

    sentence: str
    choices: Sequence[tuple[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class Reading:
    """The reading of a text: a tour, the beginning of one, or an error.

    `path` is correct and ends before the first error, which is at `step`, counted from 1; `bad` is
    its square, if it is on the board. `question` is set if other readings are possible.
    """

    form: ReadingForm
    read_as: str
    board: Board
    path: tuple[Square, ...]
    verdict: PathVerdict
    sentence: str
    closed: bool = False
    leaper: Leaper = KNIGHT
    wrong: str = ""
    step: int | None = None
    bad: Square | None = None
    tour: Tour | None = None
    question: ReadingQuestion | None = None
    notes: tuple[str, ...] = ()
    has_board: bool = False  # rather than the smallest one that has the path


def reading_of(walk: Walk, request: Request) -> Generator[Progress, None, Reading]:
    """Return the verdict on a walk, in slices; `Tour` itself proves a tour."""
    trail = Trail(walk, request)
    yield from trail.follow()
    trail.drop_last_square_of_ring()
    read_as = walk.read_as
    if trail.add_start():
        start = walk.board.name(trail.path[0])
        read_as = Sentence(
            "{read_as} The start, {start}, is left out.", read_as=read_as, start=start
        )
    trail.hold_to_request()
    path = (*trail.path,)
    found = Reading(
        walk.form,
        read_as,
        walk.board,
        path,
        "path",
        path_sentence(len(path), len(walk.board)),
        closed=trail.closed or bool(request.closed),
        leaper=request.leaper,
        has_board=request.board is not None or walk.form == "board",
    )
    if trail.wrong:
        wrong, step = trail.wrong, len(path) + 1
        return replace(
            found, verdict="wrong", sentence=whole(wrong), wrong=wrong, step=step, bad=trail.bad
        )
    return (yield from _proven(found, trail)) if trail.is_full else found


def path_sentence(n: int, total: int) -> Sentence:
    """Return a sentence with the number of visited squares."""
    return Sentence(
        "{n:,} of {total:,} squares visited; you can play on from here.", n=n, total=total
    )


def _proven(found: Reading, trail: Trail) -> Generator[Progress, None, Reading]:
    is_open = trail.request.closed is False or trail.request.end is not None
    closed = found.closed or (trail.is_ring and not is_open)
    tour = yield from Tour.proving(found.board, found.path, closed, found.leaper)
    return replace(found, verdict="tour", sentence=tour_sentence(tour), closed=closed, tour=tour)


def tour_sentence(tour: Tour) -> Sentence:
    """Return a sentence about a tour: open or closed, its board, its number of moves."""
    template = N_("An open tour of {board}{by}: {moves}.")
    if tour.closed:
        template = N_("A closed tour of {board}{by}: {moves}.")
    by = "" if tour.leaper == KNIGHT else Sentence(" by the {leaper} leaper", leaper=tour.leaper)
    moves = Sentence.plural("{n:,} move", "{n:,} moves", tour.moves)
    return Sentence(template, board=board_with_holes(tour.board), by=by, moves=moves)
