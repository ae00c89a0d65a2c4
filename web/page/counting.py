"""Counts and measurements of the chapter's figures in this browser: in slices, with progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from web.chapter.book import figure_at, lesson
from web.chapter.text import Values
from web.page.pace import TELL_SECONDS, Pace
from web.page.page import Page
from web.state.intents import Counted, Intent, Measured


async def measure(page: Page, name: str) -> None:
    """Run the measurement of a figure with its present dial values."""
    figure = figure_at(name)
    assert figure
    values = lesson(page.state.question).at.get(name, figure.first)

    def report(found: Values, seconds: float) -> Intent:
        return Measured(name, found, round(1000 * seconds))

    found, seconds = await _timed_result(page, figure.measure(values), report)
    page.dispatch(Measured(name, found, round(1000 * seconds), done=True))


async def count(page: Page, name: str, wanted: Values) -> None:
    """Count for a figure until the state has the values that it needs."""
    figure = figure_at(name)
    assert figure

    def report(found: Values, seconds: float) -> Intent:
        return Counted(name, (*wanted, *found))

    found, _ = await _timed_result(page, figure.count(wanted), report)
    page.dispatch(Counted(name, (*wanted, *found)))


async def _timed_result(
    page: Page, work: Iterator[Values], report: Callable[[Values, float], Intent]
) -> tuple[Values, float]:
    """Return the last value of some work and its duration in seconds; report the progress."""
    pace, worked, since, last = Pace(), 0.0, perf_counter(), perf_counter()
    found: Values = ()
    for found in work:
        worked += perf_counter() - since
        await pace.rest()
        if perf_counter() - last > TELL_SECONDS:
            page.dispatch(report(found, worked))
            last = perf_counter()
        since = perf_counter()
    return found, worked
