"""A picture for a wall, of what is seen: a drawing, one that draws itself, or pixels. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kt_core.drawing.wall import size, wall
from kt_core.language import Sentence
from web.question.question import Question
from web.share.export import File
from web.share.picture import Seen, stem

PIXELS = (2048, 4096, 8192)  # along the longer side
SECONDS = 10  # in which it draws itself
#: Which of the two drawings a button asks for, and how its file's name ends.
DRAWINGS: Mapping[str, str] = {"svg": "-wall.svg", "film": "-wall-film.svg"}


def lacking(seen: Seen) -> str:
    """Return why there is no such picture, as a sentence; "" where there is one."""
    if seen.question.is_letters:
        return Sentence("This graph has no squares, so there is no tour of them.")
    if len(seen.path) < 2:
        return Sentence("Nothing has moved yet: press Solve, or choose another board.")
    return ""


def drawn(seen: Seen, chosen: Mapping[str, str], pixels: int, seconds: float = 0) -> Iterator[str]:
    """Return the picture in parts; `chosen`: "palette", "width", and "ground", "1" or ""."""
    tour = seen.tour()
    return wall(
        seen.question.board,
        seen.path,
        closed=bool(tour and tour.closed),
        palette=chosen["palette"],
        width=chosen["width"],
        ground=bool(chosen["ground"]),
        seconds=seconds,
        pixels=pixels,
    )


def file(kind: str, seen: Seen, chosen: Mapping[str, str]) -> File:
    """Return one of `DRAWINGS` as a file."""
    seconds = SECONDS if kind == "film" else 0
    name = f"{stem(seen.question)}{DRAWINGS[kind]}"
    return File(name, "image/svg+xml", drawn(seen, chosen, PIXELS[0], seconds))


def png(question: Question, pixels: int) -> tuple[str, int, int]:
    """Return the name of a PNG, and its pixels across and down."""
    return (f"{stem(question)}-wall-{pixels}.png", *size(question.board, pixels))
