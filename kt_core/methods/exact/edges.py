"""The edges that a Hamiltonian cycle may still take: choosing one forces and drops others.

F. Rubin, J. ACM 21 (1974) 576; W. Kocay, Discrete Math. 101 (1992) 171; A. Chalaturnyk, thesis,
University of Manitoba (2008). Vertices are 0, 1, 2, ..., and a set of vertices is the bits of an
int. A vertex is free (no edge chosen), an end of a fragment (one), or inside a fragment (two).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

INSIDE = -1  # the mate of a vertex that has both its edges
CONSISTENT = -1  # no vertex is in contradiction
Saved = tuple[list[int], list[int], int, int]


class Edges:
    """The state of a search for a Hamiltonian cycle of a graph of at least three vertices.

    `options` are the vertices that each one may still be joined to; `mate` is the other end of its
    fragment: itself where it is free. Once `propagate` finds nothing amiss and `complete` is true,
    `chosen` are the edges of a Hamiltonian cycle.
    """

    def __init__(self, graph: Sequence[Iterable[int]]) -> None:
        self.bit = [1 << vertex for vertex in range(len(graph))]
        self.options = [sum(self.bit[v] for v in neighbours) for neighbours in graph]
        self.mate = list(range(len(graph)))
        self.alive = (1 << len(graph)) - 1  # the vertices that still want an edge, as bits
        self.chosen: list[tuple[int, int]] = []
        self.touched = list(reversed(range(len(graph))))
        self.members = Members()

    @property
    def complete(self) -> bool:
        """Whether as many edges are chosen as a cycle has."""
        return len(self.chosen) == len(self.mate)

    def save(self) -> Saved:
        """Return a copy of the state, for `restore`; there must be nothing left to propagate."""
        return self.options[:], self.mate[:], self.alive, len(self.chosen)

    def restore(self, saved: Saved) -> None:
        """Go back to a saved state, which must not be used again."""
        self.options, self.mate, self.alive, chosen = saved
        del self.chosen[chosen:]
        self.touched.clear()

    def drop(self, x: int, y: int) -> None:
        """Decide that the cycle does not take this edge."""
        self.options[x] &= ~self.bit[y]
        self.options[y] &= ~self.bit[x]
        self.touched += x, y

    def choose(self, x: int, y: int) -> None:
        """Decide that the cycle takes this edge, which must still be an option."""
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
        # The edge from end to end closes a cycle, which is too early until nothing else is left.
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
        """Choose what is forced until nothing is; return a vertex without edges, or CONSISTENT.

        A vertex of a Hamiltonian cycle has two of its edges on the cycle. So a free vertex with two
        options takes both, an end with one takes it, and with fewer there is no cycle that has the
        edges chosen so far and none of those dropped.
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
        """Return the vertices, as bits, that cannot be reached from the others; 0 where all can.

        Only the vertices that still want an edge count, and a fragment joins its two ends.
        """
        options, mate, bit, alive = self.options, self.mate, self.bit, self.alive
        todo = reached = bit[alive.bit_length() - 1]
        while todo:
            v = todo.bit_length() - 1
            further = (options[v] | bit[mate[v]]) & ~reached
            reached |= further
            if reached == alive:  # most often long before each vertex had its turn
                return 0
            todo ^= bit[v] | further
        return alive & ~reached


class Members(dict[int, tuple[int, ...]]):
    """The vertices of a set that is given as bits, remembered: few sets come, but those often."""

    def __missing__(self, bits: int) -> tuple[int, ...]:
        members, rest = [], bits
        while rest:
            members.append(rest.bit_length() - 1)
            rest ^= 1 << members[-1]
        if len(self) > 1 << 16:
            self.clear()
        self[bits] = found = tuple(members)
        return found
