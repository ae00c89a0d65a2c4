"""Files of the shown board: pictures, films, and the tour as text. Pure.

Texts are generated in parts: the picture of a large board takes megabytes. js/films.js makes a GIF
from the drawings of a film. The dialog shows the limit of its size; a larger GIF is not saved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Literal

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing.colors import COLORS, STOPS, light
from kt_core.drawing.film import MOST_STEPS, film
from kt_core.drawing.layers import sums
from kt_core.drawing.shapes import LARGE_AREA, escape, number, text_at, tour_data
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.files import text
from kt_core.gallery import GALLERY
from kt_core.language import N_, Sentence, _, ngettext, text_of
from kt_core.svg import is_large
from kt_core.tour import Tour
from web.draw.patch import color_rules
from web.lab.view import boards
from web.lab.view.blocks import drawing, is_painted
from web.question.question import Question, title_of
from web.search.answer import Answer, position, scene
from web.search.recording import Outcome, PathPrefix, Trace
from web.search.watch import lanes
from web.state.state import State
from web.state.state import outcome as outcome_of

Ground = Literal["light", "dark", "system"]

# --- Pictures -------------------------------------------------------------------------------------

SQUARE_PIXELS = 80  # pixels of a square at the size 1x
SIDE_PIXELS = 1280  # limit for the longer side of the board at the size 1x
RIM_SQUARES = 0.25  # width of the rim around the board, in squares
CAPTION_SQUARES = 0.6  # height of a caption below the boards of a race, in squares


@dataclass(frozen=True)
class Seen:
    """A question, the shown outcome of its search, and the search if there is one."""

    question: Question
    outcome: Outcome
    trace: Trace | None = None
    rival: Outcome | None = None  # the outcome of the second search of a race

    @classmethod
    def of(cls, state: State) -> Seen:
        """Return the view of a state; in a game, the path is the reader's.

        The whole refutation is shown, even while the reader steps through it.
        """
        state = state.with_progress(inference=None)
        traces = () if state.reader.game else state.search.answer.traces
        rival = outcome_of(state, 1) if len(traces) > 1 else None
        return cls(state.question, outcome_of(state), traces[0] if traces else None, rival)

    @property
    def steps(self) -> int:
        """The last step of a film.

        This is the last step of a search that has ended, unless the reader predicts it. Of any
        other search, it is the step shown on the page.
        """
        if not self.trace:
            return len(self.path)
        if self.trace.end and self.question.mode != "predict":
            return self.trace.length
        return position(self.question, Answer(traces=(self.trace,)))

    @property
    def path(self) -> tuple[int, ...]:
        """The complete path if it is known, otherwise the path so far."""
        return tuple(self.outcome.whole or self.outcome.path)

    def tour(self) -> Tour | None:
        """Return the tour, even if only its first steps are shown."""
        if self.outcome.tour or not self.outcome.whole:
            return self.outcome.tour
        return Tour(self.question.board, self.outcome.whole, self.question.puzzle.closed)


def picture(seen: Seen, ground: Ground = "system") -> Iterator[str]:
    """Yield the picture in parts; its theme is light, dark, or that of the system."""
    question, outcome = seen.question, seen.outcome
    left, top, wide, high = whole = _extent(question)
    across, down = size(question)
    tour = "".join(boards.tour_names(question, outcome) or ())
    shows = _shown_boards(seen)
    label = _("; ").join(boards.label(*lane) for lane in shows)
    shown = tour_data(question.board, tour) if tour else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-board="{question.board}"{shown}'
        f' width="{across}" height="{down}" viewBox="{" ".join(map(number, whole))}"'
        f' role="img" aria-label="{escape(label)}"'
        f' font-family="sans-serif">{style(ground)}'
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide)}"'
        f' height="{number(high)}" fill="{light("paper")}"/>'
    )
    for i, lane in enumerate(shows):
        layers = chain.from_iterable(layers_of(*lane))
        if len(shows) > 1:
            beside = f'<g transform="translate({number(i * wide / len(shows))} 0)">'
            layers = chain((beside,), layers, (_caption(*lane), "</g>"))
        yield from layers
    yield "</svg>"


def picture_name(question: Question, times: int) -> str:
    """Return the name of a PNG: "knights-tour-8x8@2x.png"."""
    return f"{stem(question)}{f'@{times}x' if times > 1 else ''}.png"


def size(question: Question, times: int = 1) -> tuple[int, int]:
    """Return the width and height of the picture in pixels, at 1, 2 or 4 times its size."""
    square = times * min(SQUARE_PIXELS, SIDE_PIXELS / max(_sides(question)))
    wide, high = _extent(question)[2:]
    return max(1, round(square * wide)), max(1, round(square * high))


def too_large(across: int, down: int) -> str:
    """Return the reason why there is no picture of this size."""
    return Sentence(
        "This browser cannot make a picture of {across:,} x {down:,} pixels. Take a smaller one, or"
        " the SVG.",
        across=across,
        down=down,
    )


def style(ground: Ground) -> str:
    """Return the style sheet that makes a light drawing dark; "" for a light picture."""
    if ground == "light":
        return ""
    stops = [COLORS[f"t{i}"][1] for i in range(STOPS + 1)]
    dark = [*color_rules(lambda name: COLORS[name][1])]
    dark += [
        f".t{i}{{--t:color-mix(in oklab,{stops[i + 1]} calc(var(--u)*1%),{stops[i]})}}"
        for i in range(STOPS)
    ]
    dark.append('[style*="--u"]{stroke:var(--t)}.on{fill:var(--t)}')
    rules = "".join(dark)
    if ground == "system":
        rules = f"@media screen and (prefers-color-scheme:dark){{{rules}}}"
    return f"<style>{rules}</style>"


def layers_of(question: Question, outcome: Outcome) -> Iterator[Iterable[str]]:
    """Yield each layer of a board, in parts."""
    # The layers are those of the page, except those for the pointer and the hidden ones.
    layers: dict[str, Iterable[str]] = {
        name: drawing(blocks) for name, blocks in boards.layers(question, outcome).items()
    }
    soft = chain((f'<g fill="{light("soft")}">',), layers["coordinates"], ("</g>",))
    layers |= {"squares": svg.squares(question.board), "coordinates": soft}
    show = set(question.show)
    hidden = [name for name in ("graph", "names") if name not in show]
    if not show & {"path"}:
        layers["graph"] = svg.edges(question.board, alone=True)
    if "names" in show:
        layers["coordinates"] = sums(outcome.tour) if outcome.tour and _has_sums(question) else ()
    hidden += ["symmetry", *["vertices"] * (not show & {"graph", "path"})]
    layers |= dict.fromkeys(hidden, ())
    if is_painted(question, outcome) and "path" in question.show:
        closed, of = bool(outcome.tour and outcome.tour.closed), len(question.board)
        layers["line"] = svg.line(question.board, outcome.path, closed=closed, of=of)
    yield from layers.values()


def _has_sums(question: Question) -> bool:
    """Return True if the board has the sums of a semi-magic tour around it."""
    if not question.famous or "numbers" not in question.show:
        return False
    return GALLERY[question.famous].semi_magic


def _shown_boards(seen: Seen) -> Sequence[tuple[Question, Outcome]]:
    """Return the question and the outcome of each board."""
    if not seen.question.is_race:
        return ((seen.question, seen.outcome),)

    return tuple(zip(lanes(seen.question), (seen.outcome, seen.rival or Outcome()), strict=True))


def _caption(question: Question, outcome: Outcome) -> str:
    """Return the caption of a board of a race: its move ordering and its progress."""
    caption = _(
        "{title}: {squares}, {dead_ends}",
        title=_(title_of(question.ordering)),
        squares=_("{n:,} of {total:,} squares", n=len(outcome.path), total=len(question.board)),
        dead_ends=ngettext("{n:,} dead end", "{n:,} dead ends", outcome.dead_ends),
    )
    top, high = box(question)[1], box(question)[3]
    size = min(CAPTION_SQUARES / 2, 1.9 * question.board.columns / len(caption))
    text = text_at(0, top + high + CAPTION_SQUARES / 2, escape(caption))
    return f'<g fill="{light("ink")}" font-size="{number(size)}">{text}</g>'


def _extent(question: Question) -> tuple[float, float, float, float]:
    """Return the `box` of the whole picture: a race has two boards, with a line below each."""
    left, top, wide, high = box(question)
    return (left, top, 2 * wide, high + CAPTION_SQUARES) if question.is_race else box(question)


def box(question: Question) -> tuple[float, float, float, float]:
    """Return the visible part of the plane: left, top, width, height, in squares."""
    rows, columns = _sides(question)
    rim = RIM_SQUARES * max(1.0, max(rows, columns) / 40)
    named = "names" in question.show or svg.is_large(question.board)
    letters = 0 if named else 0.021 * max(rows, columns)  # height of coordinates
    left, below = rim + 1.3 * letters, rim + 1.2 * letters
    above, right = rim, rim
    if _has_sums(question):
        figure = 0.025 * max(rows, columns)  # height of sums
        above, right = max(rim, 1.7 * figure), max(rim, 2.9 * figure)
    return -left, -above, left + columns + right, above + rows + below


def _sides(question: Question) -> tuple[int, int]:
    return question.board.rows, question.board.columns


def program_name(starter: str) -> str:
    """Return the file name of the reader's program: that of the last function of a starter.

    >>> program_name("def legal_moves(row, col, n):"), program_name("")
    ('legal_moves.py', 'mine.py')
    """
    names = re.findall(r"^def (\w{1,60})\(", starter, re.MULTILINE | re.ASCII)
    return f"{names[-1] if names else 'mine'}.py"


def stem(question: Question) -> str:
    """Return the beginning that all file names share."""
    return f"knights-tour-{question.board}"


# --- Files ----------------------------------------------------------------------------------------

LINES_PER_YIELD = 1000  # lines of a table between two yields
PIXELS = (240, 480, 720)  # choices for the longer side
RATES = (4, 10, 20)  # steps a second
LENGTHS = (0, 20, 50, 200)  # steps; 0: all
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
    _title, ending, media, made = KINDS[kind]
    named = stem if kind == "svg" else _search_stem
    return File(f"{named(seen.question)}{ending}", media, made(seen))


def why_no_file(kind: str, seen: Seen) -> str:
    """Return a sentence if there is no file of this kind, otherwise ""."""
    if kind in TOURS:
        known = seen.outcome.tour or seen.outcome.whole
        why = Sentence("There is no tour yet: press Play, or choose another board.")
        return "" if known else why
    if kind == "film" and not seen.path:
        return Sentence("Nothing has moved yet: press Play, or choose another board.")
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
    """Return the outcome after some steps of the search or, without a search, of the path."""
    if seen.trace:
        return scene(replace(seen.question, step=step), Answer(traces=(seen.trace,)))
    if step == len(seen.path) and (tour := seen.tour()):
        return Outcome(tour=tour, path=tour.path)
    path, now = PathPrefix(seen.path, step), seen.outcome
    return Outcome(path=path, whole=seen.path, steps=step, first=now.first, others=now.others)


#: Kind of file -> its title, the end of its name, its media type, and the function that writes it.
KINDS: Mapping[str, tuple[str, str, str, Callable[[Seen], Iterator[str]]]] = {
    "svg": (N_("SVG"), ".svg", "image/svg+xml", picture),
    "film": (N_("Animated SVG"), "-film.svg", "image/svg+xml", _film),
    "csv": (N_("CSV"), ".csv", "text/csv", _csv),
    "json": (N_("JSON"), ".json", "application/json", _json),
}
TOURS = [kind for kind in KINDS if kind not in ("svg", "film")]  # the kinds that need a tour


@dataclass(frozen=True)
class Film:
    """The choices for a film: its pixels along the longer side, its speed, its length."""

    pixels: int = 480
    rate: int = 10
    length: int = 0  # steps; 0: all

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> Film:
        """Return the film with the values of the fields "pixels", "rate" and "length"."""
        return cls(**{name: int(chosen[name]) for name in vars(cls()) if name in chosen})

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
        """The duration of the last frame, as a number of frames."""
        return HOLD_SECONDS * self.rate

    def most_bytes(self, seen: Seen) -> int:
        """Return the limit of the size of the file."""
        across, down = self.size(seen)
        return LEAST_BYTES + round(BYTES_A_PIXEL * across * down * len(self.steps(seen)))

    def name(self, seen: Seen) -> str:
        """Return the name of the file."""
        return f"{stem(seen.question)}-{self.pixels}.gif"


def film_summary(seen: Seen, chosen: Mapping[str, str]) -> str:
    """Return the frames, seconds and maximum megabytes of a film, or why there is none."""
    if why := why_no_film(seen):
        return text_of(why)
    film = Film.of(chosen)
    return _(
        "{frames:,} frames in {seconds} s, at most {size} MB.",
        frames=len(film.steps(seen)),
        seconds=film.seconds(seen),
        size=f"{film.most_bytes(seen) / 1e6:.1f}",
    )


def why_no_film(seen: Seen) -> str:
    """Return a sentence if there is no film, otherwise ""."""
    if is_large(seen.question.board):
        return Sentence("A GIF shows boards below {n:,} squares.", n=LARGE_AREA)
    if max(len(seen.path), seen.steps) < 2:
        return Sentence("Nothing has moved yet: press Play, or choose another board.")
    return ""


def drawings(film: Film, seen: Seen, ground: Ground) -> Iterator[Iterator[str]]:
    """Yield the last drawing, which has all colors, then one for each frame; each in parts."""
    steps, one = film.steps(seen), alone(seen)
    for step in (steps[-1], *steps):
        yield picture(Seen(one.question, at_step(one, step)), ground)


def alone(seen: Seen) -> Seen:
    """Return the view of a single search; in a race, of the first."""
    return replace(seen, question=replace(seen.question, race=""), rival=None)
