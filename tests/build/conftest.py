"""Fixtures for the tests of the build."""

from pathlib import Path

import pytest

from web.make.chapter import chapter
from web.make.scripts import Pyodide, lean
from web.make.setup import Node, ready_node
from web.make.steps import ROOT, Workshop


@pytest.fixture(scope="session")
def node() -> Node:
    """The Node.js that the build uses."""
    return ready_node()


@pytest.fixture(scope="session")
def workshop(node: Node) -> Workshop:
    """The folders of the build, with its cached results."""
    return Workshop(Path(node.node), ROOT / "node_modules", ROOT / ".cache")


@pytest.fixture
def new_workshop(node: Node, tmp_path: Path) -> Workshop:
    """The folders of the build, without cached results."""
    return Workshop(Path(node.node), ROOT / "node_modules", tmp_path)


@pytest.fixture(scope="session")
def pyodide(workshop: Workshop) -> Pyodide:
    """The page's Pyodide."""
    return lean(workshop)


@pytest.fixture(scope="session")
def chapter_page(node: Node, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The HTML of the whole chapter, rebuilt from its sources."""
    folder = tmp_path_factory.mktemp("chapter")
    return chapter(Workshop(Path(node.node), ROOT / "node_modules", folder), "")
