"""What a reader is about to need, imported ahead: for a figure's first touch, or for a dialog.

One module after the other, each in a slice of its own: all at once would hold the page up for as
long as a fifth of a second.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from web.lesson.book import section, sections
from web.lesson.words import language

if TYPE_CHECKING:
    from web.page.page import Page

#: For the chapter and for the dialog "Share", in an order in which each brings itself alone.
CHAPTER = (
    *("kt_core.trees", "web.lesson.scales", "web.lesson.figures", "web.lesson.draws"),
    *("web.lesson.questions", "web.lesson.texts", "web.lesson.program", "web.lesson.trials"),
    *("web.lesson.tiles", "web.lesson.judge", "web.reader.game", "web.figure.layout"),
    "web.figure.guess",
    *("web.figure.game", "web.figure.graph", "web.figure.growth", "web.figure.time"),
    *("web.figure.proof", "web.figure.rule", "web.figure.search", "web.figure.tiles"),
    *("web.figure.tours", "web.figure.registry", "web.draw.asked", "web.figure.exercise"),
    "web.lesson.numbers",  # of questions that are drawn
)
SHARE = (
    *("web.question.assignment", "web.state.dialogs", "kt_core.drawing.wall"),
    *("kt_core.drawing.film", "kt_core.files.text", "web.share.picture", "web.share.export"),
    *("web.share.films", "web.share.lines", "kt_core.files.notation", "kt_core.files.reading"),
    *("web.reader.game", "web.reader.account", "web.view.dialogs", "web.view.share"),
)
REST_SECONDS = 0.02  # between two of them, for whatever else the page has to do


async def bring(names: Iterable[str], rest_seconds: float = 0.0) -> None:
    """Import modules, with a rest before each, if only for the browser to have its turn."""
    for name in names:
        if name not in sys.modules:
            await asyncio.sleep(rest_seconds)
            import_module(name)


async def prepare(page: Page) -> None:
    """Import what draws the figures, then read the sections."""
    await bring(CHAPTER, REST_SECONDS)
    for speaks in dict.fromkeys(("en", language(page.state))):
        for name in sections():
            await asyncio.sleep(REST_SECONDS)
            section(name, speaks)
