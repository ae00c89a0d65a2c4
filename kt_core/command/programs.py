"""A reader's program in a separate process: the commands `run` and `solve --ordering-file`.

The process of `run` watches and times a program, and sends plain data. This process trusts none of
it, judges it, and writes the report: nothing that the program changes in its own process reaches
the verdict. The program is interrupted after the given seconds; if that fails, its process is
killed. For `--ordering-file` the process returns a path, which is checked here.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any

from kt_core.board import Board
from kt_core.command import streams
from kt_core.command.process import DEEPEST_CALLS, Fields, alarm, answer_of, serve
from kt_core.drawing.film import film
from kt_core.events import Backtrack, Event, Found, Progress, Visit
from kt_core.language import N_, Sentence, _, text_of, value_error
from kt_core.own_search import EventValidator
from kt_core.programs import evidence
from kt_core.programs.environment import FIRST_CHARACTERS, OutputStream
from kt_core.programs.evidence import Evidence, WatchedStore
from kt_core.programs.findings import evidence_of
from kt_core.programs.functions import ReaderFunction
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.programs.run import MOST_CHARACTERS, Run, RunSettings
from kt_core.programs.run import run as run_program
from kt_core.programs.verdict import Verdict, verdict
from kt_core.theory import refute
from kt_core.tour import Puzzle, Tour, Undecided

TOUR, NO_TOUR, DOES_NOT_RUN, BUDGET = 0, 1, 2, 3  # exit statuses
FILM_PAUSE = 0.15  # seconds for a step
MOST_STEPS = 1_000_000  # limit for a search by `--ordering-file`
MOST_PRINTED = FIRST_CHARACTERS
MOST_WRONG = 5_000  # characters
ALTERNATIVES = N_("Others that could be watched: {names}.")


def run(args: argparse.Namespace) -> int:
    """Print the report on a program and return the exit status."""
    question = {
        "source": program_text(args.program),
        "visits": args.visits,
        "seconds": args.seconds,
        "arguments": args.arguments,
        "seed": args.seed or 1,
        "film": args.film is not None,
    }
    answer = answer_of(evidence_of_program, question, args.seconds)
    try:
        found = evidence.read(answer["evidence"])
        printed = [evidence.text(answer[name], MOST_PRINTED) for name in ("first", "last")]
        omitted, told = (evidence.number(answer[name]) for name in ("omitted", "told"))
    except (KeyError, TypeError, ValueError):
        printed, omitted, told = [str(answer.get("printed", ""))[:MOST_PRINTED], ""], 0, 0
        found = _evidence_without_answer(printed[0], args.seconds, is_late="late" in answer)
    judged = verdict(found)
    if args.format == "json":
        print(json.dumps(report_as_json(found, judged, printed[0]), ensure_ascii=False))
    else:
        told = told if sys.stderr.isatty() else 0
        output = _output(printed[0][told:], omitted, printed[1])
        print(*output, *report_as_text(found, judged), sep="\n")
    if args.film is not None:
        _write_film(answer.get("film"), args.film)
    return _status(found, judged)


def program_text(name: str) -> str:
    """Return the text of a file with a program; `ValueError` if it is too long."""
    source = streams.read(name, MOST_CHARACTERS + 1, N_("name a file with a Python program"))
    if len(source) > MOST_CHARACTERS:
        raise value_error(
            "a program of more than {most:,} characters is too long", most=MOST_CHARACTERS
        )
    return source


def _output(first: str, omitted: int, last: str) -> Iterator[str]:
    """Yield the program's output, and an empty line below it."""
    if first or last:
        yield first.rstrip("\n")
        if omitted:
            yield _("… {n:,} characters were left out …", n=omitted)
        if last:
            yield last.rstrip("\n")
        yield ""


def _write_film(codes: Any, name: str) -> None:
    """Write the film of a search; `ValueError` if no board was recognized."""
    try:
        rows, columns = map(evidence.side, codes["board"])
        drawing = film_of(Board(rows, columns), codes["events"])
    except (KeyError, TypeError, ValueError):
        drawing = ""
    if not drawing:
        raise value_error("there is no film: no board was recognized")
    streams.write(drawing, name)


def _evidence_without_answer(printed: str, seconds: float, *, is_late: bool) -> Evidence:
    """Return the evidence of a process that was killed, or has ended Python: what it printed."""
    if is_late:
        return Evidence(ended="seconds", limit=seconds, printed=printed)
    why = Sentence(N_("it ended Python itself, or used up its memory"))
    return Evidence(ended="exit", error=why, printed=printed)


def evidence_of_program(question: Fields, ended: Callable[[], None]) -> Fields:
    """Run the program of a question; return what it showed and did."""
    terminal = Terminal()
    printed = os.open(question.get("printed", os.devnull), os.O_WRONLY | os.O_CREAT)
    settings = RunSettings(
        visits=question["visits"],
        seconds=question["seconds"],
        arguments=tuple(question["arguments"]),
        seed=question["seed"],
        deepest_calls=DEEPEST_CALLS,
        ask=terminal.ask,
        echo=lambda text: os.write(printed, text.encode("utf-8", "replace")),
        guard=lambda stop: alarm(question["seconds"], stop),
    )
    done = run_program(question["source"], settings)
    ended()
    return {
        "evidence": evidence_of(done).to_json(),
        "first": done.output.first,
        "last": done.output.last,
        "omitted": done.output.omitted_characters,
        "told": terminal.told,
        "film": film_codes(done) if question["film"] else None,
    }


