"""The report on a run: text for a terminal, values for JSON, and a film of the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kt_core.board import Board
from kt_core.drawing.film import film
from kt_core.events import Backtrack, Event, Visit
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence, text_of
from kt_core.own_search import EventValidator
from kt_core.programs.evidence import Evidence, WatchedStore
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.programs.run import Run
from kt_core.programs.verdict import Verdict

ALTERNATIVES = N_("Others that could be watched: {names}.")


def as_json(found: Evidence, judged: Verdict, printed: str) -> dict[str, Any]:
    """Return the report as values for JSON."""
    name = judged.board.name if judged.board else str
    watched, *others = (*map(_store, found.stores), None)
    return {
        "recognised": watched is not None,
        "store": watched,
        "alternatives": others[:-1],
        "boards": [
            {
                "rows": each.frame.rows, "columns": each.frame.columns, "visits": each.visits,
                "backtracks": each.backtracks, "deepest": each.deepest,
            }
            for each in found.boards
        ],
        "result": {
            "kind": judged.kind,
            "path": [name(square) for square in judged.path],
            "closed": judged.closed,
            "sentence": text_of(judged.sentence),
            "details": [text_of(each) for each in judged.details],
        },
        "printed": printed,
        "notes": [text_of(note) for note in found.notes],
        "error": None
        if found.error is None
        else {"sentence": text_of(found.error), "line": found.line or None},
        "ended": {
            "returned": found.ended == "returned",
            "visits": found.visits,
            "seconds": round(found.seconds, 3),
            "error": text_of(found.error) if found.error is not None else None,
            "exit": found.exit,
            "why": found.ended,
        },
    }  # fmt: skip


def _store(store: WatchedStore) -> dict[str, Any]:
    return {**vars(store), "sentence": text_of(store.sentence)}


def as_text(found: Evidence, judged: Verdict) -> Iterator[str]:
    """Yield the lines of the report for a terminal, below the output of the program."""
    yield from (text_of(note) for note in found.notes)
    if found.stores and not judged.is_game:
        watched, *others = found.stores
        yield f"{text_of(watched.sentence)}."
        if names := ", ".join(store.name for store in others if store.name):
            yield text_of(Sentence(ALTERNATIVES, names=names))
    yield text_of(judged.sentence)
    yield from (text_of(each) for each in judged.details)
    if found.trace:
        yield found.trace


def film_codes(run: Run) -> dict[str, Any]:
    """Return the deepest search of a run for `film_of`: its frame's size and its events.

    An event is 2 * square for a visit, and one more for a backtrack.
    """
    recording = run.recording
    number = max(range(len(recording.boards)), key=lambda each: recording.boards[each].deepest)
    frame = run.frame(number)
    if frame is None:
        return {"board": [], "events": []}
    first = recording.boards[number].first
    events = recording.events[first + (first > 0) :]
    return {"board": [frame.rows, frame.columns], "events": [*_codes(recording, frame, events)]}


def _codes(recording: ProgramRecording, frame: Frame, events: Sequence[int]) -> Iterator[int]:
    for event in events:
        square = frame.square(recording.squares[abs(event) - 1]) if event else None
        if square is None:
            return
        yield 2 * square + (event < 0)


def film_of(board: Board, codes: Sequence[Any], pause: float) -> str:
    """Return a film of a search as SVG, up to its first impossible event; "" without any event."""
    events = [*_events(board, codes)]
    return film(board, events, pace=pause) if events else ""


def _events(board: Board, codes: Sequence[Any]) -> Iterator[Event]:
    if not codes or type(codes[0]) is not int:
        return
    trail = EventValidator(knight_graph(board), board, codes[0] >> 1, ())
    for code in codes:
        if type(code) is not int:
            return
        event = Backtrack(code >> 1) if code & 1 else Visit(code >> 1)
        try:
            trail.take(event)
        except ValueError:
            return
        yield event
