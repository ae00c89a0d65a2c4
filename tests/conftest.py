"""The order of all tests."""

import pytest


@pytest.hookimpl(trylast=True)  # after the order in which each browser starts once
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that nothing is left alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
