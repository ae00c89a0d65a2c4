"""Drawing of the choices at a step."""

from xml.etree import ElementTree as ET

from kt_core import Board, svg

BOARD = Board(5, 5)
ONWARD = {7: 3, 11: 5, 3: 1}


def rings(**how: object) -> dict[str, str]:
    """Return the kind of each ring by the number in it."""
    drawing = ET.fromstring("".join(svg.choices(BOARD, 0, ONWARD, **how)))  # type: ignore[arg-type]
    marks = [mark for mark in drawing if mark.tag == "g"]
    return {"".join(mark.itertext()): str(mark.get("class")).split()[1] for mark in marks}


def test_a_line_and_a_ring_lead_to_each_move() -> None:
    drawing = "".join(svg.choices(BOARD, 0, ONWARD))
    assert drawing.count("<line") == drawing.count("<circle") == 3
    assert rings() == {"3": "open", "5": "open", "1": "open"}


def test_the_next_is_filled_the_tried_is_crossed_the_skipped_is_faint() -> None:
    found = rings(chosen=3, tried=(7,), skipped=(11,))
    assert found == {"1": "chosen", "5": "skipped", "": "tried"}
    drawing = "".join(svg.choices(BOARD, 0, ONWARD, tried=(7,)))
    assert drawing.count("<line") == 2  # none to what was tried
    assert drawing.count("<path") == 1  # its one sign
