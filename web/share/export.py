"""What is seen, as files: pictures that stand alone, a film, and the tour as text. Pure.

A text comes in parts that are made when pulled: the picture of a large board is megabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Literal

from kt_core import svg, text
from kt_core.board import Board
from kt_core.drawing.colours import COLOURS, STOPS, light
from kt_core.drawing.curve import number
from kt_core.drawing.film import MOST_STEPS, film
from kt_core.drawing.shapes import escaped, text_at
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.language import Sentence, _, ngettext
from kt_core.tour import Tour
from web.draw import board
from web.draw.theme import rules
from web.question.question import Question, title_of
from web.search.outcome import Outcome
from web.search.trace import Trace
from web.state.seen import outcome as outcome_of
from web.state.state import State

Ground = Literal["light", "dark", "system"]

SQUARE_PIXELS = 80  # pixels of a square at the size 1x,
SIDE_PIXELS = 1280  # or fewer, so that the longer side of the board has no more than these
RIM_SQUARES = 0.25  # squares around the board
CAPTION_SQUARES = 0.6  # below the boards of a race
HANDFUL_LINES = 1000  # lines of a table that are made at once


@dataclass(frozen=True)
class Seen:
    """What is on the page: a question, what is shown of its answer, and its search if any."""

    question: Question
    outcome: Outcome
    trace: Trace | None = None
    rival: Outcome | None = None  # what is shown of the second search of a race

    @classmethod
    def of(cls, state: State) -> Seen:
        """Return what a state shows; a game is the reader's, not the search's."""
        traces = () if state.hand.game else state.answer.traces
        rival = outcome_of(state, 1) if len(traces) > 1 else None
        return cls(state.question, outcome_of(state), traces[0] if traces else None, rival)

    @property
    def path(self) -> tuple[int, ...]:
        """The path as it will be when it is whole, or as far as it is known."""
        return tuple(self.outcome.whole or self.outcome.path)

    def tour(self) -> Tour | None:
        """Return the tour, also where only its first steps are shown."""
        if self.outcome.tour or not self.outcome.whole:
            return self.outcome.tour
        return Tour(self.question.board, self.outcome.whole, self.question.puzzle.closed)


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
    stem = _stem if kind == "svg" else _stem_of_one
    return File(f"{stem(seen.question)}{ending}", media, made(seen))


def lacking(kind: str, seen: Seen) -> str:
    """Return why there is no file of this kind, as a sentence; "" where there is one."""
    if kind != "svg" and seen.question.is_letters:
        return Sentence("This graph has no squares, so there is no tour of them.")
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


def picture(seen: Seen, ground: Ground = "system") -> Iterator[str]:
    """Yield the picture of what is seen, in parts; it is light, dark, or as the system is."""
    question, outcome = seen.question, seen.outcome
    left, top, wide, high = whole = _extent(question)
    across, down = size(question)
    tour = "".join(board.tour_names(question, outcome))
    shows = _lanes(seen)
    label = _("; ").join(board.label(*lane) for lane in shows)
    shown = f' data-tour="{tour}"' if tour else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-board="{board.kind(question)}"{shown}'
        f' width="{across}" height="{down}" viewBox="{" ".join(map(number, whole))}"'
        f' role="img" aria-label="{escaped(label)}"'
        f' font-family="sans-serif">{style(ground)}'
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide)}"'
        f' height="{number(high)}" fill="{light("paper")}"/>'
    )
    for i, lane in enumerate(shows):
        beside = f'<g transform="translate({number(i * wide / len(shows))} 0)">'
        yield beside if len(shows) > 1 else ""
        yield from chain.from_iterable(_layers(*lane))
        yield f"{_caption(*lane)}</g>" if len(shows) > 1 else ""
    yield "</svg>"


def picture_name(question: Question, times: int) -> str:
    """Return the name of a PNG: "knights-tour-8x8@2x.png"."""
    return f"{_stem(question)}{f'@{times}x' if times > 1 else ''}.png"


def size(question: Question, times: int = 1) -> tuple[int, int]:
    """Return the pixels of the picture across and down, at 1, 2 or 4 times its size."""
    square = times * min(SQUARE_PIXELS, SIDE_PIXELS / max(_sides(question)))
    wide, high = _extent(question)[2:]
    return max(1, round(square * wide)), max(1, round(square * high))


def style(ground: Ground) -> str:
    """Return the style sheet that makes a light drawing dark, if and where it has to be."""
    if ground == "light":
        return ""
    stops = [COLOURS[f"t{i}"][1] for i in range(STOPS + 1)]
    dark = [*rules(lambda name: COLOURS[name][1])]
    dark += [
        f".t{i}{{--t:color-mix(in oklab,{stops[i + 1]} calc(var(--u)*1%),{stops[i]})}}"
        for i in range(STOPS)
    ]
    dark.append('[style*="--u"]{stroke:var(--t)}.on{fill:var(--t)}')
    said = "".join(dark)
    if ground == "system":
        said = f"@media screen and (prefers-color-scheme:dark){{{said}}}"
    return f"<style>{said}</style>"


def _layers(question: Question, outcome: Outcome) -> Iterator[Iterable[str]]:
    # As on the page, but for what is there to be touched, and for what its style sheet hides.
    shown: dict[str, Iterable[str]] = {
        name: layer.drawn() for name, layer in board.layers(question, outcome).items()
    }
    if not question.is_letters:
        shown |= _standing_alone(question, shown["coordinates"])
        show = set(question.show)
        hidden = [name for name in ("graph", "names") if name not in show]
        if not show & {"path"}:
            shown["graph"] = svg.edges(question.board, alone=True)
        if "names" in show:
            shown["coordinates"] = _sums(question, outcome)
        hidden += ["vertices"] * (not show & {"graph", "path"})
        shown |= dict.fromkeys(hidden, ())
    painted = board.is_painted(question) or board.is_growing(question, outcome)
    if painted and "path" in question.show:
        closed, of = bool(outcome.tour and outcome.tour.closed), len(question.board)
        shown["line"] = svg.line(question.board, outcome.path, closed=closed, of=of)
    yield from shown.values()


def _standing_alone(question: Question, around: Iterable[str]) -> dict[str, Iterable[str]]:
    board = question.board
    soft = f'<g fill="{light("soft")}">'
    return {
        "squares": svg.squares(board),
        "coordinates": chain((soft,), around, ("</g>",)),
    }


def _sums(question: Question, outcome: Outcome) -> Iterable[str]:
    if not (outcome.tour and _has_sums(question)):
        return ()
    from kt_core.drawing.sums import sums  # which a page starts without

    return sums(outcome.tour)


def _has_sums(question: Question) -> bool:
    """Return whether the sums of a semi-magic tour stand around its board."""
    if question.is_letters or not question.famous or "numbers" not in question.show:
        return False
    from kt_core.gallery import GALLERY  # which a page starts without

    return GALLERY[question.famous].semi_magic


def _lanes(seen: Seen) -> Sequence[tuple[Question, Outcome]]:
    """Return each board that is seen: what it is asked, and what it shows."""
    if not seen.question.is_race:
        return ((seen.question, seen.outcome),)
    from web.search.race import lanes  # which a page starts without

    return tuple(zip(lanes(seen.question), (seen.outcome, seen.rival or Outcome()), strict=True))


def _caption(question: Question, outcome: Outcome) -> str:
    """Return what stands below a board of a race: whose it is, and how far that is."""
    said = _(
        "{title}: {squares}, {dead_ends}",
        title=_(title_of(question.ordering)),
        squares=_("{n:,} of {total:,} squares", n=len(outcome.path), total=len(question.board)),
        dead_ends=ngettext("{n:,} dead end", "{n:,} dead ends", outcome.dead_ends),
    )
    top, high = _box(question)[1], _box(question)[3]
    size = min(CAPTION_SQUARES / 2, 1.9 * question.board.columns / len(said))
    text = text_at(0, top + high + CAPTION_SQUARES / 2, escaped(said))
    return f'<g fill="{light("ink")}" font-size="{number(size)}">{text}</g>'


def _extent(question: Question) -> tuple[float, float, float, float]:
    """Return what is seen of the plane in all: of a race two boards, with a line below each."""
    left, top, wide, high = _box(question)
    return (left, top, 2 * wide, high + CAPTION_SQUARES) if question.is_race else _box(question)


def _box(question: Question) -> tuple[float, float, float, float]:
    """Return what is seen of the plane: left, top, width, height, in squares."""
    rows, columns = _sides(question)
    rim = RIM_SQUARES * max(1.0, max(rows, columns) / 40)
    named = "names" in question.show or svg.is_large(question.board) or question.is_letters
    letters = 0 if named else 0.021 * max(rows, columns)  # as high as coordinates are
    left, below = rim + 1.3 * letters, rim + 1.2 * letters
    above, right = rim, rim
    if _has_sums(question):
        figure = 0.025 * max(rows, columns)  # as high as sums are
        above, right = max(rim, 1.7 * figure), max(rim, 2.9 * figure)
    return -left, -above, left + columns + right, above + rows + below


def _sides(question: Question) -> tuple[int, int]:
    if question.is_letters:
        from web.draw import letters  # with the graph, which a page starts without

        return letters.SIDES
    return question.board.rows, question.board.columns


def _stem(question: Question) -> str:
    return "graph-letters" if question.is_letters else f"knights-tour-{question.board}"


def _stem_of_one(question: Question) -> str:
    """Return the name of what holds one search: of a race it says which."""
    return f"{_stem(question)}{f'-{question.ordering}' if question.is_race else ''}"


def _film(seen: Seen) -> Iterator[str]:
    board, closed = seen.question.board, seen.question.puzzle.closed
    drawn = film(board, _events(board, seen), closed=closed)
    begin = drawn.index(">") + 1  # behind the root's own tag
    yield drawn[:begin] + style("system") + drawn[begin:]


def _events(board: Board, seen: Seen) -> Iterator[Event]:
    # Of a search too long for a film the path alone is shown; so nothing else is told.
    trace = seen.trace
    if trace and trace.length <= MOST_STEPS:
        for square, back in trace.record.steps(0, trace.length):
            yield Backtrack(square) if back else Visit(square)
        if trace.at(trace.length).found:
            yield Found(tuple(trace.at(trace.length).path))
        return
    yield from map(Visit, seen.path)
    if len(seen.path) == len(board) and seen.tour():
        yield Found(tuple(seen.path))


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
    "csv": (".csv", "text/csv", _csv),
    "json": (".json", "application/json", _json),
}
