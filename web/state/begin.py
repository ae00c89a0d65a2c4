"""The state at the beginning of a question, and at rest. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from web.question.change import by_best
from web.question.question import BEST, FIRST_STEP, PANELS, Question
from web.question.task import Task
from web.question.templates import TEXTBOOK, WARNSDORFF
from web.search import game
from web.search.answer import at_end, inferences, position
from web.state.state import (
    NO_ZOOM,
    Credit,
    Draft,
    Marking,
    Playground,
    Playing,
    Push,
    ReaderProgress,
    SearchProgress,
    Solving,
    StartClock,
    StartsTrial,
    State,
)


def beginning(
    state: State,
    question: Question,
    *,
    faults: tuple[str, ...] = (),
    drafts: Mapping[str, Draft] | None = None,
    doing: Solving | None = None,
    resumes: bool = False,
) -> State:
    """Return the state at the beginning of a question, with nothing known of its answer.

    Without other work, a search to watch is at its first step. With `resumes`, a game or a
    prediction continues from the progress in its question; otherwise it starts.
    """
    same = _size(question) == _size(state.question)
    if not resumes:
        question = question.with_settings(game="")
    before = state.reader if state.task.is_set else ReaderProgress()
    question, reader, reached = _resumption(question, before)
    look = replace(state.look, pointed=None, cursor=None)
    return replace(
        state.then(StartClock()),
        question=question,
        search=SearchProgress(
            doing=doing or _first_work(question, reached),
            generation=state.search.generation + 1,
            reached=reached,
            opened=reader.game.tour if reader.game else None,
        ),
        form=replace(state.form, drafts=drafts or {}, changing="", faults=faults),
        look=look if same else replace(look, zoom=NO_ZOOM),
        reader=reader,
        mistake="",
    )


def _size(question: Question) -> tuple[int, int]:
    return question.board.rows, question.board.columns


def with_question(
    state: State, question: Question, drafts: Mapping[str, Draft] | None = None
) -> State:
    """Return the state after the reader changed the question; its answer waits for Solve.

    A tour that needs no search is shown at once.
    """
    if replace(question, step=state.question.step) == state.question:
        return state.with_form(drafts=drafts or {})
    doing = Solving(to=question.step, wanted=False) if question.is_shown else None
    return beginning(state, question, drafts=drafts, doing=doing)


def with_form_closed(state: State) -> State:
    """Return the state that shows the question as a phrase, without its controls."""
    return state.with_form(opened=False).with_look(cutting=False, more=False)


def with_entry(before: State, after: State, field: str) -> State:
    """Return the state with a history entry for a changed field.

    Consecutive changes of one field share an entry.
    """
    if after.search.generation == before.search.generation:
        return after
    goes_on = after.with_form(changing=field)
    return goes_on if before.form.changing == field else goes_on.then(Push())


def with_task(state: State, question: Question) -> State:
    """Return the state with the task that an address or the host page sets.

    If a task requires code but has none, the editor has code that solves nothing; in a task with
    the reader's ordering, it has an ordering.
    """
    task = Task.of(question)
    if task == state.task:
        return state
    fresh = replace(state, task=task, earned=Credit(), reader=ReaderProgress())
    if task.kind == "program":
        written = fresh.with_look(panel="own").with_programs(text=question.code)
        return replace(written, marking=Marking())
    if task.kind != "code" or question.code:
        text = WARNSDORFF if question.is_own and task.is_set else state.programs.text
        return fresh.with_programs(text=text)
    return fresh.with_look(panel="own").with_programs(text=TEXTBOOK)


def with_opened_question(
    state: State, question: Question, faults: tuple[str, ...], *, wanted: bool
) -> State:
    """Return the state after an address was opened; its question is solved unless it must wait.

    A race waits at its beginning for Play, unless the address names a step.
    """
    if question.is_race and question.step is None:
        question = replace(question, step=0)
    waits = question.step == 0 or question.mode != "watch" or question.is_own
    doing = None if waits else Solving(to=question.step, wanted=wanted)
    cleared = replace(_with_code(state, question), notice="")  # an earlier notice no longer applies
    return beginning(cleared, question, faults=faults, doing=doing, resumes=True)


def _with_code(state: State, question: Question) -> State:
    """Return the state with the code of an address in its editor; the code has not run."""
    if question.code in ("", state.programs.text):
        writes = question.is_own or state.task.kind in ("code", "program")
        panel = "own" if writes else PANELS[0] if state.look.panel == "own" else state.look.panel
        return state.with_look(panel=panel)
    own = Playground(
        text=question.code, came=True, steps=state.programs.steps, seconds=state.programs.seconds
    )
    return replace(state.with_look(panel="own"), programs=own)


def offer(state: State) -> Question | None:
    """Return the question whose answer is offered beside a search; None if there is no offer.

    There is none during a game or prediction, nor if the choice of the method is locked.
    """
    question, offer = state.question, state.search.answer.offer
    if question.mode != "watch" or not (offer.tour or offer.reason):
        return None
    other = by_best(question)
    return None if state.task.breach(question, other) else other


def with_inferences(state: State, count: int | None) -> State:
    """Return the state that shows `count` inferences; None: the whole answer.

    Without a search, the address stores this number as its step.
    """
    after = state.with_progress(inference=count, doing=None)
    return after if state.search.answer.traces else after.with_step(count or None)


def step_shown(state: State) -> int:
    """Return the number of the step shown: of the search, or of its refutation."""
    shown = state.search.inference
    return position(state.question, state.search.answer) if shown is None else shown


def last_step(state: State) -> int:
    """Return the number of the last step known: of the search, or of its refutation."""
    known = state.search.answer
    refutes = state.search.inference is not None
    return len(inferences(state.question, known)) if refutes else known.length


def at_rest(state: State) -> State:
    """Return the state without work under way, at the step shown."""
    if state.search.inference is not None or isinstance(state.search.doing, StartsTrial):
        return state.with_work(None)
    if not isinstance(state.search.doing, Solving | Playing):
        return state
    return with_known_step(state.with_work(None), position(state.question, state.search.answer))


def with_known_step(state: State, step: int) -> State:
    """Return the state at a known step; the last one is the end, None, except in a race."""
    after = state.with_step(step)
    is_end = at_end(after.question, after.search.answer) and not state.question.is_race
    return state.with_step(None) if is_end else after


def _resumption(question: Question, before: ReaderProgress) -> tuple[Question, ReaderProgress, int]:
    """Return a question, the reader's restored progress in it, and the last step shown.

    Hints and undone moves are never fewer than in `before`.
    """
    helped = ReaderProgress(hints=before.hints, undos=before.undos)
    if question.mode == "watch":
        return question, helped, 0
    if question.mode == "play":
        known = game.Account.of(question)
        hints, undos = max(known.hints, before.hints), max(known.undos, before.undos)
        return question, ReaderProgress(game=known.game, hints=hints, undos=undos), 0
    forecast = game.Forecast.of(question)
    # Neither an address nor a course distinguishes the first step from none.
    is_plain = question.step in (None, FIRST_STEP["predict"])
    step = max(forecast.step, 1) if is_plain else question.step
    reader = replace(helped, right=forecast.right, guesses=forecast.guesses)
    return replace(question, step=step), reader, forecast.step


def _first_work(question: Question, reached: int) -> Solving | None:
    if not question.can_be_watched or question.mode == "play" or question.is_own:
        return None  # the reader's own code runs only when the reader starts it
    if question.ordering == BEST and not question.is_shown:
        return None  # the best method has no steps before it has a tour
    first = int(question.mode == "predict")
    return Solving(to=max(question.step or 0, reached, first), wanted=False)
