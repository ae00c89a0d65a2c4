"""Intents of the dialog "Open", which reads tours from texts and files. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kt_core.tour import Tour
from web.state.intents import Aside, Intent, Wish

if TYPE_CHECKING:  # loaded with the first text
    from kt_core.files.verdicts import Reading


@dataclass(frozen=True)
class ShowTour(Wish):
    """Show a tour that the reader opened."""

    tour: Tour


@dataclass(frozen=True)
class ReadText(Aside):
    """Read a text of this many characters; 0: stop reading."""

    text: int  # its number; each text has another
    characters: int = 0


@dataclass(frozen=True)
class ReportReading(Intent):
    """Show a sentence in the dialog about the share of a text read; None: reading has ended."""

    sentence: str
    share: float | None = None


@dataclass(frozen=True)
class OfferGame(Intent):
    """Offer to continue, as a game, the path that ends early."""

    found: Reading


@dataclass(frozen=True)
class PlayOn(Wish):
    """Continue the opened path as a game."""
