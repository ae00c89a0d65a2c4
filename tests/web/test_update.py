"""The one way between states: every intent, in every state, and locks that no wish goes round."""

import pytest

from kt_core import Board, solve
from kt_core.tour import Puzzle
from tests.shared.walks import ADDRESSES
from web.question import address
from web.question.keys import LOCKABLE
from web.question.question import Question
from web.search.answer import position
from web.state import intents as i
from web.state.engine import Engine, settled
from web.state.seen import outcome
from web.state.state import Playing, Solving, State
from web.state.update import HANDLERS, update


def after(*wishes: i.Intent, state: State | None = None) -> State:
    """Return the state after some intents, each with all the work that it asks for."""
    engine, state = Engine(), state or State()
    for wish in wishes:
        state = settled(update(state, wish), update, engine)
    return state


def link(state: State) -> str:
    """Return the address of a state."""
    return address.write(state.question)


A_TOUR = solve(Board(5, 5))
#: One wish of each kind, with values that change something.
WISHES: tuple[i.Wish, ...] = (
    *(i.Type("rows", "6"), i.Enter("columns", "7"), i.Enter("start", "b2"), i.Enter("end", "d5")),
    *(i.Enter("closed", "1"), i.Enter("holes", "e5"), i.Enter("ordering", "roth")),
    *(i.Enter("seed", "9"), i.Enter("prune", ""), i.Enter("famous", "euler-6x6")),
    *(i.Enter("race", "textbook"), i.Submit("start", "c3"), i.Submit("rows", "4")),
    *(i.Submit("seed", "3"), i.Resize("rows", -1), i.Show("graph"), i.Bring(A_TOUR), i.Solve()),
    *(i.Choose(7), i.Choose(7, hole=True), i.Take("watch"), i.Take("predict"), i.Take("play")),
    *(i.Finish(), i.Play(), i.Step(1), i.Go(9), i.Undo(), i.Anew()),
)


@pytest.mark.parametrize("opened", ADDRESSES)
def test_every_wish_is_taken_in_every_state(opened: str) -> None:
    state = after(i.Open(opened))
    for wish in WISHES:
        assert isinstance(update(state, wish), State)


def test_a_knight_that_is_put_down_is_answered_at_once() -> None:
    state = after(i.Open(""), i.Choose(18))
    tour = outcome(state).tour
    assert tour
    assert tour.path[0] == 18
    slow = after(i.Open("#board=5x5&ordering=textbook"), i.Choose(6))
    assert outcome(slow).tour is None


def test_every_intent_has_one_handler() -> None:
    kinds = {kind for kind in vars(i).values() if isinstance(kind, type)}
    ground = {i.Intent, i.Wish, i.Aside}
    named = {kind for kind in kinds if issubclass(kind, i.Intent)} - ground
    assert named == set(HANDLERS)


@pytest.mark.parametrize(
    "wish",
    [
        *(i.Resize("rows", 1), i.Enter("closed", "1"), i.Take("predict")),
        *(i.Enter("race", "textbook"), i.Enter("ordering", "roth"), i.Enter("start", "c3")),
    ],
)
def test_after_a_first_wish_nothing_is_left_of_the_first_tour(wish: i.Wish) -> None:
    state = after(i.Open(""), wish)
    assert outcome(state).tour is None
    assert position(state.question, state.answer) <= 1
    assert not any(trace.end for trace in state.answer.traces)


@pytest.mark.parametrize("key", [*LOCKABLE, "all"])
@pytest.mark.parametrize("base", ["board=5x5", "board=5x5&mode=play", "board=5x5&mode=predict"])
def test_no_wish_changes_what_is_locked(key: str, base: str) -> None:
    state = after(i.Open(f"#{base}&start=e5&lock={key}&show=path,names"))
    held = state.task.locked & {*LOCKABLE} - {"step"}
    before = address.keys(state.question)
    for wish in WISHES:
        now = after(wish, state=state)
        keys = address.keys(now.question)
        changed = {name for name in held if before[name] != keys[name]}
        assert not changed, f"{wish} changes {changed}"
        if now.question != state.question:
            assert not now.notice


