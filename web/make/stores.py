"""Ways to store the knight graph that the chapter's sources use, each in three lines of code.

In all of them, `a` and `b` are squares a move apart. The first line stores the move, the second
lists the squares one move from `a`, and the third tests whether `b` is among them. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

from kt_core.drawing.shapes import escape
from kt_core.language import N_
from web.chapter.text import translation
from web.lab.view.code import line_html


@dataclass(frozen=True)
class GraphStore:
    """A way to store a graph: its name, and the three lines of code."""

    name: str
    stores: str
    lists: str
    tests: str


STORES = (
    GraphStore(
        N_("Adjacency matrix: a list of rows"),
        "matrix[a][b] = 1",
        "[end for end in squares if matrix[a][end]]",
        "matrix[a][b] == 1",
    ),
    GraphStore(
        N_("Adjacency list: a dict of lists, as here"),
        "graph[a].append(b)",
        "graph[a]",
        "b in graph[a]",
    ),
    GraphStore(
        N_("A dict of sets, often with pairs (row, column)"),
        "graph[a].add(b)",
        "graph[a]",
        "b in graph[a]",
    ),
    GraphStore(
        N_("Objects of the classes Graph and Vertex (Miller and Ranum)"),
        "graph.addEdge(a, b)",
        "graph.getVertex(a).getConnections()",
        "graph.getVertex(b) in graph.getVertex(a).getConnections()",
    ),
    GraphStore(
        N_("A dict of the board; moves are computed when needed"),
        "board[a] = board[b] = 0",
        "[end for end in moved(a) if end in board]",
        "b in moved(a)",
    ),
)
HEADS = (N_("Graph stored as"), N_("Store a move; list the moves from a; is b one of them?"))


def stores_table(language: str) -> str:
    """Return the table of all ways as HTML."""
    head = "".join(f'<th scope="col">{escape(translation(language, each))}</th>' for each in HEADS)
    summary = escape(translation(language, N_("Five ways to store the graph")))
    rows = "".join(
        f'<tr><th scope="row">{escape(translation(language, store.name))}</th>'
        f"<td><pre>{_lines(store)}</pre></td></tr>"
        for store in STORES
    )
    return (
        f'<details class="stores"><summary>{summary}</summary><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></details>\n"
    )


def _lines(store: GraphStore) -> str:
    return "\n".join(map(line_html, (store.stores, store.lists, store.tests)))
