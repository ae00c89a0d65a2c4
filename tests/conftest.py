"""The order of all tests: what takes long begins first, so that nothing is alone at the end."""

import pytest


@pytest.hookimpl(trylast=True)  # after the order in which each browser starts once
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what is marked as long."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
