"""Run a reader's own code in a separate process, to protect this one.

The process returns a path, which is checked here, or a sentence; it returns nothing if the code
ends Python. So no tour is ever reported without a checked path.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from kt_core import own
from kt_core.board import Board
from kt_core.command import streams
from kt_core.command.process import end_with
from kt_core.language import Sentence, _, current_language, speak, text_of, value_error
from kt_core.theory import refute
from kt_core.tour import Puzzle, Tour, Undecided

QUESTION, ANSWER = "question.json", "answer.json"  # files in a folder that both processes use
SandboxReply = dict[str, Any]


def tour_by_code(puzzle: Puzzle, name: str, source: str, seed: int | None) -> Tour:
    """Return the tour that a reader's code finds; `ValueError` if the code is wrong."""
    refute(puzzle)
    board = puzzle.board
    question = {
        "board": (board.rows, board.columns, sorted(board.holes)),
        "puzzle": (puzzle.start, puzzle.end, puzzle.closed, puzzle.leaper),
        "code": (source, name, seed),
        "language": current_language(),
        "asker": os.getpid(),
    }
    here = sys.platform == "emscripten" or not sys.executable  # if there are no processes
    answer = _answer(question) if here else _answer_of_process(question)
    if "path" in answer:
        tour = Tour(board, answer["path"], puzzle.closed, puzzle.leaper)
        if puzzle.start in (None, tour.path[0]) and puzzle.end in (None, tour.path[-1]):
            return tour
    if "undecided" in answer:
        raise Undecided(answer["undecided"], answer["spent"])
    ended = Sentence("the code ended Python before it had found a tour")
    raise value_error("{file}: {wrong}", file=name, wrong=answer.get("wrong", ended))


def _answer_of_process(question: SandboxReply) -> SandboxReply:
    """Return the answer of another Python process; empty if it gives none."""
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    with TemporaryDirectory(prefix="kt_core-") as folder:
        Path(folder, QUESTION).write_text(json.dumps(question), "utf-8")
        run = [sys.executable, "-m", "kt_core.command.sandbox", folder]
        subprocess.run(run, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, check=False)
        try:
            fields: SandboxReply = json.loads(Path(folder, ANSWER).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return fields


def _answer(question: SandboxReply) -> SandboxReply:
    """Return the path that the code finds, or a sentence about its error."""
    start, end, closed, leaper = question["puzzle"]
    puzzle = Puzzle(Board(*question["board"]), start, end, closed, tuple(leaper))
    try:
        code = own.Code(*question["code"])
        tour = streams.result_with_progress(own.solving(puzzle, code), _("looking for a tour"))
    except own.CodeError as wrong:
        return {"wrong": "\n".join(filter(None, (text_of(wrong), wrong.trace)))}
    except Undecided as undecided:
        return {"undecided": text_of(undecided.reason), "spent": undecided.spent}
    return {"path": tour.path}


def main(folder: str) -> None:
    """Read the question in a folder, and write the answer there."""
    question = json.loads(Path(folder, QUESTION).read_text("utf-8"))
    Thread(target=end_with, args=(question["asker"],), daemon=True).start()
    speak(question["language"])
    Path(folder, ANSWER).write_text(json.dumps(_answer(question)), "utf-8")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit(130)  # the parent process was interrupted too
