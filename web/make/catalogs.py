"""The catalogs of translations: extract sentences from the sources, and compile web/locale/*.po.

`.venv/bin/python -m web.make.catalogs` adds new sentences to each catalog, without translations,
and removes sentences that the sources no longer contain. The module uses Babel. The texts that the
page needs before Python starts are in the page itself: see `vocabulary` and js/early.js.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from kt_core.language import ENGLISH, _, in_each_language
from web.make.steps import ROOT, digest, run, write

if TYPE_CHECKING:
    from babel.messages import Catalog

PAGE = ROOT / "web/index.html"
JS = ROOT / "web/js"
SCRIPTS = sorted(JS.glob("*.js"))
ATTRIBUTES = ("aria-label", "title", "placeholder", "label", "content")
#: A call of `translated` or `N_` in a script, with a sentence.
_CALL = re.compile(r'\b(?:translated|N_)\(("[^"\\]*")\)')

LOCALE = ROOT / "web/locale"
COMPILED = ROOT / "kt_core/locale"
#: Functions with sentences as arguments -> the indices of these arguments: see kt_core/language.py.
CALLS = dict.fromkeys(("_", "N_", "Sentence", "value_error"), (0,)) | {
    "plural": (0, 1),
    "ngettext": (0, 1),
}
CONTEXT = "pgettext"  # the function whose first argument is a context


#: A sentence of the sources, or its two plural forms, and its context, if any.
CatalogEntry = tuple[str | tuple[str, str], str | None]


def messages() -> Iterator[CatalogEntry]:
    """Yield every sentence of the sources."""
    paths = [*sorted((ROOT / "kt_core").rglob("*.py")), *sorted((ROOT / "web").rglob("*.py"))]
    for path in paths:
        yield from sentences_of(path.read_text(encoding="utf-8"))
    for path in (*SCRIPTS, PAGE):
        read = words_of if path is PAGE else words_of_script
        yield from ((text, None) for text in read(path.read_text(encoding="utf-8")))


def sentences_of(source: str) -> Iterator[CatalogEntry]:
    r"""Yield the sentences of a module, each with its context, if any.

    It uses Python's parser, because Babel's extractor does not look inside f-strings.

    >>> list(sentences_of('_("on"); f"<b>{pgettext(\'a step\', \'back\')}</b>"'))
    [('on', None), ('back', 'a step')]
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        texts = [getattr(each, "value", None) for each in call.args]
        places = (1, 0) if name == CONTEXT else CALLS.get(name, ())
        found = [texts[place] for place in places if place < len(texts)]
        if not found or not isinstance(found[0], str):
            continue  # a sentence that is marked elsewhere
        if name == CONTEXT:
            yield found[0], str(found[1])
        else:
            yield (found[0], str(found[1])) if len(found) > 1 else found[0], None


def catalog_with_new_sentences(name: str) -> Catalog:
    """Return the catalog of a language with exactly the sentences of the sources."""
    from babel.messages import Catalog
    from babel.messages.pofile import read_po

    path = LOCALE / f"{name}.po"
    with path.open("rb") as file:
        known = read_po(file, locale=name)
    template = Catalog(project="knights-tour", fuzzy=False)
    for text, context in messages():
        template.add(text, context=context)
    known.update(template, no_fuzzy_matching=True)
    known.obsolete.clear()
    return known


def catalog_text(catalog: Catalog) -> bytes:
    """Return the text of a catalog file: sorted, without dates and source locations.

    So a catalog does not change when a module is moved.
    """
    from babel.messages.pofile import write_po

    out = BytesIO()
    write_po(out, catalog, width=100, sort_output=True, no_location=True)
    return re.sub(
        rb'"(POT-Creation-Date|PO-Revision-Date|Generated-By)[^"]*"\n', b"", out.getvalue()
    )


NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def compile_all() -> None:
    """Compile each catalog into kt_core/locale/, and write the list of languages there."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    names = [path.stem for path in sorted(LOCALE.glob("*.po"))]
    for name in names:
        out = BytesIO()
        with (LOCALE / f"{name}.po").open("rb") as file:
            catalog = read_po(file, locale=name)
        # The default is the current time, which would make every build different.
        catalog.creation_date = NO_DATE
        write_mo(out, catalog)
        write(COMPILED / f"{name}.mo", out.getvalue())
    for old in COMPILED.glob("*.mo"):
        if old.stem not in names:
            old.unlink()
    write(COMPILED / "languages", "".join(f"{name}\n" for name in names))


def ready(python: str | Path) -> None:
    """Compile the catalogs into kt_core/locale/, with another Python if this one lacks Babel."""
    stamp = COMPILED / ".ready"
    wanted = digest(Path(__file__), *sorted(LOCALE.glob("*.po")))
    if not stamp.is_file() or stamp.read_text() != wanted:
        compiles = "from web.make.catalogs import compile_all; compile_all()"
        run("Compiling the catalogs", [python, "-c", compiles])
        write(stamp, wanted)


def vocabulary(slots: Callable[[], Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return the translations of each English text of the page, by language.

    `slots` returns the texts that fill the template, in the current language.
    """
    english = [*words_of(PAGE.read_text(encoding="utf-8"))]
    for path in SCRIPTS:
        english += words_of_script(path.read_text(encoding="utf-8"))
    known = in_each_language(
        lambda: [*map(_, english), *(text for slot in slots().values() for text in words_of(slot))]
    )
    own = known.pop(ENGLISH)
    return {key: dict(zip(own, other, strict=True)) for key, other in known.items()}


def words_of_script(script: str) -> list[str]:
    """Return the sentences of a script.

    >>> words_of_script('say(translated("It is.")); N_("It was.")')
    ['It is.', 'It was.']
    """
    return [json.loads(text) for text in _CALL.findall(script)]


def words_of(page: str) -> list[str]:
    """Return the texts of a page, each once: its text nodes and its labeling attributes.

    >>> words_of('<p title="a step">Go <b>on</b> 7</p>')
    ['a step', 'Go', 'on']
    """
    reader = _Words()
    reader.feed(page)
    return reader.found


class _Words(HTMLParser):
    """Collects the texts of a page, except code, texts without words, and sizes of boards."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = dict(attrs)
        if tag in ("style", "script", "code"):
            self._silent = tag
        if tag == "meta" and fields.get("name") != "description":
            return
        self.found += [fields[name] or "" for name in ATTRIBUTES if fields.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent:
            self._silent = ""

    def handle_data(self, data: str) -> None:
        text = data.strip()
        if not self._silent and re.search(r"[^\W\d_]{2}|\d [x×] \d", text):
            self.found.append(text)


def main() -> None:
    """Update the catalogs, list the untranslated sentences, and compile."""
    for path in sorted(LOCALE.glob("*.po")):
        catalog = catalog_with_new_sentences(path.stem)
        write(path, catalog_text(catalog))
        left = sum(not (each.string and all(each.string)) for each in catalog if each.id)
        sys.stdout.write(f"{path.name}: {left} sentences to translate\n")
    compile_all()


if __name__ == "__main__":
    main()
