"""A stack of sheets: each is a drawing, and together they form the requested one."""

from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest

from kt_core import Board
from tests.shared.states import opened
from web.share.export import sheets
from web.share.picture import Seen, picture

ALL = "#board=9x9&show=path,graph,numbers,degrees,names"
HOLED = f"#board=60x60&step=0&holes={Board(60, 60).names(range(1800, 3600)).replace(' ', ',')}"
DRAWINGS: dict[str, Callable[[], Iterator[str]]] = {
    "board": lambda: picture(Seen.of(opened(ALL)), "dark"),
    "race": lambda: picture(Seen.of(opened("#board=6x6&race=textbook&step=9")), "light"),
    "large": lambda: picture(Seen.of(opened("#board=60x60&ordering=best"))),
    "holed": lambda: picture(Seen.of(opened(HOLED))),
}


def leaves(drawing: ET.Element, around: tuple[str, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield each element without children, with its text and all attributes around it."""
    here = (*around, str(sorted(drawing.attrib.items())))
    if not len(drawing) and not drawing.tag.endswith(("}svg", "}g", "}style")):
        yield (drawing.tag, drawing.text, *here)
    for each in drawing:
        yield from leaves(each, here)


@pytest.mark.parametrize("full", [0, 1_000, 30_000])
@pytest.mark.parametrize("name", DRAWINGS)
def test_they_come_to_the_drawing(name: str, full: int) -> None:
    stack = [ET.fromstring(sheet) for sheet in sheets(DRAWINGS[name](), full)]
    whole = ET.fromstring("".join(DRAWINGS[name]()))
    assert [leaf for sheet in stack for leaf in leaves(sheet)] == list(leaves(whole))
    assert len(stack) > 1 or full == 30_000
    styles = {sheet.findtext("{http://www.w3.org/2000/svg}style") for sheet in stack}
    assert len(styles) == 1


def test_a_small_drawing_is_one_sheet() -> None:
    small = Seen.of(opened("#board=3x4"))
    assert list(sheets(picture(small))) == ["".join(picture(small))]
