"""What is seen, as files: pictures that stand alone, a film, and the tour as text. Pure.

A text comes in parts that are made when pulled: the picture of a large board is megabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from kt_core import text
from kt_core.board import Board
from kt_core.drawing.picture import LARGE_AREA
from kt_core.drawing.reel import MOST_STEPS
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.language import Sentence
from kt_core.svg import is_large
from web.question.question import Question
from web.share.picture import Seen, picture, stem, style

HANDFUL_LINES = 1000  # lines of a table that are made at once


@dataclass(frozen=True)
class File:
    """A file to be saved: its name, its media type, and its text in parts."""

    name: str
    media: str
    parts: Iterable[str]


def saved(kind: str, seen: Seen) -> File:
    """Return a file of this kind, one of `KINDS`; `ValueError` says why there is none."""
    if why := lacking(kind, seen):
        raise ValueError(why)
    ending, media, made = KINDS[kind]
    named = stem if kind == "svg" else _stem_of_one
    return File(f"{named(seen.question)}{ending}", media, made(seen))


def lacking(kind: str, seen: Seen) -> str:
    """Return why there is no file of this kind, as a sentence; "" where there is one."""
    if kind != "svg" and seen.question.is_letters:
        return Sentence("This graph has no squares, so there is no tour of them.")
    if kind in ("csv", "json"):
        known = seen.outcome.tour or seen.outcome.whole
        why = Sentence("There is no tour yet: press Solve, or choose another board.")
        return "" if known else why
    if kind in ("film", "strip") and not seen.path:
        return Sentence("Nothing has moved yet: press Solve, or choose another board.")
    if kind == "strip" and is_large(seen.question.board):
        return Sentence("Stills are of boards below {n:,} squares.", n=LARGE_AREA)
    if kind == "film" and len(seen.path) > MOST_STEPS:
        return Sentence(
            "A film shows at most {most} moves, and this path has {n:,} squares.",
            most=MOST_STEPS,
            n=len(seen.path),
        )
    return ""


def _stem_of_one(question: Question) -> str:
    """Return the name of what holds one search: of a race it says which."""
    return f"{stem(question)}{f'-{question.ordering}' if question.is_race else ''}"


def _film(seen: Seen) -> Iterator[str]:
    from kt_core.drawing.film import film  # which the dialog does without

    board, closed = seen.question.board, seen.question.puzzle.closed
    drawn = film(board, _events(board, seen), closed=closed)
    begin = drawn.index(">") + 1  # behind the root's own tag
    yield drawn[:begin] + style("system") + drawn[begin:]


def _events(board: Board, seen: Seen) -> Iterator[Event]:
    # Of a search too long for a film the path alone is shown; so nothing else is told.
    trace = seen.trace
    if trace and trace.length <= MOST_STEPS:
        for square, back in trace.recording.steps(0, trace.length):
            yield Backtrack(square) if back else Visit(square)
        if trace.at(trace.length).found:
            yield Found(tuple(trace.at(trace.length).path))
        return
    yield from map(Visit, seen.path)
    if len(seen.path) == len(board) and seen.tour():
        yield Found(tuple(seen.path))


def _strip(seen: Seen) -> Iterator[str]:
    from web.share.strip import strip  # which the dialog does without

    yield from strip(seen)


def _csv(seen: Seen) -> Iterator[str]:
    tour = seen.tour()
    assert tour
    lines = text.table(tour)
    while part := list(islice(lines, HANDFUL_LINES)):
        yield "\n".join(part) + "\n"


def _json(seen: Seen) -> Iterator[str]:
    tour = seen.tour()
    assert tour
    yield from text.object_parts(tour)
    yield "\n"


#: A kind of file: the end of its name, its media type, and who writes it.
KINDS: Mapping[str, tuple[str, str, Callable[[Seen], Iterator[str]]]] = {
    "svg": (".svg", "image/svg+xml", picture),
    "film": ("-film.svg", "image/svg+xml", _film),
    "strip": ("-stills.svg", "image/svg+xml", _strip),
    "csv": (".csv", "text/csv", _csv),
    "json": (".json", "application/json", _json),
}
