"""Files of the shown board: pictures, films, and the tour as text. Pure.

Texts are generated in parts: the picture of a large board takes megabytes. js/films.js makes a GIF
from the drawings of a film. The dialog shows the limit of its size; a larger GIF is not saved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from kt_core.board import Board
from kt_core.drawing.film import MOST_STEPS, film
from kt_core.drawing.shapes import LARGE_AREA
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.files import text
from kt_core.language import Sentence, text_of
from kt_core.svg import is_large
from web.lab.search.answer import Answer, scene
from web.lab.search.recording import Outcome, PathPrefix
from web.question.question import Question
from web.share.picture import Ground, Seen, picture, size, stem, style

LINES_PER_YIELD = 1000  # lines of a table between two yields
SHEET_CHARACTERS = 1 << 16  # size of a full sheet
_HEAD = re.compile(r"<svg\b[^>]*>(?:<style>.*?</style>)?", re.DOTALL)
PIXELS = (240, 480, 720)  # choices for the longer side
RATES = (4, 10, 20)  # steps a second
WHOLE = "0"  # the choice of all steps
LENGTHS = (WHOLE, "20", "50", "200")  # steps
MOST_FRAMES = 400  # a longer film leaves out some steps
HOLD_SECONDS = 2  # duration of the last frame
LEAST_BYTES = 200_000
BYTES_A_PIXEL = 0.12  # limit for each pixel of a frame


@dataclass(frozen=True)
class File:
    """A file to be saved: its name, its media type, and its text in parts."""

    name: str
    media: str
    parts: Iterable[str]


def file(kind: str, seen: Seen) -> File:
    """Return a file of this kind, one of `KINDS`; `ValueError` explains why there is none."""
    if why := why_no_file(kind, seen):
        raise ValueError(why)
    ending, media, made = KINDS[kind]
    named = stem if kind == "svg" else _search_stem
    return File(f"{named(seen.question)}{ending}", media, made(seen))


def why_no_file(kind: str, seen: Seen) -> str:
    """Return a sentence if there is no file of this kind, otherwise ""."""
    if kind in ("csv", "json"):
        known = seen.outcome.tour or seen.outcome.whole
        why = Sentence("There is no tour yet: press Solve, or choose another board.")
        return "" if known else why
    if kind == "film" and not seen.path:
        return Sentence("Nothing has moved yet: press Solve, or choose another board.")
    if kind == "film" and len(seen.path) > MOST_STEPS:
        return Sentence(
            "A film shows at most {most} moves, and this path has {n:,} squares.",
            most=MOST_STEPS,
            n=len(seen.path),
        )
    return ""


def _search_stem(question: Question) -> str:
    """Return a file name for one search, without its ending; in a race, with the ordering."""
    return f"{stem(question)}{f'-{question.ordering}' if question.is_race else ''}"


def _film(seen: Seen) -> Iterator[str]:
    board, closed = seen.question.board, seen.question.puzzle.closed
    drawn = film(board, _events(board, seen), closed=closed)
    begin = drawn.index(">") + 1  # the end of the root's start tag
    yield drawn[:begin] + style("system") + drawn[begin:]


def _events(board: Board, seen: Seen) -> Iterator[Event]:
    # Of a search too long for a film, only the path is saved.
    trace = seen.trace
    if trace and seen.steps <= MOST_STEPS:
        for square, back in trace.recording.steps(0, seen.steps):
            yield Backtrack(square) if back else Visit(square)
        if trace.at(seen.steps).found:
            yield Found(tuple(trace.at(seen.steps).path))
        return
    yield from map(Visit, seen.path)
    if len(seen.path) == len(board) and seen.tour():
        yield Found(tuple(seen.path))


def _csv(seen: Seen) -> Iterator[str]:
    tour = seen.tour()
    assert tour
    lines = text.table(tour)
    while part := list(islice(lines, LINES_PER_YIELD)):
        yield "\n".join(part) + "\n"


def _json(seen: Seen) -> Iterator[str]:
    tour = seen.tour()
    assert tour
    yield from text.object_parts(tour)
    yield "\n"


def at_step(seen: Seen, step: int) -> Outcome:
    """Return the outcome after a number of steps of the search, or of the path without a search."""
    if seen.trace:
        return scene(replace(seen.question, step=step), Answer(traces=(seen.trace,)))
    if step == len(seen.path) and (tour := seen.tour()):
        return Outcome(tour=tour, path=tour.path)
    return Outcome(path=PathPrefix(seen.path, step), whole=seen.path, steps=step)


def sheets(parts: Iterable[str], full: int = SHEET_CHARACTERS) -> Iterator[str]:
    """Yield drawings of the same size that together make the given one, the lowest first.

    `parts` are the parts of a drawing of this package: the root with its style first, and each
    `g` that contains other parts begins and ends with a separate part. An attribute may be
    split among several parts.
    """
    rest = iter(parts)
    first = next(rest)
    head = _HEAD.match(first)
    assert head
    around, made, size, cut = list[str](), [first], len(first), False
    for part in rest:
        if size > full and not cut and part != "</svg>":
            yield "".join([*made, *["</g>"] * len(around), "</svg>"])
            made, size = [head[0], *around], 0
        made.append(part)
        size += len(part)
        if "<" in part or ">" in part:  # otherwise it continues an element
            cut = part.rfind("<") > part.rfind(">")  # whether the part ends inside a tag
        if part == "</g>":
            around.pop()
        elif part.startswith("<g ") and part.count("<") == 1:
            around.append(part)
    yield "".join(made)


#: Kind of file -> the end of its name, its media type, and the function that writes it.
KINDS: Mapping[str, tuple[str, str, Callable[[Seen], Iterator[str]]]] = {
    "svg": (".svg", "image/svg+xml", picture),
    "film": ("-film.svg", "image/svg+xml", _film),
    "csv": (".csv", "text/csv", _csv),
    "json": (".json", "application/json", _json),
}


@dataclass(frozen=True)
class Film:
    """The choices for a film: its pixels along the longer side, its speed, its length."""

    pixels: int = 480
    rate: int = 10
    length: int = 0  # steps; 0: all

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> Film:
        """Return the film with the values of the fields "pixels", "rate" and "length"."""
        return cls(
            int(chosen.get("pixels", PIXELS[1])),
            int(chosen.get("rate", RATES[1])),
            int(chosen.get("length", WHOLE)),
        )

    def size(self, seen: Seen) -> tuple[int, int]:
        """Return the width and the height in pixels."""
        across, down = size(alone(seen).question)
        scale = self.pixels / max(across, down)
        return max(1, round(scale * across)), max(1, round(scale * down))

    def steps(self, seen: Seen) -> list[int]:
        """Return the step of each frame, at most `MOST_FRAMES` at equal distances."""
        last = min(self.length or seen.steps, seen.steps)
        frames = min(last, MOST_FRAMES)
        return sorted({max(1, round(last * i / frames)) for i in range(1, frames + 1)})

    def seconds(self, seen: Seen) -> int:
        """Return the length of the film in seconds."""
        return round(len(self.steps(seen)) / self.rate) + HOLD_SECONDS

    @property
    def holds(self) -> int:
        """The number of frames for which the last one stays."""
        return HOLD_SECONDS * self.rate

    def most_bytes(self, seen: Seen) -> int:
        """Return the limit of the size of the file."""
        across, down = self.size(seen)
        return LEAST_BYTES + round(BYTES_A_PIXEL * across * down * len(self.steps(seen)))

    def name(self, seen: Seen) -> str:
        """Return the name of the file."""
        return f"{stem(seen.question)}-{self.pixels}.gif"


def film_summary(seen: Seen, chosen: Mapping[str, str]) -> str:
    """Return the frames, seconds and most megabytes of a film, or why there is none."""
    if why := why_no_film(seen):
        return text_of(why)
    film = Film.of(chosen)
    return text_of(
        Sentence(
            "{frames:,} frames in {seconds} s, at most {size} MB.",
            frames=len(film.steps(seen)),
            seconds=film.seconds(seen),
            size=f"{film.most_bytes(seen) / 1e6:.1f}",
        )
    )


def why_no_film(seen: Seen) -> str:
    """Return a sentence if there is no film, otherwise ""."""
    if is_large(seen.question.board):
        return Sentence("A GIF shows boards below {n:,} squares.", n=LARGE_AREA)
    if max(len(seen.path), seen.steps) < 2:
        return Sentence("Nothing has moved yet: press Solve, or choose another board.")
    return ""


def drawings(film: Film, seen: Seen, ground: Ground) -> Iterator[Iterator[str]]:
    """Yield the last drawing, which has all colors, then one for each frame; each in parts."""
    steps, one = film.steps(seen), alone(seen)
    for step in (steps[-1], *steps):
        yield picture(Seen(one.question, at_step(one, step)), ground)


def alone(seen: Seen) -> Seen:
    """Return the view of a single search; in a race, of the first."""
    return replace(seen, question=replace(seen.question, race=""), rival=None)
