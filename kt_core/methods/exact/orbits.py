"""Tours that are their own image, on small boards: every edge is chosen with its images.

The rules are those of exact search (see `edges`). An edge and its images stand or fall together, so
the search has half the choices to make, or a quarter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random

from kt_core.board import Square
from kt_core.cycle import FROM, TO, Cycle, Edge
from kt_core.events import Event, Found, Progress
from kt_core.graph import knight_graph
from kt_core.language import Sentence
from kt_core.methods.exact.branches import DEAD, MOST_ENTRIES, Entry
from kt_core.methods.exact.edges import INSIDE, SETTLED, Edges, Saved
from kt_core.proofs.glance import cycle_for
from kt_core.symmetry import Image
from kt_core.tour import NoTour, Puzzle

SLICE_VERTEX_TURNS = 2000  # turns of the search times vertices, between two words of progress
PATIENCE_TURNS = 4  # turns for each vertex before a search that has found nothing begins anew


def tours(puzzle: Puzzle, image: Image, seed: int | None = None) -> Iterator[Event]:
    """Yield `Found` for every tour that is its own image, each once; `NoTour` where there is none.

    The tours are told as exact search tells them: a closed one begins on the start or the first
    square, and in one direction only, as does an open one with neither start nor end.
    """
    yield Progress("orbits")
    cycle = yield from cycle_for(
        _both_ends(puzzle, image), knight_graph(puzzle.board, puzzle.leaper)
    )
    chance, order = Random(seed or 0), list(cycle.graph)
    if seed is not None:
        chance.shuffle(order)
    limit = PATIENCE_TURNS * len(order)
    while True:
        search = _Search(cycle, image, order, chance, at_random=seed is not None)
        yield from search.events(limit)
        if search.ended:
            return
        chance.shuffle(order)
        limit = limit * 3 // 2


def _both_ends(puzzle: Puzzle, image: Image) -> Puzzle:
    if puzzle.closed or (puzzle.start is None and puzzle.end is None):
        return puzzle
    if puzzle.start is None:
        assert puzzle.end is not None
        return replace(puzzle, start=image.of[puzzle.end])
    return replace(puzzle, end=image.of[puzzle.start])


class _Search:
    def __init__(
        self,
        cycle: Cycle,
        image: Image,
        order: Sequence[Square],
        chance: Random,
        *,
        at_random: bool,
    ) -> None:
        self.cycle, self.order, self.chance, self.at_random = cycle, tuple(order), chance, at_random
        number = {vertex: i for i, vertex in enumerate(order)}
        self.edges = Edges([[number[v] for v in cycle.graph[vertex]] for vertex in order])
        added = {FROM: TO, TO: FROM} if TO in cycle.graph else {FROM: FROM}
        to = [number[added[v] if v in added else image.of[v]] for v in order]
        self.images = [list(range(len(order)))]
        for _ in range(image.times - 1):
            self.images.append([to[x] for x in self.images[-1]])
        self.forced = [(number[a], number[b]) for a, b in cycle.forced]
        self.branches: list[tuple[Saved, int, int]] = []
        self.record: list[Entry] = []
        self.ended = False

    def events(self, limit: int) -> Iterator[Event]:
        """Yield the events of the search; it has not ended where `limit` turns found nothing."""
        found, alive, edges = False, all(self._choose(x, y) for x, y in self.forced), self.edges
        pause = 1 + SLICE_VERTEX_TURNS // len(self.order)
        for turn in count(1):
            alive = alive and edges.settle() == SETTLED
            alive = alive and (edges.complete or not edges.unreached())
            if alive and edges.complete:
                found = True
                yield Found(self._tour())
                alive = False
            if turn % pause == 0:
                yield Progress("orbits")
                if turn > limit and not found:
                    return
            if alive:
                self._branch()
                alive = self._choose(*self.branches[-1][1:])
                continue
            self._note(DEAD)
            if not self.branches:
                break
            self._return()
            alive = True
        self.ended = True
        if not found:
            raise self._exhausted()

    def _exhausted(self) -> NoTour:
        reason = Sentence(
            "Every choice of moves and their images was tried, and each leads to a dead end."
        )
        choices = {"choices": sorted(s for s in self.order if s >= 0)}
        log = {"search": self.record} if len(self.record) <= MOST_ENTRIES else {}
        return NoTour(reason, "search", choices, log)

    def _branch(self) -> None:
        x, y = self._choice()
        self._note(("take", self.order[x], self.order[y]))
        self.branches.append((self.edges.save(), x, y))

    def _return(self) -> None:
        saved, x, y = self.branches.pop()
        self.edges.restore(saved)
        self._drop(x, y)

    def _note(self, entry: Entry) -> None:
        if len(self.record) <= MOST_ENTRIES:
            self.record.append(entry)

    def _orbit(self, x: int, y: int) -> set[Edge]:
        both = ((image[x], image[y]) for image in self.images)
        return {(a, b) if a < b else (b, a) for a, b in both}

    def _choose(self, x: int, y: int) -> bool:
        """Choose an edge and its images; return whether all of them could be had."""
        edges = self.edges
        for a, b in self._orbit(x, y):
            if edges.options[a] & edges.bit[b]:
                edges.choose(a, b)
            elif (a, b) not in edges.chosen and (b, a) not in edges.chosen:
                return False
        return True

    def _drop(self, x: int, y: int) -> None:
        for a, b in self._orbit(x, y):
            if self.edges.options[a] & self.edges.bit[b]:
                self.edges.drop(a, b)

    def _choice(self) -> tuple[int, int]:
        options, mate = self.edges.options, self.edges.mate
        open_ = [x for x, other in enumerate(mate) if other != INSIDE]
        if self.at_random and len(self.branches) < 4:
            x = self.chance.choice(open_)
        else:
            x = min(open_, key=lambda x: options[x].bit_count() + 2 * (mate[x] == x))
        return x, self.chance.choice(self.edges.members[options[x]])

    def _tour(self) -> tuple[Square, ...]:
        order = self.order
        return self.cycle.tour([(order[x], order[y]) for x, y in self.edges.chosen])
