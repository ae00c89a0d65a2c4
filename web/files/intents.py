"""Intents of the dialog "Load", which reads tours and boards from texts and files. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from kt_core.tour import Tour
from web.state.intents import Aside, Intent, Wish

if TYPE_CHECKING:  # loaded with the first text
    from web.files.reading import TourOrBoard


class ShowTour(Wish):
    """Show a tour that the reader opened."""

    tour: Tour


class ReadText(Aside):
    """Read a text of this many characters; 0: stop reading."""

    text: int  # a number that identifies the text
    characters: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)  # what the reader chose for `read`


class ClearText(Aside):
    """Forget the text that was read, because the field is empty."""


class ShowReading(Intent):
    """Show in the dialog how a text was read, and offer the actions that apply to it."""

    found: TourOrBoard


class LoadIntoLab(Wish):
    """Show the tour of the dialog in the lab; of a wrong tour, the correct part."""


class PlayOn(Wish):
    """Continue the path of the dialog as a game."""


class RunProgram(Wish):
    """Run the program of the dialog."""


class BeginTask(Intent):
    """Begin the task of the dialog if no task is set."""


class SolveBoard(Wish):
    """Look for a tour of the board of the dialog."""
