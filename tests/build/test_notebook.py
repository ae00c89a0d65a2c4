"""A notebook with kt_core runs and shows its tour as a picture."""

from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from web.make.steps import ROOT

NOTEBOOK = ROOT / "tests/sites/notebook/knights_tour.ipynb"


@pytest.fixture(scope="module")
def outputs() -> dict[str, Any]:
    """The outputs of each cell of the notebook, by the cell's name."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": ROOT}}).execute()
    return {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


def test_a_tour_draws_itself(outputs: dict[str, Any]) -> None:
    drawing = outputs["tour"][0]["data"]["image/svg+xml"]
    assert drawing.startswith("<svg")
    assert 'data-board="6x6"' in drawing


def test_a_refusal_is_a_sentence(outputs: dict[str, Any]) -> None:
    assert "changes colour" in outputs["none"][0]["text"]


def test_a_count_is_a_number(outputs: dict[str, Any]) -> None:
    assert outputs["count"][0]["data"]["text/plain"] == "304"
