"""Compute the next state and its effects, and what the reader earns in a task. Pure.

All locks are enforced here: a wish whose result breaks a lock is refused, from any source. Only the
reader's own actions earn points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from kt_core.board import Square
from kt_core.language import Sentence, whole
from web.chapter import update as lessons
from web.chapter.book import has_new_right_answer, share_right
from web.files import offers
from web.lab.update import fields, hand, steps
from web.programs import update as own
from web.question.keys import HELP
from web.question.question import OWN
from web.question.templates import is_template
from web.search import game
from web.search.answer import at_end, inferences, position, verdict
from web.state import intents
from web.state.begin import with_inferences
from web.state.intents import Aside, GiveAnswer, Handlers, Intent, TryAll, Wish
from web.state.state import NO_ZOOM, Credit, Effect, Record, ReportTour, State, outcome, position_on

HANDLERS: Handlers = {
    **fields.HANDLERS,
    **steps.HANDLERS,
    **hand.HANDLERS,
    **lessons.HANDLERS,
    **own.HANDLERS,
}
#: The intents with which a reader changes the question by hand.
ASKING = (intents.Enter, intents.Resize, intents.Choose)
#: The intents that go to another step, of a search or of a refutation.
STEPS = (intents.Go, intents.StepBy, intents.Jump, intents.Finish, intents.PlaySteps)
STEPS_OF_SEARCH = (*STEPS, intents.Skip, intents.ShowInferences)
OF_INFERENCES = (*STEPS, intents.Pause)


def update(state: State, intent: Intent) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after an intent, and its effects; a refused wish leaves a notice."""
    after = _state_if_allowed(state, intent)
    return (replace(after, effects=()), after.effects) if after.effects else (after, ())


def next_state(state: State, intent: Intent) -> State:
    """Return the state after an intent, without its effects."""
    return update(state, intent)[0]


def _state_if_allowed(state: State, intent: Intent) -> State:
    cleared = isinstance(intent, Wish) and not isinstance(intent, Aside)
    before = replace(state, notice="") if cleared else state
    held = isinstance(intent, Wish) and not intent.from_host
    if held and (why := _refusal_of_action(state, intent)):
        return _with_refusal(before, why)
    after = own.with_stopped_program(_after(before, intent))
    if held and (why := _breach(state, after)):
        return _with_refusal(before, why)
    asks = isinstance(intent, ASKING)
    after = hand.with_waiting_game(before, after, asks=asks)
    noted = _with_account(before, _with_found_tour(after))
    acts = held and (cleared or isinstance(intent, GiveAnswer))
    return _with_knight_in_view(before, with_credit(before, noted, acts=acts))


def _after(state: State, intent: Intent) -> State:
    """Return the state after an intent; a wish that is not about inferences leaves them."""
    kind = type(intent)
    if kind not in HANDLERS:
        return offers.HANDLERS[kind](state, intent)
    leaves = isinstance(intent, Wish) and not isinstance(intent, (Aside, *OF_INFERENCES))
    if leaves and state.search.inference is not None:
        state = with_inferences(state, None)
    if isinstance(intent, (*STEPS, intents.Skip)):
        if not (rested := steps.ready_for_steps(state)):
            return state
        state = rested
    return HANDLERS[kind](state, intent)


def _refusal_of_action(state: State, wish: Intent) -> str:
    """Return a clause if a lock forbids an action that changes no key, otherwise ""."""
    if isinstance(wish, intents.JudgeGame):
        return _refusal_of_help(state, wish)
    if not isinstance(wish, STEPS_OF_SEARCH):
        finds = isinstance(wish, TryAll) and state.task.hides_answer
        return Sentence("the next square is to be predicted here") if finds else ""
    if state.question.is_own and not state.search.answer.has_steps:
        return Sentence("your code has not been run: press Run in the tab “Your program”")
    if "step" in state.task.locked:
        return Sentence("the step cannot be changed here")
    gives_up = isinstance(wish, intents.Finish) and not state.task.hides_answer
    hides = state.hides_next or state.task.hides_answer
    if hides and _exceeds_predictions(state, wish) and not gives_up:
        return Sentence("the next square is to be predicted here")
    return ""


def _refusal_of_help(state: State, wish: intents.JudgeGame) -> str:
    """Return a clause if the task allows no more help, otherwise ""."""
    if HELP in state.task.locked:
        return Sentence("there are no hints here")
    most, reader = state.task.most_hints, state.reader
    if not wish.advises or most is None or reader.hinted is not None or reader.hints < most:
        return ""
    return Sentence.plural(
        "there is at most {n} hint here", "there are at most {n} hints here", most
    )


def _breach(state: State, after: State) -> str:
    """Return a clause if the state after a wish breaks the task, otherwise ""."""
    return state.task.breach(state.question, after.question) or _refusal_of_undo(state, after)


def _refusal_of_undo(state: State, after: State) -> str:
    """Return a clause if too many moves were undone, otherwise ""."""
    most, undos = state.task.most_undos, after.reader.undos
    if most is None or undos <= max(most, state.reader.undos):
        return ""
    if not most:
        return Sentence("no move can be taken back here")
    return Sentence.plural(
        "at most {n} move may be taken back here", "at most {n} moves may be taken back here", most
    )


def _exceeds_predictions(state: State, wish: Intent) -> bool:
    """Return True if a wish leads beyond the reader's predictions."""
    if state.question.mode == "predict" and not state.hides_next:
        return False
    if isinstance(wish, intents.Go):
        return wish.step > state.search.reached
    if isinstance(wish, intents.StepBy):
        return position(state.question, state.search.answer) + wish.by > state.search.reached
    return not isinstance(wish, intents.Jump) or wish.by > 0


