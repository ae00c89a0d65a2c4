"""How the page shares its one thread with the browser: work in slices, with rests between them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from time import perf_counter

SLICE_SECONDS = 0.008  # of work between two frames; the last thing begun may overrun it


class Pace:
    """Hands control back to the browser whenever a slice of work is used up."""

    def __init__(self) -> None:
        self._until = perf_counter() + SLICE_SECONDS

    async def rest(self) -> bool:
        """Return whether there was need for a rest."""
        if perf_counter() < self._until:
            return False
        await asyncio.sleep(0)
        self._until = perf_counter() + SLICE_SECONDS
        return True

    async def joined(self, parts: Iterable[str]) -> str:
        """Return the parts joined, resting between them as needed."""
        made = []
        for part in parts:
            made.append(part)
            await self.rest()
        return "".join(made)
