"""A reader's program in a separate process: the commands `run` and `solve --ordering-file`.

The process of `run` watches, times and judges a program. It interrupts it after the given seconds;
if that fails, the process is killed. For `--ordering-file` the process returns a path, which is
checked here, or a sentence; it returns nothing if the code ends Python. So no tour is ever reported
without a checked path.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Generator, Mapping
from typing import Any

from kt_core.board import Board, Square
from kt_core.command import streams
from kt_core.command.process import DEEPEST_CALLS, START_SECONDS, Fields, alarm, answer_of, serve
from kt_core.events import Found, Progress
from kt_core.language import N_, Sentence, _, text_of, value_error
from kt_core.programs import report
from kt_core.programs.functions import ReaderFunction
from kt_core.programs.run import MOST_CHARACTERS, Run, RunSettings
from kt_core.programs.run import run as run_program
from kt_core.programs.verdict import Verdict, verdict
from kt_core.theory import refute
from kt_core.tour import Puzzle, Tour, Undecided

TOUR, NO_TOUR, DOES_NOT_RUN, BUDGET = 0, 1, 2, 3  # exit statuses
FILM_PAUSE = 0.15  # seconds for a step
MOST_STEPS = 1_000_000  # limit for a search by `--ordering-file`


def run(args: argparse.Namespace) -> int:
    """Print the report on a program and return the exit status."""
    question = {
        "source": program_text(args.program),
        "visits": args.visits,
        "seconds": args.seconds,
        "arguments": args.arguments,
        "seed": args.seed or 1,
        "format": args.format,
        "film": args.film is not None,
    }
    answer = answer_of(report_of_program, question, args.seconds + START_SECONDS)
    if "text" not in answer:
        answer = _without_answer(question, is_late="late" in answer)
    print(answer["text"])
    if args.film is not None and answer["film"]:
        streams.write(answer["film"], args.film)
    elif args.film is not None:
        raise value_error("there is no film: no board was recognized")
    status: int = answer["status"]
    return status


def program_text(name: str) -> str:
    """Return the text of a file with a program; `ValueError` if it is too long."""
    source = streams.read(name, MOST_CHARACTERS + 1, N_("name a file with a Python program"))
    if len(source) > MOST_CHARACTERS:
        raise value_error(
            "a program of more than {most:,} characters is too long", most=MOST_CHARACTERS
        )
    return source


def _without_answer(question: Fields, *, is_late: bool) -> Fields:
    sentence = _("Your program ended Python itself, or used up its memory.")
    if is_late:
        sentence = _("Your program did not stop when its time was used up, and was ended.")
    empty = run_program("", RunSettings())
    fields = report.as_json(empty, verdict(empty))
    fields["result"]["sentence"] = fields["error"] = sentence
    text = json.dumps(fields, ensure_ascii=False) if question["format"] == "json" else sentence
    return {"text": text, "film": "", "status": BUDGET if is_late else DOES_NOT_RUN}


def report_of_program(question: Fields) -> Fields:
    """Run the program of a question and return the report, the film and the exit status."""
    settings = RunSettings(
        visits=question["visits"],
        seconds=question["seconds"],
        arguments=tuple(question["arguments"]),
        seed=question["seed"],
        deepest_calls=DEEPEST_CALLS,
        ask=_ask,
        guard=lambda stop: alarm(question["seconds"], stop),
    )
    done = run_program(question["source"], settings)
    found = verdict(done)
    if question["format"] == "json":
        text = json.dumps(report.as_json(done, found), ensure_ascii=False)
    else:
        text = "\n".join(report.as_text(done, found))
    return {
        "text": text,
        "film": report.film_of(done, FILM_PAUSE) if question["film"] else "",
        "status": _status(done, found),
    }


def _status(done: Run, found: Verdict) -> int:
    if found.kind in ("tour", "many"):
        return TOUR
    if done.error is not None or done.ended == "input":
        return DOES_NOT_RUN
    return BUDGET if done.ended in ("visits", "seconds") else NO_TOUR


def _ask(prompt: str) -> str:
    """Return a line of standard input; the prompt goes to standard error."""
    print(prompt, end="", file=sys.__stderr__, flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        raise EOFError("EOF when reading a line")
    return line.rstrip("\n")


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
    print(answer.get("printed", ""), end="")
    if "path" in answer:
        tour = Tour(board, answer["path"], puzzle.closed, puzzle.leaper)
        if puzzle.start in (None, tour.path[0]) and puzzle.end in (None, tour.path[-1]):
            return tour
    if "undecided" in answer:
        raise Undecided(answer["undecided"], answer["spent"])
    ended = Sentence("the code ended Python before it had found a tour")
    raise value_error("{file}: {wrong}", file=name, wrong=answer.get("wrong", ended))


def tour_answer(question: Fields) -> Fields:
    """Return the path that the function finds, or a sentence about its error."""
    start, end, closed, leaper = question["puzzle"]
    board = Board(*question["board"])
    start = board.squares[0] if start is None else start
    puzzle = Puzzle(board, start, end, closed, tuple(leaper))
    answer: Fields = {}
    terminal = sys.stderr

    def drive(names: Mapping[str, Any], tick: Callable[[], None]) -> None:
        try:
            work = _first_path(puzzle, ReaderFunction(names))
            answer["path"] = streams.result_with_progress(work, _("looking for a tour"), terminal)
        except Undecided as undecided:
            answer.update(undecided=text_of(undecided.reason), spent=undecided.spent)

    settings = RunSettings(
        seconds=math.inf, seed=question["seed"], deepest_calls=DEEPEST_CALLS, driver=drive
    )
    done = run_program(question["source"], settings)
    if done.error:
        answer["wrong"] = "\n".join(filter(None, (text_of(done.error.sentence), done.error.trace)))
    return answer | {"printed": done.output.first + done.output.last}


def _first_path(
    puzzle: Puzzle, function: ReaderFunction
) -> Generator[Progress, None, tuple[Square, ...]]:
    """Return the path of the first tour, in slices.

    `Undecided` after `MOST_STEPS`, or if the search ends without a tour, because the code may have
    skipped squares.
    """
    steps = 0
    for event in function.events(puzzle):
        if isinstance(event, Found):
            return event.path  # type: ignore[return-value]
        steps += 1
        if steps >= MOST_STEPS:
            raise Undecided(
                Sentence("your code has found no tour in {n:,} steps", n=steps), {"steps": steps}
            )
        if steps % 1024 == 0:
            yield Progress("search")
    raise Undecided(
        Sentence("your search ended without a tour, after {n:,} steps", n=steps), {"steps": steps}
    )


if __name__ == "__main__":
    serve(report_of_program, tour_answer)
