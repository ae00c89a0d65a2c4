"""The view is a function of the state: after any walk, it equals a new drawing of the state."""

import gc
import json
import sys
from collections.abc import Callable, Iterator
from itertools import chain, count
from random import Random

import pytest

from tests.shared.states import final_state, opened
from tests.shared.walks import walk
from web.draw.patch import outer, whole_patch
from web.lab.engine import Engine
from web.page.update import next_state
from web.page.view import REGIONS_AT_ONCE, Writer, view, whole_patches
from web.question import address
from web.question.question import Settings
from web.search.answer import SPEEDS
from web.state.intents import Open, Pause, PlaySteps, SetLook
from web.state.state import SearchProgress, State

#: Parts of the page that show a step.
STEP_REGIONS = (
    *("#panel", "#at", "#of", "#timeline", "#answer", "#board > svg"),
    *("#board [data-layer=line]", "#board [data-layer=knight]"),
)

Document = dict[str, dict[str, object]]


class Paper:
    """A document of regions: new content replaces the old."""

    def __init__(self) -> None:
        self.document: Document = {}
        self._within: dict[str, set[str]] = {}  # outer region -> the regions in it

    def show(self, text: str) -> None:
        """Write looks, as js/show.js does."""
        for region, look in json.loads(text):
            if "html" in look:
                self._empty(region)
            self._within.setdefault(outer(region), set()).add(region)
            self.document.setdefault(region, {}).update(look)

    def _empty(self, region: str) -> None:
        for inner in self._within.pop(region, ()):
            self._empty(inner)
            del self.document[inner]


def document_of(state: State) -> Document:
    """Return the document of a state, drawn from the state alone."""
    paper = Paper()
    Writer(paper.show).write(state)
    return paper.document


def walked(
    seed: int, length: int = 14, tick: float = 0.001, address: str = ""
) -> Iterator[tuple[State, bool]]:
    """Yield the states of a walk, each with True if no work is under way.

    Part of the work runs between two intents, as in the page. A reading of the clock takes `tick`
    seconds; if that is long, searches take long, are stopped, and other methods run beside them.
    """
    ticks = count()
    state, engine, chance = State(), Engine(lambda: next(ticks) * tick), Random(-seed)
    begin = [Open(address)] if address else []
    for intent in chain(begin, walk(seed, length)):
        if now := engine.now(state):
            state = next_state(state, now)
        state = next_state(state, intent)
        for _ in range(chance.choice((1, 1, 3, 40))):
            if not state.search.doing:
                break
            if report := engine.go_on(state, 0.5):
                state = next_state(state, report)
        yield state, state.search.doing is None


@pytest.fixture
def collector() -> Iterator[Callable[[], int]]:
    """A function that collects the reference cycles since its last call, and returns their size."""
    gc.collect()
    gc.disable()
    yield gc.collect
    gc.enable()


@pytest.mark.sample(1)
@pytest.mark.parametrize("batch", range(12))
def test_after_any_walk_the_document_equals_one_drawn_from_scratch(
    batch: int, collector: Callable[[], int]
) -> None:
    for seed in range(25 * batch, 25 * batch + 25):
        paper, frames, loaded = Paper(), Random(seed), len(sys.modules)
        writer = Writer(paper.show)
        last = State()
        for state, rests in walked(seed, tick=0.008):
            if state.settled:
                last = state
                if frames.random() < 0.5:  # one frame may show the result of several steps
                    writer.write(state)
            if rests:
                link = address.write(state.question)
                assert address.read(link) == (state.question, []), f"walk {seed}: {link}"
        last = next_state(last, Pause())  # playback leaves out drawings that take long
        writer.write(last)
        fresh = document_of(last)
        known = {name: look for name, look in paper.document.items() if name in fresh}
        assert known == fresh, f"walk {seed}"
        cycles = collector()
        loads = len(sys.modules) > loaded  # loading a module leaves some garbage
        assert cycles == 0 or loads, f"walk {seed} leaves reference cycles"


