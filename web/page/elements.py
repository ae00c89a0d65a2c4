"""Events and fields of the document as Python values.

An event may come from any element, so nothing here raises if it is not the expected one.
"""

from __future__ import annotations

from typing import Any


def button_of(event: Any) -> tuple[str, str]:
    """Return the name and the value of the button that was pressed; ("", "") if none was."""
    button = event.target.closest("button")
    return (str(button.name), str(button.value)) if button else ("", "")


def is_focused_by_keys(element: Any) -> bool:
    """Return True if an element has the focus of a reader who uses the keyboard."""
    return bool(element.matches(":focus-visible"))


def field_value(field: Any) -> str:
    """Return the text of a field; of a checkbox "1" or ""."""
    return ("1" if field.checked else "") if field.type == "checkbox" else str(field.value)
