"""The catalogs contain exactly the sentences of the sources, with standard terms."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from tests.shared.prose import sources, tree
from web.make.catalogs import COMPILED, LOCALE, catalog_text, messages, sentences_of
from web.make.steps import ROOT

NAMES = [path.stem for path in sorted(LOCALE.glob("*.po"))]
HAN = r"[\u3400-\u9fff]"
WIDE = r"[\u3001\u3002\uff01-\uff1f]"  # punctuation


def catalog(name: str) -> Catalog:
    with Path(LOCALE, f"{name}.po").open("rb") as file:
        return read_po(file, locale=name)


def translations(name: str) -> list[tuple[str, str]]:
    """Return each sentence, of a plural the first form, with its translations in a language."""
    found = []
    for message in catalog(name):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[0]
            many = message.string if isinstance(message.string, list | tuple) else [message.string]
            found += [(english, str(each or "")) for each in many]
    return found


def slots(text: str) -> set[str]:
    """Return the names of the values in a sentence; a capital letter is part of the text."""
    if "{iframe}" in text:  # a directive of others
        return {"iframe"}
    return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}


#: Exceptions with a plain text: a reader meets them only after a mistake in our own files.
INTERNAL = ("web/make", "web/chapter", "kt_core/programs/standins")


def test_the_text_of_an_error_can_be_translated() -> None:
    files = [
        path
        for folder in ("kt_core", "web")
        for path in sources(folder)
        if not str(path.relative_to(ROOT)).startswith(INTERNAL)
    ]
    assert not [found for path in files for found in untranslated_errors(path)]


def untranslated_errors(path: Path) -> Iterator[str]:
    """Yield the statements of a file that raise a `ValueError` with a plain text."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Raise(
                exc=ast.Call(func=ast.Name("ValueError"), args=[ast.JoinedStr() | ast.Constant()])
            ):
                yield f"{path.name}: {ast.unparse(node)}"


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_is_translated_with_its_values_as_the_command_writes_it(name: str) -> None:
    known = {(each.id, each.context): each.string for each in catalog(name) if each.id}
    said = set(messages())
    assert sorted(map(str, said - known.keys())) == [], "run: python -m web.make.catalogs"
    assert sorted(map(str, known.keys() - said)) == [], "run: python -m web.make.catalogs"
    assert [english for english, other in translations(name) if not other] == []
    stored = Path(LOCALE, f"{name}.po").read_bytes()
    assert stored == catalog_text(catalog(name)), "run: python -m web.make.catalogs"
    for english, other in translations(name):
        assert slots(other) <= slots(english) | {"n"}, english
        assert slots(english) - {"n"} <= slots(other), english


def test_chinese_is_spaced_and_punctuated_as_in_textbooks() -> None:
    for _, text in translations("zh_Hans"):
        plain = re.sub(r"\{\w+[^}]*\}", "\ue000", text)  # any value
        assert not re.search(rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}", plain), text
        assert not re.search(rf"{HAN} ?[,;:?!.]|[,;:?!]{HAN}", plain), text
        assert not re.search(rf"{HAN} {HAN}", plain), text
        assert not re.search(rf"{WIDE} | {WIDE}", plain), text


def test_a_sentence_inside_an_f_string_is_found() -> None:
    assert list(sentences_of("""f"<b>{_('on')}</b>" """)) == [("on", None)]
    assert list(sentences_of("""Sentence.plural("{n} a" " b", "c", 2)""")) == [
        (("{n} a b", "c"), None)
    ]


def test_a_catalog_contains_no_date_and_a_build_needs_none_at_first() -> None:
    for path in COMPILED.glob("*.mo"):
        assert b"POT-Creation-Date: 2000-01-01 00:00+0000" in path.read_bytes()
    # The result is cached, so a call during an import would make a new clone fail.
    asked = "import build, web.make.chapter, web.make.posters; "
    asked += "from kt_core.language import languages; print(languages.cache_info().currsize)"
    command = [sys.executable, "-c", asked]
    assert subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout == b"0\n"
