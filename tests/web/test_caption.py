"""An embed describes its question, and links to it in the whole page."""

import pytest

from web.lab.view.form import page_link, summary
from web.question import address


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("", "Open tour on 8 × 8 from a1\u00a0· Warnsdorff"),
        ("#board=6x7&closed=1&ordering=best", "Closed tour on 6 × 7 from a1\u00a0· Best method"),
        (
            "#board=5x5&holes=c3&end=e5&ordering=textbook",
            "Open tour on 5 × 5, 1 hole from a1 to e5\u00a0· Textbook order",
        ),
        ("#race=textbook", "Open tour on 8 × 8 from a1\u00a0· Warnsdorff against Textbook order"),
        ("#mode=play&start=c3", "Open tour on 8 × 8 from c3"),
    ],
)
def test_the_question_is_said_in_a_line(link: str, said: str) -> None:
    assert summary(address.read(link)[0]) == said


@pytest.mark.parametrize(
    "link", ["", "#board=5x5&closed=1&step=3", "#race=textbook", "#lock=start,board", "#lang=en"]
)
def test_the_whole_page_is_asked_the_same(link: str) -> None:
    framed = address.read(f"{link or '#'}&embed=1&theme=dark&panels=code&loading=click&splice=1")[0]
    assert address.read(page_link(framed))[0] == address.read(link)[0]


def test_a_link_that_asks_nothing_still_leaves_the_embed() -> None:
    assert page_link(address.read("#embed=1")[0]) == "#"
