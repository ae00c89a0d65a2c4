"""What of a state is seen on its boards. Pure."""

from __future__ import annotations

from dataclasses import replace

from web.search.answer import scene
from web.search.trace import NOTHING, Outcome
from web.state.state import State


def outcome(state: State, number: int = 0) -> Outcome:
    """Return what is seen on the board of this number: a game, or a search at its step.

    While it is predicted, nothing shows where the search goes.
    """
    if game := state.hand.game:
        return Outcome(path=game.path, tour=game.tour, steps=len(game.path))
    if state.inference is not None:
        return NOTHING  # but for what is drawn of the inference
    seen = scene(state.question, state.answer, number)
    hides = state.question.mode == "predict" and not state.answer.ended
    if state.question.mode == "predict" and (seen.whole or (hides and seen.reason)):
        return replace(seen, whole=(), reason="", witness={})
    return seen