@pytest.mark.parametrize(
    ("opened", "wish", "said"),
    [
        ("start=h8&lock=start", i.Resize("rows", -1), "The start cannot be changed here."),
        (
            "lock=ordering&ordering=textbook&step=0",
            i.Take("predict"),
            "The move ordering cannot be changed here.",
        ),
        (
            "lock=race&board=39x41&race=textbook&step=0",
            i.Resize("rows", 1),
            "The race cannot be changed here.",
        ),
        ("board=5x5&mode=play&lock=board,mode", i.Submit("start", "c3"), "Your part cannot"),
        ("board=5x5&mode=play&lock=all", i.Solve(), "Your part cannot be changed here."),
        ("mode=predict&lock=all", i.Finish(), "The next square is to be predicted here."),
        ("mode=predict&lock=all", i.Step(1), "The next square is to be predicted here."),
        ("mode=predict&lock=all", i.Play(), "The next square is to be predicted here."),
        ("mode=predict&lock=all", i.Go(40), "The next square is to be predicted here."),
        ("board=5x5&step=3&lock=step", i.Step(1), "The step cannot be changed here."),
    ],
)
def test_a_wish_that_a_lock_forbids_is_refused_with_a_sentence(
    opened: str, wish: i.Wish, said: str
) -> None:
    state = after(i.Open(f"#{opened}"))
    refused = after(wish, state=state)
    assert refused.notice.startswith(said)
    assert refused.question == state.question
    assert not refused.won


def test_a_valid_tour_is_not_opened_under_a_lock() -> None:
    state = after(i.Open("#board=5x5&mode=play&lock=all"), i.Ask("open"), i.Bring(A_TOUR))
    assert state.question.given == ()
    assert state.dialog
    assert "cannot be changed here" in state.dialog.said


def test_a_tour_of_another_leaper_is_named() -> None:
    walk = solve(Board(3, 3), leaper=(0, 1))
    state = after(i.Open(""), i.Ask("open"), i.Bring(walk))
    assert state.dialog
    assert state.dialog.said == (
        "This is a tour of the (0, 1) leaper; the page shows the knight’s."
    )


def test_the_page_around_may_do_what_a_lock_forbids() -> None:
    locked = after(i.Open("#board=5x5&lock=all&step=0"))
    moved = after(i.Set({"start": "e5"}), state=locked)
    assert link(moved) == "#board=5x5&start=e5&step=0&lock=all"
    assert after(i.Solve(from_host=True), state=locked).won


def test_predictions_lead_a_locked_reader_on() -> None:
    state = after(i.Open("#mode=predict&lock=all"), i.Choose(17))
    assert position(state.question, state.answer) == 2
    back = after(i.Step(-1), i.Step(1), state=state)
    assert position(back.question, back.answer) == 2
    assert not back.notice


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("#start=z9", "start falls back to its default: 'z9' is not a square of 8x8"),
        ("#ordering=foo", "ordering falls back to its default: 'foo' is not a move ordering"),
        ("#board=9999x3", "board falls back to its default: '9999x3' is not a board"),
        ("#show=pth", "show falls back to its default: 'pth' cannot be shown"),
        ("#" + "holes=a1,&" * 2000, "The address has 20,001 characters; 16,000 are the most"),
    ],
)
def test_wrong_values_of_the_address_are_named_and_leave_it(opened: str, said: str) -> None:
    state = after(i.Open(opened))
    assert said in state.faults[0]
    assert link(state) == ""


@pytest.mark.parametrize(
    ("key", "opened"), [("end", "#tour=letters&end=h8"), ("board", "#board=1x5&tour=letters")]
)
def test_the_letters_agree_with_their_link(key: str, opened: str) -> None:
    state = after(i.Open(opened))
    assert link(state) == "#tour=letters"
    assert state.faults == (f"In the address, {key} changes nothing: letters has its own.",)


