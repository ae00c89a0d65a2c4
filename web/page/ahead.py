"""Import modules before the reader needs them: for the figures, and for two dialogs.

Each module is imported in a separate slice; importing all at once would block the page for up to a
fifth of a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from web.chapter.book import section
from web.chapter.text import language, sections
from web.page.late import import_late, is_here

if TYPE_CHECKING:
    from web.page.page import Page

#: The modules for the chapter and for the dialog "Share", in an order in which each import loads
#: one module.
CHAPTER = (
    "kt_core.tree_size",
    *(f"web.chapter.content.{name}" for name in ("exercises", "trials", "questions")),
    *(f"web.chapter.content.{name}" for name in ("program", "judge")),
    "web.search.game",
    *(f"web.chapter.figures.{name}" for name in ("layout", "figure", "letters", "game", "graph")),
    *(f"web.chapter.figures.{name}" for name in ("growth", "search", "proof", "rule")),
    *(f"web.chapter.figures.{name}" for name in ("tiles", "registry")),
    "web.chapter.content.numbers",  # numbers in questions with random values
)
SHARE = (
    "web.search.predict",
    *("kt_core.exercise", "web.share.assignment"),
    *("web.lab.update.dialogs", "web.share.lines"),
    *(
        "kt_core.drawing.film",
        "kt_core.files.text",
        "web.share.export",
        "web.chapter.content.exercises",
    ),
    *("kt_core.files.tokens", "kt_core.files.walks"),
    *("web.search.game", "web.draw.dialog", "web.share.course"),
    "web.share.view.share",
)
#: The modules for the dialog "Load", which reads a text.
LOAD = (
    *("kt_core.exercise", "web.search.predict", "web.share.assignment"),
    *("web.lab.update.dialogs", "web.share.lines"),
    *(f"kt_core.files.{name}" for name in ("envelope", "tokens", "walks", "numbered", "boards")),
    *("kt_core.files.lists", "kt_core.files.reader", "kt_core.puzzles", "web.question.reading"),
    *("web.search.game", "web.files.offers"),
    *("web.draw.dialog", "web.files.dialog"),
)
REST_SECONDS = 0.02  # pause between two imports, for other work of the page


async def import_all(names: Iterable[str], rest_seconds: float = 0.0) -> None:
    """Import modules, with a pause before each so that the browser stays responsive."""
    for name in names:
        if not is_here(name):
            await asyncio.sleep(rest_seconds)
            import_late(name)


async def import_figures(page: Page) -> None:
    """Import the modules that draw the figures, then read the sections."""
    await import_all(CHAPTER, REST_SECONDS)
    for speaks in dict.fromkeys(("en", language(page.state))):
        for name in sections():
            await asyncio.sleep(REST_SECONDS)
            section(name, speaks)
