"""Patches of the page's regions, which are drawn only when needed, and elements in them. Pure.

A region is a CSS selector; a suffix after @ distinguishes two regions of one element. Writing into
an element replaces its content. If the name of a region begins with the name of another one and a
space, it is inside that outer region, and is written again whenever the outer region is written.

Units of drawings are CSS pixels; y grows downward. Drawings have the light colors as attributes, so
that they work alone in a file. On the page, style rules replace each of these colors by the custom
property of the same name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from keyword import kwlist
from typing import Any

from kt_core.drawing import colors
from kt_core.drawing.colors import COLORS
from kt_core.drawing.shapes import escape, number
from kt_core.language import _, current_language, speaking


class Lazy:
    """A drawing that is made on demand; a node that equals the one drawn before is not drawn.

    >>> Lazy(str, 7) == Lazy(str, 7), Lazy(str, 7).value()
    (True, '7')

    It is drawn in the language in which it was created. Elm calls it `Html.Lazy`.
    """

    __slots__ = ("_function", "_language", "_options", "_shown")

    def __init__(self, function: Callable[..., Any], *shown: Any, **options: Any) -> None:
        self._function, self._shown, self._options = function, shown, options
        # A patch contains text in the current language.
        self._language = "" if function is dict else current_language()

    def value(self) -> Any:
        """Return the drawing."""
        with speaking(self._language or current_language()):
            return self._function(*self._shown, **self._options)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Lazy)
            and self._function is other._function
            and self._language == other._language
            and self._shown == other._shown
            and self._options == other._options
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Lazy({self._function.__name__})"


#: Values by name: "html" is the content of the element, in parts or whole; "value", "checked" and
#: "open" are properties that a reader may change too; "cells" are the names of a board's cells,
#: separated by |; "block-7" is the content of the eighth block of a layer. All others are
#: attributes: True for one without a value, None or False to remove it.
Patch = Mapping[str, "str | bool | Iterable[str] | None"]
Patches = Iterator[tuple[str, Lazy]]

_SIDES = re.compile(r"(?<=[0-9]) ?[x×] ?(?=[0-9])")
_APOSTROPHE = re.compile(r"(?<=[a-z])'(?=[a-z])")
#: A value quoted by `repr`.
_QUOTED = re.compile(r"""(?<!\w)'([^']*)'(?!\w)|(?<!\w)"([^"]*)"(?!\w)""")
#: Letters of a headline that fit into one line of a phone; a Chinese one counts as two.
ONE_LINE = 30
#: Letters of longer words that fit in large type: those of the headline, twice, and the sentence.
MOST_LETTERS = 210
PROPERTIES = ("value", "checked", "open")


def selector(region: str) -> str:
    """Return the CSS selector of a region.

    >>> selector("#board@looks")
    '#board'
    """
    return region.partition("@")[0]


@cache
def outer(region: str) -> str:
    """Return the region that contains another; "" if none does.

    >>> outer("#board > svg"), outer("#board@looks")
    ('#board', '')

    The names of a board's cells are in the same region as the cells.

    >>> outer("#board@cells")
    '#board [data-layer=squares]'
    """
    if region.endswith("@cells"):
        return f"{selector(region)} [data-layer=squares]"
    first, space, _ = region.partition(" ")
    return first if space else ""


def patch_of(part: Lazy) -> Patch:
    """Return the patch that a part draws; a text alone is the content of its element."""
    value = part.value()
    return value if isinstance(value, Mapping) else {"html": value}


def whole_patch(part: Lazy) -> dict[str, str | bool | None]:
    """Return the patch of a part with each value in one piece."""
    return {
        name: value if isinstance(value, str | bool) or value is None else "".join(value)
        for name, value in patch_of(part).items()
    }


def attributes(**patch: str | bool | None) -> Lazy:
    """Return a region with these attributes; _ means a hyphen, or follows a keyword.

    >>> attributes(aria_pressed="true", class_="wrong").value()
    {'aria-pressed': 'true', 'class': 'wrong'}
    """
    return Lazy(dict, {_attribute(name): each for name, each in patch.items()})


@cache
def _attribute(keyword: str) -> str:
    return keyword.rstrip("_").replace("_", "-")


def text(words: str) -> Lazy:
    """Return a region with a text in it."""
    return attributes(html=escape(words))


def options_html(titles: Mapping[str, str], chosen: str | None = None) -> str:
    """Return the options of a list by their values; the chosen value is selected."""
    return "".join(
        f'<option value="{value}"{" selected" * (value == chosen)}>{escape(title)}</option>'
        for value, title in titles.items()
    )


def words_html(head: str, sentence: str, notes: str = "") -> str:
    """Return a headline, a sentence and notes, which are HTML, as the content of the answer.

    A headline in Chinese breaks at its spaces, but for those between a number and its noun. A long
    one is smaller if the sentence would not fit below it.

    >>> "64 格" in words_html("64 格", "")  # its space does not break
    False
    """
    head = re.sub(r"(?<=\d) (?=[\u4e00-\u9fff])", "\u00a0", head)
    letters = _letters(head)
    is_long = letters > ONE_LINE and 2 * letters + _letters(sentence) > MOST_LETTERS
    long = ' class="long"' * is_long
    say = f'<div class="say"><h2{long}>{head}</h2>{f"<p>{sentence}</p>" * bool(sentence)}</div>'
    return say + f'<div class="notes">{notes}</div>' * bool(notes)


def _letters(html: str) -> int:
    return sum(1 + (letter >= "\u2e80") for letter in re.sub("<[^>]*>", "", html))


