"""The graph of six vertices in words. Pure."""

from __future__ import annotations

from kt_core.graph import LETTERS
from web.search.outcome import Outcome


def progress(outcome: Outcome) -> tuple[str, str]:
    """Return what the search has come to, in two sentences."""
    said, ends = " ".join(outcome.path), outcome.dead_ends
    if len(outcome.path) == len(LETTERS):
        counted = "one dead end" if ends == 1 else f"{ends} dead ends"
        how = "C was a dead end when B tried it first; the search went back, and came to C last."
        return f"A path through all six: {said}, after {counted}.", how
    return (
        f"The path so far: {said}." if said else "Six vertices, and a path through all of them.",
        "White is not yet visited, gray is on the path. Step goes vertex by vertex from A.",
    )


def facts() -> str:
    """Return what the graph is, in one sentence."""
    edges = sum(map(len, LETTERS.values()))
    return (
        f"This graph: {len(LETTERS)} vertices; {edges} directed edges, each one way; that is"
        f" {100 * edges / len(LETTERS) ** 2:.1f} % of the 6 x 6 matrix."
    )
