"""Intents of the chapter: sections, dials, answers, measurements. Pure."""

from __future__ import annotations

from web.state.intents import Aside, Intent, Wish


class ShowSection(Aside):
    """Show a section of the chapter, or the lab ("")."""

    name: str


class SectionInView(Aside):
    """The reader scrolled to a section."""

    section: str


class TurnDial(Aside):
    """Turn a dial of a section's figure: to a number ("3"), or by a step ("+1")."""

    section: str
    dial: str
    text: str


class Highlight(Aside):
    """Highlight the part of a section's figure under the pointer; "": none."""

    section: str
    value: str


class GiveAnswer(Aside):
    """Answer the question of a section."""

    section: str
    text: str


class AskAnother(Aside):
    """Ask another question in a section, drawn from a random number."""

    section: str
    chance: int


class RunFigure(Aside):
    """Play the figure of a section; "": stop playing."""

    section: str


class Measure(Aside):
    """Begin the measurement of a section's figure in this browser, or stop it."""

    section: str


class Measured(Intent):
    """A measurement has new results, after some milliseconds."""

    section: str
    values: tuple[int, ...]
    milliseconds: int
    done: bool = False


class Counted(Intent):
    """The figure of a section has new counts; the last number is the progress."""

    section: str
    values: tuple[int, ...]


class TryInLab(Wish):
    """Ask in the lab the question of a section's figure, or of a link in its text."""

    section: str
    address: str = ""
