"""During a long search, the best method runs too; its answer is offered, not shown at once."""

import sys
from collections.abc import Callable
from importlib.util import module_from_spec
from itertools import count

import pytest

from tests.shared.states import final_state, opened, patch
from web.lab.engine import OFFER_SECONDS, Engine
from web.page.late import StandIns
from web.page.update import next_state
from web.question import address
from web.question.question import BEST
from web.state import intents
from web.state.state import State

LONG = "#board=3x30&step=0"  # a search by Warnsdorff's rule takes longer than a lifetime
#: A board without a tour, on which the search takes too long to prove that.
VAIN = "#board=6x7&holes=f1,f2,a3,e5,f5,e6&ordering=textbook&prune=0&step=0"


class Watched:
    """A page whose clock advances by a hundredth of a second at each reading."""

    def __init__(self, link: str) -> None:
        ticks = count()
        self.clock: Callable[[], float] = lambda: next(ticks) / 100
        self.engine = Engine(self.clock)
        self.state = final_state(next_state(State(), intents.Open(link)), self.engine)

    def wish(self, *wishes: object) -> None:
        """Handle an intent as a page does: pending reports come first."""
        for wish in wishes:
            if now := self.engine.now(self.state):
                self.state = next_state(self.state, now)
            self.state = next_state(self.state, wish)  # type: ignore[arg-type]

    @classmethod
    def searching(cls, link: str = LONG, seconds: float = OFFER_SECONDS + 0.3) -> "Watched":
        """Return a page on which intents.Solve was pressed this number of seconds ago."""
        page = cls(link)
        page.wish(intents.Solve())
        page.last(seconds)
        return page

    def last(self, seconds: float) -> None:
        """Continue the work for this number of seconds."""
        until = self.clock() + seconds
        while self.clock() < until and self.state.search.doing:
            if report := self.engine.go_on(self.state, 0.02):
                self.state = next_state(self.state, report)

    @property
    def offer(self) -> str:
        """The offer on the page."""
        html = str(patch(self.state, "#actions")["html"])
        return html if 'name="reveal"' in html else ""


def test_a_tour_is_offered_after_three_seconds_of_search() -> None:
    page = Watched.searching(LONG, OFFER_SECONDS - 0.1)
    assert page.offer == ""
    page.last(0.5)
    assert page.state.searching
    assert "Show the tour" in page.offer


def test_the_offered_tour_is_shown_at_once() -> None:
    page = Watched.searching()
    page.wish(intents.ShowOffer())
    page.last(0.1)
    assert page.state.search.doing is None
    assert page.state.question == address.read("#board=3x30&ordering=best")[0]
    answer = opened("#board=3x30&ordering=best").search.answer
    assert page.state.search.answer.whole.tour == answer.whole.tour
    assert page.offer == ""


def test_an_offer_stays_when_the_search_is_stopped_and_stepped() -> None:
    page = Watched.searching()
    page.wish(intents.Pause(), intents.StepBy(-1), intents.StepBy(1), intents.ToggleLayer("names"))
    page.last(0.1)
    assert page.state.question.step
    assert "Show the tour" in page.offer
    page.wish(intents.ShowOffer())
    page.last(0.1)
    assert page.state.search.answer.whole.tour
    assert "names" in page.state.question.show


def test_a_long_search_goes_on_until_the_methods_arrive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = Watched(LONG)
    page.wish(intents.Solve())
    with monkeypatch.context() as before:
        tours = module_from_spec(StandIns().find_spec("web.search.tours"))
        before.setitem(sys.modules, "web.search.tours", tours)
        before.setattr("web.lab.engine.tours", tours)
        page.last(OFFER_SECONDS + 0.3)
        assert page.state.searching
        assert page.offer == ""
    page.last(1)
    assert "Show the tour" in page.offer


def test_a_tour_is_offered_at_full_speed_but_not_if_the_search_ends_in_time() -> None:
    page = Watched(LONG)
    page.wish(intents.SetLook("speed", 9), intents.PlaySteps())
    page.last(OFFER_SECONDS + 1)  # one second more shows the next picture
    assert page.state.playing
    assert "Show the tour" in page.offer
    page = Watched.searching("#board=5x5&step=0", OFFER_SECONDS)
    assert page.state.search.answer.whole.tour
    assert page.offer == ""


@pytest.mark.parametrize("lock", ["ordering", "all"])
def test_nothing_is_offered_if_the_ordering_is_locked(lock: str) -> None:
    page = Watched.searching(f"{LONG}&lock={lock}")
    assert page.state.search.answer.offer.tour
    assert page.offer == ""
    before = page.state
    page.wish(intents.ShowOffer())
    assert page.state.question == before.question
    assert page.state.search.answer.whole.tour is None


@pytest.mark.parametrize("mode", ["predict", "play"])
def test_nothing_is_offered_in_games_and_predictions(mode: str) -> None:
    page = Watched.searching()
    page.wish(intents.Pause(), intents.SetMode(mode))
    assert page.offer == ""
    page.wish(intents.ShowOffer())
    assert (page.state.question.mode, page.state.question.ordering) == (mode, "warnsdorff")


def test_a_refutation_is_offered_too_and_a_tour_beside_a_long_race() -> None:
    page = Watched.searching(VAIN, OFFER_SECONDS + 1)
    assert "Show why there is none" in page.offer
    page.wish(intents.ShowOffer())
    page.last(1)
    assert page.state.search.answer.whole.reason
    assert page.state.search.answer.whole.witness
    page = Watched.searching(f"{LONG}&race=textbook", OFFER_SECONDS + 0.5)
    assert "Show the tour" in page.offer
    page.wish(intents.ShowOffer())
    page.last(0.2)
    assert (page.state.question.race, page.state.question.ordering) == ("", BEST)
    assert page.state.search.answer.whole.tour


def test_a_search_that_was_stopped_on_a_large_board_searches_no_more() -> None:
    page = Watched.searching("#board=40x40&ordering=textbook&step=0", 0.5)
    assert "Searching: " in str(patch(page.state, "#answer")["html"])
    page.wish(intents.Pause())
    assert "No tour after" in str(patch(page.state, "#answer")["html"])
