"""A tour by a reader's own function, in a separate process: `solve --ordering-file`.

The process returns a path, which is checked here, or a sentence; it returns nothing if the code
ends Python. So no tour is ever reported without a checked path.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Generator, Mapping
from typing import Any

from kt_core.board import Board, Square
from kt_core.command import streams
from kt_core.command.process import DEEPEST_CALLS, Fields, answer_of, serve
from kt_core.events import Found, Progress
from kt_core.language import Sentence, _, text_of, value_error
from kt_core.programs.functions import ReaderFunction
from kt_core.programs.run import RunSettings, run
from kt_core.theory import refute
from kt_core.tour import Puzzle, Tour, Undecided

MOST_STEPS = 1_000_000  # limit for one search


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
            work = _searching(puzzle, ReaderFunction(names))
            answer["path"] = streams.result_with_progress(work, _("looking for a tour"), terminal)
        except Undecided as undecided:
            answer.update(undecided=text_of(undecided.reason), spent=undecided.spent)

    settings = RunSettings(
        seconds=math.inf, seed=question["seed"], deepest_calls=DEEPEST_CALLS, driver=drive
    )
    done = run(question["source"], settings)
    if done.error:
        answer["wrong"] = "\n".join(filter(None, (text_of(done.error.sentence), done.error.trace)))
    return answer | {"printed": done.output.first + done.output.last}


def _searching(
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
    serve(tour_answer)
