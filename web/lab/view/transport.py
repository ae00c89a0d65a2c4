"""The regions below the board: the step controls, the timeline, the speed and the step. Pure.

The square under the pointer is described in place of the step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kt_core import puzzles
from kt_core.board import Square
from kt_core.drawing.shapes import escape
from kt_core.graph import knight_graph, onward
from kt_core.language import N_, _, conjunction, ngettext, paragraph, text_of
from kt_core.orderings import textbook
from kt_core.tour import Puzzle
from web.draw.patch import Lazy, Patch, Patches, attributes, options_html, text
from web.draw.timeline import played_width, timeline, timeline_of_tour
from web.lab.view import deduction
from web.programs.update import waits
from web.question.counts import clauses, enumeration, number, squares_of, ways
from web.question.question import Question
from web.search.answer import READ_SPEEDS, SPEEDS, position, rate
from web.search.recording import (
    NOTHING,
    Options,
    Outcome,
    SearchState,
    Trace,
    choices,
    fewest_moves,
    options,
)
from web.state.begin import last_step, step_shown
from web.state.state import State, outcome

# --- Sentences ------------------------------------------------------------------------------------

NAMED = 3  # limit for the moves listed by name; others are only counted
NO_MOVE = N_("every move leads to a visited square")
FAR_SQUARES = 100  # longer backtracks are not examined


def event(trace: Trace, moment: SearchState) -> str:
    """Describe the event at a moment, and the next move."""
    return text_of(paragraph(step_words(trace, moment)))


def step_words(trace: Trace, moment: SearchState) -> tuple[str, str]:
    """Return the event at a moment as a headline and a sentence, which may be empty."""
    if not moment.path:
        return _start_sentence(trace, moment), ""
    if moment.found:
        count = len(trace.graph)
        all_ = ngettext(
            "The only square is on the path.", "All {n:,} squares are on the path.", count
        )
        return all_, ""
    if moment.backtracked_from is not None:
        path = (*moment.path, moment.backtracked_from)
        return _backtrack_sentence(trace, path), ""
    here, seen = trace.name(moment.path[-1]), options(trace, moment)
    if why := dead_end(trace, moment, seen):
        end = _("Dead end on {square}: {why}.", square=here, why=why)
        return end, _backtrack_sentence(trace, moment.path)
    return (_next_move_sentence(trace, seen) if seen.listed else ""), ""


def shows_result(state: State) -> bool:
    """Return True if the board shows what a program printed, not the last step of its search."""
    seen, trace = outcome(state), state.search.answer.longest
    if not (seen.judged and trace):
        return False
    return (*seen.path,) != (*trace.at(position(state.question, state.search.answer)).path,)


def dead_end_at(state: State) -> Square | None:
    """Return the square of the dead end that the step, or the game, shows; None if it is none."""
    trace, game = state.search.answer.longest, state.reader.game
    if game:
        return game.here if game.stuck else None
    if not trace or state.search.inference is not None or shows_result(state):
        return None
    moment = trace.at(position(state.question, state.search.answer))
    is_end = moment.path and dead_end(trace, moment, options(trace, moment))
    return moment.path[-1] if is_end else None


def dead_end(trace: Trace, moment: SearchState, seen: Options) -> str:
    """Return the reason why the square just visited is a dead end; "" if it is none.

    `seen` has the moves from that square.
    """
    if not moment.path or moment.backtracked_from is not None or moment.found:
        return ""
    if len(moment.path) == len(trace.graph):
        ends = trace.ends
        allowed = ends is None or moment.path[-1] in ends
        return "" if allowed else _("all is visited, but a tour may not end here")
    if not seen.onward:
        is_board = trace.board is not None
        return _(NO_MOVE) if is_board else _("all its neighbors are visited")
    if not seen.listed and trace.lists_moves:
        moves = tuple(seen.onward)
        return _dead_end_of_puzzle(trace, moment.path, moves) or _no_tour_to(trace, moves)
    return ""


def _no_tour_to(trace: Trace, moves: Sequence[Any]) -> str:
    return _("no tour goes on to {squares}", squares=_names(trace, moves))


def _dead_end_of_puzzle(trace: Trace, path: Sequence[Any], moves: Sequence[Any]) -> str:
    """Return the part of the given numbers in the reason for a dead end; "" if they have none."""
    if not (trace.given and trace.board):
        return ""
    puzzle, step = Puzzle(trace.board, given=trace.given), len(path) + 1
    order = puzzles.with_numbers(textbook, puzzle)
    allowed = order(trace.graph, dict.fromkeys(path), path[-1])
    others = tuple(move for move in moves if move in allowed)
    if len(others) == len(moves):
        return ""
    reason = _("the other squares have other numbers")
    far = set(moves) - {*allowed, *dict(trace.given)}
    square, n = next(each for each in trace.given if each[1] >= step)
    if n == step:
        reason = _("{n} is given on {square}", n=n, square=trace.name(square))
    elif far:
        reason = ngettext(
            "{square}, where {n} is given, is more than {left} move from {far}",
            "{square}, where {n} is given, is more than {left} moves from {far}",
            n - step,
            square=trace.name(square),
            n=n,
            left=n - step,
            far=_names(trace, sorted(far)),
        )
    if not others:
        return reason
    return _("{reason}; {and_no_tour}", reason=reason, and_no_tour=_no_tour_to(trace, others))


def chapter_topic(trace: Trace, moment: SearchState) -> tuple[str, str] | None:
    """Return the section of the chapter that explains a moment, and the text of its link."""
    if not moment.path or moment.found:
        return None
    seen = options(trace, moment)
    if moment.backtracked_from is not None or dead_end(trace, moment, seen):
        return "search", N_("What is a dead end?")
    if not (trace.by_rule and len(seen.onward) > 1):
        return None
    tied = len(fewest_moves(seen.onward)) > 1
    return "rule", N_("What about ties?") if tied else N_("Why the fewest?")


def _start_sentence(trace: Trace, moment: SearchState) -> str:
    start = trace.name(trace.start)
    if moment.step and not trace.lists_moves:
        return _("The path is empty again.")
    if moment.step:
        return _("Every path from {start} was tried.", start=start)
    return _("Nothing is visited yet; the search begins on {start}.", start=start)


def _backtrack_sentence(trace: Trace, path: Sequence[Any]) -> str:
    """Describe where the search continues after it gives up the last square of a path."""
    if not trace.lists_moves:
        return _("Back to {square}.", square=trace.name(path[-2])) if len(path) > 1 else ""
    for depth in range(len(path) - 1, max(len(path) - 1 - FAR_SQUARES, 0), -1):
        listed = choices(trace, path[:depth])
        if rest := listed[listed.index(path[depth]) + 1 :]:
            back, to = len(path) - depth, trace.name(path[depth - 1])
            clause = _("Back to {square}", square=to)
            if back > 1:
                clause = _("Back {number} squares, to {square}", number=number(back), square=to)
            left, named = len(rest), _names(trace, rest)
            return ngettext(
                "{how}; {named} is untried.",
                "{how}; {named} are untried.",
                left,
                how=clause,
                named=named,
            )
    if len(path) > FAR_SQUARES:
        return _("Back more than {n} squares.", n=FAR_SQUARES)
    return _(
        "Back to {square}, and nothing is untried: there is no tour from there.",
        square=trace.name(path[0]),
    )


def _next_move_sentence(trace: Trace, seen: Options) -> str:
    name, tied = trace.name(seen.chosen), fewest_moves(seen.onward)
    if not trace.by_rule or seen.chosen not in tied:
        return _("{square} is next.", square=name)
    count = seen.onward[seen.chosen]
    if len(seen.onward) == 1:
        return _("{square} is the only move.", square=name)
    if len(tied) > 1:
        return ngettext(
            "{named} tie with {number} onward move; {square} is next.",
            "{named} tie with {number} onward moves; {square} is next.",
            count,
            named=_names(trace, tied),
            number=number(count),
            square=name,
        )
    return _(
        "{square} is next: it has the fewest onward moves, {number}.",
        square=name,
        number=number(count),
    )


def _names(trace: Trace, vertices: Sequence[Any]) -> str:
    names: Iterable[str] = map(trace.name, vertices[:NAMED])
    more = len(vertices) - NAMED
    others = _("{number} more", number=number(more)) if more > 0 else ""
    return text_of(conjunction((*names, others) if others else names))


def square_sentence(
    question: Question,
    square: Square,
    seen: Outcome = NOTHING,
    legal: Sequence[Square] | None = None,
) -> str:
    """Describe a square at the step shown; `legal` are the moves of a game from there.

    On the path "c2, step 2 of 64; next a1", off it "e5: two onward moves now, to c4 c6", and if
    the path is empty "c4: eight moves, to a3 a5 …".
    """
    board, name, path = question.board, question.board.name(square), seen.path
    if square in board.holes:
        return ngettext(
            "{square} is a hole; {n:,} square is left.",
            "{square} is a hole; {n:,} squares are left.",
            len(board),
            square=name,
        )
    to = onward(knight_graph(board), frozenset(seen.visited_squares), square)
    if square in seen.visited_squares:
        place = _place_on_path(question, square, seen, to if legal is None else legal)
        return _("{square}, {what}", square=name, what=place)
    if to and not path:
        moves = ways(len(to))
        return _("{square}: {moves}, to {to}", square=name, moves=moves, to=board.names(to))
    what = _onward_now(question, to) if path else ways(0)
    return _("{square}: {what}", square=name, what=what)


def _place_on_path(question: Question, square: Square, seen: Outcome, to: Sequence[Square]) -> str:
    """Describe the place of a square on the path: "step 2 of 64; next a1"; `to` are its moves."""
    board = question.board
    first, path = next(each for each in seen.pieces.items() if square in each[1])
    place = path.index(square) + 1
    step = _("step {n:,} of {total:,}", n=first + place - 1, total=len(board))
    if place < len(path):
        return _("{step}; next {square}", step=step, square=board.name(path[place]))
    if seen.tour and seen.tour.closed:
        start = board.name(path[0])
        return _("{step}: the tour ends here, and goes back to {square}", step=step, square=start)
    if seen.tour:
        return _("{step}: the tour ends here", step=step)
    if path is not seen.path:
        return _("{step}: choose it to continue from there", step=step)
    return _("{step}: the knight is here; {what}", step=step, what=_onward_now(question, to))


def _onward_now(question: Question, to: Sequence[Square]) -> str:
    names = question.board.names(to)
    if not to:
        return _("no onward move now")
    if not shows_counts(question):
        return _("can go on to {squares}", squares=enumeration(map(question.board.name, to)))
    return ngettext(
        "{number} onward move now, to {squares}",
        "{number} onward moves now, to {squares}",
        len(to),
        number=number(len(to)),
        squares=names,
    )


def shows_counts(question: Question) -> bool:
    """Return True if onward moves may be shown: not during a prediction that depends on them."""
    return question.mode != "predict" or "degrees" in question.show


# --- Controls -------------------------------------------------------------------------------------

PLAY = '<path class="solid" stroke="none" d="M7 5l9 5-9 5z"/>'
PAUSE = '<path d="M7.500 5.500v9M12.500 5.500v9"/>'
ICON = '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">{}</svg>'


def transport(state: State) -> Patches:
    """Yield the step controls, the timeline and the speed."""
    question, answer, trace = state.question, state.search.answer, state.search.answer.longest
    count, has_steps = state.search.inference, state.search.answer.has_steps
    step, length = (
        (step_shown(state), last_step(state)) if has_steps or count is not None else (0, 0)
    )
    locked = "step" in state.task.locked or waits(state)  # the words say to run it
    if count is None:
        seen = outcome(state)  # a tour without a search has one square per step
        shown = SearchState(step, seen.path, found=seen.tour is not None)
        moment = answer.traces[0].at(step) if trace else shown
        progress, step_text = _progress(state, step, shown if shows_result(state) else moment)
        rail = Lazy(_rail, trace, length, len(question.board))
        titles = tuple(_rate(rate(speed, question)) for speed in range(len(SPEEDS)))
    else:
        moment = SearchState()
        progress = _("step {n:,} of {total:,}", n=step, total=length)
        step_text = deduction.moves_used(state, count)
        rail = Lazy(deduction.timeline_of_inferences, length)
        titles = tuple(_("{n:,} / min", n=each) for each in READ_SPEEDS)
    value_text = clauses(progress, step_text) if step_text else progress
    place = {"max": str(max(length, 1)), "value": str(step), "aria_valuetext": value_text}
    yield "#timeline", attributes(**place, disabled=locked)
    yield "#rail", rail
    yield "#rail clipPath rect", attributes(width=played_width(length, step))
    yield "#at", text(progress)
    yield "#of", text(step_text)
    for name in ("first", "back", "step", "last"):
        yield f"#transport [name={name}]", attributes(disabled=locked or _hides(state, name))
    yield from _dead_ends(state, moment, locked=locked)
    yield "#play", _play(state, disabled=locked or _hides(state, "play"))
    yield "#speed", Lazy(_speeds, titles, state.look.speed)


def _speeds(titles: tuple[str, ...], chosen: int) -> Patch:
    """Return the choices of the field "Speed"."""
    listed = {str(place): title for place, title in enumerate(titles)}
    return {"html": options_html(listed, str(chosen)), "value": str(chosen)}


def _dead_ends(state: State, moment: SearchState, *, locked: bool) -> Patches:
    """Yield the number of the dead ends, and the buttons for the one before and after."""
    trace = state.search.answer.longest
    is_search = state.search.inference is None and not state.question.is_race
    known = trace.dead_ends if trace and is_search else 0
    hidden = not known or state.predicts or state.programs.active or state.question.mode == "play"
    here = moment.dead_ends + (dead_end_at(state) is not None)
    yield "#jump", attributes(hidden=hidden)
    yield "#ends", text(_("dead end {n:,} of {total:,}", n=here, total=max(known, here)))
    follows = trace is not None and (trace.grows or known > here)
    for name, exists in (("before", bool(moment.dead_ends)), ("after", follows)):
        yield f"#jump [name={name}]", attributes(disabled=locked or hidden or not exists)


def pointer_patch(state: State) -> Lazy:
    """Return the sentence about the square under the pointer.

    During playback it changes with each step, so it is not read aloud.
    """
    return attributes(
        html=escape(_pointer_sentence(state)), aria_live="off" if state.playing else "polite"
    )


def _pointer_sentence(state: State) -> str:
    if state.look.pointed is None or state.predicts:
        return ""
    game, square = state.reader.game, state.look.pointed
    legal = tuple(game.legal) if game and square == game.here else None
    return square_sentence(state.question, square, outcome(state), legal)


def _progress(state: State, step: int, moment: SearchState) -> tuple[str, str]:
    """Return the progress of the path, "37 of 64 squares", and the last step, "c7".

    After a backtrack a search has more steps than squares, so the step number is added.
    """
    question, traces = state.question, state.search.answer.traces
    reports = step - 1 in filter(None, (trace.tour_steps for trace in traces))
    count = _("step {n:,}", n=step - reports)
    if state.reader.game:
        return squares_of(len(state.reader.game.number_of), len(question.board)), ""
    if len(traces) > 1:
        return _("{step} of each", step=count), ""
    squares = squares_of(len(moment.path), len(question.board))
    step_text = _step_text(question, moment)
    if not moment.backtracks:
        return squares, step_text
    return squares, _("{step}: {what}", step=count, what=step_text) if step_text else count


def _step_text(question: Question, moment: SearchState) -> str:
    """Describe the step: "c7", or "back from c7"."""
    name = question.board.name
    if moment.found:
        return _("tour complete")
    if moment.backtracked_from is not None:
        return _("back from {square}", square=name(moment.backtracked_from))
    return name(moment.path[-1]) if moment.path else ""


def _rail(trace: Trace | None, length: int, squares: int) -> str:
    """Return the timeline; before the first step, the colors that a tour would have."""
    return timeline(trace) if trace and length else timeline_of_tour(length or squares)


def _hides(state: State, name: str) -> bool:
    """Return True if a button would show squares that the reader has to predict."""
    if not state.hides_next:
        return False
    if name == "last":  # the button gives up the prediction, unless the task forbids that
        return state.task.hides_answer
    at_last = position(state.question, state.search.answer) >= state.search.reached
    return name in ("play", "after") or (name == "step" and at_last)


def _play(state: State, *, disabled: bool) -> Lazy:
    if state.playing:
        return attributes(
            html=ICON.format(PAUSE), name="pause", aria_label=_("Pause"), disabled=False
        )
    return attributes(html=ICON.format(PLAY), name="play", aria_label=_("Play"), disabled=disabled)


def _rate(rate: int | None) -> str:
    if rate is None:
        return _("fastest")
    if rate < 10_000:
        return ngettext("{n:,} step/s", "{n:,} steps/s", rate)
    return _("{n:,}k steps/s", n=rate // 1000)