def _with_refusal(state: State, why: str) -> State:
    if state.dialog:
        sentence = Sentence("This tour asks for another question, and {why}.", why=why)
        return replace(state, dialog=replace(state.dialog, message=sentence))
    return replace(state, notice=whole(why))


def _with_account(before: State, after: State) -> State:
    """Return the state with the reader's progress in its address, if it has changed."""
    old, new = before.question.settings.game, after.question.settings.game
    if (after.reader, after.search.reached, new) == (before.reader, before.search.reached, old):
        return after
    reader, text = after.reader, ""
    if after.question.mode != "watch":
        forecast = game.Forecast(after.search.reached, reader.right, reader.guesses)
        text = (
            game.Account(reader.game, reader.hints, reader.undos) if reader.game else forecast
        ).text()
    return replace(after, question=after.question.with_settings(game=text))


def _with_knight_in_view(before: State, after: State) -> State:
    """Return the state in which the visible part of an enlarged board contains the knight."""
    flies = after.playing and not after.question.can_be_watched  # playback is too fast to follow
    if after.look.zoom == NO_ZOOM or flies:
        return after
    knight = _knight(after)
    if knight is None or knight == _knight(before):
        return after
    return after.with_look(zoom=after.look.zoom.showing(*position_on(after.question.board, knight)))


def _knight(state: State) -> Square | None:
    if state.search.inference:
        at = inferences(state.question, state.search.answer)[state.search.inference - 1].at
        return at if at in state.question.board else None
    path = outcome(state).path
    return path[-1] if path else state.question.start


def _with_found_tour(state: State) -> State:
    """Return the state with the last step reached, and with the tour if one was just found."""
    if not (state.search.answer.traces or state.search.answer.whole.tour or state.reader.game):
        return state
    reached = max(state.search.reached, position(state.question, state.search.answer))
    tour = None if state.search.doing else outcome(state).tour
    news = tour is not None and tour not in (state.search.opened, state.search.won)
    if not news and reached == state.search.reached:
        return state
    known = state.with_progress(reached=reached)
    if not (tour and news):
        return known
    reader = state.reader
    return known.with_progress(won=tour).then(
        ReportTour(tour, finder(state), reader.hints, reader.undos)
    )


READER, CODE, PAGE = "reader", "code", "page"


def finder(state: State) -> str:
    """Return the finder of the shown tour: "reader", "code" that the reader ran, or "page"."""
    question = state.question
    if question.mode != "watch":
        return READER
    runs = question.ordering == OWN and not question.is_shown and not is_template(question.code)
    return CODE if runs and state.programs.generation == state.search.generation else PAGE


def with_credit(before: State, after: State, *, acts: bool) -> State:
    """Return the state with the credit for an intent; `acts` is True for an act of the reader.

    Only the question of the task earns credit.
    """
    task, had = after.task, after.earned
    if not task.is_set or after is before:
        return after
    had = replace(had, acted=True) if acts and task == before.task else had
    earned = _EARNED[task.kind](before, after, had)
    if earned != had and task.holds(after.question):
        had = replace(earned, score=max(earned.score, had.score), done=earned.done or had.done)
    if had == after.earned:
        return after
    known = replace(after, earned=had)
    return known.then(Record(task.kind)) if had.acted else known


def _has_new_tour(before: State, after: State) -> bool:
    """Return True if a tour was found just now."""
    return after.search.won is not None and after.search.won is not before.search.won


def _rests_at_end(state: State) -> bool:
    """Return True if no work is under way and the last step is shown."""
    return state.search.doing is None and at_end(state.question, state.search.answer)


def _watch(before: State, after: State, had: Credit) -> Credit:
    """Return the credit for watching a search to its end: done, without a score."""
    if had.done or not had.acted:
        return had
    if _has_new_tour(before, after):
        return replace(had, done=True)  # found by hand, which counts too
    known = verdict(after.question, after.search.answer)
    return replace(had, done=_rests_at_end(after) and bool(known.tour or known.reason))


def _play(before: State, after: State, had: Credit) -> Credit:
    """Return the credit for a tour that the reader played."""
    won = _has_new_tour(before, after)
    return replace(had, score=1.0, done=True) if won and finder(after) == READER else had


def _predict(before: State, after: State, had: Credit) -> Credit:
    """Return the credit for predictions up to the end: the share of right guesses."""
    reader, ends = after.reader, after.search.answer.ended and _rests_at_end(after)
    if not (ends and reader.guesses and after.question.mode == "predict"):
        return had
    return replace(had, score=reader.right / reader.guesses, done=True)


def _code(before: State, after: State, had: Credit) -> Credit:
    """Return the credit for code: the share of starts with a tour, or 1 for one tour."""
    own = after.programs
    if after.question.check:
        if not own.whole or before.programs.whole:
            return had
        share = sum(tried.why == "found" for tried in own.tried) / len(own.tried)
        return replace(had, score=share, done=share == 1)
    won = _has_new_tour(before, after)
    return replace(had, score=1.0, done=True) if won and finder(after) == CODE else had


def _program(before: State, after: State, had: Credit) -> Credit:
    """Return the credit for a program: the weighted share of passed tests."""
    if after.marking.active or not before.marking.active:
        return had
    score = after.marking.score
    return replace(had, score=score, done=score == 1)


def _section(before: State, after: State, had: Credit) -> Credit:
    """Return the credit for answers: the share of questions with a right one."""
    if not has_new_right_answer(before.question, after.question):
        return had
    share = share_right(after.task.question, after.question)
    return replace(had, score=share, done=share == 1)


_EARNED: Mapping[str, Callable[[State, State, Credit], Credit]] = {
    "watch": _watch,
    "play": _play,
    "predict": _predict,
    "code": _code,
    "program": _program,
    "section": _section,
}
