"""Wishes about the reader's own code, and what its runs report. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kt_core.language import Sentence
from web.programs import intents
from web.programs.templates import TEMPLATES
from web.question.change import with_field
from web.question.question import OWN, integer
from web.question.written import plain_value
from web.state.begin import at_rest, beginning
from web.state.effects import Save, TellScore
from web.state.intents import Handlers, on
from web.state.state import Playground, Solving, State, Trying

if TYPE_CHECKING:  # which a page starts without
    from web.programs.job import Job

#: What a run may take: the fewest, the most.
BUDGETS = {"steps": (100, 200_000), "seconds": (1, 60)}
TASK_SECONDS = 60  # for every start together


def write(state: State, intent: intents.EditCode) -> State:
    """Take what stands in the editor."""
    if "code" in state.task.locked:
        return state
    return replace(state, programs=replace(state.programs, text=intent.text))


def start(state: State, intent: intents.LoadTemplate) -> State:
    """Begin with a text."""
    asks = state.task.kind == "code"  # and a text to begin with may be the answer
    if intent.name not in TEMPLATES or asks or "code" in state.task.locked:
        return state
    own = replace(state.programs, text=TEMPLATES[intent.name][1], came=False, mistake=None)
    return replace(state, programs=own)


def spend(state: State, intent: intents.SetBudget) -> State:
    """Let a run take so much, within what there is."""
    fewest, most = BUDGETS[intent.field]
    try:
        number = min(max(integer(plain_value(intent.text)), fewest), most)
    except ValueError:
        return state
    field: dict[str, Any] = {intent.field: number}
    return replace(state, programs=replace(state.programs, **field))


def keep(state: State, intent: intents.SaveCode) -> State:
    """Save what stands in the editor."""
    return state.then(Save("code"))


def execute(state: State, intent: intents.RunCode) -> State:
    """Search with the reader's code, as with any ordering."""
    question = state.question
    if not question.can_be_watched:
        return _too_large(state)
    if not question.is_own:
        question = with_field(question, "ordering", OWN)
    asked = replace(
        question, code=state.programs.text, step=None, famous="", given=(), mode="watch"
    )
    after = beginning(at_rest(state), asked, doing=Solving(timed=True, quiet=False))
    return replace(
        after, programs=replace(_afresh(state.programs), generation=after.search.generation)
    )


def try_all(state: State, intent: intents.TryAll) -> State:
    """Search with it from every start, one after the other; what is seen of the board stays."""
    if not state.question.can_be_watched:
        return _too_large(state)
    stood, question = at_rest(state), state.question
    if (question.is_own or question.check) and "code" not in state.task.locked:
        stood = replace(
            stood, question=replace(stood.question, code=state.programs.text)
        )  # kept so
    own = replace(_afresh(state.programs), generation=state.search.generation)
    return replace(stood, programs=own, search=replace(stood.search, doing=Trying()))


def _too_large(state: State) -> State:
    why = Sentence("Your code is watched at work, so it is for boards of up to 1,600 squares.")
    return replace(at_rest(state), notice=why)


def _afresh(own: Playground) -> Playground:
    """Return the bench before a run: nothing has come of it."""
    fresh = replace(own, came=False, mistake=None, printed=None, why="")
    return replace(fresh, tried=(), whole=False)


def heard(state: State, intent: intents.RunReport) -> State:
    """Take over what a run tells, if it is the last."""
    own = state.programs
    if intent.generation != own.generation:
        return state
    tried = (*own.tried, intent.tried) if intent.tried else own.tried
    mistake, printed = intent.mistake or own.mistake, intent.printed or own.printed
    after = replace(own, tried=tried, mistake=mistake, printed=printed, why=intent.why or own.why)
    if not (intent.why and isinstance(state.search.doing, Trying)):
        return replace(state, programs=after)
    whole = len(tried) == len(state.question.board)
    ended = replace(
        state, programs=replace(after, whole=whole), search=replace(state.search, doing=None)
    )
    if not whole:
        return ended
    found = sum(each.why == "found" for each in tried)
    return ended.then(TellScore(found, len(tried), state.question.check or own.steps))


def bar(state: State, intent: intents.WorkersUnavailable) -> State:
    """Own that no worker can start here; everything else goes on."""
    doing = None if isinstance(state.search.doing, Trying) else state.search.doing
    return replace(
        state,
        programs=replace(state.programs, barred=intent.why),
        search=replace(state.search, doing=doing),
    )


def runs(state: State) -> tuple[bool, int] | None:
    """Return which run of the reader's code is to be under way: from all starts or one, when.

    None where there is none.
    """
    tries = isinstance(state.search.doing, Trying)
    searches = isinstance(state.search.doing, Solving) and state.question.is_own
    wanted = state.programs.generation == state.search.generation and (tries or searches)
    return (tries, state.search.generation) if wanted else None


def job_of(state: State) -> Job:
    """Return what a worker is to do in that run."""
    from web.programs.job import Job  # which a page starts without

    question, own, tries = state.question, state.programs, isinstance(state.search.doing, Trying)
    checked = tries and question.check
    return Job(
        code=own.text,
        board=question.board,
        starts=tuple(question.board.squares) if tries else (question.start,),
        end=question.puzzle.end,
        closed=question.puzzle.closed,
        prune=question.prune,
        seed=question.seed,
        steps=question.check if checked else own.steps,
        seconds=TASK_SECONDS if checked else own.seconds,
    )


HANDLERS: Handlers = {
    **on(intents.EditCode, write),
    **on(intents.LoadTemplate, start),
    **on(intents.SetBudget, spend),
    **on(intents.SaveCode, keep),
    **on(intents.RunCode, execute),
    **on(intents.TryAll, try_all),
    **on(intents.RunReport, heard),
    **on(intents.WorkersUnavailable, bar),
}
