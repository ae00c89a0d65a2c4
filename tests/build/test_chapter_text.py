"""What readers see of the chapter: articles, plurals, no markup, titles in their language."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import product

import pytest

from kt_core.language import _, speaking
from web.chapter.book import GivenAnswer, figure_at, file, places, section
from web.chapter.content.numbers import article
from web.chapter.figures.rule import RULE_NAMES
from web.chapter.text import LANGUAGES, sections

SEEDS = range(4)
both = pytest.mark.parametrize("language", LANGUAGES)


def visible(html: str) -> str:
    """Return the visible prose of HTML: no tags, no listings, no formulas in code."""
    html = re.sub(r"<(style|pre|code|svg)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", html))


def article_of(page: str, language: str) -> str:
    """Return the chapter in one language."""
    return page[page.index(f'id="chapter-{language}"') :].partition("</article>")[0]


@cache
def sentences(language: str) -> tuple[str, ...]:
    """Return every sentence of figures and questions, at every place of small dials."""
    with speaking(language):
        return (*_of_figures(), *_of_questions(language))


def _of_figures() -> Iterator[str]:
    for place in places():
        figure = figure_at(place)
        if not figure or figure.kind == "game":
            continue
        ranges = [range(min(dial.most(figure.first) + 1, 5)) for dial in figure.dials]
        for values in product(*ranges[:3]):
            here = figure.within_ends((*values, *figure.first[len(values) :]))
            if figure.counts(here) is None:
                yield figure.sentence(here)


def _of_questions(language: str) -> Iterator[str]:
    for name in sections():
        part = section(name, language)
        for seed, question in product(SEEDS, part.question_names):
            exercise = part.exercise(GivenAnswer(seed=seed, question=question))
            yield exercise.asks
            for reply in exercise.replies:
                yield reply.reason
                if exercise.kind == "choice":
                    yield reply.answer


@both
def test_no_markup_is_visible(chapter_page: str, language: str) -> None:
    wrong = re.compile(r".{0,30}(?:\*|`|\{\{|\}\}|\]\(|\[\^|\$\w|<\w).{0,30}")
    texts = [visible(article_of(chapter_page, language)), *sentences(language)]
    assert [found for text in texts for found in wrong.findall(text)] == []


def test_numbers_have_their_articles_and_the_number_one_the_singular(chapter_page: str) -> None:
    vowels = (8, 11, 18, 80, 81, 85, 800, 811, 8_000, 11_000, 18_500, 80_000, 800_000, 11_000_000)
    assert {article(number) for number in vowels} == {"an"}
    others = (1, 2, 7, 10, 12, 17, 19, 70, 100, 110, 111, 118, 180, 1_000, 1_100, 1_800, 110_000)
    assert {article(number) for number in others} == {"a"}
    for text in (visible(article_of(chapter_page, "en")), *sentences("en")):
        for word, number in re.findall(r"\b([Aa]n?)\s+(\d[\d,]*)", text):
            assert word.lower() == article(int(number.replace(",", ""))), text
    plural = re.compile(r"(?<![\d,.×·^/=+*-] )(?<![\d.,:−])\b1 [a-z]{3,}s\b.{0,30}")
    for text in (visible(article_of(chapter_page, "en")), *sentences("en")):
        assert [found for found in plural.findall(text) if not found.startswith("1 plus")] == []


@both
def test_controls_are_not_quoted_by_hand(language: str) -> None:
    texts = [file(f"{language}/{name}.md") for name in (*sections(), "opening")]
    labels = re.findall(r"\{\{label ([^}]+)\}\}", "".join(texts))
    assert labels
    with speaking(language):
        names = {_(each) for each in (*labels, *RULE_NAMES)}
    for name in sections():
        quoted = set(re.findall(r"“([^”]+)”", file(f"{language}/{name}.md")))
        assert not quoted & names, name


def test_chinese_marks_western_titles() -> None:
    for name in sections():
        text = re.sub(r"\[(?:[^\]]*)\]\(lang:\w+\)", "", file(f"zh/{name}.md"))
        assert re.findall(r"“[A-Za-z][^”一-鿿]*”|(?<!\*)\*[A-Z][^*]+\*(?!\*)", text) == []


@both
def test_titles_in_another_language_are_marked_in_a_page(chapter_page: str, language: str) -> None:
    shown = article_of(chapter_page, language)
    assert re.search(r'<span lang="fr">“Solution d’une question', shown)
    assert re.search(r'<span lang="de"><em>Des Rösselsprunges', shown)
    assert ('<span lang="en">' in shown) == (language == "zh")
    assert 'href="lang:' not in shown
