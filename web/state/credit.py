"""What a reader has earned in a task: by acts of the reader's own, and by nothing else. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from web.lesson.lesson import newly_right, share_right
from web.question.question import OWN
from web.search.answer import at_end, verdict
from web.state.effects import Record
from web.state.state import Earned, State

READER, CODE, PAGE = "reader", "code", "page"


def finder(state: State) -> str:
    """Return who has found what is seen: "reader", "code" that the reader ran, or "page"."""
    question = state.question
    if question.mode != "watch":
        return READER
    runs = question.ordering == OWN and not question.is_shown
    return CODE if runs and state.own.generation == state.generation else PAGE


def with_credit(before: State, after: State, *, acts: bool) -> State:
    """Return the state that knows what an intent has earned; `acts`: it was an act of the reader's.

    Nothing is earned by another question than the one that the task asks.
    """
    task, had = after.task, after.earned
    if not task.is_set or after is before:
        return after
    had = replace(had, acted=True) if acts else had
    earned = _EARNED[task.kind](before, after, had)
    if earned != had and task.holds(after.question):
        had = replace(earned, score=max(earned.score, had.score), done=earned.done or had.done)
    if had == after.earned:
        return after
    known = replace(after, earned=had)
    return known.then(Record(task.kind)) if had.acted else known


def _is_news(before: State, after: State) -> bool:
    """Return whether a tour was found just now."""
    return after.won is not None and after.won is not before.won


def _watch(before: State, after: State, had: Earned) -> Earned:
    """Return what is earned by seeing an answer whole: the task is done, and has no score."""
    if had.done or not had.acted:
        return had
    if _is_news(before, after):
        return replace(had, done=True)  # by hand, which nobody asked for
    known = verdict(after.question, after.answer)
    ends = after.doing is None and at_end(after.question, after.answer)
    return replace(had, done=ends and bool(known.tour or known.reason))


def _play(before: State, after: State, had: Earned) -> Earned:
    """Return what is earned by a tour that was played from the start of the task."""
    won = _is_news(before, after)
    return replace(had, score=1.0, done=True) if won and finder(after) == READER else had


def _predict(before: State, after: State, had: Earned) -> Earned:
    """Return what is earned by predicting a search to its end: the share of right guesses."""
    question, hand = after.question, after.hand
    ends = after.answer.ended and after.doing is None and at_end(question, after.answer)
    if not (ends and hand.guesses and question.mode == "predict"):
        return had
    return replace(had, score=hand.right / hand.guesses, done=True)


def _code(before: State, after: State, had: Earned) -> Earned:
    """Return what is earned by code: the share of starts from which it has a tour, or one tour."""
    own = after.own
    if after.question.check:
        if not own.whole or before.own.whole:
            return had
        share = sum(tried.why == "found" for tried in own.tried) / len(own.tried)
        return replace(had, score=share, done=share == 1)
    won = _is_news(before, after)
    return replace(had, score=1.0, done=True) if won and finder(after) == CODE else had


def _section(before: State, after: State, had: Earned) -> Earned:
    """Return what is earned by right answers: their share of the questions that are asked."""
    if not newly_right(before.question, after.question):
        return had
    share = share_right(after.task.question, after.question)
    return replace(had, score=share, done=share == 1)


_EARNED: Mapping[str, Callable[[State, State, Earned], Earned]] = {
    "watch": _watch,
    "play": _play,
    "predict": _predict,
    "code": _code,
    "section": _section,
}
