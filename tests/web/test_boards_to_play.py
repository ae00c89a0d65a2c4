"""The board for games in the chapter, and words of its text that highlight a figure."""

import re

import pytest

from kt_core.board import Board
from tests.shared.states import after, opened, patch
from web.chapter.book import figure_at, file, lesson
from web.chapter.figures.figure import Figure
from web.chapter.figures.game import LOST, POSSIBLE
from web.chapter.text import LANGUAGES, sections
from web.page.view import whole_patches
from web.question import address
from web.state.intents import Highlight, Measure, Measured, TurnDial
from web.state.state import State

PLACE = "puzzle_game"
SAID = f"#{PLACE}-en-said"


def played(*moves: str, state: State | None = None) -> State:
    """Return the state after moves to squares by their names on 5x5."""
    board = Board(5, 5)
    turns = (TurnDial(PLACE, "square", str(board.square(name))) for name in moves)
    return after(state or opened("#view=puzzle"), *turns)


def path(state: State) -> tuple[int, ...]:
    return lesson(state.question).at.get(PLACE, (0, 0))


def game() -> Figure:
    figure = figure_at(PLACE)
    assert figure
    return figure


def test_an_address_cannot_make_an_illegal_move() -> None:
    for text in ("0", "0.25", "0.0.1", "0.0.7.0", "2.0", "0.0.x", "", "9.9.9", "0.-1"):
        with pytest.raises(ValueError, match="no state of this figure"):
            game().read(text)
        assert opened(f"#view=puzzle&at={PLACE}:{text}").form.faults


@pytest.mark.parametrize(
    ("moves", "known"),
    [((), (POSSIBLE,)), (("b1",), (LOST, 0, 1, 1, 0)), (("b3", "c1", "a2", "c3"), None)],
)
def test_still_possible_agrees_with_the_solver(
    moves: tuple[str, ...], known: tuple[int, ...] | None
) -> None:
    values = path(played(*moves))
    *_, found = game().measure(values)
    if known:
        assert found == known
    said = game().result_sentence(found, 5)
    assert said.startswith("Yes" if found[0] == POSSIBLE else "No")
    if found[0] == LOST and found[1]:
        *_, before = game().measure(values[: found[1] + 1])
        assert before == (POSSIBLE,)


def test_a_verdict_disappears_with_its_path() -> None:
    asked = after(
        opened("#view=puzzle"), Measure(PLACE), Measured(PLACE, (POSSIBLE,), 3, done=True)
    )
    told = f"#{PLACE}-en-measured"
    assert "still exists" in str(patch(asked, told))
    moved = played("c2", state=asked)
    assert not patch(moved, told)["html"]
    assert "2 of 25" in str(patch(moved, SAID))
    assert patch(opened(address.write(moved.question)), SAID) == patch(moved, SAID)


MARKS = [
    (language, name, mark)
    for language in LANGUAGES
    for name in sections()
    for mark in sorted(set(re.findall(r"\]\(~([^)]*)\)", file(f"{language}/{name}.md"))))
]


@pytest.mark.parametrize(("language", "name", "mark"), MARKS)
def test_a_word_highlights_its_figure(language: str, name: str, mark: str) -> None:
    own, _, value = mark.rpartition(":")
    place = f"{name}_{own}" if own else name
    figure = figure_at(place)
    assert figure
    turned = after(opened(f"#view={name}&lang={language}"), *awakening(place, figure, value))
    lit = after(turned, Highlight(place, value))
    here = f"#{place}-{language}-drawing"
    every = map(whole_patches, (turned, lit))
    looks = [{r: each[r] for r in each if r.startswith(here)} for each in every]
    assert looks[0] != looks[1]


def awakening(place: str, figure: Figure, word: str) -> list[TurnDial]:
    """Return dial settings in which the figure is drawn without what a word highlights."""
    if not figure.dials:
        return [TurnDial(place, "path", "0")]
    if word.startswith("="):
        return [TurnDial(place, figure.dials[0].name, "1" if word == "=0" else "0")]
    least = "1" if figure.kind in ("moves", "matrix") else "4"
    dials = [dial.name for dial in figure.dials if dial.name != "bet"]
    return [TurnDial(place, dials[-1], least)]


def test_both_languages_highlight_the_same_parts() -> None:
    by_language = [{(n, m) for each, n, m in MARKS if each == language} for language in LANGUAGES]
    assert by_language[0] == by_language[1]
