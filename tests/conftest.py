"""What holds for all tests: their order, their patience, and how a snapshot is refreshed."""

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.shared import snapshots
from web.make import catalogues

# How long an example takes says more of the machine than of what is tested.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that accepts changed snapshots."""
    says = "replace each snapshot by the drawing whose difference was shown"
    parser.addoption("--refresh-snapshots", action="store_true", help=says)


def pytest_configure(config: pytest.Config) -> None:
    """Pass the flag on, and compile the catalogs."""
    snapshots.refresh = config.option.refresh_snapshots
    catalogues.ready(sys.executable)  # also where nothing was built


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let the collector of garbage pass by what stays: modules, and thousands of tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)  # after the order in which each browser starts once
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Let each worker begin with what takes long, so that nothing is left alone at the end.

    With --dist=worksteal a worker gets one stretch of the list, and gives up the end of it. Of the
    browsers all but the first start once, and what stands ready in them: the last worker begins so.
    """
    yield
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    count, ordered = len(items), list[pytest.Item]()
    engines = list(dict.fromkeys(filter(None, map(engine, items))))
    second = [item for item in items if engine(item) in engines[1:]]
    first = [item for item in items if engine(item) not in engines[1:]]
    long = [item for item in first if item.get_closest_marker("long")]
    short = [item for item in first if not item.get_closest_marker("long")]
    for worker in range(workers):
        share = long[worker::workers]
        if worker == workers - 1:
            share = [*second, *share]
        rest = max(0, (count - len(ordered)) // (workers - worker) - len(share))
        ordered += [*share, *short[:rest]]
        del short[:rest]
    items[:] = [*ordered, *short]


def engine(item: pytest.Item) -> str:
    """Return the browser that a test runs in; "" for none."""
    if "webkit" in getattr(item, "fixturenames", ()):
        return "webkit"
    called = getattr(item, "callspec", None)
    return str(called.params.get("browser_name", "")) if called else ""
