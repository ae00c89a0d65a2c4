"""Every kind of figure. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from web.chapter.figures.figure import Figure
from web.chapter.figures.game import GameFigure
from web.chapter.figures.graph import CountFigure, MatrixFigure, MovesFigure
from web.chapter.figures.growth import GrowthFigure
from web.chapter.figures.letters import CompareFigure
from web.chapter.figures.proof import ProofFigure
from web.chapter.figures.rule import RuleFigure
from web.chapter.figures.search import SearchFigure, TimeFigure
from web.chapter.figures.tiles import TilesFigure, TourFigure

KINDS = (
    *(GameFigure, TourFigure, MovesFigure, CountFigure, MatrixFigure, SearchFigure),
    *(CompareFigure, GrowthFigure, TimeFigure, RuleFigure, ProofFigure, TilesFigure),
)
FIGURES: Mapping[str, Callable[..., Figure]] = {each.kind: each for each in KINDS}


def figure(head: str) -> Figure:
    """Return the figure that a Markdown file names; `ValueError` lists the known ones."""
    kind, *words = head.split()
    if kind not in FIGURES:
        raise ValueError(f"{kind!r} is no figure; there are {', '.join(sorted(FIGURES))}")
    return FIGURES[kind](*words)
