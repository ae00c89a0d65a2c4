"""Sentences in the reader's language: GNU gettext, with English in the code.

Catalogues are web/locale/*.po; build.py compiles them into kt_core/locale/, and where they are not
all is English. How to say something:

    _("{name} is next.", name=name)           a text, in the language that is spoken now
    ngettext("{n} move", "{n} moves", n)      the same with a number, which stands for {n}
    pgettext("board", "Open")                 where one English word needs several in another
    Sentence("No tour from {a}.", a="a1")     a sentence that is kept: a reason, an error, a notice
    text_of(sentence)                         its text, in the language that is spoken now

A value whose name begins with a capital letter, as in "{What} cannot be changed.", gets one too.

Whatever is kept, in a state or in an exception, is a `Sentence`: its template and its values. So no
state holds a language, and the view alone decides: another language needs no other search. A value
may be a sentence too. A `Sentence` is a `str` as well, in English, so whoever knows nothing of
languages has just that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from typing import Any, Self

ENGLISH = "en"
_spoken = ENGLISH


class Sentence(str):
    """A sentence in English that knows how it was made, so it can be said in another language.

    >>> Sentence("{square} is a hole", square="c3")
    'c3 is a hole'
    """

    __slots__ = ("_many", "_one", "_values")
    _one: str
    _many: str
    _values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        """Return a sentence whose template is English, and has its values by name."""
        return cls._of(template, "", values)

    @classmethod
    def plural(cls, one: str, many: str, n: int, /, **values: Any) -> Self:
        """Return a sentence with a number in it, which is `{n}`.

        >>> Sentence.plural("{n} move", "{n} moves", 1)
        '1 move'
        """
        return cls._of(one, many, {"n": n, **values})

    @classmethod
    def _of(cls, one: str, many: str, values: dict[str, Any]) -> Self:
        template = many if many and values["n"] != 1 else one
        made = super().__new__(cls, _english(template, values))
        # An error would hold all that there was where it was raised.
        kept = {k: str(it) if isinstance(it, Exception) else it for k, it in values.items()}
        made._one, made._many, made._values = one, many, kept
        return made

    def text(self) -> str:
        """Return the sentence in the language that is spoken."""
        known = _catalogue(_spoken)
        if not known:
            return self
        n = self._values.get("n", 1)
        template = known.ngettext(self._one, self._many, n) if self._many else None
        return _translation(template or known.gettext(self._one), self._values)

    def __str__(self) -> str:
        return self  # so that an exception's text is still a sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence._of, (self._one, self._many, self._values)


def whole(clause: str) -> Sentence:
    """Return a sentence that is all of a clause, such as an error's text.

    >>> whole("c3 is a hole; choose a square of the board")
    'C3 is a hole; choose a square of the board.'
    """
    return Sentence("{Clause}.", Clause=clause)


def text_of(text: object) -> str:
    """Return the text of a sentence or an error in the current language; a plain text as it is."""
    kept = str(text) if isinstance(text, Exception) else text
    return kept.text() if isinstance(kept, Sentence) else str(kept)


def paragraph(sentences: Iterable[str]) -> str:
    """Return sentences one after the other, as one `Sentence`; "" for none.

    >>> paragraph(["It is so.", "", "Therefore."])
    'It is so. Therefore.'
    """
    whole = ""
    for each in filter(None, sentences):
        whole = Sentence("{sentence} {next}", sentence=whole, next=each) if whole else each
    return whole


def _(template: str, /, **values: Any) -> str:
    """Return a text in the language that is spoken."""
    known = _catalogue(_spoken)
    if known:
        return _translation(known.gettext(template), values)
    return _english(template, values)


def ngettext(one: str, many: str, n: int, /, **values: Any) -> str:
    """Return a text with a number in it, `{n}`, in the language that is spoken."""
    known = _catalogue(_spoken)
    if known:
        return _translation(known.ngettext(one, many, n), {"n": n, **values})
    return _english(one if n == 1 else many, {"n": n, **values})


def pgettext(context: str, template: str, /, **values: Any) -> str:
    """Return a text that is said in one way here and perhaps in another elsewhere."""
    known = _catalogue(_spoken)
    if known:
        return _translation(known.pgettext(context, template), values)
    return _english(template, values)


def N_(template: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text, in a table, that is said later, by `_`."""
    return template


