"""The height of a fixed frame as CSS, by its question and the width of its column. Pure.

A frame cannot fit its height to its content without a script of the page around it. But the content
follows from the question: it is a board, and rows whose height is known for each kind of task.
`tests/browser/test_frames.py` compares both. Units are CSS pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from web.question.question import Question
from web.question.task import Task

#: The height in browsers without container units: enough for every task in columns of 360 and more.
FALLBACK = 920
#: Widths of a column from which a figure has another layout, as in the style sheet.
PHONE, BESIDE, WIDE = 441, 621, 901


@dataclass(frozen=True)
class RowHeights:
    """The heights of all that is not the board, large enough for fingers."""

    phone: int  # in columns below PHONE
    narrow: int  # below BESIDE
    beside: int  # where the answer is beside the board


@dataclass(frozen=True)
class BoardWidths:
    """The width of the board as CSS, in columns of each layout."""

    narrow: str
    beside: str
    wide: str


ROWS: Mapping[str, RowHeights] = {
    "watch": RowHeights(518, 450, 252),
    "locked": RowHeights(504, 415, 225),  # to watch, without the toggles
    "play": RowHeights(410, 296, 112),
    "predict": RowHeights(468, 376, 232),
    "code": RowHeights(551, 461, 250),
    "race": RowHeights(550, 482, 388),
}
PANELS = RowHeights(565, 565, 165)  # more, for panels below the board
ALONE = BoardWidths("min(100cqw - 16px,480px)", "390px", "600px")
RACE = BoardWidths(
    "min((100cqw - 40px)/2,228px)", "min((100cqw - 40px)/2,440px)", "min((100cqw - 40px)/2,440px)"
)


def frame_height(question: Question) -> str:
    """Return the height of a frame for a question on a board, as a CSS value.

    Of the three layouts, a wider one is never as high as a narrower one, nor higher than the widest
    one; so the greatest value that applies is the one that counts.
    """
    rows, sides = ROWS[_kind(question)], RACE if question.is_race else ALONE
    more = PANELS if question.settings.panels else RowHeights(0, 0, 0)
    share = f"{min(1.0, question.board.rows / question.board.columns):.3g}"
    phone = f"clamp(0px,({PHONE}px - 100cqw)*999,{rows.phone - rows.narrow}px)"
    narrow = f"{share}*{sides.narrow} + {rows.narrow + more.narrow}px + {phone}"
    beside = f"{share}*{sides.beside} + {rows.beside + more.beside}px"
    wide = f"{share}*{sides.wide} + {rows.beside}px"
    return (
        f"max({beside},min(({BESIDE}px - 100cqw)*999,{narrow}),"
        f"min((100cqw - {WIDE - 1}px)*999,{wide}))"
    )


def _kind(question: Question) -> str:
    """Return the key of a question in `ROWS`."""
    if question.is_race:
        return "race"
    kind = Task(question).kind
    return "locked" if kind == "watch" and "show" in Task.of(question).locked else kind
