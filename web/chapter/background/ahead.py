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

from web.chapter.book import section, sections
from web.chapter.words import language

if TYPE_CHECKING:
    from web.page.page import Page

#: For the chapter and for the dialog "Share", in an order in which each imports itself alone.
CHAPTER = (
    "kt_core.trees",
    *(f"web.chapter.content.{name}" for name in ("scales", "figures", "draws", "questions")),
    "web.chapter.content.labels",
    *(f"web.chapter.content.{name}" for name in ("texts", "program", "trials", "tiles", "judge")),
    "web.lab.play.game",
    *(f"web.chapter.figures.{name}" for name in ("layout", "letters", "guess", "game", "graph")),
    *(f"web.chapter.figures.{name}" for name in ("growth", "time", "proof", "rule", "search")),
    "web.chapter.figures.tiles",
    *(f"web.chapter.figures.{name}" for name in ("tours", "registry", "asked", "exercise")),
    "web.chapter.content.numbers",  # for questions drawn at random
)
SHARE = (
    *("web.lab.play.predict", "web.lab.play.blind", "web.share.assignment"),
    *("web.files.update", "kt_core.drawing.film"),
    *("kt_core.files.text", "web.share.picture", "web.share.export"),
    *(
        "web.share.films",
        "web.share.heights",
        "web.share.lines",
        "kt_core.files.tokens",
        "kt_core.files.walks",
    ),
    *("kt_core.files.trail", "kt_core.files.verdicts"),
    *("web.lab.play.game", "web.lab.play.account", "web.files.view", "web.course.package"),
    "web.share.view.share",
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
