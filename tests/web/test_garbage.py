"""New objects are checked for garbage once if there are many, but not if there are too many."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from web.page.pace import MANY_OBJECTS, MOST_OBJECTS, collect_garbage


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The garbage collector as in the page, restored afterwards.

    All present objects are frozen, and remain so: to scan them takes seconds.
    """
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


class Circle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(
    ("new", "stays", "frozen"),
    [
        (MANY_OBJECTS // 2, True, False),
        (2 * MANY_OBJECTS, False, True),
        (2 * MOST_OBJECTS, True, True),
    ],
)
def test_many_new_objects_are_collected_once(new: int, stays: bool, frozen: bool) -> None:
    circle, before = ref(Circle()), gc.get_freeze_count()
    kept = [[] for _ in range(new)]  # type: ignore[var-annotated]
    collect_garbage()
    newly_frozen = gc.get_freeze_count() - before
    assert (circle() is not None, newly_frozen >= len(kept)) == (stays, frozen)


def test_the_automatic_collector_is_off() -> None:
    circle = ref(Circle())
    kept = [[] for _ in range(3 * MOST_OBJECTS)]  # type: ignore[var-annotated]
    assert circle() is not None
    assert len(kept) == 3 * MOST_OBJECTS
