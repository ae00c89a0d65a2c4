"""Intents about the reader's code, its check by tests, and the reports of its runs. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kt_core.language import Sentence
from kt_core.tour import Puzzle, Tour
from web.programs import job, reports
from web.question.change import with_field
from web.question.question import OWN, integer, plain_value
from web.question.templates import TEMPLATES, changed_part
from web.search.answer import Answer, position
from web.search.recording import Outcome
from web.state import intents
from web.state.begin import at_rest, beginning
from web.state.intents import handlers
from web.state.state import (
    Focus,
    Marking,
    Playground,
    ReportScore,
    Solving,
    StartsTrial,
    State,
)

if TYPE_CHECKING:  # not loaded at startup
    from kt_core.board import Board
    from kt_core.programs.verdict import Verdict
    from web.question.question import Question
#: The smallest and the largest limit of a run.
BUDGETS = {"steps": (100, 200_000), "seconds": (1, 60), "visits": (100, 500_000)}
BUDGETS |= {"seed": (0, 1_000_000_000)}
TASK_SECONDS = 60  # time for all starts together
MOST_ARGUMENTS = 500  # characters
MOST_ANSWERS = 100


def store_text(state: State, intent: intents.EditCode) -> State:
    """Store the editor's text, unless a locked part was removed from it."""
    if "code" in state.task.locked:
        return state
    starter, before = state.task.starter, state.programs.text
    lacking = changed_part(starter, intent.text)
    if lacking and not changed_part(starter, before):
        return replace(state, marking=replace(state.marking, refused=lacking))
    edited = state.with_programs(text=intent.text)
    return replace(edited, marking=replace(state.marking, refused=""))


def load_template(state: State, intent: intents.LoadTemplate) -> State:
    """Replace the program by a template."""
    asks = state.task.kind in ("code", "program")  # a template may be the answer
    if intent.name not in TEMPLATES or asks or "code" in state.task.locked:
        return state
    return state.with_programs(text=TEMPLATES[intent.name][1], came=False, mistake=None)


def set_run(state: State, intent: intents.SetRun) -> State:
    """Set a number of a run, within its bounds, or the program's arguments."""
    if intent.field == "arguments":
        return state.with_programs(arguments=intent.text[:MOST_ARGUMENTS])
    fewest, most = BUDGETS[intent.field]
    try:
        number = min(max(integer(plain_value(intent.text)), fewest), most)
    except ValueError:
        return state
    return state.with_programs(**{intent.field: number})


def waits(state: State) -> bool:
    """Return True if the tab shows code whose steps are not known, and there is no other answer."""
    answer, ran = state.search.answer, state.programs.generation == state.search.generation
    is_known = position(state.question, answer) or answer.whole.tour or answer.whole.reason
    return state.tab == "own" and not ((ran and answer.has_steps) or is_known or state.searching)


def run_code(state: State, intent: intents.RunCode) -> State:
    """Run the reader's program, or search with the reader's function."""
    if job.is_program(state.programs.text):
        return _program(state, store="", number=0, answers=(), call="")
    if not state.question.can_be_watched:
        return _too_large(state)
    doing = Solving(timed=True, quiet=False)
    after = beginning(at_rest(state), _own_question(state), doing=doing)
    own = replace(_without_results(state.programs), generation=after.search.generation)
    return replace(after, programs=own)


def _own_question(state: State) -> Question:
    """Return the question to the reader's code."""
    question = state.question
    if not question.is_own:
        question = with_field(question, "ordering", OWN)
    code = state.programs.text
    return replace(question, code=code, step=None, famous="", opened=(), mode="watch")


def _program(state: State, **settings: Any) -> State:
    """Return the state in which the program runs from its beginning."""
    own, after = state.programs, beginning(at_rest(state), _own_question(state))
    fresh = replace(
        _without_results(own), generation=after.search.generation, run=own.run + 1, **settings
    )
    return replace(after, programs=replace(fresh, active=True, is_program=True))


def _program_again(state: State, **settings: Any) -> State:
    """Run the program again; the control that was used disappears, so focus the button Run."""
    return _program(state, **settings).then(Focus("#own-run"))


def begin_program(state: State, intent: intents.ProgramBegins) -> State:
    """Show the program's own board, unless the task has another, or a person plays."""
    from kt_core.programs.verdict import game_of  # loads with the first run

    own = state.programs
    if intent.run != own.run or not runs(state) or game_of(own.answers, is_over=True):
        return state
    begin, question = intent.begin, state.question
    puzzle = Puzzle(begin.board, begin.start, closed=question.puzzle.closed)
    new_question = replace(question, puzzle=puzzle, step=None, symmetry="", prune=False)
    if state.task.breach(question, new_question):
        return state  # the program is judged, but its board is not shown
    after = beginning(state, new_question, doing=Solving(timed=True, quiet=False))
    return after.with_programs(
        generation=after.search.generation,
        begun=True,
        output=own.output and replace(own.output, growth=()),  # the events will follow
        watching=begin.watching or "",
    )