def typeset(words: str) -> str:
    """Return a text with × between sides, and typographic apostrophes and quotation marks.

    Text in quotation marks was typed by a reader, so it is not changed.

    >>> typeset("'3x' is no board; 130x130 is no knight's move")
    '“3x” is no board; 130\u2009×\u2009130 is no knight’s move'
    """
    parts, at = [], 0
    for quoted in _QUOTED.finditer(words):
        parts += [_plain(words[at : quoted.start()]), f"“{quoted[1] or quoted[2] or ''}”"]
        at = quoted.end()
    return "".join((*parts, _plain(words[at:])))


def curly_text(words: str) -> str:
    """Return a text with typographic quotation marks and apostrophes; sides remain as typed.

    >>> curly_text("'3x' is no board; write 8x8")
    '“3x” is no board; write 8x8'
    """
    return _APOSTROPHE.sub("’", _QUOTED.sub(lambda it: f"“{it[1] or it[2] or ''}”", words))


def _plain(words: str) -> str:
    return _APOSTROPHE.sub("’", _SIDES.sub("\u2009×\u2009", words))


def caption(text: str) -> str:
    """Return a sentence in place of a panel, or below it."""
    return f'<p class="caption">{text}</p>'


def scroll_region(name: str, html: str) -> str:
    """Return a part of a panel that can be scrolled, by the keyboard too."""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}">{html}</div>'
    )


def table(look: str, caption: str, rows: str, heads: Sequence[str] = ()) -> str:
    """Return a table with this class; without a caption, it needs a name outside."""
    head = "".join(f'<th scope="col">{_(each)}</th>' for each in heads)
    title = f'<caption class="caption">{caption}</caption>' * bool(caption)
    top = f"<thead><tr>{head}</tr></thead>" * bool(heads)
    return f'<table class="{look}">{title}{top}<tbody>{rows}</tbody></table>'


_WORDS = "|".join(kwlist)
#: Tokens of Python to color: comments, strings, keywords.
_PYTHON = re.compile(rf"(?P<i>#.*|\"[^\"]*\"|'[^']*')|\b(?P<b>{_WORDS})\b")


def line_html(line: str) -> str:
    """Return a line of Python as HTML, with its tokens colored."""
    parts, at = [], 0
    for match in _PYTHON.finditer(line):
        tag = match.lastgroup
        parts += [escape(line[at : match.start()]), f"<{tag}>{escape(match[0])}</{tag}>"]
        at = match.end()
    return "".join(parts) + escape(line[at:])


def listing(lines: Iterable[str], current: int) -> str:
    """Return a listing of Python as HTML, with its current line marked, from 1; 0: none."""
    return "".join(
        f'<li{here(number == current)} value="{number}">{_code_line(line)}</li>'
        for number, line in enumerate(lines, start=1)
    )


@cache
def _code_line(line: str) -> str:
    depth = (len(line) - len(line.lstrip())) // 4
    return f'<code style="--in:{depth}">{line_html(line.strip())}</code>'


def here(is_current: bool) -> str:  # noqa: FBT001
    """Return the attributes that mark the current one of several elements."""
    return ' class="here" aria-current="step"' if is_current else ""


# --- Elements of drawings -------------------------------------------------------------------------

LETTER = 6.2  # width of a character in names of 10 pixels
#: White, as "surface" and "square" are: no style rule maps the white of drawings to it.
NOT_DRAWN = ("on-accent",)


def picture(look: str, width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """Return parts as one `svg` element with a class and a label."""
    size = f'width="{number(width)}" height="{number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{look}" {size}'
        f' viewBox="0 0 {number(width)} {number(height)}" role="img"'
        f' aria-label="{escape(label)}" font-family="sans-serif">{"".join(parts)}</svg>'
    )


def rim(rows: int, columns: int) -> str:
    """Return the line around a board. The style sheet draws it, in pixels.

    A rounded box would be simpler, but WebKit clips the ranks and files outside it.
    """
    return f'<rect class="rim" width="{columns}" height="{rows}" rx=".08" fill="none"/>'


def dot(x: float, y: float, radius: float, label: str) -> str:
    """Return a circle with a tooltip."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f"<circle {place}><title>{escape(label)}</title></circle>"


def time_color(time: float) -> tuple[str, str]:
    """Return the attributes for the color of a time, 0 to 1, and the color itself."""
    stretch, percent = colors.stretch(min(max(time, 0), 1))
    return f'class="t{stretch}" style="--u:{percent}"', colors.at(min(max(time, 0), 1))


def color_tokens() -> str:
    """Return the colors as custom properties, each for both themes."""
    day = "".join(f"--{name}:{light};" for name, (light, _) in COLORS.items())
    known = COLORS.items()
    both = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in known)
    # A browser without light-dark() shows the page in the light theme.
    newer = f"@supports (color: light-dark(red, red)) {{:root{{{both}}}}}"
    followed = "\n".join(color_rules("var(--{})".format, "svg "))
    return f":root{{{day}}}\n{newer}\n{followed}\n"


def color_rules(meaning: Callable[[str], str], within: str = "") -> Iterator[str]:
    """Yield a style rule for each color of the drawings, which maps it to its custom property."""
    names = {light: name for name, (light, _) in COLORS.items() if name not in NOT_DRAWN}
    for light, name in names.items():
        for what in ("fill", "stroke"):
            yield f'{within}[{what}="{light}"]{{{what}:{meaning(name)}}}'
