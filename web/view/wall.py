"""The part of the dialog "Share" that has a picture for a wall. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from kt_core.drawing.wall import PALETTES, WIDTHS
from kt_core.language import N_, _
from web.share import export
from web.share.picture import Seen
from web.view.counts import clauses

CALLED: Mapping[str, str] = {"thin": N_("Thin"), "medium": N_("Medium"), "thick": N_("Thick")}
BUTTONS: Mapping[str, str] = {"svg": N_("SVG"), "film": N_("Animated SVG")}  # and the pixels
MEDIUM = "medium"
CHEVRON = '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 6l4 4 4-4"/></svg>'


def row(seen: Seen) -> list[str]:
    """Return what may be chosen of it, and a button for each file."""
    off = " disabled" if export.why_no_wall(seen) else ""
    widths = {name: CALLED[name] for name in WIDTHS}
    files = {kind: _(title) for kind, title in BUTTONS.items()}
    files |= {str(side): _("PNG {side:,}", side=side) for side in export.WALL_PIXELS}
    return [
        '<div class="chosen">',
        _select("palette", _("Colours"), PALETTES, next(iter(PALETTES))),
        _select("width", _("Line"), widths, MEDIUM),
        f'<label class="check"><input type="checkbox" name="ground" checked> {_("Board")}</label>',
        "</div>",
        *(_button(kind, said, off) for kind, said in files.items()),
    ]


def _button(kind: str, said: str, off: str) -> str:
    label = clauses(_("Wall"), said)  # other files are called the same
    return (
        f'<button class="plain" type="button" name="wall" value="{kind}" aria-label="{label}"{off}>'
        f"{said}</button>"
    )


def _select(name: str, title: str, options: Mapping[str, str], chosen: str) -> str:
    listed = "".join(
        f'<option value="{key}"{" selected" * (key == chosen)}>{_(said)}</option>'
        for key, said in options.items()
    )
    return (
        f'<label>{title}<span class="pick"><select class="field" name="{name}">{listed}</select>'
        f"{CHEVRON}</span></label>"
    )
