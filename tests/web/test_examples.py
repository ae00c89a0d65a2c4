"""The gallery in the page: every tour can be chosen, linked to, shown and left."""

import re

import pytest

from kt_core.analysis import is_semi_magic, kind, symmetry
from kt_core.gallery import GALLERY
from tests.shared.states import after, opened, patch, plain
from web.lab.engine import work_for
from web.lab.view import examples, words
from web.question.address import read, write
from web.question.change import field_values, with_field
from web.question.question import Question
from web.state.intents import OpenPreset

every_tour = pytest.mark.parametrize("slug", GALLERY)


def test_the_preset_of_a_dead_end_shows_its_first_one_and_no_proof() -> None:
    state = after(opened("#"), OpenPreset(examples.PRESETS[0].address))
    assert plain(patch(state, "#flag")["html"]) == "Dead end on e2"
    assert not state.search.answer.whole.reason


@every_tour
def test_a_famous_tour_is_its_own_question_described_truly_with_its_source(slug: str) -> None:
    question, tour = with_field(Question(), "famous", slug), GALLERY[slug].tour
    assert (question.board, question.start) == (tour.board, tour.path[0])
    assert (question.puzzle.closed, question.puzzle.end, question.step) == (tour.closed, None, None)
    assert field_values(question)["famous"] == slug
    assert write(question) == f"#tour={slug}"
    assert read(f"#tour={slug}") == (question, [])
    work = work_for(question)
    assert not work.advance(64)
    assert work.answer().whole.tour == tour
    said = words.verdict(question, opened(f"#tour={slug}").search.answer.whole)
    assert re.fullmatch(r".+: (a closed|an open) tour of \d+ moves\.", said[0])
    assert said[-1].startswith("Source: ")
    about = examples.famous_tour_sentences(slug)[1]
    assert ("every row and every column adds up to 260." in about) == is_semi_magic(tour)
    assert ("quarter turn" in about) == ("rot90" in symmetry(tour))
    assert ("turn" in about) == ("rot180" in symmetry(tour))
    assert ("mirror image" in about) == any("mirror" in name for name in symmetry(tour))
    assert ("Its kind is called" in about) == bool(kind(tour))
    assert kind(tour) in about


@every_tour
def test_a_semi_magic_tour_shows_its_numbers_and_their_sums(slug: str) -> None:
    state = opened(f"#tour={slug}")
    magic = GALLERY[slug].semi_magic
    assert ("numbers" in state.question.show) == magic
    around = str(patch(state, "#board [data-layer=coordinates]")["html"])
    assert around.count(">260</text>") == (16 if magic else 0)
    assert read(f"#tour={slug}&show=path")[0].show == ("path",)
    assert write(read(f"#tour={slug}&show=path")[0]) == f"#tour={slug}" + "&show=path" * magic


def test_sums_are_shown_only_with_the_numbers_of_the_whole_tour() -> None:
    slug = next(slug for slug in GALLERY if GALLERY[slug].semi_magic)
    for address in (f"#tour={slug}&step=9", f"#tour={slug}&show=path"):
        assert "sums" not in str(patch(opened(address), "#board [data-layer=coordinates]")["html"])


def test_the_menu_has_every_tour_and_none_of_them_chosen() -> None:
    shown = re.findall('<option value="([^"]*)">', examples.options())
    assert [name for name in shown if not name.startswith(examples.PRESET)] == [*GALLERY]
