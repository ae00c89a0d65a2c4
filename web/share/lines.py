"""Lines to copy: a link to the shown question, and code that embeds it in a page. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, current_language, short, value_error
from web.chapter.book import lesson, section
from web.chapter.text import chapter_language
from web.question import address
from web.question.address import query
from web.question.keys import key_names
from web.question.question import Question, line_of_text
from web.question.task import Task
from web.share.assignment import WHATS, what_of
from web.state.state import State

PAGE, SCRIPT = "knights-tour.html", "embed.js"
#: Begins each HTML file: browsers then read it as UTF-8, even if its host names another charset.
BYTE_ORDER_MARK = "\ufeff"
PAGE_KEYS, READER_KEYS = key_names(lambda key: key.page), key_names(lambda key: key.reader)
#: Permissions for scripts, files and the link to the whole page; embed.js has the same list.
SANDBOX = "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"
FRAME_THEME = "light"  # most pages are light, and a frame cannot read the theme of its host page
LONGEST_TITLE = 200  # limit for the characters of a title
LONGEST_PAGE = 500  # limit for the characters of the address of a page
_PAGE = re.compile(r"https?://[\w.-]+(?::\d{1,5})?(?:/[^\s<>\"?#]*)?", re.ASCII | re.IGNORECASE)
#: Signs with a meaning in the text of a link in Markdown.
_IN_MARKDOWN = str.maketrans({sign: f"\\{sign}" for sign in "\\[]*_`<"})
ELEMENT_HEIGHT = 640  # CSS pixels; embed.js uses it until the figure reports its height
#: CSS pixels of a plain frame. It cannot follow its content, and scrolls if that is higher.
FRAME_HEIGHTS: Mapping[str, int] = {"board": 950, "game": 920, "program": 1200}

#: The title of each line, by its name in the form.
TITLES: Mapping[str, str] = {
    "link": N_("Link"),
    "element": N_("HTML, fits its height by itself (recommended)"),
    "frame": N_("HTML, a frame"),
    "markdown": N_("Markdown, a link"),
    "rst": "reStructuredText",
}


def lines(
    question: Question, location: str, *, work: bool = False, named: str = ""
) -> dict[str, str]:
    """Return each line by its name in `TITLES`; `location` is the address of the page.

    The link includes the reader's answers or game only with `work`. `named` is a title.
    """
    named = named or title(question)
    text = named.translate(_IN_MARKDOWN)
    settings = question.settings.without(PAGE_KEYS)
    figure = replace(question, settings=settings.without(READER_KEYS))
    linked = replace(question, settings=settings) if work else figure
    if Task.of(question).kind == "section":  # one question, or the whole chapter
        linked = linked.with_settings(embed=question.settings.embed)
    link, element = page_of(location) + address.write(linked), _element(figure, location)
    return {
        "link": link,
        "element": element,
        "frame": _frame(figure, location, named),
        "markdown": f"[{text}]({link.replace('(', '%28').replace(')', '%29')})",
        "rst": f".. raw:: html\n\n   {element}",
    }


@dataclass(frozen=True)
class Target:
    """The address of the page in lines to copy, and the title, or why they are refused."""

    location: str
    title: str = ""  # "": the default
    fault: str = ""  # why they are refused


def target(state: State) -> Target:
    """Return the address of the page and the title in the open dialog."""
    where, named = state.chosen.get("where", ""), state.chosen.get("title", "")
    try:
        location = hosted_page(where) if where else state.place.location
        return Target(location, known_title(named) if named else "")
    except ValueError as why:
        return Target(state.place.location, fault=str(why))


def page_of(location: str) -> str:
    """Return the address of a page without its question.

    A page without an address, such as `srcdoc` or a blob, is addressed by its file's name.
    """
    if not location.startswith(("http://", "https://", "file:")):
        return PAGE
    return location.partition("#")[0]


def hosted_page(text: str) -> str:
    """Return the address of a page from what a teacher wrote: that of the page, or of its folder.

    >>> hosted_page("https://school.example/tours")
    'https://school.example/tours/knights-tour.html'
    """
    address = line_of_text(text, LONGEST_PAGE).partition("#")[0]
    if not _PAGE.fullmatch(address):
        raise value_error(
            "{text} is no address of a page; write one such as https://school.example/tours/",
            text=short(text),
        )
    is_page = address.count("/") > 2 and "." in address.rpartition("/")[2]
    return address if is_page else f"{address.rstrip('/')}/{PAGE}"


def known_title(text: str) -> str:
    """Return a title; raise `ValueError` for a text that no title can be."""
    if not (title := line_of_text(text, LONGEST_TITLE)):
        raise value_error("{text} is no title; write a line of text", text=short(text))
    return title


def slug(title: str) -> str:
    """Return the part of a title that file names have: "a-tour-of-5x5"; "" if it has none."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]


def title(question: Question) -> str:
    """Return the title of a task, of a section of the chapter, or of a figure of this question."""
    if name := lesson(question).section:
        return section(name, chapter_language(current_language())).title
    task = Task.of(question)
    if task.is_set and task.kind != "watch":
        name = _exercise_title(question) or str(question.board)
        return _("{task}: {name}", task=_(WHATS[what_of(task)]), name=name)
    if question.puzzle.closed:
        return _("Closed knight’s tour, {board}", board=question.board)
    return _("Knight’s tour, {board}", board=question.board)


def _exercise_title(question: Question) -> str:
    """Return the title of the exercise whose tests a task has; "" for other tasks."""
    if not question.tests:
        return ""
    from web.chapter.content.listings import OWN, SECTIONS, written_exercise

    language = chapter_language(question.settings.lang or current_language())
    known = (written_exercise(name, language) for name in SECTIONS)
    own = written_exercise(OWN, language).title
    return next((each.title for each in known if each.tests == question.tests), own)


def _frame(question: Question, location: str, named: str) -> str:
    source = _beside(location) + query({"theme": FRAME_THEME, **_keys(question), "embed": "1"})
    return (
        f'<iframe src="{escape(source)}" title="{escape(named)}" width="100%"'
        f' height="{FRAME_HEIGHTS[_content(question)]}" style="border:0" loading="lazy"'
        f' sandbox="{SANDBOX}" allow="fullscreen; clipboard-write"></iframe>'
    )


def _content(question: Question) -> str:
    """Return the key of a question in `FRAME_HEIGHTS`."""
    if question.is_own or question.settings.panels:
        return "program"
    return "game" if question.mode in ("play", "predict") else "board"


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
