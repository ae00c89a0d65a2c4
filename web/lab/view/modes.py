"""Sentences that replace the answer: for a race, a game, and predictions. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kt_core.language import N_, _, ngettext, paragraph, text_of
from web.lab.view.transport import NO_MOVE
from web.question.counts import clauses, number, squares, squares_of, ways
from web.question.counts import steps as step_count
from web.question.question import title_of
from web.search.recording import SearchState, Trace

if TYPE_CHECKING:  # not loaded at startup
    from web.search.game import Game

RULE = N_("Choose the square by Warnsdorff’s rule: the move that leaves the fewest onward moves.")


def race_status(traces: Sequence[Trace], step: int, reason: str = "") -> tuple[str, str]:
    """Return two sentences: the state of a race after `step` steps, and the next action.

    `reason` explains why there is no tour, if that is known.
    """
    first, second = traces
    if reason:
        return _("Nobody can win: there is no such tour."), text_of(reason)
    if not step:
        one, other = _(title_of(first.ordering)), _(title_of(second.ordering))
        ready = _("{one} against {other}: ready.", one=one, other=_title_in_sentence(other))
        return ready, _("Both take their steps at the same time, until one has a tour.")
    return _race_verdict(traces, step), _lone_search_sentence(traces, step)


def lane_caption(trace: Trace, step: int) -> str:
    """Return the caption of a lane's board: "Warnsdorff: 12 of 64 squares, 0 dead ends"."""
    moment = trace.at(step)
    return _(
        "{title}: {squares}, {dead_ends}",
        title=_(title_of(trace.ordering)),
        squares=_squares(trace, moment),
        dead_ends=ngettext("{n:,} dead end", "{n:,} dead ends", moment.dead_ends),
    )


def _race_verdict(traces: Sequence[Trace], step: int) -> str:
    first, second = traces
    times = [trace.tour_steps if trace.length <= step else 0 for trace in traces]
    if all(times):
        if times[0] == times[1]:
            return _("A draw: both have a tour after {steps}.", steps=step_count(times[0]))
        winner, slow = (0, 1) if times[0] < times[1] else (1, 0)
        return _(
            "{title} wins: a tour after {steps}; {other} took {n:,}.",
            title=_(title_of(traces[winner].ordering)),
            steps=step_count(times[winner]),
            other=_title_in_sentence(_(title_of(traces[slow].ordering))),
            n=times[slow],
        )
    for trace, other, time in ((first, second, times[0]), (second, first, times[1])):
        if time:
            moment = other.at(trace.length)  # the state that its board shows
            return _(
                "{title} wins: a tour after {steps}. {other} then had {squares}.",
                title=_(title_of(trace.ordering)),
                steps=step_count(time),
                other=_(title_of(other.ordering)),
                squares=_squares(other, moment),
            )
    return _("After {steps} of each neither has a tour.", steps=step_count(step))


def _lone_search_sentence(traces: Sequence[Trace], step: int) -> str:
    """Return a sentence about the only search that continues after this step, or ""."""
    over = [trace for trace in traces if trace.end and trace.length <= step]
    left = [trace for trace in traces if trace.grows or trace.length > step]
    if not (over and left):
        return ""
    return _("Play lets {title} go on.", title=_title_in_sentence(_(title_of(left[0].ordering))))


def _squares(trace: Trace, moment: SearchState) -> str:
    return squares_of(len(moment.path), len(trace.graph))


def _title_in_sentence(name: str) -> str:
    """Return a title for use inside a sentence, where only a name has a capital letter."""
    return name if name.startswith(("Warnsdorff", "Roth", "Pohl")) else name[:1].lower() + name[1:]


def prediction_question(here: str) -> tuple[str, str]:
    """Return the question to a reader who predicts, with the knight on this square."""
    return _("The knight is on {square}. Where does the search go next?", square=here), _(RULE)


def game_status(game: Game, *, hint_count: int, fixed: bool, stuck: bool) -> tuple[str, str]:
    """Return the state of the game and the next action; `fixed` means a locked start."""
    name, here = game.board.name, game.here
    if game.tour:
        whose = _("with {hints}", hints=hints(hint_count)) if hint_count else _("all your own")
        won = N_("Well done: an open tour of {squares}, {whose}.")
        won = N_("Well done: a closed tour of {squares}, {whose}.") if game.tour.closed else won
        return _(won, squares=squares(len(game.board)), whose=whose), ""
    elsewhere = "" if fixed else _("Choose any other square to start there.")
    progress = squares_of(len(game.number_of), len(game.board))
    if stuck:
        is_complete, moved = len(game.number_of) == len(game.board), len(game.path) > 1
        leads = moved and game.graph[here]
        why = _(NO_MOVE) if leads else ways(0)
        why = _("no free square that it reaches can be {n}", n=game.next) if game.near else why
        why = _("it is no such tour") if is_complete else why
        back = _("Undo takes moves back; choosing a visited square goes back to it.")
        return (
            _("Stuck on {square} after {far}: {why}.", square=name(here), far=progress, why=why),
            back if moved else elsewhere,
        )
    if len(game.path) == 1:
        can = _("Choose a square with a large ring; on a keyboard, use Tab, arrows and Enter.")
        puzzle = _("Choose a given number to continue from it.") if game.puzzle.given else ""
        sentence = text_of(paragraph((can, elsewhere, puzzle)))
        return _("Your move: the knight is on {square}.", square=name(here)), sentence
    progress = clauses(progress, hints(hint_count)) if hint_count else progress
    move = N_("{square}, with {moves} from there.")
    if game.puzzle.given:
        move = N_("{n} is on {square}, with {moves} from there.")
        if game.next == 1 and not game.puzzle.closed:
            move = N_("{n} is on {square}. Choose the square of 1.")
    places = {"n": game.number_of[here], "square": name(here), "moves": ways(len(game.legal))}
    return _(move, **places), _("{far}.", far=progress)


def ended_game_sentence(game: Game) -> str:
    """Return the offer to return to a game that a change of the question has ended."""
    board, far = game.board, squares_of(len(game.path), len(game.board))
    size = f"{board.rows} × {board.columns}"
    return _("This is a new game. Undo brings back yours: {board}, {far}.", board=size, far=far)


def hints(count: int) -> str:
    """Return a number of hints: "two hints"."""
    return ngettext("{number} hint", "{number} hints", count, number=number(count))


def prediction_score(right: int, all_of_them: int) -> str:
    """Return the score of the predictions; "" before the first."""
    if not all_of_them:
        return ""
    return _("{right} of {n} right so far.", right=right, n=all_of_them)
