"""A search for Hamiltonian cycles, which chooses edges or drops them, and keeps a record of that.

F. Rubin, J. ACM 21 (1974) 576; the rules are in `edges`. The record tells each branch and each dead
end in their order, so that whoever has the rules can go the same way again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from kt_core.board import Square
from kt_core.cycle import Cycle, Edge
from kt_core.events import Event, Found, Progress
from kt_core.language import Sentence
from kt_core.methods.exact.contradictions import Contradiction
from kt_core.methods.exact.edges import INSIDE, SETTLED, Edges, Saved
from kt_core.tour import NoTour

#: ("take", a, b): a branch in which the edge is first chosen, then dropped; ("leave", a, b): first
#: dropped, then chosen; ("dead",): the end of a branch; the others are told by `probes`.
Entry = tuple[Any, ...]
DEAD: Entry = ("dead",)

SLICE_VERTEX_TURNS = (
    2000  # turns of the search times vertices, between two words of progress: about 1 ms
)
MOST_ENTRIES = 1_000_000  # entries of a record: a longer one is not kept


class Search:
    """The cycles of a graph that take the required edges; vertices are numbered by their order."""

    def __init__(
        self,
        cycle: Cycle,
        order: Collection[Square],
        required: Collection[Edge],
        chance: Random,
        at_random: int = 0,
    ) -> None:
        self.cycle, self.order, self.required = cycle, tuple(order), required
        self.chance, self.at_random = chance, at_random
        self.number = {vertex: i for i, vertex in enumerate(order)}
        self.edges = Edges([[self.number[v] for v in cycle.graph[vertex]] for vertex in order])
        self.branches: list[tuple[Saved, int, int]] = []
        self.branched: set[Square] = set()
        self.dead_ends: Counter[Square] = Counter()
        self.record: list[Entry] = []
        self.ended = False

    def begin(self, known: Sequence[Entry] = ()) -> bool:
        """Make the required choices, then those learnt before; return whether all agree.

        `NoTour` where the required ones alone do not.
        """
        self._require()
        return self.settled() and all(map(self.learn, known))

    def learn(self, entry: Entry) -> bool:
        """Go on where one branch is dead, or without what a flow leaves out; False: to an end."""
        self.record.append(entry)
        if entry[0] == "flow":
            for a, b in entry[3]:
                self._without(a, b)
        elif entry[0] == "take":
            self.record.append(DEAD)
            self._without(*entry[1:])
        else:
            self.record.append(DEAD)
            x, y = (self.number[vertex] for vertex in entry[1:])
            if self.edges.options[x] & self.edges.bit[y]:
                self.edges.choose(x, y)
        return self.settled()

    def settled(self) -> bool:
        """Choose what is forced; return whether there is no contradiction.

        `NoTour` where there is one, and nothing was chosen or learnt before.
        """
        stuck = self.edges.settle()
        if stuck != SETTLED:
            self.dead_ends[self.order[stuck]] += 1
            if not self.record:
                raise Contradiction(self.cycle, self.edges, self.order).dead_end(stuck)
            return False
        if self.edges.complete:
            return True
        unreached = self.edges.unreached()
        if unreached and not self.record:
            raise Contradiction(self.cycle, self.edges, self.order).cut_off(unreached)
        return not unreached

    def events(self, limit: int) -> Iterator[Event]:
        """Yield the events of the search; `NoTour` at its end if there was no `Found`.

        Returns before its end, and `ended` is false, where `limit` turns have found no tour.
        """
        edges, found, pause = self.edges, False, 1 + SLICE_VERTEX_TURNS // len(self.order)
        alive = True
        for turn in count(1):
            if alive and edges.complete:
                found = True
                yield Found(self._tour())
            if turn % pause == 0:
                yield Progress("exact")
                if turn > limit and not found:
                    return
            if alive and not edges.complete:
                self._branch()
            else:
                self.record.append(DEAD)
                if not self.branches:
                    break
                self._return()
            alive = self.settled()
        self.ended = True
        if not found:
            raise self.exhausted()

    def exhausted(self) -> NoTour:
        """Return the proof that every branch is dead; its `log` is the record."""
        reason = Sentence("Every choice of moves was tried, and each leads to a dead end.")
        choices, ends = (sorted(s for s in of if s >= 0) for of in (self.branched, self.dead_ends))
        witness = {Sentence("choices"): choices, Sentence("dead ends"): ends}
        log = {"search": self.record} if len(self.record) <= MOST_ENTRIES else {}
        return NoTour(reason, "search", witness, log)

    def _tour(self) -> tuple[Square, ...]:
        order = self.order
        return self.cycle.tour([(order[x], order[y]) for x, y in self.edges.chosen])

    def _require(self) -> None:
        edges, number = self.edges, self.number
        for a, b in (*self.cycle.forced, *self.required):
            x, y = number[a], number[b]
            if edges.options[x] & edges.bit[y]:
                edges.choose(x, y)
            elif (x, y) not in edges.chosen and (y, x) not in edges.chosen:
                name = self.cycle.puzzle.board.name
                reason = Sentence(
                    "No tour makes all the required moves: {a} to {b} is too many.",
                    a=name(a),
                    b=name(b),
                )
                raise NoTour(reason, "forced", {Sentence("one move too many"): (a, b)})

    def _without(self, a: Square, b: Square) -> None:
        x, y = self.number[a], self.number[b]
        if self.edges.options[x] & self.edges.bit[y]:
            self.edges.drop(x, y)

    def _branch(self) -> None:
        # First the tours with this edge; then, from the state saved here, those without it.
        x, y = self._choice()
        a, b = self.order[x], self.order[y]
        self.branched.add(a)
        if len(self.record) <= MOST_ENTRIES:
            self.record.append(("take", a, b))
        self.branches.append((self.edges.save(), x, y))
        self.edges.choose(x, y)

    def _return(self) -> None:
        saved, x, y = self.branches.pop()
        self.edges.restore(saved)
        self.edges.drop(x, y)

    def _choice(self) -> tuple[int, int]:
        """Return an edge of a vertex with the fewest options, an end before a free vertex."""
        options, mate = self.edges.options, self.edges.mate
        if len(self.branches) < self.at_random:
            x = self.chance.choice([x for x, other in enumerate(mate) if other != INSIDE])
            return x, self.chance.choice(self.edges.members[options[x]])
        least, found = len(mate) + 2, -1
        for x, other in enumerate(mate):
            if other != INSIDE:
                left = options[x].bit_count() + 2 * (other == x)
                if left < least:
                    least, found = left, x
                    if left == 2:  # an end with fewer has nothing to choose
                        break
        return found, options[found].bit_length() - 1
