"""What the first touch of a figure needs, had ready while a reader of the chapter still reads.

One module after the other, each in a slice of its own: all at once would hold the page up for as
long as a fifth of a second.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

from web.lesson.book import section, sections
from web.lesson.words import language

if TYPE_CHECKING:
    from web.page.page import Page

#: In an order in which each brings itself alone.
MODULES = (
    *("kt_core.trees", "web.lesson.scales", "web.lesson.figures", "web.lesson.draws"),
    *("web.lesson.questions", "web.lesson.texts", "web.lesson.program", "web.lesson.trials"),
    *("web.lesson.tiles", "web.lesson.judge", "web.reader.game", "web.figure.layout"),
    "web.figure.guess",
    *("web.figure.game", "web.figure.graph", "web.figure.growth", "web.figure.time"),
    *("web.figure.proof", "web.figure.rule", "web.figure.search", "web.figure.tiles"),
    *("web.figure.tours", "web.figure.registry", "web.draw.asked", "web.figure.exercise"),
    "web.lesson.numbers",  # of questions that are drawn
)
REST_SECONDS = 0.02  # between two of them, for whatever else the page has to do


async def prepare(page: Page) -> None:
    """Import what draws the figures, then read the sections."""
    for name in MODULES:
        await asyncio.sleep(REST_SECONDS)
        import_module(name)
    for speaks in dict.fromkeys(("en", language(page.state))):
        for name in sections():
            await asyncio.sleep(REST_SECONDS)
            section(name, speaks)
