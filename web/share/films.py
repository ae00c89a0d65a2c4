"""Films for slides: the drawings of each step, of which js/films.js makes a GIF. Pure.

The largest size of the file is shown beforehand; a film that grows larger is not saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kt_core.drawing.shapes import LARGE_AREA
from kt_core.language import Sentence, text_of
from kt_core.svg import is_large
from web.share.export import at_step
from web.share.picture import Ground, Seen, picture, size, stem

PIXELS = (240, 480, 720)  # along the longer side
RATES = (4, 10, 20)  # steps a second
WHOLE = "0"  # among the lengths: all steps
LENGTHS = (WHOLE, "20", "50", "200")  # steps
MOST_FRAMES = 400  # of a longer search some steps are left out
HOLD_SECONDS = 2  # for which the last frame stays
LEAST_BYTES = 200_000
BYTES_A_PIXEL = 0.12  # of each frame, at most


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
        """Return its pixels across and down."""
        across, down = size(alone(seen).question)
        scale = self.pixels / max(across, down)
        return max(1, round(scale * across)), max(1, round(scale * down))

    def steps(self, seen: Seen) -> list[int]:
        """Return the step of each frame, at most `MOST_FRAMES` at equal distances."""
        last = min(self.length or seen.steps, seen.steps)
        frames = min(last, MOST_FRAMES)
        return sorted({max(1, round(last * i / frames)) for i in range(1, frames + 1)})

    def seconds(self, seen: Seen) -> int:
        """Return its length in seconds."""
        return round(len(self.steps(seen)) / self.rate) + HOLD_SECONDS

    @property
    def holds(self) -> int:
        """The number of frames for which the last one stays."""
        return HOLD_SECONDS * self.rate

    def most_bytes(self, seen: Seen) -> int:
        """Return the largest size of its file."""
        across, down = self.size(seen)
        return LEAST_BYTES + round(BYTES_A_PIXEL * across * down * len(self.steps(seen)))

    def name(self, seen: Seen) -> str:
        """Return the name of its file."""
        return f"{stem(seen.question)}-{self.pixels}.gif"


def summary(seen: Seen, chosen: Mapping[str, str]) -> str:
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
    """Yield the drawing of each frame, in parts; before them the last, which has all colours."""
    steps, one = film.steps(seen), alone(seen)
    for step in (steps[-1], *steps):
        yield picture(Seen(one.question, at_step(one, step)), ground)


def alone(seen: Seen) -> Seen:
    """Return the view of one search, the first of a race."""
    return replace(seen, question=replace(seen.question, race=""), rival=None)
