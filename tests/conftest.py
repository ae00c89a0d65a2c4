"""What holds for all tests: their order, their patience, and how a snapshot is refreshed."""

import pytest
from hypothesis import settings

from tests.shared import snapshots

# How long an example takes says more of the machine than of what is tested.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that says that the drawings which were shown are right."""
    says = "let each drawing whose difference was shown take the place of its snapshot"
    parser.addoption("--refresh-snapshots", action="store_true", help=says)


def pytest_configure(config: pytest.Config) -> None:
    """Tell of the flag."""
    snapshots.refresh = config.option.refresh_snapshots


@pytest.hookimpl(trylast=True)  # after the order in which each browser starts once
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that nothing is left alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
