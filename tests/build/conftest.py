"""Fixtures for the tests of the build."""

import pytest

from web.make.setup import Node, ready_node


@pytest.fixture(scope="session")
def node() -> Node:
    """The Node.js that the build uses."""
    return ready_node()
