"""Sentences in the reader's language: GNU gettext, with English in the code.

The catalogs are web/locale/*.po; build.py compiles them into kt_core/locale/. Without them, every
text is English. How to write a text:

    _("{name} is next.", name=name)           a text in the current language
    ngettext("{n} move", "{n} moves", n)      a text with a number, {n}
    pgettext("board", "Open")                 if one English word needs several translations
    Sentence("No tour from {a}.", a="a1")     a stored sentence: a reason, an error, a notice
    text_of(sentence)                         its text in the current language

A value whose name starts with a capital letter, as in "{What} cannot be changed.", is capitalized.

A sentence stored in a state or an exception is a `Sentence`, which has a template and values; a
value may be a sentence too. It becomes text when it is displayed, so switching the language needs
no new search. A `Sentence` is also a `str`, in English, for callers that use only English.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from typing import Any, Self, TypeVar

ENGLISH = "en"
ValueT = TypeVar("ValueT")
_spoken = ENGLISH


class Sentence(str):
    """A sentence in English with its template and values, so that it can be translated later.

    >>> Sentence("{square} is a hole", square="c3")
    'c3 is a hole'
    """

    __slots__ = ("_many", "_one", "_values")
    _one: str
    _many: str
    _values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        """Return a sentence from an English template and values for its names."""
        return cls._of(template, "", values)

    @classmethod
    def plural(cls, one: str, many: str, n: int, /, **values: Any) -> Self:
        """Return a sentence with the number `{n}` in its singular or plural form.

        >>> Sentence.plural("{n} move", "{n} moves", 1)
        '1 move'
        """
        return cls._of(one, many, {"n": n, **values})

    @classmethod
    def _of(cls, one: str, many: str, values: dict[str, Any]) -> Self:
        template = many if many and values["n"] != 1 else one
        made = super().__new__(cls, _english(template, values))
        # An exception would keep alive all objects in the frames of its traceback.
        kept = {k: str(it) if isinstance(it, Exception) else it for k, it in values.items()}
        made._one, made._many, made._values = one, many, kept
        return made

    def text(self) -> str:
        """Return the sentence in the current language."""
        if _spoken == ENGLISH:
            return self
        known, n = _catalog(_spoken), self._values.get("n", 1)
        template = known.ngettext(self._one, self._many, n) if self._many else None
        return _translation(template or known.gettext(self._one), self._values)

    def __str__(self) -> str:
        return self  # not a plain str, so that str(exception) is still a sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence._of, (self._one, self._many, self._values)


def whole(clause: str) -> Sentence:
    """Return a complete sentence made of a clause, such as the text of an error.

    >>> whole("c3 is a hole; choose a square of the board")
    'C3 is a hole; choose a square of the board.'
    """
    return Sentence("{Clause}.", Clause=clause)


def text_of(text: object) -> str:
    """Return the text of a sentence or an error in the current language; other texts unchanged."""
    kept = str(text) if isinstance(text, Exception) else text
    return kept.text() if isinstance(kept, Sentence) else str(kept)


def paragraph(sentences: Iterable[str]) -> str:
    """Return sentences joined to one `Sentence`; "" if there are none.

    >>> paragraph(["It is odd.", "", "Therefore it has none."])
    'It is odd. Therefore it has none.'
    """
    whole = ""
    for each in filter(None, sentences):
        whole = Sentence("{sentence} {next}", sentence=whole, next=each) if whole else each
    return whole


def _(template: str, /, **values: Any) -> str:
    """Return a text in the current language."""
    return _translation(_catalog(_spoken).gettext(template), values)


def ngettext(one: str, many: str, n: int, /, **values: Any) -> str:
    """Return a text with the number `{n}`, in the current language."""
    return _translation(_catalog(_spoken).ngettext(one, many, n), {"n": n, **values})


def pgettext(context: str, template: str, /, **values: Any) -> str:
    """Return a text whose translation depends on `context`, in the current language."""
    return _translation(_catalog(_spoken).pgettext(context, template), values)


def N_(template: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text in a table for translation; `_` translates it later."""
    return template


def value_error(template: str, **values: Any) -> ValueError:
    """Return a `ValueError` whose text is a translatable sentence."""
    return ValueError(Sentence(template, **values))


def conjunction(words: Iterable[str], both: str = N_("{one} and {other}")) -> str:
    """Return names as a list in words, with "and" before the last.

    >>> conjunction(["a1"]), conjunction(["a1", "a5"]), conjunction(["a1", "a5", "c4"])
    ('a1', 'a1 and a5', 'a1, a5 and c4')
    """
    *most, end = words
    return Sentence(both, one=choices(most), other=end) if most else end


