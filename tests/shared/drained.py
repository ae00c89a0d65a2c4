"""What a piece of work returns in the end."""

from collections.abc import Generator
from typing import TypeVar

from kt_core.events import Progress

Answer = TypeVar("Answer")


def drained(work: Generator[Progress, None, Answer]) -> Answer:
    """Return what a piece of work returns, drained of its words of progress."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            answer: Answer = done.value
            return answer
