"""The runs of the reader's code, as the state asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from web.page.pace import End, WorkKind
from web.page.page import Page
from web.programs.update import runs
from web.state.state import State


class CodeRunner:
    """Runs the code that the state asks for."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def listen(self, proxy: Callable[[Any], Any]) -> None:
        """Start to follow the state; `proxy` makes a function callable from JavaScript."""
        self._wakes = asyncio.Event()
        self._hears = proxy(self._wakes.set)
        self._page.work.add(WorkKind(runs, self._begin))

    def _begin(self, state: State) -> End:
        # Loaded with the first run.
        from web.programs.page.worker import FunctionRun, ProgramRun

        self._wakes.clear()
        kind = ProgramRun if state.programs.active else FunctionRun
        return kind(self._page, state, self._wakes, self._hears).end
