"""Two languages: a state contains no translated text, and a view has one language."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from kt_core import language
from kt_core.board import Board
from kt_core.language import ENGLISH, Sentence, languages, speaking, text_of, whole
from kt_core.solve import solve
from kt_core.tour import NoTour
from tests.shared.cases import tour_film
from tests.shared.states import after, opened, patch, words
from web.make.catalogs import messages
from web.page.view import whole_patches
from web.question import address
from web.state.intents import Open, OpenDialog, SetLanguage, SetLook
from web.state.state import Place, State

#: Words that are the same in Chinese: names, formats, keys.
LATIN = """
    Warnsdorff Roth Pohl Euler Jaenisch Python HTML JSON CSV SVG PNG Markdown Tab Enter
    Shift reStructuredText LICENSES txt knights tour html Pyodide MPL CPython PSF PyScript
    Apache MIT MkDocs Sphinx Jupyter Book Runestone Moodle Canvas Blackboard Brightspace
    docs embed js extra javascript static raw splice File Page allow scripts downloads
    dist body frame src script Ultra https iframe Insert Stuff None len path stack square moves
    untried ties Rouse Ball Mathematical Recreations and Essays edition Project Gutenberg
    start lang en zh ordering best wrong show step end what SCORM Esc Original
    Quarto resources files
"""
ALLOWED = {word.lower() for word in LATIN.split()}
LINKS = (
    *("", "step=12", "board=3x8&closed=1", "board=5x5&ordering=textbook&prune=0&step=40"),
    *("board=4x4", "board=3x3", "board=5x5&start=b1", "start=a1&end=c1", "board=6x6&mode=play"),
    *("board=6x6&mode=predict", "board=6x6&race=roth&ordering=textbook&prune=0&step=30"),
    *("tour=jaenisch-1862", "board=9x9&holes=c3,d4&closed=1"),
    *("board=130x130&ordering=best", "lock=board,start&mode=play", "embed=1&panels=facts,stack"),
    *("board=5x5&start=zz&ordering=wrong&step=-1&show=what", "ordering=best", "board=3x4&holes=a1"),
)
PANELS = ("code", "stack", "tree", "degrees", "facts")


def in_chinese(link: str) -> State:
    return replace(opened(f"#{link}"), place=Place(language="zh"))


def english_words(state: State) -> list[tuple[str, str]]:
    """Return the English words in the texts of a state, each with its text."""
    found = [(word, text) for text in words(state) for word in re.findall(r"[A-Za-z]{3,}", text)]
    return [(word, text) for word, text in found if word.lower() not in ALLOWED]


@pytest.mark.sample(6)
@pytest.mark.parametrize("link", LINKS)
def test_no_english_is_left_in_chinese_and_no_chinese_in_english(link: str) -> None:
    begun = in_chinese(link)
    for panel in PANELS:
        state = after(begun, SetLook("panel", panel))
        assert [(word, text) for word, text in english_words(state) if word != text] == []
        english = after(state, SetLanguage("en"))
        assert [it for it in words(english) if re.search(r"[\u3000-\u9fff\uff00-\uffef]", it)] == []


@pytest.mark.parametrize("dialog", ["share", "open", "assign"])
def test_the_dialogs_are_translated(dialog: str) -> None:
    state = after(
        in_chinese(""), OpenDialog(dialog, Place("https://school.example/", language="zh"))
    )
    left = {word for word, _ in english_words(state)}
    names = {"school", "example", "Open", "edX", "Studio", "GIF"}
    assert left <= names | {"assert", "test", "value", "closed", "True", "weight", "locked"}


def test_switching_the_language_needs_no_new_search() -> None:
    refuted = opened("#board=3x8&closed=1")
    english, chinese = whole_patches(refuted), whole_patches(after(refuted, SetLanguage("zh")))
    assert "Eight squares have no more than two" in str(english["#answer"]["html"])
    assert "有八个方格各只有两种走法" in str(chinese["#answer"]["html"])
    assert chinese[":root@language"] == {"lang": "zh-Hans"}
    assert after(refuted, SetLanguage("zh")).search.answer is refuted.search.answer
    again = whole_patches(after(refuted, SetLanguage("zh"), SetLanguage("en")))
    links = {region for region, look in english.items() if look.get("href")}  # they ask for English
    assert {region for region, look in english.items() if again[region] != look} == links


def test_the_language_is_that_of_the_address_else_of_the_browser() -> None:
    assert State().language == ENGLISH
    assert after(State(), Open("#lang=zh")).language == "zh"
    assert after(State(), Open("#lang=en", Place(language="zh"))).language == "en"
    assert after(State(), Open("", Place(language="zh"))).language == "zh"
    wrong = after(State(), Open("#lang=xx"))
    assert wrong.language == ENGLISH
    assert "'xx' is not among en, zh" in wrong.form.faults[0]
    assert address.write(after(wrong, SetLanguage("zh")).question) == "#lang=zh"


def test_a_reason_is_a_sentence_in_any_language() -> None:
    with pytest.raises(NoTour) as no:
        solve(Board(3, 8), closed=True)
    with speaking("zh"):
        assert text_of(no.value.reason).startswith("闭合巡游经过每个方格都要一进一出")
        assert text_of(ValueError(Sentence("{n} marked squares", n=1234))) == "标出的 1234 个方格"
        assert text_of(
            whole(Sentence("{square} is a hole; choose a square of the board", square="c3"))
        )
    assert str(no.value).startswith("A closed tour makes two moves at every square.")
    assert set(languages()) == {"en", "zh"}


def test_a_film_is_described_in_the_readers_language() -> None:
    with speaking("zh"):
        film = tour_film(solve(Board(6, 6), closed=True))
    assert 'aria-label="6x6 棋盘的闭合巡游的动画"' in film


def test_a_third_language_is_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    state = replace(opened("#board=3x8&closed=1"), place=Place(language="xx"))
    written = BytesIO()
    write_mo(written, longer_catalog())
    files = {"locale/languages": b"zh_Hans xx", "locale/xx.mo": written.getvalue()}
    monkeypatch.setattr(language, "package_file", files.__getitem__)
    forget()
    try:
        assert patch(state, ":root@language") == {"lang": "xx"}
        assert "~There is no closed tour.~" in str(patch(state, "#answer")["html"])
        assert str(patch(state, "#solve")["html"]).startswith("~Solve~")
    finally:
        monkeypatch.undo()
        forget()


def longer_catalog() -> Catalog:
    """Return a catalog in which each sentence is marked and 40 percent longer."""
    made = Catalog(locale="en")
    for text, context in messages():
        one = text if isinstance(text, str) else text[0]
        long = f"~{one}~{'~' * (2 * len(one) // 5)}"
        many = isinstance(text, tuple)
        made.add(text, (long, long) if many else long, context=context)
    return made


def forget() -> None:
    language.languages.cache_clear()
    language._catalog.cache_clear()  # noqa: SLF001
