"""A backtracking search for Hamiltonian cycles: it chooses or drops edges and records this.

F. Rubin, J. ACM 21 (1974) 576; W. Kocay, Discrete Math. 101 (1992) 171; A. Chalaturnyk, thesis,
University of Manitoba (2008). Vertices are 0, 1, 2, ..., and a set of vertices is the bits of an
int. A vertex is free (no edge chosen), an end of a fragment (one), or inside a fragment (two).
Choosing one of its edges forces and drops others: see `Edges`.

The record has all branches and dead ends in order, so that a checker that knows the rules can
follow the search. For symmetric tours, an edge and its images are chosen or dropped together, so
that the search makes half or a quarter of the choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from kt_core.board import Image, Square
from kt_core.cycle import FROM, TO, Cycle
from kt_core.events import Event, Found, Progress
from kt_core.language import N_, Sentence, conjunction
from kt_core.tour import NoTour

#: ("take", a, b): a branch in which the edge is first chosen, then dropped; ("leave", a, b): first
#: dropped, then chosen; ("dead",): the end of a branch; the others are those of `exact`.
Entry = tuple[Any, ...]
DEAD: Entry = ("dead",)

VERTEX_TURNS_PER_YIELD = 2000  # turns times vertices, between two yields: about 1 ms
MOST_ENTRIES = 1_000_000  # entries; a longer record is dropped


class Search:
    """A search for Hamiltonian cycles, or for those that an image maps to themselves."""

    def __init__(
        self,
        cycle: Cycle,
        order: Collection[Square],
        chance: Random,
        at_random: int = 0,
        image: Image | None = None,
    ) -> None:
        self.cycle, self.order, self.chance, self.at_random = cycle, tuple(order), chance, at_random
        self.number = {vertex: i for i, vertex in enumerate(order)}
        self.edges = Edges([[self.number[v] for v in cycle.graph[vertex]] for vertex in order])
        self.images = _images(cycle, self.number, image) if image else []
        self.branches: list[tuple[Checkpoint, int, int]] = []
        self.branched: set[Square] = set()
        self.dead_ends: Counter[Square] = Counter()
        self.record: list[Entry] = []
        self.alive = True  # False after a contradiction
        self.ended = False

    def begin(self, known: Sequence[Entry] = ()) -> None:
        """Choose forced edges, then apply the known entries; raise `NoTour` if the former fail."""
        for a, b in self.cycle.forced:
            self._choose(self.number[a], self.number[b])
        self.alive = self._is_consistent() and all(map(self.learn, known))

    def learn(self, entry: Entry) -> bool:
        """Apply a learned entry, a dead branch or a flow; return False at a contradiction."""
        self.record.append(entry)
        if entry[0] == "flow":
            for a, b in entry[3]:
                self._drop(self.number[a], self.number[b])
        else:
            self.record.append(DEAD)
            x, y = (self.number[vertex] for vertex in entry[1:])
            (self._drop if entry[0] == "take" else self._choose)(x, y)
        return self._is_consistent()

    def _is_consistent(self) -> bool:
        """Choose the forced edges; return True if there is no contradiction.

        Raise `NoTour` at a contradiction before anything was chosen or learned.
        """
        dead = self.edges.propagate()
        if dead != CONSISTENT:
            self.dead_ends[self.order[dead]] += 1
            if not self.record:
                raise self._dead_end_refutation(dead)
            return False
        if self.edges.complete:
            return True
        unreached = self.edges.unreachable()
        if unreached and not self.record:
            raise self._separation_refutation(unreached)
        return not unreached

    def events(self, limit: int) -> Iterator[Event]:
        """Yield the events of the search; raise `NoTour` at its end if there was no `Found`.

        Return early, with `ended` False, if `limit` turns have found no tour.
        """
        edges, found, pause = self.edges, False, 1 + VERTEX_TURNS_PER_YIELD // len(self.order)
        method = "orbits" if self.images else "exact"
        for turn in count(1):
            if self.alive and edges.complete:
                found, self.alive = True, False
                yield Found(self._tour())
            if turn % pause == 0:
                yield Progress(method)
                if turn > limit and not found:
                    return
            if self.alive:
                self._branch()
            else:
                self._note(DEAD)
                if not self.branches:
                    break
                self._return()
            self.alive = self.alive and self._is_consistent()
        self.ended = True
        if not found:
            raise self.refutation()

    def refutation(self) -> NoTour:
        """Return the refutation whose `log` is the record of all branches."""
        reason = Sentence("Every choice of moves was tried, and each leads to a dead end.")
        if self.images:
            reason = Sentence(
                "Every choice of moves and their images was tried, and each leads to a dead end."
            )
        choices, ends = (sorted(s for s in of if s >= 0) for of in (self.branched, self.dead_ends))
        witness = {Sentence("choices"): choices, Sentence("dead ends"): ends}
        log = {"search": self.record} if len(self.record) <= MOST_ENTRIES else {}
        return NoTour(reason, "search", witness, log)

    def _tour(self) -> tuple[Square, ...]:
        order = self.order
        return self.cycle.tour([(order[x], order[y]) for x, y in self.edges.chosen])

    def _note(self, entry: Entry) -> None:
        if len(self.record) <= MOST_ENTRIES:
            self.record.append(entry)

    def _orbit(self, x: int, y: int) -> Collection[tuple[int, int]]:
        """Return an edge and its images."""
        if not self.images:
            return [(x, y)]
        both = ((image[x], image[y]) for image in self.images)
        return {(a, b) if a < b else (b, a) for a, b in both}

    def _choose(self, x: int, y: int) -> bool:
        """Choose an edge and its images; return True if all of them were possible."""
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

    def _branch(self) -> None:
        # The tours with this edge come first; then, from the saved state, those without it.
        x, y = self._choice()
        self.branched.add(self.order[x])
        self._note(("take", self.order[x], self.order[y]))
        self.branches.append((self.edges.save(), x, y))
        self.alive = self._choose(x, y)

    def _return(self) -> None:
        saved, x, y = self.branches.pop()
        self.edges.restore(saved)
        self._drop(x, y)
        self.alive = True

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
                    if left == 2:  # an end with fewer options has no choice
                        break
        return found, options[found].bit_length() - 1

    def _dead_end_refutation(self, dead: int) -> NoTour:
        """Return the refutation that this vertex cannot have two moves."""
        cycle, edges, square = self.cycle, self.edges, self.order[dead]
        board = cycle.puzzle.board
        witness = {
            Sentence("forced moves"): self._squares({x for edge in edges.chosen for x in edge})
        }
        if square < 0:
            reason = Sentence("Forced moves leave no square where the tour could begin or end.")
            return NoTour(reason, "forced", witness)
        full, why = self._used_up_neighbors(dead)
        reason = Sentence(
            "{square} needs two free neighbors and no longer has them: {why}.",
            square=board.name(square),
            why=why,
        )
        return NoTour(
            reason, "forced", witness | {Sentence("dead end"): [square], Sentence("used up"): full}
        )

    def _used_up_neighbors(self, dead: int) -> tuple[list[Square], str]:
        """Return the neighbors whose moves are used up, and the reason for each lost move."""
        edges, made = self.edges, {frozenset(edge) for edge in self.edges.chosen}
        around = set(self.cycle.graph[self.order[dead]])
        near = {x for x, vertex in enumerate(self.order) if vertex in around}
        lost = {x for x in near if not edges.options[dead] & edges.bit[x]}
        lost = {x for x in lost if frozenset((dead, x)) not in made}
        over = {x for x in lost if edges.mate[x] == INSIDE}
        full = self._squares(over)
        why: list[str] = []
        if full:
            used = self.cycle.puzzle.board.names(full)
            why.append(Sentence("the moves of {squares} are used up", squares=used))
        if len(full) < len(over):
            why.append(Sentence("the tour begins and ends elsewhere"))
        if lost - over:
            why.append(Sentence("another move would close a circle too soon"))
        return full, conjunction(why, N_("{one}, and {other}"))

    def _separation_refutation(self, unreached: int) -> NoTour:
        """Return the refutation that these vertices, as bits, are not reachable from the others."""
        edges = self.edges
        part = self._squares(edges.members[unreached])
        rest = [x for x, other in enumerate(edges.mate) if other != INSIDE]
        witness = {
            Sentence("one part"): part,
            Sentence("the rest"): [s for s in self._squares(rest) if s not in part],
            Sentence("forced moves"): self._squares({x for edge in edges.chosen for x in edge}),
        }
        reason = Sentence(
            "Forced moves use up so many squares that the others fall into two parts."
        )
        return NoTour(reason, "forced", witness)

    def _squares(self, vertices: Collection[int]) -> list[Square]:
        return sorted(self.order[x] for x in vertices if self.order[x] >= 0)


def _images(cycle: Cycle, number: dict[Square, int], image: Image) -> list[list[int]]:
    """Return the image of each vertex under each power of an image."""
    added = {FROM: TO, TO: FROM} if TO in cycle.graph else {FROM: FROM}
    to = [number[added[v] if v in added else image.of[v]] for v in number]
    images = [list(range(len(to)))]
    for _ in range(image.times - 1):
        images.append([to[x] for x in images[-1]])
    return images


INSIDE = -1  # the mate of a vertex with two chosen edges
CONSISTENT = -1  # no contradiction
Checkpoint = tuple[list[int], list[int], int, int]


class Edges:
    """The state of a search for a Hamiltonian cycle of a graph of at least three vertices.

    `options` has the vertices that each vertex may still be joined to; `mate` has the other end of
    its fragment, itself if it is free. If `propagate` finds no contradiction and `complete` is
    True, `chosen` are the edges of a Hamiltonian cycle.
    """

    def __init__(self, graph: Sequence[Iterable[int]]) -> None:
        self.bit = [1 << vertex for vertex in range(len(graph))]
        self.options = [sum(self.bit[v] for v in neighbors) for neighbors in graph]
        self.mate = list(range(len(graph)))
        self.alive = (1 << len(graph)) - 1  # the vertices that still need an edge, as bits
        self.chosen: list[tuple[int, int]] = []
        self.touched = list(reversed(range(len(graph))))
        self.members = Members()

    @property
    def complete(self) -> bool:
        """True if as many edges are chosen as a cycle has."""
        return len(self.chosen) == len(self.mate)

    def save(self) -> Checkpoint:
        """Return a copy of the state for `restore`; all edges must be propagated."""
        return self.options[:], self.mate[:], self.alive, len(self.chosen)

    def restore(self, saved: Checkpoint) -> None:
        """Restore a saved state, which cannot be used again."""
        self.options, self.mate, self.alive, chosen = saved
        del self.chosen[chosen:]
        self.touched.clear()

    def drop(self, x: int, y: int) -> None:
        """Exclude this edge from the cycle."""
        self.options[x] &= ~self.bit[y]
        self.options[y] &= ~self.bit[x]
        self.touched += x, y

    def choose(self, x: int, y: int) -> None:
        """Include this edge, which must still be an option, in the cycle."""
        options, mate, touched = self.options, self.mate, self.touched
        options[x] ^= self.bit[y]
        options[y] ^= self.bit[x]
        self.chosen.append((x, y))
        a, b = mate[x], mate[y]
        for vertex, other in (x, a), (y, b):
            if vertex != other:  # two edges chosen: drop the rest
                mate[vertex] = INSIDE
                gone = self.bit[vertex]
                self.alive ^= gone
                for v in self.members[options[vertex]]:
                    options[v] = left = options[v] ^ gone
                    if not left & (left - 1) or mate[v] == v:
                        touched.append(v)
                options[vertex] = 0
        mate[a], mate[b] = b, a
        # The edge between the fragment's ends closes a cycle, too early unless nothing is left.
        if options[a] & self.bit[b]:
            missing = len(mate) - len(self.chosen)
            if missing > 1:
                self.drop(a, b)
            else:
                self.chosen.append((a, b))
                options[a] = options[b] = 0
                mate[a] = mate[b] = INSIDE
                self.alive = 0

    def propagate(self) -> int:
        """Choose all forced edges; return a vertex with too few options, or CONSISTENT.

        A vertex has two edges on a Hamiltonian cycle. So a free vertex with two options takes both,
        an end with one option takes it, and with fewer there is no cycle with all chosen edges and
        none of the dropped ones.
        """
        options, mate, touched = self.options, self.mate, self.touched
        while touched:
            x = touched.pop()
            left, other = options[x], mate[x]
            if other == INSIDE:
                continue
            if not left & (left - 1):
                if not left or other == x:
                    return x
            elif other != x or left.bit_count() > 2:
                continue
            touched.append(x)
            self.choose(x, left.bit_length() - 1)
        return CONSISTENT

    def unreachable(self) -> int:
        """Return the vertices, as bits, that are not reachable from the others; 0 if all are.

        Only the vertices that still need an edge count, and a fragment joins its two ends.
        """
        options, mate, bit, alive = self.options, self.mate, self.bit, self.alive
        todo = reached = bit[alive.bit_length() - 1]
        while todo:
            v = todo.bit_length() - 1
            further = (options[v] | bit[mate[v]]) & ~reached
            reached |= further
            if reached == alive:  # usually long before all vertices are expanded
                return 0
            todo ^= bit[v] | further
        return alive & ~reached


class Members(dict[int, tuple[int, ...]]):
    """The members of sets of vertices, given as bits: few sets occur, so they are cached."""

    def __missing__(self, bits: int) -> tuple[int, ...]:
        members, rest = [], bits
        while rest:
            members.append(rest.bit_length() - 1)
            rest ^= 1 << members[-1]
        if len(self) > 1 << 16:
            self.clear()
        self[bits] = found = tuple(members)
        return found
