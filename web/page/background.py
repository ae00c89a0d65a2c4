"""Work in the background: early imports for figures and dialogs, and counts for the figures.

Each module is imported in a separate slice; importing all at once would block the page for up to a
fifth of a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from web.chapter.book import figure_at, lesson, section
from web.chapter.text import Values, chapter_language, sections
from web.page.late import import_late, is_here
from web.page.pace import TELL_SECONDS, Pace
from web.state.intents import Counted, Measured

if TYPE_CHECKING:
    from web.page.page import Page

#: The modules for the chapter and for the dialog "Share", in an order in which each import loads
#: one module.
CHAPTER = (
    "kt_core.tree_size",
    *(f"web.chapter.content.{name}" for name in ("listings", "trials", "questions")),
    *("web.chapter.content.judge", "web.search.game"),
    *(f"web.chapter.figures.{name}" for name in ("layout", "figure", "letters", "game", "graph")),
    *(f"web.chapter.figures.{name}" for name in ("growth", "search", "proof", "rule")),
    *(f"web.chapter.figures.{name}" for name in ("tiles", "registry")),
    "web.chapter.content.numbers",  # numbers in questions with random values
)
SHARE = (
    "web.search.predict",
    *("kt_core.exercise", "web.share.assignment"),
    "web.share.lines",
    *("kt_core.drawing.film", "kt_core.files.text", "web.share.export"),
    "web.chapter.content.listings",
    *("kt_core.files.tokens", "kt_core.files.walks"),
    *("web.search.game", "web.draw.dialog", "web.share.course"),
    "web.share.view.share",
)
#: The modules for the dialog "Load", which reads a text.
LOAD = (
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
    for speaks in dict.fromkeys(("en", chapter_language(page.state.language))):
        for name in sections():
            await asyncio.sleep(REST_SECONDS)
            section(name, speaks)


async def measure(page: Page, name: str) -> None:
    """Run the measurement of a figure with its present dial values."""
    figure = figure_at(name)
    assert figure
    values = lesson(page.state.question).at.get(name, figure.first)
    async for found, seconds, done in _results(figure.measure(values)):
        page.dispatch(Measured(name, found, round(1000 * seconds), done))


async def count(page: Page, name: str, wanted: Values) -> None:
    """Count for a figure until the state has the values that it needs."""
    figure = figure_at(name)
    assert figure
    async for found, _, _ in _results(figure.count(wanted)):
        page.dispatch(Counted(name, (*wanted, *found)))


async def _results(work: Iterator[Values]) -> AsyncIterator[tuple[Values, float, bool]]:
    """Yield results of some work from time to time, and its last one.

    Beside each are the seconds of work until then, and True for the last one.
    """
    pace, worked, since, last = Pace(), 0.0, perf_counter(), perf_counter()
    found: Values = ()
    for found in work:
        worked += perf_counter() - since
        await pace.rest()
        if perf_counter() - last > TELL_SECONDS:
            yield found, worked, False
            last = perf_counter()
        since = perf_counter()
    yield found, worked, True
