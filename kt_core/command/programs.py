"""The command `run`: run a reader's program in a separate process, watched, timed and judged.

The process interrupts its program after the given seconds. If that fails, the process is killed.
"""

from __future__ import annotations

import argparse
import json
import sys

from kt_core.command import streams
from kt_core.command.process import DEEPEST_CALLS, Fields, alarm, answer_of, serve
from kt_core.language import N_, _, value_error
from kt_core.programs import report
from kt_core.programs.run import MOST_CHARACTERS, Run, RunSettings
from kt_core.programs.run import run as run_program
from kt_core.programs.verdict import Verdict, verdict

TOUR, NO_TOUR, DOES_NOT_RUN, BUDGET = 0, 1, 2, 3  # exit statuses
START_SECONDS = 20.0  # extra time for a process, beside the program's own time
FILM_PAUSE = 0.15  # seconds for a step


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


if __name__ == "__main__":
    serve(report_of_program)