def follow_program(state: State, intent: intents.ProgramRuns) -> State:
    """Store the output of a running program, and the explanations of a slow search."""
    own = state.programs
    if intent.run != own.run or not own.active:
        return state
    return state.with_programs(
        output=intent.output or own.output, details=intent.details or own.details
    )


def end_program(state: State, intent: intents.ProgramEnds) -> State:
    """Store the report on a program."""
    own = state.programs
    if intent.run != own.run or not own.active:
        return state
    report, watching = intent.report, own.watching
    if report and report.found.stores:
        watching = "" if report.judged.is_game else report.found.stores[0].sentence
    after = state.with_programs(active=False, report=report, why=intent.why, watching=watching)
    if own.answers:
        asks = report is not None and report.found.question is not None
        after = after.then(Focus("#own-answer" if asks else "#own-run"))
    if report is None or report.judged.board is None or not report.judged.path:
        return after
    is_shown = own.begun and not report.judged.is_game
    return after if is_shown else _with_result(after, report.judged, report.judged.board)


def _with_result(state: State, judged: Verdict, board: Board) -> State:
    """Return the state that shows the result of a program whose search could not be watched."""
    tour = Tour(board, judged.path) if judged.kind in ("tour", "many") else None
    puzzle = Puzzle(board, judged.path[0], closed=state.question.puzzle.closed)
    new_question = replace(state.question, puzzle=puzzle, step=None, symmetry="", prune=False)
    if state.task.breach(state.question, new_question):
        return state
    path = Outcome(
        tour=tour, judged=judged.sentence, path=judged.path, bad=judged.bad, loaded=not tour
    )
    after = beginning(state, new_question).with_progress(
        answer=Answer(whole=path), doing=None, opened=tour
    )
    return after.with_programs(generation=after.search.generation)


def stop_program(state: State, intent: intents.StopProgram) -> State:
    """Stop the program; its steps until now remain."""
    return with_stopped_program(at_rest(state), is_stopped=True)


def with_stopped_program(state: State, *, is_stopped: bool = False) -> State:
    """Return the state in which the program is stopped if its search no longer runs."""
    own = state.programs
    if own.active and (is_stopped or runs(state) is None):
        return state.with_programs(active=False, why="stopped")
    return state


def answer_input(state: State, intent: intents.AnswerInput) -> State:
    """Run the program again with one more answer."""
    own = state.programs
    answers = (*own.answers, intent.text[:MOST_ARGUMENTS])
    return _program(state, answers=answers[:MOST_ANSWERS], store=own.store, number=own.number)


def watch_store(state: State, intent: intents.WatchStore) -> State:
    """Run the program again and watch another container."""
    report = state.programs.report
    known = {store.key for store in report.found.stores} if report else {}
    return _program_again(state, store=intent.key, number=0) if intent.key in known else state


def watch_board(state: State, intent: intents.WatchBoard) -> State:
    """Run the program again and show another of its boards."""
    report = state.programs.report
    if report is None or not 0 <= intent.number < len(report.found.boards):
        return state
    return _program_again(state, number=intent.number)


def add_call(state: State, intent: intents.AddCall) -> State:
    """Add a call to the program and run it."""
    call = " ".join(intent.call[:MOST_ARGUMENTS].split())
    if not call or "code" in state.task.locked:
        return state
    text = f"{state.programs.text.rstrip()}\n\n{call}\n"
    called = state.with_programs(text=text)
    return _program_again(called, store="", number=0, answers=(), call="")


def try_all(state: State, intent: intents.TryAll) -> State:
    """Search from every start in turn; the board keeps its view."""
    if not state.question.can_be_watched:
        return _too_large(state)
    stood, question = at_rest(state), state.question
    if (question.is_own or question.check) and "code" not in state.task.locked:
        stood = replace(stood, question=replace(stood.question, code=state.programs.text))
    own = replace(_without_results(state.programs), generation=state.search.generation)
    return replace(stood, programs=own).with_work(StartsTrial())


def _too_large(state: State) -> State:
    why = Sentence("Your code is watched at work, so it is for boards of up to 1,600 squares.")
    return replace(at_rest(state), notice=why)


def _without_results(own: Playground) -> Playground:
    """Return the playground without the results of earlier runs."""
    fresh = replace(own, came=False, mistake=None, why="", report=None)
    fresh = replace(fresh, output=None, details=(), watching="")
    fresh = without_loss(fresh)
    return replace(fresh, tried=(), whole=False, active=False, begun=False, is_program=False)


def without_loss(own: Playground) -> Playground:
    """Return the playground without the record of lost parts, which are then loaded again."""
    return replace(own, barred="") if own.barred == "lost" else own


