"""Ask all 6x6 boards with two holes for tours: python docs/survey.py FILE [SCHEDULER]."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from distributed import Client, as_completed

from kt_core import Board, NoTour, Undecided, solve
from kt_core.files import refutation, text


def answers(first: int) -> str:
    """Return a line: of each board whose first hole this is, for each question, a tour or proof."""
    told = dict[str, str]()
    for board in (Board(6, 6, (first, second)) for second in range(first + 1, 36)):
        for start in ("", *board.names(board).split()):  # a closed tour, then open ones
            try:
                answer = text.tour_json(solve(board, start=start or None, closed=not start))
            except (NoTour, Undecided) as no:
                answer = refutation.proof_json(no) if isinstance(no, NoTour) else "undecided"
            told[f"{board.names(sorted(board.holes))} {start}"] = answer
    return json.dumps([first, told]) + "\n"


def survey(client: Client, file: Path) -> Iterator[str]:
    """Yield each line once it is kept in a file; go on where that ends."""
    with file.open("a+") as out:
        out.seek(0)
        kept = {json.loads(line)[0]: line for line in out if line.endswith("\n")}
        out.truncate(sum(map(len, kept.values())))  # a line that was cut off is asked for again
        for future in as_completed(client.map(answers, {*range(35)} - {*kept})):
            print(future.result(), end="", file=out, flush=True)
            yield future.result()


if __name__ == "__main__":
    for line in survey(Client(*sys.argv[2:]), Path(sys.argv[1])):  # no address: this machine
        print("kept the boards whose first hole is", json.loads(line)[0])
