"""Every figure's drawing by its name, and what can be turned in it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kt_core.drawing.shapes import escaped
from web.figure import moves
from web.figure.parts import Regions
from web.lesson.figures import Figure, Values
from web.lesson.words import told


@dataclass(frozen=True)
class Drawn:
    """What draws a figure, what says it, and the names of its dials for those who turn them."""

    regions: Callable[[tuple[str, ...], Values, str, str], Regions]
    said: Callable[[tuple[str, ...], Values, str], str]
    dials: Mapping[str, str]


DRAWN: Mapping[str, Drawn] = {
    "moves": Drawn(moves.regions, moves.said, {"square": "Square of the knight"}),
}


def controls(figure: Figure, language: str) -> str:
    """Return the controls of a figure as HTML: a slider for each dial, and buttons to step."""
    return "".join(
        _slider(figure, place, told(language, name), language)
        for place, name in enumerate(DRAWN[figure.kind].dials.values())
    )


def _slider(figure: Figure, place: int, label: str, language: str) -> str:
    dial = figure.dials[place]
    shown = f'name="{dial.name}" min="0" max="{dial.most(figure.first)}" value="{dial.first}"'
    rows = f' data-columns="{dial.columns}"' if dial.columns else ""
    return (
        f'<label class="dial"><span>{escaped(label)}</span>'
        f'<input autocomplete="off" type="range" {shown}{rows}></label>'
    )