def test_an_opened_tour_is_in_the_link() -> None:
    state = after(i.Open(""), i.Ask("open"), i.Bring(A_TOUR))
    again = after(i.Open(link(state)))
    assert "path=" in link(state)
    assert outcome(again).tour == A_TOUR
    assert again.question == state.question


def test_of_two_wrong_fields_each_keeps_its_mark_until_it_is_right() -> None:
    state = after(i.Open(""), i.Enter("start", "z9"), i.Enter("rows", "0"))
    assert {name for name, draft in state.drafts.items() if draft.wrong} == {"start", "rows"}
    mended = after(i.Enter("rows", "6"), state=state)
    assert list(mended.drafts) == ["start"]
    assert mended.question.board == Board(6, 8)


@pytest.mark.parametrize("wish", [i.Finish(), i.Step(-1), i.Step(1), i.Go(5)])
def test_the_link_follows_the_steps_of_the_best_method(wish: i.Wish) -> None:
    state = after(i.Open("#board=6x6&ordering=best"), i.Step(-3), wish)
    step = state.question.step
    assert link(state) == "#board=6x6&ordering=best" + ("" if step is None else f"&step={step}")


def test_play_while_a_search_runs_goes_on_with_it() -> None:
    engine = Engine()
    state = update(State(), i.Open("#ordering=textbook&prune=0"))
    for _ in range(3):
        engine.go_on(state)
    now = engine.now(state)
    assert now
    state = update(update(state, now), i.Play())
    assert isinstance(state.doing, Playing)
    assert state.generation == 1
    assert state.question.step == state.answer.length > 0


def test_an_address_takes_away_what_was_refused_before_it() -> None:
    refused = after(i.Open("#board=5x5&lock=ordering&ordering=textbook"), i.Take("predict"))
    assert refused.notice
    assert not after(i.Open("#board=6x6"), state=refused).notice


def test_a_report_of_other_work_is_of_no_use() -> None:
    state = update(State(), i.Open("#board=6x6"))
    engine = Engine()
    while not (old := engine.go_on(state)):  # a slice may end before there is something to tell
        pass
    asked = update(state, i.Open("#board=5x5"))
    assert update(asked, old) == asked
    assert isinstance(asked.doing, Solving)


def test_a_tour_that_was_there_is_not_news_and_one_that_was_sought_is() -> None:
    opened = after(i.Open("#board=5x5"), i.Step(-1), i.Step(1))
    assert opened.opened
    assert not opened.won
    assert after(i.Solve(), state=opened).won
    assert after(i.Open("#board=5x5&step=0"), i.Play()).won
    assert not after(i.Open(""), i.Enter("famous", "euler-6x6")).won


def test_a_wish_off_the_board_is_left_aside() -> None:
    state = after(i.Open("#board=5x5"))
    for wish in (i.Choose(25), i.Point(99), i.Walk(-1)):
        now = after(wish, state=state)
        assert now.question == state.question
        assert now.pointed is None


def test_the_question_that_opens_the_page_is_the_default() -> None:
    assert after(i.Open("")).question == Question(puzzle=Puzzle(Board(8, 8), 0))


@pytest.mark.parametrize(
    "wrong",
    [
        *("view=nowhere", "at=graph:x", "said=nowhere:2", "game=xyz", "embed=yes", "lock=al"),
        *("splice=true", "loading=now", "mode=play&game=xyz", "mode=predict&game=x", "lang=xx"),
        *("present=maybe", "hints=many", "panels=x", "theme=x", "ordring=best", "lock=All"),
    ],
)
def test_what_is_wrong_in_an_address_is_named_once_and_not_written_again(wrong: str) -> None:
    state = after(i.Open(f"#board=5x5&{wrong}"))
    key = wrong.rsplit("&", maxsplit=1)[-1].partition("=")[0]
    assert len(state.faults) == 1
    assert key in state.faults[0]
    again = after(i.Open(link(state)))
    assert not again.faults
    assert again.question == state.question
