"""The parts that all dialogs share, as HTML. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kt_core.drawing.shapes import escape
from kt_core.language import _, text_of
from web.draw.patch import options_html

CHEVRON = '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 6l4 4 4-4"/></svg>'
CLOSE = (
    '<button class="shut" type="button" name="close" aria-label="{}"><svg class="icon"'
    ' viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5 5 15"/></svg></button>'
)


def select(name: str, title: str, options: Mapping[str, str], chosen: str) -> str:
    """Return a labeled field of choices; `options`: value -> its title, in English.

    If no option is selected, a browser shows the first; so `chosen` must be one of the options.
    """
    assert chosen in options, (name, chosen)
    listed = options_html({key: _(label) for key, label in options.items()}, chosen)
    return (
        f'<label>{title}<span class="pick"><select class="field" name="{name}">{listed}</select>'
        f"{CHEVRON}</span></label>"
    )


def text_field(name: str, title: str, value: str, most: int, example: str = "") -> str:
    """Return a labeled field for a line of at most `most` characters."""
    return (
        f'<label>{title}<input class="field" name="{name}" autocomplete="off" maxlength="{most}"'
        f' placeholder="{escape(example)}" value="{escape(value)}"></label>'
    )


def line_field(name: str, title: str, line: str, look: str) -> str:
    """Return a field with the line of this name, and a button that copies it."""
    return (
        f'<div class="field with"><textarea id="line-{name}" {look} readonly spellcheck="false">'
        f'{escape(line)}</textarea><button type="button" name="copy" value="{name}"'
        f' aria-label="{_("Copy: {title}", title=title)}">{_("Copy")}</button></div>'
    )


def row(title: str, buttons: Iterable[str], *notes: str) -> str:
    """Return a row: its title, buttons of one kind, and notes below them."""
    below = "".join(f'<p class="soft">{text_of(note)}</p>' for note in notes if note)
    return (
        f'<div class="kind" role="group" aria-label="{title}"><span class="head">{title}</span>'
        f"<div>{''.join(buttons)}{below}</div></div>"
    )


def header(name: str, title: str, status: str = "") -> str:
    """Return the head of the dialog of this name; `status` is the element for its messages."""
    close = CLOSE.format(_("Close"))
    return f'<div class="bar"><h2 id="{name}-title">{title}</h2>{status}{close}</div>'
