"""A search with a reader's function, without a process or a worker."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from kt_core.events import Event
from kt_core.programs.environment import OurModules
from kt_core.programs.errors import ProgramError
from kt_core.programs.functions import ReaderFunction
from kt_core.programs.run import RunSettings, run
from kt_core.tour import Puzzle


def function_search(
    source: str, puzzle: Puzzle, most: int = 2000, seed: int = 1, package: OurModules | None = None
) -> tuple[list[Event], ProgramError | None]:
    """Return the first events of a function's search, and its error."""
    events: list[Event] = []

    def drive(names: Mapping[str, Any], tick: Callable[[], None]) -> None:
        events.extend(islice(ReaderFunction(names).events(puzzle), most))

    return events, run(source, RunSettings(seed=seed, driver=drive, package=package)).error