def choices(words: Iterable[str]) -> str:
    """Return words joined by commas, untranslated because they are to be typed.

    >>> choices(["text", "json"])
    'text, json'
    """
    first, *more = words
    for word in more:
        first = Sentence("{first}, {next}", first=first, next=word)
    return first


def short(value: object) -> str:
    """Return the `repr` of a value, cut to 42 characters, for use in a sentence.

    >>> short("a" * 50)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
    """
    if isinstance(value, int) and value.bit_length() > 1 << 13:  # Python refuses to write it
        return Sentence("a number of thousands of digits")
    text = repr(value[:41] if isinstance(value, str | list) else value)
    return text if len(text) <= 42 else text[:40] + "…" + text[-1]


def current_language() -> str:
    """Return the current language: "en", or another key of `languages`."""
    return _spoken


def speak(language: str) -> None:
    """Set the current language; English if the language is unknown."""
    global _spoken  # noqa: PLW0603 - the current language
    _spoken = language if language in languages() else ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the current language inside a `with` block."""
    before = _spoken
    speak(language)
    try:
        yield
    finally:
        speak(before)


def in_each_language(make: Callable[[], ValueT]) -> dict[str, ValueT]:
    """Return the value of a function in each language, by the keys of `languages`."""
    # A context manager is also a decorator: `make` runs inside its `with` block.
    return {key: speaking(key)(make)() for key in languages()}


@cache
def languages() -> Mapping[str, str]:
    """Return the available languages: key in an address -> name in HTML.

    >>> languages()["en"]
    'en'
    """
    try:
        names = package_file("locale/languages").decode().split()
    except OSError:
        names = []
    return {ENGLISH: ENGLISH} | {_key(name): name.replace("_", "-") for name in names}


def own_name(language: str) -> str:
    """Return the name of a language in that language, as on the button that chooses it: "EN"."""
    with speaking(language):
        return pgettext("this language", "EN")


def known_language(*wanted: str) -> str:
    """Return the first of these languages that is available, else English.

    Names are those of environment variables or browsers: "zh_CN.UTF-8", "zh-Hans".
    """
    return next((key for key in map(_key, wanted) if key in languages()), ENGLISH)


def _key(name: str) -> str:
    return name.replace("-", "_").partition("_")[0].partition(".")[0].lower()


@cache
def _catalog(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    name = languages()[language].replace("-", "_")
    return GNUTranslations(BytesIO(package_file(f"locale/{name}.mo")))


def package_file(path: str, beside: str = __name__) -> bytes:
    """Return a file of a package, such as kt_core, by its path there.

    The package may be in several archives: the file is in the one of the module `beside`.
    """
    module: Any = sys.modules[beside]
    folder = module.__file__.replace("\\", "/").rsplit("/", beside.count("."))[0]
    data: bytes = module.__spec__.loader.get_data(f"{folder}/{path}")
    return data


def package_texts(path: str, beside: str) -> dict[str, str]:
    """Return the texts in such a file by their names; above each is a line `#: name`."""
    parts = re.split(r"^#: (.+)\n", package_file(path, beside).decode(), flags=re.MULTILINE)[1:]
    return {name: text.rstrip() + "\n" for name, text in zip(parts[::2], parts[1::2], strict=True)}


_LATIN_EDGE = re.compile(
    r"(?<=[\u4e00-\u9fff])\0(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])\0(?=[\u4e00-\u9fff])"
)


class _Number(int):
    """A number formatted for the current language; the translation of "1,000" shows how."""

    def __format__(self, form: str) -> str:
        if form != ",":
            return super().__format__(form)
        thousand, text = _("1,000"), super().__format__(",")
        if thousand == "1000":  # this language separates only numbers of five digits or more
            return text if abs(self) >= 10_000 else text.replace(",", "")
        return text.replace(",", thousand[1])


def _english(template: str, values: Mapping[str, Any]) -> str:
    if not values:
        return template
    return template.format(**{name: _capital(name, value) for name, value in values.items()})


def _translation(template: str, values: Mapping[str, Any]) -> str:
    if not values or _spoken == ENGLISH:
        return _english(template, values)
    ready = {name: _value(each) for name, each in values.items()}
    # A translation may use the lower-case name of a value, for no capital letter.
    ready = {name.lower(): each for name, each in ready.items()} | {
        name: _capital(name, each) for name, each in ready.items()
    }
    # Chinese has a space beside a Latin word; whether a value is one is known only here.
    marked = {name: f"\0{each}\0" if type(each) is str else each for name, each in ready.items()}
    return _LATIN_EDGE.sub(" ", template.format(**marked)).replace("\0", "")


def _value(value: Any) -> Any:
    if type(value) is int:
        return _Number(value)
    return text_of(value) if isinstance(value, Sentence | Exception) else value


def _capital(name: str, value: Any) -> Any:
    return value if name > "Z" else f"{value[:1].upper()}{value[1:]}"
