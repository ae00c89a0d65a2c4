"""Weights of vertices that make the lightest 1-tree too heavy for a cycle: the check.

M. Held and R. M. Karp, Oper. Res. 18 (1970) 1138. A 1-tree is a tree on all vertices but a root,
and two edges at the root.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kt_core.proofs.grammar import Vertex

Edge = tuple[Vertex, Vertex]


def too_heavy(
    vertices: Collection[Vertex],
    taken: Sequence[Edge],
    others: Sequence[Edge],
    root: Vertex,
    weight: Mapping[Vertex, int],
) -> bool:
    """Return whether no cycle of all vertices takes the edges taken, and else none but the others.

    Where it returns False there may be none all the same.
    """

    # An edge weighs what its two vertices weigh, so a cycle, with two edges at each vertex, weighs
    # twice what all vertices weigh. It is a 1-tree: without the root it is a path. So it is no
    # lighter than the lightest 1-tree that has all that is taken.
    def heaviness(edge: Edge) -> int:
        return weight[edge[0]] + weight[edge[1]]

    if root not in vertices:  # the edges at it would be missed, and nothing else
        return False
    lightest = [*taken, *sorted(others, key=heaviness)]
    tree = [edge for edge in lightest if root in edge][:2]
    part = {vertex: vertex for vertex in vertices}
    for a, b in lightest:
        one, other = _part(part, a), _part(part, b)
        if one != other and root not in (a, b):
            part[one] = other
            tree.append((a, b))
    if len(tree) < len(part):  # of a cycle, all is a path without the root
        return True
    return sum(map(heaviness, tree)) > 2 * sum(weight[vertex] for vertex in vertices)


def _part(part: dict[Vertex, Vertex], vertex: Vertex) -> Vertex:
    while part[vertex] != vertex:
        part[vertex] = vertex = part[part[vertex]]
    return vertex
