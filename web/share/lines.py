"""Lines to copy: a link to the shown question, and code that embeds it in a page. Pure.

A frame cannot adjust its height to its content without a script of the host page. But the question
determines the content: a board, and rows of known height for each kind of task. So `frame_height`
returns the height as CSS that depends on the width of the column, and
`tests/browser/test_frames.py` compares it with the height of the content. Units are CSS pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kt_core.drawing.shapes import escape
from kt_core.exercise import sentences
from kt_core.language import N_, _, current_language
from web.chapter.book import chapter_language, lesson, section
from web.question import address
from web.question.address import query
from web.question.keys import key_names
from web.question.question import Question
from web.question.task import Task

PAGE, SCRIPT = "knights-tour.html", "embed.js"
#: Begins each HTML file: browsers then read it as UTF-8, even if its host names another charset.
BYTE_ORDER_MARK = "\ufeff"
PAGE_KEYS, READER_KEYS = key_names(lambda key: key.page), key_names(lambda key: key.reader)
#: Permissions for scripts, files and the link to the whole page; embed.js has the same list.
SANDBOX = "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"
FRAME_THEME = "light"  # most pages are light, and a frame cannot read the theme of its host page
ELEMENT_HEIGHT = 640  # CSS pixels; embed.js uses it until the figure reports its height

#: The title of each line, by its name in the form.
TITLES: Mapping[str, str] = {
    "link": N_("Link"),
    "element": N_("HTML, fits its height by itself (recommended)"),
    "frame": N_("HTML, a frame"),
    "markdown": N_("Markdown, a link"),
    "rst": "reStructuredText",
}


def lines(question: Question, location: str, *, work: bool = False) -> dict[str, str]:
    """Return each line by its name in `TITLES`; `location` is the address of this page.

    The link includes the reader's answers or game only with `work`.
    """
    settings = question.settings.without(PAGE_KEYS)
    figure = replace(question, settings=settings.without(READER_KEYS))
    linked = replace(question, settings=settings) if work else figure
    if Task.of(question).kind == "section":  # one question, or the whole chapter
        linked = linked.with_settings(embed=question.settings.embed)
    link, element = page_of(location) + address.write(linked), _element(figure, location)
    return {
        "link": link,
        "element": element,
        "frame": _frame(figure, location),
        "markdown": f"[{title(question)}]({link.replace('(', '%28').replace(')', '%29')})",
        "rst": f".. raw:: html\n\n   {element}",
    }


def page_of(location: str) -> str:
    """Return the address of a page without its question.

    A page without an address, such as `srcdoc` or a blob, is addressed by its file's name.
    """
    if not location.startswith(("http://", "https://", "file:")):
        return PAGE
    return location.partition("#")[0]


def title(question: Question) -> str:
    """Return the title of a figure of this question, or of the section of the chapter."""
    if name := lesson(question).section:
        return section(name, chapter_language(current_language())).title
    if question.puzzle.closed:
        return _("Closed knight’s tour, {board}", board=question.board)
    return _("Knight’s tour, {board}", board=question.board)


def _frame(question: Question, location: str) -> str:
    keys = {**_keys(question), "embed": "1"}
    source = _beside(location) + query({"theme": FRAME_THEME} | keys)
    return (
        '<div style="container-type:inline-size">'
        f'<iframe src="{escape(source)}" title="{escape(title(question))}" width="100%"'
        f' height="{FALLBACK}" style="border:0{_height(question)}" loading="lazy"'
        f' sandbox="{SANDBOX}" allow="fullscreen; clipboard-write"></iframe></div>'
    )


def _height(question: Question) -> str:
    """Return the height of a frame as CSS; "" for a section, which scrolls in any frame."""
    is_section = Task(question).kind == "section"
    return "" if is_section else f";height:{frame_height(question)}"


def _element(question: Question, location: str) -> str:
    folder = "".join(_beside(location).partition("?")[0].rpartition("/")[:2])
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in _keys(question).items())
    return (
        f'<script async src="{escape(folder + SCRIPT)}"></script>'
        f"<knights-tour{attributes}></knights-tour>"
    )


def _beside(location: str) -> str:
    # On a page opened from a disk, only the page in one file works; both are in the same folder.
    return PAGE if location.startswith("file:") else page_of(location)


def _keys(question: Question) -> dict[str, str]:
    """Return the keys of a figure, always with the board, so that the line is easy to edit."""
    board = {} if question.famous else {"board": str(question.board)}
    return {**board, **address.non_default_keys(question), **address.settings(question)}


#: The height in browsers without container units. It is enough for one board without an editor or
#: panels in a column of any width.
FALLBACK = 950
#: The least widths of a column for three layouts of a figure, as in the style sheet. A narrower
#: column has the layout of a phone.
NARROW_FROM, BESIDE_FROM, WIDE_FROM = 441, 621, 901


@dataclass(frozen=True)
class Heights:
    """Heights of a part of a figure in pixels, with controls of the size for touch screens."""

    phone: int
    narrow: int
    beside: int  # the answer is beside the board


@dataclass(frozen=True)
class BoardWidths:
    """The width of the board as CSS, in columns of each layout."""

    narrow: str
    beside: str
    wide: str


#: The height of everything except the board.
WITHOUT_BOARD: Mapping[str, Heights] = {
    "watch": Heights(518, 450, 252),
    "locked": Heights(504, 415, 225),  # a search to watch whose layers are locked
    "play": Heights(410, 296, 112),
    "predict": Heights(468, 376, 232),
    "code": Heights(1010, 880, 756),
    "program": Heights(1130, 950, 790),
    "race": Heights(550, 482, 388),
}
PANELS = Heights(565, 565, 165)  # added for panels, except in wide columns
TEST = Heights(130, 130, 120)  # added for each failing test of a program
ALONE = BoardWidths("min(100cqw - 16px,480px)", "390px", "600px")
#: An editor beside the board is taller than the board.
EDITOR = BoardWidths(ALONE.narrow, "0px", "60px")
RACE = BoardWidths(
    "min((100cqw - 40px)/2,228px)", "min((100cqw - 40px)/2,440px)", "min((100cqw - 40px)/2,440px)"
)


def frame_height(question: Question) -> str:
    """Return the height of a frame for a question on a board, as a CSS value.

    The layout `beside` is the lowest. So the height is the maximum of `beside`, of `narrow` or
    `phone` in narrower columns, and of `wide` in wider ones. The factor 999 makes the other values
    too low or too high to count. In the layout `wide`, panels are lower than the board beside them.
    """
    kind = _kind(question)
    rows = _with_tests(WITHOUT_BOARD[kind], len(sentences(question.tests)))
    sides = {"race": RACE, "code": EDITOR, "program": EDITOR}.get(kind, ALONE)
    more = PANELS if question.settings.panels else Heights(0, 0, 0)
    share = f"{min(1.0, question.board.rows / question.board.columns):.3g}"
    phone = f"clamp(0px,({NARROW_FROM}px - 100cqw)*999,{rows.phone - rows.narrow}px)"
    narrow = f"{share}*{sides.narrow} + {rows.narrow + more.narrow}px + {phone}"
    beside = f"{share}*{sides.beside} + {rows.beside + more.beside}px"
    wide = f"{share}*{sides.wide} + {rows.beside}px"
    return (
        f"max({beside},min(({BESIDE_FROM}px - 100cqw)*999,{narrow}),"
        f"min((100cqw - {WIDE_FROM - 1}px)*999,{wide}))"
    )


def _with_tests(rows: Heights, n: int) -> Heights:
    return Heights(
        rows.phone + n * TEST.phone, rows.narrow + n * TEST.narrow, rows.beside + n * TEST.beside
    )


def _kind(question: Question) -> str:
    """Return the key of a question in `WITHOUT_BOARD`."""
    if question.is_race:
        return "race"
    kind = Task(question).kind
    return "locked" if kind == "watch" and "show" in Task.of(question).locked else kind
