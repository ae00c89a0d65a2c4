"""Settings for all tests: their order, timeouts, and the refreshing of snapshots."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.shared import snapshots
from web.make import catalogs

# Programs and browsers speak English, wherever the tests run.
os.environ |= {"LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
# The time of an example depends more on the machine than on the tested code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the project's own options."""
    says = "replace each snapshot by the drawing whose difference was shown"
    parser.addoption("--refresh-snapshots", action="store_true", help=says)
    says = "also run the tests marked `full`, and those in other browsers"
    parser.addoption("--all", action="store_true", help=says)
    says = "test the page in this Chromium, not in the one of tests/chromium"
    parser.addoption("--browser-path", type=Path, help=says)


def pytest_configure(config: pytest.Config) -> None:
    """Pass the flag on, and compile the catalogs."""
    snapshots.refresh = config.option.refresh_snapshots
    catalogs.ready(sys.executable)  # even if nothing has been built


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt permanent objects, such as modules and tests, from garbage collection."""
    gc.collect()
    gc.freeze()


def beyond_every_change(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests that run only with --all.

    A test marked `sample(n)` runs with n of its values, from the first to the last.
    """
    beyond, sampled = list[pytest.Item](), dict[tuple[Path, str], list[pytest.Item]]()
    for item in items:
        if item.get_closest_marker("full"):
            beyond.append(item)
        elif item.get_closest_marker("sample"):
            sampled.setdefault((item.path, item.name.partition("[")[0]), []).append(item)
    for group in sampled.values():
        mark = group[0].get_closest_marker("sample")
        assert mark
        step = -(-len(group) // mark.args[0])
        beyond += [item for place, item in enumerate(group) if place % step]
    return beyond


@pytest.hookimpl(wrapper=True)  # runs after the sorting by browser
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Start each worker with slow tests, so that no slow one remains at the end.

    With --dist=worksteal a worker gets one section of the list, and gives up tests from its end.
    The tests of all browsers except the first are at the start of the last worker's section, so
    that each of these browsers starts only once.
    """
    yield
    if not config.option.all:
        beyond = {*beyond_every_change(items)}
        config.hook.pytest_deselected(items=[*beyond])
        items[:] = [item for item in items if item not in beyond]
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


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """True with --all: a test of several values in one visit takes them all."""
    return bool(request.config.option.all)


def engine(item: pytest.Item) -> str:
    """Return the browser in which a test runs; "" for none."""
    if "webkit" in getattr(item, "fixturenames", ()):
        return "webkit"
    called = getattr(item, "callspec", None)
    return str(called.params.get("browser_name", "")) if called else ""
