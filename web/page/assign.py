"""What is wished in the dialog "Make a task", as intents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from web.state import intents


def wishes(event: Any) -> Iterator[intents.Intent]:
    """Yield what is wished by a click, a choice, or a letter that is typed.

    A line is shown before it is copied, so that it can be selected where copying is refused.
    """
    field, button = event.target, event.target.closest("button")
    if event.type != "click":
        if field.name:  # the lines have none
            yield intents.Ask("assign", chosen=((str(field.name), str(field.value)),))
    elif button and button.name == "close":
        yield intents.Ask("")
    elif button and button.name in ("line", "copy"):
        name = str(button.value)
        yield intents.Ask("assign", chosen=(("line", name),))
        yield intents.CopyLine(name, str(event.currentTarget.querySelector("textarea").value))
    elif button:
        yield intents.Export(str(button.name), str(button.value))
