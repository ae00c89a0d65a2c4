"""The chapter as it is written: a folder a language, a Markdown file a section.

In a file a fenced block stands for what the page makes itself: `figure`, `question`, `listing`,
`chart` and `gallery`. Numbers stand in double braces. One figure of a section has the section's
name, others have their own, as in "figure game 3x4 as game". A link to `~12` lights what the number
stands for in the figure, `~game:12` in the figure of that name, and `~=2` shows the figure as if
its first dial stood at 2; one to `#view=graph` leads to a section. Sources are footnotes: `[^1]` in
the text, and `[^1]: ` before each at its end.

How a question is written is told in `web/chapter/content/questions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # which a page in the lab starts without
    from web.chapter.content.figures import Figure
    from web.chapter.content.questions import Exercise

_FENCE = re.compile(
    r"^```(figure|question|listing|chart|gallery) ?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
_TITLE = re.compile(r"\A# ([^\n]+)\n")
CONTENTS = "contents.txt"
Written = tuple[str, str]  # the first line of a block, and what stands in it


@cache
def sections() -> tuple[str, ...]:
    """Return the names of the sections, as `web/chapter/contents.txt` lists them."""
    return tuple(file(CONTENTS).split())


def file(name: str, folder: str = "chapter") -> str:
    """Return a file of this folder of `web/`, which in the page lies in the zip of a module."""
    if name != CONTENTS:
        from web.chapter.content.texts import late_text  # travels with the late folders

        return late_text(f"{folder}/{name}")
    assert __spec__ is not None
    loader: Any = __spec__.loader
    text: bytes = loader.get_data(str(Path(__file__).parent / name))
    return text.decode("utf-8")


@dataclass(frozen=True)
class Section:
    """A section in one language: its title, its words, its figure, its exercise."""

    name: str  # in addresses
    language: str
    title: str
    body: str  # Markdown below the title
    figures: tuple[Placed, ...]
    questions: tuple[Written, ...]  # which are asked in turn

    @property
    def figure(self) -> Figure | None:
        """The figure that has the section's own name, if there is one."""
        return next((each.figure for each in self.figures if each.place == self.name), None)

    def exercise(self, seed: int = 0) -> Exercise:
        """Return the question that is drawn from a seed; `ValueError` where there is none."""
        from web.chapter.content.questions import drawn_exercise  # which a page starts without

        if not self.questions:
            raise ValueError(f"{self.name} asks no question")
        return drawn_exercise(*self.questions[seed % len(self.questions)], self.language, seed)


@dataclass(frozen=True)
class Placed:
    """A figure where it stands in a section."""

    head: str
    place: str  # in addresses: the section's name, or with its own behind, as in "puzzle_game"
    figure: Figure
    caption: str  # what it shows
    manual: str  # how it is used: not for paper


@cache
def section(name: str, language: str) -> Section:
    """Return a section; `ValueError` says what is wrong with its file."""
    text = file(f"{language}/{name}.md")
    title = _TITLE.match(text)
    if not title:
        raise ValueError(f"web/chapter/{language}/{name}.md begins with no title, as in # Title")
    return Section(
        name=name,
        language=language,
        title=title[1],
        body=text[title.end() :],
        figures=tuple(_placed_figure(name, *each, language) for each in blocks(text, "figure")),
        questions=tuple(blocks(text, "question")),
    )


@cache
def places() -> tuple[str, ...]:
    """Return the names of all sections and figures, in their order."""
    return tuple(
        place
        for name in sections()
        for place in dict.fromkeys((name, *(each.place for each in section(name, "en").figures)))
    )


def figure_at(place: str) -> Figure | None:
    """Return the figure of this name, if there is one."""
    if place not in places():
        return None
    known = section(section_of(place), "en").figures
    return next((each.figure for each in known if each.place == place), None)


def section_of(place: str) -> str:
    """Return the section in which a figure stands."""
    return place.partition("_")[0]


def _placed_figure(section: str, head: str, words: str, language: str) -> Placed:
    from web.chapter.content.figures import figure  # which a page starts without
    from web.chapter.content.questions import with_known_numbers

    shows, _, used = with_known_numbers(words, language).partition("\n\n")
    kind, _, own = head.partition(" as ")
    place = f"{section}_{own}" if own else section
    caption, manual = (" ".join(each.split()) for each in (shows, used))
    return Placed(head, place, figure(kind), caption, manual)


def without_prose(text: str) -> str:
    r"""Return the title of a text, its figures and its questions: what a running page reads of it.

    >>> without_prose("# Title\n\nWords.\n\n```figure beyond\nIt.\n```\n")
    '# Title\n```figure beyond\nIt.\n```\n'
    """
    title = _TITLE.match(text)
    blocks = (found[0] for found in _FENCE.finditer(text) if found[1] in ("figure", "question"))
    return "".join(f"{part}\n" for part in (*([title[0].strip()] if title else []), *blocks))


def with_blocks(text: str, made: Mapping[str, str]) -> str:
    """Return a text whose fenced blocks are replaced by what was made of them, by kind.

    Most are named by their heads as well: "listing knight_graph". The questions of a section share
    the place of the first.
    """
    rest = dict(made)

    def block(found: re.Match[str]) -> str:
        if found[1] == "question":
            return rest.pop("question", "")
        return made["gallery" if found[1] == "gallery" else f"{found[1]} {found[2]}"]

    return _FENCE.sub(block, text)


def blocks(text: str, kind: str) -> Iterator[Written]:
    """Yield what a text has of one kind: the first line of each block, and what stands in it."""
    return ((found[2], found[3]) for found in _FENCE.finditer(text) if found[1] == kind)
