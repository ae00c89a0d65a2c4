"""Lines to copy: a link to the shown question, and code that embeds it in a page. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, current_language
from web.chapter.book import lesson, section
from web.chapter.text import chapter_language
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
#: CSS pixels of a plain frame. It cannot follow its content, and scrolls if that is higher.
FRAME_HEIGHTS: Mapping[str, int] = {"board": 950, "game": 920, "program": 1200}

#: The beginning of a title, by the kind of the task.
TASKS: Mapping[str, str] = {
    "play": N_("Find an open tour"),
    "closed": N_("Find a closed tour"),
    "predict": N_("Predict the search"),
    "code": N_("Write a move ordering"),
    "program": N_("Write a program"),
}
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
    """Return the title of a task, of a section of the chapter, or of a figure of this question."""
    if name := lesson(question).section:
        return section(name, chapter_language(current_language())).title
    task = Task.of(question)
    if task.is_set and task.kind in TASKS:
        name = _exercise_title(question) or str(question.board)
        kind = "closed" if task.kind == "play" and question.puzzle.closed else task.kind
        return _("{task}: {name}", task=_(TASKS[kind]), name=name)
    if question.puzzle.closed:
        return _("Closed knight’s tour, {board}", board=question.board)
    return _("Knight’s tour, {board}", board=question.board)


def _exercise_title(question: Question) -> str:
    """Return the title of the exercise whose tests a task has; "" for other tasks."""
    if not question.tests:
        return ""
    from web.marking.exercises.book import OWN, SECTIONS, written_exercise

    language = chapter_language(question.settings.lang or current_language())
    known = (written_exercise(name, language) for name in SECTIONS)
    own = written_exercise(OWN, language).title
    return next((each.title for each in known if each.tests == question.tests), own)


def _frame(question: Question, location: str) -> str:
    source = _beside(location) + query({"theme": FRAME_THEME, **_keys(question), "embed": "1"})
    return (
        f'<iframe src="{escape(source)}" title="{escape(title(question))}" width="100%"'
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
