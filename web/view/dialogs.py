"""The dialogs "Share" and "Open" as strings: what is seen in, HTML out. Pure."""

from __future__ import annotations

from kt_core.language import N_, Sentence, _
from web.draw.patch import Patch
from web.state.state import State
from web.view.bar import bar

LONGEST_CHARACTERS = 8_000_000  # characters of a text that is opened: a tour of about 900 x 900
PLACEHOLDER = N_("a1 b3 c5 …   or rows of numbers   or JSON")


def dialog(name: str, about: State) -> Patch:
    """Return what stands in a dialog, "share" or "open", about what a state shows."""
    return {"html": _share(about) if name == "share" else opening()}


def _share(about: State) -> str:
    from web.share.picture import Seen  # which opening does without, as all that draws files
    from web.view.share import share

    return share(Seen.of(about), about.place)


def opening() -> str:
    """Return the dialog "Open"."""
    return (
        f"{bar('open', _('Open a tour'))}"
        '<label class="head" for="pasted">'
        f"{_('Squares, a numbered board, CSV or JSON')}</label>"
        f'<textarea class="field" id="pasted" name="pasted" rows="7" placeholder="{_(PLACEHOLDER)}"'
        ' spellcheck="false" autocapitalize="off" autocomplete="off"'
        ' aria-describedby="open-said"></textarea>'
        '<label class="head" for="file">'
        f"{_('Or a file, also dropped anywhere on the page')}</label>"
        '<input id="file" name="file" type="file" accept=".json,.csv,.txt,text/plain">'
        '<p class="said" id="open-said" role="alert"></p>'
        f'<div class="act"><button class="solve" type="button" name="show">{_("Show")}</button>'
        f'<progress aria-label="{_("Read so far")}" hidden></progress></div>'
    )


def too_long(size: int) -> str:
    """Return why a text of this size is not looked at."""
    return Sentence(
        "This text has {size:,} characters; {most:,} are the most that can be opened.",
        size=size,
        most=LONGEST_CHARACTERS,
    )


def too_large(across: int, down: int) -> str:
    """Return why there is no picture of this size."""
    return Sentence(
        "This browser cannot make a picture of {across:,} x {down:,} pixels. Take a smaller one, or"
        " the SVG.",
        across=across,
        down=down,
    )
