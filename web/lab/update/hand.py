"""Handlers for the board, its visible part, and the reader's game or prediction. Pure.

`web.search` decides which moves are right, legal or still possible. It is not loaded at startup.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kt_core.board import Square
from kt_core.graph import knight_graph
from kt_core.language import Sentence, whole
from web.lab.update.steps import at_step, with_search
from web.question.change import in_mode, with_field, with_hole
from web.question.keys import HELP
from web.question.question import BEST, BY_RULE, PANELS
from web.search import predict
from web.search.answer import at_end, position
from web.state import intents
from web.state.begin import beginning, with_entry, with_form_closed, with_question
from web.state.intents import handlers
from web.state.state import (
    NO_ZOOM,
    Focus,
    Judging,
    Push,
    ReaderProgress,
    Solving,
    StartClock,
    State,
    Waiting,
    has_fixed_start,
    largest_zoom,
    position_on,
)

if TYPE_CHECKING:  # not loaded at startup
    from web.search.game import Game, Hint


CHEAP_SQUARES = 400  # smaller boards are solved as soon as the knight is placed


def choose(state: State, intent: intents.Choose) -> State:
    """Handle the choice of a square: as a hole, a prediction, a move, or the start."""
    square, board = intent.square, state.question.board
    if not 0 <= square < board.rows * board.columns:
        return state  # the square is one of an earlier board
    if intent.hole or state.look.cutting:
        after = _with_changed_question(state, lambda: with_hole(state.question, square), square)
        return with_entry(state, after, "holes")
    if state.question.mode == "predict":
        return guess(state, square)
    if state.reader.game and not _is_start(state, square):
        return after_move(state, square)
    if _asks(state) and square in knight_graph(board)[state.question.start]:
        return choose(set_mode(state, intents.SetMode("play")), intent)
    return _with_start(state, square)


def _with_start(state: State, square: Square) -> State:
    """Return the state after the start was set; it is solved at once if another one was."""
    start = state.question.board.name(square)
    after = _with_changed_question(
        state, lambda: with_field(state.question, "start", start), square
    )
    if after.question.search_key == state.question.search_key:
        game = after.reader.game  # it may have begun on a given number instead
        begins = game and square == after.question.start
        return _with_game(after, replace(game, path=(square,))) if game and begins else after
    if _is_cheap(after) and not _asks(state):
        look = after.look
        after = with_search(after).with_look(pointed=look.pointed, cursor=look.cursor)
    return after.then(Push())


def _asks(state: State) -> bool:
    """Return True if the page asks its question and offers a game: nothing was searched yet."""
    question, known = state.question, state.search.answer
    if question.mode != "watch" or question.is_race or question.settings.embed:
        return False
    others = state.task.is_set or state.where == "own" or question.puzzle.given
    return not (others or position(question, known) or known.whole.reason)


def _is_cheap(state: State) -> bool:
    """Return True if a question is usually answered at once, and the form is closed."""
    question = state.question
    by_rule = question.ordering in (*BY_RULE, BEST)
    watches = question.mode == "watch" and not state.form.opened
    return watches and by_rule and len(question.board) <= CHEAP_SQUARES


def guess(state: State, square: Square) -> State:
    """Handle a guess of the search's next square; if it counts, take the step."""
    if not state.search.answer.traces or state.search.doing:
        return state
    trace, step = state.search.answer.traces[0], position(state.question, state.search.answer)
    moment = trace.at(step)
    if not trace.length:
        return state  # it is proven that no tour exists, so there is nothing to predict
    moment = moment if step else trace.at(1)  # the first prediction is the move from the start
    if moment.found or not moment.path:
        return _with_the_rest(state)
    prediction = predict.Prediction(trace, moment)
    right, reader = square in prediction.right, state.reader
    reader = replace(reader, remark=(prediction.sentence(square),))
    if moment.step >= state.search.reached:  # a step that was shown before does not count
        score = reader.right + right, reader.guesses + prediction.counts(square)
        reader = replace(reader, right=score[0], guesses=score[1])
    # The remark on a wrong guess names the right move, so the same guess is not repeated.
    on = prediction.counts(square) or not prediction.right
    after = at_step(replace(state, reader=reader), moment.step + on)
    # After a backtrack from the start every path has been tried, so nothing is left to predict.
    return _with_the_rest(after) if len(moment.path) == 1 and not prediction.right else after


def _with_the_rest(state: State) -> State:
    """Return the state that shows the rest of the search, which needs no prediction."""
    if at_end(state.question, state.search.answer):
        return state
    return state.with_work(Solving(to=None)).with_step(None)


