"""The report on a run for the page and the command line: text, or values for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kt_core.drawing.film import film
from kt_core.events import Backtrack, Event, Visit
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence, text_of
from kt_core.own import EventValidator
from kt_core.programs.changes import MISSING
from kt_core.programs.reasons import text_of_mark
from kt_core.programs.recognize import Store
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.programs.results import frame_of
from kt_core.programs.run import Run
from kt_core.programs.verdict import Verdict

MATRIX = N_("Watching {name}, a board of {size} where {empty} means empty")
MAP = N_("Watching {name}, with an entry for each square, where {empty} means empty")
MAP_OF_VISITED = N_("Watching {name}, with an entry for each visited square")
PATH = N_("Watching {name}, the squares of the path in order")
SET = N_("Watching {name}, the set of the visited squares")
ATTRIBUTE = N_("Watching the attribute {name}, where {empty} means not visited")
VALUE = N_("Watching the path that {name} passes from call to call")
CALL = N_("Watching the calls of a function with the square {name}")
TEMPLATES = {
    "matrix": MATRIX, "map": MAP, "path": PATH, "attribute": ATTRIBUTE, "value": VALUE,
    "call": CALL,
}  # fmt: skip
ALTERNATIVES = N_("Others that could be watched: {names}.")
MOST_ALTERNATIVES = 5
MOST_BOARDS = 1_000


def description(store: Store, frame: Frame | None) -> Sentence:
    """Return a description of the watched container."""
    template = SET if store.is_unordered else TEMPLATES[store.kind]
    if store.kind == "map" and store.empty is MISSING:
        template = MAP_OF_VISITED
    size = f"{frame.rows} × {frame.columns}" if frame else "?"
    name = store.name or "a list"
    return Sentence(template, name=name, size=size, empty=text_of_mark(store.empty))


def as_json(run: Run, found: Verdict) -> dict[str, Any]:
    """Return the report as values for JSON."""
    name = found.board.name if found.board else str
    ended = {
        "returned": run.ended == "returned",
        "visits": run.recording.visits,
        "seconds": round(run.seconds, 3),
        "error": run.error.sentence if run.error else None,
        "exit": run.exit if type(run.exit) in (int, str, type(None)) else None,
        "why": run.ended,
    }
    return {
        "recognised": run.store is not None,
        "store": _store(run.store, found),
        "alternatives": [_store(store, found) for store in alternatives(run)],
        "boards": [*_boards(run)],
        "result": {
            "kind": found.kind,
            "path": [name(square) for square in found.path],
            "closed": found.closed,
            "sentence": text_of(found.sentence),
            "details": [text_of(each) for each in found.details],
        },
        "printed": run.output.first,
        "notes": [text_of(note) for note in run.notes],
        "error": None
        if run.error is None
        else {"sentence": text_of(run.error.sentence), "line": run.error.line or None},
        "ended": ended,
    }


def alternatives(run: Run) -> list[Store]:
    """Return the other containers that could be the board, the likeliest first."""
    return [store for store in run.stores if store is not run.store][:MOST_ALTERNATIVES]


def _store(store: Store | None, found: Verdict) -> dict[str, Any] | None:
    if store is None:
        return None
    frame = found.frames[0] if found.frames else None
    return {
        "key": store.key,
        "kind": store.kind,
        "name": store.name,
        "line": store.line,
        "sentence": text_of(description(store, frame)),
    }


def _boards(run: Run) -> Iterator[dict[str, int]]:
    for number, board in enumerate(run.recording.boards[:MOST_BOARDS]):
        if not board.visits:
            continue
        frame = frame_of(run, number)
        yield {
            "rows": frame.rows if frame else 0,
            "columns": frame.columns if frame else 0,
            "visits": board.visits,
            "backtracks": board.backtracks,
            "deepest": board.deepest,
        }


def as_text(run: Run, found: Verdict) -> Iterator[str]:
    """Yield the lines of the report for a terminal; the program's own output first."""
    if run.output.count:
        yield run.output.first.rstrip("\n")
        if run.output.omitted_characters:
            omitted = Sentence(
                "… {n:,} characters were left out …", n=run.output.omitted_characters
            )
            yield text_of(omitted)
        if run.output.last:
            yield run.output.last.rstrip("\n")
        yield ""
    yield from (text_of(note) for note in run.notes)
    if run.store:
        frame = found.frames[0] if found.frames else None
        yield f"{text_of(description(run.store, frame))}."
        if names := ", ".join(store.name for store in alternatives(run) if store.name):
            yield text_of(Sentence(ALTERNATIVES, names=names))
    yield text_of(found.sentence)
    yield from (text_of(each) for each in found.details)
    if run.error and run.error.trace:
        yield run.error.trace


def film_of(run: Run, pace: float) -> str:
    """Return a film of the judged board as SVG; "" without a board."""
    recording = run.recording
    number = max(range(len(recording.boards)), key=lambda each: recording.boards[each].deepest)
    frame = frame_of(run, number)
    if frame is None:
        return ""
    events = [*_events(recording, frame, number)]
    return film(frame.board, events, pace=pace) if events else ""


def _events(recording: ProgramRecording, frame: Frame, number: int) -> Iterator[Event]:
    """Yield the events of a board as those of a search, up to the first impossible one."""
    first = recording.boards[number].first
    trail: EventValidator | None = None
    for code in recording.events[first + (first > 0) :]:
        square = frame.square(recording.squares[abs(code) - 1]) if code else None
        if square is None:
            return
        trail = trail or EventValidator(knight_graph(frame.board), frame.board, square, ())
        event = Visit(square) if code > 0 else Backtrack(square)
        try:
            trail.take(event)
        except ValueError:
            return
        yield event
