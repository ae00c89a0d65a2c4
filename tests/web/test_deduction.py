"""A refutation shown inference by inference, with the controls for steps."""

import re
from random import Random

import pytest

from kt_core.proofs.deduction import CIRCLE, DEFICIT, FULL, RING, SURPLUS, TAKE, deduction
from kt_core.tour import Puzzle
from tests.shared.cases import by_chance
from tests.shared.states import after, opened, patch
from web.draw.patch import typeset
from web.lab.engine import Engine
from web.lab.view.deduction import inference_sentence
from web.page.update import next_state
from web.page.view import whole_patches
from web.search.answer import verdict
from web.share.export import Seen, picture
from web.state import intents as i
from web.state.state import Playing, State

#: Boards whose forced moves lead to a contradiction, by their answer or by another proof.
CLOSED = "#board=6x3&holes=b2,b5&closed=1&ordering=best"
OPEN = "#board=6x4&holes=a1,c1,d1,d3,c4,a5,c6,d6&start=b1&ordering=best"
SEARCHED = "#board=4x4&closed=1"
DEDUCE = i.ShowInferences(on=True)


def look(state: State, region: str, name: str = "html") -> str:
    return re.sub("<[^>]+>", "", str(patch(state, region)[name]))


def words(state: State) -> str:
    """Return the sentence below the headline."""
    said = str(patch(state, "#answer")["html"]).partition("</h2><p>")[2].partition("</p>")[0]
    return re.sub("<[^>]+>", "", said)


@pytest.mark.parametrize("asked", [CLOSED, OPEN, SEARCHED])
def test_the_steps_are_the_inferences_up_to_the_contradiction(asked: str) -> None:
    state = opened(asked, DEDUCE)
    total = len(deduction(state.question.puzzle))
    assert look(state, "#at") == f"step 0 of {total}"
    heard = []
    for _ in range(total):
        state = after(state, i.StepBy(1))
        heard.append(words(state))
    assert len(set(heard)) == total
    assert [text.startswith("Contradiction: ") for text in heard] == [False] * (total - 1) + [True]
    assert heard[-1].endswith("So there is no such tour.")
    assert after(state, i.StepBy(1)) == state


def test_a_step_counts_and_draws_the_forced_moves() -> None:
    state = opened(CLOSED, DEDUCE, i.StepBy(1))
    assert look(state, "#of") == "2 forced moves"
    drawn = str(patch(state, "#board [data-layer=witness]")["html"])
    assert 'class="new"' in drawn
    assert 'class="out"' not in drawn
    third = str(patch(after(state, i.Go(3)), "#board [data-layer=witness]")["html"])
    assert 'class="crosses"' in third


def test_the_contradiction_is_drawn() -> None:
    stuck = opened(OPEN, DEDUCE, i.Finish())
    assert "dead-end-square" in str(patch(stuck, "#board [data-layer=dead-end]")["html"])
    assert "dead-end-square" not in str(
        patch(after(stuck, i.StepBy(-1)), "#board [data-layer=dead-end]")["html"]
    )
    circle = opened(CLOSED, DEDUCE, i.Finish())
    assert 'class="wrong"' in str(patch(circle, "#board [data-layer=witness]")["html"])
    assert "<strong" in str(patch(circle, "#answer")["html"])


def test_inferences_are_played_at_reading_speed() -> None:
    engine, state = Engine(), next_state(opened(CLOSED, DEDUCE), i.PlaySteps())
    for _ in range(7):
        report = engine.go_on(state, 1.0)
        assert report
        state = next_state(state, report)
    assert state.search.inference == 3  # one at once, then one in each 3 s
    assert '<option value="3" selected>20 / min' in str(patch(state, "#speed")["html"])
    assert not next_state(state, i.Pause()).playing
    assert opened(CLOSED, DEDUCE, i.PlaySteps()).search.inference == 9
    again = next_state(opened(CLOSED, DEDUCE, i.Finish()), i.PlaySteps())
    assert (again.search.inference, again.search.doing) == (0, Playing())


def test_pictures_have_the_whole_refutation_and_closing_restores_the_answer() -> None:
    for asked in (CLOSED, SEARCHED):
        whole = opened(asked)
        assert [*picture(Seen.of(after(whole, DEDUCE)))] == [*picture(Seen.of(whole))]
        left = after(whole, DEDUCE, i.StepBy(2), i.ShowInferences(on=False))
        assert whole_patches(left) == whole_patches(whole)


@pytest.mark.parametrize(
    "asked",
    [
        *("#board=7x7&closed=1", "#board=4x6&closed=1&ordering=best", "#board=3x8&closed=1"),
        *("#board=5x5&start=b1", "#board=2x5&ordering=best", "#board=4x4"),
    ],
)
def test_where_no_move_is_forced_the_steps_are_the_claims_of_the_reason(asked: str) -> None:
    state = opened(asked)
    reason = typeset(verdict(state.question, state.search.answer).reason)
    state, heard = after(state, DEDUCE), []
    assert look(state, "#of") == ""
    while after(state, i.StepBy(1)) != state:
        state = after(state, i.StepBy(1))
        heard.append(words(state))
    assert reason.startswith(" ".join(heard).removesuffix(" So there is no such tour."))
    assert " So there is no such tour." in heard[-1]


def test_a_claim_is_drawn_with_the_moves_that_it_speaks_of_and_a_legend() -> None:
    state = opened("#board=4x6&closed=1&ordering=best", DEDUCE)
    seen = []
    for _ in range(5):
        patches = whole_patches(state)
        drawn = str(patches["#board [data-layer=witness]"]["html"])
        told = look(state, "#answer")
        marks = [f'class="{name}"' in drawn for name in ("new", "at")]
        seen.append((*marks, "outer rows" in told, "dark: a1, c1" in told))
        state = after(state, i.StepBy(1))
    assert seen == [
        (False, False, False, False),
        (True, False, True, False),
        (False, False, True, False),
        (False, False, False, True),
        (False, True, False, True),
    ]


def test_every_inference_names_the_squares_that_it_decides() -> None:
    chance, kinds, said = Random(4), set[str](), ""
    for _ in range(1500):
        board = by_chance(chance, 24)
        start, end = chance.choice(board.squares), chance.choice((None, *board.squares))
        closed = chance.random() < 0.3
        puzzle = Puzzle(board, start, None if closed or end == start else end, closed)
        for each in deduction(puzzle):
            text = inference_sentence(puzzle, each)
            moves = (move for move in (*each.used, *each.out) if min(move) >= 0)
            moved = {square for move in moves for square in move}
            assert all(puzzle.board.name(square) in text for square in moved), text
            kinds.add(each.kind)
            said += text
    assert kinds == {TAKE, FULL, RING, DEFICIT, SURPLUS, CIRCLE}
    assert "so the tour ends there" in said
    assert "The tour is to end on" in said
