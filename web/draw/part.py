"""A lazy node: a function that draws, and all that it is called with. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kt_core.language import speaking, spoken


class Lazy:
    """A drawing to be made: nodes that are equal look the same, so only others are drawn.

    >>> Lazy(str, 7) == Lazy(str, 7), Lazy(str, 7).value()
    (True, '7')

    It is drawn in the language that was spoken when it was made. Elm calls it `Html.Lazy`.
    """

    __slots__ = ("_function", "_language", "_options", "_shown")

    def __init__(self, function: Callable[..., Any], *shown: Any, **options: Any) -> None:
        self._function, self._shown, self._options = function, shown, options
        self._language = "" if function is dict else spoken()  # a patch is in a language already

    def value(self) -> Any:
        """Return what the function draws."""
        with speaking(self._language or spoken()):
            return self._function(*self._shown, **self._options)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Lazy)
            and self._function is other._function
            and self._language == other._language
            and self._shown == other._shown
            and self._options == other._options
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Lazy({self._function.__name__})"
