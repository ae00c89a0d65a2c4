"""The shown board as a stand-alone SVG picture. Pure.

A picture is generated in parts: one of a large board takes megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from kt_core import svg
from kt_core.drawing.colours import COLOURS, STOPS, light
from kt_core.drawing.line import sums
from kt_core.drawing.shapes import escape, number, text_at, tour_data
from kt_core.gallery import GALLERY
from kt_core.language import _, ngettext
from kt_core.tour import Tour
from web.draw.blocks import is_growing, is_painted
from web.draw.elements import colour_rules
from web.lab.search.answer import Answer, position
from web.lab.search.recording import Outcome, Trace
from web.lab.search.watch import lanes
from web.lab.view import boards
from web.question.question import Question, title_of
from web.state.state import State
from web.state.state import outcome as outcome_of

Ground = Literal["light", "dark", "system"]

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
    tour = "".join(boards.tour_names(question, outcome))
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


def style(ground: Ground) -> str:
    """Return the style sheet that makes a light drawing dark; "" for a light picture."""
    if ground == "light":
        return ""
    stops = [COLOURS[f"t{i}"][1] for i in range(STOPS + 1)]
    dark = [*colour_rules(lambda name: COLOURS[name][1])]
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
    # As on the page, without the layers for the pointer and those that the style sheet hides.
    layers: dict[str, Iterable[str]] = {
        name: layer.value() for name, layer in boards.layers(question, outcome).items()
    }
    layers |= _standing_alone(question, layers["coordinates"])
    show = set(question.show)
    hidden = [name for name in ("graph", "names") if name not in show]
    if not show & {"path"}:
        layers["graph"] = svg.edges(question.board, alone=True)
    if "names" in show:
        layers["coordinates"] = _sums(question, outcome)
    hidden += ["symmetry", *["vertices"] * (not show & {"graph", "path"})]
    layers |= dict.fromkeys(hidden, ())
    painted = is_painted(question) or is_growing(question, outcome)
    if painted and "path" in question.show:
        closed, of = bool(outcome.tour and outcome.tour.closed), len(question.board)
        layers["line"] = svg.line(question.board, outcome.path, closed=closed, of=of)
    yield from layers.values()


def _standing_alone(question: Question, around: Iterable[str]) -> dict[str, Iterable[str]]:
    board = question.board
    soft = f'<g fill="{light("soft")}">'
    return {"squares": svg.squares(board), "coordinates": chain((soft,), around, ("</g>",))}


def _sums(question: Question, outcome: Outcome) -> Iterable[str]:
    if not (outcome.tour and _has_sums(question)):
        return ()
    return sums(outcome.tour)


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


def stem(question: Question) -> str:
    """Return the beginning that all file names share."""
    return f"knights-tour-{question.board}"
