"""Films for slides: what is seen, step by step, as drawings; a GIF or a WebM is made of them. Pure.

How large a film may become is said before it is made, and holds: what grows beyond that ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kt_core.language import Sentence, text_of
from web.share.export import at_step, why_no_file
from web.share.picture import Ground, Seen, picture, size, stem

KINDS: Mapping[str, str] = {"gif": "GIF", "webm": "WebM"}
PIXELS = (240, 480, 720)  # along the longer side
RATES = (4, 10, 20)  # steps a second
WHOLE = "0"  # among the lengths: all steps
LENGTHS = (WHOLE, "20", "50", "200")  # steps
MOST_FRAMES = 400  # of a longer search some steps are left out
HOLD_SECONDS = 2  # that the last frame stays
LEAST_BYTES = 200_000
BYTES_A_PIXEL = {"gif": 0.12, "webm": 0.1}  # of each frame, at most; films.js asks for half


@dataclass(frozen=True)
class Film:
    """What is to be made: a kind, its pixels along the longer side, its speed, its length."""

    kind: str = "gif"
    pixels: int = 480
    rate: int = 10
    length: int = 0  # steps; 0: all

    @classmethod
    def of(cls, kind: str, chosen: Mapping[str, str]) -> Film:
        """Return the film that is chosen by the fields "pixels", "rate" and "length"."""
        return cls(
            kind,
            int(chosen.get("pixels", PIXELS[1])),
            int(chosen.get("rate", RATES[1])),
            int(chosen.get("length", WHOLE)),
        )

    def size(self, seen: Seen) -> tuple[int, int]:
        """Return its pixels across and down: even, as films want them."""
        across, down = size(alone(seen).question)
        scale = self.pixels / max(across, down)
        return 2 * max(1, round(scale * across / 2)), 2 * max(1, round(scale * down / 2))

    def steps(self, seen: Seen) -> list[int]:
        """Return the step of each frame, evenly apart where not all have room."""
        there = seen.trace.length if seen.trace else len(seen.path)
        last = min(self.length or there, there)
        frames = min(last, MOST_FRAMES)
        return sorted({max(1, round(last * i / frames)) for i in range(1, frames + 1)})

    def seconds(self, seen: Seen) -> int:
        """Return how long it lasts."""
        return round(len(self.steps(seen)) / self.rate) + HOLD_SECONDS

    @property
    def holds(self) -> int:
        """For how many frames the last one stays."""
        return HOLD_SECONDS * self.rate

    def most_bytes(self, seen: Seen) -> int:
        """Return how large its file may become."""
        across, down = self.size(seen)
        count = len(self.steps(seen)) + (self.holds if self.kind == "webm" else 0)
        return LEAST_BYTES + round(BYTES_A_PIXEL[self.kind] * across * down * count)

    def name(self, seen: Seen) -> str:
        """Return the name of its file."""
        return f"{stem(seen.question)}-{self.pixels}.{self.kind}"


def summary(seen: Seen, chosen: Mapping[str, str]) -> str:
    """Return what will come of it, as a sentence: frames, seconds, most megabytes; or why not."""
    if why := why_no_film(seen):
        return text_of(why)
    gif, webm = (Film.of(kind, chosen) for kind in KINDS)
    return text_of(
        Sentence(
            "{frames:,} frames in {seconds} s, at most {gif} MB as a GIF and {webm} MB as a WebM,"
            " which is recorded as it plays.",
            frames=len(gif.steps(seen)),
            seconds=gif.seconds(seen),
            gif=_megabytes(gif.most_bytes(seen)),
            webm=_megabytes(webm.most_bytes(seen)),
        )
    )


def why_no_film(seen: Seen) -> str:
    """Return why there is none, as a sentence; "" where there is one."""
    if why := why_no_file("strip", seen):
        return why
    if max(len(seen.path), seen.trace.length if seen.trace else 0) < 2:
        return Sentence("Nothing has moved yet: press Solve, or choose another board.")
    return ""


def drawings(film: Film, seen: Seen, ground: Ground) -> Iterator[Iterator[str]]:
    """Yield the drawing of each frame, in parts; before them the last, which has all colours."""
    steps, one = film.steps(seen), alone(seen)
    for step in (steps[-1], *steps):
        yield picture(Seen(one.question, at_step(one, step)), ground)


def alone(seen: Seen) -> Seen:
    """Return what is seen of one search, the first of a race."""
    return replace(seen, question=replace(seen.question, race=""), rival=None)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f}"
