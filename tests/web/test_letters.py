"""The graph of six vertices in the page: the transcript of the textbook, searched and told."""

import pytest

from tests.shared.states import opened
from web.lab.intents import PlaySteps, StepBy
from web.lab.search.answer import scene, verdict
from web.lab.search.watch import LettersSearch
from web.lab.view import words
from web.question.address import write
from web.question.change import with_field
from web.question.question import LETTERS, Question

#: What is on the path after each step; C is left again as a dead end.
TRANSCRIPT = ["", "A", "AB", "ABC", "AB", "ABD", "ABDE", "ABDEF", "ABDEFC", "ABDEFC"]


@pytest.mark.parametrize("step", range(len(TRANSCRIPT)))
def test_each_step_is_that_of_the_textbook(step: int) -> None:
    state = opened("#tour=letters&step=0", *(StepBy(1) for _ in range(step)))
    assert "".join(scene(state.question, state.search.answer).path) == TRANSCRIPT[step]
    assert state.search.answer.length == step


@pytest.mark.parametrize("handful", [1, 4, 64])
def test_the_size_of_a_handful_changes_nothing(handful: int) -> None:
    work = LettersSearch()
    while work.advance(handful):
        pass
    assert "".join(work.answer().whole.path) == TRANSCRIPT[-1]
    assert (work.answer().whole.steps, work.answer().whole.dead_ends) == (9, 1)


def test_the_answer_tells_the_path_and_the_dead_end() -> None:
    state = opened("#tour=letters&step=0", PlaySteps())
    (trace,) = state.search.answer.traces
    assert words.answer_html(
        state.question, verdict(state.question, state.search.answer)
    ).startswith("A path through all six: A B D E F C, after one dead end.<small>C was a dead end")
    assert words.squares_reached(state.question, trace.at(trace.length)) == "6 of 6 vertices"


def test_how_it_ends_is_not_told_before_it_has() -> None:
    state = opened("#tour=letters", StepBy(-5))
    told = words.answer_html(state.question, verdict(state.question, state.search.answer))
    assert told.startswith("The path so far: A B.")


def test_the_example_is_in_the_address_and_any_other_question_leaves_it() -> None:
    asked = with_field(Question(), "famous", LETTERS)
    assert write(asked) == "#tour=letters&step=0"
    assert not with_field(asked, "rows", "5").is_letters
