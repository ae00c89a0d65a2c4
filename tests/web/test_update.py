"""`update` handles every intent in every state, and no intent bypasses a lock."""

from random import Random

import pytest

from kt_core import Board
from tests.shared.states import after, opened, patch
from tests.shared.walks import ADDRESSES, some
from web.files import offers
from web.lab.engine import Engine
from web.page.update import HANDLERS, next_state, update
from web.question import address
from web.state import intents as i
from web.state.intents import Aside, Intent, Open, Wish
from web.state.state import Playing, ReportTour, State


def link(state: State) -> str:
    return address.write(state.question)


@pytest.mark.parametrize("link", ADDRESSES)
def test_every_wish_is_handled_in_every_state(link: str) -> None:
    state = opened(link)
    for seed in range(400):
        assert isinstance(next_state(state, some(Random(seed))), State)


def test_every_intent_has_one_handler() -> None:
    def kinds(base: type[Intent]) -> set[type[Intent]]:
        return {base}.union(*map(kinds, base.__subclasses__()))

    named = kinds(Intent) - {Intent, Wish, Aside, i.OfSection}
    assert sorted(named, key=str) == sorted((*HANDLERS, *offers.HANDLERS), key=str)


def test_each_wrong_field_keeps_its_mark_until_it_is_corrected() -> None:
    state = opened("#board=8x8", i.Enter("start", "z9"), i.Enter("rows", "0"))
    assert {name for name, draft in state.form.drafts.items() if draft.wrong} == {"start", "rows"}
    seen = patch(state, "#question [name=start]")
    assert (seen["value"], seen["aria-invalid"]) == ("z9", "true")
    mended = after(state, i.Enter("rows", "6"))
    assert list(mended.form.drafts) == ["start"]
    assert mended.question.board == Board(6, 8)


def test_play_continues_a_running_search() -> None:
    engine = Engine()
    state = next_state(State(), Open("#ordering=textbook&prune=0"))
    for _ in range(3):
        engine.go_on(state)
    now = engine.now(state)
    assert now
    state = next_state(next_state(state, now), i.PlaySteps())
    assert isinstance(state.search.doing, Playing)
    assert state.search.generation == 1
    assert state.question.step == state.search.answer.length > 0


def test_only_a_tour_that_was_searched_for_is_reported() -> None:
    state = opened("#board=5x5", i.StepBy(-1), i.StepBy(1))
    assert state.search.opened
    assert not state.search.won
    assert after(state, i.Solve()).search.won
    played = opened("#board=5x5&step=0", i.PlaySteps())
    assert played.search.won
    for wish in (i.StepBy(-1), i.StepBy(1)):
        played, effects = update(played, wish)
        assert not any(isinstance(each, ReportTour) for each in effects)
    assert not opened("#board=8x8", i.Enter("famous", "euler-6x6")).search.won


def test_an_address_clears_a_refusal_and_a_wish_outside_the_board_is_ignored() -> None:
    refused = opened("#board=5x5&lock=ordering&ordering=textbook", i.SetMode("predict"))
    assert refused.notice
    assert not after(refused, Open("#board=6x6")).notice
    state = opened("#board=5x5")
    for wish in (i.Choose(25), i.PointAtSquare(99), i.MoveCursor(-1)):
        now = after(state, wish)
        assert now.question == state.question
        assert now.look.pointed is None