def _status(found: Evidence, judged: Verdict) -> int:
    if judged.kind in ("tour", "many"):
        return TOUR
    if found.error is not None or found.ended == "input":
        return DOES_NOT_RUN
    return BUDGET if found.ended in ("visits", "seconds") else NO_TOUR


class Terminal:
    """Standard input, for a program that asks; its output so far goes to standard error."""

    def __init__(self) -> None:
        self.told = 0  # characters of the output that were written
        self._stdin = sys.stdin  # the program gets another one

    def ask(self, output: OutputStream) -> str:
        """Return a line of standard input."""
        print(output.first[self.told :], end="", file=sys.__stderr__, flush=True)
        self.told = len(output.first)
        line = self._stdin.readline() if self._stdin else ""
        if not line:
            raise EOFError("EOF when reading a line")
        if self._stdin.isatty():
            self.told += len(line)  # the terminal has shown the line
        return line.rstrip("\n")


# --- The report -----------------------------------------------------------------------------------


def report_as_json(found: Evidence, judged: Verdict, printed: str) -> dict[str, Any]:
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


def report_as_text(found: Evidence, judged: Verdict) -> Iterator[str]:
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


def film_of(board: Board, codes: Sequence[Any]) -> str:
    """Return a film of a search as SVG, up to its first impossible event; "" without any event."""
    events = [*_events(board, codes)]
    return film(board, events, pace=FILM_PAUSE) if events else ""


def _events(board: Board, codes: Sequence[Any]) -> Iterator[Event]:
    if not codes or type(codes[0]) is not int:
        return
    trail = EventValidator(Puzzle(board, codes[0] >> 1))
    for code in codes:
        if type(code) is not int:
            return
        event = Backtrack(code >> 1) if code & 1 else Visit(code >> 1)
        try:
            trail.take(event)
        except ValueError:
            return
        yield event


# --- A function of the reader ---------------------------------------------------------------------


def tour_by_function(puzzle: Puzzle, name: str, source: str, seed: int | None) -> Tour:
    """Return the tour that a reader's function finds; `ValueError` if the code is wrong."""
    refute(puzzle)
    board = puzzle.board
    question = {
        "board": (board.rows, board.columns, sorted(board.holes)),
        "puzzle": (puzzle.start, puzzle.end, puzzle.closed, puzzle.leaper),
        "source": source,
        "seed": seed,
    }
    answer = answer_of(tour_answer, question)
    path, printed, steps = (answer.get(key) for key in ("path", "printed", "steps"))
    print(printed if type(printed) is str else "", end="")
    if type(path) is list and all(type(square) is int for square in path):
        tour = Tour(board, path, puzzle.closed, puzzle.leaper)
        if puzzle.start in (None, tour.path[0]) and puzzle.end in (None, tour.path[-1]):
            return tour
    if type(steps) is int:
        ended = steps < MOST_STEPS
        template = N_("your search ended without a tour, after {n:,} steps")
        reason = Sentence(
            template if ended else N_("your code has found no tour in {n:,} steps"), n=steps
        )
        raise Undecided(reason, {"steps": steps})
    wrong = str(answer.get("wrong") or Sentence("the code ended Python before it had found a tour"))
    raise value_error("{file}: {wrong}", file=name, wrong=wrong[:MOST_WRONG])


def tour_answer(question: Fields, ended: Callable[[], None]) -> Fields:
    """Return the path that the function finds, its steps without one, or a text about its error."""
    start, end, closed, leaper = question["puzzle"]
    board = Board(*question["board"])
    start = board.squares[0] if start is None else start
    puzzle = Puzzle(board, start, end, closed, tuple(leaper))
    answer: Fields = {}
    terminal = sys.stderr

    def drive(names: Mapping[str, Any], tick: Callable[[], None]) -> None:
        work = _first_path(puzzle, ReaderFunction(names))
        answer.update(streams.result_with_progress(work, _("looking for a tour"), terminal))

    settings = RunSettings(
        seconds=math.inf,
        seed=question["seed"],
        deepest_calls=DEEPEST_CALLS,
        driver=drive,
        package=None,
    )
    done = run_program(question["source"], settings)
    if done.error:
        answer["wrong"] = "\n".join(filter(None, (text_of(done.error.sentence), done.error.trace)))
    return answer | {"printed": done.output.first + done.output.last}


def _first_path(puzzle: Puzzle, function: ReaderFunction) -> Generator[Progress, None, Fields]:
    """Return the path of the first tour, in slices; without a tour, the number of steps.

    A search that ends without a tour proves nothing, because the code may have skipped squares.
    """
    steps = 0
    for event in function.events(puzzle):
        if isinstance(event, Found):
            return {"path": event.path}
        steps += 1
        if steps >= MOST_STEPS:
            break
        if steps % 1024 == 0:
            yield Progress("search")
    return {"steps": steps}


if __name__ == "__main__":
    serve(evidence_of_program, tour_answer)