def accept_run_report(state: State, intent: intents.RunReport) -> State:
    """Store the report of a run, if no newer run has started."""
    own = state.programs
    if intent.generation != own.generation:
        return state
    tried = (*own.tried, intent.tried) if intent.tried else own.tried
    mistake, output = intent.mistake or own.mistake, intent.printed or own.output
    after = replace(own, tried=tried, mistake=mistake, output=output, why=intent.why or own.why)
    if not (intent.why and isinstance(state.search.doing, StartsTrial)):
        return replace(state, programs=after)
    whole = len(tried) == len(state.question.board)
    ended = replace(state, programs=replace(after, whole=whole)).with_work(None)
    if not whole:
        return ended
    found = sum(each.why == "found" for each in tried)
    return ended.then(ReportScore(found, len(tried), state.question.check or own.steps))


def record_no_workers(state: State, intent: intents.WorkersUnavailable) -> State:
    """Record that workers are unavailable."""
    doing = None if isinstance(state.search.doing, StartsTrial) else state.search.doing
    return state.with_programs(barred=intent.why).with_work(doing)


def runs(state: State) -> tuple[str, int] | None:
    """Return the run that the state requires, as its kind and its number; None for no run.

    The kind is "program", "all" or "one". A program runs until its report arrives; once its board
    is known, stopping the search stops it.
    """
    own = state.programs
    if own.active and own.generation == state.search.generation:
        searches = isinstance(state.search.doing, Solving) or state.search.answer.ended
        is_wanted = not own.begun or searches
        return ("program", own.run) if is_wanted else None
    tries = isinstance(state.search.doing, StartsTrial)
    searches = isinstance(state.search.doing, Solving) and state.question.is_own and not own.begun
    wanted = state.programs.generation == state.search.generation and (tries or searches)
    return ("all" if tries else "one", state.search.generation) if wanted else None


def job_of(state: State) -> job.Job:
    """Return the job of that run for a worker."""
    question, own, tries = (
        state.question,
        state.programs,
        isinstance(state.search.doing, StartsTrial),
    )
    checked = tries and question.check
    return job.Job(
        code=own.text,
        board=question.board,
        starts=tuple(question.board.squares) if tries else (question.start,),
        end=question.puzzle.end,
        closed=question.puzzle.closed,
        prune=question.prune,
        seed=own.seed if own.active else question.seed,
        steps=question.check if checked else own.steps,
        seconds=TASK_SECONDS if checked else own.seconds,
        visits=own.visits if own.active else 0,
        arguments=tuple(own.arguments.split()),
        answers=own.answers,
        store=own.store,
        in_task=bool(question.check),
        number=own.number,
        call=own.call,
    )


# --- The check by tests ---------------------------------------------------------------------------


def check_program(state: State, intent: intents.CheckProgram) -> State:
    """Begin a check, unless a locked part of the starter was changed."""
    if not state.task.question.tests or state.marking.active:
        return state
    text, number = state.programs.text, state.marking.number + 1
    last = state.search.generation
    changed = changed_part(state.task.starter, text)
    if changed:
        return replace(state, marking=Marking(number, changed=changed, generation=last))
    rested = at_rest(state)
    question = replace(rested.question, code=text)
    own, begun = without_loss(rested.programs), Marking(number, text, active=True, generation=last)
    return replace(rested, question=question, programs=own, marking=begun)


def stop_check(state: State, intent: intents.StopCheck) -> State:
    """End the check; the results until now remain."""
    return _with_marking(state, state.marking.number, active=False, why="stopped")


def follow_check(state: State, intent: intents.CheckRuns) -> State:
    """Store the tests with their results, and the call that is running."""
    return _with_marking(state, intent.number, tests=intent.tests, running=intent.call)


def end_check(state: State, intent: intents.CheckEnds) -> State:
    """End the check."""
    return _with_marking(state, intent.number, active=False, why=intent.why)


def watch_failing_call(state: State, intent: intents.WatchFailingCall) -> State:
    """Watch the first failing call of the program."""
    failing = reports.watchable_test(state.marking.tests)
    if not failing:
        return state
    return _program(state, store="", number=0, answers=(), call=failing.call)


def restore_starter(state: State, intent: intents.RestoreStarter) -> State:
    """Replace the program by the starter."""
    restored = state.with_programs(text=state.task.starter)
    return replace(restored, marking=Marking(state.marking.number + 1))


def required_check(state: State) -> int | None:
    """Return the number of the check that the state requires, None for no check."""
    return state.marking.number if state.marking.active else None


def _with_marking(state: State, number: int, **changes: Any) -> State:
    """Return the state with changes to the check of this number, if it is under way."""
    if not state.marking.active or number != state.marking.number:
        return state
    return replace(state, marking=replace(state.marking, **changes))


HANDLERS = handlers(globals())