def after_move(state: State, square: Square) -> State:
    """Move the knight of a game, or explain why the move is not legal.

    Choosing a visited square undoes the moves after it, unless the knight can continue from it. A
    given number where the knight may have moved by mistake must be chosen twice.
    """
    game = state.reader.game
    assert game
    continues, wrong = game.continues(square), square in game.near and game.contradiction(square)
    is_back = square in game.path and square != game.here and (game.stuck or not continues)
    if is_back and not game.tour:
        return _with_game_back(state, game, game.back_on(square))
    is_begin = continues and len(game.path) == 1 and game.puzzle.start is None
    if wrong and continues and not is_begin and square != state.reader.wrong:
        name = game.board.name(square)
        again = Sentence("Choose {square} again to continue from there.", square=name)
        return _with_wrong_move(state, square, wrong, again)
    try:
        after = replace(game, path=(square,)) if is_begin else game.after_move(square)
    except ValueError as error:
        stays = Sentence("The knight stays on {square}.", square=game.board.name(game.here))
        # a number forbids the move, which is shown at the board
        return _with_wrong_move(state, square if wrong else None, wrong or error, stays)
    return _with_moved_knight(state, game, after)


def _with_wrong_move(state: State, square: Square | None, wrong: object, then: str) -> State:
    return _with_remark(state, Sentence("{wrong}.", wrong=wrong), then).with_reader(wrong=square)


def _with_moved_knight(state: State, game: Game, after: Game) -> State:
    square = after.path[-1]
    is_first = len(game.path) == 1 and not state.reader.undos
    ahead = state.reader.ahead
    again = ahead[:-1] if ahead and ahead[-1] == square else ()
    after_move = _with_game(state.then(StartClock()) if is_first else state, after)
    after_move = after_move.with_reader(ahead=again)
    is_lost = after.stuck and HELP not in state.task.locked
    return after_move.with_work(Judging(after)) if is_lost else after_move


def undo(state: State, intent: intents.Undo) -> State:
    """Undo the last move, or the change of the question that ended a game."""
    game = state.reader.game
    if not game or len(game.path) == 1:
        ended = state.ended_game
        return _with_game_resumed(state, ended) if ended else state
    return _with_game_back(state, game, replace(game, path=game.path[:-1]))


def redo(state: State, intent: intents.Redo) -> State:
    """Redo the move that was undone last."""
    reader, game = state.reader, state.reader.game
    if not (game and reader.ahead):
        return state
    return _with_moved_knight(state, game, game.after_move(reader.ahead[-1]))


def start_again(state: State, intent: intents.StartAgain) -> State:
    """Start the game again; the known tour and the paths known to be lost remain."""
    known = state.reader
    if not known.game:
        return state
    first, *others = known.game.path
    # otherwise the earlier game, redone except for its last move, would lose that move
    again = (*known.ahead, *reversed(others)) if state.task.most_undos is None else ()
    fresh = ReaderProgress(game=known.game.back_on(first), ahead=again)
    if state.task.is_set:
        fresh = replace(fresh, hints=known.hints, undos=known.undos)
    return _without_judging(
        replace(state, reader=replace(fresh, proof=known.proof, lost=known.lost))
    )


def judge_game(state: State, intent: intents.JudgeGame) -> State:
    """Start to work out whether a tour is still possible; a hint from a known tour is at once.

    Repeating the request for a hint does not count as a second one. In a puzzle a number may be
    deduced.
    """
    reader, game = state.reader, state.reader.game
    is_known = reader.hinted is not None if intent.advises else state.search.doing is not None
    if not game or game.tour or is_known:
        return state
    if intent.advises and not game.puzzle.given and (hint := game.hint(reader.proof)):
        return _with_hint(_without_judging(state), hint)
    looks = Sentence("Looking for a tour that goes on from here …")
    return _with_remark(state, looks, "").with_work(Judging(game, intent.advises))


def accept_verdict(state: State, intent: intents.GameJudged) -> State:
    """Store the verdict whether a tour is still possible, and show it or the hint."""
    if not (isinstance(doing := state.search.doing, Judging) and doing.game == intent.game):
        return state
    verdict, reader = intent.verdict, state.reader
    reader = replace(reader, proof=verdict.tour or reader.proof)
    if verdict.reason:
        reader = replace(reader, lost=reader.lost | {intent.game.path[: verdict.since[1] + 1]})
    after = replace(state.with_work(None), reader=reader)
    if verdict.hint:
        return _with_hint(after, verdict.hint)
    return _with_remark(after, *verdict.sentences(intent.game))


def _with_hint(state: State, hint: Hint) -> State:
    after = _with_remark(state, *hint.sentences)
    return after.with_reader(hinted=hint.square, hints=state.reader.hints + 1)


def show_place(state: State, intent: intents.ShowPlace) -> State:
    """Show a place of the page; the question stays."""
    panel = "own" if intent.name == "own" else state.look.panel
    panel = PANELS[0] if panel == "own" != intent.name else panel
    here = with_form_closed(state).with_look(panel=panel)
    here = replace(here, question=here.question.with_settings(view=""))
    mode = "play" if intent.name == "play" else "watch"
    if mode == here.question.mode or (mode, here.question.mode) == ("watch", "predict"):
        return here
    return set_mode(here, intents.SetMode(mode))


