"""The answer's regions of the page: the result, its reason, or the reader's progress. Pure.

Below the answer are the moves of a game, a prediction or a finished tour, and a button to copy
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kt_core import language
from kt_core.board import Board, Square
from kt_core.drawing.shapes import escape
from kt_core.language import _
from web.draw.blocks import PAINTED_SQUARES
from web.draw.patch import Lazy, Patches, attributes, text, time_color
from web.lab.search.answer import at_end, inferences, position, verdict
from web.lab.view import words
from web.lab.view.examples import proposals
from web.question.change import applies
from web.state.begin import offer
from web.state.state import State, outcome

NUMBERED_SQUARES = 400  # length of the longest path that is listed as numbered items


def answer(state: State) -> Patches:
    """Yield the regions below the question."""
    yield "#answer", _answer(state)
    busy = "true" if state.searching else "false"
    yield "#answer@busy", attributes(aria_busy=busy, data_faulty=bool(state.form.faults))
    yield "#offer", _offer(state)
    if _is_deducible(state):
        pressed = "false" if state.search.inference is None else "true"
        yield "#offer [name=deduce]", attributes(aria_pressed=pressed)
    yield "#next", _proposal_buttons(state)
    yield from _moves(state)


def _answer(state: State) -> Lazy:
    question, known = state.question, state.search.answer
    if state.mistake:
        return text(words.internal_error(state.mistake))
    if state.tab == "own" or state.programs.run:
        from web.programs import view  # not loaded at startup

        if view.answers(state) or view.waits(state):
            return view.answer(state)
    if state.searching:
        return attributes(
            html=words.sentences_html(
                (words.work_in_progress(known.whole),), reason=known.whole.reason
            )
        )
    instead = _sentences_in_place(state)
    if instead:
        return Lazy(words.sentences_html, instead, state.form.faults)
    faults = state.form.faults
    hopeless = known.whole.reason and known.grows and state.search.inference is None
    if hopeless and "step" not in state.task.locked:
        faults = _(words.HOPELESS), *faults
    result = verdict(question, known)
    if state.search.inference is not None:  # the steps have their own marks
        result = replace(result, witness=outcome(state).witness)
    return Lazy(words.answer_html, question.search_key, result, faults, _search_status(state))


def _search_status(state: State) -> str:
    """Return the status of a search: running, paused, stopped, or failed; "" if none."""
    known, trace = state.search.answer, state.search.answer.longest
    if not trace or (known.whole.reason and not known.ended):
        return ""
    if known.ended:
        return "" if trace.end and trace.end.tour else _("The search failed.")
    moment = trace.at(position(state.question, state.search.answer))
    return words.search_status(
        state.question, moment, playing=state.playing, stopped=state.search.stopped
    )


def _is_deducible(state: State) -> bool:
    """Return True if the reader can step through the inferences of the answer."""
    if state.searching or "step" in state.task.locked:
        return False
    return bool(inferences(state.question, state.search.answer))


def _offer(state: State) -> Lazy:
    """Return the offer to show another method's answer, or to step through the reasons."""
    if _is_deducible(state):
        button = f'<button type="button" name="deduce">{_(words.DEDUCED)}</button>'
        return attributes(html=button, hidden=False)
    known = bool(offer(state))
    sentence, label = words.OFFERS[bool(state.search.answer.offer.tour)]
    button = f'{_(sentence)} <button type="button" name="reveal">{_(label)}</button>'
    return attributes(html=button if known else "", hidden=not known)


def _proposal_buttons(state: State) -> Lazy:
    """Return the buttons with proposals for the next question."""
    buttons = "".join(
        f'<button type="button" name="next-{place}">{escape(_(each.title))}</button>'
        for place, each in enumerate(proposals(state))
    )
    return attributes(html=f"{_('Next:')} {buttons}" if buttons else "", hidden=not buttons)


def _sentences_in_place(state: State) -> tuple[str, ...]:
    """Return the sentences that replace the verdict in a game, a prediction or a race."""
    question, reader = state.question, state.reader
    if question.mode == "watch" and len(state.search.answer.traces) < 2:
        return ()
    from web.lab.view import modes  # not loaded at startup

    if question.mode == "watch":
        known = state.search.answer
        return modes.race_status(known.traces, position(question, known), known.whole.reason)
    if reader.game:
        fixed = "start" in state.task.locked
        return reader.remark or modes.game_status(reader.game, hint_count=reader.hints, fixed=fixed)
    # The end is no secret, unless the reader has to predict the steps.
    ended = state.search.answer.ended and at_end(question, state.search.answer)
    prompt = modes.prediction_question(_square_of_prediction(state))
    if not reader.remark:
        return () if ended else prompt
    score = modes.prediction_score(reader.right, reader.guesses)
    if ended:
        return *reader.remark, score
    return prompt[0], language.text_of(language.paragraph((*reader.remark, score)))


def _square_of_prediction(state: State) -> str:
    """Return the name of the square from which the reader predicts the next move."""
    question, trace = state.question, state.search.answer.longest
    path = trace.at(position(question, state.search.answer)).path if trace else ()
    return question.board.name(path[-1] if path else question.start)


def _moves(state: State) -> Patches:
    """Yield the list of moves and its button; no list beside panels, which need the space."""
    path, board = copied_path(state), state.question.board
    yield "#moves", attributes(hidden=not path)
    yield "#moves button", attributes(hidden=len(path) < 2)
    listed = () if applies(state.question, "panels") else path
    yield "#move-list", Lazy(_list, board, listed)
    yield "#moves-copied", Lazy(_no_text, path)


def copied_path(state: State) -> tuple[Square, ...]:
    """Return the path played or predicted so far, or a finished tour; empty if it is too long."""
    seen = outcome(state)
    moving = state.question.mode != "watch"
    path = seen.path if moving else seen.tour.path if seen.tour else ()
    return tuple(path) if len(path) <= PAINTED_SQUARES else ()


def _list(board: Board, path: tuple[Square, ...]) -> str:
    if len(path) > NUMBERED_SQUARES:
        return escape(board.names(path))
    return f"<ol>{''.join(_items(board, path))}</ol>" if path else ""


def _items(board: Board, path: tuple[Square, ...]) -> Iterator[str]:
    """Yield an item for each square, with the color that it has on the board."""
    for place, square in enumerate(path):
        look, _color = time_color(place / max(len(board) - 1, 1))
        here = ' aria-current="step"' if place == len(path) - 1 else ""
        yield f"<li {look}{here}>{escape(board.name(square))}</li>"


def _no_text(_path: tuple[Square, ...]) -> str:
    """Return no text, which clears the confirmation that another path was copied."""
    return ""
