"""What poster.js shows before Python runs: the answers for small boards, in a few kilobytes. Pure.

A tour is kept as the place of each move in Warnsdorff's order, nearly always the first: a digit
for a place but the first, which is 0; a letter for so many firsts, a for one, z for 26.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from string import ascii_lowercase

from kt_core import marks
from kt_core.board import Board, Square
from kt_core.graph import knight_graph
from kt_core.orderings import ORDERINGS, warnsdorff
from kt_core.shapes import escaped
from kt_core.tour import Puzzle
from web import words
from web.best import POSTED, begun
from web.question import BEST, Question

SIDES = range(3, 13)
Poster = dict[str, object]


@cache
def data() -> str:
    """Return everything that poster.js knows, as JSON that can stand in a script element."""
    everything = {
        "how": {name: _how(name) for name in (BEST, *ORDERINGS)},
        "signs": [(shape, marks.key(i)) for i, (_, shape) in enumerate(marks.SIGNS)],
        "posters": dict(posters()),
    }
    return json.dumps(everything, separators=(",", ":"), ensure_ascii=False)


def questions() -> Iterator[tuple[str, Question]]:
    """Yield the questions that have posters, if they are answered soon: "5x5 closed", ..."""
    for closed in (False, True):
        for board in (Board(rows, columns) for rows in SIDES for columns in SIDES):
            key = f"{board}{' closed' if closed else ''}"
            yield key, Question(puzzle=Puzzle(board, 0, None, closed))


def posters() -> Iterator[tuple[str, Poster]]:
    """Yield the posters of all questions."""
    for key, question in questions():
        yield key, poster_of(question)


def poster_of(question: Question) -> Poster:
    """Return the tour or why there is none.

    It is what the page answers. Where that takes a long search it is the best method's answer, and
    says so ("best"); it is for pages that wait, and do not search at once.
    """
    work = begun(question)
    while work.advance(1000):
        if work.outcome().steps >= POSTED:
            return {**poster_of(replace(question, ordering=BEST)), "best": 1}
    outcome = work.outcome()
    counts = {"steps": outcome.steps, "ends": outcome.dead_ends}
    if outcome.tour:
        ranks = "".join(encoded(question.board, outcome.tour.path))
        return {"ranks": ranks, **(counts if outcome.dead_ends else {})}
    sets = list(outcome.witness.items())[: len(marks.SIGNS)]
    named = {escaped(name): list(squares) for name, squares in sets}
    return {"why": escaped(outcome.reason), "sets": named, "steps": outcome.steps}


def encoded(board: Board, path: Sequence[Square]) -> Iterator[str]:
    """Yield a path from a1 in parts: each move's place in Warnsdorff's order, firsts counted."""
    graph = knight_graph(board)
    visited: list[Square] = []
    firsts = 0
    for here, there in pairwise(path):
        visited.append(here)
        rank = warnsdorff(graph, visited, here).index(there)
        if rank:
            yield from _runs(firsts)
            yield str(rank)
        firsts = 0 if rank else firsts + 1
    yield from _runs(firsts)


def decoded(board: Board, ranks: str, start: Square = 0) -> list[Square]:
    """Return the path again, as poster.js does."""
    graph, path = knight_graph(board), [start]
    for rank in _ranks(ranks):
        path.append(warnsdorff(graph, path, path[-1])[rank])
    return path


def _how(name: str) -> list[str]:
    """Return how a move ordering searches: trying hopeless moves, and skipping them."""
    asked = (Question(ordering=name, prune=prune) for prune in (False, True))
    return [escaped(words.how(question)) for question in asked]


def _runs(firsts: int) -> Iterator[str]:
    while firsts:
        run = min(firsts, len(ascii_lowercase))
        yield ascii_lowercase[run - 1]
        firsts -= run


def _ranks(text: str) -> Iterable[int]:
    for sign in re.findall("[a-z0-9]", text):
        yield from [int(sign)] if sign.isdigit() else [0] * (ascii_lowercase.index(sign) + 1)
