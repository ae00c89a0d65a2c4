"""Steps through the search: playback at each speed, forward, back, and to the next notable step."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared.states import after, final_state, opened, patch
from web.lab.engine import Engine
from web.lab.view.boards import painting
from web.page.update import next_state
from web.page.view import whole_patches
from web.search.answer import SPEEDS, USUAL, Answer, at_end, position, scene
from web.search.recording import Outcome, PathPrefix
from web.state import intents
from web.state.state import Playing, State, outcome

ASKED = "#board=3x4&start=a2&ordering=textbook&prune=0"  # a search with dead ends
RATE, FASTEST = SPEEDS[USUAL] or 0, len(SPEEDS) - 1
(WHOLE_VISITS,) = opened(ASKED).search.answer.traces
STEPS = WHOLE_VISITS.length  # number of steps to the tour

walks = st.lists(
    st.one_of(
        st.tuples(st.just("go"), st.integers(-5, STEPS + 5)),
        st.tuples(st.just("by"), st.sampled_from([-9, -1, 1, 9])),
        st.tuples(st.just("play"), st.integers(0, 40)),
        st.tuples(st.just("hurry"), st.just(0)),
    ),
    max_size=25,
)


class Reader:
    """A page, and the step that its reader has reached by counting."""

    def __init__(self, address: str = f"{ASKED}&step=0") -> None:
        ticks = count()
        self.engine = Engine(lambda: next(ticks) / 1000)
        self.state = State()
        self.does(intents.Open(address))
        self.settle()
        self.step = self.known = 0

    def does(self, intent: intents.Intent) -> None:
        """Perform an action."""
        self.state = next_state(self.state, intent)

    def settle(self) -> None:
        """Finish all work."""
        self.state = final_state(self.state, self.engine)

    def tick(self, seconds: float) -> None:
        """Advance the clock."""
        report = self.engine.go_on(self.state, seconds)
        self.state = next_state(self.state, report) if report else self.state

    def goes(self, to: int) -> None:
        """Expect a step; if it is not known yet, the next one."""
        most = self.known if self.known == STEPS else self.known + 1
        self.step = min(max(to, 0), most)
        self.known = max(self.known, self.step)

    def plays(self, eighths: int) -> None:
        """Play, and expect this progress; the first step happens at once."""
        first = 0 if self.step == STEPS else self.step
        self.does(intents.PlaySteps())
        self.tick(eighths / 8)
        self.does(intents.Pause())
        self.step = min(first + 1 + eighths * RATE // 8, STEPS)
        self.known = max(self.known, self.step)

    def hurries(self) -> None:
        """Play at full speed, and expect to reach the end."""
        self.does(intents.SetLook("speed", FASTEST))
        self.does(intents.PlaySteps())
        self.settle()
        self.does(intents.SetLook("speed", USUAL))
        self.step = self.known = STEPS


@given(walks)
def test_the_step_after_any_walk_is_the_sum_of_its_parts(walk: list[tuple[str, int]]) -> None:
    reader = Reader()
    for what, number in walk:
        if what == "play":
            reader.plays(number)
        elif what == "hurry":
            reader.hurries()
        else:
            reader.does(intents.Go(number) if what == "go" else intents.StepBy(number))
            reader.settle()
            reader.goes(number if what == "go" else reader.step + number)
        state = reader.state
        assert (position(state.question, state.search.answer), state.search.answer.length) == (
            reader.step,
            reader.known,
        )
        seen, moment = scene(state.question, state.search.answer), WHOLE_VISITS.at(reader.step)
        assert (seen.path, seen.dead_ends) == (moment.path, moment.dead_ends)
        assert seen.dead_end == moment.dead_end
        assert state.search.doing is None


@pytest.mark.parametrize("speed", range(FASTEST))
def test_a_second_takes_as_many_steps_as_the_speed_says(speed: int) -> None:
    reader, rate = Reader("#ordering=textbook&prune=0&step=0"), SPEEDS[speed]
    assert rate is not None
    reader.does(intents.SetLook("speed", speed))
    reader.does(intents.PlaySteps())
    for _ in range(64):
        reader.tick(1 / 64)
        assert isinstance(reader.state.search.doing, Playing)
    assert reader.state.question.step == rate + 1  # the first step is immediate


@pytest.mark.parametrize(
    "stop",
    [intents.Pause(), intents.Go(0), intents.StepBy(1), intents.Solve()],
)
def test_any_other_action_pauses_playback(stop: intents.Intent) -> None:
    reader = Reader()
    reader.does(intents.PlaySteps())
    reader.tick(0.5)
    reader.does(stop)
    assert not reader.state.playing


@pytest.mark.parametrize("address", ["#board=41x40&ordering=best", "#board=40x40"])
def test_the_tour_of_a_large_board_is_stepped_played_and_dragged_through(address: str) -> None:
    state = opened(address)
    size = len(state.question.board)
    assert (state.search.answer.traces, state.search.answer.length) == ((), size)
    there = after(state, intents.Go(700), intents.StepBy(1), intents.StepBy(-2))
    assert there.question.step == 699
    assert tuple(outcome(there).path) == state.search.answer.whole.path[:699]
    assert outcome(there).tour is None
    played = next_state(after(there, intents.Go(0)), intents.PlaySteps())
    lengths, work = [], Engine()
    while played.search.doing:
        report = work.go_on(played, 0.5)
        assert report
        played = next_state(played, report)
        lengths.append(len(outcome(played).path))
    assert lengths == sorted(set(lengths))
    assert 4 < len(lengths) < 40  # the time that 64 squares would take
    assert (played.question.step, outcome(played).tour) == (None, state.search.answer.whole.tour)


def test_a_report_about_another_question_is_ignored() -> None:
    asked = next_state(State(), intents.Open("#board=6x6"))
    answer = opened("#board=5x5").search.answer
    late = intents.SearchReport(asked.search.generation - 1, answer, done=True)
    assert next_state(asked, late) == asked


def test_a_stopped_search_stays_at_its_step() -> None:
    reader = Reader("#board=8x8&ordering=textbook&prune=0&step=0")
    reader.does(intents.Solve())
    told = None
    while not told:
        told = reader.engine.go_on(reader.state)
    reader.state = next_state(reader.state, told)
    assert reader.state.searching
    reader.does(intents.Pause())
    assert reader.state.search.doing is None
    assert reader.state.question.step == reader.state.search.answer.length > 0


def test_the_transport_of_a_large_board_describes_its_tour() -> None:
    shown = whole_patches(opened("#board=40x40&step=500"))
    assert (shown["#timeline"]["max"], shown["#timeline"]["value"]) == ("1600", "500")
    assert 'class="played"' in str(shown["#rail"]["html"])
    assert shown["#rail clipPath rect"]["width"] == "200"
    assert '<option value="3" selected>200 steps/s' in str(shown["#speed"]["html"])
    assert shown["#panel"]["html"] == ""


def test_a_search_on_a_large_board_counts_the_squares_that_are_drawn() -> None:
    state = next_state(State(), intents.Open("#board=60x60&closed=1&ordering=warnsdorff"))
    on_its_way = Answer(whole=Outcome(path=(0, 121, 2), steps=7, dead_ends=2))
    report = intents.SearchReport(state.search.generation, on_its_way, done=False)
    state = next_state(state, report)
    drawn = painting(state)
    assert drawn
    assert drawn.value()["count"] == 3
    assert patch(state, "#at")["html"] == "3 of 3,600 squares"


def test_a_path_that_grows_on_a_large_board_is_painted_and_not_drawn() -> None:
    part, whole = opened("#board=40x40&step=500"), opened("#board=40x40")
    assert patch(part, "#board [data-layer=line]")["html"] == ""
    asked_for = painting(part)
    assert asked_for
    assert asked_for.value() == {
        "board": part.question.board,
        "path": PathPrefix(tuple(part.search.answer.whole.path), 1600),
        "count": 500,
        "closed": False,
    }
    assert painting(part) == painting(next_state(part, intents.PointAtSquare(3)))
    assert painting(whole) is None
    assert patch(whole, "#board [data-layer=line]")["html"]


@pytest.mark.parametrize("address", ["#board=50x50&step=0", "#board=6x6&ordering=best&step=0"])
def test_play_before_a_tour_is_made_starts_at_its_first_step(address: str) -> None:
    reader = Reader(address)
    reader.does(intents.PlaySteps())
    while not reader.state.playing:
        report = reader.engine.go_on(reader.state)
        reader.state = next_state(reader.state, report) if report else reader.state
    assert reader.state.question.step == 0
    assert reader.state.search.answer.whole.tour
    reader.settle()
    assert at_end(reader.state.question, reader.state.search.answer)


def test_without_a_tour_there_is_nothing_to_play() -> None:
    reader = Reader("#board=41x41&closed=1&step=0")
    reader.does(intents.PlaySteps())
    reader.settle()
    assert reader.state.search.doing is None
    assert reader.state.search.answer.whole.reason