def set_mode(state: State, intent: intents.SetMode) -> State:
    """Set the mode; a game that waits on this board is resumed, and anything else begins."""
    if intent.mode == state.question.mode:
        return state
    game, board = state.waiting, state.question.board
    if intent.mode == "play" and game and game.question.board == board:
        return _with_game_resumed(state, game)
    return beginning(state, in_mode(state.question, intent.mode)).then(Push())


def _with_game_resumed(state: State, game: Waiting) -> State:
    """Return the state that resumes a game in the present view; hints and undos still count."""
    now, before = state.question, game.reader
    after = beginning(state, replace(game.question, show=now.show, settings=now.settings))
    hints, undos = max(before.hints, state.reader.hints), max(before.undos, state.reader.undos)
    reader = replace(before, hints=hints, undos=undos)
    opened = reader.game.tour if reader.game else None
    return replace(after.with_progress(opened=opened), reader=reader, waiting=None).then(Push())


def with_waiting_game(before: State, after: State, *, asks: bool) -> State:
    """Return the state that remembers an unfinished game.

    `asks` is True if the reader has changed the question by hand.
    """
    game, plays = before.reader.game, after.question.mode == "play"
    begins = asks and after.search.generation != before.search.generation
    ends = begins and not (game and game.tour) if plays else not after.reader.game
    if game and len(game.path) > 1 and ends:
        return replace(after, waiting=Waiting(before.question, before.reader))
    return after


def _is_start(state: State, square: Square) -> bool:
    """Return True if choosing this square sets the start: no move was made, and it is no move."""
    game = state.reader.game
    if not game or len(game.path) > 1 or has_fixed_start(state):
        return False
    return square not in game.legal and not game.continues(square)


def _with_changed_question(state: State, question: Callable[[], Any], square: Square) -> State:
    try:
        after = with_question(state, question(), state.form.drafts)
    except ValueError as wrong:
        return replace(state, notice=whole(str(wrong)))
    presents = state.question.settings.present  # no square is lit in a lecture
    return after.with_look(pointed=None if presents else square, cursor=square)


def _with_game_back(state: State, game: Game, to: Game) -> State:
    """Return the state after undone moves."""
    undos = state.reader.undos + len(game.path) - len(to.path)
    back = game.path[len(to.path) :]
    ahead = (*state.reader.ahead, *reversed(back))
    return _with_game(state.with_reader(undos=undos, ahead=ahead), to)


def _with_game(state: State, game: Game) -> State:
    return _without_judging(state.with_reader(game=game, remark=(), hinted=None, wrong=None))


def _with_remark(state: State, *remark: str) -> State:
    return state.with_reader(remark=remark, hinted=None, wrong=None)


def _without_judging(state: State) -> State:
    """Return the state without the judging of an earlier game."""
    return state.with_work(None) if isinstance(state.search.doing, Judging) else state


def point_at_square(state: State, intent: intents.PointAtSquare) -> State:
    """Store the square under the pointer; the pointer is ignored in a lecture."""
    if state.question.settings.present:
        return state
    return state.with_look(pointed=_on_board(state, intent.square))


def move_cursor(state: State, intent: intents.MoveCursor) -> State:
    """Move the focus to a neighboring square or hole; at the edge it stays."""
    board, zoom, square = state.question.board, state.look.zoom, _on_board(state, intent.square)
    if square is None:
        return state.with_look(cursor=None, pointed=None)
    row, column = square // board.columns + intent.up, square % board.columns + intent.right
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        return state
    square = row * board.columns + column
    if zoom != NO_ZOOM:
        zoom = zoom.showing(*position_on(board, square))
    after = state.with_look(cursor=square, pointed=square, zoom=zoom)
    return after.then(Focus(f'#board [data-square="{board.name(square)}"]'))


def enlarge(state: State, intent: intents.Enlarge) -> State:
    """Enlarge or shrink the board around a point."""
    right, down = intent.right, intent.down
    zoom = state.look.zoom.by(intent.factor, right, down, largest_zoom(state.question.board))
    return state.with_look(zoom=zoom)


def pan(state: State, intent: intents.Pan) -> State:
    """Move the visible part of the board."""
    return state.with_look(zoom=state.look.zoom.after_move(intent.right, intent.down))


def _on_board(state: State, square: Square | None) -> Square | None:
    """Return the square or hole if it is on the board; a touch may come from an earlier one."""
    board = state.question.board
    is_inside = square is not None and 0 <= square < board.rows * board.columns
    return square if is_inside else None


HANDLERS = handlers(globals())