@pytest.mark.sample(5)
@pytest.mark.parametrize("speed", range(len(SPEEDS)))
@pytest.mark.parametrize("address", ["#board=8x8&start=d4&step=0", "#board=20x20&step=0"])
def test_board_counters_and_variables_agree_at_every_speed(address: str, speed: int) -> None:
    seconds, paper = count(), Paper()
    engine = Engine(lambda: next(seconds) / 2000)
    state = final_state(next_state(State(), Open(address)), engine)

    def show(text: str) -> None:
        paper.show(text)  # the browser may paint after this
        for name, part in view(state).items() if state.playing else ():
            if name.startswith(STEP_REGIONS):
                assert whole_patch(part).items() <= paper.document[name].items()

    writer = Writer(show, lambda: next(seconds) / 2000)
    writer.write(state)
    state = next_state(next_state(state, SetLook("speed", speed)), PlaySteps())
    for _frame in range(12):
        if report := engine.go_on(state, 0.1):
            state = next_state(state, report)
        for _ in writer.writing(lambda: state):  # noqa: B023
            pass


def test_a_large_board_is_never_redrawn_in_one_piece() -> None:
    seconds, sizes = count(), list[int]()
    engine = Engine(lambda: next(seconds) / 2000)
    state = final_state(next_state(State(), Open("#board=39x39&ordering=roth")), engine)
    writer = Writer(lambda text: sizes.append(len(json.loads(text))))
    writer.write(state)
    sizes.clear()
    state = next_state(state, PlaySteps())  # removes the tour, and shows the first step
    for _ in writer.writing(lambda: state):
        pass
    assert max(sizes) <= REGIONS_AT_ONCE < sum(sizes)


@pytest.mark.sample(1)
@pytest.mark.parametrize("address", ["", "#board=13x12&show=path,graph,numbers"])
@pytest.mark.parametrize("batch", range(5))
def test_writing_in_slices_gives_the_same_document(batch: int, address: str) -> None:
    for seed in range(20 * batch, 20 * batch + 20):
        paper, frames = Paper(), Random(seed)
        writer, seen = Writer(paper.show), State()
        writing: Iterator[None] = iter(())
        for state, _ in walked(seed, tick=0.008, address=address):
            seen = state if state.settled else seen
            for _ in range(frames.choice((0, 1, 10, 300))):
                if next(writing, "ended") == "ended":
                    writing = writer.writing(lambda: seen)  # noqa: B023
                    break
        seen = next_state(seen, Pause())
        for _ in writing:
            pass
        for _ in writer.writing(lambda: seen):  # noqa: B023
            pass
        fresh = document_of(seen)
        assert {name: paper.document.get(name) for name in fresh} == fresh, f"walk {seed}"


def test_a_field_changed_meanwhile_is_not_overwritten() -> None:
    shown: list[tuple[str, object]] = []

    def show(text: str) -> None:
        shown.extend((name, look["value"]) for name, look in json.loads(text) if "value" in look)

    writer, states = Writer(show), [opened(f"#board={n}x5") for n in (5, 6, 7)]
    writer.write(states[0])
    shown.clear()
    now = states[1:]
    for _ in writer.writing(lambda: now[0]):
        now[:] = states[2:]  # the first drawing is not shown yet
    assert ("#question [name=rows]", "7") in shown
    assert ("#question [name=rows]", "6") not in shown


def test_a_link_restores_the_view() -> None:
    for seed in range(30):
        last = State()
        for state, rests in walked(seed, 6):
            watched = state.question.mode == "watch" and state.question.settings == Settings()
            known = (state.question, state.search.answer) == (last.question, last.search.answer)
            if rests and watched and state.settled and not state.form.drafts and not known:
                last = state
                fresh = opened(address.write(last.question))
                # Future moves are shown after the end of the search, which a link to an earlier
                # step does not require.
                boards = [name for name in view(fresh) if name.startswith(("#board", "#rival"))]
                boards = [name for name in boards if not name.endswith("[data-layer=to-come]")]
                assert _boards(fresh, boards) == _boards(last, boards), address.write(last.question)


def _boards(state: State, names: list[str]) -> Document:
    still = view(State(question=state.question, search=SearchProgress(answer=state.search.answer)))
    return {name: dict(whole_patch(still[name])) if name in still else {} for name in names}


def test_a_region_always_has_the_same_attributes() -> None:
    said: dict[str, set[frozenset[str]]] = {}
    for seed in range(20):
        for state, _ in walked(seed, 8):
            for region, look in whole_patches(state).items():
                said.setdefault(region, set()).add(frozenset(look))
    other = {region: keys for region, keys in said.items() if len(keys) > 1}
    assert not other