def value_error(template: str, **values: Any) -> ValueError:
    """Return the error that says, in a sentence, what is wrong with a value."""
    return ValueError(Sentence(template, **values))


def conjunction(words: Iterable[str], both: str = N_("{one} and {other}")) -> str:
    """Return names as a list in words, the last after "and".

    >>> conjunction(["a1"]), conjunction(["a1", "a5"]), conjunction(["a1", "a5", "c4"])
    ('a1', 'a1 and a5', 'a1, a5 and c4')
    """
    *most, end = words
    return Sentence(both, one=choices(most), other=end) if most else end


def choices(words: Iterable[str]) -> str:
    """Return words that are typed as they stand, one after the other.

    >>> choices(["text", "json"])
    'text, json'
    """
    first, *more = words
    for word in more:
        first = Sentence("{first}, {next}", first=first, next=word)
    return first


def short(value: object) -> str:
    """Return how a value is written, cut where it is long, for a sentence that names it."""
    text = repr(value[:41] if isinstance(value, str | list) else value)
    return text if len(text) <= 42 else text[:41] + "…"


def current_language() -> str:
    """Return the current language: "en", or another key of `languages`."""
    return _spoken


def speak(language: str) -> None:
    """Speak a language from now on, English where it is not known."""
    global _spoken  # noqa: PLW0603 - a program speaks one language at a time
    _spoken = language if language in languages() else ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    before = _spoken
    speak(language)
    try:
        yield
    finally:
        speak(before)


@cache
def languages() -> Mapping[str, str]:
    """Return the languages that there are, each by its key in an address, with its name in HTML.

    >>> languages()["en"]
    'en'
    """
    try:
        names = _data("languages").decode().split()
    except OSError:
        names = []
    return {ENGLISH: ENGLISH} | {_key(name): name.replace("_", "-") for name in names}


def known_language(*wanted: str) -> str:
    """Return the first of these languages that there is, else English.

    They are named as in an environment or by a browser: "zh_CN.UTF-8", "zh-Hans".
    """
    return next((key for key in map(_key, wanted) if key in languages()), ENGLISH)


def _key(name: str) -> str:
    return name.replace("-", "_").partition("_")[0].partition(".")[0].lower()


@cache
def _catalogue(language: str) -> GNUTranslations | None:
    if language == ENGLISH:
        return None
    name = languages()[language].replace("-", "_")
    return GNUTranslations(BytesIO(_data(f"{name}.mo")))


def _data(name: str) -> bytes:
    """Return a file of kt_core/locale/, also from inside an archive."""
    loader: Any = __spec__.loader
    data: bytes = loader.get_data(f"{__file__.rpartition('language.py')[0]}locale/{name}")
    return data


class _Number(int):
    """A number that is written as the language has it: "1,000" is a sentence too."""

    def __format__(self, form: str) -> str:
        if form != ",":
            return super().__format__(form)
        thousand, text = _("1,000"), super().__format__(",")
        if thousand == "1000":  # without a comma up to four digits
            return text if abs(self) >= 10_000 else text.replace(",", "")
        return text.replace(",", thousand[1])


def _english(template: str, values: Mapping[str, Any]) -> str:
    if not values:
        return template
    return template.format(**{name: _capital(name, value) for name, value in values.items()})


def _translation(template: str, values: Mapping[str, Any]) -> str:
    if not values:
        return template
    ready = {name: _value(each) for name, each in values.items()}
    small = {name.lower(): each for name, each in ready.items()}  # where no capital letter is due
    return template.format(**small | {name: _capital(name, each) for name, each in ready.items()})


def _value(value: Any) -> Any:
    if type(value) is int:
        return _Number(value)
    return text_of(value) if isinstance(value, Sentence | Exception) else value


def _capital(name: str, value: Any) -> Any:
    return value if name > "Z" else f"{value[:1].upper()}{value[1:]}"
