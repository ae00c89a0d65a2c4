"""The graph of six vertices in words. Pure."""

from __future__ import annotations

from kt_core.graph import LETTERS
from kt_core.language import _
from web.search.outcome import Outcome
from web.view.counts import dead_ends


def progress(outcome: Outcome) -> tuple[str, str]:
    """Return what the search has come to, in two sentences."""
    said, ends = " ".join(outcome.path), outcome.dead_ends
    if len(outcome.path) == len(LETTERS):
        how = _("C was a dead end when B tried it first; the search went back, and came to C last.")
        whole = _(
            "A path through all six: {path}, after {dead_ends}.",
            path=said,
            dead_ends=dead_ends(ends),
        )
        return whole, how
    so_far = _("Six vertices, and a path through all of them.")
    if said:
        so_far = _("The path so far: {path}.", path=said)
    return so_far, _(
        "White is not yet visited, gray is on the path. Step goes vertex by vertex from A."
    )


def facts() -> str:
    """Return what the graph is, in one sentence."""
    edges = sum(map(len, LETTERS.values()))
    return _(
        "This graph: {n} vertices; {edges} directed edges, each one way; that is {share:.1f} % of"
        " the 6 x 6 matrix.",
        n=len(LETTERS),
        edges=edges,
        share=100 * edges / len(LETTERS) ** 2,
    )
