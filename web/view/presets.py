"""Where to begin: five questions that are one click each. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from kt_core.drawing.shapes import escaped
from kt_core.language import N_, _


@dataclass(frozen=True)
class Preset:
    """A question worth seeing, by its address; `plays` is whether its steps go by at once."""

    title: str
    address: str
    plays: bool = False


PRESETS = (
    Preset(N_("Watch it fail"), "#board=5x5&ordering=textbook&prune=0&step=0", plays=True),
    Preset(N_("Warnsdorff at work"), "#step=0", plays=True),
    Preset(N_("The whole graph"), "#show=graph,degrees,names&step=0"),
    Preset(N_("Why 3x8 has none"), "#board=3x8&closed=1"),
    Preset(N_("130 x 130"), "#board=130x130&ordering=best"),
)


def presets() -> str:
    """Return the buttons, each named by its place."""
    return "".join(
        f'<button type="button" name="preset-{place}">{escaped(_(preset.title))}</button>'
        for place, preset in enumerate(PRESETS)
    )
