"""The words that a page says before Python is there, in each language: what js/early.js knows.

They are those of web/index.html, of what build.py fills into its slots, and of the scripts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from html.parser import HTMLParser

from kt_core.language import ENGLISH, _, languages, speaking
from web.make.steps import ROOT

PAGE = ROOT / "web/index.html"
JS = ROOT / "web/js"
SCRIPTS = tuple(JS / name for name in ("boot.js", "embed.js", "older.js", "paint.js"))
ATTRIBUTES = ("aria-label", "title", "placeholder", "label", "content")
#: A call of `translated` or `N_` in a script, with a sentence.
_CALL = re.compile(r'\b(?:translated|N_)\(("[^"\\]*")\)')


def vocabulary(slots: Callable[[], Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return, for each language but English, what each English text of the page is in it.

    `slots` makes what is filled into the template, in the language that is spoken.
    """
    english = [*words_of(PAGE.read_text(encoding="utf-8"))]
    for path in SCRIPTS:
        english += words_of_script(path.read_text(encoding="utf-8"))
    filled = [text for slot in slots().values() for text in words_of(slot)]
    found = {}
    for key in languages():
        if key != ENGLISH:
            with speaking(key):
                other = [text for slot in slots().values() for text in words_of(slot)]
                found[key] = {text: _(text) for text in english} | dict(
                    zip(filled, other, strict=True)
                )
    return found


def words_of_script(script: str) -> list[str]:
    """Return the sentences of a script.

    >>> words_of_script('say(translated("It is.")); N_("It was.")')
    ['It is.', 'It was.']
    """
    return [json.loads(text) for text in _CALL.findall(script)]


def words_of(page: str) -> list[str]:
    """Return the words of a page, each once: its texts, and what its attributes say.

    >>> words_of('<p title="a step">Go <b>on</b> 7</p>')
    ['a step', 'Go', 'on']
    """
    reader = _Words()
    reader.feed(page)
    return reader.found


class _Words(HTMLParser):
    """Hears the words of a page; a text of no word and no size of a board is none."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag in ("style", "script"):
            self._silent = tag
        if tag == "meta" and said.get("name") != "description":
            return
        self.found += [said[name] or "" for name in ATTRIBUTES if said.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent:
            self._silent = ""

    def handle_data(self, data: str) -> None:
        text = data.strip()
        if not self._silent and re.search(r"[^\W\d_]{2}|\d [x×] \d", text):
            self.found.append(text)
