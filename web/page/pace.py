"""Sharing the one thread with the browser: work in slices, with rests between them.

`BackgroundWork` starts and ends the work of a state, except the engine's. Garbage is collected only
while nothing runs: reference counts free almost everything, and a test checks that the page leaves
no cycles. The automatic collector of Python 3.14 visits all objects at once, which took 60 ms
during a search of a million squares.
"""

from __future__ import annotations

import asyncio
import gc
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextvars import Context
from time import perf_counter
from typing import Any

from kt_core.events import Progress, ResultT
from kt_core.files import reader
from web.lab.engine import SLICE_SECONDS
from web.state.state import State

BYTES_PER_REST = 1 << 18  # part of a file that is read at once
TELL_SECONDS = 0.2  # time between two reports of progress
A_FRAME_SECONDS = 0.03  # long enough to paint a message, even if no frame is reported


class Pace:
    """Hands control back to the browser whenever a slice of work is used up."""

    def __init__(self) -> None:
        self._until = perf_counter() + SLICE_SECONDS

    def ends(self, work: Iterator[None]) -> bool:
        """Work during this slice; return True when the work has ended."""
        return all(perf_counter() < self._until for _ in work)

    async def finish(self, work: Iterator[None]) -> None:
        """Work to the end, resting as needed."""
        for _ in work:
            await self.rest()

    async def rest(self) -> bool:
        """Rest if the slice is over; return True after a rest."""
        if perf_counter() < self._until:
            return False
        await asyncio.sleep(0)
        self._until = perf_counter() + SLICE_SECONDS
        return True

    async def result_of(
        self, work: Generator[Progress, None, ResultT], tell: Callable[[float], None]
    ) -> ResultT:
        """Return the result of some work, with rests; report its progress from time to time."""
        reported = perf_counter()
        while True:
            try:
                share = next(work).share or 0.0
            except StopIteration as done:
                answer: ResultT = done.value
                return answer
            if await self.rest() and perf_counter() - reported > TELL_SECONDS:
                tell(share)
                reported = perf_counter()

    async def text(self, blob: Any) -> str:
        """Return the text of a blob; bytes that are not text become replacement characters."""
        mark = (await blob.slice(0, reader.HEAD_BYTES).arrayBuffer()).to_bytes()
        decoder = getincrementaldecoder(reader.encoding_of(mark))("replace")
        made = []
        for begin in range(0, blob.size, BYTES_PER_REST):
            part = await blob.slice(begin, begin + BYTES_PER_REST).arrayBuffer()
            made.append(decoder.decode(part.to_bytes()))
            await self.rest()
        return "".join((*made, decoder.decode(b"", final=True)))

    async def join(self, parts: Iterable[str]) -> str:
        """Return the parts joined, resting between them as needed."""
        made = []
        for part in parts:
            made.append(part)
            await self.rest()
        return "".join(made)


End = Callable[[], object]
Wanted = Callable[[State], Hashable | None]


class BackgroundWork:
    """Starts and ends background work, as the state requires."""

    def __init__(self) -> None:
        self._kinds: list[tuple[Wanted, Callable[[State], End]]] = []
        self._under_way: dict[int, tuple[Hashable, End]] = {}  # number of a kind -> its work

    def add(self, wanted: Wanted, begin: Callable[[State], End]) -> None:
        """Add a kind of work that follows the state.

        `wanted` returns the key of the work that a state needs, None for no work. `begin` starts
        the work and returns the function that ends it.
        """
        self._kinds.append((wanted, begin))

    def follow(self, state: State) -> None:
        """End the work that the state no longer needs, and start the work that it needs."""
        for number, (wanted, begin) in enumerate(self._kinds):
            key = wanted(state)
            now, end = self._under_way.get(number, (None, None))
            if key == now:
                continue
            self._under_way.pop(number, None)
            if end:
                end()
            if key is not None:
                self._under_way[number] = key, begin(state)


MANY_OBJECTS, MOST_OBJECTS = 10_000, 50_000  # new objects; a scan of 50,000 takes 25 ms


def mend_clock() -> None:
    """Change the event loop so that it accepts times in the past, as CPython's loop does.

    Pyodide's loop raises `ValueError`. `asyncio.timeout` compares a limit with the clock first, but
    the clock goes on until the limit is set.
    """
    loop = asyncio.get_running_loop()

    def call_at(when: float, *call: Any, context: Context | None = None) -> asyncio.Handle:
        return loop.call_later(max(when - loop.time(), 0), *call, context=context)

    loop.call_at = call_at  # type: ignore[assignment, method-assign]


def collect_garbage() -> None:
    """Collect new objects if there are many; survivors are not scanned again.

    Other objects are freed with their last reference.
    """
    made = gc.get_count()[0]
    if made > MANY_OBJECTS:
        if made <= MOST_OBJECTS:
            gc.collect()
        gc.freeze()
