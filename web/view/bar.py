"""The head of a dialog: what it is, what is said there, and the button that closes it. Pure."""

from __future__ import annotations

from kt_core.language import _

CLOSE = (
    '<button class="shut" type="button" name="close" aria-label="{}"><svg class="icon"'
    ' viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5 5 15"/></svg></button>'
)


def bar(name: str, title: str, said: str = "") -> str:
    """Return the head of the dialog of this name; `said` is an element in which it tells things."""
    head = f'<h2 id="{name}-title">{title}</h2>'
    return f'<div class="bar">{head}{said}{CLOSE.format(_("Close"))}</div>'
